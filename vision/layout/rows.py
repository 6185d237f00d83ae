"""Rows of tiles: which tiles lie in one, in which order, and where a row has gaps.

Everything here is measured in tile widths on the table (see `vision.layout.plane`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from vision.layout.spots import Spot

__all__ = ["CLEAR_GAP", "Row", "own_flowers", "rows_of", "segments"]

CLEAR_GAP: Final = 0.33
"""A gap between two neighbours, in tile widths, from which on they lie apart."""
_LEAST_GAP: Final = 0.2
_STANDS_OUT: Final = 0.14
_USUAL: Final = 0.8
_MANY_GAPS: Final = 6
_TOUCHING: Final = 1.5
_LONG_CHAIN: Final = 4
_PITCH: Final = (0.85, 1.3)
_LEFT_GAP: Final = (0.75, 1.45)
_IN_GAP: Final = 0.4
_OTHERS: Final = 2
_PUSHED: Final = 1.2
_ON_TOP: Final = 1.75


@dataclass(frozen=True)
class Row:
    """Tiles side by side, in reading order.

    Attributes:
        spots: the tiles.
        gaps: free space in tile widths between each tile and the next, one fewer than tiles; below 0 they
            overlap.
    """

    spots: tuple[Spot, ...]
    gaps: tuple[float, ...]

    @cached_property
    def y(self) -> float:
        """Where the row lies, towards the player (median of its tiles)."""
        return median(spot.y for spot in self.spots)


def rows_of(members: Sequence[Spot]) -> list[Row]:
    """Order tiles into rows, the farthest from the player first, each in reading order.

    A tile belongs to the row of the nearest tile to its left that lies about level with it; a row may climb
    or
    fall a little.
    """
    rows: list[list[Spot]] = []
    for spot in sorted(members, key=lambda each: (each.x, each.y, each.index)):
        best: tuple[float, list[Spot]] | None = None
        for row in rows:
            step, climb = spot.x - row[-1].x, abs(spot.y - _level(row, spot.x))
            # Farther on, a row may have drifted more.
            if step >= 0.45 and climb <= min(0.45 + 0.03 * step, 0.62) and (best is None or climb < best[0]):
                best = climb, row
        if best is None:
            rows.append([spot])
        else:
            best[1].append(spot)
    rows = _pushed_back(rows)
    pitch = _pitch(rows)
    made = [Row(tuple(row), tuple(_gap(one, other, pitch) for one, other in pairwise(row))) for row in rows]
    return sorted(made, key=lambda row: (row.y, row.spots[0].x))


def _pushed_back(rows: Sequence[list[Spot]]) -> list[list[Spot]]:
    """Give single tiles that were pushed out of a row back to it: just there it has a gap one tile wide."""
    low, high = _LEFT_GAP
    kept = [row for row in rows if len(row) > 1]
    for row in rows:
        if len(row) > 1:
            continue
        spot = row[0]
        for other in kept:
            place = sum(each.x < spot.x for each in other)
            if not 0 < place < len(other) or spot.sideways:
                continue
            one, next_one = other[place - 1], other[place]
            left = next_one.x - one.x - one.half_width - next_one.half_width
            middle = abs(spot.x - (one.x + next_one.x) / 2) <= _IN_GAP
            # What seems pushed out farther between two of its kind is the top of a kong, seen aslant.
            alike = one.tile == spot.tile == next_one.tile
            farthest = _ON_TOP if alike else _PUSHED
            if low <= left <= high and middle and abs(spot.y - (one.y + next_one.y) / 2) <= farthest:
                other.insert(place, spot)
                break
        else:
            kept.append(row)
    return kept


def own_flowers(rows: Sequence[Row], outside: Collection[int]) -> list[Spot]:
    """Give the flowers of the hand: all in its rows but those laid against others' tiles.

    Args:
        rows: of the hand.
        outside: indices of the tiles in them that are none of the hand.
    """
    flowers = []
    for row in rows:
        cuts = [place + 1 for place, gap in enumerate(row.gaps) if gap >= CLEAR_GAP]
        for start, end in pairwise([0, *cuts, len(row.spots)]):
            run = row.spots[start:end]
            found = [spot for spot in run if spot.tile is not None and spot.tile.is_flower]
            others = [spot.index in outside for spot in run if spot not in found]
            if len(others) < _OTHERS or not all(others):
                flowers += found
    return flowers


def _level(row: Sequence[Spot], x: float) -> float:
    """Where a row would be at x: the line through its last tiles, their mean if they are few."""
    last = row[-6:]
    mean_x, mean_y = sum(s.x for s in last) / len(last), sum(s.y for s in last) / len(last)
    if len(last) < _LONG_CHAIN:
        return mean_y
    spread = sum((s.x - mean_x) ** 2 for s in last)
    slope = sum((s.x - mean_x) * (s.y - mean_y) for s in last) / spread
    return mean_y + max(min(slope, 0.12), -0.12) * (min(x, row[-1].x + 2) - mean_x)


def _pitch(rows: Sequence[Sequence[Spot]]) -> float:
    """Distance of touching upright tiles: a little more than a face's width, as edges are rounded."""
    steps = [
        other.x - one.x
        for row in rows
        for one, other in pairwise(row)
        if not one.sideways and not other.sideways and other.x - one.x <= _TOUCHING
    ]
    if not steps:
        return 1.0
    low, high = _PITCH
    return min(max(float(np.quantile(steps, 0.35)), low), high)


def _gap(one: Spot, other: Spot, pitch: float) -> float:
    return other.x - one.x - pitch * (one.half_width + other.half_width)


def segments(row: Row) -> list[tuple[int, int]]:
    """Cut a row at its clear gaps: (start, end) places in the row, end not included.

    In a long row that is laid tidily a smaller gap is clear already.
    """
    clear = CLEAR_GAP
    usual = [gap for gap in row.gaps if gap < CLEAR_GAP]
    if len(usual) >= _MANY_GAPS:
        clear = min(max(float(np.quantile(usual, _USUAL)) + _STANDS_OUT, _LEAST_GAP), CLEAR_GAP)
    cuts = [place + 1 for place, gap in enumerate(row.gaps) if gap >= clear]
    return list(pairwise([0, *cuts, len(row.spots)]))
