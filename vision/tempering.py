"""From logits to probabilities that mean what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tile import KINDS
from vision.softmax import softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["tempered"]

_FLOWERS: Final = np.array([tile.index for tile in KINDS if tile.is_flower])


def tempered(
    logits: NDArray[np.floating], temperature: float, flower_temperature: float | None = None
) -> NDArray[np.float64]:
    """Turn logits of the kinds into probabilities.

    The logits are divided by a temperature, and flowers have one of their own: their designs differ most from
    set to set, so a network deserves less trust there. Between the two a tile has as much of the flowers' as
    it is likely to be one (by the first temperature), on the scale of logarithms.

    Args:
        logits: [N, 44], the first 42 in the order of `KINDS`.
        temperature: what the logits of suits and honours are divided by, above 0.
        flower_temperature: the same for flowers; by default ``temperature``.

    Returns:
        Probabilities float64 [N, 44].

    >>> logits = np.zeros((2, 44))
    >>> logits[0, 3] = logits[1, 36] = 20
    >>> tempered(logits, 1.0, 4.0).max(axis=1).round(3)
    array([1.   , 0.775])
    """
    given = np.asarray(logits, np.float64)
    chances = softmax(given / temperature)
    if flower_temperature is None or flower_temperature == temperature:
        return chances
    share = chances[:, _FLOWERS].sum(axis=1, keepdims=True)
    return softmax(given / (temperature * (flower_temperature / temperature) ** share))
