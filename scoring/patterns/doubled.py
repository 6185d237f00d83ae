"""Two pairs of related groups, apart from each other (tw16 雙2連刻, 雙2色同刻, 雙兩相連)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scoring.patterns.members import Run, Stack
    from scoring.patterns.view import View


@pattern("two_mixed_double_chows", chows=4, needs=facts.SAME_STARTS, won_matters=False)
def two_mixed_double_chows(view: View) -> Iterator[Match]:
    """雙兩相連: twice two chows of the same numbers in two suits (tw16 雙兩相連)."""
    yield from _twice(view, view.chows, _same_number)


@pattern("two_double_pungs", pungs=4, needs=facts.SAME_NUMBER_PUNGS, won_matters=False)
def two_double_pungs(view: View) -> Iterator[Match]:
    """雙二色同刻: twice two pungs of the same number in two suits (tw16 雙2色同刻)."""
    yield from _twice(view, _suited(view), _same_number)


@pattern("two_two_run_pungs", pungs=4, needs=facts.ROW[2], won_matters=False)
def two_two_run_pungs(view: View) -> Iterator[Match]:
    """雙二連刻: twice two pungs of one suit with consecutive numbers (tw16 雙2連刻)."""
    yield from _twice(view, _suited(view), _consecutive)


def _suited(view: View) -> list[Stack]:
    return [pung for pung in view.pungs if pung.suit < 3]


def _same_number(one: Run | Stack, other: Run | Stack) -> bool:
    return one.suit != other.suit and one.rank == other.rank


def _consecutive(one: Run | Stack, other: Run | Stack) -> bool:
    return one.suit == other.suit and abs(one.rank - other.rank) == 1


def _twice(
    view: View, groups: Sequence[Run | Stack], related: Callable[[Run | Stack, Run | Stack], bool]
) -> Iterator[Match]:
    """Match every four groups that fall into two related pairs, in whatever way, once."""
    for four in combinations(groups, 4):
        first, *others = four
        for partner in others:
            third, fourth = (group for group in others if group is not partner)
            if related(first, partner) and related(third, fourth):
                yield view.at(*four)
                break
