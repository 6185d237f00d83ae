"""The pen that a design's flower pictures are drawn with: its region, line, inks and how it fills."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from datasets.faces.canvas import Box, Canvas, Colour, Point

__all__ = ["Pen"]


@dataclass(frozen=True)
class Pen:
    """Draws in a square of 100 by 100 that lies on a region of a face.

    Attributes:
        canvas: what is drawn on.
        region: where the square lies (x0, y0, x1, y1), face units.
        rng: chance of this one picture.
        width: of the lines, face units.
        stem, leaf, bloom, other: inks.
        fill: how often shapes are filled rather than outlined.
    """

    canvas: Canvas
    region: Box
    rng: np.random.Generator
    width: float
    stem: Colour
    leaf: Colour
    bloom: Colour
    other: Colour
    fill: float

    def at(self, x: float, y: float) -> Point:
        """Give the face's point for a point of the square."""
        x0, y0, x1, y1 = self.region
        return x0 + (x1 - x0) * x / 100, y0 + (y1 - y0) * y / 100

    def size(self, length: float) -> float:
        """Give a length of the square in face units."""
        x0, y0, x1, y1 = self.region
        return length / 100 * math.sqrt((x1 - x0) * (y1 - y0))

    def uniform(self, low: float, high: float) -> float:
        """Pick a number."""
        return float(self.rng.uniform(low, high))

    def often(self, share: float) -> bool:
        """Say yes in `share` of the cases."""
        return bool(self.rng.random() < share)

    def count(self, low: int, high: int) -> int:
        """Pick a whole number from `low` to `high`, both included."""
        return int(self.rng.integers(low, high + 1))

    def stroke(self, points: Sequence[Point], ink: Colour, share: float = 1.0) -> None:
        """Draw a polyline through points of the square; `share` of the pen's width."""
        self.canvas.line([self.at(x, y) for x, y in points], max(self.width * share, 0.9), ink)

    def arc(self, start: Point, bend: Point, end: Point, ink: Colour, share: float = 1.0) -> None:
        """Draw a quadratic curve."""
        self.canvas.curve(self.at(*start), self.at(*bend), self.at(*end), max(self.width * share, 0.9), ink)

    def shape(self, points: Sequence[Point], ink: Colour, *, filled: bool | None = None) -> None:
        """Draw a closed shape: filled with ink, or bare within its outline."""
        placed = [self.at(x, y) for x, y in points]
        solid = self.often(self.fill) if filled is None else filled
        self.canvas.polygon(placed, ink if solid else self.canvas.ground)
        if not solid:
            self.canvas.line(placed, max(self.width * 0.8, 0.9), ink, closed=True)

    def dot(self, centre: Point, radius: float, ink: Colour, *, filled: bool | None = None) -> None:
        """Draw a disc, or a bare one within a ring."""
        solid = self.often(self.fill) if filled is None else filled
        place, reach = self.at(*centre), self.size(radius)
        self.canvas.disc(place, reach, ink if solid else self.canvas.ground)
        if not solid:
            self.canvas.ring(place, reach, max(self.width * 0.8, 0.9), ink)

    def leaf_at(self, root: Point, length: float, angle: float, ink: Colour, broad: float = 0.4) -> None:
        """Draw a leaf that leaves `root` at `angle` radians: outlined with a rib, filled, or one stroke."""
        dx, dy = math.cos(angle), math.sin(angle)
        bow = self.uniform(-0.15, 0.15)

        def off(t: float, side: float) -> Point:
            side += bow * math.sin(math.pi * t)
            return root[0] + length * (dx * t - dy * side), root[1] + length * (dy * t + dx * side)

        half = broad / 2
        edge = [off(t, half * math.sin(math.pi * t**0.8)) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
        back = [off(t, -half * math.sin(math.pi * t**0.8)) for t in (0.75, 0.5, 0.25)]
        solid = self.often(self.fill)
        self.shape(edge + back, ink, filled=solid)
        if length > 16 and self.often(0.6):
            rib = self.canvas.ground if solid else ink
            self.stroke([off(0.1, 0), off(0.8, 0)], rib, 0.6)
