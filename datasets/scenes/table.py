"""Cloth, wood and floor under the tiles, and the things on a table that are no tiles."""

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

__all__ = ["draw_clutter", "draw_table"]

_GRAIN: Final = 24
"""Texture pixels per tile width."""
_REACH: Final = 24.0
"""Half the width of the plane that is drawn, in tile widths."""
_SIDE: Final = int(2 * _REACH * _GRAIN)
_PRINTS: Final = "福樂雀館咖啡OK8A麻將大吉東中發WIN三萬"


_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}


def draw_table(camera: Camera, rng: np.random.Generator, *, plain: bool = False) -> NDArray[np.uint8]:
    """Draw an empty table, its edge and the floor beyond, as the camera sees them.

    Args:
        camera: the view.
        rng: source of chance.
        plain: only felt, nothing printed on it.

    Returns:
        RGB uint8 [H, W, 3].
    """
    kinds = ["felt", "weave", "wood", "paper", "check", "dots", "marble", "prints"]
    shares = [0.3, 0.15, 0.13, 0.14, 0.07, 0.06, 0.1, 0.05]
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
            (200, 70, 70), (70, 40, 100),
        ][int(rng.integers(8))]  # fmt: skip
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
    elif kind == "marble":
        rough += 16 * np.sin((x + y) * 0.015 + _noise(rng, 80, 2.2)) ** 9
    picture += rough[..., None]
    if kind == "check":
        pitch = float(rng.uniform(12, 70))
        picture[((x // pitch + y // pitch) % 2) > 0] = _colour(rng, kind)
    elif kind == "dots":
        pitch = float(rng.uniform(14, 60))
        radius = pitch * float(rng.uniform(0.12, 0.42))
        picture[((x % pitch - pitch / 2) ** 2 + (y % pitch - pitch / 2) ** 2) < radius**2] = _colour(
            rng, kind
        )
    cloth = np.clip(picture, 0, 255).astype(np.uint8)
    if kind == "prints":
        _prints(cloth, rng, int(rng.integers(20, 120)))
    return cloth


def _prints(cloth: NDArray[np.uint8], rng: np.random.Generator, count: int) -> None:
    """Print characters and shapes on the cloth: what a reader must not take for tiles."""
    fonts = cjk_fonts()
    for _ in range(count):
        paper = tuple(int(v) for v in cloth[0, 0])
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
        size = float(rng.uniform(0.6, 4.0)) * _GRAIN
        stamp = np.asarray(cv2.resize(canvas.pixels(), (round(size), round(size * 4 / 3))), np.uint8)
        if rng.random() < 0.5:
            stamp = np.ascontiguousarray(np.rot90(stamp, int(rng.integers(4))))
        h, w = stamp.shape[:2]
        x, y = int(rng.integers(0, _SIDE - w)), int(rng.integers(0, _SIDE - h))
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


def draw_clutter(
    image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, clear: NDArray[np.float64]
) -> None:
    """Put chips, papers, phones, cups, cards and hands on the table, away from the hand of tiles.

    Args:
        image: RGB uint8 [H, W, 3]; changed.
        camera: the view.
        rng: source of chance.
        clear: table coordinates (x0, y0, x1, y1) to leave free.
    """
    makers = (_chip, _sheet, _cup, _arm, _card, _stick, _chip, _arm, _dice, _dice)
    for _ in range(int(rng.integers(0, 7))):
        x, y = float(rng.uniform(-13, 13)), float(rng.uniform(-9, 13))
        if clear[0] - 2.2 < x < clear[2] + 2.2 and clear[1] - 2.2 < y < clear[3] + 2.2:
            continue
        makers[int(rng.integers(len(makers)))](image, camera, rng, (x, y))


def _flat(
    image: NDArray[np.uint8],
    camera: Camera,
    outline: NDArray[np.float64],
    colour: NDArray[np.float64],
    z: float = 0.0,
) -> None:
    points = np.column_stack([outline, np.full(len(outline), z)])
    if (camera.depth(points) <= 0.5).any():
        return
    pixels = np.round(camera.project(points) * 16).astype(np.int32)
    cv2.fillPoly(image, [pixels], [float(v) for v in np.clip(colour, 0, 255)], lineType=cv2.LINE_AA, shift=4)


def _box(x: float, y: float, width: float, height: float, turn: float) -> NDArray[np.float64]:
    corners = np.array([[-width, height], [width, height], [width, -height], [-width, -height]]) / 2
    cos, sin = math.cos(turn), math.sin(turn)
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + [x, y])


def _round(x: float, y: float, radius: float) -> NDArray[np.float64]:
    t = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    return np.stack([x + radius * np.cos(t), y + radius * np.sin(t)], 1)


def _chip(
    image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, at: tuple[float, float]
) -> None:
    colour, radius = rng.uniform(20, 250, 3), float(rng.uniform(0.4, 0.95))
    _flat(image, camera, _round(at[0] + 0.06, at[1] - 0.06, radius), colour * 0.4)
    _flat(image, camera, _round(*at, radius), colour, 0.1)
    _flat(image, camera, _round(*at, radius * 0.6), colour * float(rng.uniform(0.7, 1.2)), 0.1)


def _sheet(
    image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, at: tuple[float, float]
) -> None:
    """Lay a paper with lines of writing, or a phone with a bright screen."""
    turn, width, height = float(rng.uniform(0, 3.2)), float(rng.uniform(1.5, 7)), float(rng.uniform(2, 9))
    phone = rng.random() < 0.4
    body = rng.uniform(5, 40, 3) if phone else rng.uniform(200, 255, 3)
    _flat(image, camera, _box(*at, width, height, turn), body)
    if phone:
        _flat(image, camera, _box(*at, width * 0.9, height * 0.86, turn), rng.uniform(10, 250, 3))
        return
    ink = rng.uniform(0, 120, 3)
    cos, sin = math.cos(turn), math.sin(turn)
    for k in range(int(rng.integers(3, 14))):
        down = height * (0.42 - 0.07 * k)
        length = width * float(rng.uniform(0.3, 0.85))
        if abs(down) < height * 0.45:
            _flat(
                image, camera, _box(at[0] - sin * down, at[1] + cos * down, length, height * 0.025, turn), ink
            )


def _cup(image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, at: tuple[float, float]) -> None:
    colour, radius, tall = rng.uniform(40, 255, 3), float(rng.uniform(1.0, 2.0)), float(rng.uniform(0.8, 3.0))
    for level in np.linspace(0, tall, 12):
        _flat(image, camera, _round(*at, radius), colour * (0.6 + 0.25 * level / tall), float(level))
    _flat(image, camera, _round(*at, radius), colour, tall)
    _flat(image, camera, _round(*at, radius * 0.85), rng.uniform(20, 180, 3), tall)


def _card(
    image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, at: tuple[float, float]
) -> None:
    """Lay a playing card: pale, upright, with red or black marks, much larger than a tile."""
    turn, size = float(rng.uniform(0, 6.3)), float(rng.uniform(2.2, 3.2))
    _flat(image, camera, _box(*at, size, size * 1.45, turn), np.array([248.0, 247.0, 244.0]))
    ink = np.array([190.0, 20.0, 30.0]) if rng.random() < 0.5 else np.array([20.0, 20.0, 24.0])
    for _ in range(int(rng.integers(1, 8))):
        x, y = at[0] + float(rng.uniform(-0.3, 0.3)) * size, at[1] + float(rng.uniform(-0.4, 0.4)) * size
        _flat(image, camera, _box(x, y, size * 0.14, size * 0.14, turn + 0.8), ink)


def _dice(
    image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, at: tuple[float, float]
) -> None:
    """Throw two or three dice: small cubes with rounded corners and pips."""
    for _ in range(int(rng.integers(2, 4))):
        x, y = at[0] + float(rng.normal(0, 0.9)), at[1] + float(rng.normal(0, 0.9))
        turn, size = float(rng.uniform(0, 6.3)), float(rng.uniform(0.45, 0.75))
        pale = np.array([242.0, 240.0, 232.0]) * float(rng.uniform(0.9, 1.0))
        _flat(image, camera, _box(x + 0.1, y - 0.1, size, size, turn), pale * 0.3)
        for level in np.linspace(0, size, 8):
            _flat(
                image, camera, _box(x, y, size, size, turn), pale * (0.6 + 0.15 * level / size), float(level)
            )
        _flat(image, camera, _box(x, y, size, size, turn), pale, size)
        pips = int(rng.integers(1, 7))
        ink = np.array([190.0, 20.0, 30.0]) if pips in {1, 4} else np.array([20.0, 20.0, 60.0])
        for u, v in _PIPS[pips]:
            cos, sin = math.cos(turn) * size * 0.27, math.sin(turn) * size * 0.27
            spot = _round(x + cos * u - sin * v, y + sin * u + cos * v, size * (0.16 if pips == 1 else 0.1))
            _flat(image, camera, spot, ink, size)


def _stick(
    image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, at: tuple[float, float]
) -> None:
    """Lay a rack or a counting stick."""
    turn, length = float(rng.normal(0, 0.2)) + float(rng.integers(2)) * math.pi / 2, float(rng.uniform(3, 16))
    thick, colour = float(rng.uniform(0.15, 0.9)), rng.uniform(30, 250, 3)
    _flat(image, camera, _box(at[0] + 0.08, at[1] - 0.1, length, thick, turn), colour * 0.35)
    _flat(image, camera, _box(*at, length, thick, turn), colour * 0.8, 0.1)
    _flat(image, camera, _box(*at, length, thick * 0.6, turn), colour, 0.3)


def _arm(image: NDArray[np.uint8], camera: Camera, rng: np.random.Generator, at: tuple[float, float]) -> None:
    """Rest a hand on the table: a sleeve or forearm, a palm and fingers."""
    skin = np.array(
        [[225, 180, 150], [200, 150, 115], [150, 105, 75], [240, 200, 175]][int(rng.integers(4))], np.float64
    )
    sleeve = rng.uniform(10, 240, 3)
    aim = math.atan2(-at[1], -at[0]) + float(rng.normal(0, 0.5))
    cos, sin = math.cos(aim), math.sin(aim)

    def along(u: float, v: float) -> tuple[float, float]:
        return at[0] + cos * u - sin * v, at[1] + sin * u + cos * v

    _flat(image, camera, _box(*along(-6.5, 0), 9.0, 3.0, aim), skin * 0.92, 0.5)
    if rng.random() < 0.7:
        _flat(image, camera, _box(*along(-8.0, 0), 9.0, 3.6, aim), sleeve, 0.7)
    _flat(image, camera, _round(*along(-0.6, 0), 1.75), skin * 0.97, 0.6)
    for k in range(4):
        side, reach = (k - 1.5) * 0.82, float(rng.uniform(1.8, 3.0))
        _flat(
            image,
            camera,
            _box(*along(reach / 2 + 0.6, side), reach, 0.72, aim + side * 0.12),
            skin * (0.9 + 0.03 * k),
            0.6,
        )
        _flat(image, camera, _round(*along(reach + 0.6, side * 1.15), 0.37), skin * (0.9 + 0.03 * k), 0.6)
    _flat(image, camera, _box(*along(0.6, 2.1), 2.2, 0.8, aim + 0.9), skin * 0.93, 0.6)
