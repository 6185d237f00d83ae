"""A table as JSON-able values and as lines of CSV: its state, its events, every payment and open debt."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scoring import Redone, Undone, may_cut
from scoring.events import write_paid
from scoring.money import total, write_amount
from sikwu.report.words import Language, pick
from sikwu.table.players import sorted_by_seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring import Debt, Entry, Event, Ledger, RuleSet
    from scoring.money import Amount
    from sikwu.table.setup import Setup
    from sikwu.table.store import Stored

__all__ = [
    "Standing",
    "balances",
    "standing",
    "write_awards",
    "write_csv",
    "write_event",
    "write_everything",
    "write_table",
]

_COLUMNS: Final = (
    "number",
    "time",
    "hand",
    "round",
    "dealer",
    "streak",
    "what",
    "payer",
    "payee",
    "amount",
    "reason",
)


@dataclass(frozen=True)
class Standing:
    """An event that stands, as it was stored and as the ledger took it."""

    stored: Stored
    entry: Entry


def standing(stored: Iterable[Stored], ledger: Ledger) -> tuple[Standing, ...]:
    """Give the events that weren't undone, or were redone.

    Args:
        stored: all events of a table in order.
        ledger: after them.
    """
    kept: list[Stored] = []
    undone: list[Stored] = []
    for each in stored:
        if isinstance(each.event, Undone):
            undone.append(kept.pop())
        elif isinstance(each.event, Redone):
            kept.append(undone.pop())
        else:
            kept.append(each)
            undone.clear()
    return tuple(Standing(one, entry) for one, entry in zip(kept, ledger.entries, strict=True))


def balances(ledger: Ledger, name: str) -> tuple[Amount, Amount]:
    """Give what a player is owed, and what he owes."""
    owed = total(debt.amount for debt in ledger.debts if debt.creditor == name)
    return owed, total(debt.amount for debt in ledger.debts if debt.debtor == name)


def write_table(setup: Setup, ledger: Ledger) -> dict[str, Any]:
    """Give a table as it stands as JSON-able values; the README lists the keys."""
    standings, closed = ledger.standings, ledger.if_closed
    return {
        "table": setup.name,
        "closed": ledger.closed,
        "rules": {key: value for key, value in setup.rules.items() if key != "texts"},
        "table_rules": setup.table_rules.export(),
        "hand": ledger.hand,
        "round": ledger.round.value,
        "dealer": ledger.dealer,
        "streak": ledger.streak,
        "players": [
            {
                "name": name,
                "seat": seat.value,
                "standing": write_amount(standings[name]),
                "owed": write_amount(owed),
                "owes": write_amount(owes),
                "if_closed": write_amount(closed[name]),
            }
            for name, seat in sorted_by_seat(ledger)
            for owed, owes in [balances(ledger, name)]
        ],
        "debts": [_write_debt(debt, ledger) for debt in ledger.debts],
        "pot": write_amount(ledger.pot_total),
        "wins": [win.export() for win in ledger.wins],
        "multi_ron": None
        if ledger.multi_ron is None
        else {"discarder": ledger.multi_ron[0], "winners": ledger.multi_ron[1]},
    }


def write_event(event: Event, before: Ledger) -> dict[str, Any]:
    """Give an event with the payments that it made; one that undoes pays nothing."""
    if isinstance(event, Undone):
        return {**event.export(), "undone": before.entries[-1].event.export(), "paid": []}
    paid = before.record(event).entries[-1].paid
    return {**event.export(), "paid": [write_paid(each) for each in paid]}


def write_everything(setup: Setup, ledger: Ledger, stored: Sequence[Stored]) -> dict[str, Any]:
    """Give a table with how it was set up, all that was recorded, and what each event that stands did."""
    return {
        **write_table(setup, ledger),
        "setup": setup.export(),
        "events": [
            {"number": each.seq, "time": each.at, "key": each.key, **each.event.export()} for each in stored
        ],
        "history": [
            {
                "number": each.stored.seq,
                "hand": each.entry.hand,
                "round": each.entry.round.value,
                "dealer": each.entry.dealer,
                "streak": each.entry.streak,
                "paid": [write_paid(paid) for paid in each.entry.paid],
            }
            for each in standing(stored, ledger)
        ],
    }


def write_awards(rules: RuleSet) -> list[dict[str, Any]]:
    """Give what can be claimed at once under a rule set, and what each payer pays."""
    return [
        {
            "id": row.id,
            "zh": row.zh,
            "en": row.en,
            "amount": write_amount(row.amount(rules.price, rules.policies)),
            "pays": row.flow(rules.policies).value,
            "dealer": row.dealer,
            "once": row.once_under(rules.policies),
            "source": row.source,
        }
        for row in rules.awards.values()
    ]


def write_csv(ledger: Ledger, stored: Sequence[Stored], language: Language) -> str:
    """Give a row for every payment and every open debt, below a row of headings.

    An open debt has no number and no time, and ``owed`` for what happened.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for each in standing(stored, ledger):
        entry = each.entry
        for paid in entry.paid:
            rows.writerow(
                (
                    each.stored.seq,
                    each.stored.at,
                    entry.hand,
                    entry.round.value,
                    entry.dealer,
                    entry.streak,
                    entry.event.export()["kind"],
                    paid.payer,
                    paid.payee,
                    write_amount(paid.amount),
                    _cell(pick(language, paid.why, paid.why_zh)),
                )
            )
    for debt in ledger.debts:
        rows.writerow(
            (
                "",
                "",
                ledger.hand,
                ledger.round.value,
                ledger.dealer,
                ledger.streak,
                "owed",
                debt.debtor,
                debt.creditor,
                write_amount(debt.amount),
                pick(language, debt.sum, debt.sum_zh),
            )
        )
    return text.getvalue()


def _cell(text: str) -> str:
    """Keep a text that a house file may have named from being taken for a formula by a spreadsheet."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _write_debt(debt: Debt, ledger: Ledger) -> dict[str, Any]:
    return {
        "debtor": debt.debtor,
        "creditor": debt.creditor,
        "amount": write_amount(debt.amount),
        "pulls": debt.pulls,
        "may_cut": may_cut(debt, ledger.rules),
        "sum": debt.sum,
        "sum_zh": debt.sum_zh,
    }
