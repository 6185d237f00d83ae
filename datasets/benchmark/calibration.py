"""Whether probabilities mean what they say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["calibration_error"]


def calibration_error(confidence: NDArray[np.floating], right: NDArray[np.bool_], bins: int = 15) -> float:
    """Give the expected calibration error (ECE): how far confidence and accuracy lie apart.

    Guesses are sorted into bins of equal width by their confidence; what is summed is the difference between
    mean confidence and share of right guesses in each bin, weighted by the bin's share of all guesses.

    Args:
        confidence: probability of the first guess [N], 0..1.
        right: whether that guess was right [N].
        bins: how many bins from 0 to 1.

    Returns:
        The error, 0..1; NaN where there are no guesses.

    >>> round(calibration_error(np.full(4, 0.9), np.array([True, True, True, False])), 6)
    0.15
    """
    if not len(confidence):
        return math.nan
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    apart = right.astype(np.float64) - confidence
    return sum(abs(float(apart[places == place].sum())) for place in range(bins)) / len(confidence)
