"""The sticks of 索: their places, their make and inks."""

# ruff: noqa: E501 - the tables of places read best with a figure per line

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
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
    7: ((0.5, 0.0, 0.5, 0.3, _R), *((x, y, x, y + 0.3, _T if x == 0.5 else _G) for y in (0.35, 0.7) for x in (0.0, 0.5, 1.0))),
    9: tuple((x, y, x, y + 0.3, ink) for y in (0.0, 0.35, 0.7) for x, ink in ((0.0, _G), (0.5, _R), (1.0, _T))),
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
        place = round(y0 / 0.35) if rank == 9 and habits.rows else ink
        _stick(canvas, (start, end), habits.inks[place], habits)


def _stick(canvas: Canvas, ends: tuple[Point, Point], ink: Colour, habits: BambooHabits) -> None:
    start, end = ends
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    width, ground = min(habits.width, length * 0.36), canvas.ground

    def at(t: float, side: float = 0.0) -> Point:
        return start[0] + ux * t * length - uy * side, start[1] + uy * t * length + ux * side

    def across(t: float, share: float, thick: float, colour: Colour) -> None:
        canvas.line([at(t, -width * share), at(t, width * share)], width * thick, colour)

    if habits.style == "bones":
        canvas.line([at(0.06), at(0.94)], width * 0.62, ink)
        for k in range(habits.joints + 1):
            across(0.08 + 0.84 * k / habits.joints, 0.36, 0.42, ink)
        for k in range(habits.joints):
            low = 0.08 + 0.84 * k / habits.joints
            canvas.line([at(low + 0.12), at(low + 0.84 / habits.joints - 0.12)], width * 0.2, ground)
    elif habits.style == "plain":
        canvas.line([at(0.08), at(0.92)], width * 0.9, ink)
        canvas.line([at(0.2), at(0.8)], width * 0.2, ground)
    elif habits.style == "halves":
        for low, high in ((0.02, 0.48), (0.52, 0.98)):
            canvas.line([at(low + 0.06), at(high - 0.06)], width * 0.85, ink)
            canvas.line([at(low + 0.12), at(high - 0.12)], width * 0.3, ground)
        across(0.5, 0.45, 0.3, ink)
    elif habits.style == "outlined":
        corners = [
            at(0.03, -width * 0.42),
            at(0.97, -width * 0.42),
            at(0.97, width * 0.42),
            at(0.03, width * 0.42),
        ]
        canvas.line(corners, width * 0.18, ink, closed=True)
        for k in range(1, habits.joints):
            across(k / habits.joints, 0.42, 0.2, ink)
    elif habits.style == "jointed":
        for k in range(habits.joints):
            low, high = k / habits.joints + 0.04, (k + 1) / habits.joints - 0.04
            waist = (low + high) / 2
            for side in (-1, 1):
                canvas.polygon(
                    [
                        at(low),
                        at(low, side * width * 0.5),
                        at(waist, side * width * 0.28),
                        at(high, side * width * 0.5),
                        at(high),
                    ],
                    ink,
                )
            canvas.line([at(low + 0.06), at(high - 0.06)], width * 0.12, ground)
    elif habits.style == "beads":
        for k in range(habits.joints + 1):
            t = (k + 0.5) / (habits.joints + 1)
            canvas.disc(at(t), min(width * 0.5, length / (2.1 * (habits.joints + 1))), ink)
        canvas.line([at(0.1), at(0.9)], width * 0.2, ground)
    else:
        canvas.polygon(
            [
                at(0.03, -width * 0.36),
                at(0.97, -width * 0.36),
                at(0.97, width * 0.36),
                at(0.03, width * 0.36),
            ],
            ink,
        )
        across(0.5, 0.34, 0.2, ground)
