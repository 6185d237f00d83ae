"""The labelled photos as sources for the locator, with what their labels leave open."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, Literal

import cv2
import numpy as np

from datasets.photos import read_folder
from models.training.locator.eval import decode, letterbox
from models.training.locator.examples import Source
from models.training.sets import left_out

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from models.training.locator.eval import Predictor

__all__ = ["FOLDERS", "outlined", "photo_sources", "settle"]

FOLDERS: Final = ("train_hk", "train_riichi", "sheets")
"""The folders to learn from; the dev folders are for measuring only."""

_LONGEST_SIDE: Final = 1400
_SURE, _HALF_SEEN = 0.55, 0.12
_LEAST_INK: Final = 16.0
_UNLABELLED_BACKS: Final = {"discards", "few_discards_at_edge", "two_hands", "backs_near"}
_OTHER_SEATS: Final = {"upside_down_or_far_side", "upside_down", "sideways", "two_hands", "cut_by_frame"}
_ODD_ANGLES: Final = {"tilted_over_15deg", "scatter", "standing_tiles"}


def photo_sources(
    photos: Path, leave_out: Sequence[str] = (), fold: int | None = None
) -> tuple[list[Source], list[str]]:
    """Read the training folders.

    Args:
        photos: the folder that holds `FOLDERS`.
        leave_out: patterns as the shell has them, against ``folder/file``; what fits one isn't read.
        fold: the fold of tables and of designs (`models.training.sets`) that isn't read either.

    Returns:
        The sources, and for each the name ``folder/file``.
    """
    sources, names = [], []
    ways: tuple[Literal["design", "table"], ...] = ("design", "table")
    outside = [] if fold is None else [left_out(fold, way) for way in ways]
    for folder in FOLDERS:
        for photo in read_folder(photos / folder):
            name = f"{folder}/{photo.file}"
            if any(fnmatchcase(name, pattern) for pattern in leave_out) or any(
                out(photo.split, photo.file, photo.design) for out in outside
            ):
                continue
            sources.append(_source(photo))
            names.append(name)
    return sources, names


def settle(sources: list[Source], predict: Predictor) -> list[Source]:
    """Let a half-trained locator say where the unlabelled face-up tiles of the photos are.

    What it is sure of becomes a tile without known corners, what it half sees stays unknown, and the rest of
    what was unknown becomes background. Face-down tiles stay as they are: no label could teach them.
    """
    return [_settle(source, predict) if source.unknown[..., 0].any() else source for source in sources]


def _settle(source: Source, predict: Predictor) -> Source:
    image, scale = letterbox(source.image)
    found = decode(*predict(image), scale, _HALF_SEEN)
    unknown = source.unknown.copy()
    was_unknown = source.unknown[..., 0].copy()
    unknown[..., 0] = 0
    ratio = np.array([unknown.shape[1] / source.image.shape[1], unknown.shape[0] / source.image.shape[0]])
    usual = float(np.median(_breadths(source.quads)))
    new: list[NDArray[np.float32]] = []
    for quad, score, channel in zip(found.quads, found.scores, found.channels, strict=True):
        centre = quad.mean(axis=0)
        column, row = (centre * ratio).astype(int)
        outside = not (0 <= row < unknown.shape[0] and 0 <= column < unknown.shape[1])
        if channel != 0 or outside or not was_unknown[row, column]:
            continue
        fits = 0.4 * usual < float(_breadths(quad[None])[0]) < 1.3 * usual
        if score >= _SURE and fits and not _labelled(source, centre) and _printed(source.image, quad):
            new.append(quad)
            continue
        layer = np.zeros(unknown.shape[:2], np.uint8)
        cv2.fillConvexPoly(layer, ((centre + (quad - centre) * 1.3) * ratio).astype(np.int32), [1])
        unknown[layer > 0, 0] = 1
    if not new:
        return replace(source, unknown=unknown)
    return replace(
        source,
        quads=np.concatenate([source.quads, np.array(new, np.float32)]),
        channels=np.concatenate([source.channels, np.zeros(len(new), np.int64)]),
        corners_known=np.concatenate([source.corners_known, np.zeros(len(new), bool)]),
        unknown=unknown,
    )


def _breadths(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give the shorter of each quad's two mean sides, in pixels."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    return np.asarray(np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2, np.float32)


def _printed(image: NDArray[np.uint8], quad: NDArray[np.float32]) -> bool:
    """Whether there is ink within a quad: the bare ends of a wall pass for blank faces otherwise."""
    flat = np.array([[0, 0], [24, 0], [24, 32], [0, 32]], np.float32)
    crop = cv2.warpPerspective(image, cv2.getPerspectiveTransform(quad.astype(np.float32), flat), (24, 32))
    return float(crop[6:-6, 5:-5].std(axis=(0, 1)).mean()) > _LEAST_INK


def _labelled(source: Source, centre: NDArray[np.float32]) -> bool:
    low, high = source.quads.min(axis=1), source.quads.max(axis=1)
    return bool(((low < centre) & (centre < high)).all(axis=1).any())


def _source(photo: LabelledPhoto) -> Source:
    image, boxes = photo.pixels, photo.boxes
    shrink = min(1.0, _LONGEST_SIDE / max(image.shape[:2]))
    if shrink < 1.0:
        image = np.asarray(
            cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        boxes = boxes * shrink
    known = outlined(photo, boxes)
    unknown = np.zeros((image.shape[0] // 4, image.shape[1] // 4, 2), np.uint8)
    whitish, coloured = _could_be_tile(image, unknown.shape[:2])
    if photo.split != "sheets":  # stray tiles lie at the edge of many a photo that isn't tagged so
        unknown[..., 0] = whitish
    if photo.tags & _UNLABELLED_BACKS or photo.split == "train_riichi":
        unknown[..., 1] = (whitish | coloured) & (1 - _cloth(image, unknown.shape[:2]))
    if "hand" in photo.tags and photo.tags.isdisjoint(_ODD_ANGLES | _OTHER_SEATS) and len(boxes):
        # Whoever takes the photo has nothing but the table's edge, the floor and their lap before the hand.
        edge = float(boxes[:, 3].max() + 0.5 * np.median(boxes[:, 3] - boxes[:, 1]))
        unknown[round(edge * unknown.shape[0] / image.shape[0]) :] = 0
    x0, y0, x1, y1 = boxes.T
    quads = np.stack([np.stack(corner, 1) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], 1)
    return Source(image, quads.astype(np.float32), np.zeros(len(boxes), np.int64), known, unknown)


def outlined(photo: LabelledPhoto, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Say which boxes outline their tiles: those in a level or upright row with a neighbour.

    A label is an upright box; about a tile that lies askew it is larger than the tile and says nothing of the
    corners.

    Args:
        photo: whose labels they are.
        boxes: the photo's boxes [N, 4], at whatever scale.

    Returns:
        For each box whether it is the tile's outline [N].
    """
    known = np.full(len(boxes), photo.split == "sheets")
    if not len(boxes) or not photo.tags.isdisjoint(_ODD_ANGLES):
        return np.zeros(len(boxes), np.bool_)
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
    scale = float((boxes[:, 2] - boxes[:, 0]).sum() / (photo.boxes[:, 2] - photo.boxes[:, 0]).sum())
    height, width = (side * scale for side in photo.pixels.shape[:2])
    inside = (boxes[:, 0] > 2) & (boxes[:, 1] > 2) & (boxes[:, 2] < width - 2) & (boxes[:, 3] < height - 2)
    return np.asarray(known & inside, np.bool_)


def _cloth(image: NDArray[np.uint8], shape: tuple[int, int]) -> NDArray[np.uint8]:
    """Find the broad stretches of the picture's commonest colour: no tile is that broad."""
    small = cv2.resize(image, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2LAB), np.int32)
    bins = (lab[..., 0] // 16) * 256 + (lab[..., 1] // 16) * 16 + lab[..., 2] // 16
    commonest = np.bincount(bins.ravel()).argmax()
    colour = np.median(lab[bins == commonest], axis=0)
    alike = (np.abs(lab - colour) < (45, 12, 12)).all(axis=2).astype(np.uint8)  # shade apart, the same dye
    return np.asarray(cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((15, 15), np.uint8)), np.uint8)


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
