"""Shortfall: how far a complete hand is from winning, and what would complete it."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from scoring.completion import completing
from scoring.hand import MELDS, Hand
from scoring.partitions import Form, counts_of
from scoring.sheet import Swap
from scoring.tile import ORPHANS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["away", "swaps"]

_ORPHAN_INDICES: Final = tuple(tile.index for tile in ORPHANS)
_APART: Final = tuple(
    ranks for ranks in combinations(range(9), 3) if ranks[1] - ranks[0] > 2 and ranks[2] - ranks[1] > 2
)
_FAR: Final = -99


def away(hand: Hand, forms: Collection[Form], melds: int = MELDS) -> int:
    """Count the tiles that would have to be others for the hand to win; 0 when it does.

    Args:
        hand: a hand with its winning tile, or as many tiles.
        forms: the shapes that count.
        melds: how many groups beside the eye the rule set wants.

    >>> away(Hand.parse("123m 456p 78s EE 99s [CCC] [PPP] +1m"), [Form.STANDARD])
    2
    """
    standing = hand.concealed if hand.winning is None else (*hand.concealed, hand.winning)
    counts = counts_of(standing)
    kept = _kept_standard(counts, hand, melds) if Form.STANDARD in forms else 0
    if not hand.melds:
        if Form.SEVEN_PAIRS in forms:
            kept = max(kept, _kept_pairs_and_pung(counts))
        if Form.PAIRS in forms:
            kept = max(kept, _kept_pairs(counts))
        if Form.DISCONNECTED in forms:
            kept = max(kept, _kept_disconnected(counts))
        if Form.ORPHANS in forms:
            kept = max(kept, _kept_orphans(counts, extra=len(standing) > 14))
    return len(standing) - kept


def swaps(hand: Hand, forms: Collection[Form], melds: int = MELDS) -> tuple[Swap, ...]:
    """Give every exchange of one standing tile that completes the hand.

    Args:
        hand: a hand with its winning tile, or as many tiles.
        forms: the shapes that count.
        melds: how many groups beside the eye the rule set wants.

    >>> [str(swap.spare) for swap in swaps(Hand.parse("123m 456p 78s EEE 99p [CCC] +1m"), [Form.STANDARD])]
    ['1m']
    """
    standing = hand.concealed if hand.winning is None else (*hand.concealed, hand.winning)
    found = []
    for spare in sorted(set(standing)):
        rest = list(standing)
        rest.remove(spare)
        waiting = completing(Hand(tuple(rest), hand.melds), forms, melds=melds)
        needed = tuple(tile for tile in waiting if tile != spare)
        if needed:
            found.append(Swap(spare, needed))
    return tuple(found)


def _kept_standard(counts: Sequence[int], hand: Hand, melds: int) -> int:
    """Most standing tiles that some hand of so many groups and an eye uses."""
    wanted = melds - len(hand.melds)
    declared = counts_of(tile for meld in hand.melds for tile in meld.tiles)
    best = {(0, False): 0}
    parts = [
        _kept_suit(counts[start : start + 9], declared[start : start + 9], wanted) for start in (0, 9, 18)
    ]
    parts.extend(_kept_honour(counts[index], declared[index]) for index in range(27, 34))
    for part in parts:
        merged: dict[tuple[int, bool], int] = {}
        for (groups, eye), kept in best.items():
            for (more, pair), extra in part.items():
                key = (groups + more, eye or pair)
                if key[0] <= wanted and not (eye and pair):
                    merged[key] = max(merged.get(key, _FAR), kept + extra)
        best = merged
    return best.get((wanted, True), 0)


def _kept_honour(held: int, declared: int) -> dict[tuple[int, bool], int]:
    found = {(0, False): 0}
    if declared <= 1:
        found[1, False] = min(held, 3)
    if declared <= 2:
        found[0, True] = min(held, 2)
    return found


def _kept_suit(held: Sequence[int], declared: Sequence[int], wanted: int) -> dict[tuple[int, bool], int]:
    """Most tiles of a suit used, by the number of groups made of it and whether it has the eye."""
    # State: chows begun one and two ranks below, groups so far, eye.
    states: dict[tuple[int, int, int, bool], int] = {(0, 0, 0, False): 0}
    for rank in range(9):
        after: dict[tuple[int, int, int, bool], int] = {}
        for (below, lower, groups, eye), kept in states.items():
            for starts, pung, pair in product(range(5) if rank < 7 else (0,), (0, 1), (0, 1)):
                used = below + lower + starts + 3 * pung + 2 * pair
                total = groups + starts + pung
                if used > 4 - declared[rank] or total > wanted or (pair and eye):
                    continue
                key = (starts, below, total, eye or bool(pair))
                after[key] = max(after.get(key, _FAR), kept + min(used, held[rank]))
        states = after
    found: dict[tuple[int, bool], int] = {}
    for (below, lower, groups, eye), kept in states.items():
        if not below and not lower:
            found[groups, eye] = max(found.get((groups, eye), _FAR), kept)
    return found


def _kept_pairs(counts: Sequence[int]) -> int:
    """Most tiles that seven pairs use."""
    pairs = [part for held in counts for part in (min(held, 2), min(max(held - 2, 0), 2))]
    return sum(sorted(pairs, reverse=True)[:7])


def _kept_pairs_and_pung(counts: Sequence[int]) -> int:
    """Most tiles that seven pairs and a pung use."""
    others = ([*counts[:pung], 0, *counts[pung + 1 :]] for pung in range(34))
    return max(min(counts[pung], 3) + _kept_pairs(rest) for pung, rest in enumerate(others))


def _kept_disconnected(counts: Sequence[int]) -> int:
    best = 0
    honours = sum(min(count, 1) for count in counts[27:])
    for choice in product(_APART, repeat=3):
        held = [counts[9 * suit + rank] for suit, ranks in enumerate(choice) for rank in ranks]
        doubled = max((*held, *counts[27:])) > 1
        best = max(best, honours + sum(min(count, 1) for count in held) + doubled)
    return best


def _kept_orphans(counts: Sequence[int], *, extra: bool) -> int:
    """Most tiles that the thirteen orphans use, one of them doubled, with an extra group or without."""
    left = list(counts)
    for index in _ORPHAN_INDICES:
        left[index] = max(0, left[index] - 1)
    present = sum(min(counts[index], 1) for index in _ORPHAN_INDICES)
    sets: list[dict[int, int]] = [{}]
    if extra:
        sets = [{index: 3} for index in range(34)]
        sets.extend({index: 1, index + 1: 1, index + 2: 1} for index in range(27) if index % 9 < 7)
    best = 0
    for group in sets:
        used = sum(min(left[index], copies) for index, copies in group.items())
        doubled = any(left[index] > min(left[index], group.get(index, 0)) for index in _ORPHAN_INDICES)
        best = max(best, present + used + doubled)
    return best
