"""A drawing surface in face units: 96 wide, 128 high, whatever the pixels behind it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.faces.glyphs import Hand, glyph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.faces.fonts import FontChoice

__all__ = ["HEIGHT", "WIDTH", "Box", "Canvas", "Colour", "Point"]

WIDTH: Final = 96
HEIGHT: Final = 128
_OVERSAMPLING: Final = 2
_SHIFT: Final = 4
_UNIT: Final = _OVERSAMPLING << _SHIFT

Colour = tuple[int, int, int]
Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Canvas:
    """A face that is drawn on in face units; what has the colour of the ground counts as bare.

    Attributes:
        ground: the colour (RGB) that it was blank in.
    """

    def __init__(self, ground: Colour) -> None:
        """Start a face that is all `ground` (RGB)."""
        self.ground = ground
        self._paint = _flat((HEIGHT * _OVERSAMPLING, WIDTH * _OVERSAMPLING), (*ground, 0))

    @classmethod
    def blank(cls, colour: Colour) -> Canvas:
        """Start a face that is all `colour` (RGB)."""
        return cls(colour)

    def pixels(self) -> NDArray[np.uint8]:
        """Give the face as RGB uint8 [128, 96, 3]."""
        return np.ascontiguousarray(self.layers()[..., :3])

    def layers(self) -> NDArray[np.uint8]:
        """Give the face as RGBA uint8 [128, 96, 4]; A is how much of the pixel is inked."""
        return np.asarray(cv2.resize(self._paint, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)

    def _ink(self, colour: Colour) -> tuple[int, int, int, int]:
        return (*colour, 0 if colour == self.ground else 255)

    def line(self, points: Sequence[Point], width: float, colour: Colour, *, closed: bool = False) -> None:
        """Draw a polyline with round ends, or a loop."""
        thick = max(1, round(width * _OVERSAMPLING))
        cv2.polylines(self._paint, [_fixed(points)], closed, self._ink(colour), thick, cv2.LINE_AA, _SHIFT)

    def curve(self, start: Point, bend: Point, end: Point, width: float, colour: Colour) -> None:
        """Draw a quadratic curve from `start` to `end`, pulled towards `bend`."""
        self.line(
            [
                (
                    (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * bend[0] + t * t * end[0],
                    (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * bend[1] + t * t * end[1],
                )
                for t in _STEPS
            ],
            width,
            colour,
        )

    def disc(self, centre: Point, radius: float, colour: Colour, flat: float = 1.0) -> None:
        """Fill a disc; `flat` squeezes its height."""
        rim = _circle(centre, radius, flat)
        cv2.fillConvexPoly(self._paint, rim, self._ink(colour), cv2.LINE_AA, _SHIFT)

    def ring(self, centre: Point, radius: float, width: float, colour: Colour, flat: float = 1.0) -> None:
        """Draw a circle `width` thick whose outer radius is `radius`."""
        inner = max(radius - max(width, 0.7), 0.0)
        rims = [_circle(centre, radius, flat), _circle(centre, inner, flat)]
        cv2.fillPoly(self._paint, rims, self._ink(colour), cv2.LINE_AA, _SHIFT)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self._paint, [_fixed(points)], self._ink(colour), cv2.LINE_AA, _SHIFT)

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

    def frame(self, box: Box, width: float, colour: Colour, cut: float = 0.0) -> None:
        """Draw a rectangle's outline (x0, y0, x1, y1) whose corners are cut off by `cut`."""
        x0, y0, x1, y1 = box
        corners = [
            (x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut),
            (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut),
        ]  # fmt: skip
        self.line(corners, width, colour, closed=True)

    def wipe(self, box: Box) -> None:
        """Make the box (x0, y0, x1, y1) bare again, with rounded corners."""
        x0, y0, x1, y1 = box
        cut = min(x1 - x0, y1 - y0) * 0.25
        self.polygon(
            [
                (x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut),
                (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut),
            ],
            self.ground,
        )  # fmt: skip

    def text(self, text: str, box: Box, colour: Colour, font: FontChoice, bold: int = 0) -> None:
        """Stretch `text` into the box (x0, y0, x1, y1), as the font has it."""
        self.write(text, box, colour, Hand(font, bold))

    def write(self, text: str, box: Box, colour: Colour, hand: Hand) -> None:
        """Stretch `text` into the box (x0, y0, x1, y1): engravers do the same with their characters."""
        mask = glyph(hand, text)
        high, wide = mask.shape
        width, height = (box[2] - box[0]) * hand.stretch[0], (box[3] - box[1]) * hand.stretch[1]
        aspect = wide / high
        if aspect > 2.2 * width / height:  # 一 keeps its height, or it would fill the box
            height = max(height * 0.22, min(height, width / aspect))
        if aspect < 0.55 * width / height:  # a 1 keeps its breadth
            width = height * aspect * 1.2
        cos, sin = math.cos(hand.turn), math.sin(hand.turn)
        across = np.array([cos, sin]) * width / wide
        down = np.array([-sin - hand.shear * cos, cos - hand.shear * sin]) * height / high
        middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        reach = (abs(across) * wide + abs(down) * high) / 2 + 1
        x0, y0 = np.maximum(np.floor((middle - reach) * _OVERSAMPLING).astype(int), 0)
        x1, y1 = np.ceil((middle + reach) * _OVERSAMPLING).astype(int)
        x1, y1 = min(int(x1), WIDTH * _OVERSAMPLING), min(int(y1), HEIGHT * _OVERSAMPLING)
        if x1 <= x0 or y1 <= y0:
            return
        axes = np.stack([across, down], axis=1) * _OVERSAMPLING
        start = middle * _OVERSAMPLING - axes @ np.array([wide, high]) / 2 - (x0, y0)
        placed = cv2.warpAffine(
            mask, np.column_stack([axes, start]), (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR
        )
        region = self._paint[y0:y1, x0:x1]
        share = placed.astype(np.float32) / 255
        ink = _flat((placed.shape[0], placed.shape[1]), self._ink(colour))
        region[:] = cv2.blendLinear(ink, np.ascontiguousarray(region), share, 1 - share)


_STEPS: Final = tuple(i / 10 for i in range(11))
_TURNS: Final = np.linspace(0, 2 * math.pi, 33)[:-1]
_CIRCLE: Final = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


def _flat(size: tuple[int, int], colour: tuple[int, int, int, int]) -> NDArray[np.uint8]:
    """All of one colour, uint8 [H, W, 4]; numpy fills 32 bits at once much faster than four times 8."""
    packed = np.array(colour, np.uint8).view(np.uint32)[0]
    return np.full(size, packed, np.uint32).view(np.uint8).reshape(*size, 4)


def _circle(centre: Point, radius: float, flat: float) -> NDArray[np.int32]:
    rim = _CIRCLE * (radius * _UNIT, radius * flat * _UNIT) + (np.array(centre) * _UNIT - (1 << _SHIFT) / 2)
    return np.asarray(np.rint(rim), np.int32)


def _fixed(points: Sequence[Point]) -> NDArray[np.int32]:
    scaled = (np.array(points, np.float64) * _OVERSAMPLING - 0.5) * (1 << _SHIFT)
    return np.round(scaled).astype(np.int32)
