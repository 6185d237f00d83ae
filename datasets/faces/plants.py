"""Plants on flower tiles: the four of the series and any other, in thin lines as tiles have them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.faces.canvas import Colour, Point
    from datasets.faces.pen import Pen

__all__ = ["PLANTS", "blossom"]


def blossom(pen: Pen, centre: Point, radius: float, ink: Colour) -> None:
    """Draw a flower head seen from the front, of any make."""
    _HEADS[pen.count(0, len(_HEADS) - 1)](pen, centre, radius, ink)


def _round_petals(pen: Pen, centre: Point, radius: float, ink: Colour) -> None:
    petals, start, solid = pen.count(4, 8), pen.uniform(0, 6), pen.often(pen.fill)
    for k in range(petals):
        angle = start + 2 * math.pi * k / petals
        spot = (centre[0] + math.cos(angle) * radius * 0.6, centre[1] + math.sin(angle) * radius * 0.6)
        pen.dot(spot, radius * 2.0 / petals + radius * 0.06, ink, filled=solid)
    pen.dot(centre, radius * 0.3, ink, filled=not solid and pen.often(0.5))


def _scalloped(pen: Pen, centre: Point, radius: float, ink: Colour) -> None:
    petals, start, deep = pen.count(5, 9), pen.uniform(0, 6), pen.uniform(0.15, 0.35)
    rings = pen.count(2, 3)
    solid = pen.often(pen.fill)
    for ring in range(rings):
        reach = radius * (1 - ring / rings)
        rim = [
            (
                centre[0] + math.cos(a) * reach * (1 - deep * abs(math.cos(petals * (a - start) / 2))),
                centre[1] + math.sin(a) * reach * (1 - deep * abs(math.cos(petals * (a - start) / 2))),
            )
            for a in (2 * math.pi * k / 40 for k in range(40))
        ]
        if solid and ring == 0:
            pen.shape(rim, ink, filled=True)
        else:
            line = pen.canvas.ground if solid else ink
            pen.canvas.line([pen.at(*p) for p in rim], max(pen.width * 0.7, 0.9), line, closed=True)


def _rays(pen: Pen, centre: Point, radius: float, ink: Colour) -> None:
    petals = pen.count(8, 16)
    for k in range(petals):
        angle = 2 * math.pi * k / petals
        root = (centre[0] + math.cos(angle) * radius * 0.25, centre[1] + math.sin(angle) * radius * 0.25)
        if pen.fill > 0.3:
            pen.leaf_at(root, radius * 0.8, angle, ink, 0.35)
        else:
            tip = (centre[0] + math.cos(angle) * radius, centre[1] + math.sin(angle) * radius)
            pen.stroke([root, tip], ink, 0.9)
    pen.dot(centre, radius * 0.24, pen.other if pen.often(0.4) else ink)


def _rose(pen: Pen, centre: Point, radius: float, ink: Colour) -> None:
    turns = pen.uniform(1.8, 2.8)
    start = pen.uniform(0, 6)
    spiral = [
        (
            centre[0] + math.cos(start + t * turns * 2 * math.pi) * radius * (0.12 + 0.85 * t),
            centre[1] + math.sin(start + t * turns * 2 * math.pi) * radius * (0.12 + 0.75 * t),
        )
        for t in (k / 30 for k in range(31))
    ]
    pen.stroke(spiral, ink, 0.85)


def _cup(pen: Pen, centre: Point, radius: float, ink: Colour) -> None:
    x, y = centre
    lean = pen.uniform(-0.4, 0.4) * radius
    rim = [
        (x - radius * 0.9, y - radius * 0.5), (x - radius * 0.35 + lean, y - radius * 0.1),
        (x + lean, y - radius * 0.8), (x + radius * 0.4 + lean, y - radius * 0.2),
        (x + radius, y - radius * 0.6),
        (x + radius * 0.7, y + radius * 0.5), (x, y + radius * 0.85), (x - radius * 0.7, y + radius * 0.5),
    ]  # fmt: skip
    pen.shape(rim, ink)
    pen.arc((x - radius * 0.4, y), (x, y + radius * 0.4), (x + radius * 0.5, y - radius * 0.05), ink, 0.7)


def _petalled_side(pen: Pen, centre: Point, radius: float, ink: Colour) -> None:
    petals = pen.count(5, 7)
    for k in sorted(range(petals), key=lambda k: -abs(k - petals / 2)):
        angle = -math.pi / 2 + (k - (petals - 1) / 2) * 2.2 / petals
        pen.leaf_at((centre[0], centre[1] + radius * 0.7), radius * 1.6, angle, ink, 0.42)


_HEADS: Final = (_round_petals, _scalloped, _scalloped, _rays, _rose, _cup, _petalled_side)


def _plum(pen: Pen) -> None:
    lean = pen.uniform(-15, 15)
    joint = (48 + lean, 62 + pen.uniform(-10, 10))
    pen.arc((35 - lean, 100), (60, 85), joint, pen.stem, 1.4)
    tips = [(pen.uniform(10, 90), pen.uniform(0, 40)) for _ in range(pen.count(1, 3))]
    for tip in tips:
        pen.arc(joint, (joint[0], (joint[1] + tip[1]) / 2), tip, pen.stem)
    spots = [*tips, joint, *((pen.uniform(15, 85), pen.uniform(25, 85)) for _ in range(pen.count(1, 4)))]
    head = (_round_petals, _scalloped)[pen.count(0, 1)]
    for spot in spots[: pen.count(2, 7)]:
        head(pen, spot, pen.uniform(8, 15), pen.bloom)
    for _ in range(pen.count(0, 5)):
        pen.dot((pen.uniform(15, 85), pen.uniform(10, 80)), 3, pen.bloom)


def _orchid(pen: Pen) -> None:
    foot = (pen.uniform(35, 65), 98.0)
    for _ in range(pen.count(3, 8)):
        tip = (pen.uniform(2, 98), pen.uniform(5, 75))
        bend = (foot[0] + (tip[0] - foot[0]) * 0.25, tip[1] - pen.uniform(-10, 25))
        pen.arc(foot, bend, tip, pen.leaf, pen.uniform(0.8, 1.6))
    for _ in range(pen.count(1, 3)):
        spot = (pen.uniform(20, 80), pen.uniform(30, 75))
        pen.arc(foot, (foot[0], spot[1] + 10), spot, pen.stem, 0.7)
        for k in range(pen.count(3, 5)):
            pen.leaf_at(spot, 15, k * 1.3 + pen.uniform(0, 0.5), pen.bloom, 0.45)


def _chrysanthemum(pen: Pen) -> None:
    top = (pen.uniform(38, 62), pen.uniform(25, 50))
    pen.arc((50, 100), (pen.uniform(35, 65), 80), top, pen.stem, 1.2)
    for _ in range(pen.count(3, 7)):
        side = 1 if pen.often(0.5) else -1
        pen.leaf_at(
            (50, pen.uniform(60, 95)),
            pen.uniform(18, 36),
            (0 if side > 0 else math.pi) - side * pen.uniform(-0.3, 0.9),
            pen.leaf,
        )
    (_rays, _scalloped)[pen.count(0, 1)](pen, top, pen.uniform(20, 30), pen.bloom)
    if pen.often(0.5):
        _rays(pen, (pen.uniform(15, 85), pen.uniform(55, 75)), pen.uniform(9, 14), pen.bloom)


def _bamboo(pen: Pen) -> None:
    joints = pen.count(3, 6)
    for _ in range(pen.count(1, 4)):
        foot, tip = pen.uniform(25, 75), pen.uniform(25, 75)
        top, bottom, broad = pen.uniform(-5, 20), pen.uniform(88, 100), pen.uniform(3, 7)
        hollow = not pen.often(pen.fill + 0.3)
        for k in range(joints):
            low = bottom + (top - bottom) * k / joints
            high = bottom + (top - bottom) * (k + 0.88) / joints
            x0, x1 = foot + (tip - foot) * k / joints, foot + (tip - foot) * (k + 0.88) / joints
            if hollow:
                pen.shape(
                    [(x0 - broad, low), (x1 - broad, high), (x1 + broad, high), (x0 + broad, low)],
                    pen.stem,
                    filled=False,
                )
            else:
                pen.stroke([(x0, low), (x1, high)], pen.stem, broad / 3)
    for _ in range(pen.count(2, 6)):
        root = (pen.uniform(15, 85), pen.uniform(5, 70))
        for k in range(3):
            angle = math.pi / 2 + (k - 1) * pen.uniform(0.4, 0.9)
            pen.leaf_at(root, pen.uniform(14, 26), angle, pen.leaf, 0.25)


def _spray(pen: Pen) -> None:
    """A stem with leaves by turns and one head or a few: what most season tiles show."""
    top = (pen.uniform(20, 80), pen.uniform(0, 25))
    bend = (pen.uniform(10, 90), 50.0)
    pen.arc((pen.uniform(35, 65), 100), bend, top, pen.stem, 1.1)
    spots: list[Point] = []
    for k in range(pen.count(4, 9)):
        t = pen.uniform(0.05, 0.95)
        x = (1 - t) ** 2 * 50 + 2 * t * (1 - t) * bend[0] + t * t * top[0]
        y = (1 - t) ** 2 * 100 + 2 * t * (1 - t) * bend[1] + t * t * top[1]
        angle = (0.0 if k % 2 else math.pi) + pen.uniform(-0.9, 0.9)
        pen.leaf_at((x, y), pen.uniform(14, 28), angle, pen.leaf, pen.uniform(0.3, 0.65))
        spots.append((x, y))
    for k in range(pen.count(1, 3)):
        spot = top if k and pen.often(0.5) else spots[pen.count(0, len(spots) - 1)]
        blossom(pen, spot, pen.uniform(10, 24) if k == 0 else pen.uniform(7, 13), pen.bloom)


def _posy(pen: Pen) -> None:
    """One big head in the middle, leaves all round, a twig above and a knot below."""
    middle = (50 + pen.uniform(-8, 8), 58 + pen.uniform(-10, 8))
    for _ in range(pen.count(3, 8)):
        pen.leaf_at(
            middle, pen.uniform(28, 46), pen.uniform(0, 2 * math.pi), pen.leaf, pen.uniform(0.25, 0.5)
        )
    if pen.often(0.8):
        twig = (pen.uniform(20, 80), pen.uniform(-5, 12))
        pen.arc(middle, (pen.uniform(20, 80), 30), twig, pen.stem)
        for k in range(pen.count(2, 6)):
            t = k / 6
            pen.leaf_at(
                (middle[0] + (twig[0] - middle[0]) * t, middle[1] + (twig[1] - middle[1]) * t),
                12,
                pen.uniform(0, 6.3),
                pen.leaf,
                0.5,
            )
    blossom(pen, middle, pen.uniform(17, 27), pen.bloom)
    if pen.often(0.5):
        pen.leaf_at((50, 78), pen.uniform(18, 30), math.pi / 2 + pen.uniform(-0.9, 0.9), pen.other, 0.35)


def _potted(pen: Pen) -> None:
    for k in range(pen.count(4, 8)):
        angle = -math.pi / 2 + (k - 3) * pen.uniform(0.25, 0.5)
        pen.leaf_at((50, 74), pen.uniform(30, 62), angle, pen.leaf, pen.uniform(0.15, 0.4))
    blossom(pen, (50 + pen.uniform(-10, 10), pen.uniform(45, 65)), pen.uniform(13, 22), pen.bloom)
    wide = pen.uniform(20, 36)
    pen.shape(
        [(50 - wide, 74), (50 + wide, 74), (50 + wide * 0.6, 98), (50 - wide * 0.6, 98)],
        pen.other,
        filled=None,
    )
    for k in range(pen.count(0, 3)):
        y = 79 + 6 * k
        pen.stroke([(50 - wide * 0.6, y), (50 + wide * 0.6, y)], pen.other, 0.7)


def _lotus(pen: Pen) -> None:
    pen.arc((50, 98), (42, 75), (50, 48), pen.stem)
    _petalled_side(pen, (50, 38), 22, pen.bloom)
    for x in (22, 74):
        if pen.often(0.8):
            pads = [
                (x + 20 * math.cos(a), 84 + 8 * math.sin(a))
                for a in (2 * math.pi * k / 16 for k in range(16))
            ]
            pen.shape(pads, pen.leaf)
    for k in range(pen.count(1, 4)):
        pen.stroke([(x, 92 + 3 * k + 1.5 * (x // 12 % 2)) for x in range(10, 92, 12)], pen.other, 0.6)


def _pine(pen: Pen) -> None:
    pen.arc((35, 100), (65, 65), (45, 12), pen.stem, 1.7)
    for _ in range(pen.count(3, 7)):
        x, y = pen.uniform(18, 82), pen.uniform(8, 65)
        for k in range(7):
            angle = -math.pi * k / 6
            pen.stroke([(x, y), (x + 15 * math.cos(angle), y + 12 * math.sin(angle))], pen.leaf, 0.7)
    if pen.often(0.4):
        blossom(pen, (pen.uniform(20, 80), pen.uniform(60, 85)), 12, pen.bloom)


def _fruit(pen: Pen) -> None:
    for k in range(pen.count(2, 4)):
        tip = (15 + 23 * k + pen.uniform(-8, 8), pen.uniform(2, 35))
        pen.arc((50, 100), (50, 60), tip, pen.stem, 0.9)
        for _ in range(pen.count(2, 4)):
            t = pen.uniform(0.3, 1)
            spot = (50 + (tip[0] - 50) * t, 100 + (tip[1] - 100) * t)
            pen.leaf_at(spot, pen.uniform(14, 22), pen.uniform(0, 6.3), pen.leaf, 0.6)
    for _ in range(pen.count(2, 4)):
        spot = (pen.uniform(20, 80), pen.uniform(35, 85))
        pen.dot(spot, pen.uniform(8, 13), pen.bloom)
        for _ in range(pen.count(0, 4)):
            pen.dot((spot[0] + pen.uniform(-5, 5), spot[1] + pen.uniform(-5, 5)), 1.6, pen.bloom, filled=True)


PLANTS: Final[dict[str, Callable[[Pen], None]]] = {
    "plum": _plum,
    "orchid": _orchid,
    "chrysanthemum": _chrysanthemum,
    "bamboo": _bamboo,
    "spray": _spray,
    "posy": _posy,
    "potted": _potted,
    "lotus": _lotus,
    "pine": _pine,
    "fruit": _fruit,
}
