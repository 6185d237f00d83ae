"""The flower tiles: a picture, a character, a digit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.pen import Pen
from datasets.faces.plants import PLANTS
from datasets.faces.scenery import SCENES

if TYPE_CHECKING:
    from datasets.faces.canvas import Box, Canvas, Point
    from datasets.faces.flower_habits import FlowerHabits, SeriesHabits
    from datasets.faces.glyphs import Hand

__all__ = ["draw_flower"]

_CHINESE_DIGITS: Final = "一二三四"
_DRAW: Final = {**PLANTS, **SCENES}


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
    mark_box, digit_box = (_strayed(box, rng) for box in _boxes(series, habits, mark))
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
        ink = series.mark_ink
        if habits.sealed and len(mark) == 1:
            canvas.polygon(_corners(_grown(mark_box, 3.0)), ink)
            ink = canvas.ground
        canvas.write(mark, mark_box, ink, mark_hand if len(mark) == 1 else digit_hand)
    if series.digits:
        hand = mark_hand if series.chinese else digit_hand
        canvas.wipe(_grown(digit_box, 2.0))
        canvas.write(digit, digit_box, series.digit_ink, hand.plain())
        if habits.twice and not series.chinese:
            x0, y0, x1, y1 = digit_box
            other = (96 - x1, 128 - y1, 96 - x0, 128 - y0)
            canvas.wipe(_grown(other, 2.0))
            canvas.write(digit, other, series.digit_ink, hand.turned_half())


def _strayed(box: Box, rng: np.random.Generator) -> Box:
    """Move and size a box as an engraver does who measures by eye."""
    x, y, wide, high = rng.normal(0, (0.9, 0.9, 0.5, 0.5))
    return box[0] + x - wide, box[1] + y - high, box[2] + x + wide, box[3] + y + high


def _corners(box: Box) -> list[Point]:
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


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
    elif series.layout in {"stack", "under"}:
        mark_x = x if series.digit_left else 96 - x - wide
        digit_x = mark_x + wide / 2 - thin / 2
        first, second = (tall, high) if series.layout == "stack" else (high, tall)
        above, below = (y, y + first), (y + first + 4, y + first + 4 + second)
        digit_y, mark_y = (above, below) if series.layout == "stack" else (below, above)
        mark_box = (mark_x, mark_y[0], mark_x + wide, mark_y[1])
        digit_box = (digit_x, digit_y[0], digit_x + thin, digit_y[1])
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
