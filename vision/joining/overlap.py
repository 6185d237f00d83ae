"""Which tiles of a row are seen again in another photo's row."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["Overlap", "Pairs", "overlap"]

Pairs: TypeAlias = "tuple[tuple[int, int], ...]"
"""Places in one row and in another that show the same tile, in order."""

_PRIOR: Final = 3.0
"""Nats against an overlap: sorted rows begin and end alike by chance more often than drawn tiles would."""
_GAP: Final = 6.0
"""Nats against a tile that one photo shows amid those of the other, and the other doesn't."""


@dataclass(frozen=True)
class Overlap:
    """How two rows lie over one another.

    Attributes:
        pairs: what both show; empty where they share nothing.
        p: probability of that, among all ways to lay the rows.
        other: the next likely way, as the number of tiles that both show.
    """

    pairs: Pairs
    p: float
    other: int


def overlap(alike: NDArray[np.floating], whole: Callable[[Pairs], float]) -> Overlap:
    """Find the likeliest way to lay one row over another: the same kinds in the same order.

    Args:
        alike: how much likelier each place in the first row is the same tile as each in the second than any
            two tiles are, in nats, [N, M].
        whole: gives what a way weighs as to how many tiles there are then, in nats.

    >>> overlap(np.array([[-4, -4], [3.5, -4], [-4, 3.5]]), lambda pairs: 0.0).pairs
    ((1, 0), (2, 1))
    """
    rows, columns = alike.shape
    ways: dict[Pairs, float] = {(): whole(())}
    for shift in range(1 - columns, rows):
        pairs = tuple((place + shift, place) for place in range(columns) if 0 <= place + shift < rows)
        ways[pairs] = _weight(alike, pairs) + whole(pairs)
    gapped = _gapped(alike)
    if gapped not in ways:
        ways[gapped] = _weight(alike, gapped) + whole(gapped)
    order = sorted(ways, key=lambda pairs: (-ways[pairs], len(pairs), pairs))
    total = sum(math.exp(weight - ways[order[0]]) for weight in ways.values())
    return Overlap(order[0], round(1 / total, 4), len(order[1]) if len(order) > 1 else 0)


def _weight(alike: NDArray[np.floating], pairs: Pairs) -> float:
    gaps = 0
    for (one, other), (next_one, next_other) in pairwise(pairs):
        gaps += next_one - one - 1 + next_other - other - 1
    # Beyond the overlap only one of the rows may go on, at either end.
    last_one, last_other = pairs[-1]
    gaps += min(pairs[0]) + min(alike.shape[0] - 1 - last_one, alike.shape[1] - 1 - last_other)
    together = sum(float(alike[one, other]) for one, other in pairs)
    return float(together - _GAP * gaps - _PRIOR)


def _gapped(alike: NDArray[np.floating]) -> Pairs:
    """Find the best way in which either photo may lack tiles that the other shows."""
    rows, columns = alike.shape
    worth = np.zeros((rows + 1, columns + 1))
    for one in range(1, rows + 1):
        for other in range(1, columns + 1):
            worth[one, other] = max(_steps(alike, worth, one, other))
    pairs, one, other = [], rows, columns
    while one and other:
        pair, down, _ = _steps(alike, worth, one, other)
        if worth[one, other] == pair:
            one, other = one - 1, other - 1
            pairs.append((one, other))
        elif worth[one, other] == down:
            one -= 1
        else:
            other -= 1
    return tuple(reversed(pairs)) or ((rows - 1, 0),)


def _steps(
    alike: NDArray[np.floating], worth: NDArray[np.float64], one: int, other: int
) -> tuple[float, float, float]:
    """Give what it is worth to pair two places, to leave one of the first row, or one of the second."""
    rows, columns = alike.shape
    # To leave one costs nothing where the other row has ended.
    return (
        float(worth[one - 1, other - 1] + alike[one - 1, other - 1]),
        float(worth[one - 1, other] - (0.0 if other == columns else _GAP)),
        float(worth[one, other - 1] - (0.0 if one == rows else _GAP)),
    )
