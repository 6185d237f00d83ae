"""Tiles laid on a table by arithmetic and seen by a pinhole camera: quads without pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from scoring.tile import Tile
from vision.sighting import Sighting

WIDTH = 1600
HEIGHT = 1200


@dataclass(frozen=True)
class Laid:
    """A tile on the table: centre and clockwise angle as the player sees it, in tile widths and degrees."""

    code: str
    x: float
    y: float
    angle: float = 0.0


@dataclass
class Tabletop:
    """Tiles on a table. y grows towards the player who reads them upright."""

    laid: list[Laid] = field(default_factory=list)

    def row(self, codes: str, x: float = 0.0, y: float = 0.0, pitch: float = 1.04) -> list[int]:
        """Lay tiles from left to right; `_` leaves half a tile free, `'` after a code turns it sideways."""
        indices = []
        for word in codes.split():
            if word == "_":
                x += 0.6
                continue
            sideways = word.endswith("'")
            half = pitch * (4 / 6 if sideways else 0.5)
            x += half
            code = word.rstrip("'")
            indices.append(len(self.laid))
            self.laid.append(Laid(code, x, y + (1 / 6 if sideways else 0.0), -90 if sideways else 0))
            x += half
        return indices

    def put(self, code: str, x: float, y: float, angle: float = 0.0) -> int:
        """Lay one tile."""
        self.laid.append(Laid(code, x, y, angle))
        return len(self.laid) - 1

    def seen(
        self,
        *,
        rotation: float = 0.0,
        tilt: float = 0.0,
        stretch: float = 1.0,
        jitter: float = 0.0,
        seed: int = 0,
    ) -> list[Sighting]:
        """Look at the table.

        Args:
            rotation: degrees clockwise by which the hand is turned in the photo.
            tilt: degrees by which the camera leaves the vertical, towards the photo's lower edge.
            stretch: by how much the photo is stretched in its x direction.
            jitter: standard deviation of the corners' error, in tile widths.
            seed: of the error.
        """
        rng = np.random.default_rng(seed)
        quads = np.array([self._corners(laid) for laid in self.laid])
        quads = quads + rng.normal(0, jitter, quads.shape) if jitter else quads
        middle = (quads.min(axis=(0, 1)) + quads.max(axis=(0, 1))) / 2
        quads = (quads - middle) @ _rotation(rotation).T
        radius = float(np.abs(quads).max())
        # A camera at a height of 2.2 radii above the table that looks at its middle.
        lean = math.radians(tilt)
        height = 2.2 * radius
        depth = height - quads[..., 1] * math.sin(lean)
        x = quads[..., 0] / depth * height * stretch
        y = quads[..., 1] * math.cos(lean) / depth * height
        image = np.stack([x, y], axis=-1)
        scale = 0.45 * HEIGHT / float(np.abs(image).max())
        image = image * scale + np.array([WIDTH / 2, HEIGHT / 2])
        return [
            Sighting(
                quad=tuple((float(a), float(b)) for a, b in quad),  # type: ignore[arg-type]  # four of them
                kind=None if laid.code == "back" else Tile(laid.code),
                p=0.999,
            )
            for laid, quad in zip(self.laid, image, strict=True)
        ]

    @staticmethod
    def _corners(laid: Laid) -> np.ndarray:
        half = np.array([[-0.5, -2 / 3], [0.5, -2 / 3], [0.5, 2 / 3], [-0.5, 2 / 3]])
        return np.asarray(half @ _rotation(laid.angle).T + np.array([laid.x, laid.y]))


def _rotation(degrees: float) -> np.ndarray:
    angle = math.radians(degrees)
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
