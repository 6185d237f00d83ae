"""How tiles lie where no hand is laid out for scoring: blocks, heaps, standing rows, steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.scenes.others import any_code
from datasets.scenes.plan import BACK, PlannedTile

if TYPE_CHECKING:
    import numpy as np

    from datasets.scenes.shape import TileShape

__all__ = ["lay_freely"]


def lay_freely(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Lay tiles in some other way than a hand, about the origin."""
    laid = _WAYS[int(rng.integers(len(_WAYS)))](rng, shape)
    middle_x = (min(tile.x for tile in laid) + max(tile.x for tile in laid)) / 2
    middle_y = (min(tile.y for tile in laid) + max(tile.y for tile in laid)) / 2
    return [
        PlannedTile(
            tile.code,
            tile.x - middle_x,
            tile.y - middle_y,
            tile.turn,
            z=tile.z,
            standing=tile.standing,
            lean=tile.lean,
        )
        for tile in laid
    ]


def _codes(rng: np.random.Generator, count: int) -> list[str]:
    backs = 0.0 if rng.random() < 0.7 else float(rng.uniform(0.05, 0.5))
    return [BACK if rng.random() < backs else any_code(rng) for _ in range(count)]


def _block(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Lay rows and columns with all tiles touching, or all apart, each turned the same or any way."""
    rows, columns = int(rng.integers(2, 7)), int(rng.integers(3, 11))
    apart = float(rng.uniform(0.3, 1.5)) if rng.random() < 0.3 else float(rng.uniform(0.0, 0.06))
    mixed, loose = rng.random() < 0.3, float(rng.uniform(0.0, 0.03))
    tiles = []
    for index, code in enumerate(_codes(rng, rows * columns)):
        if rng.random() < 0.04:
            continue
        turn = math.pi * float(rng.integers(2)) if mixed else 0.0
        tiles.append(
            PlannedTile(
                code,
                (index % columns) * (1 + apart) + float(rng.normal(0, loose)),
                (index // columns) * (shape.height + apart) + float(rng.normal(0, loose)),
                turn + float(rng.normal(0, loose)),
            )
        )
    return tiles


def _heap(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Throw tiles down close together, each at its own angle."""
    tiles: list[PlannedTile] = []
    spread = float(rng.uniform(1.0, 3.5))
    for code in _codes(rng, int(rng.integers(4, 40))):
        for _ in range(12):
            x, y = float(rng.normal(0, spread)), float(rng.normal(0, spread))
            clear = 0.75 + 0.3 * shape.height if rng.random() < 0.4 else shape.height
            if all(math.hypot(tile.x - x, tile.y - y) > clear for tile in tiles):
                tiles.append(PlannedTile(code, x, y, float(rng.uniform(0, 2 * math.pi))))
                break
    return tiles


def _stand(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Stand a hand up in a row, upright or leaning against a rack, sometimes a second row on or behind it."""
    lean = min(float(abs(rng.normal(0, 0.2))), math.atan(shape.depth / shape.height))
    length = int(rng.integers(4, 18))
    tiles = [
        PlannedTile(code, k * 1.01, float(rng.normal(0, 0.02)), standing=True, lean=lean)
        for k, code in enumerate(_codes(rng, length))
    ]
    draw = rng.random()
    if draw < 0.2 and lean < 0.05:  # one on the other, as in a stair
        count = int(rng.integers(1, length))
        start = float(rng.uniform(0, length - count))
        tiles += [
            PlannedTile(code, start + k * 1.01, 0.0, z=shape.height, standing=True)
            for k, code in enumerate(_codes(rng, count))
        ]
    elif draw < 0.5:  # open melds lie before it
        count = int(rng.integers(3, 13))
        tiles += [
            PlannedTile(code, k * 1.02, -shape.height - float(rng.uniform(0.3, 0.4)))
            for k, code in enumerate(_codes(rng, count))
        ]
    return tiles


def _stand_apart(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Stand single tiles about the table, each turned a little its own way."""
    tiles: list[PlannedTile] = []
    spread, facing = float(rng.uniform(2.0, 6.0)), float(rng.uniform(0.0, 0.5))
    for code in _codes(rng, int(rng.integers(3, 16))):
        for _ in range(12):
            x, y = float(rng.normal(0, spread)), float(rng.normal(0, 0.5 * spread))
            if all(math.hypot(tile.x - x, tile.y - y) > 0.6 + shape.depth for tile in tiles):
                tiles.append(PlannedTile(code, x, y, float(rng.normal(0, facing)), standing=True))
                break
    return tiles


def _steps(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Lay tiles on tiles: an upper row on a lower one, pushed back or to the side."""
    length = int(rng.integers(3, 14))
    tiles = [PlannedTile(code, k * 1.01, 0.0) for k, code in enumerate(_codes(rng, length))]
    count = int(rng.integers(1, length + 1))
    start, back = float(rng.uniform(0, length - count + 0.01)), float(rng.uniform(0.0, 0.6))
    tiles += [
        PlannedTile(code, start + k * 1.01, back * shape.height, z=shape.depth)
        for k, code in enumerate(_codes(rng, count))
    ]
    return tiles


def _few(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Lay a single tile, a pair or a meld or two, near the camera."""
    tiles = []
    x = 0.0
    for _ in range(int(rng.integers(1, 4))):
        turn = float(rng.normal(0, 0.3)) if rng.random() < 0.5 else 0.0
        for code in _codes(rng, int(rng.integers(1, 5))):
            tiles.append(PlannedTile(code, x, math.sin(turn) * x, turn))
            x += (shape.height if abs(turn) > 0.2 else 1.0) + 0.02
        x += float(rng.uniform(0.3, 1.5))
    return tiles


def _two_hands(rng: np.random.Generator, shape: TileShape) -> list[PlannedTile]:
    """Lay several players' rows on one table, each turned to its player."""
    tiles = []
    for side in range(int(rng.integers(2, 5))):
        aim = side * math.pi / 2 if rng.random() < 0.8 else side * math.pi / 2 + float(rng.normal(0, 0.2))
        away = float(rng.uniform(6.0, 10.0)) + shape.height
        cos, sin = math.cos(aim), math.sin(aim)
        count = int(rng.integers(5, 15))
        for k, code in enumerate(_codes(rng, count)):
            u, v = (k - count / 2) * 1.01, -away
            tiles.append(PlannedTile(code, cos * u - sin * v, sin * u + cos * v, aim))
    return tiles


_WAYS: Final = (_block, _block, _heap, _heap, _stand, _stand, _stand_apart, _steps, _few, _two_hands)
