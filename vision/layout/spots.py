"""Tiles as the player of a hand sees them: who lies beside whom, which way they read.

Everything here is measured in tile widths on the table (see `vision.layout.plane`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.plane import ASPECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from scoring.tile import Tile
    from vision.layout.plane import Table

__all__ = ["HALF_TURN_ALIKE", "Spot", "chains", "half_turned", "heading", "spots", "turned"]

HALF_TURN_ALIKE: Final = frozenset(
    ["P", "1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s"]
)
"""Kinds whose faces look the same, or nearly, when turned by a half: of 3p only the colours tell, if any."""
_TIE: Final = 0.5
_THIN: Final = 0.25
_TOUCHING: Final = 1.5
_BESIDE: Final = 0.45
_ALIGNED: Final = math.radians(20)
_SAME_SIZE: Final = (0.6, 1.6)
_LONG_CHAIN: Final = 4
_FOLLOWS_ROW: Final = math.radians(35)


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
