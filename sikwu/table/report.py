"""A table as the players read it: where everybody stands, who owes whom, and what an event did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Group as Stack
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoring import POT, Awarded, Closed, Cut, Drawn, PullMode, Redone, Undone, Won, may_cut
from sikwu.report.sheet import add_routes, lay_out_payments
from sikwu.report.verdict import report
from sikwu.report.words import FLOWS, Language, pick, row_name, say, wind
from sikwu.table.players import sorted_by_seat
from sikwu.table.written import balances, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from scoring import Debt, Entry, Event, Ledger, Paid, RuleSet, TableRules
    from scoring.money import Amount
    from sikwu.table.setup import Setup
    from sikwu.table.store import Stored
    from sikwu.table.winning import JudgedWin
    from sikwu.table.written import Standing

__all__ = ["report_awards", "report_event", "report_judged", "report_list", "report_table"]

_LAST: Final = 5
"""Events that are shown where nobody asked for all."""


def report_table(
    setup: Setup, ledger: Ledger, stored: Sequence[Stored], language: Language, *, history: bool = False
) -> RenderableType:
    """Lay out a table: standings, open debts, who deals, and the last events that stand.

    Args:
        setup: of the table.
        ledger: as it stands.
        stored: every event that led there.
        language: of all words but names.
        history: whether to show all events.
    """
    rules = setup.rules
    parts: list[RenderableType] = [
        Text.assemble(
            (say("table", language, name=setup.name), "bold"),
            "  ",
            say(
                "table rules",
                language,
                rules=rules.get("id", "?"),
                base=rules.get("base", "?"),
                per=rules.get("per", "?"),
                unit=pick(language, rules.get("unit", "?"), rules.get("unit_zh", "?")),
            ),
        ),
        _state(ledger, language),
        *_waiting(ledger, language),
        _apart(_players(ledger, language)),
        *_debts(ledger, language),
    ]
    events = standing(stored, ledger)
    shown = events if history else events[-_LAST:]
    if shown:
        key = "events" if len(shown) == len(events) else "last events"
        heading = say(key, language, n=len(shown), of=len(events))
        parts.append(Padding(Text(heading, style="bold"), (1, 0, 0, 0)))
        parts.append(Padding(_history(shown, ledger.rules, language), (0, 0, 0, 1)))
    return Stack(*parts)


def report_list(tables: Sequence[tuple[Setup, Ledger]], language: Language) -> RenderableType:
    """Lay out all tables, one a line."""
    table = _grid()
    table.add_column(say("table heading", language))
    table.add_column(say("players", language), overflow="fold")
    table.add_column(say("rules", language), overflow="fold")
    table.add_column(say("stands at", language), overflow="fold")
    for setup, ledger in tables:
        table.add_row(
            setup.name, ", ".join(setup.players), str(setup.rules.get("id", "?")), _state(ledger, language)
        )
    return Padding(table, (0, 0, 0, 1))


def report_judged(judged: JudgedWin, ledger: Ledger, language: Language, *, explain: bool) -> RenderableType:
    """Lay out a win before it is recorded: the sheet, or what the players counted, and what each loses."""
    names = {seat: name for name, seat in ledger.seats.items()}
    if judged.verdict is not None:
        return report(judged.verdict, language, explain=explain, names=names)
    count, rules = judged.count, judged.rules
    if count is None:  # pragma: no cover - a win is scored or counted
        raise ValueError("a win is scored or counted")
    bases = say("one base", language) if count.bases == 1 else say("bases", language, n=count.bases)
    unit = pick(language, rules.unit.en, rules.unit.zh)
    counted = say("counted", language, fan=count.fan, unit=unit, bases=bases, rules=rules.id)
    title = Text.assemble((pick(language, "win 食糊", "食糊"), "bold green"), f"  {counted}")
    return Stack(title, lay_out_payments(judged.payments, language, names))


def report_event(
    setup: Setup, event: Event, before: Ledger, after: Ledger, language: Language
) -> RenderableType:
    """Lay out what an event did: what was paid with it, what is owed now, who deals next.

    Args:
        setup: of the table.
        event: the event.
        before: the ledger that it followed upon.
        after: the ledger with it.
        language: of all words but names.
    """
    if isinstance(event, Undone):
        head = say("undone", language, what=_what(before.entries[-1].event, language))
        paid, title = before.entries[-1].paid, "taken back"
    else:
        what = _what(after.entries[-1].event, language)
        head = say("redone", language, what=what) if isinstance(event, Redone) else what
        paid, title = after.entries[-1].paid, "paid now"
    parts: list[RenderableType] = [Text(head, style="bold")]
    waiting = list(_waiting(after, language))
    parts.extend(waiting)
    if paid:
        parts.append(_apart(_paid(paid, title, language)))
    elif not waiting and not isinstance(event, Undone):
        parts.append(Text(say("nothing paid", language)))
    if after.closed:
        parts.append(_apart(_players(after, language)))
    else:
        parts.extend(_debts(after, language))
    name = say("table", language, name=setup.name)
    parts.append(Padding(Text.assemble((name, "bold"), "  ", _state(after, language)), (1, 0, 0, 0)))
    return Stack(*parts)


def report_awards(rules: RuleSet, language: Language) -> RenderableType:
    """Lay out the cash awards and penalties of a rule set, and what each costs at its price."""
    if not rules.awards:
        return Text(say("no awards", language, rules=rules.id))
    table = _grid()
    table.add_column(say("id", language), no_wrap=True)
    table.add_column(say("award", language), overflow="fold")
    table.add_column(say("amount", language), justify="right", overflow="fold")
    table.add_column(say("who pays", language), overflow="fold")
    for row in rules.awards.values():
        who = pick(language, *FLOWS[row.flow(rules.policies)])
        limits = [say("dealer's", language)] if row.dealer else []
        limits += [say("once", language)] if row.once_under(rules.policies) else []
        limit = f" ({pick(language, ', ', '、').join(limits)})" if limits else ""
        table.add_row(
            row.id, row_name(row, language), str(row.amount(rules.price, rules.policies)), who + limit
        )
    return Padding(table, (0, 0, 0, 1))


def _state(ledger: Ledger, language: Language) -> Text:
    """Say which hand is played, who deals it, and how often he has."""
    if ledger.closed:
        return Text(say("closed", language, n=ledger.hand - 1))
    text = say(
        "hand now",
        language,
        n=ledger.hand,
        round=wind(ledger.round, language),
        dealer=ledger.dealer,
        streak=ledger.streak,
    )
    pot = say("pot", language, amount=ledger.pot_total) if ledger.pot else ""
    return Text(text + pot)


def _waiting(ledger: Ledger, language: Language) -> Iterator[RenderableType]:
    """Say which winners of a discard are still to come."""
    if ledger.wins:
        first = ledger.wins[0]
        yield Text(
            say(
                "wins to come",
                language,
                discarder=first.discarder,
                winners=first.winners,
                names=pick(language, ", ", "、").join(win.winner for win in ledger.wins),
                left=first.winners - len(ledger.wins),
            ),
            style="yellow",
        )


def _players(ledger: Ledger, language: Language) -> Table:
    standings, closed = ledger.standings, ledger.if_closed
    table = _grid()
    if ledger.closed:
        table.add_column(say("player", language), overflow="fold")
        table.add_column(say("final standings", language), justify="right", overflow="fold")
        for name in sorted(ledger.players, key=lambda name: -standings[name]):
            table.add_row(name, _signed(standings[name]))
        return table
    table.add_column(say("seat", language))
    table.add_column(say("player", language), overflow="fold")
    for heading in ("standing", "is owed", "owes", "if closed"):
        table.add_column(say(heading, language), justify="right", overflow="fold")
    for name, seat in sorted_by_seat(ledger):
        owed, owes = balances(ledger, name)
        table.add_row(
            f"{seat.value} {seat.tile.chinese}",
            name,
            _signed(standings[name]),
            str(owed),
            str(owes),
            _signed(closed[name]),
        )
    return table


def _grid() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _apart(table: Table) -> RenderableType:
    """Set a table off from the line above it."""
    return Padding(table, (1, 0, 0, 1))


def _signed(amount: Amount) -> str:
    return f"{amount:+}" if amount else "0"


def _debts(ledger: Ledger, language: Language) -> Iterator[RenderableType]:
    """Lay out who owes whom, how it adds up, and who may cut."""
    if not ledger.debts:
        yield Padding(Text(say("no debts", language)), (1, 0, 0, 0))
        return
    table = _grid()
    add_routes(table, say("owed now", language), [_owing(debt) for debt in ledger.debts])
    table.add_column(say("amount", language), justify="right", overflow="fold")
    table.add_column(say("pulls", language), no_wrap=True)
    table.add_column(say("adds up", language), overflow="fold")
    for debt in ledger.debts:
        sums = pick(language, debt.sum, debt.sum_zh)
        if may_cut(debt, ledger.rules):
            sums += "\n" + say("may cut", language, debtor=debt.debtor)
        pulls = say("pulled", language, n=debt.pulls)
        table.add_row(_owing(debt), str(debt.amount), pulls, sums)
    yield _apart(table)


def _owing(debt: Debt) -> str:
    return f"{debt.debtor} → {debt.creditor}"


def _paid(paid: Sequence[Paid], title: str, language: Language) -> Table:
    """Lay out payments, the title above those who pay and get them."""
    table = _grid()
    add_routes(table, say(title, language), [_route(each, language) for each in paid])
    table.add_column(say("amount", language), justify="right", overflow="fold")
    table.add_column(say("because", language), overflow="fold")
    for each in paid:
        why = pick(language, each.why, each.why_zh)
        table.add_row(_route(each, language), str(each.amount), why)
    return table


def _parties(paid: Paid, language: Language) -> tuple[str, str]:
    """Name who pays and who gets it; the pot in the language."""
    pot = say("pot name", language)
    return pot if paid.payer == POT else paid.payer, pot if paid.payee == POT else paid.payee


def _route(paid: Paid, language: Language) -> str:
    payer, payee = _parties(paid, language)
    return f"{payer} → {payee}"


def _history(events: Sequence[Standing], rules: TableRules, language: Language) -> Table:
    table = _grid()
    table.add_column(say("number", language), justify="right")
    table.add_column(say("hand", language), no_wrap=True)
    table.add_column(say("dealer", language), overflow="fold")
    table.add_column(say("what", language), overflow="fold")
    for each in events:
        entry = each.entry
        dealer = f"{entry.dealer} 連 {entry.streak}" if entry.streak else entry.dealer
        lines: list[RenderableType] = [Text(_what(entry.event, language))]
        lines.extend(Padding(Text(line), (0, 0, 0, 2)) for line in _lines(entry, rules, language))
        hand = f"{entry.hand} {wind(entry.round, language)}"
        table.add_row(str(each.stored.seq), hand, dealer, Stack(*lines))
    return table


def _lines(entry: Entry, rules: TableRules, language: Language) -> Iterator[str]:
    """Say what a hand cost, and what was paid with an event."""
    event = entry.event
    if isinstance(event, Won):
        if "hand" in event.notes:
            yield str(event.notes["hand"])
        # Where nobody pulls, the payments say it all.
        for loss in () if entry.paid and rules.mode is PullMode.OFF else event.losses:
            sums = loss.sum or str(loss.amount)
            yield say("lost", language, payer=loss.payer, payee=loss.payee, amount=loss.amount, sum=sums)
    for paid in entry.paid:
        payer, payee = _parties(paid, language)
        why = pick(language, paid.why, paid.why_zh)
        yield say("paid", language, payer=payer, payee=payee, amount=paid.amount, why=why)


def _what(event: Event, language: Language) -> str:
    match event:
        case Won(discarder=None):
            return say("won drawn", language, winner=event.winner)
        case Won():
            return say("won off", language, winner=event.winner, discarder=event.discarder)
        case Drawn():
            return say("nobody won", language)
        case Awarded():
            return say(
                "awarded",
                language,
                award=pick(language, f"{event.zh} {event.en}", event.zh),
                player=event.claim.player,
            )
        case Cut():
            return say("cut", language, debtor=event.debtor, creditor=event.creditor)
        case Closed():
            return say("table closed", language)
    raise ValueError(f"{event} undoes or does again another event")  # pragma: no cover - see report_event
