"""The flower tiles: a picture, a character, a digit, and what sets make of them.

What says which tile it is: on sets with characters the character; on sets with digits alone, and on sets whose
characters are others (a firm's name), the ink: red is 春夏秋冬, any other 梅蘭菊竹. Everything else is chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.glyphs import drawable
from datasets.faces.pen import Pen
from datasets.faces.plants import PLANTS
from datasets.faces.scenery import SCENES

if TYPE_CHECKING:
    from datasets.faces.canvas import Box, Canvas, Colour
    from datasets.faces.chance import Chance
    from datasets.faces.glyphs import Hand
    from datasets.faces.inks import Inks

__all__ = ["FlowerHabits", "draw_flower", "pick_flower_habits"]

_CHINESE_DIGITS: Final = "一二三四"
_SERIES: Final = {"f": ("梅", "蘭", "菊", "竹"), "h": ("春", "夏", "秋", "冬")}
_VARIANTS: Final = {"蘭": ("蘭", "蘭", "兰", "蘭"), "梅": ("梅", "梅", "梅", "梅", "楳")}
_BLESSINGS: Final = (("福", "祿", "壽", "貴"), ("福", "禄", "寿", "貴"))
_SEASONS: Final = ("SPR", "SUM", "AUT", "WIN")
_LONG_SEASONS: Final = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
_ADVERT: Final = (
    "是您首選耀才證券大家樂美心龍鳳呈祥吉如意恭喜財百年好合天地人和電訊銀行金華茶樓永安公司利豐"
    "香港台灣上海國際酒店琴棋書畫漁樵耕讀日月星光長江平安健康"
)
_TRUE_PLANTS: Final = {
    "f": ("plum", "orchid", "chrysanthemum", "bamboo"),
    "h": ("posy", "lotus", "fruit", "pine"),
}
_ALL_PICTURES: Final = (*PLANTS, *PLANTS, "spray", "spray", "posy", "posy", *SCENES)
_DRAW: Final = {**PLANTS, **SCENES}


@dataclass(frozen=True)
class SeriesHabits:
    """How one of the two series is marked.

    Attributes:
        marks: text beside the digit on tile 1 to 4; empty strings where there is none.
        mark_ink, digit_ink: their inks.
        chinese: whether digits are 一二三四.
        digits: whether there are any.
        layout: where the digit and the mark are.
        digit_left: whether the digit is on the left.
        pictures: names of the pictures of tile 1 to 4.
    """

    marks: tuple[str, str, str, str]
    mark_ink: Colour
    digit_ink: Colour
    chinese: bool
    digits: bool
    layout: str
    digit_left: bool
    pictures: tuple[str, str, str, str]


@dataclass(frozen=True)
class FlowerHabits:
    """How a set's flower tiles look.

    Attributes:
        series: of ``f`` and of ``h``.
        stem, leaf, bloom, other: inks of the pictures.
        line: width of the pictures' lines, face units.
        fill: how often shapes in them are filled.
        mark_size, digit_size: across and down, face units.
        inset: distance of the marks from the face's edge, face units.
        twice: whether the digit is also in the opposite corner, upside down.
        picture_top: where pictures begin, face units.
        picture_narrow: how far they stay from the sides, face units.
    """

    series: tuple[SeriesHabits, SeriesHabits]
    stem: Colour
    leaf: Colour
    bloom: Colour
    other: Colour
    line: float
    fill: float
    mark_size: tuple[float, float]
    digit_size: tuple[float, float]
    inset: tuple[float, float]
    twice: bool
    picture_top: float
    picture_narrow: float


def pick_flower_habits(chance: Chance, inks: Inks) -> FlowerHabits:
    """Pick how a set's flower tiles look."""
    scheme = chance.weighted(
        ("characters", "digits", "advert", "western", "blessings"),
        (62, 16, 9 * chance.wild, 5 * chance.wild, 8 * chance.wild),
    )
    first, second = _picture_inks(chance, inks), chance.maybe(0.2)
    stem, leaf, bloom, other = first
    if second:
        stem, leaf = leaf, stem
    pictures = chance.weighted(("true", "any", "same", "scenes"), (0.3, 0.45, 0.1, 0.15))
    layout = chance.weighted(
        ("top", "bottom", "stack", "diagonal", "centre"),
        (70, 7 * chance.wild, 8 * chance.wild, 10 * chance.wild, 5 * chance.wild),
    )
    left = chance.maybe(0.5)
    marks = chance.between(20, 30)
    return FlowerHabits(
        series=(
            _series(chance, inks, ("f", scheme, pictures, layout), digit_left=left),
            _series(chance, inks, ("h", scheme, pictures, layout), digit_left=left == chance.maybe(0.5)),
        ),
        stem=stem,
        leaf=leaf,
        bloom=bloom,
        other=other,
        line=chance.between(1.2, 3.2),
        fill=chance.pick(0.0, 0.1, 0.3, 0.6, 1.0),
        mark_size=(marks, marks * chance.between(0.95, 1.4)),
        digit_size=(marks * chance.between(0.6, 0.85), marks * chance.between(0.9, 1.25)),
        inset=(chance.between(5, 11), chance.between(5, 11)),
        twice=chance.rare(0.06),
        picture_top=chance.between(24, 40),
        picture_narrow=chance.between(6, 18),
    )


def _picture_inks(chance: Chance, inks: Inks) -> tuple[Colour, Colour, Colour, Colour]:
    style = chance.weighted(("four", "two", "one", "mixed"), (0.35, 0.35, 0.15, 0.15))
    if style == "one":
        ink = chance.pick(inks.black, inks.green, inks.blue, inks.red, inks.black)
        return ink, ink, ink, ink
    if style == "two":
        dark = chance.pick(inks.green, inks.green, inks.black, inks.blue)
        return dark, dark, inks.red, chance.pick(inks.red, dark)
    if style == "four":
        return chance.pick(inks.green, inks.black), inks.green, inks.red, chance.pick(inks.blue, inks.gold)
    every = (inks.black, inks.red, inks.green, inks.blue, inks.gold)
    return chance.pick(*every), chance.pick(*every), chance.pick(*every), chance.pick(*every)


def _series(
    chance: Chance, inks: Inks, habit: tuple[str, str, str, str], *, digit_left: bool
) -> SeriesHabits:
    group, scheme, pictures, layout = habit
    plant = group == "f"
    dark = chance.pick(inks.blue, inks.blue, inks.black, inks.black, inks.green)
    any_ink = chance.pick(inks.black, inks.blue, inks.red, inks.red, inks.green)
    digit_any = chance.pick(inks.black, inks.blue, inks.red, inks.red, inks.green)
    usual = dark if plant else inks.red
    chinese, digits = chance.maybe(0.12), chance.maybe(0.87)
    mark_ink = usual if chance.maybe(0.6) else any_ink
    digit_ink = chance.pick(usual, dark, inks.red, digit_any)
    series = tuple(_variant(chance, character) for character in _SERIES[group])
    marks = series
    if scheme == "digits":
        marks, digits = ("",) * 4, True
        digit_ink = usual
        chinese = chance.maybe(0.08) if plant else chance.maybe(0.65)
    elif scheme == "advert":
        places = chance.rng.permutation(len(_ADVERT))[:4]
        marks, digits = tuple(_ADVERT[place] for place in places), True
        mark_ink = digit_ink = usual
        chinese = chance.maybe(0.1)
    elif scheme == "western" and not plant:
        words = _LONG_SEASONS if chance.maybe(0.15) else _SEASONS
        mixed = chance.maybe(0.25)
        marks = tuple(
            character if mixed and chance.maybe(0.5) else word
            for word, character in zip(words, series, strict=True)
        )
        chinese = False
    elif scheme in {"western", "blessings"} and plant:
        marks = tuple(
            mark if drawable(mark) else plain
            for mark, plain in zip(chance.pick(*_BLESSINGS), _BLESSINGS[0], strict=True)
        )
        digits = True
    if pictures == "true":
        names = _TRUE_PLANTS[group]
    elif pictures == "same":
        names = (chance.pick(*_ALL_PICTURES),) * 4
    elif pictures == "scenes":
        names = tuple(chance.pick(*SCENES) for _ in range(4))
    else:
        names = tuple(chance.pick(*_ALL_PICTURES) for _ in range(4))
    if not marks[0] and layout in {"centre", "stack"}:
        layout = "top"
    return SeriesHabits(
        marks=_four(marks),
        mark_ink=mark_ink,
        digit_ink=digit_ink,
        chinese=chinese,
        digits=digits,
        layout=layout,
        digit_left=digit_left,
        pictures=_four(names),
    )


def _four(names: tuple[str, ...]) -> tuple[str, str, str, str]:
    first, second, third, fourth = names
    return first, second, third, fourth


def _variant(chance: Chance, character: str) -> str:
    other = chance.pick(*_VARIANTS.get(character, (character,)))
    return other if drawable(other) else character


def draw_flower(canvas: Canvas, code: str, habits: FlowerHabits, hands: tuple[Hand, Hand], seed: int) -> None:
    """Draw a flower tile.

    Args:
        canvas: a blank face.
        code: ``f1`` to ``h4``.
        habits: of the set.
        hands: who writes the characters, and who the digits.
        seed: of the set.
    """
    rank, plant = int(code[1]), code[0] == "f"
    series = habits.series[0 if plant else 1]
    rng = np.random.default_rng((seed, rank, plant))
    mark, digit = series.marks[rank - 1], (_CHINESE_DIGITS[rank - 1] if series.chinese else str(rank))
    mark_box, digit_box = _boxes(series, habits, mark)
    picture_top = min(habits.picture_top, 34.0) if not mark else habits.picture_top
    if series.layout == "centre":
        _picture(canvas, series.pictures[rank - 1], habits, rng, (8, 84, 88, 122))
    elif series.layout == "bottom":
        _picture(canvas, series.pictures[rank - 1], habits, rng, (8, 8, 88, 92))
    else:
        narrow = habits.picture_narrow
        _picture(canvas, series.pictures[rank - 1], habits, rng, (narrow, picture_top, 96 - narrow, 121))
    mark_hand, digit_hand = hands
    if mark:
        canvas.wipe(_grown(mark_box, 2.5))
        canvas.write(mark, mark_box, series.mark_ink, mark_hand if len(mark) == 1 else digit_hand)
    if series.digits:
        hand = mark_hand if series.chinese else digit_hand
        canvas.wipe(_grown(digit_box, 2.0))
        canvas.write(digit, digit_box, series.digit_ink, hand.plain())
        if habits.twice and not series.chinese:
            x0, y0, x1, y1 = digit_box
            other = (96 - x1, 128 - y1, 96 - x0, 128 - y0)
            canvas.wipe(_grown(other, 2.0))
            canvas.write(digit, other, series.digit_ink, hand.turned_half())


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _boxes(series: SeriesHabits, habits: FlowerHabits, mark: str) -> tuple[Box, Box]:
    """Where the mark and the digit go."""
    (wide, high), (thin, tall) = habits.mark_size, habits.digit_size
    if len(mark) > 1:
        wide, high = min(54.0, 13.0 * len(mark) + 4), tall
    if series.chinese:
        thin = max(thin, wide * 0.85)
    if not mark:
        thin, tall = thin * 1.25, tall * 1.25
    x, y = habits.inset
    digit_x = x if series.digit_left else 96 - x - thin
    mark_x = 96 - x - wide if series.digit_left else x
    mark_box, digit_box = (mark_x, y, mark_x + wide, y + high), (digit_x, y, digit_x + thin, y + tall)
    if series.layout == "bottom":
        mark_box = (mark_x, 123 - high, mark_x + wide, 123.0)
        digit_box = (digit_x, 123 - tall, digit_x + thin, 123.0)
    elif series.layout == "diagonal":
        digit_box = (digit_x, 122 - tall, digit_x + thin, 122.0)
    elif series.layout == "stack":
        mark_x = digit_x if series.digit_left else 96 - x - wide
        digit_middle = mark_x + wide / 2
        mark_box = (mark_x, y + tall + 4, mark_x + wide, y + tall + 4 + high)
        digit_box = (digit_middle - thin / 2, y, digit_middle + thin / 2, y + tall)
    elif series.layout == "centre" and len(mark) == 1:
        mark_box = (24.0, 28.0, 72.0, 82.0)
    return mark_box, digit_box


def _picture(canvas: Canvas, name: str, habits: FlowerHabits, rng: np.random.Generator, region: Box) -> None:
    squeeze = float(rng.uniform(0, 5))
    pen = Pen(
        canvas=canvas,
        region=(region[0] + squeeze, region[1], region[2] - squeeze, region[3]),
        rng=rng,
        width=habits.line,
        stem=habits.stem,
        leaf=habits.leaf,
        bloom=habits.bloom,
        other=habits.other,
        fill=habits.fill,
    )
    _DRAW[name](pen)
