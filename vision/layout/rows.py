"""Rows of tiles: who lies beside whom, which way they read, where a row has gaps.

Everything here is measured in tile widths on the table (see `vision.layout.plane`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.plane import ASPECT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

    from scoring.tile import Tile
    from vision.layout.plane import Table

__all__ = [
    "CLEAR_GAP",
    "HALF_TURN_ALIKE",
    "Row",
    "Spot",
    "chains",
    "half_turned",
    "heading",
    "own_flowers",
    "rows_of",
    "segments",
    "spots",
    "turned",
]

HALF_TURN_ALIKE: Final = frozenset(
    ["P", "1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s"]
)
"""Kinds whose faces look the same, or nearly, when turned by a half: of 3p only the colours tell, if any."""

CLEAR_GAP: Final = 0.33
"""A gap between two neighbours, in tile widths, from which on they lie apart."""

_LEAST_GAP: Final = 0.2
_STANDS_OUT: Final = 0.14
_USUAL: Final = 0.8
_MANY_GAPS: Final = 6
_TIE: Final = 0.5
_THIN: Final = 0.25
_TOUCHING: Final = 1.5
_BESIDE: Final = 0.45
_ALIGNED: Final = math.radians(20)
_SAME_SIZE: Final = (0.6, 1.6)
_LONG_CHAIN: Final = 4
_FOLLOWS_ROW: Final = math.radians(35)
_PITCH: Final = (0.85, 1.3)
_LEFT_GAP: Final = (0.75, 1.45)
_IN_GAP: Final = 0.4
_OTHERS: Final = 2
_PUSHED: Final = 1.2
_ON_TOP: Final = 1.75


@dataclass(frozen=True)
class Spot:
    """One tile as the player of a hand sees it.

    Attributes:
        index: which sighting.
        tile: what it shows; None for a back.
        x: place along the reading direction, in tile widths.
        y: place towards the player.
        turn: quarter-turns clockwise against the hand: 0 upright, 1 or 3 sideways, 2 upside down. A back, or
            a face that looks the same upside down, is 0 or 1.
        lean: what is left of its angle against the hand's direction, radians, without sign.
    """

    index: int
    tile: Tile | None
    x: float
    y: float
    turn: int
    lean: float

    # Asked for again and again while runs of tiles are looked for, hence kept.
    @cached_property
    def sideways(self) -> bool:
        """Whether the tile lies on its long side."""
        return self.turn % 2 == 1

    @cached_property
    def shows_turn(self) -> bool:
        """Whether its face tells upright from upside down."""
        return _shows_turn(self.tile)

    @cached_property
    def half_width(self) -> float:
        """Half of what the tile takes up along the row."""
        return ASPECT / 2 if self.sideways else 0.5


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


def turned(angle: float) -> float:
    """Bring an angle into -pi..pi."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


def half_turned(angle: float) -> float:
    """Bring an angle into -pi/2..pi/2, where a half-turn makes no difference."""
    return (angle + math.pi / 2) % math.pi - math.pi / 2


def chains(table: Table, indices: Sequence[int]) -> list[list[int]]:
    """Join tiles that read the same way and lie side by side, touching or nearly.

    Args:
        table: all tiles.
        indices: which of them to join; face-up ones.

    Returns:
        The chains, longest first; each a list of indices. A tile without such a neighbour is a chain of one.
    """
    parent = {index: index for index in indices}

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    for one, other in np.argwhere(np.triu(_neighbours(table, indices), 1)).tolist():
        parent[root(indices[other])] = root(indices[one])
    joined: dict[int, list[int]] = {}
    for index in indices:
        joined.setdefault(root(index), []).append(index)
    return sorted(joined.values(), key=lambda chain: (-len(chain), chain[0]))


def _neighbours(table: Table, indices: Sequence[int]) -> NDArray[np.bool_]:
    """Tell of every two of these tiles, [N, N], whether they read the same way and lie side by side."""
    angles, centres, sizes = (each[list(indices)] for each in (table.angles, table.centres, table.sizes))
    lean = _half_turned(angles - angles[:, None])
    low, high = _SAME_SIZE
    usual = (sizes >= low) & (sizes <= high)
    angle = angles[:, None] + lean / 2
    x, y = np.moveaxis(centres - centres[:, None], 2, 0)
    step = np.abs(x * np.cos(angle) + y * np.sin(angle))
    climb = np.abs(y * np.cos(angle) - x * np.sin(angle))
    near = (step >= 0.6) & (step <= _TOUCHING) & (climb <= _BESIDE)
    return np.asarray(near & (np.abs(lean) <= _ALIGNED) & usual & usual[:, None], np.bool_)


def _half_turned(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((angles + np.pi / 2) % np.pi - np.pi / 2)


def _along(table: Table, indices: Sequence[int], angle: float) -> tuple[np.ndarray, np.ndarray]:
    points = table.centres[list(indices)]
    cosine, sine = math.cos(angle), math.sin(angle)
    return points[:, 0] * cosine + points[:, 1] * sine, points[:, 1] * cosine - points[:, 0] * sine


def heading(table: Table, tiles: Sequence[Tile | None], chain: Sequence[int]) -> tuple[float, float]:
    """Tell in which direction a chain lies and in which its faces are read.

    The two are one on a table that is known well; seen very much aslant the estimate is a little skewed, and
    then the line of a long chain is right about where its row goes on. Which of the axis's two directions is
    meant is told by the majority of the faces that show it.

    Returns:
        The angle of the line on which the tiles lie, in reading direction, and that of the faces.
    """
    angles = table.angles[list(chain)]
    # An axis is an angle but for half-turns, so its double has a mean.
    axis = math.atan2(float(np.sin(2 * angles).mean()), float(np.cos(2 * angles).mean())) / 2
    votes = [math.cos(float(table.angles[index]) - axis) for index in chain if _shows_turn(tiles[index])]
    # Tiles are laid upside down often enough: without a clear vote the player is taken to sit at the photo's
    # lower edge.
    clear = abs(sum(votes)) > max(_TIE, _THIN * len(votes))
    forward = sum(votes) > 0 if clear else math.cos(axis) >= 0
    facing = turned(axis if forward else axis + math.pi)
    if len(chain) < _LONG_CHAIN:
        return facing, facing
    points = table.centres[list(chain)] - table.centres[list(chain)].mean(axis=0)
    direction = np.linalg.svd(points, full_matrices=False)[2][0]
    off = half_turned(math.atan2(float(direction[1]), float(direction[0])) - facing)
    return (turned(facing + off) if abs(off) <= _FOLLOWS_ROW else facing), facing


def _shows_turn(tile: Tile | None) -> bool:
    return tile is not None and tile.code not in HALF_TURN_ALIKE


def spots(
    table: Table, tiles: Sequence[Tile | None], indices: Iterable[int], direction: tuple[float, float]
) -> list[Spot]:
    """Give tiles as the player of a hand sees them whose `heading` is `direction`."""
    line, facing = direction
    chosen = list(indices)
    if not chosen:
        return []
    xs, ys = _along(table, chosen, line)
    placed = []
    for index, x, y in zip(chosen, xs.tolist(), ys.tolist(), strict=True):
        rotation = turned(float(table.angles[index]) - facing)
        quarter = round(rotation / (math.pi / 2))
        told = _shows_turn(tiles[index])
        placed.append(
            Spot(
                index=index,
                tile=tiles[index],
                x=x,
                y=y,
                turn=quarter % 4 if told else quarter % 2,
                lean=abs(rotation - quarter * math.pi / 2),
            )
        )
    return placed


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
