"""The picture that a scene is painted on, and which tile shows at each pixel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.scenes.camera import Camera

__all__ = ["Picture", "box_outline", "pixels", "round_outline"]

_SUBPIXEL: Final = 4
"""Bits of the fraction in the coordinates that OpenCV's drawing takes."""
_FARTHEST: Final = 12
"""Picture's sides off the picture beyond which a cover is left out."""
_NEAREST: Final = 0.6
"""Depth before the camera, in tile widths, closer than which nothing is drawn."""


def pixels(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Give pixel coordinates [N, 2] in the fractions that OpenCV draws with (`Picture.subpixel` bits)."""
    return np.asarray(np.round((np.clip(points, -9e4, 9e4) - 0.5) * (1 << _SUBPIXEL)), np.int32)


@dataclass(frozen=True)
class Picture:
    """A picture in the making.

    Attributes:
        image: RGB uint8 [H, W, 3]; painted on.
        owners: per pixel the number of the tile whose face shows there, -1 where none does, int16 [H, W].
        camera: the view.
        light: direction from the table towards the lamp [3], z > 0.
    """

    image: NDArray[np.uint8]
    owners: NDArray[np.int16]
    camera: Camera
    light: NDArray[np.float64]

    subpixel = _SUBPIXEL

    def fill(self, points: NDArray[np.float64], colour: NDArray[np.float64]) -> None:
        """Fill the hull of points in pixels [N, 2] with a colour, over everything that was there."""
        hull = cv2.convexHull(pixels(points))
        shade = [float(v) for v in np.clip(colour, 0, 255)]
        cv2.fillConvexPoly(self.image, hull, shade, lineType=cv2.LINE_AA, shift=_SUBPIXEL)
        cv2.fillConvexPoly(self.owners, hull, [-1], shift=_SUBPIXEL)

    def flat(self, outline: NDArray[np.float64], colour: NDArray[np.float64], z: float = 0.0) -> None:
        """Lay a flat convex shape [N, 2] at height `z` above the table."""
        points = np.column_stack([outline, np.full(len(outline), z)])
        if (self.camera.depth(points) > _NEAREST).all():
            self.fill(self.camera.project(points), colour)

    def block(
        self, outline: NDArray[np.float64], low: float, high: float, colour: NDArray[np.float64]
    ) -> None:
        """Stand a solid on the table: its convex ground plan [N, 2], and its heights."""
        top = np.column_stack([outline, np.full(len(outline), high)])
        bottom = np.column_stack([outline, np.full(len(outline), low)])
        if (self.camera.depth(np.concatenate([top, bottom])) <= _NEAREST).any():
            return
        lamp = self.light / np.linalg.norm(self.light)
        middle = outline.mean(axis=0)
        sides = []
        for k in range(len(outline)):
            ends = [k, (k + 1) % len(outline)]
            along = outline[ends[1]] - outline[ends[0]]
            outward = np.array([along[1], -along[0], 0.0]) / max(1e-9, math.hypot(*along))
            centre = outline[ends].mean(axis=0)
            if np.dot(outward[:2], centre - middle) < 0:
                outward = -outward
            looks = np.dot(self.camera.place - np.array([*centre, high]), outward)
            if looks > 0:
                shade = 0.5 + 0.35 * max(0.0, float(np.dot(outward, lamp)))
                away = float(np.linalg.norm(self.camera.place[:2] - centre))
                sides.append((-away, np.concatenate([top[ends], bottom[ends]]), shade))
        for _, corners, shade in sorted(sides, key=lambda side: side[0]):
            self.fill(self.camera.project(corners), colour * shade)
        self.fill(self.camera.project(top), colour)

    def paste(self, cover: NDArray[np.uint8], corners: NDArray[np.float64]) -> None:
        """Stretch a picture, RGB uint8, over four corners [4, 3] in the scene, the first its top left one."""
        if (self.camera.depth(corners) < 1.0).any():
            return
        quad = self.camera.project(corners).astype(np.float32)
        height, width = self.image.shape[:2]
        if np.abs(quad).max() > _FARTHEST * max(width, height):
            return
        high, wide = cover.shape[:2]
        flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        matrix = cv2.getPerspectiveTransform(flat, quad)
        warped = cv2.warpPerspective(cover, matrix, (width, height), flags=cv2.INTER_LINEAR)
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, quad.astype(np.int32), [255], lineType=cv2.LINE_AA)
        self.image[mask > 127] = warped[mask > 127]


def box_outline(x: float, y: float, width: float, height: float, turn: float) -> NDArray[np.float64]:
    """Give the corners [4, 2] of a rectangle about (x, y), turned counter-clockwise by radians."""
    corners = np.array([[-width, height], [width, height], [width, -height], [-width, -height]]) / 2
    cos, sin = math.cos(turn), math.sin(turn)
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + [x, y])


def round_outline(x: float, y: float, radius: float, flat: float = 1.0) -> NDArray[np.float64]:
    """Give the outline [N, 2] of a circle about (x, y), or of an ellipse `flat` times as deep as wide."""
    t = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    return np.stack([x + radius * np.cos(t), y + radius * flat * np.sin(t)], 1)
