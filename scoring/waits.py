"""Waits: the kinds of tile that complete a hand of sixteen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.partitions import HAND_FORMS, Form, completes, counts_of
from scoring.tile import KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Collection

    from scoring.hand import Hand

__all__ = ["waits"]


def waits(hand: Hand, forms: Collection[Form] = HAND_FORMS) -> tuple[Tile, ...]:
    """Give every kind of tile that completes the hand in one of the forms, in the order of `KINDS`.

    Kinds of which the player holds all four, melds included, are left out; tiles that lie dead on the table
    are not. The winning tile, if the hand has one, is set aside first. A hand that can't exist waits on
    nothing.

    >>> from scoring.hand import Hand
    >>> waits(Hand.parse("5666m 234p 678s [123s] [789p]"))
    (Tile('4m'), Tile('5m'), Tile('7m'))
    """
    if replace(hand, winning=None, flowers=()).problems(waiting=True):
        return ()
    counts = counts_of(hand.concealed)
    declared = counts_of(tile for meld in hand.melds for tile in meld.tiles)
    standard = Form.STANDARD in forms
    special = [form for form in forms if form is not Form.STANDARD]
    found = []
    for index in range(34):
        if counts[index] + declared[index] >= 4:
            continue
        counts[index] += 1
        if (standard and _touches(counts, index) and completes(counts, hand.melds, (Form.STANDARD,))) or (
            special and len(hand.melds) < 2 and completes(counts, hand.melds, special)
        ):
            found.append(KINDS[index])
        counts[index] -= 1
    return tuple(found)


def _touches(counts: list[int], index: int) -> bool:
    """Whether the tile just added has company: another copy, or a neighbour within two ranks of its suit."""
    if counts[index] > 1:
        return True
    if index >= 27:
        return False
    rank = index % 9
    low = max(0, rank - 2)
    high = min(8, rank + 2)
    return sum(counts[index - rank + low : index - rank + high + 1]) > 1
