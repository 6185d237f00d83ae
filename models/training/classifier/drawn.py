"""Sheets of drawn tiles in designs that no photo shows, in rows so that a crop's margin shows neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.crops import box_quad, turned
from datasets.faces import FACE_HEIGHT, FACE_WIDTH, FaceDesign, draw_back, draw_face
from scoring.tile import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DrawnSheet", "draw_sheet"]

_COLUMNS: Final = 8
_ROWS: Final = 6
# Designs on sheets of flowers have seeds of their own, far from those of whole sets.
_NEXT_DESIGN: Final = 10_000_000


@dataclass(frozen=True)
class DrawnSheet:
    """A picture of a drawn set.

    Attributes:
        pixels: RGB uint8 [H, W, 3].
        codes: what each tile shows; ``back`` for a face-down one.
        quads: corners [N, 4, 2] of each tile from its face's own top left, clockwise.
        designs: of which set each tile is.
    """

    pixels: NDArray[np.uint8]
    codes: tuple[str, ...]
    quads: NDArray[np.float32]
    designs: tuple[FaceDesign, ...]


def draw_sheet(seed: int, *, flowers_only: bool = False) -> DrawnSheet:
    """Draw tiles in rows on a plain cloth: every kind once and a few backs, in any order.

    Args:
        seed: names the design and everything else by chance.
        flowers_only: draw the flowers of six designs instead of every kind of one.

    >>> sheet = draw_sheet(3, flowers_only=True)
    >>> len(sheet.codes), sheet.quads.shape, sorted(set(sheet.codes))
    (48, (48, 4, 2), ['f1', 'f2', 'f3', 'f4', 'h1', 'h2', 'h3', 'h4'])
    """
    rng = np.random.default_rng((seed, 11, flowers_only))
    tiles = _flowers(seed) if flowers_only else _all_kinds(seed)
    tiles = [tiles[place] for place in rng.permutation(len(tiles))]
    gaps = (0.0, rng.uniform(0, 8), rng.uniform(15, 60))
    gap_x, gap_y = (round(rng.choice(gaps, p=share)) for share in ((0.3, 0.52, 0.18), (0.15, 0.4, 0.45)))
    step_x, step_y = FACE_WIDTH + gap_x, FACE_HEIGHT + gap_y
    pixels = _cloth((_ROWS * step_y + 40, _COLUMNS * step_x + 40), rng)
    radius = int(rng.integers(4, 16))
    mask = _rounded_mask(radius)
    thickness = round(rng.uniform(0, 32)) if rng.random() < 0.5 else 0
    shade, backed = rng.uniform(0.6, 0.95), rng.random() < 0.6
    halves = 0.5 if rng.random() < 0.35 else 0.0
    quads = np.empty((len(tiles), 4, 2), np.float32)
    for place, (code, design) in enumerate(tiles):
        top, left = 20 + place // _COLUMNS * step_y, 20 + place % _COLUMNS * step_x
        face = draw_back(design) if code == "back" else draw_face(code, design)
        half = rng.random() < halves
        raised = _raised(np.ascontiguousarray(face[::-1, ::-1]) if half else face, radius, rng)
        bottom = top + FACE_HEIGHT
        reach = min(thickness, gap_y)
        if reach:
            # The near side of the body: the face's half, and below it the back's colour.
            side = pixels[bottom - radius // 2 : bottom + reach, left + 1 : left + FACE_WIDTH - 1]
            side[:] = np.array(design.base, np.float32) * shade
            if backed:
                side[len(side) // 2 :] = np.array(design.back, np.float32) * shade
        _lay(pixels, raised, mask, (top, left))
        quads[place] = turned(box_quad((left, top, left + FACE_WIDTH, bottom)), 2 if half else 0)
    codes, designs = zip(*tiles, strict=True)
    return DrawnSheet(pixels, codes, quads, designs)


def _all_kinds(seed: int) -> list[tuple[str, FaceDesign]]:
    design = FaceDesign.from_seed(seed)
    backs = ["back"] * (_COLUMNS * _ROWS - len(KINDS))
    return [(code, design) for code in (*(str(kind) for kind in KINDS), *backs)]


def _flowers(seed: int) -> list[tuple[str, FaceDesign]]:
    designs = [FaceDesign.from_seed(seed + (part + 1) * _NEXT_DESIGN) for part in range(_ROWS)]
    return [(str(kind), design) for design in designs for kind in KINDS if kind.is_flower]


def _cloth(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.uint8]:
    green = np.array([30, 110, 60]) * rng.uniform(0.5, 1.6)
    colour = (rng.uniform(0, 255, 3), green, np.full(3, rng.uniform(5, 60)))[int(rng.integers(3))]
    weave = rng.normal(0, rng.uniform(1, 14), (int(rng.integers(4, 60)), int(rng.integers(4, 60)), 1))
    small = np.clip(colour + weave, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, (size[1], size[0]), interpolation=cv2.INTER_LINEAR), np.uint8)


def _rounded_mask(radius: int) -> NDArray[np.float32]:
    mask = np.zeros((FACE_HEIGHT, FACE_WIDTH), np.uint8)
    cv2.rectangle(mask, (radius, 0), (FACE_WIDTH - 1 - radius, FACE_HEIGHT - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (FACE_WIDTH - 1, FACE_HEIGHT - 1 - radius), 255, -1)
    for x in (radius, FACE_WIDTH - 1 - radius):
        for y in (radius, FACE_HEIGHT - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.asarray(mask / 255, np.float32)


def _raised(face: NDArray[np.uint8], radius: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Give a face the light on one rim and the shade on the other that a rounded edge has."""
    rim = max(radius // 2, 2)
    light, shade = rng.uniform(0, 30), rng.uniform(0, 45)
    # Printed and engraved inks are never as even as drawn ones.
    coarse = rng.normal(0, rng.uniform(0, 7), (16, 12)).astype(np.float32)
    tone = np.array(cv2.resize(coarse, (FACE_WIDTH, FACE_HEIGHT)), np.float32)
    tone[:rim] += light
    tone[:, :rim] += light * 0.6
    tone[-rim:] -= shade
    tone[:, -rim:] -= shade * 0.6
    return np.asarray(cv2.add(face, cv2.merge([tone, tone, tone]), dtype=cv2.CV_8U), np.uint8)


def _lay(
    pixels: NDArray[np.uint8], face: NDArray[np.uint8], mask: NDArray[np.float32], place: tuple[int, int]
) -> None:
    top, left = place
    region = pixels[top : top + FACE_HEIGHT, left : left + FACE_WIDTH]
    region[:] = cv2.blendLinear(face, np.ascontiguousarray(region), mask, 1 - mask)
