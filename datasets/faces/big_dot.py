"""The one big circle of 一筒."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.faces.canvas import Canvas, Point
    from datasets.faces.dots import DotHabits

__all__ = ["around", "draw_big_dot"]

_CENTRE: Final = (48.0, 64.0)


def around(centre: Point, radius: float, angle: float, flat: float) -> Point:
    """Give the point of a circle (squeezed by `flat`) at an angle in radians."""
    return centre[0] + math.cos(angle) * radius, centre[1] + math.sin(angle) * radius * flat


def draw_big_dot(canvas: Canvas, habits: DotHabits) -> None:
    """Draw a wheel, a daisy, coins, whatever the set's habit is."""
    radius = 36.0 * min(habits.size, 1.0)
    canvas.ring(_CENTRE, radius, radius * 0.1 * habits.line, habits.big_inks[0], habits.flat)
    _BELTS[habits.big](canvas, radius, 8 + habits.big_parts, habits)
    _heart(canvas, radius, habits)


def _heart(canvas: Canvas, radius: float, habits: DotHabits) -> None:
    inner, flat, kind = habits.big_inks[2], habits.flat, habits.big_parts % 4
    if kind == 0:
        canvas.disc(_CENTRE, radius * 0.24, inner, flat)
    elif kind == 1:
        canvas.ring(_CENTRE, radius * 0.26, radius * 0.1, inner, flat)
    else:
        for k in range(3 + kind):
            spot = around(_CENTRE, radius * 0.17, 2 * math.pi * k / (3 + kind), flat)
            canvas.disc(spot, radius * 0.12, inner)


def _petals(canvas: Canvas, radius: float, parts: int, habits: DotHabits) -> None:
    for k in range(parts):
        spot = around(_CENTRE, radius * 0.65, 2 * math.pi * k / parts, habits.flat)
        canvas.disc(spot, radius * 0.17, habits.big_inks[1])
        canvas.disc(spot, radius * 0.07, canvas.ground)
    canvas.ring(_CENTRE, radius * 0.42, radius * 0.09, habits.big_inks[0], habits.flat)


def _daisy(canvas: Canvas, radius: float, parts: int, habits: DotHabits) -> None:
    for k in range(parts):
        angle = 2 * math.pi * k / parts
        root = around(_CENTRE, radius * 0.3, angle, habits.flat)
        canvas.leaf(root, radius * 0.55, angle, radius * 2.6 / parts, habits.big_inks[1])
    canvas.ring(_CENTRE, radius * 0.3, radius * 0.08, habits.big_inks[0], habits.flat)


def _rays(canvas: Canvas, radius: float, parts: int, habits: DotHabits) -> None:
    _spokes(canvas, radius, (2 * parts, 0.5), habits)


def _wheel(canvas: Canvas, radius: float, parts: int, habits: DotHabits) -> None:
    _spokes(canvas, radius, (parts, 0.3), habits)


def _spokes(canvas: Canvas, radius: float, spokes: tuple[int, float], habits: DotHabits) -> None:
    count, near = spokes
    for k in range(count):
        angle = 2 * math.pi * k / count
        ends = [around(_CENTRE, radius * reach, angle, habits.flat) for reach in (near, 0.86)]
        canvas.line(ends, radius * 0.08, habits.big_inks[1])
    canvas.ring(_CENTRE, radius * near, radius * 0.1, habits.big_inks[0], habits.flat)


def _coins(canvas: Canvas, radius: float, parts: int, habits: DotHabits) -> None:
    coins = parts // 2 + 2
    for k in range(coins):
        spot = around(_CENTRE, radius * 0.62, 2 * math.pi * k / coins, habits.flat)
        canvas.ring(spot, radius * 0.2, radius * 0.08, habits.big_inks[1])
        canvas.disc(spot, radius * 0.07, habits.big_inks[2])


def _lace(canvas: Canvas, radius: float, parts: int, habits: DotHabits) -> None:
    for ring, reach in enumerate((0.88, 0.62)):
        rim = [
            around(_CENTRE, radius * (reach - 0.07 * (k % 2)), math.pi * k / parts, habits.flat)
            for k in range(2 * parts)
        ]
        canvas.line(rim, radius * 0.06, habits.big_inks[ring], closed=True)
    canvas.ring(_CENTRE, radius * 0.42, radius * 0.12, habits.big_inks[1], habits.flat)


def _rings(canvas: Canvas, radius: float, parts: int, habits: DotHabits) -> None:
    canvas.ring(_CENTRE, radius * 0.82, radius * (0.16 + 0.01 * parts), habits.big_inks[1], habits.flat)
    canvas.ring(_CENTRE, radius * 0.5, radius * 0.1, habits.big_inks[0], habits.flat)


_BELTS: Final[dict[str, Callable[[Canvas, float, int, DotHabits], None]]] = {
    "petals": _petals,
    "daisy": _daisy,
    "rays": _rays,
    "wheel": _wheel,
    "coins": _coins,
    "lace": _lace,
    "rings": _rings,
}
