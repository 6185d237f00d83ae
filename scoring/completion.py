"""Completion: the kinds of tile that complete a waiting hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.partitions import HAND_FORMS, Form, completes, counts_of
from scoring.tile import KINDS, ORPHANS, Tile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from scoring.hand import Hand

__all__ = ["completing", "read_completing"]

_PARTS = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))


def completing(hand: Hand, forms: Collection[Form] = HAND_FORMS) -> tuple[Tile, ...]:
    """Give every kind of tile that completes the hand in one of the forms, in the order of `KINDS`.

    Kinds of which the player holds all four, melds included, are left out; tiles that lie dead on the table
    are not. The winning tile, if the hand has one, is set aside first. A hand that can't exist waits on
    nothing.

    >>> from scoring.hand import Hand
    >>> completing(Hand.parse("5666m 234p 678s [123s] [789p]"))
    (Tile('4m'), Tile('5m'), Tile('7m'))
    """
    waiting = replace(hand, winning=None, flowers=())
    return () if waiting.problems(waiting=True) else read_completing(waiting, forms)


def read_completing(hand: Hand, forms: Collection[Form]) -> tuple[Tile, ...]:
    """Give what `completing` gives, for a hand that is known to be possible."""
    counts = counts_of(hand.concealed)
    declared = counts_of(tile for meld in hand.melds for tile in meld.tiles)
    found = set(_standard(counts)) if Form.STANDARD in forms else set()
    for form in forms:
        if form is not Form.STANDARD and _near(counts, hand, form):
            for index in range(34):
                counts[index] += 1
                if completes(counts, hand.melds, (form,)):
                    found.add(index)
                counts[index] -= 1
    return tuple(KINDS[index] for index in sorted(found) if counts[index] + declared[index] < 4)


def _standard(counts: list[int]) -> Iterator[int]:
    """Give the tiles that complete groups and an eye.

    Suits and honours are looked at apart: the tile completes its own, the others must be complete already,
    with the eye in one of the four.
    """
    parts = [counts[part] for part in _PARTS]
    plain = [_is_groups(part, number) for number, part in enumerate(parts)]
    eyed = [_is_groups_and_eye(part, number) for number, part in enumerate(parts)]
    for number, part in enumerate(parts):
        others = [other for other in range(4) if other != number]
        all_plain = all(plain[other] for other in others)
        one_eyed = any(
            eyed[other] and all(plain[third] for third in others if third != other) for other in others
        )
        if not all_plain and not one_eyed:
            continue
        for rank in range(len(part)):
            part[rank] += 1
            if (all_plain and _is_groups_and_eye(part, number)) or (one_eyed and _is_groups(part, number)):
                yield 9 * number + rank
            part[rank] -= 1


def _is_groups(part: Sequence[int], number: int) -> bool:
    """Whether a suit, or the honours as part three, is all chows and pungs."""
    if sum(part) % 3:
        return False
    if number == 3:
        return all(copies in {0, 3} for copies in part)
    below = lower = 0  # chows begun one and two ranks below
    for copies in part:
        # Three chows from one rank on are three pungs, so that none or up to two chows begin at each.
        begun = copies - below - lower
        if begun < 0:
            return False
        below, lower = begun % 3, below
    return not below and not lower


def _is_groups_and_eye(part: Sequence[int], number: int) -> bool:
    """Whether a suit, or the honours as part three, is all chows and pungs but for one pair."""
    if sum(part) % 3 != 2:
        return False
    left = list(part)
    for rank, copies in enumerate(part):
        if copies >= 2:
            left[rank] -= 2
            if _is_groups(left, number):
                return True
            left[rank] += 2
    return False


def _near(counts: Sequence[int], hand: Hand, form: Form) -> bool:
    """Whether a special form may be one tile away, told by the number of different tiles."""
    if form is Form.ORPHANS:
        return len(hand.melds) < 2 and sum(counts[tile.index] > 0 for tile in ORPHANS) >= 12
    if hand.melds:
        return False
    if form is Form.SEVEN_PAIRS:
        return sum(copies % 2 for copies in counts) <= 2
    return sum(copies > 0 for copies in counts) >= 15
