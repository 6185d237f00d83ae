"""A score sheet and its payments as a person reads them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rich import box
from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoring import Form, Wind, write_tiles
from sikwu.report.words import FORMS, Language, line_name, pick, row_name, say, tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from scoring import Partition, Payments, RunnerUp, ScoreLine, ScoreSheet

__all__ = ["add_routes", "headline", "lay_out_no_win", "lay_out_payments", "lay_out_win", "notes"]

_RUNNERS_UP: Final = 2
"""Other readings that are shown where nobody asked for all."""
_LONG: Final = 40
"""Most columns of the screen that two names may take without being broken."""


def headline(title: str, rest: str, style: str) -> Text:
    """Lay out a title in colour, and what follows it."""
    return Text.assemble((title, f"bold {style}"), f"  {rest}" if rest else "")


def notes(title: str, each: Iterable[str]) -> Iterator[RenderableType]:
    """Lay out remarks on one line; nothing where there are none."""
    joined = "; ".join(each)
    if joined:
        yield Text(f"{title}: {joined}", style="italic")


def lay_out_win(
    sheet: ScoreSheet, language: Language, *, explain: bool, caution: str = ""
) -> Iterator[RenderableType]:
    """Lay out the lines that count, those that don't and why, and the other readings.

    Args:
        sheet: of a hand that wins.
        language: of headings and reasons.
        explain: whether to show every other reading and why it loses.
        caution: what the total hangs on, said beside it.
    """
    bases = say("one base", language) if sheet.bases == 1 else say("bases", language, n=sheet.bases)
    rules = f"{say('rules', language)} {sheet.rules}"
    comma = pick(language, ", ", "，")
    title = pick(language, "win 食糊", "食糊")
    yield headline(title, comma.join((f"{sheet.total} {_unit(sheet, language)}", bases, rules)), "green")
    if caution:
        yield Text(f"{sheet.total} {_unit(sheet, language)}{comma}{caution}", style="bold yellow")
    reading = " + ".join(_partition(one, language) for one in sheet.partitions)
    yield Text(f"{say('read as', language)}  {reading}")
    if sheet.waits:
        yield Text(f"{say('waited on', language)}  {tiles(sheet.waits)}")
    yield _lines(sheet, language)
    yield from _dropped(sheet, language)
    yield from _runners_up(sheet, language, explain=explain)
    yield from notes(say("note", language), pick(language, sheet.notes, sheet.notes_zh))


def lay_out_no_win(sheet: ScoreSheet, language: Language, *, explain: bool) -> Iterator[RenderableType]:
    """Lay out why a hand doesn't win, and what it lacks."""
    yield headline(say("no win", language), f"{say('rules', language)} {sheet.rules}", "red")
    yield Text(pick(language, sheet.why, sheet.why_zh))
    if sheet.waits:
        yield Text(f"{say('waiting', language)}  {tiles(sheet.waits)}")
    if sheet.missing:
        yield Text(say("missing", language))
        for swap in sheet.missing:
            yield _inset(f"{swap.spare}{swap.spare.chinese} → {tiles(swap.needed)}")
    yield from _runners_up(sheet, language, explain=explain)
    yield from notes(say("note", language), pick(language, sheet.notes, sheet.notes_zh))


def add_routes(table: Table, heading: str, routes: Sequence[str]) -> None:
    """Add the column of who pays whom, each on a line of its own where the names aren't long."""
    longest = max(map(cell_len, routes), default=0)
    table.add_column(heading, no_wrap=longest <= _LONG, overflow="fold")


def lay_out_payments(
    payments: Payments, language: Language, names: Mapping[Wind, str] | None = None
) -> Table:
    """Lay out who pays whom and how it adds up.

    Args:
        payments: of a hand.
        language: of headings and reasons.
        names: of the players at a table, by seat. What they lose may stand as a debt, and be paid later.
    """
    called = {seat: seat.value if names is None else f"{names[seat]} ({seat.value})" for seat in Wind}
    routes = [f"{called[transfer.payer]} → {called[transfer.payee]}" for transfer in payments.transfers]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    add_routes(table, say("pays" if names is None else "loses", language), routes)
    table.add_column(say("amount", language), justify="right", overflow="fold")
    table.add_column(say("because", language), overflow="fold")
    for transfer, route in zip(payments.transfers, routes, strict=True):
        reasons = pick(language, transfer.reasons, transfer.reasons_zh)
        table.add_row(route, str(transfer.amount), "\n".join(reasons))
    return table


def _lines(sheet: ScoreSheet, language: Language) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=True)
    table.add_column(_unit(sheet, language), str(sheet.total), justify="right", footer_style="bold")
    table.add_column(say("row", language), say("total", language))
    table.add_column(say("tiles", language), overflow="fold")
    table.add_column(say("source", language), no_wrap=True)
    for line in sheet.lines:
        name = line_name(line, language)
        table.add_row(str(line.value), name, write_tiles(line.tiles), line.source)
    for line in sheet.dealer_share_extra:
        name = f"{row_name(line, language)}, {say('dealer only', language)}"
        table.add_row(f"(+{line.value})", name, write_tiles(line.tiles), line.source)
    return table


def _dropped(sheet: ScoreSheet, language: Language) -> Iterator[RenderableType]:
    if not sheet.dropped:
        return
    yield Text(say("dropped", language), style="dim")
    names = {
        line.id: row_name(line, language) for line in (*sheet.lines, *(lost.line for lost in sheet.dropped))
    }
    counts = Counter(
        (lost.line.id, lost.by, pick(language, lost.why, lost.why_zh), lost.source) for lost in sheet.dropped
    )
    for (name, by, why, source), count in counts.items():
        times = f" x {count}" if count > 1 else ""
        rest = say("counts", language, by=names.get(by, by), why=why, source=source)
        yield _inset(f"{names[name]}{times}: {rest}", "dim")


def _runners_up(sheet: ScoreSheet, language: Language, *, explain: bool) -> Iterator[RenderableType]:
    """Lay out the next best readings; all of them, each with what it loses by, where that is wanted."""
    others = sheet.runners_up if explain else sheet.runners_up[:_RUNNERS_UP]
    if others:
        yield Text(say("others" if sheet.win else "readings", language), style="dim")
    for other in others:
        rows = ", ".join(f"{line.zh} {line.value}" for line in other.lines)
        yield _inset(
            f"{other.total} {_unit(sheet, language)}  {_partition(other.partition, language)}  {rows}", "dim"
        )
        if explain and sheet.win:
            yield _inset(_why_it_loses(sheet, other, language), "dim", 4)


def _why_it_loses(sheet: ScoreSheet, other: RunnerUp, language: Language) -> str:
    """Say by how much a reading is beaten, and by which rows."""
    kept = next((place for place, one in enumerate(sheet.partitions) if one.form is other.partition.form), 0)
    best = [line for line in sheet.lines if line.reading == kept]
    behind = sum(line.value for line in best) - other.total
    fewer = say("fewer", language, n=behind, unit=_unit(sheet, language))
    parts = [fewer if behind else say("equal", language)]
    mine, theirs = _by_row(best, language), _by_row(other.lines, language)
    for key, more, less in (("lacks", mine, theirs), ("gains", theirs, mine)):
        rows = [
            f"{name} {value - less.get(name, 0)}" for name, value in more.items() if value > less.get(name, 0)
        ]
        if rows:
            parts.append(say(key, language, rows=", ".join(rows)))
    return "; ".join(parts)


def _by_row(lines: Iterable[ScoreLine], language: Language) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        name = row_name(line, language)
        found[name] = found.get(name, 0) + line.value
    return found


def _partition(partition: Partition, language: Language) -> str:
    """Write a reading: its groups, and its name where it isn't five groups and an eye."""
    if partition.form is Form.STANDARD:
        return str(partition)
    name = pick(language, partition.form.value, FORMS[partition.form])
    return f"{name} {partition}".strip()


def _unit(sheet: ScoreSheet, language: Language) -> str:
    return pick(language, sheet.unit, sheet.unit_zh)


def _inset(text: str, style: str = "", by: int = 2) -> Padding:
    return Padding(Text(text, style=style), (0, 0, 0, by))
