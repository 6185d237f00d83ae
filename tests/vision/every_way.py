"""Joint assignments by trying every one: slow, and plain enough to be right."""

from __future__ import annotations

import itertools
import math

import numpy as np

__all__ = ["every_way"]


def every_way(chances: np.ndarray, places: np.ndarray, odds: float) -> tuple[float, np.ndarray, np.ndarray]:
    """Give the least cost, the least cost with each tile in each column, and each tile's probabilities."""
    count, width = chances.shape
    best, sums = np.full((count, width), math.inf), np.zeros((count, width))
    for columns in itertools.product(range(width), repeat=count):
        likelihood = math.prod(float(chances[tile, column]) for tile, column in enumerate(columns))
        for column in range(width):
            likelihood *= odds ** max(columns.count(column) - int(places[column]), 0)
        for tile, column in enumerate(columns):
            best[tile, column] = min(best[tile, column], -math.log(likelihood))
            sums[tile, column] += likelihood
    return float(best.min(initial=math.inf)) if count else 0.0, best, sums / sums[:1].sum()
