"""Flowers put together anew: the head of one real flower tile above the picture of another.

The character and the digit at the top say which flower a tile is; the picture below doesn't, on many sets. A
network that sees the few photographed flowers only as they are learns their pictures instead, and fails on
another set's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.rectify import CROP_HEIGHT, CROP_WIDTH, MARGIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["above", "laid_as", "recombined"]

_INNER: Final = round(CROP_HEIGHT * MARGIN / (1 + 2 * MARGIN))
_HEAD: Final = (0.3, 0.36)
"""Where the head ends, as a share of the face's height from its top."""
_SEAM: Final = 5


def recombined(
    head: NDArray[np.uint8], picture: NDArray[np.uint8], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Put the head of one upright face above the picture of another, of the same tone.

    Args:
        head: crop whose upper part counts, RGB uint8 [80, 64, 3], upright.
        picture: crop whose lower part is taken, RGB uint8 [80, 64, 3], upright.
        rng: where the chance comes from.

    Returns:
        RGB uint8 [80, 64, 3].
    """
    other = picture[..., rng.permutation(3)] if rng.random() < 0.3 else picture
    tones = _tone(head), _tone(other)
    return above(head, other, tones, _INNER + rng.uniform(*_HEAD) * (CROP_HEIGHT - 2 * _INNER), _SEAM)


def above(
    head: NDArray[np.uint8],
    picture: NDArray[np.uint8],
    tones: tuple[NDArray[np.float32], NDArray[np.float32]],
    seam: float,
    width: float,
) -> NDArray[np.uint8]:
    """Put the upper rows of one crop above the lower ones of another, in the first one's tone.

    Args:
        head: RGB uint8 [H, W, 3].
        picture: likewise.
        tones: colours of the unprinted faces of both, RGB [3].
        seam: row at which one passes into the other.
        width: over how many rows.

    Returns:
        RGB uint8 [H, W, 3].
    """
    tone = tones[0] / np.maximum(tones[1], 1)
    toned = picture.astype(np.float32) * np.clip(tone, 0.4, 2.5).astype(np.float32)
    rows = np.arange(len(head), dtype=np.float32)
    share = np.clip((seam - rows) / width + 0.5, 0, 1)[:, None, None]
    return np.asarray(np.clip(head * share + toned * (1 - share), 0, 255), np.uint8)


def laid_as(crop: NDArray[np.uint8], turn: int) -> NDArray[np.uint8]:
    """Turn an upright crop as `vision.rectify` would have cut it, had the face lain turned.

    Args:
        crop: RGB uint8 [80, 64, 3], upright.
        turn: quarter-turns clockwise, 0-3.

    Returns:
        RGB uint8 [80, 64, 3]; with an odd turn the face is stretched to the crop's shape.

    >>> crop = np.zeros((80, 64, 3), np.uint8)
    >>> crop[:8] = 255
    >>> int(laid_as(crop, 1)[40, 63, 0]), int(laid_as(crop, 2)[79, 32, 0])
    (255, 255)
    """
    laid = np.ascontiguousarray(np.rot90(crop, -turn))
    if turn % 2:
        return np.asarray(cv2.resize(laid, (CROP_WIDTH, CROP_HEIGHT)), np.uint8)
    return laid


def _tone(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Give the colour of the unprinted face: what most of a flower's middle shows at its brightest."""
    middle = crop[12:-12, 10:-10].reshape(-1, 3)
    return np.asarray(np.percentile(middle, 75, axis=0), np.float32)
