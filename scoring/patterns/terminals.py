"""Terminals and numbers (hktw 幺牌數字類, and the number rows of 非常用)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.partitions import Form, Group, GroupKind
from scoring.patterns import facts
from scoring.patterns.registry import ALL, Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("all_simples", needs=facts.NO_HONOURS, partition_matters=False)
def all_simples(view: View) -> Iterator[Match]:
    """斷幺九: neither a terminal nor an honour (hktw 幺牌數字類)."""
    if not view.has_honours and not any(view.counts[0:27:9]) and not any(view.counts[8:27:9]):
        yield view.whole()


@pattern("mixed_outside", needs=facts.HONOURS | facts.OUTSIDE, won_matters=False)
def mixed_outside(view: View) -> Iterator[Match]:
    """混全帶幺九: a terminal or an honour in every group and the eye, both present (hktw 幺牌數字類)."""
    if view.has_honours and view.suits and _outside(view):
        yield view.whole()


@pattern("pure_outside", needs=facts.OUTSIDE, won_matters=False)
def pure_outside(view: View) -> Iterator[Match]:
    """純全帶幺九: a terminal in every group and the eye (hktw 幺牌數字類).

    Where ``outside_hand_honours`` says so some of them may be of honours (tw16 全帶么九).
    """
    allowed = not view.has_honours or (view.suits and view.policies["outside_hand_honours"])
    if allowed and _outside(view):
        yield view.whole()


@pattern("mixed_terminals", pungs=ALL, needs=facts.HONOURS | facts.OUTSIDE, won_matters=False)
def mixed_terminals(view: View) -> Iterator[Match]:
    """花幺九: pungs of terminals and of honours only (hktw 幺牌數字類)."""
    if view.has_honours and view.suits and _outside(view):
        yield view.whole()


@pattern("pure_terminals", pungs=ALL, needs=facts.NO_HONOURS | facts.OUTSIDE, won_matters=False)
def pure_terminals(view: View) -> Iterator[Match]:
    """清幺九: pungs of terminals only (hktw 幺牌數字類)."""
    if not view.has_honours and _outside(view):
        yield view.whole()


@pattern("mixed_all_with_x", needs=facts.HONOURS | facts.SHARED_NUMBER, won_matters=False)
def mixed_all_with_x(view: View) -> Iterator[Match]:
    """混全帶X: every group and the eye is of honours or has the number X (hktw 幺牌數字類).

    Several numbers may be in all of them; the row is worth more then.
    """
    if view.standard and view.has_honours and view.suits:
        numbers = _shared_numbers(view)
        if numbers:
            yield view.whole(n=len(numbers), tag="terminal" if {1, 9} & numbers else "")


@pattern("pure_all_with_x", needs=facts.NO_HONOURS | facts.SHARED_NUMBER, won_matters=False)
def pure_all_with_x(view: View) -> Iterator[Match]:
    """純全帶X: every group and the eye has the number X (hktw 幺牌數字類)."""
    if view.standard and not view.has_honours:
        numbers = _shared_numbers(view)
        if numbers:
            yield view.whole(tag="terminal" if {1, 9} & numbers else "")


@pattern("no_fives", needs=facts.NO_HONOURS, partition_matters=False)
def no_fives(view: View) -> Iterator[Match]:
    """缺五: no honour and no five (hktw 非常用)."""
    if not view.has_honours and not any(view.counts[4:27:9]):
        yield view.whole()


@pattern("all_above_five", needs=facts.NO_HONOURS, partition_matters=False)
def all_above_five(view: View) -> Iterator[Match]:
    """大於五: sixes to nines only (hktw 非常用)."""
    if not view.has_honours and all(tile.rank > 5 for tile in view.tiles):
        yield view.whole()


@pattern("all_below_five", needs=facts.NO_HONOURS, partition_matters=False)
def all_below_five(view: View) -> Iterator[Match]:
    """小於五: ones to fours only (hktw 非常用)."""
    if not view.has_honours and all(tile.rank < 5 for tile in view.tiles):
        yield view.whole()


@pattern("four_numbers", won_matters=False)
def four_numbers(view: View) -> Iterator[Match]:
    """四數: exactly four numbers, all winds being one and all dragons one (hktw 非常用)."""
    yield from _numbers(view, 4)


@pattern("three_numbers", won_matters=False)
def three_numbers(view: View) -> Iterator[Match]:
    """三數: exactly three numbers, all winds being one and all dragons one (hktw 非常用)."""
    yield from _numbers(view, 3)


@pattern("two_numbers", won_matters=False)
def two_numbers(view: View) -> Iterator[Match]:
    """兩數: exactly two numbers, all winds being one and all dragons one (hktw 非常用)."""
    yield from _numbers(view, 2)


def _outside(view: View) -> bool:
    """Whether every group of a standard hand, the eye too, has a terminal or is of honours."""
    return view.standard and all(
        any(tile.is_terminal or tile.is_honour for tile in group.tiles) for group in view.partition.groups
    )


def _shared_numbers(view: View) -> set[int]:
    """Numbers that every group of suited tiles has."""
    shared = set(range(1, 10))
    for group in view.partition.groups:
        if group.first.is_suited:
            shared &= _numbers_of(group)
    return shared


def _numbers_of(group: Group) -> set[int]:
    low = group.first.rank
    return {low, low + 1, low + 2} if group.kind is GroupKind.CHOW else {low}


def _numbers(view: View, wanted: int) -> Iterator[Match]:
    if view.form not in {Form.STANDARD, Form.SEVEN_PAIRS}:
        return
    ranks = sum(any(view.counts[rank:27:9]) for rank in range(9))
    if ranks + view.has_winds + view.has_dragons == wanted:
        yield view.whole()


@pattern("only_terminals_and_honours", partition_matters=False)
def only_terminals_and_honours(view: View) -> Iterator[Match]:
    """混么: terminals and honours only, or honours alone (hkfan 9)."""
    if view.has_honours and all(tile.is_terminal or tile.is_honour for tile in view.tiles):
        yield view.whole()


@pattern("only_terminals", partition_matters=False)
def only_terminals(view: View) -> Iterator[Match]:
    """清么: terminals only (hkfan 9)."""
    if all(tile.is_terminal for tile in view.tiles):
        yield view.whole()
