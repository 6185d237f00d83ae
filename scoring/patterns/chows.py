"""Chows of the same or of related numbers (hktw 順子類, and the chow rows of 非常用)."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from scoring.partitions import GroupKind
from scoring.patterns import facts
from scoring.patterns.registry import ALL, Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.patterns.members import Run
    from scoring.patterns.view import View


@pattern("all_chows", chows=ALL, won_matters=False)
def all_chows(view: View) -> Iterator[Match]:
    """平糊: every group a chow, and any eye (hktw 順子類)."""
    if view.standard:
        yield view.whole()


@pattern("big_all_chows", chows=ALL, needs=facts.NO_HONOURS | facts.NO_FLOWERS, won_matters=False)
def big_all_chows(view: View) -> Iterator[Match]:
    """無字花大平糊: every group a chow, without an honour or a flower (hktw 順子類)."""
    if view.standard and not view.has_honours and not view.hand.flowers:
        yield view.whole()


@pattern("old_young_chows", needs=facts.OLD_YOUNG_CHOWS, won_matters=False)
def old_young_chows(view: View) -> Iterator[Match]:
    """老少順: 123 and 789 of one suit (hktw 順子類)."""
    for one, other in combinations(view.chows, 2):
        if one.suit == other.suit and {one.rank, other.rank} == {1, 7}:
            yield view.at(one, other)


@pattern("mixed_double_chow", needs=facts.SAME_STARTS, won_matters=False)
def mixed_double_chow(view: View) -> Iterator[Match]:
    """喜相逢: chows of the same numbers in two suits (hktw 順子類)."""
    for one, other in combinations(view.chows, 2):
        if one.suit != other.suit and one.rank == other.rank:
            yield view.at(one, other)


@pattern("mixed_triple_chow", needs=facts.SAME_STARTS_IN_ALL, won_matters=False)
def mixed_triple_chow(view: View) -> Iterator[Match]:
    """三色同順: chows of the same numbers in all three suits (hktw 順子類)."""
    for chows in combinations(view.chows, 3):
        if _three_suits(chows) and chows[0].rank == chows[1].rank == chows[2].rank:
            yield view.at(*chows)


@pattern("mixed_step_three", needs=facts.THREE_SUITS_OF_CHOWS, won_matters=False)
def mixed_step_three(view: View) -> Iterator[Match]:
    """三色三步高: a chow of each suit, each a step above the one before (hktw 順子類)."""
    steps = _steps(view, "mixed_step_steps")
    for chows in combinations(view.chows, 3):
        if _three_suits(chows) and _step(chows) in steps:
            yield view.at(*chows)


@pattern("pure_step_three", needs=facts.STEPS[3], won_matters=False)
def pure_step_three(view: View) -> Iterator[Match]:
    """一色三步高: three chows of one suit, each a step above the one before (hktw 順子類)."""
    yield from _pure_steps(view, 3, _steps(view, "pure_step_three_steps"))


@pattern("pure_step_four", needs=facts.STEPS[4], won_matters=False)
def pure_step_four(view: View) -> Iterator[Match]:
    """一色四步高: four chows of one suit, each a step above the one before (hktw 順子類)."""
    yield from _pure_steps(view, 4, _steps(view, "pure_step_four_steps"))


@pattern("pure_step_five", needs=facts.STEPS[5], won_matters=False)
def pure_step_five(view: View) -> Iterator[Match]:
    """一色五步高: five chows of one suit, one above each other (hktw 順子類)."""
    yield from _pure_steps(view, 5, (1,))


@pattern("mixed_straight", needs=facts.THREE_SUITS_OF_CHOWS, won_matters=False)
def mixed_straight(view: View) -> Iterator[Match]:
    """雜龍: 123, 456 and 789, one in each suit (hktw 順子類)."""
    for chows in combinations(view.chows, 3):
        if _three_suits(chows) and {chow.rank for chow in chows} == {1, 4, 7}:
            yield view.at(*chows)


@pattern("pure_straight", needs=facts.SUIT_OF_CHOWS[3] | facts.OLD_YOUNG_CHOWS, won_matters=False)
def pure_straight(view: View) -> Iterator[Match]:
    """清龍: 123, 456 and 789 of one suit (hktw 順子類)."""
    for chows in combinations(view.chows, 3):
        if _one_suit(chows) and {chow.rank for chow in chows} == {1, 4, 7}:
            yield view.at(*chows)


@pattern("short_straight", needs=facts.SUIT_OF_CHOWS[2], won_matters=False)
def short_straight(view: View) -> Iterator[Match]:
    """連六: two chows of one suit with six numbers in a row (hktw 非常用)."""
    for one, other in combinations(view.chows, 2):
        if one.suit == other.suit and abs(one.rank - other.rank) == 3:
            yield view.at(one, other)


@pattern("pure_chain_three", needs=facts.STEPS[3], won_matters=False)
def pure_chain_three(view: View) -> Iterator[Match]:
    """一色連環套: three chows of one suit, each two above the one before (hktw 非常用)."""
    yield from _pure_steps(view, 3, (2,))


@pattern("all_linked", chows=ALL, won_matters=False)
def all_linked(view: View) -> Iterator[Match]:
    """全相連刻: every group a chow, none alone with its numbers (hktw 非常用)."""
    ranks = [chow.rank for chow in view.chows]
    if view.standard and all(ranks.count(rank) > 1 for rank in ranks):
        yield view.whole()


@pattern("four_same_number_chows", chows=4, won_matters=False)
def four_same_number_chows(view: View) -> Iterator[Match]:
    """四同順: four chows of the same numbers in whatever suits (hkfan 7)."""
    yield from _same_numbers(view, 4)


@pattern("five_same_number_chows", chows=5, won_matters=False)
def five_same_number_chows(view: View) -> Iterator[Match]:
    """五同順: five chows of the same numbers in whatever suits (hkfan 7)."""
    yield from _same_numbers(view, 5)


def _same_numbers(view: View, size: int) -> Iterator[Match]:
    for chows in combinations(view.chows, size):
        if len({chow.rank for chow in chows}) == 1:
            yield view.at(*chows)


def _steps(view: View, policy: str) -> tuple[int, ...]:
    """Read a policy that lists step widths."""
    value = view.policies[policy]
    return tuple(step for step in value if isinstance(step, int)) if isinstance(value, tuple) else ()


def _three_suits(chows: Sequence[Run]) -> bool:
    return len({chow.suit for chow in chows}) == 3


def _one_suit(chows: Sequence[Run]) -> bool:
    return len({chow.suit for chow in chows}) == 1


def _step(chows: Sequence[Run]) -> int:
    """Give the width of the equal steps between chows; 0 when they are unequal."""
    ranks = sorted(chow.rank for chow in chows)
    widths = {after - one for one, after in pairwise(ranks)}
    return widths.pop() if len(widths) == 1 else 0


def _pure_steps(view: View, size: int, steps: Sequence[int]) -> Iterator[Match]:
    for chows in combinations(view.chows, size):  # in the order of their tiles
        width = chows[1].rank - chows[0].rank
        if (
            width in steps
            and _one_suit(chows)
            and all(after.rank - one.rank == width for one, after in pairwise(chows))
        ):
            yield view.at(*chows)


@pattern("all_chows_open_wait", chows=ALL, needs=facts.CLAIMED | facts.MANY_WAITS)
def all_chows_open_wait(view: View) -> Iterator[Match]:
    """平胡: all chows, no honour and no flower, off another player, a wait of several kinds (tw16 平胡).

    The winning tile may not be read as the eye: 釣將 is a single wait even where other kinds would win.
    """
    eye_won = view.won is None or view.won.kind is GroupKind.PAIR
    clean = not view.has_honours and not view.hand.flowers
    if clean and not view.drawn and not eye_won and len(view.waits) > 1:
        yield view.whole()
