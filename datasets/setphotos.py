"""Photos of whole drawn sets: every kind once, in rows on a cloth, seen a little aslant in some light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.faces import FACE_HEIGHT, FACE_WIDTH, FaceDesign, draw_face
from datasets.scenes.lens import develop
from scoring.tile import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw_set_photo"]

_COLUMNS: Final = 9
_EDGE: Final = 60
_SIZE: Final = (900, 800)


def draw_set_photo(
    design: int, rng: np.random.Generator, *, in_order: bool
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]:
    """Draw a photo of a whole set, 42 tiles.

    Args:
        design: seed of the set.
        rng: where light, camera and order come from.
        in_order: whether the tiles lie by kind, upright, in soft light, as somebody lays them out who wants
            them known; otherwise they lie in any order, half of them upside down, in any light.

    Returns:
        The photo, RGB uint8 [800, 900, 3]; the kinds [42], places in `KINDS`; the tiles' corners [42, 4, 2]
        from the face's own top left, clockwise, pixels.
    """
    look = FaceDesign.from_seed(design)
    kinds = np.arange(len(KINDS)) if in_order else rng.permutation(len(KINDS))
    step_x, step_y = FACE_WIDTH + round(rng.uniform(2, 12)), FACE_HEIGHT + round(rng.uniform(4, 30))
    rows = -(-len(KINDS) // _COLUMNS)
    size = (rows * step_y + 2 * _EDGE, _COLUMNS * step_x + 2 * _EDGE)
    cloth = rng.uniform(20, 160, 3)
    table = np.clip(cloth + rng.normal(0, 6, (*size, 1)), 0, 255).astype(np.uint8)
    shows = np.zeros(size, np.uint8)
    flat = np.empty((len(kinds), 4, 2), np.float32)
    for place, kind in enumerate(kinds):
        top, left = _EDGE + place // _COLUMNS * step_y, _EDGE + place % _COLUMNS * step_x
        face = draw_face(KINDS[kind].code, look)
        upside_down = not in_order and rng.random() < 0.5
        table[top : top + FACE_HEIGHT, left : left + FACE_WIDTH] = face[::-1, ::-1] if upside_down else face
        shows[top : top + FACE_HEIGHT, left : left + FACE_WIDTH] = 255
        corners = [[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT], [0, FACE_HEIGHT]]
        flat[place] = np.roll(np.add(corners, (left, top)), -2 if upside_down else 0, axis=0)
    onto = _camera(size, rng, aslant=0.03 if in_order else 0.1)
    drawn = (2 * _SIZE[0], 2 * _SIZE[1])
    seen = cv2.warpPerspective(table, onto, drawn, flags=cv2.INTER_AREA, borderValue=cloth.tolist())
    faces = cv2.warpPerspective(shows, onto, drawn) > 127
    pixels = develop(np.asarray(seen, np.uint8), faces, _SIZE, rng, plain=in_order)
    quads = cv2.perspectiveTransform(flat.reshape(1, -1, 2), onto).reshape(-1, 4, 2) / 2
    # As far off as a locator's corners are.
    side = float(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).mean())
    loose = quads + rng.normal(0, 0.015 * side, quads.shape)
    return pixels, kinds.astype(np.int64), loose.astype(np.float32)


def _camera(size: tuple[int, int], rng: np.random.Generator, *, aslant: float) -> NDArray[np.float64]:
    """Choose the homography from the table onto a picture of twice `_SIZE`."""
    height, width = size
    centre = np.array([_SIZE[0], _SIZE[1]], np.float64)
    scale = min(2 * _SIZE[0] / width, 2 * _SIZE[1] / height) * rng.uniform(0.72, 0.9)
    angle = np.radians(rng.normal(0, 60 * aslant))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    table = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    corners = (table - (width / 2, height / 2)) @ turn.T * scale
    corners *= 1 - aslant * rng.random((4, 1))
    return np.asarray(
        cv2.getPerspectiveTransform(table.astype(np.float32), (corners + centre).astype(np.float32)),
        np.float64,
    )
