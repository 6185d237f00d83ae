"""What a set of tiles can hold: four of a kind, one of each flower."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from scoring.tile import KINDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["correct_copies"]

_COPIES: Final = tuple(1 if tile.is_flower else 4 for tile in KINDS)


def correct_copies(
    chances: NDArray[np.floating], *, sure: float, least: float
) -> tuple[list[int], dict[int, int]]:
    """Choose a kind for each tile so that no kind occurs more often than a set holds it.

    Each tile first takes its likeliest kind. While a kind occurs too often, the tile among its bearers that
    loses
    the smallest factor of probability by another kind with a copy to spare moves to that, if the other kind's
    probability is at least ``least``; otherwise the excess stays, for a doubt to tell of.

    Args:
        chances: probabilities [N, 42] of each tile's kinds.
        sure: probability of the likeliest kind below which a tile neither counts as a copy nor is moved.
        least: probability below which a kind is no alternative.

    Returns:
        The kind of each tile (place in `KINDS`), and for each tile that was moved the kind it had before.

    >>> import numpy as np
    >>> plum, orchid = 34, 35
    >>> chances = np.zeros((2, 42))
    >>> chances[0, plum], chances[1, [plum, orchid]] = 0.99, [0.6, 0.4]
    >>> correct_copies(chances, sure=0.5, least=0.05)
    ([34, 35], {1: 34})
    """
    kinds = [int(row.argmax()) for row in chances]
    counted = [index for index, kind in enumerate(kinds) if float(chances[index, kind]) >= sure]
    moved: dict[int, int] = {}
    while True:
        best: tuple[float, int, int] | None = None
        counts = Counter(kinds[index] for index in counted)
        for index in counted:
            kind = kinds[index]
            if counts[kind] <= _COPIES[kind]:
                continue
            for other in range(len(KINDS)):
                chance = float(chances[index, other])
                if other == kind or chance < least or counts[other] >= _COPIES[other]:
                    continue
                factor = chance / float(chances[index, kind])
                if best is None or factor > best[0]:
                    best = factor, index, other
        if best is None:
            return kinds, moved
        _, index, other = best
        moved.setdefault(index, kinds[index])
        kinds[index] = other
