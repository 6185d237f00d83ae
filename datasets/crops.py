"""Crops of labelled tiles as a phone and a locator would hand them to the classifier.

A crop is cut straight out of the photo by `vision.rectify`, with corners that are off as a locator's are,
so that its margin shows the neighbours that lie there. What the optics and the light of a phone do is then
done to the crop. Faces are never mirrored: a mirrored face is another design.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.rectify import CROP_WIDTH, rectify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = [
    "Looseness",
    "bent",
    "box_quad",
    "loosened",
    "photographed",
    "recut",
    "reinked",
    "turned",
    "upright_crop",
]


@dataclass(frozen=True)
class Looseness:
    """How far the corners of a quad stray from a tile's true ones. Shares are of the tile's sides.

    Attributes:
        shift: standard deviation of the centre.
        scale: standard deviation of the logarithm of width and of height.
        corner: standard deviation of each corner by itself.
        angle: standard deviation of the rotation about the centre, degrees.
        wild: how often the rotation is drawn from a range of three times that instead.
    """

    shift: float = 0.03
    scale: float = 0.06
    corner: float = 0.025
    angle: float = 5.0
    wild: float = 0.25


def box_quad(box: Sequence[float]) -> NDArray[np.float32]:
    """Give the corners of an upright box.

    Args:
        box: x0, y0, x1, y1 in pixels.

    Returns:
        Corners [4, 2] clockwise from the top left.

    >>> box_quad((0, 0, 3, 4)).tolist()
    [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [0.0, 4.0]]
    """
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def turned(quad: NDArray[np.float32], turn: int) -> NDArray[np.float32]:
    """Start a quad so that its crop shows the face ``turn`` quarter-turns clockwise from upright.

    Args:
        quad: corners [4, 2] from the face's own top left, clockwise.
        turn: quarter-turns, 0-3.

    >>> turned(box_quad((0, 0, 3, 4)), 1).tolist()
    [[0.0, 4.0], [0.0, 0.0], [3.0, 0.0], [3.0, 4.0]]
    """
    return np.roll(quad, turn, axis=0)


def loosened(
    quad: NDArray[np.float32], rng: np.random.Generator, looseness: Looseness | None = None
) -> NDArray[np.float32]:
    """Move the corners of a quad as a locator's error would.

    Args:
        quad: corners [4, 2], clockwise.
        rng: where the chance comes from.
        looseness: how far; the standard one when None.

    Returns:
        Corners [4, 2] in the same order.
    """
    loose = looseness or Looseness()
    middle = quad.mean(axis=0)
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    along = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    noise = rng.standard_normal(12)
    wide, high = np.exp(loose.scale * noise[:2])
    # The places of the corners in the tile's own frame, where its sides run from -0.5 to 0.5.
    places = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    places += loose.shift * noise[2:4] + loose.corner * noise[4:].reshape(4, 2)
    corners = places[:, :1] * across + places[:, 1:] * along
    degrees = (
        rng.uniform(-3, 3) * loose.angle if rng.random() < loose.wild else rng.standard_normal() * loose.angle
    )
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    rotation = np.array([[cosine, sine], [-sine, cosine]])
    return np.asarray(middle + corners @ rotation, np.float32)


def upright_crop(
    pixels: NDArray[np.uint8],
    quad: NDArray[np.float32],
    turn: int,
    rng: np.random.Generator,
    looseness: Looseness | None = None,
) -> NDArray[np.uint8]:
    """Cut one tile with loose corners, its face lying ``turn`` quarter-turns clockwise in the crop.

    Args:
        pixels: the photo, RGB uint8 [H, W, 3].
        quad: corners [4, 2] from the face's own top left, clockwise.
        turn: quarter-turns, 0-3.
        rng: where the chance comes from.
        looseness: how far the corners stray; the standard one when None.

    Returns:
        The crop, RGB uint8 [80, 64, 3].
    """
    return np.asarray(rectify(pixels, turned(loosened(quad, rng, looseness), turn)[None])[0], np.uint8)


def photographed(
    crop: NDArray[np.uint8], rng: np.random.Generator, severity: float = 1.0
) -> NDArray[np.uint8]:
    """Do to a crop what light, lens, sensor and file format of a phone do.

    Light and shade across the tile, cast, contrast, saturation, defocus or shake, few pixels, dark noise,
    compression, and now and then something that covers a corner.

    Args:
        crop: RGB uint8 [H, W, 3]: a tile or its upper part, as wide as the tile.
        rng: where the chance comes from.
        severity: 0 changes nothing, 1 is the usual range.

    Returns:
        RGB uint8 [H, W, 3].
    """
    if severity <= 0:
        return crop
    chance = rng.random(10)
    image = crop
    if chance[0] < 0.12 * severity:
        image = _covered(image, rng)
    if chance[1] < 0.5 * severity:
        image = _with_fewer_pixels(image, rng)
    if chance[2] < 0.4 * severity:
        image = _blurred(image, rng)
    lit = _lit(image, rng, severity)
    if chance[3] < 0.5 * severity:
        strength = abs(rng.standard_normal()) * 14 * severity
        grain = rng.standard_normal(lit.shape[:2], np.float32)[..., None]
        if chance[4] < 0.5:
            grain = grain + 0.6 * rng.standard_normal(lit.shape, np.float32)
        lit += strength * grain
    image = np.clip(lit, 0, 255).astype(np.uint8)
    if chance[5] < 0.12 * severity:
        image = _blurred(image, rng)
    if chance[6] < 0.35 * severity:
        image = _compressed(image, rng)
    return image


def reinked(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Give the face other inks, as another set of tiles would, by changing the places of the colour channels.

    Not for flowers: on some sets only the ink tells 梅蘭菊竹 from 春夏秋冬.

    Args:
        crop: RGB uint8 [80, 64, 3].
        rng: where the chance comes from.
    """
    return np.ascontiguousarray(crop[..., rng.permutation(3)])


def recut(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Make the strokes of a face broader or finer, as another set's engraving would.

    Args:
        crop: RGB uint8 [80, 64, 3].
        rng: where the chance comes from.
    """
    shape = ((2, 2), (3, 3), (1, 3), (3, 1))[int(rng.integers(4))]
    change = cv2.erode if rng.random() < 0.5 else cv2.dilate
    return np.asarray(change(crop, np.ones(shape, np.uint8)), np.uint8)


def bent(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Bend the strokes of a face a little, as another hand would have cut them.

    Args:
        crop: RGB uint8 [H, W, 3].
        rng: where the chance comes from.
    """
    height, width = crop.shape[:2]
    reach = rng.uniform(0.8, 2.6) * width / CROP_WIDTH
    coarse = rng.uniform(-reach, reach, (6, 5, 2)).astype(np.float32)
    moved = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    moved += np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=2).astype(np.float32)
    across, down = np.ascontiguousarray(moved[..., 0]), np.ascontiguousarray(moved[..., 1])
    return np.asarray(
        cv2.remap(crop, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _lit(image: NDArray[np.uint8], rng: np.random.Generator, severity: float) -> NDArray[np.float32]:
    light = image.astype(np.float32) * np.float32(1 / 255)
    noise = rng.standard_normal(12).astype(np.float32) * np.float32(severity)
    if rng.random() < 0.6:
        grey = light @ np.array([0.299, 0.587, 0.114], np.float32)
        saturation = np.exp(0.45 * noise[0]) if rng.random() < 0.8 else max(0.6 * rng.random() - 0.1, 0.0)
        light = grey[..., None] + (light - grey[..., None]) * np.float32(saturation)
    if rng.random() < 0.6:
        np.clip(light, 0, 1, out=light)
        light = np.power(light, np.exp(0.35 * noise[1]), dtype=np.float32)
    contrast = np.exp(0.25 * noise[2])
    light = (light - 0.5) * contrast + 0.5 + 0.08 * noise[3]
    light = light * (np.exp(0.12 * noise[4:7]) * np.exp(0.28 * noise[7] - 0.1 * severity))
    if rng.random() < 0.5:
        rows = np.linspace(-1, 1, image.shape[0], dtype=np.float32)[:, None]
        columns = np.linspace(-1, 1, image.shape[1], dtype=np.float32)[None]
        slope = 1 + 0.25 * (noise[8] * rows + noise[9] * columns)
        light = light * np.clip(slope, 0.25, 2)[..., None]
    if rng.random() < 0.12:
        light = light + _glare(image.shape[:2], rng)[..., None]
    return np.asarray(light * 255, np.float32)


def _glare(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    height, width = shape
    rows = np.arange(height, dtype=np.float32)[:, None] - rng.uniform(0, height)
    columns = np.arange(width, dtype=np.float32)[None] - rng.uniform(0, width)
    reach = rng.uniform(6, 30) * width / CROP_WIDTH
    spot = np.exp(-(rows**2 + columns**2) / (2 * reach**2)) * rng.uniform(0.2, 0.9)
    return np.asarray(spot, np.float32)


def _with_fewer_pixels(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    high, wide = image.shape[:2]
    width = round(float(np.exp(rng.uniform(np.log(13), np.log(50)))) * wide / CROP_WIDTH)
    height = max(round(width * high / wide * rng.uniform(0.8, 1.25)), 8)
    down = (cv2.INTER_AREA, cv2.INTER_LINEAR)[int(rng.random() < 0.3)]
    up = (cv2.INTER_LINEAR, cv2.INTER_CUBIC)[int(rng.random() < 0.3)]
    small = cv2.resize(image, (width, height), interpolation=down)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=up), np.uint8)


def _blurred(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    finer = image.shape[1] / CROP_WIDTH
    if rng.random() < 0.6:
        sigma = rng.uniform(0.4, 2.2) * finer
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    length = round(int(rng.integers(3, 10)) * finer)
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    half = (length - 1) / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * half
    start, end = np.round(half - reach).astype(int), np.round(half + reach).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _compressed(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    quality = int(rng.integers(18, 85))
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _covered(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    covered = image.copy()
    colour = tuple(int(value) for value in rng.integers(20, 240, 3))
    height, width = image.shape[:2]
    finer = width / CROP_WIDTH
    corner = np.array([(0, width)[rng.integers(2)], (0, height)[rng.integers(2)]])
    centre = corner + rng.normal(0, 6, 2) * finer
    axes = (round(int(rng.integers(6, 22)) * finer), round(int(rng.integers(6, 22)) * finer))
    place = (int(centre[0]), int(centre[1]))
    cv2.ellipse(covered, place, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1)
    return covered
