"""The flower tiles: a picture, a character, a digit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from datasets.faces.canvas import Canvas, Colour, Point
    from datasets.faces.design import FaceDesign

__all__ = ["draw_flower"]

_CHARACTERS: Final = {"f": "梅蘭菊竹", "h": "春夏秋冬"}
_CHINESE_DIGITS: Final = "一二三四"


def draw_flower(canvas: Canvas, group: str, rank: int, design: FaceDesign) -> None:
    """Draw flower tile `rank` (1-4) of `group`, ``f`` for 梅蘭菊竹 or ``h`` for 春夏秋冬.

    With characters the character says which tile it is. Without them the digits do, as on sets made in Hong
    Kong: arabic ones in a dark colour on the flowers, red ones (Chinese on most sets) on the seasons.
    """
    plant = group == "f"
    rng = np.random.default_rng((design.seed, rank, plant))
    _PICTURES[_picture(design, plant=plant, rank=rank)](canvas, design, rng)
    digit_left = design.digit_left if plant else design.season_digit_left
    left, right = (8.0, 8.0, 27.0, 31.0), (69.0, 8.0, 88.0, 31.0)
    digit_box, character_box = (left, right) if digit_left else (right, left)
    cool = design.cool if design.blue_plants else design.black
    digit_ink = cool if plant else design.red
    if design.flower_characters:
        character_ink = (cool if design.plant_character_cool else design.red) if plant else design.red
        if design.season_cool and not plant:
            character_ink = cool
        canvas.text(_CHARACTERS[group][rank - 1], character_box, character_ink, design.font, design.bold)
        digit = str(rank) if plant or not design.season_chinese else _CHINESE_DIGITS[rank - 1]
        digit_ink = design.red if design.digits_red else digit_ink
    else:
        digit = str(rank) if plant else _CHINESE_DIGITS[rank - 1]
        digit_box = (digit_box[0] - 1, digit_box[1] - 1, digit_box[2] + 3, digit_box[3] + 4)
    if design.flower_digits or not design.flower_characters:
        canvas.text(digit, digit_box, digit_ink, design.font, max(1, design.bold))


def _picture(design: FaceDesign, *, plant: bool, rank: int) -> str:
    if design.pictures == "bouquet":
        return "bouquet"
    if plant:
        return ("plum", "orchid", "chrysanthemum", "bamboo")[rank - 1]
    if design.pictures == "figures":
        return "figure"
    return ("bouquet", "lotus", "maple", "pine")[rank - 1]


def _blossom(  # noqa: PLR0917 - a blossom is that many choices
    canvas: Canvas, centre: Point, radius: float, ink: Colour, heart: Colour, petals: int = 5
) -> None:
    for k in range(petals):
        angle = 2 * math.pi * k / petals - 0.6
        canvas.disc(
            (centre[0] + math.cos(angle) * radius * 0.6, centre[1] + math.sin(angle) * radius * 0.6),
            radius * 0.42,
            ink,
        )
    canvas.disc(centre, radius * 0.28, heart)


def _plum(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    lean = rng.uniform(-10, 10)
    canvas.curve((30 + lean, 118), (60, 90), (42 + lean, 44), 4.0, design.black)
    canvas.curve((47, 88), (70, 74), (76, 52), 2.6, design.black)
    for _ in range(int(rng.integers(4, 8))):
        spot = (rng.uniform(24, 78), rng.uniform(42, 96))
        _blossom(canvas, spot, rng.uniform(7, 11), design.red, design.base)


def _orchid(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(6, 10))):
        end = (rng.uniform(12, 84), rng.uniform(44, 90))
        canvas.curve((48, 118), (48 + (end[0] - 48) * 0.4, 50), end, rng.uniform(1.8, 3.4), design.green)
    for _ in range(int(rng.integers(2, 5))):
        spot = (rng.uniform(28, 70), rng.uniform(42, 78))
        for k in range(5):
            canvas.leaf(
                spot, 11, k * 1.25 + rng.uniform(0, 0.4), 5, design.cool if design.cool_orchid else design.red
            )


def _chrysanthemum(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    canvas.curve((50, 120), (44, 95), (48, 66), 3.0, design.green)
    for _ in range(6):
        canvas.leaf(
            (48, rng.uniform(86, 112)),
            rng.uniform(14, 26),
            rng.choice([0.0, math.pi]) + rng.uniform(-0.7, 0.7),
            9,
            design.green,
        )
    for x, y, r in ((48, 62, 19), (rng.uniform(25, 34), rng.uniform(82, 92), 11)):
        for k in range(14):
            canvas.leaf((x, y), r, k * math.pi / 7, r * 0.32, design.red)
        canvas.disc((x, y), r * 0.24, design.gold)


def _bamboo(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(2, 4))):
        foot, top = rng.uniform(32, 62), rng.uniform(36, 48)
        tip = foot + rng.uniform(-8, 8)
        for k in range(5):
            a, b = k / 5, (k + 0.85) / 5
            canvas.line(
                [
                    (foot + (tip - foot) * a, 118 - (118 - top) * a),
                    (foot + (tip - foot) * b, 118 - (118 - top) * b),
                ],
                4.0,
                design.green,
            )
    for _ in range(int(rng.integers(9, 15))):
        canvas.leaf(
            (rng.uniform(26, 70), rng.uniform(40, 90)),
            rng.uniform(12, 22),
            rng.uniform(0.2, 2.9),
            5.5,
            design.cool if rng.random() < 0.2 else design.green,
        )


def _bouquet(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(4, 7))):
        canvas.leaf((48, 92), rng.uniform(20, 34), rng.uniform(0, 2 * math.pi), 11, design.green)
    canvas.curve((48, 120), (rng.uniform(36, 60), 104), (48, 82), 3.0, design.green)
    for k in range(int(rng.integers(1, 4))):
        spot = (48 + (k * 17 if k != 2 else -17), rng.uniform(64, 86))
        radius = rng.uniform(10, 16)
        _blossom(canvas, spot, radius, (design.red, design.cool)[k % 2], design.gold, int(rng.integers(5, 8)))
        canvas.ring(spot, radius * 0.55, 1.6, design.base)


def _lotus(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    canvas.curve((48, 118), (40, 100), (48, 78), 2.6, design.green)
    for k in range(7):
        canvas.leaf(
            (48, 84),
            26,
            -math.pi / 2 + (k - 3) * 0.45,
            11,
            (design.red, design.base)[k % 2] if k not in (0, 6) else design.red,
        )
    canvas.disc((28, 108), 15, design.green, 0.4)
    canvas.disc((rng.uniform(62, 72), 112), 14, design.green, 0.4)


def _maple(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    canvas.curve((36, 120), (60, 96), (46, 48), 3.0, design.black)
    for _ in range(int(rng.integers(4, 7))):
        spot = (rng.uniform(26, 72), rng.uniform(46, 100))
        for k in range(5):
            canvas.leaf(
                spot, 12, -math.pi / 2 + (k - 2) * 0.8, 6, design.red if rng.random() < 0.7 else design.gold
            )


def _pine(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    canvas.curve((40, 120), (56, 84), (50, 42), 4.4, design.black)
    for _ in range(int(rng.integers(5, 8))):
        x, y = rng.uniform(26, 72), rng.uniform(44, 96)
        for k in range(7):
            canvas.line(
                [(x, y), (x + 12 * math.cos(-math.pi * k / 6), y + 9 * math.sin(-math.pi * k / 6))],
                1.8,
                design.green,
            )
    _blossom(canvas, (rng.uniform(30, 66), rng.uniform(60, 90)), 9, design.red, design.gold)


def _figure(canvas: Canvas, design: FaceDesign, rng: np.random.Generator) -> None:
    robe = (design.green, design.cool, design.red)[int(rng.integers(3))]
    canvas.polygon([(48, 58), (26, 116), (72, 116)], robe)
    canvas.disc((48, 52), 9, design.base)
    canvas.ring((48, 52), 9, 1.8, design.black)
    canvas.disc((48, 44), 6.5, design.black, 0.6)
    canvas.curve((40, 76), (24, 78), (rng.uniform(14, 22), rng.uniform(56, 90)), 4.0, robe)
    canvas.line([(70, 40), (rng.uniform(66, 80), 112)], 2.2, design.black)
    canvas.line([(40, 92), (58, 88)], 2.4, design.gold)


_PICTURES: Final = {
    "plum": _plum,
    "orchid": _orchid,
    "chrysanthemum": _chrysanthemum,
    "bamboo": _bamboo,
    "bouquet": _bouquet,
    "lotus": _lotus,
    "maple": _maple,
    "pine": _pine,
    "figure": _figure,
}
