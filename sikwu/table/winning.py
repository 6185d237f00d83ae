"""A win at a table: what the players put down, what it is worth, and what the ledger is told of it."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scoring import Hand, Payments, RuleSet, Win, WinError, pay, pay_fan
from sikwu._version import __version__
from sikwu.table.errors import UnrecordedWinError
from sikwu.table.players import find_player
from sikwu.verdict import Verdict, judge_hand, judge_reading, write_win

if TYPE_CHECKING:
    from scoring import Ledger, Won
    from sikwu.table.told import ToldByName
    from vision import Reading

__all__ = ["Count", "JudgedWin", "judge_win"]


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
    names = {seat: player for player, seat in ledger.seats.items()}
    if isinstance(shown, Count):
        payments = pay_fan(shown.fan, win, rules, bases=shown.bases, names=names)
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
    if verdict.sheet is not None:
        verdict = replace(verdict, payments=pay(verdict.sheet, win, rules, names=names))
    event = ledger.won(win, verdict.payments, _notes(verdict))
    if verdict.sheet is not None:
        _check_together(verdict.sheet.hand, event, ledger)
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
        unsure = reading is not None and reading.doubts
        ways = ["the photo leaves doubts: if they are why, type the tiles"] if unsure else []
        if "false_win" in rules.awards:
            ways.append(f"a false win is recorded by: sikwu table award false_win {shlex.quote(winner)}")
        raise UnrecordedWinError(
            "; ".join((f"nothing is recorded: the hand doesn't win ({sheet.why})", *ways)), verdict
        )
    if reading is not None and reading.doubts and not as_read:
        raise UnrecordedWinError(
            "nothing is recorded: the photo leaves doubts, which are listed above; "
            "if the hand is right as read, add --yes, and otherwise type the tiles",
            replace(verdict, payments=Payments()),
        )


def _check_together(hand: Hand, event: Won, ledger: Ledger) -> None:
    """Refuse a hand that can't lie beside those that win on the same discard."""
    if any((win.discarder, win.winners) != (event.discarder, event.winners) for win in ledger.wins):
        return  # another discard, which the ledger refuses
    tiles = Counter((*hand.tiles, *hand.flowers))
    for other in ledger.wins:
        if "hand" not in other.notes:
            continue  # counted by the players
        beside = Hand.parse(other.notes["hand"])
        if hand.winning != beside.winning:
            raise WinError(
                f"{other.winner} won on {beside.winning}, so on this discard nobody wins on {hand.winning}"
            )
        tiles.update((*beside.tiles, *beside.flowers))
        if hand.winning is not None:
            tiles[hand.winning] -= 1  # one tile, which both count
    for tile, copies in sorted(tiles.items()):
        most = 1 if tile.is_flower else 4
        if copies > most:
            names = " and ".join(win.winner for win in ledger.wins)
            raise WinError(
                f"beside the hand of {names} {tile} would occur {copies} times, of {most} that there can be"
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
