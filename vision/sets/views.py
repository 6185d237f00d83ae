"""How else the camera might have seen a tile that was shown: turned, askew, blurred, in other light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.rectify import CROP_HEIGHT, CROP_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["VIEWS", "views"]

_SHIFTS: Final = (
    (2.5, 0.0, 1.05, 3.0),
    (-2.5, 1.0, 0.95, -3.0),
    (0.0, -3.0, 1.0, 4.0),
    (1.0, 3.0, 1.03, -4.0),
)
"""Pixels to the right and down, scale, and degrees: as far as a locator's corners are off."""
_WIDTHS: Final = (28, 18)
"""How many pixels wide a tile may be in the photo."""
_TURNS: Final = 4

VIEWS: Final = _TURNS * (1 + len(_SHIFTS) + 1 + len(_WIDTHS) + 1 + 2)
"""How many views there are of each crop."""


def views(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give views of one tile, the same for the same crop: no chance plays a part.

    Args:
        crop: RGB uint8 [80, 64, 3].

    Returns:
        RGB uint8 [VIEWS, 80, 64, 3]: for each quarter-turn the plain crop first.
    """
    return np.stack([view for turn in range(_TURNS) for view in _of_one_turn(_turned(crop, turn))])


def _of_one_turn(crop: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    moved = [_moved(crop, *shift) for shift in _SHIFTS]
    found = [crop, *moved, np.asarray(cv2.GaussianBlur(crop, (0, 0), 1.5), np.uint8)]
    found.extend(_coarse(crop, width) for width in _WIDTHS)
    found.append(_coarse(moved[0], 20))
    light = crop.astype(np.float32)
    found.append(_clipped(light * 0.55))
    grey = light.mean(axis=2, keepdims=True)
    found.append(_clipped((grey + (light - grey) * 0.5) * np.array([1.05, 1.0, 0.85], np.float32)))
    return found


def _turned(crop: NDArray[np.uint8], turn: int) -> NDArray[np.uint8]:
    """Rotate a tile by quarter-turns clockwise; a lying one is squeezed into the crop as `rectify` does."""
    rotated = np.ascontiguousarray(np.rot90(crop, -turn))
    if turn % 2:
        rotated = np.asarray(cv2.resize(rotated, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA))
    return rotated


def _moved(crop: NDArray[np.uint8], x: float, y: float, scale: float, degrees: float) -> NDArray[np.uint8]:
    matrix = cv2.getRotationMatrix2D((CROP_WIDTH / 2, CROP_HEIGHT / 2), degrees, scale)
    matrix = matrix + np.array([[0, 0, x], [0, 0, y]])
    size = (CROP_WIDTH, CROP_HEIGHT)
    return np.asarray(cv2.warpAffine(crop, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _coarse(crop: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    size = (width, width * CROP_HEIGHT // CROP_WIDTH)
    small = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (CROP_WIDTH, CROP_HEIGHT)), np.uint8)


def _clipped(light: NDArray[np.float32]) -> NDArray[np.uint8]:
    return np.clip(light, 0, 255).astype(np.uint8)
