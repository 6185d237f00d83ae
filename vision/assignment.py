"""The cheapest way to give every tile a column when a column's places run out, and what other ways cost.

A transportation problem: tiles on one side, columns (kinds) on the other, a number of free places in each
column and a price for each tile beyond them. The price of a column rises with the tiles in it, so that a
flow of least cost answers it exactly. Costs are whole micro-nats: sums are exact, so that the answer and the
way in which ties fall are the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Assignment", "assign"]

_UNIT: Final = 1e-6
_NO_WAY: Final = 1 << 50
_DEAREST: Final = 1e6


@dataclass(frozen=True, eq=False)
class Assignment:
    """The best joint assignment of N tiles to K columns.

    Attributes:
        columns: the column of each tile, int64 [N].
        losses: by how much the best joint assignment in which this tile stands in this column is dearer than
            the best of all, float64 [N, K], in the unit of the costs; 0 at `columns`.
    """

    columns: NDArray[np.int64]
    losses: NDArray[np.float64]


def assign(costs: NDArray[np.floating], places: NDArray[np.integer], price: float) -> Assignment:
    """Find the joint assignment of least cost.

    The cost of an assignment is the sum of the tiles' costs and of ``price`` for every tile that stands in a
    column beyond its places. Among equally cheap assignments the choice is fixed by the order of tiles and
    columns.

    Args:
        costs: of each tile in each column, [N, K], at least 0, finite; exact to 1e-6.
        places: how many tiles each column holds freely, [K].
        price: of one tile more than that, at least 0.

    Raises:
        ValueError: a cost or the price is negative, too large or no number.

    >>> found = assign(np.array([[0.1, 2.0], [0.1, 0.9]]), np.array([1, 1]), 5.0)
    >>> found.columns, found.losses.round(3)
    (array([0, 1]), array([[0. , 1.1],
           [1.1, 0. ]]))
    """
    values = np.append(np.asarray(costs, np.float64).ravel(), price)
    if not ((values >= 0) & (values <= _DEAREST)).all():
        raise ValueError(f"costs and the price must be numbers from 0 to {_DEAREST:g}")
    flow = _Flow(
        np.rint(np.asarray(costs, np.float64) / _UNIT).astype(np.int64), places, round(price / _UNIT)
    )
    flow.spread()
    return Assignment(flow.columns, flow.losses().astype(np.float64) * _UNIT)


class _Flow:
    """Tiles in columns; those beyond the places are sent on along shortest paths, one at a time.

    At first each tile stands in its cheapest column, which is the cheapest assignment of all if nothing is
    asked about places, and the tiles beyond the places have not been charged for. Each step charges for one
    of them in the cheapest way that there is: where it stands, in a column with a place left, or by pushing
    on others. So only as many steps are taken as there are tiles too many, in most photos none.
    """

    def __init__(self, costs: NDArray[np.int64], places: NDArray[np.integer], price: int) -> None:
        self.costs, self.places, self.price = costs, np.asarray(places, np.int64), price
        count, width = costs.shape
        self.columns = costs.argmin(axis=1) if count else np.zeros(0, np.int64)
        self.held = np.bincount(self.columns, minlength=width)
        self.charged = np.minimum(self.held, self.places)
        # Cheapest way for one of a column's tiles to go to another column, and which tile that is.
        self.steps = np.full((width, width), _NO_WAY, np.int64)
        self.movers = np.zeros((width, width), np.int64)
        for column in range(width):
            self._look(column)

    def _look(self, column: int) -> None:
        """Work out the steps out of one column anew."""
        here = np.flatnonzero(self.columns == column)
        if not len(here):
            self.steps[column] = _NO_WAY
            return
        change = self.costs[here] - self.costs[here, column][:, None]
        best = change.argmin(axis=0)
        self.steps[column] = change[best, np.arange(len(best))]
        self.movers[column] = here[best]

    def _entry(self) -> NDArray[np.int64]:
        """What one tile more costs in each column."""
        return np.where(self.charged < self.places, 0, self.price)

    def spread(self) -> None:
        """Charge for every tile."""
        while (over := np.flatnonzero(self.held > self.charged)).size:
            distance, following = self._ways_out()
            column = int(over[distance[over].argmin()])
            path = [column]
            while following[column] >= 0:
                column = int(following[column])
                path.append(column)
            for here, there in pairwise(path):
                self.columns[self.movers[here, there]] = there
            self.held[path[0]] -= 1
            self.held[path[-1]] += 1
            self.charged[path[-1]] += 1
            for place in path:
                self._look(place)

    def _ways_out(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the least cost of charging for one tile of each column, and the next column on the way or -1.

        Steps may be negative once tiles were pushed on, but no circle of them is (the assignment is the
        cheapest for what was charged), so Bellman's recursion ends.
        """
        distance = self._entry()
        following = np.full(len(distance), -1, np.int64)
        for _ in range(len(distance)):
            through = self.steps + distance
            best = through.argmin(axis=1)
            reached = through[np.arange(len(best)), best]
            better = reached < distance
            if not better.any():
                break
            distance = np.where(better, reached, distance)
            following[better] = best[better]
        return distance, following

    def losses(self) -> NDArray[np.int64]:
        """Work out `Assignment.losses` from the shortest ways back.

        A tile that goes from its own column to another leaves a place and takes one. The cheapest way in
        which the others answer is the shortest path from where it went to where it was, over columns whose
        tiles move, or over the charges: one column takes a tile more, another one fewer. Such a path ends
        where it first comes to the tile's own column, so it never moves the tile itself again.
        """
        width = len(self.places)
        ways = np.full((width + 1, width + 1), _NO_WAY, np.int64)
        ways[:width, :width] = self.steps
        ways[:width, width] = self._entry()
        refund = np.where(self.held > self.places, -self.price, 0)
        ways[width, :width] = np.where(self.held > 0, refund, _NO_WAY)
        np.fill_diagonal(ways, 0)
        for middle in range(width + 1):
            np.minimum(ways, ways[:, middle, None] + ways[middle], out=ways)
        own = self.costs[np.arange(len(self.columns)), self.columns]
        return np.asarray(self.costs - own[:, None] + ways[:width, self.columns].T)
