"""Landscapes, buildings, people and things on flower tiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.faces.canvas import Colour
    from datasets.faces.pen import Pen

__all__ = ["SCENES"]


def _waves(pen: Pen, top: float, ink: Colour) -> None:
    for k in range(pen.count(1, 4)):
        y, x = top + 6 * k, pen.uniform(0, 30)
        run = pen.uniform(30, 70)
        pen.stroke([(x + run * i / 8, y + pen.uniform(1, 3) * (-1) ** i) for i in range(9)], ink, 0.7)


def _mountains(pen: Pen, base: float, ink: Colour) -> None:
    x = pen.uniform(-5, 10)
    ridge = [(x, base)]
    while x < 85:
        x += pen.uniform(12, 22)
        ridge.append((x, base - pen.uniform(15, 40)))
        x += pen.uniform(8, 18)
        ridge.append((x, base - pen.uniform(0, 10)))
    pen.stroke(ridge, ink)


def _boat(pen: Pen) -> None:
    _mountains(pen, pen.uniform(30, 45), pen.leaf)
    y = pen.uniform(66, 78)
    pen.shape([(20, y), (80, y - 6), (68, y + 12), (34, y + 12)], pen.other)
    if pen.often(0.7):
        pen.stroke([(48, y), (48, y - 42)], pen.stem)
        pen.shape([(50, y - 40), (78, y - 14), (50, y - 8)], pen.bloom)
    else:
        pen.shape([(36, y - 2), (40, y - 16), (60, y - 18), (66, y - 4)], pen.bloom)
    _waves(pen, y + 16, pen.stem)
    if pen.often(0.4):
        pen.dot((pen.uniform(70, 88), pen.uniform(8, 20)), 8, pen.bloom)


def _pagoda(pen: Pen) -> None:
    floors, middle = pen.count(2, 4), pen.uniform(40, 60)
    for k in range(floors):
        y, wide = 88 - k * 22.0, 30 - 5.0 * k
        pen.shape(
            [(middle - wide * 0.6, y), (middle - wide * 0.6, y - 14), (middle + wide * 0.6, y - 14),
             (middle + wide * 0.6, y)],
            pen.stem,
            filled=False,
        )  # fmt: skip
        pen.shape(
            [(middle - wide, y - 11), (middle - wide * 0.4, y - 22), (middle + wide * 0.4, y - 22),
             (middle + wide, y - 11)],
            pen.bloom,
        )  # fmt: skip
    pen.stroke([(5, 92), (95, 92 + pen.uniform(-3, 3))], pen.leaf)
    _tree(pen, 10 if middle > 50 else 90, 90)


def _tree(pen: Pen, x: float, foot: float) -> None:
    top = foot - pen.uniform(28, 45)
    pen.stroke([(x, foot), (x + pen.uniform(-6, 6), top)], pen.stem, 1.2)
    for _ in range(pen.count(2, 5)):
        pen.dot((x + pen.uniform(-12, 12), top + pen.uniform(-10, 12)), pen.uniform(6, 10), pen.leaf)


def _person(pen: Pen) -> None:
    x, lean = pen.uniform(42, 58), pen.uniform(-8, 8)
    robe = (pen.bloom, pen.other, pen.leaf)[pen.count(0, 2)]
    pen.shape([(x - 9, 32), (x + 9, 32), (x + 22 + lean, 96), (x - 22 + lean, 96)], robe)
    pen.arc((x - 8, 38), (x - 26, 44), (x - 20, pen.uniform(28, 62)), robe, 1.6)
    pen.arc((x + 8, 38), (x + 28, 50), (x + 16, pen.uniform(48, 66)), robe, 1.6)
    pen.dot((x, 20), 11, pen.stem, filled=False)
    style = pen.count(0, 2)
    if style == 0:
        pen.shape([(x - 14, 14), (x, 2), (x + 14, 14)], pen.stem)
    elif style == 1:
        pen.dot((x, 8), 5, pen.stem, filled=True)
    else:
        pen.stroke([(x - 10, 12), (x + 10, 12)], pen.stem, 1.6)
    for k in range(pen.count(1, 3)):
        pen.stroke([(x - 10, 50 + 12 * k), (x + 12 + lean, 47 + 12 * k)], pen.canvas.ground, 0.6)
        pen.stroke([(x - 8, 54 + 12 * k), (x + 10 + lean, 52 + 12 * k)], pen.other, 0.7)
    if pen.often(0.6):
        staff = pen.uniform(76, 90)
        pen.stroke([(staff, 6), (staff - 6, 98)], pen.stem)
    if pen.often(0.5):
        _tree(pen, pen.uniform(6, 18), 98)


def _mountain_view(pen: Pen) -> None:
    _mountains(pen, 45, pen.stem)
    _mountains(pen, 70, pen.leaf)
    _waves(pen, 78, pen.other)
    _tree(pen, pen.uniform(12, 88), 88)
    pen.dot((pen.uniform(15, 85), 8), 8, pen.bloom)


def _butterfly(pen: Pen) -> None:
    x, y = pen.uniform(40, 60), pen.uniform(40, 60)
    for side in (-1, 1):
        pen.leaf_at((x, y), 40, (0 if side > 0 else math.pi) - side * 0.6, pen.bloom, 0.8)
        pen.leaf_at((x, y), 30, (0 if side > 0 else math.pi) + side * 0.7, pen.other, 0.8)
        pen.arc((x, y - 12), (x + side * 4, y - 30), (x + side * 16, y - 34), pen.stem, 0.6)
    pen.stroke([(x, y - 14), (x, y + 20)], pen.stem, 1.7)
    for _ in range(pen.count(0, 4)):
        pen.leaf_at((50, 98), pen.uniform(20, 36), -pen.uniform(0.3, 2.8), pen.leaf, 0.3)


def _bird(pen: Pen) -> None:
    pen.arc((5, 85), (50, 70), (95, pen.uniform(60, 90)), pen.stem, 1.2)
    x = pen.uniform(40, 58)
    body = [(x + 20 * math.cos(a), 52 + 13 * math.sin(a)) for a in (math.pi * k / 8 for k in range(16))]
    pen.shape(body, pen.bloom)
    pen.dot((x - 19, 36), 9, pen.bloom)
    pen.shape([(x - 27, 34), (x - 38, 38), (x - 27, 41)], pen.other, filled=True)
    pen.leaf_at((x + 14, 54), 40, pen.uniform(-0.3, 0.7), pen.other, 0.35)
    pen.leaf_at((x - 6, 48), 26, 0.4, pen.other, 0.5)
    pen.stroke([(x, 64), (x - 2, 76)], pen.stem, 0.7)
    for _ in range(pen.count(1, 5)):
        pen.leaf_at((pen.uniform(10, 90), pen.uniform(68, 82)), 18, pen.uniform(0, 6.3), pen.leaf, 0.45)


def _fish(pen: Pen) -> None:
    body = [(45 + 30 * math.cos(a), 55 + 16 * math.sin(a)) for a in (math.pi * k / 9 for k in range(18))]
    pen.shape([(72, 55), (95, 38), (90, 55), (95, 72)], pen.bloom)
    pen.shape(body, pen.bloom)
    pen.dot((26, 51), 3, pen.stem, filled=True)
    for k in range(3):
        pen.arc((42 + 10 * k, 44), (48 + 10 * k, 55), (42 + 10 * k, 66), pen.other, 0.6)
    _waves(pen, 82, pen.leaf)


def _house(pen: Pen) -> None:
    pen.shape([(20, 60), (50, 34), (80, 60)], pen.bloom)
    pen.shape([(28, 60), (72, 60), (72, 92), (28, 92)], pen.stem, filled=False)
    pen.shape([(44, 92), (44, 72), (56, 72), (56, 92)], pen.other)
    _tree(pen, pen.uniform(6, 14), 94)
    _mountains(pen, 28, pen.leaf)


SCENES: Final[dict[str, Callable[[Pen], None]]] = {
    "boat": _boat,
    "pagoda": _pagoda,
    "person": _person,
    "mountains": _mountain_view,
    "butterfly": _butterfly,
    "bird": _bird,
    "fish": _fish,
    "house": _house,
}
