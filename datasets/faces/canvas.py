"""A drawing surface in face units: 96 wide, 128 high, whatever the pixels behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.faces.fonts import FontChoice

__all__ = ["HEIGHT", "WIDTH", "Canvas", "Colour", "Point"]

WIDTH: Final = 96
HEIGHT: Final = 128
_OVERSAMPLING: Final = 2

Colour = tuple[int, int, int]
Point = tuple[float, float]


@lru_cache(maxsize=2048)
def _glyph(font: FontChoice, text: str, bold: int) -> Image.Image:
    """Draw `text` white on black, cropped to its ink."""
    loaded = font.load(96)
    left, top, right, bottom = loaded.getbbox(text, stroke_width=bold)
    mask = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, font=loaded, fill=255, stroke_width=bold)
    return mask


@dataclass(frozen=True)
class Canvas:
    """A picture that is drawn on in face units; make one with `blank`."""

    picture: Image.Image

    @classmethod
    def blank(cls, colour: Colour) -> Canvas:
        """Start a face that is all `colour` (RGB)."""
        return cls(Image.new("RGB", (WIDTH * _OVERSAMPLING, HEIGHT * _OVERSAMPLING), colour))

    def pixels(self) -> NDArray[np.uint8]:
        """Give the face as RGB uint8 [128, 96, 3]."""
        small = self.picture.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
        return np.asarray(small, dtype=np.uint8).copy()

    @property
    def _pen(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.picture)

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a polyline with round ends."""
        scaled = [(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in points]
        pen = self._pen
        pen.line(scaled, fill=colour, width=max(1, round(width * _OVERSAMPLING)), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc((x, y), width / 2, colour)

    def curve(self, start: Point, bend: Point, end: Point, width: float, colour: Colour) -> None:
        """Draw a quadratic curve from `start` to `end`, pulled towards `bend`."""
        steps = [i / 10 for i in range(11)]
        self.line(
            [
                (
                    (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * bend[0] + t * t * end[0],
                    (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * bend[1] + t * t * end[1],
                )
                for t in steps
            ],
            width,
            colour,
        )

    def disc(self, centre: Point, radius: float, colour: Colour, flat: float = 1.0) -> None:
        """Fill a disc; `flat` squeezes its height."""
        x, y = centre[0] * _OVERSAMPLING, centre[1] * _OVERSAMPLING
        r, s = radius * _OVERSAMPLING, radius * flat * _OVERSAMPLING
        self._pen.ellipse((x - r, y - s, x + r, y + s), fill=colour)

    def ring(self, centre: Point, radius: float, width: float, colour: Colour, flat: float = 1.0) -> None:
        """Draw a circle `width` thick whose outer radius is `radius`."""
        x, y = centre[0] * _OVERSAMPLING, centre[1] * _OVERSAMPLING
        r, s = radius * _OVERSAMPLING, radius * flat * _OVERSAMPLING
        self._pen.ellipse(
            (x - r, y - s, x + r, y + s), outline=colour, width=max(1, round(width * _OVERSAMPLING))
        )

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._pen.polygon([(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in points], fill=colour)

    def leaf(self, root: Point, length: float, angle: float, width: float, colour: Colour) -> None:
        """Draw a pointed leaf that leaves `root` at `angle` radians (0 is to the right, clockwise)."""
        dx, dy = math.cos(angle), math.sin(angle)
        middle = (root[0] + dx * length * 0.45, root[1] + dy * length * 0.45)
        self.polygon(
            [
                root,
                (middle[0] - dy * width / 2, middle[1] + dx * width / 2),
                (root[0] + dx * length, root[1] + dy * length),
                (middle[0] + dy * width / 2, middle[1] - dx * width / 2),
            ],
            colour,
        )

    def frame(
        self, box: tuple[float, float, float, float], width: float, colour: Colour, cut: float = 0.0
    ) -> None:
        """Draw a rectangle's outline (x0, y0, x1, y1) whose corners are cut off by `cut`."""
        x0, y0, x1, y1 = box
        corners = [
            (x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut),
            (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut), (x0 + cut, y0),
        ]  # fmt: skip
        self.line(corners, width, colour)

    def text(  # noqa: PLR0917 - what to write, where, and how the engraver holds the pen
        self,
        text: str,
        box: tuple[float, float, float, float],
        colour: Colour,
        font: FontChoice,
        bold: int = 0,
        shear: float = 0.0,
    ) -> None:
        """Stretch `text` into the box (x0, y0, x1, y1): engravers do the same with their characters."""
        x0, y0, x1, y1 = (value * _OVERSAMPLING for value in box)
        width, height = max(1, round(x1 - x0)), max(1, round(y1 - y0))
        glyph = _glyph(font, text, bold)
        aspect = glyph.width / glyph.height
        if aspect > 2.2 * width / height:  # 一 keeps its height, or it would fill the box
            height_used = max(round(height * 0.22), min(height, round(width / aspect)))
        else:
            height_used = height
        narrow = aspect < 0.55 * width / height  # a 1 keeps its breadth
        width_used = max(1, round(height * aspect * 1.2)) if narrow else width
        mask = glyph.resize((width_used, height_used), Image.Resampling.BILINEAR)
        if shear:
            mask = mask.transform(
                mask.size,
                Image.Transform.AFFINE,
                (1.0, shear, -shear * height_used / 2, 0.0, 1.0, 0.0),
                Image.Resampling.BILINEAR,
            )
        place = (round(x0 + (width - width_used) / 2), round(y0 + (height - height_used) / 2))
        self.picture.paste(colour, place, mask)
