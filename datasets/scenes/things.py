"""Things on a table that are no tiles: chips, papers, phones, cups, cards, dice, sticks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.scenes.people import rest_hand
from datasets.scenes.picture import Picture, box_outline, round_outline

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw_clutter"]

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
_At = tuple[float, float]


def draw_clutter(picture: Picture, rng: np.random.Generator, clear: NDArray[np.float64]) -> None:
    """Put things on the table, away from the hand of tiles.

    Args:
        picture: the table; changed.
        rng: source of chance.
        clear: table coordinates (x0, y0, x1, y1) to leave free.
    """
    for _ in range(int(rng.integers(0, 9))):
        x, y = float(rng.uniform(-13, 13)), float(rng.uniform(-9, 13))
        if clear[0] - 2.2 < x < clear[2] + 2.2 and clear[1] - 2.2 < y < clear[3] + 2.2:
            continue
        _MAKERS[int(rng.integers(len(_MAKERS)))](picture, rng, (x, y))


def _chips(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Lay round chips or coins, single or in piles."""
    for _ in range(int(rng.integers(1, 5))):
        x, y = at[0] + float(rng.normal(0, 1.2)), at[1] + float(rng.normal(0, 1.2))
        colour, radius = rng.uniform(20, 250, 3), float(rng.uniform(0.35, 0.95))
        tall = float(rng.uniform(0.06, 0.9))
        picture.flat(round_outline(x + 0.06, y - 0.06, radius), colour * 0.3)
        picture.block(round_outline(x, y, radius), 0.0, tall, colour)
        ring, core = rng.uniform(0.5, 1.4), rng.uniform(0.5, 1.4)
        picture.flat(round_outline(x, y, radius * 0.75), colour * ring, tall)
        picture.flat(round_outline(x, y, radius * 0.5), colour * core, tall)


def _sheet(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Lay a paper with lines of writing, or a banknote."""
    turn, width, height = float(rng.uniform(0, 3.2)), float(rng.uniform(1.5, 7)), float(rng.uniform(2, 9))
    picture.flat(box_outline(*at, width, height, turn), rng.uniform(150, 255, 3))
    ink = rng.uniform(0, 150, 3)
    cos, sin = math.cos(turn), math.sin(turn)
    for k in range(int(rng.integers(3, 14))):
        down = height * (0.42 - 0.07 * k)
        length = width * float(rng.uniform(0.3, 0.85))
        if abs(down) < height * 0.45:
            place = (at[0] - sin * down, at[1] + cos * down)
            picture.flat(box_outline(*place, length, height * 0.025, turn), ink)


def _phone(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Lay a phone: a dark slab whose screen shows coloured icons, or a remote control with buttons."""
    turn = float(rng.uniform(0, 6.3))
    width, height = float(rng.uniform(1.4, 3.6)), float(rng.uniform(5.0, 7.5))
    picture.block(box_outline(*at, width, height, turn), 0.0, 0.35, rng.uniform(5, 60, 3))
    if rng.random() < 0.7:
        picture.flat(box_outline(*at, width * 0.9, height * 0.88, turn), rng.uniform(5, 250, 3), 0.35)
    cos, sin = math.cos(turn), math.sin(turn)
    across, rows = int(rng.integers(2, 5)), int(rng.integers(2, 7))
    size = 0.6 * width / across
    one = rng.uniform(0, 255, 3)
    for k in range(across * rows):
        u = (k % across - (across - 1) / 2) * width * 0.85 / across
        v = (k // across - (rows - 1) / 2) * height * 0.8 / rows
        place = (at[0] + cos * u - sin * v, at[1] + sin * u + cos * v)
        colour = one if rng.random() < 0.5 else rng.uniform(0, 255, 3)
        shape = (
            box_outline(*place, size, size, turn) if rng.random() < 0.6 else round_outline(*place, size / 2)
        )
        picture.flat(shape, colour, 0.35)


def _cup(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Stand a cup, a glass, an ashtray or a bowl on the table."""
    colour, radius, tall = rng.uniform(40, 255, 3), float(rng.uniform(0.8, 2.2)), float(rng.uniform(0.3, 3.5))
    picture.block(round_outline(*at, radius), 0.0, tall, colour)
    picture.flat(round_outline(*at, radius * 0.85), rng.uniform(20, 180, 3), tall)
    if rng.random() < 0.4:
        picture.flat(round_outline(*at, radius * 0.5), rng.uniform(20, 220, 3), tall)


def _card(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Lay a playing card or a name card: pale, with red or black marks, mostly larger than a tile."""
    turn, size = float(rng.uniform(0, 6.3)), float(rng.uniform(1.6, 3.2))
    picture.flat(box_outline(*at, size, size * 1.45, turn), rng.uniform(225, 252, 3))
    ink = np.array([190.0, 20.0, 30.0]) if rng.random() < 0.5 else np.array([20.0, 20.0, 24.0])
    for _ in range(int(rng.integers(1, 8))):
        x, y = at[0] + float(rng.uniform(-0.3, 0.3)) * size, at[1] + float(rng.uniform(-0.4, 0.4)) * size
        picture.flat(box_outline(x, y, size * 0.14, size * 0.14, turn + 0.8), ink)


def _dice(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Throw dice: small cubes with pips, white, coloured or clear."""
    pale = np.array([242.0, 240.0, 232.0]) if rng.random() < 0.7 else rng.uniform(20, 240, 3)
    dark = pale.mean() < 128
    for _ in range(int(rng.integers(1, 4))):
        x, y = at[0] + float(rng.normal(0, 1.1)), at[1] + float(rng.normal(0, 1.1))
        turn, size = float(rng.uniform(0, 6.3)), float(rng.uniform(0.4, 0.85))
        picture.flat(box_outline(x + 0.1, y - 0.1, size, size, turn), pale * 0.25)
        picture.block(box_outline(x, y, size, size, turn), 0.0, size, pale)
        pips = int(rng.integers(1, 7))
        ink = np.array([190.0, 20.0, 30.0]) if pips in {1, 4} else np.array([20.0, 20.0, 60.0])
        if dark:
            ink = np.array([245.0, 245.0, 245.0])
        cos, sin = math.cos(turn) * size * 0.27, math.sin(turn) * size * 0.27
        for u, v in _PIPS[pips]:
            radius = size * (0.16 if pips == 1 else 0.1)
            picture.flat(round_outline(x + cos * u - sin * v, y + sin * u + cos * v, radius), ink, size)


def _stick(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Lay a pusher, a counting stick, a pen or a lighter."""
    turn, length = float(rng.normal(0, 0.4)) + float(rng.integers(2)) * math.pi / 2, float(rng.uniform(2, 16))
    thick, colour = float(rng.uniform(0.12, 0.9)), rng.uniform(30, 250, 3)
    picture.block(box_outline(*at, length, thick, turn), 0.0, float(rng.uniform(0.1, 0.7)), colour)


def _blocks(picture: Picture, rng: np.random.Generator, at: _At) -> None:
    """Lay what is as large and as pale as a tile but is none: erasers, boxes, sweets, sockets."""
    for _ in range(int(rng.integers(1, 4))):
        x, y = at[0] + float(rng.normal(0, 1.5)), at[1] + float(rng.normal(0, 1.5))
        turn, wide, deep = (
            float(rng.uniform(0, 6.3)),
            float(rng.uniform(0.5, 2.2)),
            float(rng.uniform(0.5, 2.2)),
        )
        pale = rng.uniform(150, 250) + rng.normal(0, 12, 3) if rng.random() < 0.5 else rng.uniform(10, 250, 3)
        high = float(rng.uniform(0.1, 1.2))
        picture.block(box_outline(x, y, wide, deep, turn), 0.0, high, pale)
        if rng.random() < 0.4:
            picture.flat(box_outline(x, y, wide * 0.6, deep * 0.5, turn), rng.uniform(10, 250, 3), high)


_MAKERS: Final = (_chips, _sheet, _phone, _cup, _card, _stick, _dice, _dice, _blocks, rest_hand)
