"""What sixteen disconnected tiles may be besides (tw16 不塔龍, 不塔3相連, 正宗16不塔)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.partitions import Form
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("disconnected_straight")
def disconnected_straight(view: View) -> Iterator[Match]:
    """不搭龍: the suited tiles are one to nine, each number in one suit (tw16 不塔龍)."""
    if view.form is Form.DISCONNECTED and len(set().union(*_numbers(view))) == 9:
        yield view.whole()


@pattern("disconnected_triple")
def disconnected_triple(view: View) -> Iterator[Match]:
    """不搭三相連: the same three numbers in every suit (tw16 不塔3相連)."""
    if view.form is Form.DISCONNECTED and len(set(_numbers(view))) == 1:
        yield view.whole()


@pattern("orthodox_sixteen_disconnected")
def orthodox_sixteen_disconnected(view: View) -> Iterator[Match]:
    """正宗十六不搭: one, five and nine in every suit (tw16 正宗16不塔)."""
    if view.form is Form.DISCONNECTED and set(_numbers(view)) == {frozenset({1, 5, 9})}:
        yield view.whole()


def _numbers(view: View) -> list[frozenset[int]]:
    """Give the numbers held of each suit."""
    return [frozenset(rank + 1 for rank in range(9) if view.counts[start + rank]) for start in (0, 9, 18)]
