"""A verdict as a person reads it in a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group as Stack
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoring import write_tiles
from vision import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from scoring import Payments, RunnerUp, ScoreLine, ScoreSheet, Tile
    from sikwu.verdict import Verdict
    from vision import Group, Reading

__all__ = ["report"]

_ROLES = {
    Role.FLOWERS: "flowers 花",
    Role.EXPOSED: "exposed 明",
    Role.CONCEALED: "concealed 暗",
    Role.WINNING: "winning 糊",
}
_RUNNERS_UP = 2


def report(verdict: Verdict) -> RenderableType:
    """Lay a verdict out: tiles and groups, doubts, score lines, payments, assumptions."""
    parts: list[RenderableType] = []
    if verdict.reading is not None:
        parts.extend(_reading(verdict.reading))
    if verdict.sheet is None:
        parts.append(
            _headline("no hand 無牌", "" if verdict.reading is None else verdict.reading.why or "", "yellow")
        )
    elif verdict.sheet.win:
        parts.extend(_win(verdict.sheet))
        parts.append(_payments(verdict.payments))
        parts.extend(_notes("assumed, since nothing was said", verdict.assumed))
    else:
        parts.extend(_no_win(verdict.sheet))
    return Stack(*parts)


def _headline(title: str, rest: str, style: str) -> Text:
    return Text.assemble((title, f"bold {style}"), f"  {rest}" if rest else "")


def _reading(reading: Reading) -> Iterator[RenderableType]:
    photo = reading.photo
    outside = sum(not sighting.in_hand for sighting in reading.sightings)
    size, seen = f"{photo.width} x {photo.height}", len(reading.sightings)
    yield Text(f"{photo.path or 'photo'}  {size}  {seen} tiles seen, {outside} outside the hand")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("group", no_wrap=True)
    table.add_column("tiles", overflow="fold")
    table.add_column("least sure", justify="right", no_wrap=True)
    for group in reading.groups:
        table.add_row(_group_name(group), _group_tiles(reading, group), _least_sure(reading, group))
    if reading.groups:
        yield table
    if reading.hand is not None:
        yield Text.assemble("hand  ", (str(reading.hand), "bold"))
    if reading.doubts:
        yield Text("in doubt", style="bold yellow")
        for doubt in reading.doubts:
            others = ", ".join(f"{answer} {p:.2f}" for answer, p in doubt.alternatives)
            yield Padding(Text(f"- {doubt.text}" + (f"  Or: {others}" if others else "")), (0, 0, 0, 2))
    yield Text("")


def _group_name(group: Group) -> str:
    name = _ROLES[group.role]
    return name if group.meld is None else f"{name} {group.meld.value}"


def _group_tiles(reading: Reading, group: Group) -> Text:
    text = Text()
    for place, index in enumerate(group.sightings):
        sighting = reading.sightings[index]
        if place:
            text.append("  ")
        name = "back" if sighting.kind is None else f"{sighting.kind.code}{sighting.kind.chinese}"
        text.append(name, style="" if sighting.sure else "yellow")
    return text


def _least_sure(reading: Reading, group: Group) -> str:
    index = min(group.sightings, key=lambda each: reading.sightings[each].p)
    return f"{reading.sightings[index].code} {reading.sightings[index].p:.1%}"


def _win(sheet: ScoreSheet) -> Iterator[RenderableType]:
    bases = "1 base" if sheet.bases == 1 else f"{sheet.bases} bases"
    yield _headline("win 食糊", f"{sheet.total} fan, {bases}, rules {sheet.rules}", "green")
    yield Text(f"read as  {sheet.reading}")
    if sheet.waits:
        yield Text(f"waited on  {_tiles(sheet.waits)}")
    yield _lines(sheet)
    yield from _dropped(sheet)
    yield from _runners_up(sheet)
    yield from _notes("note", sheet.notes)


def _lines(sheet: ScoreSheet) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=True)
    table.add_column("fan", str(sheet.total), justify="right", footer_style="bold")
    table.add_column("row", "total")
    table.add_column("tiles", overflow="fold")
    table.add_column("source", no_wrap=True)
    for line in sheet.lines:
        table.add_row(str(line.value), _row(line), write_tiles(line.tiles), line.source)
    for line in sheet.dealer_share_extra:
        table.add_row(
            f"(+{line.value})", f"{_row(line)}, the dealer's share only", write_tiles(line.tiles), line.source
        )
    return table


def _row(line: ScoreLine) -> str:
    name = f"{line.zh} {line.en}"
    if line.exposed is None:
        return name
    return f"{'明' if line.exposed else '暗'}{name} ({'exposed' if line.exposed else 'concealed'})"


def _dropped(sheet: ScoreSheet) -> Iterator[RenderableType]:
    if not sheet.dropped:
        return
    yield Text("matched, not counted", style="dim")
    names = {
        line.id: f"{line.zh} {line.en}" for line in (*sheet.lines, *(lost.line for lost in sheet.dropped))
    }
    counts = Counter((lost.line.id, lost.by, lost.why, lost.source) for lost in sheet.dropped)
    for (name, by, why, source), count in counts.items():
        times = f" x {count}" if count > 1 else ""
        text = f"{names[name]}{times}: {names.get(by, by)} counts instead; {why} ({source})"
        yield Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _runners_up(sheet: ScoreSheet) -> Iterator[RenderableType]:
    others: Sequence[RunnerUp] = sheet.runners_up[:_RUNNERS_UP]
    if others:
        yield Text("other readings", style="dim")
    for other in others:
        rows = ", ".join(f"{line.zh} {line.value}" for line in other.lines)
        text = f"{other.total} fan  {other.partition}  {rows}"
        yield Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _payments(payments: Payments) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("pays", no_wrap=True)
    table.add_column("amount", justify="right")
    table.add_column("because")
    for transfer in payments.transfers:
        route = f"{transfer.payer.value} → {transfer.payee.value}"
        table.add_row(route, str(transfer.amount), "\n".join(transfer.reasons))
    return table


def _no_win(sheet: ScoreSheet) -> Iterator[RenderableType]:
    yield _headline("no win 未食糊", f"rules {sheet.rules}", "red")
    yield Text(sheet.why)
    if sheet.waits:
        yield Text(f"the sixteen tiles wait on  {_tiles(sheet.waits)}")
    if sheet.missing:
        yield Text("one tile short; any of these would win")
        for swap in sheet.missing:
            yield Padding(Text(f"{swap.spare}{swap.spare.chinese} → {_tiles(swap.needed)}"), (0, 0, 0, 2))
    yield from _notes("note", sheet.notes)


def _notes(title: str, notes: Iterable[str]) -> Iterator[RenderableType]:
    joined = "; ".join(notes)
    if joined:
        yield Text(f"{title}: {joined}", style="italic")


def _tiles(tiles: Sequence[Tile]) -> str:
    return " ".join(f"{tile.code}{tile.chinese}" for tile in tiles)
