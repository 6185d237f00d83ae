"""The circles of 筒: their places, their make, and the big one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.faces.big_dot import around, draw_big_dot

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.faces.canvas import Canvas, Colour, Point
    from datasets.faces.chance import Chance
    from datasets.faces.inks import Inks

__all__ = ["DotHabits", "draw_dots", "pick_dot_habits"]

_L, _M, _R = 0.0, 0.5, 1.0
# Places of the circles in a unit square, and which ink each takes: 0, 1, 2 index the set's circle inks.
_DOTS: Final[dict[int, tuple[tuple[float, float, int], ...]]] = {
    2: ((_M, 0.16, 0), (_M, 0.84, 1)),
    3: ((_L, 0.1, 0), (_M, 0.5, 2), (_R, 0.9, 1)),
    4: ((_L, 0.14, 0), (_R, 0.14, 1), (_L, 0.86, 1), (_R, 0.86, 0)),
    5: ((_L, 0.08, 0), (_R, 0.08, 1), (_M, 0.5, 2), (_L, 0.92, 1), (_R, 0.92, 0)),
    6: ((_L, 0.06, 1), (_R, 0.06, 1), (_L, 0.56, 2), (_R, 0.56, 2), (_L, 0.96, 2), (_R, 0.96, 2)),
    7: (
        (-0.05, 0.0, 1), (_M, 0.15, 1), (1.05, 0.3, 1),
        (_L, 0.64, 2), (_R, 0.64, 2), (_L, 1.0, 2), (_R, 1.0, 2),
    ),
    8: tuple((x, y, 0) for y in (0.0, 0.333, 0.667, 1.0) for x in (_L, _R)),
    9: tuple((x, y, ink) for y, ink in ((0.0, 1), (0.5, 2), (1.0, 0)) for x in (_L, _M, _R)),
}  # fmt: skip
_ACROSS: Final = {2: 0.0, 3: 44.0, 4: 40.0, 5: 46.0, 6: 38.0, 7: 42.0, 8: 34.0, 9: 56.0}
_RADIUS: Final = {2: 20.0, 3: 16.0, 4: 17.0, 5: 14.5, 6: 15.0, 7: 12.5, 8: 13.0, 9: 12.5}


@dataclass(frozen=True)
class DotHabits:
    """How a set's circles look.

    Attributes:
        style, big: make of the circles and of the one on 一筒.
        inks: three that the circles take by place; the big one takes `big_inks` from rim to heart.
        size: of the circles, 1 as usual; flat: their height by their width.
        across, down: how far they are apart, 1 as usual;
        slant: how steeply the upper three of 七筒 fall, 1 as usual.
        even: whether all circles of a tile have the ink of its first one.
        parts: rings, spokes or petals of a circle; big_parts: of the big one.
        line: strength of the lines inside circles, 1 as usual.
    """

    style: str
    big: str
    inks: tuple[Colour, Colour, Colour]
    big_inks: tuple[Colour, Colour, Colour]
    size: float
    flat: float
    across: float
    down: float
    slant: float
    even: bool
    parts: int
    big_parts: int
    line: float


def pick_dot_habits(chance: Chance, inks: Inks) -> DotHabits:
    """Pick how a set's circles look."""
    style = chance.weighted(("one", "two", "three", "any"), (0.08 * chance.wild, 0.3, 0.5, 0.1 * chance.wild))
    dark = chance.pick(inks.blue, inks.black)
    if style == "one":
        three = (chance.pick(inks.black, inks.blue, inks.green),) * 3
    elif style == "two":
        three = (dark, chance.pick(dark, inks.green), inks.red)
    elif style == "three":
        three = (dark, inks.green, inks.red) if chance.maybe(0.6) else (inks.green, dark, inks.red)
    else:
        every = (inks.black, inks.blue, inks.green, inks.red)
        three = (chance.pick(*every), chance.pick(*every), chance.pick(*every))
    first, second, third = three
    return DotHabits(
        style=chance.pick(
            "rings", "rings", "solid", "flower", "cross", "spokes", "coin", "disc", "petals", "eye"
        ),
        big=chance.pick("petals", "rays", "rings", "daisy", "wheel", "coins", "lace", "same"),
        inks=(first, second, third),
        big_inks=(chance.pick(*three), chance.pick(*three), chance.pick(first, second, third, third)),
        size=chance.between(0.8, 1.08),
        flat=chance.between(0.9, 1.1),
        across=chance.between(0.86, 1.12),
        down=chance.between(0.84, 1.1),
        slant=chance.between(0.75, 1.25),
        even=chance.rare(0.06),
        parts=chance.whole(0, 6),
        big_parts=chance.whole(0, 9),
        line=chance.between(0.75, 1.35),
    )


def draw_dots(canvas: Canvas, rank: int, habits: DotHabits) -> None:
    """Draw the face of `rank` 筒."""
    if rank == 1:
        if habits.big == "same":
            _DOT[habits.style](canvas, (48.0, 64.0), 36.0 * min(habits.size, 1.0), habits.big_inks[0], habits)
        else:
            draw_big_dot(canvas, habits)
        return
    across, down = _ACROSS[rank] * habits.across, 78.0 * habits.down
    radius = _RADIUS[rank] * habits.size
    places = [(x, y * habits.slant if rank == 7 and y < 0.4 else y, ink) for x, y, ink in _DOTS[rank]]
    centres = [(48 + (x - 0.5) * across, 64 + (y - 0.5) * down) for x, y, _ in places]
    nearest = min(math.dist(a, b) for i, a in enumerate(centres) for b in centres[:i])
    radius = min(radius, nearest * 0.49 / max(habits.flat, 1.0))
    for centre, (_, _, ink) in zip(centres, places, strict=True):
        _DOT[habits.style](canvas, centre, radius, habits.inks[places[0][2] if habits.even else ink], habits)


def _ringed(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    rings = 2 + habits.parts % 2
    for k in range(rings):
        canvas.ring(centre, radius * (1 - k / (rings + 0.4)), radius * 0.17 * habits.line, ink, habits.flat)
    canvas.disc(centre, radius * 0.2, ink, habits.flat)


def _solid(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    canvas.disc(centre, radius, ink, habits.flat)
    for k in range(1 + habits.parts % 2):
        canvas.ring(
            centre, radius * (0.74 - 0.32 * k), radius * 0.1 * habits.line, canvas.ground, habits.flat
        )


def _disc(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    canvas.disc(centre, radius, ink, habits.flat)
    if habits.parts % 2:
        canvas.disc(centre, radius * 0.3, canvas.ground, habits.flat)


def _eye(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    canvas.ring(centre, radius, radius * 0.24 * habits.line, ink, habits.flat)
    canvas.disc(centre, radius * (0.3 + 0.05 * habits.parts), ink, habits.flat)


def _flower(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    canvas.ring(centre, radius, radius * 0.16 * habits.line, ink, habits.flat)
    petals = 5 + habits.parts % 4
    for k in range(petals):
        canvas.disc(around(centre, radius * 0.52, 2 * math.pi * k / petals, habits.flat), radius * 0.19, ink)
    canvas.disc(centre, radius * 0.2, ink, habits.flat)


def _petals(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    petals = 5 + habits.parts % 4
    for k in range(petals):
        canvas.disc(around(centre, radius * 0.66, 2 * math.pi * k / petals, habits.flat), radius * 0.33, ink)
    canvas.disc(centre, radius * 0.42, ink, habits.flat)
    canvas.disc(centre, radius * 0.24, canvas.ground, habits.flat)


def _cross(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    canvas.ring(centre, radius, radius * 0.28 * habits.line, ink, habits.flat)
    for angle in (0.0, math.pi / 2) if habits.parts % 2 else (math.pi / 4, 3 * math.pi / 4):
        ends = [around(centre, radius * 0.45, angle + turn, habits.flat) for turn in (0.0, math.pi)]
        canvas.line(ends, radius * 0.18, ink)


def _spokes(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    canvas.ring(centre, radius, radius * 0.16 * habits.line, ink, habits.flat)
    spokes = 6 + 2 * (habits.parts % 3)
    for k in range(spokes):
        angle = 2 * math.pi * k / spokes
        ends = [around(centre, radius * share, angle, habits.flat) for share in (0.35, 0.85)]
        canvas.line(ends, radius * 0.12, ink)
    canvas.disc(centre, radius * 0.28, ink, habits.flat)


def _coin(canvas: Canvas, centre: Point, radius: float, ink: Colour, habits: DotHabits) -> None:
    canvas.disc(centre, radius, ink, habits.flat)
    half, (x, y) = radius * (0.26 + 0.03 * habits.parts % 2), centre
    canvas.polygon(
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)],
        canvas.ground,
    )
    if habits.parts % 2:
        canvas.ring(centre, radius * 0.8, radius * 0.09, canvas.ground, habits.flat)


_DOT: Final[dict[str, Callable[[Canvas, Point, float, Colour, DotHabits], None]]] = {
    "rings": _ringed,
    "solid": _solid,
    "disc": _disc,
    "eye": _eye,
    "flower": _flower,
    "petals": _petals,
    "cross": _cross,
    "spokes": _spokes,
    "coin": _coin,
}
