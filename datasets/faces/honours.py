"""Winds and dragons: characters, dragon pictures, and the many frames of the white one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.glyphs import drawable
from datasets.faces.pen import Pen

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.faces.canvas import Box, Canvas, Colour, Point
    from datasets.faces.chance import Chance
    from datasets.faces.glyphs import Hand
    from datasets.faces.inks import Inks

__all__ = ["HonourHabits", "draw_honour", "pick_honour_habits"]

_WINDS: Final = {"E": "東", "S": "南", "W": "西", "N": "北"}
_FRAMES: Final = (
    "frame", "frame", "double", "double", "cut", "dashes", "ornate", "steps", "round", "corners", "beads",
    "blank",
)  # fmt: skip


@dataclass(frozen=True)
class HonourHabits:
    """How a set's winds and dragons look.

    Attributes:
        wind_ink, red, green: inks of winds, 中 and 發.
        wind_box, dragon_box: where characters go.
        east: 東 or its short form; fortune: 發 or a short form.
        pictures: whether 中 and 發 are dragons.
        framed: whether 中 has a frame.
        white: the frame of 白, white_ink: its ink, white_text: what stands inside, white_box: where it is.
        white_line: width of its lines.
    """

    wind_ink: Colour
    red: Colour
    green: Colour
    wind_box: Box
    dragon_box: Box
    east: str
    fortune: str
    pictures: bool
    framed: bool
    white: str
    white_ink: Colour
    white_text: str
    white_box: Box
    white_line: float


def pick_honour_habits(chance: Chance, inks: Inks) -> HonourHabits:
    """Pick how a set's winds and dragons look."""
    fortune = chance.weighted(("發", "发", "発"), (0.9, 0.05 * chance.wild, 0.05 * chance.wild))
    east = "东" if chance.rare(0.03) else "東"
    text = chance.weighted(
        ("", "P", "B", "白"), (0.86, 0.04 * chance.wild, 0.05 * chance.wild, 0.06 * chance.wild)
    )
    narrow, short = chance.between(8, 20), chance.between(8, 22)
    wide, high = chance.between(26, 36), chance.between(36, 50)
    across, down = chance.between(28, 38), chance.between(38, 50)
    pictures = chance.rare(0.12)
    return HonourHabits(
        wind_ink=chance.weighted(
            (inks.black, inks.blue, inks.green, inks.red), (5, 4, 0.3 * chance.wild, 0.3 * chance.wild)
        ),
        red=inks.black if not pictures and chance.rare(0.02) else inks.red,
        green=chance.weighted(
            (inks.green, inks.black, inks.blue), (9, 0 if pictures else 0.5 * chance.wild, 0.3 * chance.wild)
        ),
        wind_box=(48 - wide, 64 - high, 48 + wide, 64 + high),
        dragon_box=(
            48 - wide + chance.between(-3, 4),
            64 - high,
            48 + wide + chance.between(-4, 3),
            64 + high,
        ),
        east=east if drawable(east) else "東",
        fortune=fortune if drawable(fortune) else "發",
        pictures=pictures,
        framed=chance.rare(0.04),
        white=chance.pick(*_FRAMES),
        white_ink=chance.pick(inks.blue, inks.blue, inks.black, inks.black, inks.green, inks.red),
        white_text=text if drawable(text) else "",
        white_box=(48 - across, 64 - down, 48 + across, 64 + down)
        if chance.maybe(0.7)
        else (narrow, short, 96 - narrow, 128 - short),
        white_line=chance.between(1.4, 4.5),
    )


def draw_honour(canvas: Canvas, code: str, habits: HonourHabits, hand: Hand, seed: int) -> None:
    """Draw a wind (E, S, W, N) or a dragon (C, F, P)."""
    if code in _WINDS:
        text = habits.east if code == "E" else _WINDS[code]
        canvas.write(text, habits.wind_box, habits.wind_ink, hand)
    elif code == "P":
        _white(canvas, habits, hand)
    elif habits.pictures:
        _dragon(canvas, habits.red if code == "C" else habits.green, np.random.default_rng((seed, ord(code))))
    elif code == "C":
        x0, y0, x1, y1 = habits.dragon_box
        canvas.write("中", (x0 + 5, y0, x1 - 5, y1), habits.red, hand)
        if habits.framed:
            canvas.frame((9, 9, 87, 119), habits.white_line * 0.7, habits.red, 5)
    else:
        canvas.write(habits.fortune, habits.dragon_box, habits.green, hand)


def _dragon(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """A dragon that winds up the tile: a body of scales, legs, a crest and a horned head."""
    pen = Pen(
        canvas,
        (10.0, 10.0, 86.0, 120.0),
        rng,
        float(rng.uniform(1.6, 3.0)),
        ink,
        ink,
        ink,
        ink,
        float(rng.uniform(0, 1)),
    )
    waves, sway, phase = pen.uniform(1.2, 2.2), pen.uniform(18, 30), pen.uniform(0, 6)
    spine = [
        (50 + sway * math.sin(phase + waves * math.pi * 2 * t) * (0.5 + 0.5 * t), 18 + 76 * t)
        for t in np.linspace(0, 1, 30).tolist()
    ]
    thick = pen.uniform(5, 9)
    for k, (x, y) in enumerate(spine):
        slim = thick * (1.1 - k / 34)
        pen.dot((x, y), slim, ink, filled=pen.fill > 0.5)
        if k % 3 == 0:
            pen.leaf_at((x + slim, y), 9, -0.5, ink, 0.5)
        if k in {8, 14, 20}:
            for side in (-1, 1):
                pen.stroke(
                    [(x, y), (x + side * 15, y + 4), (x + side * 20, y + 12), (x + side * 26, y + 8)], ink
                )
    x, y = spine[0]
    pen.shape(
        [(x - 14, y - 8), (x + 2, y - 16), (x + 14, y - 6), (x + 10, y + 6), (x - 16, y + 4)],
        ink,
        filled=True,
    )
    for side in (-1, 1):
        pen.arc((x + 4, y - 12), (x + 8 * side, y - 20), (x + 16 * side + 4, y - 22), ink)
        pen.arc((x - 14, y), (x - 26, y + 6 * side), (x - 30, y + 12 * side), ink, 0.7)
    canvas.disc(pen.at(x - 2, y - 7), 2.0, canvas.ground)


def _white(canvas: Canvas, habits: HonourHabits, hand: Hand) -> None:
    if habits.white != "blank":
        _WHITES[habits.white](canvas, habits.white_box, habits.white_line, habits.white_ink)
    if habits.white_text:
        mark = (30.0, 40.0, 66.0, 88.0) if habits.white_text == "白" else (36.0, 46.0, 60.0, 82.0)
        canvas.write(habits.white_text, mark, habits.white_ink, hand.plain())


def _within(box: Box, line: float) -> Box:
    by = 2.6 * line + 2
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def _plain(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    canvas.frame(box, line, ink)


def _round(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    canvas.frame(box, line, ink, 6)


def _double(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    canvas.frame(box, line, ink)
    canvas.frame(_within(box, line), line * 0.7, ink)


def _cut(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    canvas.frame(box, line, ink, 10)
    canvas.frame(_within(box, line), line * 0.6, ink, 8)


def _ornate(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    inner = _within(box, line)
    canvas.frame(box, line, ink, 3)
    canvas.frame(inner, line * 0.6, ink, 3)
    for x in (inner[0], inner[2]):
        for y in (inner[1], inner[3]):
            canvas.ring((x, y), 5.5, line * 0.5, ink)


def _corners(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    x0, y0, x1, y1 = box
    canvas.frame(box, line, ink)
    for x, dx in ((x0, 1), (x1, -1)):
        for y, dy in ((y0, 1), (y1, -1)):
            hook = [(x + dx * 6, y + dy * 16), (x + dx * 6, y + dy * 6), (x + dx * 16, y + dy * 6)]
            canvas.line(hook, line * 0.8, ink)


def _steps(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    """A frame whose corners are stepped in."""
    x0, y0, x1, y1 = box
    s = 8.0
    canvas.line(
        [
            (x0 + s, y0), (x1 - s, y0), (x1 - s, y0 + s), (x1, y0 + s), (x1, y1 - s), (x1 - s, y1 - s),
            (x1 - s, y1), (x0 + s, y1), (x0 + s, y1 - s), (x0, y1 - s), (x0, y0 + s), (x0 + s, y0 + s),
        ],
        line,
        ink,
        closed=True,
    )  # fmt: skip
    canvas.frame(_within(box, line), line * 0.6, ink)


def _pieces(box: Box) -> list[tuple[Point, Point]]:
    """Cut the four sides into pieces with gaps between."""
    x0, y0, x1, y1 = box
    pieces: list[tuple[Point, Point]] = []
    for start, end in (
        ((x0, y0), (x1, y0)),
        ((x1, y0), (x1, y1)),
        ((x1, y1), (x0, y1)),
        ((x0, y1), (x0, y0)),
    ):
        count = max(3, round(math.dist(start, end) / 11))
        for k in range(count):
            first, last = (
                (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
                for t in ((k + 0.15) / count, (k + 0.75) / count)
            )
            pieces.append((first, last))
    return pieces


def _dashes(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    for piece in _pieces(box):
        canvas.line(piece, line, ink)


def _beads(canvas: Canvas, box: Box, line: float, ink: Colour) -> None:
    for place, _ in _pieces(box):
        canvas.disc(place, max(line, 1.5), ink)


_WHITES: Final[dict[str, Callable[[Canvas, Box, float, Colour], None]]] = {
    "frame": _plain,
    "round": _round,
    "double": _double,
    "cut": _cut,
    "ornate": _ornate,
    "corners": _corners,
    "steps": _steps,
    "dashes": _dashes,
    "beads": _beads,
}
