"""Quadrilaterals in a picture: area, overlap, suppression of doubled ones.

Quads are arrays [N, 4, 2] of (x, y), clockwise as seen in the picture (y grows downwards).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["areas", "bounds", "convex", "iou", "short_sides", "suppress", "usual_side"]


def areas(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give each quad's area [N], positive where its corners go clockwise.

    >>> areas(np.array([[[0, 0], [3, 0], [3, 4], [0, 4]]])).tolist()
    [12.0]
    """
    x, y = quads[..., 0].astype(np.float64), quads[..., 1].astype(np.float64)
    return np.asarray((x * np.roll(y, -1, axis=-1) - y * np.roll(x, -1, axis=-1)).sum(axis=-1) / 2)


def bounds(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give each quad's upright box [N, 4] as x0, y0, x1, y1."""
    return np.concatenate([quads.min(axis=-2), quads.max(axis=-2)], axis=-1).astype(np.float64)


def short_sides(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give the length [N] of each quad's shorter pair of sides (their mean)."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=-2) - quads, axis=-1)
    return np.asarray(
        np.minimum(sides[..., 0] + sides[..., 2], sides[..., 1] + sides[..., 3]) / 2, np.float64
    )


def usual_side(quads: NDArray[np.floating]) -> float:
    """Give the usual shorter side of quads [N, 4, 2], N at least 1.

    Quads are weighed by their size: near tiles matter more than the many small ones far off.

    >>> square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    >>> usual_side(np.stack([square, square, 4 * square]))
    4.0
    """
    sides = np.sort(short_sides(quads))
    return float(sides[np.searchsorted(np.cumsum(sides), sides.sum() / 2)])


def convex(quads: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Tell for each quad [N] whether it is finite, convex and clockwise, without three corners in a line."""
    ahead = np.roll(quads, -1, axis=-2) - quads
    after = np.roll(ahead, -1, axis=-2)
    turns = ahead[..., 0] * after[..., 1] - ahead[..., 1] * after[..., 0]
    return np.asarray(np.isfinite(quads).all(axis=(-2, -1)) & (turns > 1e-3).all(axis=-1))


def iou(first: NDArray[np.floating], second: NDArray[np.floating]) -> float:
    """Give the overlap of two convex quads [4, 2]: intersection over union, 0..1.

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]])
    >>> round(iou(square, square + [1, 0]), 3)
    0.333
    """
    one, other = np.asarray(first, np.float32), np.asarray(second, np.float32)
    common, _ = cv2.intersectConvexConvex(one, other)
    union = abs(float(areas(one))) + abs(float(areas(other))) - common
    return float(common) / union if union > 0 else 0.0


def suppress(quads: NDArray[np.floating], scores: NDArray[np.floating], limit: float) -> NDArray[np.intp]:
    """Keep the best of quads that lie on one another (non-maximum suppression, NMS).

    Two quads are one tile if they overlap with an IoU above ``limit``, or if each holds the other's centre: a
    printed frame or half of a face is taken for a whole tile now and then.

    Args:
        quads: convex clockwise quads [N, 4, 2].
        scores: [N]; the higher stays.
        limit: an IoU.

    Returns:
        Indices of those kept, best first; equal scores keep their order.
    """
    if not len(quads):
        return np.zeros(0, np.intp)
    boxes, centres = bounds(quads), quads.mean(axis=1)
    holds = _holds(quads, centres)
    touch = np.asarray((boxes[:, None, :2] < boxes[None, :, 2:]).all(axis=2))
    touch &= touch.T
    kept: list[int] = []
    for index in np.argsort(-scores, kind="stable").tolist():
        near = [other for other in kept if touch[index, other]]
        if not any(
            (holds[index, other] and holds[other, index]) or iou(quads[index], quads[other]) > limit
            for other in near
        ):
            kept.append(index)
    return np.asarray(kept, np.intp)


def _holds(quads: NDArray[np.floating], points: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Tell which clockwise quad holds which point, [N, M]."""
    ahead = np.roll(quads, -1, axis=1) - quads
    away = points[None, :, None, :] - quads[:, None, :, :]
    turns = ahead[:, None, :, 0] * away[..., 1] - ahead[:, None, :, 1] * away[..., 0]
    return np.asarray((turns > 0).all(axis=2))
