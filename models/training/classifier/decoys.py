"""Crops that show no face: backs that we draw, and places where a locator must not have seen a tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.crops import Looseness, box_quad, upright_crop
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, MARGIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["draw_back", "draw_decoy"]

# Mean and spread of the hue as OpenCV counts, 0-179: greens, blues, orange, yellow, teal, purple, pink.
_BACK_HUES: Final = ((60, 20), (110, 15), (15, 10), (28, 6), (90, 12), (150, 15), (170, 10))
_BACK_HUE_CHANCES: Final = (0.32, 0.22, 0.12, 0.1, 0.08, 0.07, 0.09)
# Some sets have backs as white as faces, others a white dragon without a frame: nothing tells those apart.
_WHITE_BACKS: Final = 0.04
_PLAIN_FACES: Final = frozenset({"P", "1p", "1s"})
_WORDS: Final = (
    "HELLO",
    "2024",
    "NYC",
    "SALE",
    "team",
    "88",
    "Coffee",
    "LOVE",
    "No.1",
    "OPEN",
    "A&B",
    "x",
    "W",
    "S",
)


def draw_back(photo: LabelledPhoto, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Draw a face-down tile with what lies around it.

    Args:
        photo: where the surroundings are taken from, now and then.
        rng: where the chance comes from.

    Returns:
        RGB uint8 [80, 64, 3], cut as the classifier's crops are.
    """
    scale = 2
    width, height = CROP_WIDTH * scale, CROP_HEIGHT * scale
    colour = _back_colour(rng)
    if rng.random() < 0.35:
        canvas = np.array(cv2.resize(_patch(photo, rng), (width, height)), np.uint8)
    else:
        canvas = np.full((height, width, 3), rng.integers(0, 255, 3), np.uint8)
    left = width * MARGIN / (1 + 2 * MARGIN) + rng.normal(0, 5)
    top = height * MARGIN / (1 + 2 * MARGIN) + rng.normal(0, 6)
    right, bottom = width - left + rng.normal(0, 5), height - top + rng.normal(0, 6)
    gap = rng.uniform(0, 6)
    steps = (right - left + gap, bottom - top + gap)
    radius = rng.uniform(3, 16)
    for across in (-1, 0, 1):
        for down in (-1, 0, 1):
            if (across or down) and rng.random() < 0.4:
                continue
            offset = np.array([across * steps[0], down * steps[1], across * steps[0], down * steps[1]])
            same = rng.random() < 0.75 or not (across or down)
            shade = colour * rng.uniform(0.9, 1.1) if same else rng.integers(190, 255, 3)
            _rounded(canvas, np.array([left, top, right, bottom]) + offset, radius, np.clip(shade, 0, 255))
    if rng.random() < 0.5:
        _edge_light(canvas, (left, top, right, bottom), radius, rng)
    if rng.random() < 0.3:
        # The white half of the tile shows at one side when the photo is taken aslant.
        thick = rng.uniform(0.08, 0.3)
        strip = np.array([left, bottom - (bottom - top) * thick, right, bottom + 9])
        _rounded(canvas, strip, radius / 2, rng.integers(170, 255, 3))
    angle = rng.normal(0, 6)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, rng.uniform(0.95, 1.06))
    canvas = np.asarray(
        cv2.warpAffine(canvas, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    if rng.random() < 0.3:
        speckle = rng.normal(0, rng.uniform(2, 14), canvas.shape[:2])[..., None]
        canvas = np.clip(canvas + speckle, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(canvas, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def draw_decoy(photo: LabelledPhoto, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Cut or draw a crop that shows no tile, or no single one.

    Unlabelled tiles lie in many photos, so nothing is cut where one might be shown whole: the gap between
    a labelled tile and what is beside it, a part of one, a group of several, and prints, textures and plain
    colours that we draw.

    Args:
        photo: where crops are cut from.
        rng: where the chance comes from.

    Returns:
        RGB uint8 [80, 64, 3].
    """
    choice = rng.random()
    if choice < 0.3:
        return _drawn_print(rng)
    if choice < 0.45:
        return _drawn_texture(rng)
    tile = photo.tiles[int(rng.integers(len(photo.tiles)))]
    quad = box_quad(tile.box)
    sides = quad[2] - quad[0]
    turn = int(rng.integers(4))
    if choice < 0.75:
        shares = np.array([rng.uniform(0.43, 0.57), rng.uniform(-0.15, 0.15)]) * (1, -1)[int(rng.integers(2))]
        return upright_crop(
            photo.pixels, quad + np.float32(shares[:: (1, -1)[int(rng.integers(2))]]) * sides, turn, rng
        )
    middle = quad.mean(axis=0)
    if choice < 0.88 and str(tile.kind) not in _PLAIN_FACES:
        middle = middle + np.float32(rng.uniform(-0.3, 0.3, 2)) * sides
        return upright_crop(
            photo.pixels, middle + (quad - quad.mean(axis=0)) * rng.uniform(0.25, 0.42), turn, rng
        )
    grown = middle + (quad - middle) * np.float32(rng.uniform(1.9, 3.5, 2))
    return upright_crop(photo.pixels, np.asarray(grown, np.float32), turn, rng, Looseness(0.3, 0.1, 0.05, 15))


def _back_colour(rng: np.random.Generator) -> NDArray[np.float64]:
    if rng.random() < _WHITE_BACKS:
        return rng.uniform(190, 255) - rng.uniform(0, 18, 3)
    mean, spread = _BACK_HUES[int(rng.choice(len(_BACK_HUES), p=_BACK_HUE_CHANCES))]
    hue = int(rng.normal(mean, spread)) % 180
    pixel = np.array([[[hue, int(rng.uniform(60, 255)), int(rng.uniform(50, 245))]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0], np.float64)


def _patch(photo: LabelledPhoto, rng: np.random.Generator) -> NDArray[np.uint8]:
    height, width = photo.pixels.shape[:2]
    across, down = int(width * rng.uniform(0.05, 0.2)), int(height * rng.uniform(0.05, 0.2))
    left, top = int(rng.integers(width - across)), int(rng.integers(height - down))
    return np.asarray(photo.pixels[top : top + down, left : left + across], np.uint8)


def _rounded(
    canvas: NDArray[np.uint8],
    box: NDArray[np.floating],
    radius: float,
    colour: NDArray[np.floating | np.integer],
) -> None:
    left, top, right, bottom = (round(float(value)) for value in box)
    reach = max(min(round(radius), (right - left) // 2, (bottom - top) // 2), 0)
    fill = tuple(float(value) for value in colour)
    cv2.rectangle(canvas, (left + reach, top), (right - reach, bottom), fill, -1)
    cv2.rectangle(canvas, (left, top + reach), (right, bottom - reach), fill, -1)
    for x in (left + reach, right - reach):
        for y in (top + reach, bottom - reach):
            cv2.circle(canvas, (x, y), reach, fill, -1, cv2.LINE_AA)


def _edge_light(
    canvas: NDArray[np.uint8], box: tuple[float, float, float, float], radius: float, rng: np.random.Generator
) -> None:
    left, top, right, bottom = (round(value) for value in box)
    inset = round(radius * 0.6)
    light = canvas.copy()
    value = 255 if rng.random() < 0.6 else 0
    ends = (((left, top), (right, top)), ((left, top), (left, bottom)), ((right, top), (right, bottom)))
    for (x0, y0), (x1, y1) in ends[: int(rng.integers(1, 4))]:
        cv2.line(
            light, (x0 + inset, y0 + inset), (x1 - inset, y1 - inset), (value,) * 3, int(rng.integers(1, 7))
        )
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), float(rng.uniform(1, 4))))
    cv2.addWeighted(canvas, 0.6, light, 0.4, 0, dst=canvas)


def _drawn_print(rng: np.random.Generator) -> NDArray[np.uint8]:
    canvas = np.full((CROP_HEIGHT, CROP_WIDTH, 3), rng.integers(0, 256, 3), np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        ink = tuple(int(value) for value in rng.integers(0, 256, 3))
        place = (int(rng.integers(-30, 45)), int(rng.integers(5, 80)))
        shape = rng.random()
        if shape < 0.5:
            word = _WORDS[int(rng.integers(len(_WORDS)))]
            font = int(rng.choice([0, 2, 3, 4, 6, 7]))
            cv2.putText(
                canvas, word, place, font, rng.uniform(0.5, 2.2), ink, int(rng.integers(1, 6)), cv2.LINE_AA
            )
        elif shape < 0.7:
            cv2.line(
                canvas, place, (int(rng.integers(64)), int(rng.integers(80))), ink, int(rng.integers(2, 18))
            )
        elif shape < 0.85:
            corners = rng.integers(-10, 90, (int(rng.integers(3, 6)), 2)).astype(np.int32)
            cv2.fillPoly(canvas, [corners], ink, cv2.LINE_AA)
        else:
            axes = (int(rng.integers(8, 60)), int(rng.integers(4, 20)))
            cv2.ellipse(canvas, place, axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
    return canvas


def _drawn_texture(rng: np.random.Generator) -> NDArray[np.uint8]:
    base = rng.integers(0, 256, 3).astype(np.float32)
    coarse = rng.normal(0, rng.uniform(2, 40), (int(rng.integers(2, 24)), int(rng.integers(2, 24)))).astype(
        np.float32
    )
    cloth = cv2.resize(coarse, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_CUBIC)[..., None]
    return np.asarray(np.clip(base + cloth, 0, 255), np.uint8)
