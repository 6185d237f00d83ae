"""What a set of tiles can hold: four of a kind, one of each flower."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tile import KINDS
from vision.assignment import assign
from vision.marginals import marginals

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["COPIES", "Settled", "settle"]

COPIES: Final = tuple(1 if tile.is_flower else 4 for tile in KINDS)
"""How many tiles of each kind a set has, in the order of `KINDS`."""

_BACK: Final = len(KINDS)
_LEAST: Final = 1e-12


@dataclass(frozen=True, eq=False)
class Settled:
    """What N tiles are, taken together.

    Attributes:
        kinds: of each tile in the joint most likely assignment, int64 [N]: a place in `KINDS`, or 42 for a
            back.
        chances: probabilities float64 [N, 44] given what a set holds and all the other tiles.
        margins: by how many nats the best joint assignment in which the tile shows another kind is less
            likely, or its being a back is by itself if that is nearer, float64 [N], at least 0.
        alone: what each tile looks most like by itself, int64 [N]; other than ``kinds`` where the tile was
            moved.
    """

    kinds: NDArray[np.int64]
    chances: NDArray[np.float64]
    margins: NDArray[np.float64]
    alone: NDArray[np.int64]


def settle(chances: NDArray[np.floating], *, excess: float) -> Settled:
    """Find the joint most likely assignment of kinds to all tiles in sight.

    A joint assignment is as likely as the product of its tiles' probabilities, times ``excess`` for every
    tile beyond what a set holds of its kind. So a set's limits are evidence and no law: tiles that can't be
    anything else stay what they are, as with two sets on the table, and tiles that aren't sure give way. A
    tile that is likelier none at all takes no copy; it shows what costs least beside that.

    Whether a tile lies face down is for the picture alone to say: many sets have more blank tiles than four
    white dragons, so that there are too many of those makes none of them a back.

    Args:
        chances: probabilities [N, 44] of each tile: the kinds, a back, no tile.
        excess: probability of one tile more than a set holds, above 0, at most 1.

    Raises:
        ValueError: ``excess`` lies outside 0..1 or is 0.

    >>> plum, orchid = 34, 35
    >>> chances = np.zeros((2, 44))
    >>> chances[0, plum], chances[0, orchid], chances[1, [plum, orchid]] = 0.99, 0.01, [0.6, 0.4]
    >>> settled = settle(chances, excess=0.03)
    >>> settled.kinds, settled.alone, settled.margins.round(2)
    (array([34, 35]), array([34, 34]), array([4.19, 3.1 ]))
    """
    if not 0 < excess <= 1:
        raise ValueError(f"the probability of a tile too many lies above 0 and at most at 1; it is {excess}")
    given = np.asarray(chances, np.float64)
    alone = given[:, : _BACK + 1].argmax(axis=1)
    fronts = np.flatnonzero(alone != _BACK)
    faces = np.delete(given[fronts], _BACK, axis=1)  # the kinds, and no tile
    places = np.array([*COPIES, len(fronts)])
    found = assign(_nats(faces), places, -math.log(excess))
    losses = found.losses[:, :_BACK]
    kinds = alone.copy()
    kinds[fronts] = np.where(found.columns < _BACK, found.columns, losses.argmin(axis=1))
    settled = given.copy()
    told = marginals(faces, places, excess)
    settled[fronts, :_BACK], settled[fronts, _BACK + 1 :] = told[:, :_BACK], told[:, _BACK:]
    nats = _nats(given)
    margins = np.abs(nats[:, _BACK] - nats[:, :_BACK].min(axis=1))
    least, second = np.partition(losses, 1, axis=1)[:, :2].T
    margins[fronts] = np.minimum(margins[fronts], second - least)
    return Settled(kinds, settled, margins, alone)


def _nats(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(-np.log(np.clip(chances, _LEAST, 1)))
