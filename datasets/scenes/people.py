"""People at the table: hands on it and in the way, and whoever sits behind its edge."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.scenes.picture import Picture, box_outline, round_outline
from datasets.scenes.table import print_marks

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw_cover", "rest_hand", "seat_people"]

_SKIN: Final = ((225, 180, 150), (200, 150, 115), (150, 105, 75), (240, 200, 175), (95, 65, 50))


def rest_hand(picture: Picture, rng: np.random.Generator, at: tuple[float, float], z: float = 0.5) -> None:
    """Rest a hand on the table: a sleeve or forearm, a palm and fingers, about as high as `z`."""
    skin = np.array(_SKIN[int(rng.integers(len(_SKIN)))], np.float64) + rng.normal(0, 8, 3)
    sleeve = rng.uniform(5, 240, 3)
    aim = math.atan2(-at[1], -at[0]) + float(rng.normal(0, 0.5))
    cos, sin = math.cos(aim), math.sin(aim)

    def along(u: float, v: float) -> tuple[float, float]:
        return at[0] + cos * u - sin * v, at[1] + sin * u + cos * v

    for k, part in enumerate(np.linspace(1.0, 0.55, 5)):  # rounded: lighter towards the middle
        picture.flat(box_outline(*along(-6.5, 0), 9.0, 3.0 * part, aim), skin * (0.8 + 0.04 * k), z)
    if rng.random() < 0.7:
        for k, part in enumerate(np.linspace(1.0, 0.4, 5)):
            picture.flat(
                box_outline(*along(-8.0, 0), 9.0, 3.6 * part, aim), sleeve * (0.8 + 0.05 * k), z + 0.2
            )
    elif rng.random() < 0.3:  # a watch
        picture.flat(box_outline(*along(-3.2, 0), 0.9, 3.1, aim), rng.uniform(10, 200, 3), z + 0.1)
        picture.flat(round_outline(*along(-3.2, 0), 0.9), rng.uniform(10, 250, 3), z + 0.2)
    for k, part in enumerate(np.linspace(1.0, 0.5, 4)):
        picture.flat(round_outline(*along(-0.6, 0), 1.75 * part), skin * (0.88 + 0.03 * k), z + 0.1)
    for k in range(4):
        side, reach = (k - 1.5) * 0.82, float(rng.uniform(1.8, 3.0))
        tone = skin * (0.86 + 0.04 * k)
        place, turn = along(reach / 2 + 0.6, side), aim + side * 0.12
        picture.flat(box_outline(*place, reach, 0.76, turn), tone * 0.85, z + 0.1)
        picture.flat(box_outline(*place, reach, 0.55, turn), tone, z + 0.1)
        picture.flat(round_outline(*along(reach + 0.6, side * 1.15), 0.37), tone, z + 0.1)
        if rng.random() < 0.5:
            nail = np.array([235.0, 190.0, 180.0]) if rng.random() < 0.7 else rng.uniform(20, 240, 3)
            picture.flat(round_outline(*along(reach + 0.75, side * 1.15), 0.2), nail, z + 0.15)
    picture.flat(box_outline(*along(0.6, 2.1), 2.2, 0.8, aim + 0.9), skin * 0.93, z + 0.1)


def draw_cover(picture: Picture, rng: np.random.Generator, clear: NDArray[np.float64]) -> None:
    """Put a hand, a finger or a cup in front of some of the tiles.

    Args:
        picture: the scene with its tiles; changed, the owners of the pixels too.
        rng: source of chance.
        clear: table coordinates (x0, y0, x1, y1) of the hand of tiles.
    """
    x = float(rng.uniform(clear[0] - 1, clear[2] + 1))
    draw = rng.random()
    if draw < 0.6:
        y = (
            clear[1] - float(rng.uniform(1.0, 2.6))
            if rng.random() < 0.6
            else clear[3] + float(rng.uniform(1.0, 2.6))
        )
        rest_hand(picture, rng, (x, y), z=float(rng.uniform(0.9, 1.6)))
    elif draw < 0.8:
        y = float(rng.uniform(clear[1] - 1, clear[3] + 1))
        turn, length = float(rng.uniform(0, 6.3)), float(rng.uniform(2, 7))
        picture.flat(
            box_outline(x, y, length, float(rng.uniform(0.3, 0.9)), turn), rng.uniform(20, 240, 3), 1.2
        )
    else:
        radius, tall = float(rng.uniform(0.7, 1.8)), float(rng.uniform(0.8, 3.0))
        y = clear[1] - radius - float(rng.uniform(-0.3, 0.6))
        colour = rng.uniform(40, 255, 3)
        picture.block(round_outline(x, y, radius), 0.0, tall, colour)
        picture.flat(round_outline(x, y, radius * 0.85), rng.uniform(20, 180, 3), tall)


def seat_people(picture: Picture, rng: np.random.Generator, near: float, far: float) -> None:
    """Paint laps, printed shirts and chairs beyond the near and the far edge of the table.

    Args:
        picture: the bare table; changed.
        rng: source of chance.
        near: y of the near edge in table coordinates; people sit below it.
        far: y of the far edge.
    """
    for y, chance in ((near, 0.5), (far, 0.4)):
        if rng.random() > chance:
            continue
        for _ in range(int(rng.integers(1, 4))):
            x, sign = float(rng.uniform(-12, 12)), math.copysign(1.0, y)
            wide, deep = float(rng.uniform(3, 9)), float(rng.uniform(4, 9))
            middle = y + sign * (deep / 2 + float(rng.uniform(0, 2)))
            _dress(picture, rng, box_outline(x, middle, wide, deep, float(rng.normal(0, 0.2))))
            if rng.random() < 0.4:  # two legs
                cloth = rng.uniform(10, 200, 3)
                for side in (-0.28, 0.28):
                    for k, part in enumerate(np.linspace(1.0, 0.4, 4)):
                        outline = box_outline(
                            x + side * wide, middle, wide * 0.4 * part, deep * 1.2, side * 0.6
                        )
                        picture.flat(outline, cloth * (0.7 + 0.1 * k), 0.3)


def _dress(picture: Picture, rng: np.random.Generator, outline: NDArray[np.float64]) -> None:
    """Lay a piece of clothing with a print over a part of the picture."""
    side = 128
    cloth = np.empty((side, side, 3), np.uint8)
    cloth[:] = rng.integers(5, 245, 3)
    draw = rng.random()
    if draw < 0.45:
        print_marks(cloth, rng, int(rng.integers(1, 10)), (12.0, 60.0))
    elif draw < 0.6:
        pitch = int(rng.integers(4, 30))
        cloth[:, (np.arange(side) // pitch) % 2 > 0] = rng.integers(5, 245, 3)
    elif draw < 0.75:
        pitch = int(rng.integers(6, 30))
        line = np.arange(side) % pitch < max(1, pitch // 5)
        cloth[line] = rng.integers(5, 245, 3)
        cloth[:, line] = rng.integers(5, 245, 3)
    picture.paste(cloth, np.column_stack([outline, np.zeros(4)]))
