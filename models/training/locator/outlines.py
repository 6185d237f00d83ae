"""Quads against the true outlines of tiles: in rendered scenes, and in photos turned by any angle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["QuadTally", "match_quads", "tilt_picture", "turn_picture"]


@dataclass(frozen=True)
class QuadTally:
    """Counts over pictures whose tiles' corners are known.

    Attributes:
        labelled: tiles.
        found: those matched by a quad of the right channel at IoU 0.5 of the outlines.
        tight: those matched at IoU 0.75.
        false: quads that match neither a tile nor one that may be taken either way.
        iou: sum of the matches' IoU.
    """

    labelled: int = 0
    found: int = 0
    tight: int = 0
    false: int = 0
    iou: float = 0.0

    def __add__(self, other: QuadTally) -> QuadTally:
        """Add two counts up."""
        return QuadTally(
            self.labelled + other.labelled,
            self.found + other.found,
            self.tight + other.tight,
            self.false + other.false,
            self.iou + other.iou,
        )

    def __str__(self) -> str:
        """Put the figures on one line."""
        share, tight = (100 * count / max(1, self.labelled) for count in (self.found, self.tight))
        mean = self.iou / max(1, self.found)
        return (
            f"{self.found}/{self.labelled} = {share:.2f} % at IoU 0.5, {tight:.2f} % at 0.75, "
            f"mean IoU {mean:.3f}, false {self.false}"
        )


def match_quads(
    quads: NDArray[np.float32], labels: NDArray[np.float32], either: NDArray[np.float32]
) -> QuadTally:
    """Match quads [N, 4, 2] to labelled quads [M, 4, 2]; those that hit one of `either` are not false."""
    free = set(range(len(quads)))
    tally = QuadTally(labelled=len(labels))
    for label in labels:
        ious = {index: _iou(quads[index], label) for index in free}
        best = max(ious, key=lambda index: ious[index], default=None)
        if best is not None and ious[best] >= 0.5:
            free.remove(best)
            tally += QuadTally(found=1, tight=int(ious[best] >= 0.75), iou=ious[best])
    wrong = [index for index in free if all(_iou(quads[index], other) < 0.3 for other in either)]
    return tally + QuadTally(false=len(wrong))


def _iou(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    if np.abs(one.mean(axis=0) - other.mean(axis=0)).max() > np.abs(other - other.mean(axis=0)).max():
        return 0.0
    shared = float(cv2.intersectConvexConvex(cv2.convexHull(one), cv2.convexHull(other))[0])
    return shared / max(1e-6, cv2.contourArea(one) + cv2.contourArea(other) - shared)


def turn_picture(
    pixels: NDArray[np.uint8], boxes: NDArray[np.float32], degrees: float
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Turn a picture clockwise on a grey canvas that holds all of it.

    Returns:
        The picture and its boxes as quads [N, 4, 2].
    """
    height, width = pixels.shape[:2]
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    wide = math.ceil(abs(width * cos) + abs(height * sin))
    high = math.ceil(abs(width * sin) + abs(height * cos))
    matrix = np.array(
        [
            [cos, -sin, wide / 2 - cos * width / 2 + sin * height / 2],
            [sin, cos, high / 2 - sin * width / 2 - cos * height / 2],
        ]
    )
    turned = cv2.warpAffine(pixels, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderValue=[128, 128, 128])
    x0, y0, x1, y1 = boxes.T
    quads = np.stack([np.stack(corner, 1) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], 1)
    return np.asarray(turned, np.uint8), (quads @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def tilt_picture(
    pixels: NDArray[np.uint8], quads: NDArray[np.float32], degrees: float
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Show a picture as if its plane were tilted away at the top by an angle: a lower camera.

    Args:
        pixels: RGB uint8 [H, W, 3].
        quads: corners [N, 4, 2] in its pixels.
        degrees: how much lower the camera stands; below 80.

    Returns:
        The picture, as wide as before, and the quads in it.
    """
    height, width = pixels.shape[:2]
    tilt, away = math.radians(degrees), 1.8 * max(height, width)
    cos, sin = math.cos(tilt), math.sin(tilt)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]], np.float64)
    plane = np.array([[away, 0, 0], [0, away * cos, 0], [0, -sin, away]], np.float64)
    frame = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    seen = cv2.perspectiveTransform(frame, plane @ middle)[0]
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = width / float(high[0] - low[0])
    size = (width, math.ceil(scale * float(high[1] - low[1])))
    fit = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1]])
    matrix = fit @ plane @ middle
    tilted = cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_AREA, borderValue=[128, 128, 128])
    if not len(quads):
        return np.asarray(tilted, np.uint8), quads
    moved = cv2.perspectiveTransform(quads.reshape(-1, 1, 2).astype(np.float64), matrix)
    return np.asarray(tilted, np.uint8), moved.reshape(-1, 4, 2).astype(np.float32)
