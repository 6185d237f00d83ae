"""The room about a table: a shelf or a wall behind it, papers and keyboards beside it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from datasets.scenes.collage import draw_collage
from datasets.scenes.picture import box_outline

if TYPE_CHECKING:
    from datasets.scenes.picture import Picture

__all__ = ["draw_room"]


def draw_room(picture: Picture, rng: np.random.Generator, near: float, far: float) -> None:
    """Stand a wall of things behind the table and lay things beside it.

    Args:
        picture: the bare table; changed.
        rng: source of chance.
        near: y before which nothing of the hand lies, table coordinates.
        far: y beyond which nothing of the hand lies.
    """
    for _ in range(int(rng.integers(0, 3))):
        turn, wide, deep = float(rng.uniform(0, 6.3)), float(rng.uniform(4, 16)), float(rng.uniform(4, 12))
        reach = math.hypot(wide, deep) / 2
        y = (
            near - reach - float(rng.uniform(0, 3))
            if rng.random() < 0.5
            else far + reach + float(rng.uniform(0, 6))
        )
        outline = box_outline(float(rng.uniform(-14, 14)), y, wide, deep, turn)
        picture.paste(draw_collage(rng, (384, 288)), np.column_stack([outline, np.zeros(4)]))
    if rng.random() < 0.6:
        y, reach, high = (
            far + float(rng.uniform(1, 10)),
            float(rng.uniform(14, 30)),
            float(rng.uniform(5, 16)),
        )
        wall = np.array([[-reach, y, high], [reach, y, high], [reach, y, 0.0], [-reach, y, 0.0]])
        picture.paste(draw_collage(rng, (1024, 384)), wall)
