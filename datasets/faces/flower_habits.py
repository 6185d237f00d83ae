"""What sets make of their flower tiles: which marks, where, in which inks, and which pictures.

What says which tile it is: on sets with characters the character; on sets with digits alone, and on
those whose characters say nothing (a firm's name), the ink: red is 春夏秋冬, any other 梅蘭菊竹. The rest
is chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.faces.glyphs import drawable
from datasets.faces.plants import PLANTS
from datasets.faces.scenery import SCENES

if TYPE_CHECKING:
    from datasets.faces.canvas import Colour
    from datasets.faces.chance import Chance
    from datasets.faces.inks import Inks

__all__ = ["FlowerHabits", "SeriesHabits", "pick_flower_habits"]

_SERIES: Final = {"f": ("梅", "蘭", "菊", "竹"), "h": ("春", "夏", "秋", "冬")}
# Engravers shorten 蘭 to two strokes under grass or bamboo.
_VARIANTS: Final = {"蘭": ("蘭", "蘭", "兰", "竺", "芸"), "梅": ("梅", "梅", "梅", "梅", "楳")}
_BLESSINGS: Final = (("福", "祿", "壽", "貴"), ("福", "禄", "寿", "貴"))
_SEASONS: Final = ("SPR", "SUM", "AUT", "WIN")
_LONG_SEASONS: Final = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
_ADVERT: Final = (
    "是您首選耀才證券大家樂美心龍鳳呈祥吉如意恭喜財百年好合天地人和電訊銀行金華茶樓永安公司利豐"
    "香港台灣上海國際酒店琴棋書畫漁樵耕讀日月星光長江平安健康"
)
_OWN_PLANTS: Final = ("plum", "orchid", "chrysanthemum", "bamboo")
_ALL_PICTURES: Final = (*PLANTS, *PLANTS, "spray", "spray", "posy", "posy", *SCENES)


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
        sealed: whether characters are cut out of a block of ink, as in a seal.
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
    sealed: bool
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
        ("top", "bottom", "stack", "under", "diagonal", "centre"),
        (70, 7 * chance.wild, 5 * chance.wild, 5 * chance.wild, 9 * chance.wild, 4 * chance.wild),
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
        sealed=chance.rare(0.03),
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
        marks, chinese = _western(chance, series), False
    elif scheme in {"western", "blessings"} and plant:
        marks, digits = _blessings(chance), True
    if not marks[0] and layout in {"centre", "stack", "under"}:
        layout = "top"
    return SeriesHabits(
        marks=_four(marks),
        mark_ink=mark_ink,
        digit_ink=digit_ink,
        chinese=chinese,
        digits=digits,
        layout=layout,
        digit_left=digit_left,
        pictures=_four(_pick_pictures(chance, group, pictures)),
    )


def _western(chance: Chance, series: tuple[str, ...]) -> tuple[str, ...]:
    words = _LONG_SEASONS if chance.maybe(0.15) else _SEASONS
    if chance.maybe(0.75):
        return words
    return tuple(
        character if chance.maybe(0.5) else word for word, character in zip(words, series, strict=True)
    )


def _blessings(chance: Chance) -> tuple[str, ...]:
    return tuple(
        mark if drawable(mark) else plain
        for mark, plain in zip(chance.pick(*_BLESSINGS), _BLESSINGS[0], strict=True)
    )


def _pick_pictures(chance: Chance, group: str, habit: str) -> tuple[str, ...]:
    if habit == "true":
        # The seasons have no plants of their own: sets give them any.
        return _OWN_PLANTS if group == "f" else tuple(chance.pick(*PLANTS, "posy", "spray") for _ in range(4))
    if habit == "same":
        return (chance.pick(*_ALL_PICTURES),) * 4
    every = tuple(SCENES) if habit == "scenes" else _ALL_PICTURES
    return tuple(chance.pick(*every) for _ in range(4))


def _four(names: tuple[str, ...]) -> tuple[str, str, str, str]:
    first, second, third, fourth = names
    return first, second, third, fourth


def _variant(chance: Chance, character: str) -> str:
    other = chance.pick(*_VARIANTS.get(character, (character,)))
    return other if drawable(other) else character
