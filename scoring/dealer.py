"""The dealer's fan: what the dealer adds to the transfers that he takes part in (莊家連n拉n)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.hand import Hand
from scoring.partitions import Form, Partition
from scoring.patterns import HandView, View
from scoring.sheet import ScoreLine
from scoring.tally import beside_each_other
from scoring.tile import FLOWERS
from scoring.win import Win, WinBy, Wind

if TYPE_CHECKING:
    from scoring.ruleset import Pattern, RuleSet

__all__ = ["dealer_fan", "dealer_lines", "has_flower_win"]

_FUNCTIONS: Final = frozenset({"dealer", "dealer_streak"})
_PREDICATES: Final = frozenset({"dealer", "dealer_streak", "all", "any", "none"})


def dealer_fan(rules: RuleSet, streak: int) -> int:
    """Give the fan that a dealer adds who has held the deal so often beyond his first hand.

    It is the sum of the rule set's own rows: 2n + 1 for a streak of n in hktw 莊家, hkfan 做莊 and tw16
    (莊 and 連N拉N together), 0 where a house has struck them.

    Raises:
        WinError: no streak is so long, or negative.

    >>> from scoring.ruleset import RuleSet
    >>> [dealer_fan(RuleSet.load("hkfan"), streak) for streak in range(4)]
    [1, 3, 5, 7]
    """
    win = Win(seat=Wind.EAST, dealer=Wind.EAST, dealer_streak=streak)
    return sum(line.value for line in dealer_lines(win, rules))


def dealer_lines(win: Win, rules: RuleSet) -> tuple[ScoreLine, ...]:
    """Give the rows that count on the dealer's transfers, in the order of the rule book.

    The tiles aren't known here: a house row for those transfers that asks for more than the dealer and his
    streak is left out. So is what a row drops that counts for all.
    """
    form = Form.FLOWERS if win.by in {WinBy.FLOWERS, WinBy.ROB_FLOWER} else Form.STANDARD
    view = _view(Hand(()), win, rules)
    found = []
    for asked in rules.asked:
        row = asked.row
        if row.on_dealer_transfers and form in row.forms and _is_of_dealer(row):
            for match in asked.find(view):
                value = asked.value_of(match)
                if value is not None:
                    match.asked, match.value = asked, value
                    found.append(match)
    rows = [(match.asked.row, match.value) for match in beside_each_other(found, rules)]
    return tuple(ScoreLine(row.id, row.zh, row.en, value, (), row.source) for row, value in rows)


def has_flower_win(win: Win, rules: RuleSet) -> bool:
    """Whether a rule set has a win by flowers, whatever the tiles; a win of another kind passes."""
    if win.by not in {WinBy.FLOWERS, WinBy.ROB_FLOWER}:
        return True
    view = _view(Hand((), flowers=FLOWERS), win, rules)
    rows = (asked for asked in rules.asked if Form.FLOWERS in asked.row.forms)
    return any(any(asked.find(view)) for asked in rows if not asked.row.on_dealer_transfers)


def _view(hand: Hand, win: Win, rules: RuleSet) -> View:
    """Give what a row is asked with where the tiles aren't known."""
    return View(Partition(Form.FLOWERS, ()), HandView(hand, win, rules.policies, (), rules.melds))


def _is_of_dealer(row: Pattern) -> bool:
    """Whether nothing but the dealer and his streak decides a row."""
    if row.where is None:
        return row.function in _FUNCTIONS
    return row.where.predicates <= _PREDICATES
