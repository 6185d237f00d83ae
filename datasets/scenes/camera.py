"""A pinhole camera above a table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Camera"]


@dataclass(frozen=True)
class Camera:
    """Maps table coordinates to pixels.

    Table coordinates are in tile widths: x to the reader's right, y away from the reader,
    z up from the cloth.

    Attributes:
        place: where the camera is [3].
        matrix: 3 x 4 projection from (x, y, z, 1) to pixels times depth.
        size: picture's (width, height) in pixels.
    """

    place: NDArray[np.float64]
    matrix: NDArray[np.float64]
    size: tuple[int, int]

    @classmethod
    def framing(
        cls,
        points: NDArray[np.float64],
        size: tuple[int, int],
        *,
        elevation: float,
        azimuth: float,
        roll: float,
        distance: float,
        fill: float,
        offset: tuple[float, float] = (0.0, 0.0),
    ) -> Camera:
        """Aim so that `points` fill a share of the picture.

        Args:
            points: what must be in the picture, table coordinates [N, 3].
            size: (width, height) in pixels.
            elevation: radians above the table, pi / 2 looks straight down.
            azimuth: radians by which the camera walks around the table from the reader's seat.
            roll: radians by which the phone is turned about its axis.
            distance: from the middle of the points, in tile widths.
            fill: share of the picture's tighter side that the points take.
            offset: shift of the points from the picture's middle, as a share of the free room, -1..1.
        """
        target = (points.min(axis=0) + points.max(axis=0)) / 2
        away = np.array(
            [
                math.sin(azimuth) * math.cos(elevation),
                -math.cos(azimuth) * math.cos(elevation),
                math.sin(elevation),
            ]
        )
        place = target + distance * away
        forward = -away
        right = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
        down = np.cross(forward, right)
        cos, sin = math.cos(roll), math.sin(roll)
        turn = np.stack([cos * right - sin * down, sin * right + cos * down, forward])
        seen = (points - place) @ turn.T
        flat = seen[:, :2] / seen[:, 2:]
        low, high = flat.min(axis=0), flat.max(axis=0)
        room = np.array(size, np.float64)
        focal = float((fill * room / (high - low)).min())
        free = (room - focal * (high - low)) / 2
        middle = room / 2 - focal * (low + high) / 2 + np.array(offset) * free
        inner = np.array([[focal, 0.0, middle[0]], [0.0, focal, middle[1]], [0.0, 0.0, 1.0]])
        matrix = inner @ np.hstack([turn, (-turn @ place)[:, None]])
        return cls(place, matrix, size)

    def squeezed(self, across: float, down: float) -> Camera:
        """Give the view of a picture that is made `across` times as wide and `down` times as high."""
        size = (round(self.size[0] * across), round(self.size[1] * down))
        real = np.diag([size[0] / self.size[0], size[1] / self.size[1], 1.0])
        return Camera(self.place, real @ self.matrix, size)

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the pixels [N, 2] of table points [N, 3]."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(seen[:, :2] / np.maximum(seen[:, 2:], 1e-6), np.float64)

    def depth(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give how far in front of the camera table points [N, 3] are; behind it is negative."""
        return np.asarray(points @ self.matrix[2, :3] + self.matrix[2, 3], np.float64)

    def plane(self) -> NDArray[np.float64]:
        """Give the homography [3, 3] from cloth coordinates (x, y) to pixels."""
        return self.matrix[:, [0, 1, 3]]
