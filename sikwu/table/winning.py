"""A win at a table: what the players put down, what it is worth, and what the ledger is told of it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring import Hand, Payments, RuleSet, Win, pay_fan
from sikwu._version import __version__
from sikwu.table.errors import TableError
from sikwu.table.players import find_player
from sikwu.verdict import Verdict, judge_hand, judge_reading, write_win

if TYPE_CHECKING:
    from scoring import Ledger, Won
    from sikwu.table.told import ToldByName
    from vision import Reading

__all__ = ["Count", "JudgedWin", "UnrecordedWinError", "judge_win"]


@dataclass(frozen=True)
class Count:
    """A hand that the players counted themselves.

    Attributes:
        fan: without the dealer's.
        bases: 2 for a hand paid in two readings.
    """

    fan: int
    bases: int = 1


@dataclass(frozen=True)
class JudgedWin:
    """A win with what it costs.

    Attributes:
        event: what the ledger records.
        win: the circumstances.
        payments: what each loses.
        verdict: on the hand; `None` where the players counted it.
        count: what they counted; `None` where the hand was scored.
        rules: that it was judged by.
    """

    event: Won
    win: Win
    payments: Payments
    verdict: Verdict | None
    count: Count | None
    rules: RuleSet


class UnrecordedWinError(TableError):
    """A hand that isn't recorded: it doesn't win, or its photo leaves doubts.

    Attributes:
        verdict: what was found.
    """

    def __init__(self, why: str, verdict: Verdict) -> None:
        """Keep the verdict beside the reason."""
        self.verdict = verdict
        super().__init__(why)


def judge_win(
    shown: Hand | Reading | Count,
    winner: str,
    told: ToldByName,
    ledger: Ledger,
    rules: RuleSet,
    *,
    as_read: bool = False,
) -> JudgedWin:
    """Say what a win at a table is worth.

    Args:
        shown: the hand, what was read from its photo, or what the players counted.
        winner: who won, by name or seat.
        told: the circumstances that the ledger doesn't know.
        ledger: before the win.
        rules: of the table.
        as_read: whether to take a photo as it was read, for all its doubts.

    Raises:
        UnrecordedWinError: the hand doesn't win, or its photo leaves doubts.
        BadOptionError: a name fits nobody or two, or nobody said how he won.
        WinError: the circumstances contradict each other or the hand.
    """
    name = find_player(winner, ledger)
    full = told.at(ledger, name)
    win, _ = full.win()
    if isinstance(shown, Count):
        payments = pay_fan(shown.fan, win, rules, bases=shown.bases)
        notes = {
            "counted_by": "players",
            "circumstances": write_win(win),
            "total": shown.fan,
            "bases": shown.bases,
            "versions": {"program": __version__, "rules": {"id": rules.id, "sha256": rules.sha256}},
        }
        return JudgedWin(ledger.won(win, payments, notes), win, payments, None, shown, rules)
    verdict = judge_hand(shown, full, rules) if isinstance(shown, Hand) else judge_reading(shown, full, rules)
    _check(verdict, name, rules, as_read=as_read)
    event = ledger.won(win, verdict.payments, _notes(verdict))
    return JudgedWin(event, win, verdict.payments, verdict, None, rules)


def _check(verdict: Verdict, winner: str, rules: RuleSet, *, as_read: bool) -> None:
    """Refuse what nobody should pay for."""
    reading, sheet = verdict.reading, verdict.sheet
    if sheet is None:
        why = "" if reading is None or reading.why is None else f": {reading.why}"
        raise UnrecordedWinError(
            f"nothing is recorded: the photo gives no hand{why}; type the tiles instead", verdict
        )
    if not sheet.win:
        false_win = f"; a false win is recorded by: sikwu table award false_win {shlex.quote(winner)}"
        raise UnrecordedWinError(
            f"nothing is recorded: the hand doesn't win ({sheet.why})"
            f"{false_win if 'false_win' in rules.awards else ''}",
            verdict,
        )
    if reading is not None and reading.doubts and not as_read:
        raise UnrecordedWinError(
            "nothing is recorded: the photo leaves doubts, which are listed above; "
            "if the hand is right as read, add --yes, and otherwise type the tiles",
            verdict,
        )


def _notes(verdict: Verdict) -> dict[str, Any]:
    """Give what a win rests on, so that anybody can score it again."""
    found = verdict.export()
    sheet, rules = found["sheet"], verdict.rules
    notes = {
        "hand": found["hand"],
        "circumstances": found["circumstances"],
        "lines": [[line["id"], line["value"]] for line in sheet["lines"]],
        "total": sheet["total"],
        "bases": sheet["bases"],
        "versions": {**found["versions"], "rules": {"id": rules["id"], "sha256": rules["sha256"]}},
    }
    if verdict.reading is not None:
        notes["photo"] = found["photo"]
        notes["doubts"] = [doubt.text for doubt in verdict.reading.doubts]
    return notes
