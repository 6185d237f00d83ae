"""Upright boxes of labels: how much they overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["overlaps"]


def overlaps(one: NDArray[np.floating], other: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give the intersection over union (IoU) of every box of one list with every box of another.

    Args:
        one: boxes [N, 4] as x0, y0, x1, y1.
        other: boxes [M, 4].

    Returns:
        IoU [N, M], 0..1.

    >>> overlaps(np.array([[0, 0, 2, 2]]), np.array([[1, 0, 3, 2], [5, 5, 6, 6]])).round(3).tolist()
    [[0.333, 0.0]]
    """
    first, second = np.asarray(one, np.float64), np.asarray(other, np.float64)
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, 2:], second[None, :, 2:])
    common = np.prod(np.maximum(high - low, 0), axis=2)
    areas = [np.prod(boxes[:, 2:] - boxes[:, :2], axis=1) for boxes in (first, second)]
    return np.asarray(common / (areas[0][:, None] + areas[1][None, :] - common))
