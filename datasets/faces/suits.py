"""Circles, bamboos and the bird: the drawn parts of 筒 and 索."""

# ruff: noqa: E501 - the tables of places read best with a figure per line

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datasets.faces.canvas import Canvas, Colour, Point
    from datasets.faces.design import FaceDesign

__all__ = ["draw_bamboos", "draw_dots"]

_LEFT, _MID, _RIGHT = 0.0, 0.5, 1.0
# Places of the circles in a unit square, and which ink each takes: 0, 1, 2 index the design's circle inks.
_DOTS: Final[dict[int, tuple[tuple[float, float, int], ...]]] = {
    2: ((_MID, 0.16, 0), (_MID, 0.84, 1)),
    3: ((_LEFT, 0.1, 0), (_MID, 0.5, 2), (_RIGHT, 0.9, 1)),
    4: ((_LEFT, 0.14, 0), (_RIGHT, 0.14, 1), (_LEFT, 0.86, 1), (_RIGHT, 0.86, 0)),
    5: ((_LEFT, 0.08, 0), (_RIGHT, 0.08, 1), (_MID, 0.5, 2), (_LEFT, 0.92, 1), (_RIGHT, 0.92, 0)),
    6: ((_LEFT, 0.06, 1), (_RIGHT, 0.06, 1), (_LEFT, 0.56, 2), (_RIGHT, 0.56, 2), (_LEFT, 0.96, 2), (_RIGHT, 0.96, 2)),
    7: (
        (-0.05, 0.0, 1), (_MID, 0.15, 1), (1.05, 0.3, 1),
        (_LEFT, 0.64, 2), (_RIGHT, 0.64, 2), (_LEFT, 1.0, 2), (_RIGHT, 1.0, 2),
    ),
    8: tuple((x, y, 0) for y in (0.0, 0.333, 0.667, 1.0) for x in (_LEFT, _RIGHT)),
    9: tuple((x, y, ink) for y, ink in ((0.0, 1), (0.5, 2), (1.0, 0)) for x in (_LEFT, _MID, _RIGHT)),
}  # fmt: skip
_DOT_ACROSS: Final = {2: 0.0, 3: 44.0, 4: 40.0, 5: 46.0, 6: 38.0, 7: 40.0, 8: 34.0, 9: 54.0}
_DOT_RADIUS: Final = {2: 21.0, 3: 16.0, 4: 18.0, 5: 15.0, 6: 16.0, 7: 13.0, 8: 13.5, 9: 13.0}


def draw_dots(canvas: Canvas, rank: int, design: FaceDesign) -> None:
    """Draw the face of `rank` 筒."""
    if rank == 1:
        _big_dot(canvas, design)
        return
    radius = _DOT_RADIUS[rank] * design.dot_size
    across, down = _DOT_ACROSS[rank] + design.spread, 78.0 + design.spread
    for x, y, ink in _DOTS[rank]:
        _dot(canvas, (48 + (x - 0.5) * across, 64 + (y - 0.5) * down), radius, design.dot_inks[ink], design)


def _dot(canvas: Canvas, centre: Point, radius: float, ink: Colour, design: FaceDesign) -> None:
    flat = design.dot_flat
    style = design.dot_style
    if style == "solid":
        canvas.disc(centre, radius, ink, flat)
        canvas.ring(centre, radius * 0.72, radius * 0.1, design.base, flat)
        canvas.ring(centre, radius * 0.4, radius * 0.1, design.base, flat)
    elif style == "rings":
        canvas.ring(centre, radius, radius * 0.2, ink, flat)
        canvas.ring(centre, radius * 0.65, radius * 0.16, ink, flat)
        canvas.disc(centre, radius * 0.27, ink, flat)
    elif style == "flower":
        canvas.ring(centre, radius, radius * 0.16, ink, flat)
        for k in range(8):
            angle = k * math.pi / 4
            canvas.disc(
                (
                    centre[0] + math.cos(angle) * radius * 0.5,
                    centre[1] + math.sin(angle) * radius * 0.5 * flat,
                ),
                radius * 0.17,
                ink,
            )
        canvas.disc(centre, radius * 0.2, ink, flat)
    else:
        canvas.ring(centre, radius, radius * 0.3, ink, flat)
        canvas.line(
            [(centre[0] - radius * 0.4, centre[1]), (centre[0] + radius * 0.4, centre[1])], radius * 0.16, ink
        )
        canvas.line(
            [(centre[0], centre[1] - radius * 0.4), (centre[0], centre[1] + radius * 0.4)], radius * 0.16, ink
        )


def _big_dot(canvas: Canvas, design: FaceDesign) -> None:
    centre, radius = (48.0, 64.0), 34.0 * design.dot_size
    outer, middle, inner = design.dot_inks[design.seed % 2], design.dot_inks[1], design.dot_inks[2]
    flat = max(1.0, design.dot_flat)
    canvas.ring(centre, radius, radius * 0.1, outer, flat)
    petals = 8 + design.seed % 5
    if design.big_dot == "petals":
        for k in range(petals):
            angle = 2 * math.pi * k / petals
            spot = (
                centre[0] + math.cos(angle) * radius * 0.65,
                centre[1] + math.sin(angle) * radius * 0.65 * flat,
            )
            canvas.disc(spot, radius * 0.17, middle)
            canvas.disc(spot, radius * 0.07, design.base)
        canvas.ring(centre, radius * 0.42, radius * 0.09, outer, flat)
    elif design.big_dot == "rays":
        for k in range(2 * petals):
            angle = math.pi * k / petals
            dx, dy = math.cos(angle), math.sin(angle) * flat
            canvas.line(
                [
                    (centre[0] + dx * radius * 0.5, centre[1] + dy * radius * 0.5),
                    (centre[0] + dx * radius * 0.85, centre[1] + dy * radius * 0.85),
                ],
                radius * 0.08,
                middle,
            )
        canvas.ring(centre, radius * 0.48, radius * 0.1, outer, flat)
    else:
        canvas.ring(centre, radius * 0.82, radius * 0.22, middle, flat)
        canvas.ring(centre, radius * 0.5, radius * 0.1, outer, flat)
    for k in range(5):
        angle = 2 * math.pi * k / 5
        canvas.disc(
            (centre[0] + math.cos(angle) * radius * 0.18, centre[1] + math.sin(angle) * radius * 0.18 * flat),
            radius * 0.13,
            inner,
        )


# Sticks as (x0, y0, x1, y1, ink) in a unit square; ink indexes the design's bamboo inks (green, red, third).
_G, _R, _T = 0, 1, 2
_STICKS: Final[dict[int, tuple[tuple[float, float, float, float, int], ...]]] = {
    2: ((0.5, 0.0, 0.5, 0.48, _T), (0.5, 0.52, 0.5, 1.0, _G)),
    3: ((0.5, 0.0, 0.5, 0.48, _T), (0.12, 0.52, 0.12, 1.0, _G), (0.88, 0.52, 0.88, 1.0, _G)),
    4: ((0.12, 0.0, 0.12, 0.48, _T), (0.88, 0.0, 0.88, 0.48, _G), (0.12, 0.52, 0.12, 1.0, _G), (0.88, 0.52, 0.88, 1.0, _T)),
    5: (
        (0.0, 0.0, 0.0, 0.46, _G), (1.0, 0.0, 1.0, 0.46, _T), (0.0, 0.54, 0.0, 1.0, _T), (1.0, 0.54, 1.0, 1.0, _G),
        (0.5, 0.26, 0.5, 0.74, _R),
    ),
    6: tuple((x, y, x, y + 0.47, ink) for y, ink in ((0.0, _G), (0.53, _T)) for x in (0.0, 0.5, 1.0)),
    7: ((0.5, 0.0, 0.5, 0.3, _R), *((x, y, x, y + 0.3, _T if x == 0.5 else _G) for y in (0.35, 0.7) for x in (0.0, 0.5, 1.0))),
    8: (
        (-0.08, 0.02, -0.08, 0.46, _G), (1.08, 0.02, 1.08, 0.46, _G), (0.1, 0.05, 0.48, 0.42, _G), (0.9, 0.05, 0.52, 0.42, _G),
        (-0.08, 0.54, -0.08, 0.98, _T), (1.08, 0.54, 1.08, 0.98, _T), (0.1, 0.95, 0.48, 0.58, _T), (0.9, 0.95, 0.52, 0.58, _T),
    ),
    9: tuple((x, y, x, y + 0.3, ink) for y in (0.0, 0.35, 0.7) for x, ink in ((0.0, _G), (0.5, _R), (1.0, _T))),
}  # fmt: skip


def draw_bamboos(canvas: Canvas, rank: int, design: FaceDesign) -> None:
    """Draw the face of `rank` 索; 1 is the bird."""
    if rank == 1:
        _bird(canvas, design)
        return
    across, down = 50.0 + design.spread, 92.0 + design.spread
    for x0, y0, x1, y1, ink in _STICKS[rank]:
        start = (48 + (x0 - 0.5) * across, 64 + (y0 - 0.5) * down)
        end = (48 + (x1 - 0.5) * across, 64 + (y1 - 0.5) * down)
        _stick(canvas, start, end, design.bamboo_inks[ink], design)


def _stick(canvas: Canvas, start: Point, end: Point, ink: Colour, design: FaceDesign) -> None:
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    width = design.stick_width

    def at(t: float, side: float = 0.0) -> Point:
        return start[0] + ux * t * length - uy * side, start[1] + uy * t * length + ux * side

    if design.stick_style == "bones":
        canvas.line([at(0.04), at(0.96)], width * 0.62, ink)
        for t in (0.07, 0.5, 0.93):
            canvas.line([at(t, -width * 0.42), at(t, width * 0.42)], width * 0.55, ink)
        canvas.line([at(0.2), at(0.38)], width * 0.22, design.base)
        canvas.line([at(0.62), at(0.8)], width * 0.22, design.base)
    elif design.stick_style == "plain":
        canvas.line([at(0.06), at(0.94)], width * 0.9, ink)
        canvas.line([at(0.18), at(0.82)], width * 0.2, design.base)
    else:
        for low, high in ((0.02, 0.48), (0.52, 0.98)):
            canvas.line([at(low + 0.05), at(high - 0.05)], width * 0.85, ink)
            canvas.line([at(low + 0.1), at(high - 0.1)], width * 0.3, design.base)
        canvas.line([at(0.5, -width * 0.5), at(0.5, width * 0.5)], width * 0.4, ink)


def _bird(canvas: Canvas, design: FaceDesign) -> None:
    body, red, third = design.bamboo_inks[0], design.bamboo_inks[1], design.bamboo_inks[2]
    flip = -1.0 if design.bird == "crane" else 1.0

    def at(x: float, y: float) -> Point:
        return 48 + flip * x, 64 + y

    feathers = 4 + design.seed % 3
    for k in range(feathers):
        bend = (k - feathers / 2) * 7.0
        canvas.curve(at(2, 10), at(8 + bend, 30), at(4 + bend * 1.4, 50), 3.2, (body, third, red)[k % 3])
        if design.bird == "peacock":
            canvas.disc(at(4 + bend * 1.4, 48), 4.0, (third, red)[k % 2])
    canvas.disc(at(0, -4), 15.0 + design.spread / 3, body, 1.35)
    canvas.disc(at(3, 0), 9.0, design.base, 1.3)
    for k in range(4):
        canvas.curve(
            at(-10 + k * 4, -12 + k * 4),
            at(2 + k * 3, 2 + k * 4),
            at(12, 8 + k * 5),
            2.6,
            (third, body)[k % 2],
        )
    canvas.curve(at(-5, -18), at(-14, -32), at(-4, -42), 8.0, body)
    canvas.disc(at(-5, -44), 8.0, (body, red)[design.seed % 2])
    canvas.disc(at(-7, -45), 2.6, design.base)
    canvas.disc(at(-7, -45), 1.2, design.black)
    canvas.polygon([at(-11, -47), at(-21, -42), at(-11, -40)], red)
    for k in range(3):
        canvas.curve(at(-3, -50), at(-2 + 3 * k, -56), at(2 + 5 * k, -58 + 2 * k), 2.0, red)
    canvas.line([at(-4, 14), at(-10, 30), at(-16, 31)], 2.4, red)
    canvas.line([at(-16, 34), at(16, 30)], 2.4, third)
