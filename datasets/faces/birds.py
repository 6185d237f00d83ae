"""The bird of 一索, of any kind, and the bamboo shoot that some sets have for it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.faces.pen import Pen

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.faces.canvas import Canvas, Colour, Point
    from datasets.faces.chance import Chance
    from datasets.faces.inks import Inks

__all__ = ["BirdHabits", "draw_bird", "pick_bird_habits"]


@dataclass(frozen=True)
class BirdHabits:
    """How a set's 一索 looks.

    Attributes:
        kind: of bird by its tail and neck, or ``shoot``.
        body, wing, tail, red: inks.
        fill: how often shapes are filled; line: width of the lines, face units.
        lean: radians that the bird is turned by; faces_left: whether it looks to the left.
        perch: what it stands on.
    """

    kind: str
    body: Colour
    wing: Colour
    tail: Colour
    red: Colour
    fill: float
    line: float
    lean: float
    faces_left: bool
    perch: str


def pick_bird_habits(chance: Chance, inks: Inks) -> BirdHabits:
    """Pick how a set's 一索 looks."""
    every = (inks.green, inks.green, inks.blue, inks.red, inks.black)
    body, wing, tail = chance.pick(*every), chance.pick(*every), chance.pick(*every)
    if chance.maybe(0.3):
        wing, tail = body, chance.pick(body, inks.red)
    return BirdHabits(
        kind=chance.pick(
            "parrot", "parrot", "crane", "peacock", "peacock", "sparrow", "rooster", "swallow", "shoot"
        )
        if chance.wild
        else chance.pick("parrot", "crane", "peacock", "sparrow"),
        body=body,
        wing=wing,
        tail=tail,
        red=inks.red,
        fill=chance.pick(0.1, 0.4, 0.8, 1.0),
        line=chance.between(1.4, 3.2),
        lean=float(chance.rng.normal(0, 0.3)),
        faces_left=chance.maybe(0.5),
        perch=chance.pick("none", "twig", "rock", "legs"),
    )


def draw_bird(canvas: Canvas, habits: BirdHabits, seed: int) -> None:
    """Draw 一索."""
    pen = Pen(
        canvas=canvas,
        region=(7.0, 10.0, 89.0, 120.0),
        rng=np.random.default_rng((seed, 41)),
        width=habits.line,
        stem=habits.body,
        leaf=habits.wing,
        bloom=habits.red,
        other=habits.tail,
        fill=habits.fill,
    )
    if habits.kind == "shoot":
        _shoot(pen)
    else:
        _bird(pen, habits)


def _shoot(pen: Pen) -> None:
    wide = pen.uniform(14, 24)
    sheaths = pen.count(3, 5)
    for k in range(sheaths):
        y, half = 92 - k * 60 / sheaths, wide * (1 - 0.6 * k / sheaths)
        pen.shape(
            [
                (50 - half, y),
                (50 + half, y),
                (50 + half * 0.6, y - 24),
                (50, y - 32),
                (50 - half * 0.6, y - 24),
            ],
            pen.stem,
        )
    for k in range(4):
        pen.leaf_at((50, 40 + 14 * k), 30, (math.pi - 0.6 if k % 2 else -0.6), pen.leaf, 0.3)


def _bird(pen: Pen, habits: BirdHabits) -> None:
    cos, sin, flip = math.cos(habits.lean), math.sin(habits.lean), 1 if habits.faces_left else -1

    def at(x: float, y: float) -> Point:
        u, v = (x * cos - y * sin) * 0.86, (x * sin + y * cos) * 0.86
        return 50 + flip * u, 47 + v

    def blob(x: float, y: float, reach: tuple[float, float], ink: Colour) -> None:
        pen.shape(
            [
                at(x + reach[0] * math.cos(a), y + reach[1] * math.sin(a))
                for a in np.linspace(0, 6, 17).tolist()
            ],
            ink,
        )

    kind = habits.kind
    neck = {"crane": 34, "peacock": 26, "rooster": 18}.get(kind, 12)
    _tail(pen, at, habits)
    if habits.perch == "twig":
        pen.arc((4, 82), (50, 72), (96, pen.uniform(70, 90)), pen.leaf, 1.2)
    elif habits.perch == "rock":
        pen.shape([(25, 98), (32, 84), (50, 78), (66, 86), (74, 98)], pen.leaf)
    for side in (-4, 5):
        length = 38 if kind == "crane" else 24
        pen.stroke([at(side, 12), at(side - 2, 8 + length), at(side - 10, 9 + length)], habits.red, 0.8)
    blob(0, 2, (pen.uniform(15, 21), pen.uniform(17, 24)), habits.body)
    pen.stroke([at(-8, -8), at(-15, -12 - neck * 0.5), at(-12, -14 - neck)], habits.body, 2.2)
    head = pen.uniform(6.5, 10)
    crown = (-12.0, -16.0 - neck)
    blob(*crown, (head, head), habits.body if pen.often(0.7) else habits.red)
    eye = at(crown[0] - 2, crown[1] - 1)
    pen.canvas.disc(pen.at(*eye), 2.2, pen.canvas.ground)
    pen.canvas.disc(pen.at(*eye), 1.0, habits.body)
    hook = pen.uniform(0, 6)
    beak = [
        at(crown[0] - head * 0.8, crown[1] - 4),
        at(crown[0] - head - 11, crown[1] + hook),
        at(crown[0] - head * 0.8, crown[1] + 4),
    ]
    pen.shape(beak, habits.red, filled=True)
    if kind in {"peacock", "rooster", "crane"} or pen.often(0.4):
        for k in range(pen.count(2, 4)):
            tip = at(crown[0] - 2 + 6 * k, crown[1] - head - pen.uniform(7, 13))
            pen.stroke([at(crown[0], crown[1] - head * 0.8), tip], habits.red, 0.9)
            if kind == "peacock":
                pen.dot(tip, 2.5, habits.red, filled=True)
    if kind == "rooster":
        blob(crown[0] - 4, crown[1] + head + 3, (3, 5), habits.red)
    _wing(pen, at, habits)


def _wing(pen: Pen, at: Callable[[float, float], Point], habits: BirdHabits) -> None:
    rows = pen.count(3, 5)
    spread = 1.0 if habits.kind != "swallow" else 2.2
    for k in range(rows):
        root, tip = at(-5 + 3 * k, -6 + 4 * k), at(10 * spread + 5 * k, (4 - 26 * (spread - 1)) + 7 * k)
        angle = math.atan2(tip[1] - root[1], tip[0] - root[0])
        pen.leaf_at(root, math.dist(root, tip) + 8, angle, habits.wing, 0.38)


def _tail(pen: Pen, at: Callable[[float, float], Point], habits: BirdHabits) -> None:
    feathers = pen.count(3, 7)
    reach, span = {
        "peacock": (46, 60), "crane": (16, 14), "sparrow": (26, 14), "rooster": (36, 44), "swallow": (34, 26),
    }.get(habits.kind, (44, 18))  # fmt: skip
    for k in range(feathers):
        bend = (k / max(feathers - 1, 1) - 0.5) * span
        rise = -30 if habits.kind == "rooster" else 0
        root, tip = at(6, 12), at(14 + bend + reach * 0.35, 14 + reach + rise - abs(bend) * 0.2)
        ink = (habits.tail, habits.wing, habits.red)[k % 3]
        middle = at(14 + bend * 0.6, 16 + reach * 0.5 + rise * 1.4)
        pen.arc(root, middle, tip, ink, 1.4)
        if habits.kind == "peacock":
            pen.dot(tip, pen.uniform(4, 6), ink)
            pen.dot(tip, 2, habits.red, filled=True)
