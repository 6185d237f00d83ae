"""From a tile's four corners in the photo to the upright crop that the classifier reads.

Training and run time share this module: a crop is cut the same way in both, or the network would meet at run
time what it never saw.

Coordinates are pixels of the photo, taken as areas: a photo of width W and height H spans ``[0, W] x [0, H]``
and the centre of its first pixel is ``(0.5, 0.5)``. Corners go clockwise as seen in the picture.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CROP_HEIGHT",
    "CROP_WIDTH",
    "HEAD_HEIGHT",
    "HEAD_WIDTH",
    "MARGIN",
    "face_quads",
    "rectify",
    "rectify_heads",
    "scaled",
    "stand",
]

CROP_WIDTH: Final = 64
"""Width of a crop in pixels."""

CROP_HEIGHT: Final = 80
"""Height of a crop in pixels."""

HEAD_WIDTH: Final = 96
"""Width of the crop of a face's upper half in pixels."""

HEAD_HEIGHT: Final = 64
"""Height of the crop of a face's upper half in pixels."""

MARGIN: Final = 0.05
"""Share of the tile's side that a crop shows beyond each side, so that corners a little off lose nothing."""

_MOST_OVERSAMPLING: Final = 12


def stand(quads: NDArray[np.floating]) -> NDArray[np.float32]:
    """Start each quad at the corner that makes its longer pair of sides vertical in the crop.

    Of the two starts that do so, the one whose first side lies higher in the photo is taken. The order of the
    corners around the tile stays as it was.

    Args:
        quads: corners [N, 4, 2], clockwise, pixels of the photo.

    Returns:
        The same corners [N, 4, 2], float32, each quad rolled by zero to three places.

    Raises:
        ValueError: ``quads`` is not [N, 4, 2].

    >>> lying = np.array([[[0, 0], [40, 0], [40, 30], [0, 30]]])
    >>> stand(lying)[0].tolist()
    [[0.0, 30.0], [0.0, 0.0], [40.0, 0.0], [40.0, 30.0]]
    """
    corners = _checked(quads)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    lies = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    # Rolled by three places, the side from the last corner to the first comes to lie on top.
    start = np.where(lies, 3, 0)
    middles = (np.roll(corners, -1, axis=1) + corners)[:, :, 1] / 2
    rows = np.arange(len(corners))
    start = np.where(middles[rows, start] > middles[rows, (start + 2) % 4], (start + 2) % 4, start)
    order = (start[:, None] + np.arange(4)) % 4
    return np.take_along_axis(corners, order[:, :, None], axis=1)


def rectify(
    pixels: NDArray[np.uint8], quads: NDArray[np.floating], *, margin: float = MARGIN
) -> NDArray[np.uint8]:
    """Cut every quad out of the photo and straighten it by its homography.

    The first corner of a quad becomes the crop's top left one, so call `stand` first. Big tiles are sampled
    densely and averaged down, so that fine strokes don't alias. Beyond the photo's rim its last pixels are
    repeated.

    Args:
        pixels: the photo, RGB uint8 [H, W, 3].
        quads: corners [N, 4, 2], clockwise, pixels of the photo.
        margin: share of the tile's side shown beyond each side.

    Returns:
        Crops, RGB uint8 [N, 80, 64, 3].

    Raises:
        ValueError: an array of another shape or dtype; corners that are not finite or lie on one line.

    >>> photo = np.zeros((100, 100, 3), np.uint8)
    >>> photo[20:60, 30:60] = 200
    >>> crop = rectify(photo, np.array([[[30, 20], [60, 20], [60, 60], [30, 60]]]))[0]
    >>> crop.shape, int(crop[40, 32, 0]), int(crop[0, 0, 0])
    ((80, 64, 3), 200, 0)
    """
    return _all_cut(pixels, quads, _Cut(CROP_WIDTH, CROP_HEIGHT, CROP_HEIGHT, margin))


def rectify_heads(pixels: NDArray[np.uint8], quads: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Cut the upper half of every face out of the photo, finer than `rectify` does.

    There flower tiles have the character and the digit that say which one they are.

    Args:
        pixels: the photo, RGB uint8 [H, W, 3].
        quads: corners [N, 4, 2], clockwise from the face's own top left, pixels of the photo.

    Returns:
        Crops, RGB uint8 [N, 64, 96, 3], with the same margin above and beside the face as `rectify` leaves.

    Raises:
        ValueError: as `rectify`.
    """
    return _all_cut(pixels, quads, _Cut(HEAD_WIDTH, 2 * HEAD_HEIGHT, HEAD_HEIGHT, MARGIN))


class _Cut(NamedTuple):
    """Size of a straightened tile, how many rows of it are kept, and the margin around it."""

    width: int
    height: int
    rows: int
    margin: float


def _all_cut(pixels: NDArray[np.uint8], quads: NDArray[np.floating], cut: _Cut) -> NDArray[np.uint8]:
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        raise ValueError(f"a photo is RGB uint8 [H, W, 3], not {pixels.dtype} {list(pixels.shape)}")
    corners = _checked(quads)
    crops = np.empty((len(corners), cut.rows, cut.width, 3), np.uint8)
    for number, quad in enumerate(corners):
        crops[number] = _cut_one(pixels, quad, cut, number)
    return crops


def scaled(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Make of crops what networks take.

    Args:
        crops: RGB uint8 [N, H, W, 3].

    Returns:
        RGB float32 [N, 3, H, W], 0 to 1.
    """
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2)).astype(np.float32) / np.float32(255)


def face_quads(quads: NDArray[np.floating], turns: NDArray[np.integer]) -> NDArray[np.float32]:
    """Start each quad at the top left corner of the face as the face is read.

    Args:
        quads: corners [N, 4, 2] as the crops were cut.
        turns: quarter-turns clockwise [N] by which the face in each crop is rotated, as the classifier says.

    Returns:
        The same corners [N, 4, 2], float32, from the face's own top left, clockwise.

    Raises:
        ValueError: ``quads`` is not [N, 4, 2], or ``turns`` is not [N].

    >>> quad = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]])
    >>> face_quads(quad, np.array([2]))[0].tolist()
    [[30.0, 40.0], [0.0, 40.0], [0.0, 0.0], [30.0, 0.0]]
    """
    corners = _checked(quads)
    if turns.shape != (len(corners),):
        raise ValueError(f"{len(corners)} quads need one turn each, not an array {list(turns.shape)}")
    order = (turns[:, None] + np.arange(4)) % 4
    return np.take_along_axis(corners, order[:, :, None], axis=1)


def _checked(quads: NDArray[np.floating]) -> NDArray[np.float32]:
    corners = np.asarray(quads, dtype=np.float32)
    if corners.ndim != 3 or corners.shape[1:] != (4, 2):
        raise ValueError(f"quads are [N, 4, 2], not {list(corners.shape)}")
    return corners


def _cut_one(
    pixels: NDArray[np.uint8], quad: NDArray[np.float32], cut: _Cut, number: int
) -> NDArray[np.uint8]:
    if not np.isfinite(quad).all():
        raise ValueError(f"quad {number} has a corner that is not finite: {quad.tolist()}")
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    across, along = max(sides[0], sides[2]), max(sides[1], sides[3])
    margin = cut.margin
    scale = max(across / cut.width, along / cut.height) * (1 + 2 * margin)
    finer = min(max(math.ceil(scale - 0.25), 1), _MOST_OVERSAMPLING)
    width, height = cut.width * finer, cut.height * finer
    left, top = width * margin / (1 + 2 * margin), height * margin / (1 + 2 * margin)
    inner = np.array(
        [[left, top], [width - left, top], [width - left, height - top], [left, height - top]], np.float32
    )
    # OpenCV puts pixel centres at integers, hence the halves.
    onto = cv2.getPerspectiveTransform(quad - np.float32(0.5), inner - np.float32(0.5))
    if abs(float(np.linalg.det(onto))) < 1e-12:
        raise ValueError(f"the corners of quad {number} lie on one line: {quad.tolist()}")
    warped = cv2.warpPerspective(
        pixels, onto, (width, cut.rows * finer), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if finer > 1:
        warped = cv2.resize(warped, (cut.width, cut.rows), interpolation=cv2.INTER_AREA)
    return np.asarray(warped, np.uint8)
