"""What room light and a phone do to a rendered scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["develop"]


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
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)
    y, x = np.mgrid[0 : max(8, height // 16), 0 : max(8, width // 16)].astype(np.float32)
    u, v = x / x.shape[1], y / y.shape[0]
    slope, lean = rng.normal(0, 0.08 if plain else 0.22, 2)
    light = 1.0 + slope * (u - 0.5) + lean * (v - 0.5)
    if not plain and rng.random() < 0.35:  # someone's shadow over part of the table
        aim = rng.uniform(0, 6.3)
        edge = np.cos(aim) * (u - rng.uniform(0.2, 0.8)) + np.sin(aim) * (v - rng.uniform(0.2, 0.8))
        light *= 1.0 - float(rng.uniform(0.2, 0.6)) / (1.0 + np.exp(-edge * float(rng.uniform(8, 60))))
    picture = small * _stretch(np.clip(light, 0.15, 2.0), size)[..., None]
    if rng.random() < (0.3 if plain else 0.6):
        glare = np.zeros(u.shape, np.float32)
        for _ in range(int(rng.integers(1, 4))):
            radius = rng.uniform(0.04, 0.3, 2)
            about = rng.uniform(0, 1, 2)
            glare += np.exp(-(((u - about[0]) / radius[0]) ** 2) - ((v - about[1]) / radius[1]) ** 2)
        share = cv2.resize(
            np.where(faces, np.float32(1.0), np.float32(0.25)), size, interpolation=cv2.INTER_AREA
        )
        picture += (_stretch(glare, size) * share * float(rng.uniform(10, 40 if plain else 130)))[..., None]
    blur = float(rng.uniform(0.3, 0.5) if plain else rng.uniform(0.2, 1.1))
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    strength = 1.5 if plain else float(rng.uniform(0.5, 5))
    noise = rng.standard_normal(picture.shape, np.float32) * np.float32(strength)
    tint = np.exp(rng.normal(0, 0.02 if plain else 0.05, 3)).astype(np.float32)
    return np.clip(picture * tint + noise, 0, 255).astype(np.uint8)


def _stretch(coarse: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    smooth = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(smooth, np.float32)
