"""Completion: the kinds of tile that complete a waiting hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.hand import MELDS
from scoring.partitions import HAND_FORMS, RUN, Form, completes, counts_of, pack
from scoring.tile import KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from scoring.hand import Hand

__all__ = ["completing", "read_completing"]

_HONOURS: Final = 3
"""Number of the part that the honours are, behind the three suits."""


def completing(hand: Hand, forms: Collection[Form] = HAND_FORMS, *, melds: int = MELDS) -> tuple[Tile, ...]:
    """Give every kind of tile that completes the hand in one of the forms, in the order of `KINDS`.

    Kinds of which the player holds all four, melds included, are left out; tiles that lie dead on the table
    are not. The winning tile, if the hand has one, is set aside first. A hand that can't exist waits on
    nothing.

    Args:
        hand: the hand.
        forms: the shapes that count.
        melds: how many groups beside the eye the rule set wants.

    >>> from scoring.hand import Hand
    >>> completing(Hand.parse("5666m 234p 678s [123s] [789p]"))
    (Tile('4m'), Tile('5m'), Tile('7m'))
    """
    waiting = replace(hand, winning=None, flowers=())
    return () if waiting.problems(waiting=True, melds=melds) else read_completing(waiting, forms)


def read_completing(hand: Hand, forms: Collection[Form]) -> tuple[Tile, ...]:
    """Give what `completing` gives, for a hand that is known to be possible."""
    counts = counts_of(hand.concealed)
    found = set(_standard(counts)) if Form.STANDARD in forms else set()
    for form in forms:
        if form is not Form.STANDARD and _near(counts, hand, form):
            for index in range(34):
                counts[index] += 1
                if completes(counts, hand.melds, (form,)):
                    found.add(index)
                counts[index] -= 1
    held = counts
    if hand.melds:
        held = counts_of((*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))
    return tuple([KINDS[index] for index in sorted(found) if held[index] < 4])


def _standard(counts: Sequence[int]) -> Iterator[int]:
    """Give the tiles that complete groups and an eye.

    Suits and honours are looked at apart. The tile goes where one tile is left over beside groups of three
    and makes the eye there, or where two are, and then the eye is in the other part with two left over.
    """
    sizes = [sum(counts[start : start + 9]) % 3 for start in (0, 9, 18, 27)]
    if sizes.count(0) < 2:
        return
    parts = [pack(counts, 0), pack(counts, 9), pack(counts, 18), pack([*counts[27:], 0, 0], 0)]
    left_over = [number for number in range(4) if sizes[number]]
    if not all(_is_groups(parts[number], number) for number in range(4) if not sizes[number]):
        return
    if len(left_over) == 1:
        (number,) = left_over
        for rank in _beside(parts[number], number):
            if _is_groups_and_eye(parts[number] + (1 << 3 * rank), number):
                yield 9 * number + rank
        return
    for number, other in (left_over, left_over[::-1]):
        if _is_groups_and_eye(parts[other], other):
            for rank in _beside(parts[number], number):
                if _is_groups(parts[number] + (1 << 3 * rank), number):
                    yield 9 * number + rank


def _beside(part: int, number: int) -> list[int]:
    """Give the ranks that are in a part, or near enough for a chow."""
    near = part
    if number != _HONOURS:
        near |= part << 3 | part << 6 | part >> 3 | part >> 6
    return [rank for rank in range(9) if near >> 3 * rank & 7]


def _is_groups(left: int, number: int) -> bool:
    """Whether a packed part is all chows and pungs."""
    chows = number != _HONOURS
    while left:
        # Three chows from one rank on are three pungs, so that none or up to two chows begin at each.
        copies = (left & 7) % 3
        left >>= 3
        if copies:
            if not chows or left & 7 < copies or left >> 3 & 7 < copies:
                return False
            left -= copies * RUN
    return True


def _is_groups_and_eye(part: int, number: int) -> bool:
    """Whether a packed part is all chows and pungs but for one pair."""
    if number == _HONOURS:
        return any(
            part >> shift & 6 == 2 and _is_groups(part - (2 << shift), number) for shift in range(0, 21, 3)
        )
    # Ranks of chows and pungs add up to a multiple of three, so that the eye's rank is known modulo three.
    thirds = [0, 0, 0]
    left = part
    rank = 0
    while left:
        thirds[rank] += left & 7
        left >>= 3
        rank = (rank + 1) % 3
    first = 2 * (thirds[1] + 2 * thirds[2]) % 3
    return any(
        part >> shift & 7 > 1 and _is_groups(part - (2 << shift), number)
        for shift in (3 * first, 3 * first + 9, 3 * first + 18)
    )


def _near(counts: Sequence[int], hand: Hand, form: Form) -> bool:
    """Whether a special form may be one tile away, told by how many kinds there are once, twice and so on."""
    if form is Form.ORPHANS:
        return len(hand.melds) < 2 and counts.count(0) <= 22
    if hand.melds:
        return False
    if form is Form.DISCONNECTED:
        return counts.count(0) <= 19
    return counts.count(1) + counts.count(3) <= 2
