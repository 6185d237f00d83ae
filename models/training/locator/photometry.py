"""What light, lens, sensor, codec and messenger do to a picture, at random and cheaply."""

from __future__ import annotations

import math
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
    if rng.random() < 0.12:
        picture = _dye(picture, rng)
    if rng.random() < 0.85:
        picture = _relight(picture, rng)
    if rng.random() < 0.35:
        picture = _shade(picture, rng)
    if rng.random() < 0.1:
        picture = _glare(picture, rng)
    if rng.random() < 0.08:
        picture = _tone_map(picture, rng)
    picture = _blur(picture, rng)
    if rng.random() < 0.04:
        picture = _moire(picture, rng)
    if rng.random() < 0.4:
        strength = float(rng.uniform(2, 22)) * (0.4 if rng.random() < 0.6 else 1.0)
        noise = np.empty(picture.shape, np.int16)
        cv2.setRNGSeed(int(rng.integers(2**31)))
        cv2.randn(noise, np.zeros(3), np.full(3, strength))
        picture = np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)
    draw = rng.random()
    if draw < 0.26:
        picture = _pack(picture, int(rng.integers(25, 92)))
    elif draw < 0.38:
        picture = _forward(picture, rng)
    return picture


def _blur(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Coarsen, defocus or shake."""
    height, width = picture.shape[:2]
    if rng.random() < 0.25:
        factor = float(rng.uniform(0.35, 0.85))
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    draw = rng.random()
    if draw < 0.28:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.7))), np.uint8)
    if draw < 0.4:
        length = int(rng.integers(3, 12))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        middle = reach = (length - 1) / 2
        for t in np.linspace(-reach, reach, 2 * length):
            kernel[round(middle + t * math.sin(angle)), round(middle + t * math.cos(angle))] = 1.0
        return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)
    return picture


def _relight(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    gamma = float(np.exp(rng.normal(0, 0.28)))
    gain = float(np.exp(rng.normal(-0.05, 0.28)))
    if rng.random() < 0.08:
        gain *= float(rng.uniform(0.25, 0.6))
    offset = float(rng.normal(0, 12))
    tint = np.exp(rng.normal(0, 0.09, 3))
    if rng.random() < 0.1:  # a dim bulb: yellow to orange
        tint *= np.array([1.1, rng.uniform(0.78, 0.95), rng.uniform(0.4, 0.75)])
    levels = np.linspace(0, 1, 256)[:, None] ** gamma * 255 * gain * tint + offset
    table = np.clip(levels, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    picture = np.asarray(cv2.LUT(image, table), np.uint8)
    if rng.random() < 0.25:
        picture = _turn_hue(picture, int(rng.integers(-14, 15)), float(rng.uniform(0.4, 1.5)))
    return picture


def _turn_hue(image: NDArray[np.uint8], turn: int, saturation: float) -> NDArray[np.uint8]:
    hsv = cv2.cvtColor(image, cv2.COLOR_RGB2HSV)
    levels = np.arange(256)
    hue = ((levels + turn) % 180).astype(np.uint8)
    strong = np.clip(levels * saturation, 0, 255).astype(np.uint8)
    hsv = cv2.LUT(hsv, np.stack([hue, strong, levels.astype(np.uint8)], 1).reshape(256, 1, 3))
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), np.uint8)


def _dye(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Give cloth, backs and inks quite other colours: a handful of tables make up most photos."""
    return _turn_hue(image, int(rng.integers(15, 166)), float(rng.uniform(0.5, 1.3)))


def _shade(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Lay uneven light over the picture: a coarse grid of gains, stretched smooth."""
    height, width = image.shape[:2]
    grid = rng.uniform(0.55, 1.15, (int(rng.integers(2, 5)), int(rng.integers(2, 5)))).astype(np.float32)
    light = cv2.resize(grid, (width, height), interpolation=cv2.INTER_LINEAR)
    scaled = cv2.multiply(image, cv2.merge([light, light, light]), dtype=cv2.CV_8U)
    return np.asarray(scaled, np.uint8)


def _glare(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Burn out the spots where polished tiles and table mirror a flash or a lamp."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:32, 0:32].astype(np.float32) / 32
    glow = np.zeros((32, 32), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        about, radius = rng.uniform(0, 1, 2), rng.uniform(0.04, 0.3, 2)
        glow += np.exp(-(((x - about[0]) / radius[0]) ** 2) - ((y - about[1]) / radius[1]) ** 2)
    glow *= np.float32(rng.uniform(40, 190))
    light = cv2.resize(np.clip(glow, 0, 255), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(image, cv2.merge([light, light, light]), dtype=cv2.CV_8U), np.uint8)


def _tone_map(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Even out light and dark and sharpen the edges, as phones do by themselves (HDR)."""
    lab = cv2.cvtColor(image, cv2.COLOR_RGB2LAB)
    even = cv2.createCLAHE(clipLimit=float(rng.uniform(1.5, 4.0)), tileGridSize=(6, 6))
    lab[..., 0] = even.apply(np.ascontiguousarray(lab[..., 0]))
    picture = cv2.cvtColor(lab, cv2.COLOR_LAB2RGB)
    soft, edge = cv2.GaussianBlur(picture, (0, 0), 1.5), float(rng.uniform(0.2, 1.0))
    return np.asarray(cv2.addWeighted(picture, 1 + edge, soft, -edge, 0), np.uint8)


def _moire(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Lay the coloured waves over the picture that a photo of a screen shows."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    waves = np.empty((height, width, 3), np.float32)
    angle, pitch = rng.uniform(0, np.pi), float(rng.uniform(2.2, 9.0))
    bend = 12.0 * np.sin(y / np.float32(rng.uniform(40, 160)))
    along = (x * math.cos(angle) + y * math.sin(angle) + bend) * np.float32(2 * math.pi / pitch)
    for channel, shift in enumerate(rng.uniform(0, 2.0, 3)):
        waves[..., channel] = 1.0 + np.float32(rng.uniform(0.03, 0.13)) * np.sin(along + np.float32(shift))
    return np.asarray(cv2.multiply(image, waves, dtype=cv2.CV_8U), np.uint8)


def _pack(image: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return image if unpacked is None else np.asarray(unpacked, np.uint8)


def _forward(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Send it by messenger, take a screenshot, send that: shrunk, packed hard, enlarged, packed again."""
    height, width = image.shape[:2]
    for _ in range(int(rng.integers(1, 3))):
        factor = float(rng.uniform(0.45, 1.0))
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        small = _pack(np.asarray(small, np.uint8), int(rng.integers(14, 55)))
        image = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return image
