"""The characters of 萬, and the small digits and letters in the corners of many sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.faces.glyphs import drawable

if TYPE_CHECKING:
    from datasets.faces.canvas import Box, Canvas, Colour
    from datasets.faces.chance import Chance
    from datasets.faces.glyphs import Hand
    from datasets.faces.inks import Inks

__all__ = [
    "IndexHabits",
    "NumeralHabits",
    "draw_index",
    "draw_numeral",
    "pick_index_habits",
    "pick_numeral_habits",
]

_NUMERALS: Final = "一二三四五六七八九"
_WIPED_FROM: Final = 21.0
"""Digits higher than this have the face under them left blank."""
_LETTERS: Final = (
    {"E": "E", "S": "S", "W": "W", "N": "N", "C": "C", "F": "F", "P": "P"},
    {"E": "E", "S": "S", "W": "W", "N": "N", "C": "R", "F": "G", "P": "B"},
    {"E": "E", "S": "S", "W": "W", "N": "N"},
)


@dataclass(frozen=True)
class NumeralHabits:
    """How a set writes 一萬 to 九萬.

    Attributes:
        numeral_ink, myriad_ink: inks of the number and of 萬.
        numeral_box, myriad_box: where they go.
        five: 五 or 伍; myriad: 萬 or 万.
    """

    numeral_ink: Colour
    myriad_ink: Colour
    numeral_box: Box
    myriad_box: Box
    five: str
    myriad: str


def pick_numeral_habits(chance: Chance, inks: Inks) -> NumeralHabits:
    """Pick how a set writes 萬."""
    wide, broad = chance.between(21, 32), chance.between(22, 36)
    top, split, bottom = chance.between(8, 17), chance.between(52, 60), chance.between(110, 121)
    five, myriad = chance.pick("伍", "伍", "五"), "万" if chance.rare(0.07) else "萬"
    return NumeralHabits(
        numeral_ink=chance.weighted(
            (inks.black, inks.blue, inks.red, inks.green), (6, 4, 0.6 * chance.wild, 0.4 * chance.wild)
        ),
        myriad_ink=chance.weighted(
            (inks.red, inks.black, inks.blue), (9, 0.5 * chance.wild, 0.3 * chance.wild)
        ),
        numeral_box=(48 - wide, top, 48 + wide, split - 3),
        myriad_box=(48 - broad, split + 3, 48 + broad, bottom),
        five=five if drawable(five) else "五",
        myriad=myriad if drawable(myriad) else "萬",
    )


def draw_numeral(canvas: Canvas, rank: int, habits: NumeralHabits, hands: tuple[Hand, Hand]) -> None:
    """Draw `rank` 萬; the first hand writes the number, the second 萬."""
    numeral = habits.five if rank == 5 else _NUMERALS[rank - 1]
    # The outline of 一 is two strokes, and would be 二.
    canvas.write(numeral, habits.numeral_box, habits.numeral_ink, hands[0].plain())
    canvas.write(habits.myriad, habits.myriad_box, habits.myriad_ink, hands[1])


@dataclass(frozen=True)
class IndexHabits:
    """Which small digits and letters a set has in its corners.

    Attributes:
        suits: whether suit tiles have their rank; letters: what honours have, by tile.
        corners: which corners, 0 top left, clockwise; below, they are upside down.
        ink: their ink.
        height: of a digit, face units; inset: distance from the edge.
    """

    suits: bool
    letters: tuple[tuple[str, str], ...]
    corners: tuple[int, ...]
    ink: Colour
    height: float
    inset: float


def pick_index_habits(chance: Chance, inks: Inks) -> IndexHabits:
    """Pick which corners are marked, if any."""
    habit = chance.weighted(("none", "suits", "all"), (0.5, 0.12, 0.38))
    return IndexHabits(
        suits=habit != "none",
        letters=tuple(chance.pick(*_LETTERS).items()) if habit == "all" else (),
        corners=chance.weighted(((0,), (1,), (0, 2), (0, 1, 2, 3), (3,)), (7, 2, 1.5, 0.4, 0.3)),
        ink=chance.pick(inks.red, inks.red, inks.black, inks.black, inks.blue, inks.green),
        # Some American sets have digits as high as a flower's.
        height=chance.between(21, 33) if chance.rare(0.25) else chance.between(12, 21),
        inset=chance.between(3.5, 7),
    )


def draw_index(canvas: Canvas, code: str, habits: IndexHabits, hand: Hand) -> None:
    """Mark the corners of a suit or honour tile, where the set does."""
    text = code[0] if len(code) == 2 and habits.suits else dict(habits.letters).get(code, "")
    if not text:
        return
    high, edge = habits.height, habits.inset
    wide = high * 0.62
    for corner in habits.corners:
        x0 = edge if corner in {0, 3} else 96 - edge - wide
        y0 = edge if corner in {0, 1} else 128 - edge - high
        writer = hand.plain() if corner in {0, 1} else hand.turned_half()
        if high > _WIPED_FROM:
            canvas.wipe((x0 - 2, y0 - 2, x0 + wide + 2, y0 + high + 2))
        canvas.write(text, (x0, y0, x0 + wide, y0 + high), habits.ink, writer)
