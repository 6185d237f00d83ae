"""The tiles of a scene that don't belong to the hand: discards, walls, other players' tiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from datasets.scenes.plan import BACK, PlannedTile
from datasets.scenes.shape import STANDARD, TileShape
from scoring.tile import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = ["any_code", "lay_others"]


def any_code(rng: np.random.Generator) -> str:
    """Pick any face, flowers less often."""
    return KINDS[int(rng.integers(34 if rng.random() < 0.9 else 42))].code


def lay_others(
    laid: Sequence[PlannedTile], rng: np.random.Generator, shape: TileShape = STANDARD
) -> list[PlannedTile]:
    """Put discards, walls and other players' tiles around what is laid already, without overlaps."""
    top = max((tile.y for tile in laid), default=0.0) + shape.height
    groups: list[list[PlannedTile]] = []
    if rng.random() < 0.35:
        groups.extend(_standing(top, rng, shape) for _ in range(int(rng.integers(1, 3))))
    if rng.random() < 0.5:
        groups.extend(_wall(top, rng, shape) for _ in range(int(rng.integers(1, 4))))
    if rng.random() < 0.65:
        groups.append(_pool(top, rng, shape))
    if rng.random() < 0.2:
        groups.extend(_shown(top, rng) for _ in range(int(rng.integers(1, 3))))
    if rng.random() < 0.3:
        places = rng.uniform([-11, -5], [11, 3], (int(rng.integers(1, 6)), 2))
        groups.extend([_loose(float(x), float(y), rng, down=0.5)] for x, y in places)
    taken = [(tile.x, tile.y) for tile in laid]
    kept: list[PlannedTile] = []
    for group in groups:
        clear = [tile for tile in group if all(math.hypot(tile.x - x, tile.y - y) > 1.7 for x, y in taken)]
        taken.extend((tile.x, tile.y) for tile in clear)
        kept.extend(clear)
    return kept


def _loose(x: float, y: float, rng: np.random.Generator, down: float) -> PlannedTile:
    code = BACK if rng.random() < down else any_code(rng)
    return PlannedTile(code, x, y, turn=float(rng.uniform(0, 2 * math.pi)))


def _row(
    codes: Sequence[str], x: float, y: float, turn: float, *, standing: bool = False, lean: float = 0.0
) -> list[PlannedTile]:
    """Lay a tight row about (x, y)."""
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        PlannedTile(
            code,
            x + cos * (k - len(codes) / 2) * 1.01,
            y + sin * (k - len(codes) / 2) * 1.01,
            turn,
            standing=standing,
            lean=lean,
        )
        for k, code in enumerate(codes)
    ]


def _pool(top: float, rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Lay discards: scattered, or in neat rows before each player."""
    x, y = float(rng.uniform(-5, 5)), top + float(rng.uniform(2.0, 6.0))
    if rng.random() < 0.4:
        turn = float(rng.integers(4)) * math.pi / 2 + float(rng.normal(0, 0.04))
        count, across = int(rng.integers(4, 24)), int(rng.integers(5, 8))
        cos, sin = math.cos(turn), math.sin(turn)
        neat = []
        for k in range(count):
            u, v = (k % across - across / 2) * 1.02, -(k // across) * (shape.height + 0.03)
            neat.append(PlannedTile(any_code(rng), x + cos * u - sin * v, y + sin * u + cos * v, turn))
        return neat
    spread = float(rng.uniform(1.5, 4.5))
    down = float(rng.choice([0.0, 0.1, 0.5, 1.0], p=[0.4, 0.15, 0.2, 0.25]))
    pile: list[PlannedTile] = []
    for _ in range(int(rng.integers(8, 70))):
        px, py = x + float(rng.normal(0, spread)), y + float(rng.normal(0, spread * 0.6))
        if all(math.hypot(tile.x - px, tile.y - py) > shape.height for tile in pile):
            pile.append(_loose(px, py, rng, down))
    return pile


def _wall(top: float, rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Lay a wall: a row of face-down tiles, mostly two high."""
    turn = float(rng.integers(2)) * math.pi / 2 + float(rng.normal(0, 0.1))
    x, y = float(rng.uniform(-9, 9)), top + float(rng.uniform(1.0, 9.0))
    if rng.random() < 0.25:
        y, turn = top - float(rng.uniform(5.0, 6.5)), float(rng.normal(0, 0.05))
    high = 1 if rng.random() < 0.4 else 2
    cos, sin = math.cos(turn), math.sin(turn)
    length = int(rng.integers(2, 18))
    return [
        PlannedTile(
            BACK,
            x + cos * (k - length / 2) * 1.01,
            y + sin * (k - length / 2) * 1.01,
            turn,
            z=level * shape.depth,
        )
        for k in range(length)
        for level in range(high)
    ]


def _standing(top: float, rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Stand another player's tiles up: their backs show from the reader's side, or their faces by chance."""
    x, y = float(rng.uniform(-9, 9)), top + float(rng.uniform(3.0, 9.0))
    length = int(rng.integers(3, 17))
    codes = [BACK] * length if rng.random() < 0.7 else [any_code(rng) for _ in range(length)]
    turn = float(rng.normal(0, 0.12)) + (math.pi / 2 if rng.random() < 0.25 else 0.0)
    lean = min(float(rng.uniform(0.0, 0.3)), math.atan(shape.depth / shape.height))
    return _row(codes, x, y, turn, standing=True, lean=lean)


def _shown(top: float, rng: np.random.Generator) -> list[PlannedTile]:
    """Lay another player's open melds, or their whole hand, turned to them."""
    turn = float(rng.integers(1, 4)) * math.pi / 2 + float(rng.normal(0, 0.06))
    x, y = float(rng.uniform(-9, 9)), top + float(rng.uniform(2.0, 9.0))
    return _row([any_code(rng) for _ in range(int(rng.integers(3, 15)))], x, y, turn)
