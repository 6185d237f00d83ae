"""The table that the tiles lie on, estimated from the tiles themselves.

All tiles of a set have one size, so what perspective does to them tells how the table lies. On a plane seen
through a homography the cube root of a tile's area in the photo is a linear function of its place; that
function is the homography's denominator. Dividing by it leaves an affine view, and the tiles' sides (1 by
4/3, at right angles) give the affine part. A photo stretched in one direction is set right by the same step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.quad import areas

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ASPECT", "Table", "lay_flat"]

ASPECT: Final = 4 / 3
"""Height of a tile's face over its width, about the same in all sets."""

_ROUNDS: Final = 6
_SIZE_NOISE: Final = 0.04
_TILT_SPREAD: Final = 0.25
_LEAST_DENOMINATOR: Final = 0.25
_OUTLIER: Final = 0.12
_UPRIGHT: Final = 0.85
_ASPECT_OUTLIER: Final = 0.2
_OUTLIERS: Final = (0.8, 0.5, 0.3, _ASPECT_OUTLIER)
"""From which misfit on a tile counts less and less, step by step."""
_NUDGE: Final = 1e-3
_LONGEST_STEP: Final = 0.3
_SHAPE_NOISE: Final = 0.08


@dataclass(frozen=True, eq=False)
class Table:
    """The tiles as they lie on the table, seen from above, in tile widths.

    Attributes:
        centres: [N, 2], x and y, y growing as in the photo (no mirror image).
        angles: [N], radians clockwise from the x axis to the face's reading direction; meaningless by a
            half-turn for backs.
        starts: [N], how many corners clockwise from the given one each quad really starts: 1 where what was
            taken for the upper side is a long one, which only shows when the whole table is seen.
        sizes: [N], each tile's size over the usual one (1 for a tile of this set lying on this table).
    """

    centres: NDArray[np.float64]
    angles: NDArray[np.float64]
    starts: NDArray[np.intp]
    sizes: NDArray[np.float64]


def lay_flat(quads: NDArray[np.floating], trusted: NDArray[np.bool_]) -> Table:
    """Estimate the table's plane and give each tile's place on it.

    Args:
        quads: corners [N, 4, 2], from the face's top left corner, clockwise, pixels of the photo.
        trusted: [N], which tiles to estimate the plane from: face up and surely tiles. Where none is, all
            are.

    >>> upright = np.array([[0, 0], [30, 0], [30, 40], [0, 40]])
    >>> table = lay_flat(np.array([upright, upright + [60, 0]]), np.array([True, True]))
    >>> round(float(table.centres[1, 0] - table.centres[0, 0]), 3)
    2.0
    """
    corners = np.asarray(quads, np.float64)
    count = len(corners)
    starts = np.zeros(count, np.intp)
    if not count:
        return Table(np.zeros((0, 2)), np.zeros(0), starts, np.zeros(0))
    use = trusted if trusted.any() else np.ones(count, np.bool_)
    middle = np.median(corners[use].mean(axis=1), axis=0)
    spread = max(float(np.abs(corners[use].mean(axis=1) - middle).max()), 1.0)
    corners = (corners - middle) / spread
    tilt = _tilt(corners, use)
    flat = corners / _denominator(corners, tilt)[..., None]
    for _ in range(_ROUNDS):
        across, down = _sides(flat)
        metric = _metric(across[use], down[use])
        lies = _lengths(down @ metric.T) < _UPRIGHT * _lengths(across @ metric.T)
        if not lies.any():
            break
        flat = np.where(lies[:, None, None], np.roll(flat, -1, axis=1), flat)
        starts = (starts + lies) % 4
    tilt = _refined(
        np.stack([np.roll(one, -start, axis=0) for one, start in zip(corners, starts, strict=True)]),
        use,
        tilt,
    )
    flat = corners / _denominator(corners, tilt)[..., None]
    flat = np.stack([np.roll(one, -start, axis=0) for one, start in zip(flat, starts, strict=True)])
    across, down = _sides(flat)
    metric = _metric(across[use], down[use])
    flat, across, down = flat @ metric.T, across @ metric.T, down @ metric.T
    # The face's reading direction, from its across sides and, turned back by a right angle, its down sides.
    turned = np.stack([down[:, 1], -down[:, 0]], axis=1) / ASPECT
    heading = across + turned
    sizes = np.sqrt(np.maximum(areas(flat), 0) / ASPECT)
    return Table(flat.mean(axis=1), np.arctan2(heading[:, 1], heading[:, 0]), starts, sizes)


def _lengths(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(vectors, axis=1), np.float64)


def _sides(quads: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return across, down


def _denominator(points: NDArray[np.float64], tilt: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(1 + points @ tilt, _LEAST_DENOMINATOR)


def _tilt(corners: NDArray[np.float64], use: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Fit area^(1/3) = k (1 + tilt . place) to the tiles, leaving outliers out."""
    places = corners[use].mean(axis=1)
    sizes = np.cbrt(np.maximum(areas(corners[use]), 1e-12))
    sizes = sizes / np.median(sizes)
    rows = np.column_stack([np.ones(len(places)), places]) / _SIZE_NOISE
    prior = np.diag([0.0, 1 / _TILT_SPREAD, 1 / _TILT_SPREAD])
    # The first weights are those of a level view: a few things of another size (dice, a tile that stands)
    # mustn't tip the table when all else lies in one row and can't resist; many smaller tiles farther off do.
    fit: NDArray[np.floating] = np.array([1.0, 0.0, 0.0])
    for _ in range(_ROUNDS):
        error = np.abs(sizes - (fit[0] + places @ fit[1:]))
        weights = 1 / np.sqrt(1 + (error / _OUTLIER) ** 2 * 4)
        left = np.concatenate([rows * weights[:, None], prior])
        right = np.concatenate([sizes / _SIZE_NOISE * weights, np.zeros(3)])
        fit = np.linalg.lstsq(left, right, rcond=None)[0]
    return np.asarray(fit[1:] / max(float(fit[0]), _LEAST_DENOMINATOR), np.float64)


def _refined(
    corners: NDArray[np.float64], use: NDArray[np.bool_], tilt: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Tip the plane so that the tiles, all together, are as nearly one shape as can be.

    Their sizes alone tell little about a single row. Along it a wrong tilt turns upright faces to one side at
    one end and to the other at the other, and that shows.
    """
    chosen = corners[use]

    def misfit(at: NDArray[np.float64]) -> NDArray[np.float64]:
        across, down = _sides(chosen / _denominator(chosen, at)[..., None])
        return _shape(across, down, outlier)[2]

    # At first the tiles at a long row's ends look like outliers, and they are the ones that tell.
    for outlier in _OUTLIERS:
        error = misfit(tilt)
        slope = np.stack(
            [(misfit(tilt + step) - error).ravel() / _NUDGE for step in np.eye(2) * _NUDGE], axis=1
        )
        weights = np.tile(1 / (1 + (error**2).sum(axis=0) / outlier**2), 3)
        prior = np.full(2, (_SHAPE_NOISE / _TILT_SPREAD) ** 2)
        normal = (slope * weights[:, None]).T @ slope + np.diag(prior)
        step = -np.linalg.solve(normal, slope.T @ (weights * error.ravel()) + prior * tilt)
        length = float(np.linalg.norm(step))
        tilt = tilt + step * min(1.0, _LONGEST_STEP / max(length, 1e-9))
    return tilt


def _shape(
    across: NDArray[np.float64], down: NDArray[np.float64], outlier: float = _ASPECT_OUTLIER
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Fit the quadratic form in which the tiles are 1 by 4/3 with right angles.

    Returns:
        The unit of length, the form's entries xx, xy, yy in it, and what is left over of each tile [3, N].
    """
    size = np.median(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / ASPECT))
    unit = float(size) if size > 0 else 1.0
    a, d = across / unit, down / unit

    def squares(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
        mixed = one[:, 0] * other[:, 1] + one[:, 1] * other[:, 0]
        return np.column_stack([one[:, 0] * other[:, 0], mixed, one[:, 1] * other[:, 1]])

    left = np.stack([squares(a, a), squares(d, d) / ASPECT**2, squares(a, d) / ASPECT])
    right = np.array([1.0, 1.0, 0.0])[:, None]
    weights = np.ones(len(a))
    fit: NDArray[np.floating] = np.zeros(3)
    error = np.zeros((3, len(a)))
    for _ in range(_ROUNDS):
        fit = np.linalg.lstsq(
            (left * weights[None, :, None]).reshape(-1, 3), (right * weights).ravel(), rcond=None
        )[0]
        error = left @ fit - right
        # A tile whose long side was taken for its upper one is an outlier.
        weights = 1 / np.sqrt(1 + (error**2).sum(axis=0) / outlier**2)
    return unit, np.asarray(fit, np.float64), np.asarray(error, np.float64)


def _metric(across: NDArray[np.float64], down: NDArray[np.float64]) -> NDArray[np.float64]:
    """Find the linear map [2, 2] that makes the tiles 1 by 4/3 with right angles, up to a rotation."""
    unit, fit, _ = _shape(across, down)
    xx, xy, yy = fit.tolist()
    form = np.array([[xx, xy], [xy, yy]])
    values, vectors = np.linalg.eigh(form)
    if values[0] < 0.05:
        # No view of a table: so flat that the sides say nothing. The photo's own plane must do.
        return np.eye(2) / unit
    # The symmetric root turns nothing, so the photo's axes stay where they were.
    root = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    return np.asarray(root / unit, np.float64)
