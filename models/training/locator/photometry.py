"""What light, lens and codec do to a picture, at random and cheaply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["degrade"]


def degrade(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Relight, blur, coarsen, add noise to and recompress a picture, each by chance.

    Args:
        image: RGB uint8 [H, W, 3].
        rng: source of chance.

    Returns:
        A new picture of the same size.
    """
    picture = image
    if rng.random() < 0.85:
        picture = _relight(picture, rng)
    if rng.random() < 0.35:
        picture = _shade(picture, rng)
    height, width = picture.shape[:2]
    if rng.random() < 0.25:
        factor = float(rng.uniform(0.35, 0.85))
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < 0.3:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.7))), np.uint8)
    elif rng.random() < 0.12:
        length = int(rng.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        middle, reach = (length - 1) / 2, (length - 1) / 2
        for t in np.linspace(-reach, reach, 2 * length):
            kernel[round(middle + t * np.sin(angle)), round(middle + t * np.cos(angle))] = 1.0
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)
    if rng.random() < 0.4:
        strength = float(rng.uniform(2, 22)) * (0.4 if rng.random() < 0.6 else 1.0)
        noise = np.empty(picture.shape, np.int16)
        cv2.setRNGSeed(int(rng.integers(2**31)))
        cv2.randn(noise, np.zeros(3), np.full(3, strength))
        picture = np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)
    if rng.random() < 0.3:
        quality = int(rng.integers(25, 92))
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        if unpacked is not None:
            picture = np.asarray(unpacked, np.uint8)
    return picture


def _relight(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    gamma = float(np.exp(rng.normal(0, 0.28)))
    gain = float(np.exp(rng.normal(-0.05, 0.28)))
    if rng.random() < 0.08:
        gain *= float(rng.uniform(0.25, 0.6))
    offset = float(rng.normal(0, 12))
    tint = np.exp(rng.normal(0, 0.09, 3))
    levels = np.linspace(0, 1, 256)[:, None] ** gamma * 255 * gain * tint + offset
    table = np.clip(levels, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    picture = np.asarray(cv2.LUT(image, table), np.uint8)
    if rng.random() < 0.25:
        hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)
        shift = np.arange(256)
        hue = ((shift + int(rng.integers(-14, 15))) % 180).astype(np.uint8)
        saturation = np.clip(shift * rng.uniform(0.4, 1.5), 0, 255).astype(np.uint8)
        hsv = cv2.LUT(hsv, np.stack([hue, saturation, shift.astype(np.uint8)], 1).reshape(256, 1, 3))
        picture = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), np.uint8)
    return picture


def _shade(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Lay uneven light over the picture: a coarse grid of gains, stretched smooth."""
    height, width = image.shape[:2]
    grid = rng.uniform(0.55, 1.15, (int(rng.integers(2, 5)), int(rng.integers(2, 5)))).astype(np.float32)
    light = cv2.resize(grid, (width, height), interpolation=cv2.INTER_LINEAR)
    scaled = cv2.multiply(image, cv2.merge([light, light, light]), dtype=cv2.CV_8U)
    return np.asarray(scaled, np.uint8)
