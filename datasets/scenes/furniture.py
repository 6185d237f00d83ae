"""What a hand rests on or against: trays, racks, the table's rim."""

from __future__ import annotations

import numpy as np

from datasets.scenes.picture import Picture, box_outline

__all__ = ["draw_rack", "draw_tray"]

_WOODS = ((150, 105, 65), (205, 170, 125), (95, 60, 40), (225, 190, 140))


def _stuff(rng: np.random.Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Pick white or coloured plastic, or wood."""
    draw = rng.random()
    if draw < 0.35:
        return np.asarray(rng.uniform(190, 245) + rng.normal(0, 5, 3), np.float64)
    if draw < 0.65:
        return np.array(_WOODS[int(rng.integers(len(_WOODS)))], np.float64) + rng.normal(0, 10, 3)
    return np.asarray(rng.uniform(10, 240, 3), np.float64)


def draw_tray(picture: Picture, rng: np.random.Generator, x0: float, x1: float, y: float) -> None:
    """Put the player's tray, or the table's broad rim, before the hand.

    Args:
        picture: the table; changed.
        rng: source of chance.
        x0: left end of the hand in table coordinates.
        x1: right end.
        y: the hand's near edge.
    """
    reach, gap = float(rng.uniform(0.2, 9.0)), float(rng.uniform(0.0, 0.8))
    left, right, deep = x0 - reach, x1 + reach, float(rng.uniform(1.2, 6.0))
    middle, high, stuff = (left + right) / 2, float(rng.uniform(0.05, 0.9)), _stuff(rng)
    centre = y - gap - deep / 2
    picture.flat(box_outline(middle + 0.2, centre + 0.3, right - left, deep, 0.0), stuff * 0.25)
    picture.block(box_outline(middle, centre, right - left, deep, 0.0), 0.0, high, stuff)
    if rng.random() < 0.65:  # the hollow for chips
        wide, inner = (right - left) * float(rng.uniform(0.3, 0.9)), deep * float(rng.uniform(0.4, 0.8))
        shade = float(rng.uniform(0.75, 0.95))
        picture.flat(box_outline(middle, centre, wide, inner, 0.0), stuff * (shade - 0.12), high)
        picture.flat(
            box_outline(middle, centre - inner * 0.05, wide * 0.98, inner * 0.88, 0.0), stuff * shade, high
        )
    for _ in range(int(rng.integers(0, 3))):
        x = float(rng.uniform(left, right))
        picture.flat(box_outline(x, centre, 0.08, deep, 0.0), stuff * 0.6, high)


def draw_rack(picture: Picture, rng: np.random.Generator, x0: float, x1: float, y: float) -> None:
    """Stand a rack behind a row: tiles lean against it or lie at its foot.

    Args:
        picture: the table; changed.
        rng: source of chance.
        x0: left end of the row in table coordinates.
        x1: right end.
        y: the far edge of the row.
    """
    reach, deep = float(rng.uniform(0.0, 4.0)), float(rng.uniform(0.3, 1.4))
    middle, high, stuff = (x0 + x1) / 2, float(rng.uniform(0.3, 1.5)), _stuff(rng)
    picture.block(box_outline(middle, y + deep / 2, x1 - x0 + 2 * reach, deep, 0.0), 0.0, high, stuff)
    if rng.random() < 0.5:
        picture.flat(
            box_outline(middle, y + deep / 2, x1 - x0 + 2 * reach, deep * 0.3, 0.0), stuff * 0.8, high
        )
