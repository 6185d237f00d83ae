"""Cuts the rows of a hand into the parts that play one role each."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tile import Suit
from vision.group import MeldShape
from vision.layout.roles import Part
from vision.layout.rows import segments
from vision.layout.splits import meld_shape, splits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.tile import Tile
    from vision.layout.presented import Presented
    from vision.layout.rows import Row
    from vision.layout.spots import Spot

__all__ = ["parts_of"]

_RAISED: Final = 0.34
"""How far a tile lies out of its row that was pushed out on purpose; a quarter of a tile is mere haste."""
_LONG: Final = 10
_LEVEL: Final = 0.12
_RAISED_WEIGHT: Final = 1.5
_ASKEW: Final = 0.2


def parts_of(rows: Sequence[Row], hand: Presented, chances: Mapping[int, float]) -> list[Part]:
    """Cut rows into parts, flowers left out, in the order of the rows and of reading.

    A row is cut at its clear gaps, beside flowers, around face-down tiles, around melds that a sideways tile
    marks and
    around a single tile that is shifted out of line.

    Args:
        rows: of the hand, the farthest first.
        hand: which tiles they are of.
        chances: sighting to the probability that a tile lies there and is what it was read as.
    """
    real = _real(rows)
    parts: list[Part] = []
    for row in rows:
        pieces = _pieces(row)
        if not pieces:
            continue
        # A back that is no part of a kong is the wall's, and leaves room beside it all the same.
        loose = {start for start, end in pieces if end == start + 1 and row.spots[start].tile is None}
        number = _row_number(row, real)
        beyond = 0.0 if row in real or not real else min(abs(row.y - other.y) for other in real)
        # A tile that overhangs the end of the rows lies as far away as it is from their nearest tile.
        if beyond:
            beyond = min(
                math.hypot(max(abs(one.x - other.x) - 1, 0), one.y - other.y)
                for one in row.spots
                for each in real
                for other in each.spots
            )
        for start, end in pieces:
            spots = row.spots[start:end]
            parts.append(
                Part(
                    spots=spots,
                    row=number,
                    last_row=max(len(real) - 1, 0),
                    before=row.gaps[start - 1] if start and start - 1 not in loose else math.inf,
                    after=row.gaps[end - 1] if end < len(row.spots) and end not in loose else math.inf,
                    touched=(_touched(row, start), _touched(row, end)),
                    flowers=any(_flower(spot) for spot in row.spots),
                    parts_in_row=len(pieces),
                    main=any(spot.index in hand.seed for spot in spots),
                    raised=max(beyond, _shift(row, start) * _RAISED_WEIGHT if end - start == 1 else 0.0),
                    lean=float(np.mean([spot.lean for spot in spots])) + _upside_down(spots),
                    chance=min(chances[spot.index] for spot in spots),
                    beyond=all(row.y < other.y for other in real),
                )
            )
    return parts


def _touched(row: Row, edge: int) -> float:
    """Give the free space at an edge between two places, if neither side is a flower or lies face down."""
    if not 0 < edge < len(row.spots):
        return math.inf
    beside = row.spots[edge - 1], row.spots[edge]
    apart = any(spot.tile is None or _flower(spot) for spot in beside)
    return math.inf if apart else row.gaps[edge - 1]


def _upside_down(spots: Sequence[Spot]) -> float:
    """A single tile upside down is a little less likely of the hand, as if it lay askew."""
    return _ASKEW if len(spots) == 1 and spots[0].turn == 2 else 0.0


def _real(rows: Sequence[Row]) -> list[Row]:
    """Give the rows that count as such: a single tile is the winning one rather than a row.

    Where all other tiles are melds, the single tiles before them are the eye, and their row is the concealed
    one.
    """
    real = [row for row in rows if sum(_counts(spot) for spot in row.spots) > 1]
    if len(real) == 1 and all(_melds_only(real[0].spots[start:end]) for start, end in _pieces(real[0])):
        singles = [row for row in rows if len(row.spots) == 1 and row.y > real[0].y + 1]
        if 0 < len(singles) <= 2 and all(_counts(row.spots[0]) for row in singles):
            return [*real, singles[0]]
    return real


def _melds_only(spots: Sequence[Spot]) -> bool:
    return bool(splits([spot.tile for spot in spots]))


def _counts(spot: Spot) -> bool:
    return spot.tile is not None and not spot.tile.is_flower


def _flower(spot: Spot) -> bool:
    return spot.tile is not None and spot.tile.is_flower


def _row_number(row: Row, real: Sequence[Row]) -> int:
    """Give a row's number among those with more than a single tile; for a single tile, the nearest's."""
    if not real:
        return 0
    return min(range(len(real)), key=lambda place: (abs(real[place].y - row.y), place))


def _pieces(row: Row) -> list[tuple[int, int]]:
    cuts = {edge for segment in segments(row) for edge in segment}
    for place, spot in enumerate(row.spots):
        if _flower(spot) or (_shift(row, place) >= _RAISED and not _on_top(row.spots, place)):
            cuts |= {place, place + 1}
    pieces: list[tuple[int, int]] = []
    for start, end in pairwise(sorted(cuts)):
        if _flower(row.spots[start]):
            continue
        for first, last in _around_backs(row.spots, start, end):
            for left, right in _around_sideways(row.spots, first, last):
                pieces.extend(_unsorted(row.spots, left, right))
    return pieces


def _on_top(spots: Sequence[Spot], place: int) -> bool:
    """Tell whether both neighbours show the same kind: the fourth of a kong may lie on the third."""
    beside = spots[max(place - 1, 0) : place + 2]
    return len(beside) == 3 and spots[place].tile is not None and len({spot.tile for spot in beside}) == 1


def _shift(row: Row, place: int) -> float:
    """Tell how far one tile is shifted out of its row; 0 where its neighbours don't lie level."""
    spots = row.spots
    near = [spots[each] for each in range(max(place - 3, 0), min(place + 4, len(spots))) if each != place]
    near = [spot for spot in near if not spot.sideways and spot.tile is not None]
    one = spots[place]
    if len(near) < 3 or one.sideways or one.tile is None:
        return 0.0
    shift, rest = _off_line(one, near)
    if rest > max(_LEVEL, shift / 3) and len(near) > 3:
        # One of the neighbours may be the tile that was pushed out.
        ways = [_off_line(one, near[:each] + near[each + 1 :]) for each in range(len(near))]
        shift, rest = min(ways, key=lambda way: way[1])
    elif len(near) == 3:
        shift = min(shift, *(_off_line(one, near[:each] + near[each + 1 :])[0] for each in range(3)))
    return shift if rest <= max(_LEVEL, shift / 3) else 0.0


def _off_line(one: Spot, near: Sequence[Spot]) -> tuple[float, float]:
    """Tell how far a tile lies off the line through others, and how far off it those lie at most."""
    middle_x, middle_y = (
        math.fsum(values) / len(near) for values in zip(*((s.x, s.y) for s in near), strict=True)
    )
    spread = math.fsum((spot.x - middle_x) ** 2 for spot in near)
    slope = math.fsum((spot.x - middle_x) * (spot.y - middle_y) for spot in near) / spread
    rest = max(abs(spot.y - middle_y - slope * (spot.x - middle_x)) for spot in near)
    return abs(one.y - middle_y - slope * (one.x - middle_x)), rest


def _around_backs(spots: Sequence[Spot], start: int, end: int) -> list[tuple[int, int]]:
    """Cut out each four that a face-down tile marks as a concealed kong, and other backs one by one."""
    backs = [place for place in range(start, end) if spots[place].tile is None]
    if not backs:
        return [(start, end)]
    for first in range(start, end - 3):
        four = [spots[place].tile for place in range(first, first + 4)]
        inside = sum(tile is None for tile in four)
        beside = [place for place in (first - 1, first + 4) if start <= place < end]
        alone = not any(spots[place].tile is None for place in beside)
        if inside and alone and meld_shape(four) is MeldShape.KONG:
            left, right = (start, first), (first + 4, end)
            rest = [
                each for side in (left, right) if side[0] < side[1] for each in _around_backs(spots, *side)
            ]
            return sorted([*rest, (first, first + 4)])
    edges = sorted({start, end, *backs, *(place + 1 for place in backs)})
    return list(pairwise(edges))


def _around_sideways(spots: Sequence[Spot], start: int, end: int) -> list[tuple[int, int]]:
    """Cut off the melds that sideways tiles mark, where they touch tiles that are no melds."""
    tiles = [spot.tile for spot in spots[start:end]]
    marked = [
        place for place in range(end - start) if spots[start + place].sideways and tiles[place] is not None
    ]
    if not marked or splits(tiles):
        return [(start, end)]
    size = end - start
    heads = [stop for stop in range(marked[-1] + 1, size) if splits(tiles[:stop])]
    tails = [stop for stop in range(marked[0], 0, -1) if splits(tiles[stop:])]
    if heads and (not tails or heads[0] <= size - tails[0]):
        return [(start, start + heads[0]), (start + heads[0], end)]
    if tails:
        return [(start, start + tails[0]), (start + tails[0], end)]
    for place in marked:
        # The claimed tile is the middle one or the first more often than the last.
        for first in (place - 1, place, place - 2):
            if first >= 0 and first + 3 <= size and meld_shape(tiles[first : first + 3]) is not None:
                meld = (start + first, start + first + 3)
                sides = [side for side in ((start, meld[0]), (meld[1], end)) if side[0] < side[1]]
                rest = [piece for side in sides for piece in _around_sideways(spots, *side)]
                return sorted([*rest, meld])
    return [(start, end)]


def _unsorted(spots: Sequence[Spot], start: int, end: int) -> list[tuple[int, int]]:
    """Cut a long unbroken run where melds seem to touch concealed tiles, which are kept sorted.

    Where the whole run is sorted, or laid out meld by meld, nothing speaks for exposed melds in it.
    """
    tiles = [spot.tile for spot in spots[start:end]]
    if len(tiles) < _LONG or _sorted(tiles) or _meld_by_meld(tiles, odd=2):
        return [(start, end)]
    for size in range(len(tiles) - 2, 2, -1):
        if splits(tiles[:size]) and _sorted(tiles[size:]):
            return [(start, start + size), (start + size, end)]
        if splits(tiles[-size:]) and _sorted(tiles[:-size]):
            return [(start, end - size), (end - size, end)]
    return [(start, end)]


def _meld_by_meld(tiles: Sequence[Tile | None], odd: int) -> bool:
    """Tell whether a run is melds one after the other but for `odd` pairs or single tiles.

    Chows must lie in order: out of order they show a claimed tile in their middle.
    """
    if not tiles:
        return True
    for size in (4, 3):
        group = tiles[:size]
        laid = len(group) == size and _in_order(group) and meld_shape(group) is not None
        if laid and _meld_by_meld(tiles[size:], odd):
            return True
    return odd > 0 and any(_meld_by_meld(tiles[size:], odd - 1) for size in (2, 1))


def _in_order(tiles: Sequence[Tile | None]) -> bool:
    indices = [tile.index for tile in tiles if tile is not None]
    return indices in (sorted(indices), sorted(indices, reverse=True))


def _sorted(tiles: Sequence[Tile | None]) -> bool:
    """Tell whether tiles lie sorted: each suit in one piece, its ranks rising or falling all along."""
    blocks: list[list[int]] = []
    suits: list[Suit] = []
    for tile in tiles:
        if tile is None:
            return False
        suit = Suit.WINDS if tile.is_honour else tile.suit
        if not suits or suits[-1] is not suit:
            suits.append(suit)
            blocks.append([])
        blocks[-1].append(tile.index)
    if len(set(suits)) < len(suits):
        return False
    return all(
        block in (sorted(block), sorted(block, reverse=True))
        for suit, block in zip(suits, blocks, strict=True)
        # Honours stand in any order of their kinds.
        if suit is not Suit.WINDS
    )
