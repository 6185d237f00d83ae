"""The sticks of 索: their places, their make and inks."""

# ruff: noqa: E501 - the tables of places read best with a figure per line

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.faces.canvas import Canvas, Colour, Point
    from datasets.faces.chance import Chance
    from datasets.faces.inks import Inks

__all__ = ["BambooHabits", "draw_bamboos", "pick_bamboo_habits"]

# Sticks as (x0, y0, x1, y1, ink) in a unit square; ink indexes the set's bamboo inks (green, red, third).
_G, _R, _T = 0, 1, 2
_STICKS: Final[dict[int, tuple[tuple[float, float, float, float, int], ...]]] = {
    2: ((0.5, 0.0, 0.5, 0.48, _T), (0.5, 0.52, 0.5, 1.0, _G)),
    3: ((0.5, 0.0, 0.5, 0.48, _T), (0.12, 0.52, 0.12, 1.0, _G), (0.88, 0.52, 0.88, 1.0, _G)),
    4: ((0.12, 0.0, 0.12, 0.48, _T), (0.88, 0.0, 0.88, 0.48, _G), (0.12, 0.52, 0.12, 1.0, _G), (0.88, 0.52, 0.88, 1.0, _T)),
    5: (
        (0.0, 0.0, 0.0, 0.46, _G), (1.0, 0.0, 1.0, 0.46, _T), (0.0, 0.54, 0.0, 1.0, _T), (1.0, 0.54, 1.0, 1.0, _G),
        (0.5, 0.26, 0.5, 0.74, _R),
    ),
    6: tuple((x, y, x, y + 0.47, ink) for y, ink in ((0.0, _G), (0.53, _T)) for x in (0.0, 0.5, 1.0)),
    7: ((0.5, 0.0, 0.5, 0.29, _R), *((x, y, x, y + 0.29, _T if x == 0.5 else _G) for y in (0.35, 0.7) for x in (0.0, 0.5, 1.0))),
    9: tuple((x, y, x, y + 0.28, ink) for y in (0.0, 0.36, 0.72) for x, ink in ((0.0, _G), (0.5, _R), (1.0, _T))),
}  # fmt: skip
_W: Final = (
    (-0.08, 0.02, -0.08, 0.46),
    (1.08, 0.02, 1.08, 0.46),
    (0.1, 0.05, 0.48, 0.42),
    (0.9, 0.05, 0.52, 0.42),
)
_EIGHTS: Final = {
    "mw": (*((*stick, _G) for stick in _W), *((x0, 1 - y0, x1, 1 - y1, _T) for x0, y0, x1, y1 in _W)),
    "wm": (
        *((x0, 0.48 - y0, x1, 0.48 - y1, _G) for x0, y0, x1, y1 in _W),
        *((x0, 0.52 + y0, x1, 0.52 + y1, _T) for x0, y0, x1, y1 in _W),
    ),
    "straight": tuple((x, y, x, y + 0.47, ink) for y, ink in ((0.0, _G), (0.53, _T)) for x in (-0.1, 0.3, 0.7, 1.1)),
    "three": (
        *((x, 0.0, x, 0.3, _G) for x in (0.0, 0.5, 1.0)), *((x, 0.35, x, 0.65, _R) for x in (0.2, 0.8)),
        *((x, 0.7, x, 1.0, _T) for x in (0.0, 0.5, 1.0)),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class BambooHabits:
    """How a set's sticks look.

    Attributes:
        style: make of the sticks; width: of a stick, face units.
        inks: green, red, third.
        across, down: how far they are apart, 1 as usual.
        eight: how 八索 is laid.
        rows: whether the nine take their inks by rows instead of columns.
        joints: of a stick.
    """

    style: str
    width: float
    inks: tuple[Colour, Colour, Colour]
    across: float
    down: float
    eight: str
    rows: bool
    joints: int


def pick_bamboo_habits(chance: Chance, inks: Inks) -> BambooHabits:
    """Pick how a set's sticks look."""
    scheme = chance.weighted(
        ("usual", "two", "one", "any"), (0.72, 0.16, 0.06 * chance.wild, 0.06 * chance.wild)
    )
    green = chance.pick(inks.green, inks.green, inks.green, inks.black) if scheme != "two" else inks.green
    three = (green, inks.red, chance.pick(inks.blue, green, green))
    if scheme == "one":
        three = (green, green, green)
    elif scheme == "any":
        every = (inks.black, inks.blue, inks.green, inks.red)
        three = (chance.pick(*every), chance.pick(*every), chance.pick(*every))
    return BambooHabits(
        style=chance.pick("bones", "bones", "plain", "halves", "outlined", "jointed", "beads", "bars"),
        width=chance.between(7.5, 12.5),
        inks=three,
        across=chance.between(0.84, 1.14),
        down=chance.between(0.86, 1.06),
        eight=chance.weighted(
            ("mw", "wm", "straight", "three"), (0.78, 0.1, 0.07 * chance.wild, 0.05 * chance.wild)
        ),
        rows=chance.rare(0.2),
        joints=chance.whole(2, 3),
    )


def draw_bamboos(canvas: Canvas, rank: int, habits: BambooHabits) -> None:
    """Draw the face of `rank` 索, 2 to 9."""
    across, down = 50.0 * habits.across, 92.0 * habits.down
    for x0, y0, x1, y1, ink in _EIGHTS[habits.eight] if rank == 8 else _STICKS[rank]:
        start = (48 + (x0 - 0.5) * across, 64 + (y0 - 0.5) * down)
        end = (48 + (x1 - 0.5) * across, 64 + (y1 - 0.5) * down)
        place = round(y0 / 0.36) if rank == 9 and habits.rows else ink
        joints = 2 if rank in {7, 9} else habits.joints
        width = min(habits.width, math.dist(start, end) * 0.36)
        _MAKES[habits.style](_Stick(canvas, start, end, habits.inks[place], width, joints))


@dataclass(frozen=True)
class _Stick:
    """One stick: points along it (0 to 1) and beside it (face units)."""

    canvas: Canvas
    start: Point
    end: Point
    ink: Colour
    width: float
    joints: int

    def at(self, along: float, beside: float = 0.0) -> Point:
        length = math.dist(self.start, self.end)
        ux, uy = (self.end[0] - self.start[0]) / length, (self.end[1] - self.start[1]) / length
        return (
            self.start[0] + ux * along * length - uy * beside,
            self.start[1] + uy * along * length + ux * beside,
        )

    def rod(self, low: float, high: float, thick: float, *, bare: bool = False) -> None:
        """Draw along the stick; `thick` is a share of its width."""
        ink = self.canvas.ground if bare else self.ink
        self.canvas.line([self.at(low), self.at(high)], self.width * thick, ink)

    def across(self, along: float, reach: float, thick: float, *, bare: bool = False) -> None:
        """Draw a joint across the stick."""
        ink, side = self.canvas.ground if bare else self.ink, self.width * reach
        self.canvas.line([self.at(along, -side), self.at(along, side)], self.width * thick, ink)

    def slab(self, reach: float) -> list[Point]:
        side = self.width * reach
        return [self.at(0.03, -side), self.at(0.97, -side), self.at(0.97, side), self.at(0.03, side)]


def _bones(stick: _Stick) -> None:
    stick.rod(0.06, 0.94, 0.62)
    for k in range(stick.joints + 1):
        stick.across(0.08 + 0.84 * k / stick.joints, 0.36, 0.42)
    for k in range(stick.joints):
        low = 0.08 + 0.84 * k / stick.joints
        stick.rod(low + 0.12, low + 0.84 / stick.joints - 0.12, 0.2, bare=True)


def _plain(stick: _Stick) -> None:
    stick.rod(0.08, 0.92, 0.9)
    stick.rod(0.2, 0.8, 0.2, bare=True)


def _halves(stick: _Stick) -> None:
    for low, high in ((0.02, 0.48), (0.52, 0.98)):
        stick.rod(low + 0.06, high - 0.06, 0.85)
        stick.rod(low + 0.12, high - 0.12, 0.3, bare=True)
    stick.across(0.5, 0.45, 0.3)


def _outlined(stick: _Stick) -> None:
    stick.canvas.line(stick.slab(0.42), stick.width * 0.18, stick.ink, closed=True)
    for k in range(1, stick.joints):
        stick.across(k / stick.joints, 0.42, 0.2)


def _jointed(stick: _Stick) -> None:
    for k in range(stick.joints):
        low, high = k / stick.joints + 0.04, (k + 1) / stick.joints - 0.04
        for side in (-stick.width, stick.width):
            stick.canvas.polygon(
                [
                    stick.at(low),
                    stick.at(low, side * 0.5),
                    stick.at((low + high) / 2, side * 0.28),
                    stick.at(high, side * 0.5),
                    stick.at(high),
                ],
                stick.ink,
            )
        stick.rod(low + 0.06, high - 0.06, 0.12, bare=True)


def _beads(stick: _Stick) -> None:
    beads = stick.joints + 1
    radius = min(stick.width * 0.5, math.dist(stick.start, stick.end) / (2.1 * beads))
    for k in range(beads):
        stick.canvas.disc(stick.at((k + 0.5) / beads), radius, stick.ink)
    stick.rod(0.1, 0.9, 0.2, bare=True)


def _bars(stick: _Stick) -> None:
    stick.canvas.polygon(stick.slab(0.36), stick.ink)
    stick.across(0.5, 0.34, 0.2, bare=True)


_MAKES: Final[dict[str, Callable[[_Stick], None]]] = {
    "bones": _bones,
    "plain": _plain,
    "halves": _halves,
    "outlined": _outlined,
    "jointed": _jointed,
    "beads": _beads,
    "bars": _bars,
}
