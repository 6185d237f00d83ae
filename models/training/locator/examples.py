"""Pictures with their tiles for the locator to learn from, cut, turned and degraded at random."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.training.locator.network import STRIDE
from models.training.locator.photometry import degrade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Example", "Source", "cut", "mosaic"]

_ANYWHERE: Final = 0.25
"""Share of the cuts about any place and not about a tile: floors, hands and clothes are met there."""
_SMALLEST_SIDE: Final = 8.0
"""A tile narrower than this, in input pixels, is neither a target nor background."""


@dataclass(frozen=True)
class Source:
    """A whole picture and what is known about it.

    Attributes:
        image: RGB uint8 [H, W, 3].
        quads: corners of the tiles [N, 4, 2], clockwise, in pixels.
        channels: per tile, 0 face-up, 1 face-down.
        corners_known: per tile, whether its quad is the tile's outline and not just a box about it.
        unknown: uint8 [H // 4, W // 4, 2], 1 where a tile of that channel may lie that nobody labelled.
        exact: the picture is a rendering: aspect and background are right as they are.
    """

    image: NDArray[np.uint8]
    quads: NDArray[np.float32]
    channels: NDArray[np.int64]
    corners_known: NDArray[np.bool_]
    unknown: NDArray[np.uint8]
    exact: bool = False


@dataclass(frozen=True)
class Example:
    """A square cut of a source as the network sees it.

    Attributes:
        image: RGB uint8 [S, S, 3].
        quads: corners in pixels of the cut [N, 4, 2].
        channels: per tile, 0 face-up, 1 face-down.
        corners_known: per tile, whether its corners are to be learned.
        counts: uint8 [2, S/4, S/4], 1 where the absence of a tile is known.
    """

    image: NDArray[np.uint8]
    quads: NDArray[np.float32]
    channels: NDArray[np.int64]
    corners_known: NDArray[np.bool_]
    counts: NDArray[np.uint8]


def cut(source: Source, size: int, rng: np.random.Generator) -> Example:
    """Cut a square out of a source at a random place, scale, aspect, turn and tilt, and degrade it."""
    transform = _transform(source, size, rng)
    linear = transform[:2, :2] / transform[2, 2]
    scale = math.sqrt(abs(float(np.linalg.det(linear))))
    image = source.image
    flags = cv2.INTER_LINEAR
    if scale < 0.55:  # shrink by area first, or fine print turns into noise
        factor = max(scale * 1.3, 0.1)
        image = np.asarray(
            cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        real = np.diag([source.image.shape[1] / image.shape[1], source.image.shape[0] / image.shape[0], 1.0])
        matrix = transform @ real
    else:
        matrix = transform
    fill = [int(v) for v in rng.integers(0, 256, 3)]
    warped = np.asarray(
        cv2.warpPerspective(
            image, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=fill
        ),
        np.uint8,
    )
    cells = size // STRIDE
    # Cell masks have a quarter of the picture's resolution on both sides, so the same map holds between them.
    to_cells = np.diag([1 / STRIDE, 1 / STRIDE, 1.0])
    ratio_x, ratio_y = (
        source.image.shape[1] / source.unknown.shape[1],
        source.image.shape[0] / source.unknown.shape[0],
    )
    unknown = np.asarray(
        cv2.warpPerspective(
            source.unknown,
            to_cells @ transform @ np.diag([ratio_x, ratio_y, 1.0]),
            (cells, cells),
            flags=cv2.INTER_NEAREST,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=[0, 0],
        ),
        np.uint8,
    ).reshape(cells, cells, 2)
    counts = np.ascontiguousarray(1 - unknown.transpose(2, 0, 1), np.uint8)
    quads = (
        cv2.perspectiveTransform(source.quads.reshape(-1, 1, 2), transform)
        .reshape(-1, 4, 2)
        .astype(np.float32)
        if len(source.quads)
        else source.quads
    )
    keep = []
    for index, quad in enumerate(quads):
        centre = quad.mean(axis=0)
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        inside = bool((centre >= 0).all() and (centre < size).all())
        if inside and min(sides) >= _SMALLEST_SIDE:
            keep.append(index)
        elif inside or bool(((quad >= 0) & (quad < size)).all(axis=1).any()):
            _blank(counts, quad, 1.0)
            if not inside:
                continue
    # The neighbourhood of a labelled tile is known even where the rest of the photo isn't.
    for index in keep:
        _blank(counts, quads[index], 1.12, 1)
    return Example(
        degrade(warped, rng), quads[keep], source.channels[keep], source.corners_known[keep], counts
    )


def _blank(counts: NDArray[np.uint8], quad: NDArray[np.float32], grow: float, value: int = 0) -> None:
    centre = quad.mean(axis=0)
    outline = ((centre + (quad - centre) * grow) / STRIDE).astype(np.int32)
    for channel in counts:
        cv2.fillConvexPoly(channel, outline, [value])


def _transform(source: Source, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Pick the homography from the source's pixels to the cut's."""
    height, width = source.image.shape[:2]
    if len(source.quads):
        anchor = source.quads[int(rng.integers(len(source.quads)))]
        sides = np.linalg.norm(anchor - np.roll(anchor, -1, axis=0), axis=1)
        tile = float(min(sides[0] + sides[2], sides[1] + sides[3])) / 2
        wanted = _width(rng)
        least = 0.6 * size / max(width, height)
        scale = float(np.clip(wanted / max(tile, 1.0), least, max(2.4, least)))
        where = anchor.mean(axis=0) + rng.normal(0, 0.2 * size / scale, 2)
        if rng.random() < _ANYWHERE:
            where = rng.uniform([0, 0], [width, height])
    else:
        where = rng.uniform([0, 0], [width, height])
        scale = float(np.exp(rng.uniform(math.log(0.5), math.log(1.8))))
    if rng.random() < 0.3:  # the whole picture, as a phone shows it
        where = np.array([width / 2, height / 2]) + rng.normal(0, 0.03 * size, 2)
        scale = size / max(width, height) * float(rng.uniform(0.85, 1.25))
    squeeze = math.exp(rng.uniform(-0.1, 0.1) if source.exact else rng.uniform(-0.36, 0.36))
    draw = rng.random()
    if draw < 0.4:
        turn = rng.normal(0, math.radians(9))
    elif draw < 0.6:
        turn = float(rng.integers(4)) * math.pi / 2 + rng.normal(0, math.radians(9))
    else:
        turn = rng.uniform(0, 2 * math.pi)
    # The photo is squeezed along its own axes (that is how it was stretched), then turned.
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    middle = np.array([size / 2, size / 2]) + rng.uniform(-0.1, 0.1, 2) * size
    about = np.array([[1.0, 0.0, -where[0]], [0.0, 1.0, -where[1]], [0.0, 0.0, 1.0]])
    stretch = np.diag([math.sqrt(squeeze), 1 / math.sqrt(squeeze), 1.0])
    rotate = np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]], [0.0, 0.0, 1.0]])
    tilt = np.eye(3)
    if rng.random() < 0.6:
        frame = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
        moved = (frame + rng.uniform(-0.1, 0.1, (4, 2)) * size).astype(np.float32)
        tilt = np.asarray(cv2.getPerspectiveTransform(frame, moved), np.float64)
    return np.asarray(tilt @ rotate @ stretch @ about, np.float64)


def _width(rng: np.random.Generator) -> float:
    """Pick how wide a tile is to be, in input pixels."""
    if rng.random() < 0.65:  # as wide as in a first look of 416 to 640 pixels
        return float(np.exp(rng.normal(math.log(28.0), 0.38)))
    return float(np.exp(rng.uniform(math.log(13.0), math.log(130.0))))


def mosaic(sources: Sequence[Source], size: int, rng: np.random.Generator) -> Example:
    """Put cuts of four sources into one square; `size` is that of the whole and a multiple of 8."""
    half = size // 2
    parts = [cut(source, half, rng) for source in sources]
    places = [(0, 0), (half, 0), (0, half), (half, half)]
    image = np.empty((size, size, 3), np.uint8)
    counts = np.empty((2, size // STRIDE, size // STRIDE), np.uint8)
    for part, (x, y) in zip(parts, places, strict=True):
        image[y : y + half, x : x + half] = part.image
        rows, columns = slice(y // STRIDE, (y + half) // STRIDE), slice(x // STRIDE, (x + half) // STRIDE)
        counts[:, rows, columns] = part.counts
    quads = [part.quads + np.array(place, np.float32) for part, place in zip(parts, places, strict=True)]
    return Example(
        image,
        np.concatenate(quads),
        np.concatenate([part.channels for part in parts]),
        np.concatenate([part.corners_known for part in parts]),
        counts,
    )
