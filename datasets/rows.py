"""Corners of tiles that lie askew in a row, worked out from their upright boxes.

A label is an upright box. About a tile that lies askew it is larger than the tile and does not say how the
tile lies, but the tiles of a row say it together: the step from one tile to the next is the tile's own side
across, and what that side leaves of the box's width and height is the other side. This also holds in photos
that were stretched, where a tile that lies askew is a parallelogram.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["row_quads"]

_LEAST_DEGREES: Final = 7.0
_LIKE_SIZE: Final = 1.3
_LIKE_STEP: Final = 0.2
_ASPECTS: Final = (0.8, 2.4)


def row_quads(boxes: NDArray[np.floating]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Work out the corners of every tile of a photo.

    Args:
        boxes: upright boxes [N, 4], x0, y0, x1, y1 in pixels.

    Returns:
        Corners [N, 4, 2], float32, clockwise from the corner that an upright tile would have top left, and
        bool [N]: whether the tile was found to lie askew in a row. The others have the corners of their
        boxes.

    >>> quads, askew = row_quads(np.array([[0, 0, 50, 50], [30, 20, 80, 70], [60, 40, 110, 90]]))
    >>> askew.tolist(), quads[0].tolist()
    ([True, True, True], [[20.0, 0.0], [50.0, 20.0], [30.0, 50.0], [0.0, 30.0]])
    """
    found = np.asarray(boxes, np.float64).reshape(-1, 4)
    left, top, right, bottom = found.T
    quads = np.stack([left, top, right, top, right, bottom, left, bottom], axis=1).reshape(-1, 4, 2)
    centres, sizes = (found[:, :2] + found[:, 2:]) / 2, found[:, 2:] - found[:, :2]
    steps = _steps(centres, sizes)
    askew = np.zeros(len(found), bool)
    for index, step in enumerate(steps):
        if not np.isfinite(step).all() or not _supported(index, steps):
            continue
        degrees = np.degrees(np.arctan2(abs(step[1]), abs(step[0])))
        rest = sizes[index] - np.abs(step)
        if not _LEAST_DEGREES < degrees < 90 - _LEAST_DEGREES or (rest <= 0).any():
            continue
        other = np.array([-np.sign(step[0] * step[1]) * rest[0], rest[1]])
        if not _ASPECTS[0] < np.linalg.norm(other) / np.linalg.norm(step) < _ASPECTS[1]:
            continue
        quads[index] = centres[index] + _corners(step, other)
        askew[index] = True
    return quads.astype(np.float32), askew


def _corners(step: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners about the centre, clockwise from the top left one of the turn nearest to upright."""
    across, down = (step, other) if abs(step[1] * other[0]) <= abs(step[0] * other[1]) else (other, step)
    across = across * (1 if across[0] >= 0 else -1)
    down = down * (1 if down[1] >= 0 else -1)
    return np.array([-across - down, across - down, across + down, down - across]) / 2


def _steps(centres: NDArray[np.float64], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Way to the nearest tile of like size [N, 2], pointing right; NaN where there is none."""
    steps = np.full(centres.shape, np.nan)
    for index, centre in enumerate(centres):
        alike = (np.abs(np.log(sizes / sizes[index])) < np.log(_LIKE_SIZE)).all(axis=1)
        alike[index] = False
        if alike.any():
            ways = centres[alike] - centre
            step = ways[np.linalg.norm(ways, axis=1).argmin()]
            steps[index] = step if step[0] >= 0 else -step
    return steps


def _supported(index: int, steps: NDArray[np.float64]) -> bool:
    """Whether two other tiles of the photo take about the same step."""
    step = steps[index]
    near = np.linalg.norm(steps - step, axis=1) < _LIKE_STEP * np.linalg.norm(step)
    return int(np.count_nonzero(near)) >= 3
