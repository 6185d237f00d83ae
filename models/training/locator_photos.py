"""The labelled photos as sources for the locator, with what their labels leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.photos import read_folder
from models.training.locator_examples import Source

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["FOLDERS", "photo_sources"]

FOLDERS: Final = ("train_hk", "train_riichi", "sheets")
"""The folders to learn from; the dev folders are for measuring only."""

_LONGEST_SIDE: Final = 1400
_UNLABELLED_TILES: Final = {"discards", "few_discards_at_edge", "two_hands"}
_UNLABELLED_BACKS: Final = {"discards", "few_discards_at_edge", "two_hands", "backs_near"}
_ODD_ANGLES: Final = {"tilted_over_15deg", "scatter", "standing_tiles"}


def photo_sources(photos: Path) -> tuple[list[Source], list[str]]:
    """Read the training folders.

    Args:
        photos: the folder that holds `FOLDERS`.

    Returns:
        The sources, and for each the name ``folder/file``.
    """
    sources, names = [], []
    for folder in FOLDERS:
        for photo in read_folder(photos / folder):
            sources.append(_source(photo))
            names.append(f"{folder}/{photo.file}")
    return sources, names


def _source(photo: LabelledPhoto) -> Source:
    image, boxes = photo.pixels, photo.boxes
    shrink = min(1.0, _LONGEST_SIDE / max(image.shape[:2]))
    if shrink < 1.0:
        image = np.asarray(
            cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        boxes = boxes * shrink
    known = _outlines(boxes, image.shape[1], image.shape[0], flat=photo.split == "sheets")
    if not photo.tags.isdisjoint(_ODD_ANGLES):
        known[:] = False
    unknown = np.zeros((image.shape[0] // 4, image.shape[1] // 4, 2), np.uint8)
    whitish, coloured = _could_be_tile(image, unknown.shape[:2])
    if photo.tags & _UNLABELLED_TILES or photo.split == "train_riichi":
        unknown[..., 0] = whitish
    if photo.tags & _UNLABELLED_BACKS or photo.split == "train_riichi":
        unknown[..., 1] = whitish | coloured
    x0, y0, x1, y1 = boxes.T
    quads = np.stack([np.stack(corner, 1) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], 1)
    return Source(image, quads.astype(np.float32), np.zeros(len(boxes), np.int64), known, unknown)


def _outlines(boxes: NDArray[np.float32], width: int, height: int, *, flat: bool) -> NDArray[np.bool_]:
    """Say which boxes outline their tiles: those in a level or upright row with a neighbour.

    A label is an upright box; about a tile that lies askew it is larger than the tile and says nothing of the
    corners.
    """
    known = np.full(len(boxes), flat)
    sizes = boxes[:, 2:] - boxes[:, :2]
    centres = (boxes[:, 2:] + boxes[:, :2]) / 2
    for i in range(len(boxes)):
        alike = (np.abs(np.log(sizes / sizes[i])) < np.log(1.2)).all(axis=1)
        apart = np.abs(centres - centres[i])
        mean = (sizes + sizes[i]) / 2
        beside = (
            (apart[:, 0] > 0.9 * mean[:, 0])
            & (apart[:, 0] < 1.25 * mean[:, 0])
            & (apart[:, 1] < 0.1 * mean[:, 1])
        )
        below = (
            (apart[:, 1] > 0.9 * mean[:, 1])
            & (apart[:, 1] < 1.25 * mean[:, 1])
            & (apart[:, 0] < 0.1 * mean[:, 0])
        )
        fits = alike & (beside | below)
        fits[i] = False
        known[i] |= bool(fits.any())
    inside = (boxes[:, 0] > 2) & (boxes[:, 1] > 2) & (boxes[:, 2] < width - 2) & (boxes[:, 3] < height - 2)
    return known & inside


def _could_be_tile(
    image: NDArray[np.uint8], shape: tuple[int, int]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Find where a face (light, pale) or a back (strong in colour) could lie, widened by a few pixels."""
    small = cv2.resize(image, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    hsv = cv2.cvtColor(small, cv2.COLOR_RGB2HSV)
    whitish = ((hsv[..., 1] < 95) & (hsv[..., 2] > 95)).astype(np.uint8)
    coloured = ((hsv[..., 1] > 80) & (hsv[..., 2] > 50)).astype(np.uint8)
    wide = np.ones((7, 7), np.uint8)
    return np.asarray(cv2.dilate(whitish, wide), np.uint8), np.asarray(cv2.dilate(coloured, wide), np.uint8)
