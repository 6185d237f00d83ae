"""What cutter and brush do to a face: lines that stray, grooves with a lit flank, uneven paint."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.faces.canvas import Colour

__all__ = ["Engraving", "engrave"]

_FIELDS: Final = 24


@dataclass(frozen=True)
class Engraving:
    """How a set's faces are cut and painted; all zero is print.

    Attributes:
        stray: how far lines stray from where they should be, face units.
        groove: how strongly the flanks of the strokes are lit and shaded.
        light: direction of the light on the flanks, radians.
        uneven: how much the paint varies in strength.
        worn: share of the paint that is gone.
        gloss: strength of the light on the paint.
        soft: blur of the edges, face units.
        grain: how uneven the face itself is.
    """

    stray: float = 0.0
    groove: float = 0.0
    light: float = 0.8
    uneven: float = 0.0
    worn: float = 0.0
    gloss: float = 0.0
    soft: float = 0.0
    grain: float = 0.0


def engrave(
    layers: NDArray[np.uint8], ground: Colour, engraving: Engraving, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Turn a clean drawing into a cut and painted face.

    Args:
        layers: RGBA uint8 [H, W, 4]; A is how much of a pixel is inked.
        ground: colour of the bare face, RGB.
        engraving: how it is cut.
        rng: chance of this one face.

    Returns:
        RGB uint8 [H, W, 3].
    """
    high, wide = layers.shape[:2]
    if engraving.stray > 0:
        layers = _strayed(layers, engraving.stray, rng)
    if engraving.soft > 0:
        layers = np.asarray(cv2.GaussianBlur(layers, (0, 0), engraving.soft), np.uint8)
    inked = np.asarray(layers[..., 3] / np.float32(255), np.float32)
    picture = np.ascontiguousarray(layers[..., :3])
    if engraving.worn > 0:
        picture = _worn(picture, inked, ground, engraving.worn, rng)
    tone = np.zeros((high, wide), np.float32)
    if engraving.uneven > 0:
        tone += _noise((high, wide), (9, 7), rng) * inked * (engraving.uneven * 30)
    if engraving.groove > 0:
        tone += cv2.Sobel(inked, cv2.CV_32F, 1, 0, ksize=3) * float(
            np.cos(engraving.light) * engraving.groove * 18
        )
        tone += cv2.Sobel(inked, cv2.CV_32F, 0, 1, ksize=3) * float(
            np.sin(engraving.light) * engraving.groove * 18
        )
    if engraving.gloss > 0:
        core = cv2.GaussianBlur(inked, (0, 0), 1.4)
        tone += (
            np.maximum(core - 0.72, 0)
            * np.maximum(_noise((high, wide), (7, 6), rng), 0)
            * (engraving.gloss * 160)
        )
    if engraving.grain > 0:
        tone += _noise((high, wide), (16, 12), rng) * engraving.grain
    return np.asarray(cv2.add(picture, cv2.merge([tone, tone, tone]), dtype=cv2.CV_8U), np.uint8)


def _worn(
    picture: NDArray[np.uint8],
    inked: NDArray[np.float32],
    ground: Colour,
    share: float,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Take paint off in patches, down to the bare groove, which is darker than the face."""
    size = (picture.shape[0], picture.shape[1])
    patches = _noise(size, (14, 11), rng) + 0.6 * _noise(size, (40, 30), rng)
    gone = np.clip((patches - 2.2 + 2.4 * share) * 2, 0, 0.75).astype(np.float32) * inked
    bare = np.empty_like(picture)
    bare[:] = np.array(ground) * 0.93
    return np.asarray(cv2.blendLinear(bare, picture, gone, 1 - gone), np.uint8)


def _noise(size: tuple[int, int], cells: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Smooth noise of about unit strength: one of a few fields, in one of eight aspects."""
    field = _field(size, cells, int(rng.integers(_FIELDS)))
    aspect = int(rng.integers(4))
    return np.asarray(field[:: 1 - 2 * (aspect & 1), :: 1 - (aspect & 2)], np.float32) * (
        1 if rng.random() < 0.5 else -1
    )


@lru_cache(maxsize=512)
def _field(size: tuple[int, int], cells: tuple[int, int], number: int) -> NDArray[np.float32]:
    coarse = np.random.default_rng((*cells, number)).standard_normal(cells, np.float32)
    return np.asarray(cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_CUBIC), np.float32)


@lru_cache(maxsize=4)
def _grid(size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    y, x = np.indices(size, np.float32)
    return x, y


def _strayed(layers: NDArray[np.uint8], stray: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    size = (layers.shape[0], layers.shape[1])
    x, y = _grid(size)
    moved_x, moved_y = x + _noise(size, (7, 5), rng) * stray, y + _noise(size, (7, 5), rng) * stray
    return np.asarray(
        cv2.remap(layers, moved_x, moved_y, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
