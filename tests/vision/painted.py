"""Tiles painted in patterns that stand for faces, and networks that see patterns: no model is needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from models import ModelFacts
from scoring.tile import KINDS
from vision.classifier import CLASSES, NOT_A_TILE_CLASS, Faces
from vision.locator import Located
from vision.rectify import rectify, stand

if TYPE_CHECKING:
    from vision.letterbox import Box

SETTINGS = {"not_a_tile": 0.8, "doubt": 0.9, "alternative": 0.05, "temperature": 1.0}
WIDTH, HEIGHT = 48, 64


def face(kind: int, design: int = 0) -> np.ndarray:
    """Paint a kind: coarse random patches, the same for the same kind and design."""
    patches = np.random.default_rng((kind, design)).integers(60, 255, (5, 4, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(patches, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC).clip(50, 255))


def photo(rows: str, design: int = 0, light: float = 1.0) -> np.ndarray:
    """Lay tiles on black cloth: words are codes, / begins a row, `-` before a code turns it upside down."""
    lines = [row.split() for row in rows.split("/")]
    pixels = np.zeros((40 + len(lines) * (HEIGHT + 30), 40 + max(map(len, lines)) * (WIDTH + 6), 3), np.uint8)
    codes = [tile.code for tile in KINDS]
    for number, row in enumerate(lines):
        for place, code in enumerate(row):
            top, left = 20 + number * (HEIGHT + 30), 20 + place * (WIDTH + 6)
            painted = face(codes.index(code.lstrip("-")), design) * light
            turned = painted[::-1, ::-1] if code.startswith("-") else painted
            pixels[top : top + HEIGHT, left : left + WIDTH] = turned.astype(np.uint8)
    return pixels


class Patches:
    """Stands for a locator: tiles are what isn't black."""

    facts = ModelFacts("locator", Path("none"), "0" * 64, "", "", (), SETTINGS, {}, "")

    def locate(self, pixels: np.ndarray, region: Box | None = None) -> Located:
        assert region is None or len(region) == 4
        shows = (pixels.max(axis=2) > 20).astype(np.uint8)
        _, _, boxes, _ = cv2.connectedComponentsWithStats(shows, connectivity=4)
        quads = [
            [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
            for x, y, width, height, area in boxes[1:]
            if area > 500
        ]
        corners = np.array(quads, np.float64).reshape(-1, 4, 2)
        return Located(corners, np.full(len(quads), 0.95), np.zeros(len(quads), np.bool_))


class Patterns:
    """Stands for a classifier: it knows the patterns of design 0, and mistakes some of them on purpose.

    Args:
        mistakes: code that is shown to the code that is named instead, which may be ``back``.
        embeds: whether it gives embeddings.
    """

    def __init__(self, mistakes: dict[str, str] | None = None, *, embeds: bool = True) -> None:
        self.facts = ModelFacts("classifier", Path("none"), "1" * 64, "", "", (), SETTINGS, {}, "")
        self.mistakes = mistakes or {}
        self.embeds = embeds
        self.crops = 0
        known = np.stack([face(kind) for kind in range(len(KINDS))])
        quads = np.array([[[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]])
        self._known = np.concatenate([_embed(rectify(each, quads)) for each in known])

    def classify(self, pixels: np.ndarray, quads: np.ndarray) -> Faces:
        return self.classify_crops(rectify(pixels, stand(quads)))

    def classify_crops(self, crops: np.ndarray) -> Faces:
        self.crops += len(crops)
        if not len(crops):
            return Faces(np.zeros((0, CLASSES)), np.zeros((0, 4)))
        kinds, turns = np.full((len(crops), CLASSES), 0.0002), np.zeros((len(crops), 4))
        both = [_embed(crops), _embed(crops[:, ::-1, ::-1])]
        likes = np.stack([each @ self._known.T for each in both])
        for place in range(len(crops)):
            turn, kind = np.unravel_index(likes[:, place].argmax(), likes[:, place].shape)
            named = self.mistakes.get(KINDS[kind].code, KINDS[kind].code)
            kinds[place, [*(tile.code for tile in KINDS), "back"].index(named)] = 0.99
            turns[place, 2 * turn] = 1.0
        kinds[:, NOT_A_TILE_CLASS] = 0
        kinds /= kinds.sum(axis=1, keepdims=True)
        return Faces(kinds, turns, both[0] if self.embeds else np.zeros((len(crops), 0), np.float32))


def _embed(crops: np.ndarray) -> np.ndarray:
    small = np.stack(
        [cv2.resize(np.ascontiguousarray(each), (8, 10), interpolation=cv2.INTER_AREA) for each in crops]
    )
    flat = small.reshape(len(crops), -1).astype(np.float32)
    flat -= flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6), np.float32)
