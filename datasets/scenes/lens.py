"""What room light, a lens and a phone do to a rendered scene."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Barrel", "develop"]


@dataclass(frozen=True)
class Barrel:
    """A wide lens: straight lines bow outwards, the more the nearer the picture's edge.

    Attributes:
        strength: the bow; 0 is none, 0.2 a very wide lens, below 0 a pincushion.
        size: picture's (width, height) in pixels.
    """

    strength: float
    size: tuple[int, int]

    def bend(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Show a picture, RGB uint8 [H, W, 3], as the lens does."""
        width, height = self.size
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        source = self._straight(np.stack([x.ravel() + 0.5, y.ravel() + 0.5], 1)).astype(np.float32) - 0.5
        maps = source.reshape(height, width, 2)
        bent = cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(bent, np.uint8)

    def move(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give where points [..., 2] of the straight picture come to lie in the bent one."""
        flat = points.reshape(-1, 2).astype(np.float64)
        guess = flat.copy()
        for _ in range(8):  # the bow is slight: each round leaves a small part of the error
            guess += flat - self._straight(guess)
        return guess.reshape(points.shape).astype(np.float32)

    def _straight(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        middle = np.array(self.size) / 2
        away = (points - middle) / math.hypot(*middle)
        # Scaled so that the corners stay where they are and no rim is left empty.
        bow = (1 + self.strength * (away**2).sum(axis=1, keepdims=True)) / (1 + max(0.0, self.strength))
        return np.asarray(middle + away * bow * math.hypot(*middle), np.float64)


def develop(
    image: NDArray[np.uint8],
    faces: NDArray[np.bool_],
    size: tuple[int, int],
    rng: np.random.Generator,
    *,
    plain: bool,
) -> NDArray[np.uint8]:
    """Light a rendering unevenly, let the faces shine, bring it down to size, blur it and add noise.

    Args:
        image: RGB uint8, rendered larger than wanted.
        faces: where faces of tiles show, same size; polished resin mirrors the lamp more than cloth does.
        size: (width, height) of the picture.
        rng: source of chance.
        plain: soft, even light.
    """
    width, height = size
    picture = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    y, x = np.mgrid[0 : max(8, height // 16), 0 : max(8, width // 16)].astype(np.float32)
    u, v = x / x.shape[1], y / y.shape[0]
    slope, lean = rng.normal(0, 0.08 if plain else 0.22, 2)
    light = 1.0 + slope * (u - 0.5) + lean * (v - 0.5)
    if not plain and rng.random() < 0.35:  # someone's shadow over part of the table
        aim = rng.uniform(0, 6.3)
        edge = np.cos(aim) * (u - rng.uniform(0.2, 0.8)) + np.sin(aim) * (v - rng.uniform(0.2, 0.8))
        light *= 1.0 - float(rng.uniform(0.2, 0.6)) / (1.0 + np.exp(-edge * float(rng.uniform(8, 60))))
    tint = np.exp(rng.normal(0, 0.02 if plain else 0.05, 3)).astype(np.float32)
    if not plain and rng.random() < 0.12:  # a dim bulb
        tint *= np.array([1.0, rng.uniform(0.75, 0.92), rng.uniform(0.4, 0.7)], np.float32)
        light *= float(rng.uniform(0.45, 1.0))
    even = _stretch(np.clip(light, 0.15, 2.0), size)
    picture = np.asarray(
        cv2.multiply(picture, cv2.merge([even * tint[0], even * tint[1], even * tint[2]]), dtype=cv2.CV_8U),
        np.uint8,
    )
    if rng.random() < (0.3 if plain else 0.5):
        glare = np.zeros(u.shape, np.float32)
        for _ in range(int(rng.integers(1, 4))):
            radius = rng.uniform(0.04, 0.3, 2)
            about = rng.uniform(0, 1, 2)
            glare += np.exp(-(((u - about[0]) / radius[0]) ** 2) - ((v - about[1]) / radius[1]) ** 2)
        share = cv2.resize(faces.astype(np.uint8) * 191 + 64, size, interpolation=cv2.INTER_AREA)
        strength = float(rng.uniform(10, 40 if plain else 150)) / 255
        shine = _stretch(glare, size) * (share.astype(np.float32) * np.float32(strength))
        picture = np.asarray(cv2.add(picture, cv2.merge([shine, shine, shine]), dtype=cv2.CV_8U), np.uint8)
    blur = float(rng.uniform(0.3, 0.5) if plain else rng.uniform(0.2, 1.1))
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    noise = np.empty(picture.shape, np.int16)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(noise, np.zeros(3), np.full(3, 1.5 if plain else float(rng.uniform(0.5, 5))))
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def _stretch(coarse: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    smooth = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(smooth, np.float32)
