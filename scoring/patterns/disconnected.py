"""Sixteen disconnected tiles (hktw 十六不搭), and what else they may be (tw16 不塔龍, 不塔3相連, 正宗)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.partitions import Form
from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("sixteen_disconnected", needs=facts.SPECIAL, won_matters=False)
def sixteen_disconnected(view: View) -> Iterator[Match]:
    """十六不搭; more with the same numbers in all suits, most with 147 258 369 (hktw 組合類)."""
    if view.form is not Form.DISCONNECTED:
        return
    numbers = set(_numbers(view))
    if numbers == {frozenset({1, 4, 7}), frozenset({2, 5, 8}), frozenset({3, 6, 9})}:
        tier = "dragon"
    elif len(numbers) == 1:
        tier = "same_numbers"
    else:
        tier = "ordinary"
    yield view.whole(tier=tier)


@pattern("disconnected_straight", needs=facts.SPECIAL, won_matters=False)
def disconnected_straight(view: View) -> Iterator[Match]:
    """不搭龍: the suited tiles are one to nine, each number in one suit (tw16 不塔龍)."""
    if view.form is Form.DISCONNECTED and len(set().union(*_numbers(view))) == 9:
        yield view.whole()


@pattern("disconnected_triple", needs=facts.SPECIAL, won_matters=False)
def disconnected_triple(view: View) -> Iterator[Match]:
    """不搭三相連: the same three numbers in every suit (tw16 不塔3相連)."""
    if view.form is Form.DISCONNECTED and len(set(_numbers(view))) == 1:
        yield view.whole()


@pattern("orthodox_sixteen_disconnected", needs=facts.SPECIAL, won_matters=False)
def orthodox_sixteen_disconnected(view: View) -> Iterator[Match]:
    """正宗十六不搭: one, five and nine in every suit (tw16 正宗16不塔)."""
    if view.form is Form.DISCONNECTED and set(_numbers(view)) == {frozenset({1, 5, 9})}:
        yield view.whole()


def _numbers(view: View) -> list[frozenset[int]]:
    """Give the numbers held of each suit."""
    return [frozenset(rank + 1 for rank in range(9) if view.counts[start + rank]) for start in (0, 9, 18)]
