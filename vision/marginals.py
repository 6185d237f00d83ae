"""How likely each tile is each kind, given that a set holds only so many and given all the other tiles.

The exact answer is a sum over all joint assignments. The columns for which too many tiles come into question
are put into groups, those that tiles hesitate between together. Within a group the sum is taken exactly, by
counting through its tiles with the number in each column as the state. What the groups say about a tile that
stands between two of them they tell each other by belief propagation. So the result is exact, but for
neglected chances of one in ten thousand, where all that is in dispute fits into one group, as in nearly every
photo; else it is near. With odds of 0.03 what is neglected moved no probability by more than 0.008 in random
small cases; with lower odds it can weigh more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["marginals"]

_NEGLIGIBLE: Final = 1e-4
"""A smaller probability of a tile is left out of the counts, a smaller expected excess makes no dispute."""

_TIED: Final = 0.01
_SETTLED: Final = 1e-3
_ROUNDS: Final = 6
_MOST_STATES: Final = 256
_LEAST: Final = 1e-12


def marginals(chances: NDArray[np.floating], places: NDArray[np.integer], odds: float) -> NDArray[np.float64]:
    """Give the probabilities of each tile's columns in the light of all the others.

    A joint assignment is as likely as the product of its tiles' probabilities, times ``odds`` for every tile
    that stands in a column beyond its places.

    Args:
        chances: probabilities [N, K] from each tile alone.
        places: how many tiles each column holds, [K].
        odds: of one tile more than that, 0..1.

    Returns:
        Probabilities float64 [N, K]; each row's sum is what it was. Where no column can be overfull they are
        what was put in.

    >>> marginals(np.array([[0.9, 0.1], [0.6, 0.4]]), np.array([1, 1]), 0.0).round(3)
    array([[0.857, 0.143],
           [0.143, 0.857]])
    """
    given = np.array(chances, np.float64)
    groups = [_Group(given, columns, places[columns], odds) for columns in _grouped(given, places)]
    messages = np.ones_like(given)
    for _ in range(_ROUNDS if len(groups) > 1 else 1):
        before = messages.copy()
        for group in groups:
            group.tell(given, messages)
        if np.abs(messages - before).max(initial=0) < _SETTLED:
            break
    weights = given * messages
    share = given.sum(axis=1, keepdims=True) / np.maximum(weights.sum(axis=1, keepdims=True), _LEAST)
    return np.asarray(weights * share)


def _grouped(chances: NDArray[np.float64], places: NDArray[np.integer]) -> list[list[int]]:
    """Put the columns that may be overfull into groups, those first between which tiles hesitate most."""
    disputed = np.flatnonzero(_excess(chances, places) > _NEGLIGIBLE)
    shares = chances[:, disputed]
    ties = np.minimum(shares[:, :, None], shares[:, None, :]).sum(axis=0)
    group_of = {int(column): [int(column)] for column in disputed}
    pairs = np.argwhere(np.triu(ties > _TIED, 1))
    for one, other in pairs[np.argsort(-ties[pairs[:, 0], pairs[:, 1]], kind="stable")]:
        first, second = group_of[int(disputed[one])], group_of[int(disputed[other])]
        if first is not second and np.prod(places[first + second] + 1.0) <= _MOST_STATES:
            first.extend(second)
            group_of.update(dict.fromkeys(second, first))
    return [sorted(group) for column, group in group_of.items() if column == min(group)]


def _excess(chances: NDArray[np.float64], places: NDArray[np.integer]) -> NDArray[np.float64]:
    """How many tiles too many each column may expect if the tiles knew nothing of each other."""
    excess = np.zeros(chances.shape[1])
    crowded = np.flatnonzero((chances > _NEGLIGIBLE).sum(axis=0) > places)
    for column in crowded:
        coming = chances[chances[:, column] > _NEGLIGIBLE, column]
        number = np.zeros(int(places[column]) + 1)  # the last one: so many or more
        number[0] = 1.0
        for chance in coming:
            excess[column] += number[-1] * chance
            moved = number[:-1] * chance
            number[:-1] -= moved
            number[1:] += moved
    return excess


class _Group:
    """Columns whose tiles are counted together.

    The state is how many of the tiles so far stand in each column; a column's last state stands for all
    numbers from its places up, and what is beyond them has been charged for.
    """

    def __init__(
        self,
        chances: NDArray[np.float64],
        columns: list[int],
        places: NDArray[np.integer],
        odds: float,
    ) -> None:
        self.columns, self.odds = columns, odds
        self.shape = tuple(int(held) + 1 for held in places)
        coming = chances[:, columns] > _NEGLIGIBLE
        self.tiles = np.flatnonzero(coming.any(axis=1)).tolist()
        self.ways = [
            [(axis, column) for axis, column in enumerate(columns) if coming[tile, axis]]
            for tile in self.tiles
        ]

    def tell(self, chances: NDArray[np.float64], messages: NDArray[np.float64]) -> None:
        """Write into ``messages`` how much likelier these columns make their tiles' standing in them.

        1 is as likely as standing elsewhere; what other groups wrote about a tile is heeded.
        """
        inside = np.zeros(chances.shape[1], np.bool_)
        inside[self.columns] = True
        outside = (chances * messages)[:, ~inside].sum(axis=1)
        after = [np.ones(self.shape)]
        for tile, ways in zip(self.tiles[:0:-1], self.ways[:0:-1], strict=True):
            rest = after[-1]
            total = outside[tile] * rest
            for axis, column in ways:
                total += chances[tile, column] * self._with_one_more(rest, axis)
            after.append(total / total.max())
        state = np.zeros(self.shape)
        state[(0,) * len(self.shape)] = 1.0
        for tile, ways, rest in zip(self.tiles, self.ways, reversed(after), strict=True):
            alone = max(float((state * rest).sum()), np.finfo(np.float64).tiny)
            coming = outside[tile] * state
            for axis, column in ways:
                moved = self._one_more(state, axis)
                messages[tile, column] = float((moved * rest).sum()) / alone
                coming += chances[tile, column] * moved
            state = coming / coming.max()

    def _one_more(self, state: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
        """Give the weights of the states after one tile more came to a column."""
        came = np.zeros_like(state)
        source, target = np.moveaxis(state, axis, 0), np.moveaxis(came, axis, 0)
        target[1:] = source[:-1]
        target[-1] += self.odds * source[-1]
        return came

    def _with_one_more(self, worth: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
        """Give what each state is worth if one tile more comes to a column; the transpose of `_one_more`."""
        came = np.zeros_like(worth)
        source, target = np.moveaxis(worth, axis, 0), np.moveaxis(came, axis, 0)
        target[:-1] = source[1:]
        target[-1] = self.odds * source[-1]
        return came
