"""Cloth, wood and floor under the tiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.faces.canvas import Canvas
from datasets.faces.fonts import cjk_fonts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.scenes.camera import Camera

__all__ = ["draw_table", "print_marks"]

_GRAIN: Final = 20
"""Texture pixels per tile width."""
_REACH: Final = 24.0
"""Half the width of the plane that is drawn, in tile widths."""
_SIDE: Final = int(2 * _REACH * _GRAIN)
_PRINTS: Final = "福樂雀館咖啡OK8A麻將大吉東中發WIN三萬"


def draw_table(camera: Camera, rng: np.random.Generator, *, plain: bool = False) -> NDArray[np.uint8]:
    """Draw an empty table, its edge and the floor beyond, as the camera sees them.

    Args:
        camera: the view.
        rng: source of chance.
        plain: only felt, nothing printed on it.

    Returns:
        RGB uint8 [H, W, 3].
    """
    kinds = ["felt", "weave", "wood", "paper", "check", "dots", "marble", "prints", "carpet", "tiled"]
    shares = [0.27, 0.14, 0.12, 0.12, 0.06, 0.05, 0.08, 0.06, 0.06, 0.04]
    kind = "felt" if plain else str(rng.choice(kinds, p=shares))
    texture = _cloth(kind, rng)
    if rng.random() < 0.6 and not plain:
        _edge(texture, rng)
    to_plane = np.array([[_GRAIN, 0, _REACH * _GRAIN], [0, -_GRAIN, _REACH * _GRAIN], [0, 0, 1]], np.float64)
    fill = [int(v) for v in rng.integers(20, 120, 3)]
    width, height = camera.size
    return np.asarray(
        cv2.warpPerspective(
            texture,
            camera.plane() @ np.linalg.inv(to_plane),
            (width, height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=fill,
        ),
        np.uint8,
    )


def _noise(rng: np.random.Generator, coarse: int, amplitude: float) -> NDArray[np.float32]:
    """Smooth noise [S, S] whose features are `coarse` texture pixels wide."""
    cells = max(2, _SIDE // coarse)
    grid = rng.standard_normal((cells, cells), np.float32) * np.float32(amplitude)
    return np.asarray(cv2.resize(grid, (_SIDE, _SIDE), interpolation=cv2.INTER_LINEAR), np.float32)


def _colour(rng: np.random.Generator, kind: str) -> NDArray[np.float32]:
    if kind in {"felt", "weave"}:
        base = [
            (20, 95, 60), (45, 150, 60), (25, 60, 130), (130, 30, 40), (60, 60, 70), (15, 50, 45),
            (200, 70, 70), (70, 40, 100), (12, 12, 14), (60, 175, 70), (110, 75, 50), (150, 150, 150),
        ][int(rng.integers(12))]  # fmt: skip
    elif kind == "wood":
        base = [(150, 105, 65), (205, 170, 125), (95, 60, 40), (190, 185, 175)][int(rng.integers(4))]
    elif kind in {"paper", "marble"}:
        base = [(225, 222, 215), (180, 178, 175), (240, 240, 238), (120, 118, 115), (235, 215, 190)][
            int(rng.integers(5))
        ]
    else:
        base = (int(rng.integers(30, 240)), int(rng.integers(30, 240)), int(rng.integers(30, 240)))
    return np.array(base, np.float32) + rng.normal(0, 10, 3).astype(np.float32)


def _cloth(kind: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    picture = np.empty((_SIDE, _SIDE, 3), np.float32)
    picture[:] = _colour(rng, kind)
    rough = _noise(rng, 1 if kind == "felt" else 2, float(rng.uniform(1, 7))) + _noise(
        rng, 160, float(rng.uniform(1, 8))
    )
    y, x = np.ogrid[0:_SIDE, 0:_SIDE]
    y, x = y.astype(np.float32), x.astype(np.float32)
    if kind == "weave":
        pitch = float(rng.uniform(4, 11))
        rough += float(rng.uniform(4, 14)) * np.sign(
            np.sin(x * 2 * math.pi / pitch) * np.sin(y * 2 * math.pi / pitch)
        )
    elif kind == "wood":
        rough += 9 * np.sin((y + _noise(rng, 100, 14) + 0.04 * x) * float(rng.uniform(0.15, 0.5)))
        plank = float(rng.uniform(70, 200))
        rough -= 35 * ((y % plank) < 2.5)
    elif kind == "carpet":  # speckles as large as a tile's strokes
        for size in (3, 7, 14):
            rough += _noise(rng, size, float(rng.uniform(4, 26)))
    elif kind == "marble":
        rough += 16 * np.sin((x + y) * 0.015 + _noise(rng, 80, 2.2)) ** 9
    picture += rough[..., None]
    if kind == "check":
        pitch = float(rng.uniform(12, 70))
        picture[((x // pitch + y // pitch) % 2) > 0] = _colour(rng, kind)
    elif kind == "tiled":  # a floor or a mat of rectangles about as large as tiles of the game
        wide, high = float(rng.uniform(16, 50)), float(rng.uniform(16, 50))
        joint = ((x % wide) < 1.6) | ((y % high) < 1.6)
        shades = rng.normal(0, float(rng.uniform(0, 25)), (_SIDE // 16 + 2, _SIDE // 16 + 2))
        shade = shades[(y // high).astype(int), (x // wide).astype(int)].astype(np.float32)
        picture += shade[..., None]
        picture[joint] *= np.float32(rng.uniform(0.5, 1.1))
    elif kind == "dots":
        pitch = float(rng.uniform(14, 60))
        radius = pitch * float(rng.uniform(0.12, 0.42))
        picture[((x % pitch - pitch / 2) ** 2 + (y % pitch - pitch / 2) ** 2) < radius**2] = _colour(
            rng, kind
        )
    cloth = np.clip(picture, 0, 255).astype(np.uint8)
    if kind == "prints":
        print_marks(cloth, rng, int(rng.integers(20, 120)))
    return cloth


def print_marks(
    cloth: NDArray[np.uint8],
    rng: np.random.Generator,
    count: int,
    sizes: tuple[float, float] = (0.6 * _GRAIN, 4.0 * _GRAIN),
) -> None:
    """Print characters and shapes on a cloth: what a reader must not take for tiles.

    Args:
        cloth: RGB uint8 [H, W, 3], larger than the largest mark; changed.
        rng: source of chance.
        count: how many.
        sizes: least and greatest breadth of a mark in pixels of the cloth.
    """
    fonts = cjk_fonts()
    paper = tuple(int(v) for v in cloth[0, 0])
    for _ in range(count):
        canvas = Canvas.blank((paper[0], paper[1], paper[2]))
        ink = tuple(int(v) for v in rng.integers(0, 256, 3))
        shape = rng.random()
        if shape < 0.6:
            text = _PRINTS[int(rng.integers(len(_PRINTS)))]
            font = fonts[int(rng.integers(len(fonts)))]
            canvas.text(text, (8, 14, 88, 114), (ink[0], ink[1], ink[2]), font, 1)
        elif shape < 0.8:
            canvas.ring((48, 64), 36, 6, (ink[0], ink[1], ink[2]))
            canvas.disc((48, 64), 16, (ink[0], ink[1], ink[2]))
        else:
            canvas.line([(20, 20), (70, 100), (76, 30)], 8, (ink[0], ink[1], ink[2]))
        size = float(rng.uniform(*sizes))
        stamp = np.asarray(cv2.resize(canvas.pixels(), (round(size), round(size * 4 / 3))), np.uint8)
        if rng.random() < 0.5:
            stamp = np.ascontiguousarray(np.rot90(stamp, int(rng.integers(4))))
        h, w = stamp.shape[:2]
        x, y = int(rng.integers(0, cloth.shape[1] - w)), int(rng.integers(0, cloth.shape[0] - h))
        place = cloth[y : y + h, x : x + w]
        inked = np.abs(stamp.astype(np.int16) - np.array(paper)).max(axis=2) > 12
        place[inked] = stamp[inked]


def _edge(texture: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """End the cloth on one side or more with a rim, and show the floor beyond it."""
    rim = _colour(rng, "wood" if rng.random() < 0.6 else "paper")
    floor = _colour(rng, "wood" if rng.random() < 0.6 else "felt") * float(rng.uniform(0.3, 1.0))
    width = int(rng.uniform(0.4, 2.6) * _GRAIN)
    for side in range(4):
        if rng.random() > (0.75 if side == 0 else 0.35):
            continue
        away = float(rng.uniform(1.6, 5.0) if side == 0 else rng.uniform(9.0, 18.0))
        at = int((_REACH + away) * _GRAIN)
        view = np.rot90(texture, side)
        planks = np.arange(view.shape[0] - at - width) % max(20, int(rng.integers(30, 120)))
        view[at : at + width] = np.clip(rim + rng.normal(0, 3, (width, 1, 1)), 0, 255).astype(np.uint8)
        view[at + width :] = np.clip(floor - 18.0 * (planks < 2)[:, None, None], 0, 255).astype(np.uint8)
        view[at + width - 3 : at + width] //= 2
