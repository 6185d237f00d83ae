"""Measure a trained classifier on labelled photos and on drawn designs, and find its temperature."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import torch
from torch.nn import functional

from datasets.benchmark import calibration_error
from datasets.crops import photographed, upright_crop
from datasets.rows import row_quads
from models.training.classifier.data import DESIGNS, HALF_TURN_ALIKE
from models.training.classifier.drawn import draw_sheet
from models.training.classifier.network import BACK, CLASSES
from scoring.tile import KINDS
from vision.rectify import rectify, stand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from torch import nn

    from datasets.photos import LabelledPhoto

__all__ = ["Answers", "best_temperature", "cut", "read_drawn", "read_photos", "run", "standing_quads"]

_TEMPERATURES: Final = tuple(round(0.2 * 1.04**step, 3) for step in range(70))
_TURN_CHANCES: Final = (0.36, 0.2, 0.24, 0.2)


@dataclass(frozen=True)
class Answers:
    """What a classifier said about crops, and what they show.

    Attributes:
        logits: of the kind [N, 44].
        turns: quarter-turns clockwise by which the face is thought to lie, in the photo [N].
        kinds: true classes [N].
        true_turns: true quarter-turns [N]; -1 where unknown or where a half-turn does not show.
    """

    logits: NDArray[np.float32]
    turns: NDArray[np.int64]
    kinds: NDArray[np.int64]
    true_turns: NDArray[np.int64]

    def figures(self, temperature: float) -> dict[str, float]:
        """Sum up.

        Args:
            temperature: the logits are divided by it before they become probabilities.

        Returns:
            ``tiles``; ``right``, the share whose kind is right; ``flowers`` and ``flowers_right``;
            ``turns_right``, among the tiles whose turn is known and shows; ``calibration_error`` (ECE) of the
            first guess. What there is none of is NaN.
        """
        odds = torch.from_numpy(self.logits / np.float32(temperature)).softmax(1).numpy()
        right = odds.argmax(1) == self.kinds
        flower = np.array([kind < BACK and KINDS[kind].is_flower for kind in self.kinds], bool)
        told = self.true_turns >= 0
        lies = self.turns == self.true_turns
        return {
            "tiles": len(self.kinds),
            "right": float(right.mean()),
            "flowers": int(flower.sum()),
            "flowers_right": float(right[flower].mean()) if flower.any() else math.nan,
            "turns_right": float(lies[told].mean()) if told.any() else math.nan,
            "calibration_error": round(calibration_error(odds.max(1), right), 6),
        }


def cut(photo: LabelledPhoto, degrees: float = 0.0) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Cut every labelled tile of a photo as the run time would, from its box or from its row.

    Args:
        photo: the photo.
        degrees: by how much each quad is turned about its centre, as if the corners were that much off.

    Returns:
        Crops, RGB uint8 [N, 80, 64, 3], and by how many quarter-turns clockwise a tile that stands upright in
        the photo lies in each crop [N], since a box that is wider than high is cut lying.
    """
    standing, starts = standing_quads(photo, degrees)
    return rectify(photo.pixels, standing), starts


def standing_quads(
    photo: LabelledPhoto, degrees: float = 0.0
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Give the corners by which `cut` cuts, from the crop's top left [N, 4, 2], and its second result."""
    quads, _ = row_quads(photo.boxes)
    middles = quads.mean(axis=1, keepdims=True)
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    rotation = np.array([[cosine, sine], [-sine, cosine]], np.float32)
    given = middles + (quads - middles) @ rotation
    standing = stand(given)
    return standing, np.abs(standing - given[:, :1]).sum(axis=2).argmin(axis=1)


@torch.no_grad()
def run(network: nn.Module, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the logits of kind [N, 44] and turn [N, 4] of crops, RGB uint8 [N, 80, 64, 3]."""
    kinds, turns = [np.empty((0, len(CLASSES)), np.float32)], [np.empty((0, 4), np.float32)]
    network.eval()
    for start in range(0, len(crops), 256):
        part = torch.from_numpy(crops[start : start + 256]).permute(0, 3, 1, 2).float().div(255)
        kind, turn = network(part)
        kinds.append(kind.numpy())
        turns.append(turn.numpy())
    return np.concatenate(kinds), np.concatenate(turns)


def read_photos(network: nn.Module, photos: Sequence[LabelledPhoto], degrees: float = 0.0) -> Answers:
    """Ask a classifier about every labelled tile of some photos.

    Args:
        network: the classifier.
        photos: the photos.
        degrees: by how much each quad is turned about its centre first.
    """
    logits, guesses = [np.empty((0, len(CLASSES)), np.float32)], [np.empty(0, np.int64)]
    for photo in photos:
        crops, starts = cut(photo, degrees)
        kind, turn = run(network, crops)
        logits.append(kind)
        guesses.append((turn.argmax(1) - starts) % 4)
    tiles = [tile for photo in photos for tile in photo.tiles]
    told = [-1 if tile.turn is None or str(tile.kind) in HALF_TURN_ALIKE else tile.turn for tile in tiles]
    kinds = np.array([tile.kind.index for tile in tiles], np.int64)
    return Answers(np.concatenate(logits), np.concatenate(guesses), kinds, np.array(told, np.int64))


def read_drawn(network: nn.Module, designs: int, seed: int = 0) -> Answers:
    """Ask a classifier about drawn designs that training never draws.

    Args:
        network: the classifier.
        designs: how many; each shows every kind once and some backs.
        seed: of the loose corners, the turns and the light.
    """
    rng = np.random.default_rng((seed, 23))
    crops, kinds, told, lies = [], [], [], []
    for number in range(designs):
        sheet = draw_sheet(DESIGNS + number)
        for code, quad in zip(sheet.codes, sheet.quads, strict=True):
            turn = int(rng.choice(4, p=_TURN_CHANCES))
            crops.append(photographed(upright_crop(sheet.pixels, quad, turn, rng), rng))
            kinds.append(CLASSES.index(code))
            told.append(-1 if code == "back" or code in HALF_TURN_ALIKE else 0)
            lies.append(turn)
    logits, turns = run(network, np.stack(crops))
    guesses = (turns.argmax(1) - np.array(lies)) % 4
    return Answers(logits, guesses, np.array(kinds, np.int64), np.array(told, np.int64))


def best_temperature(known: Answers, foreign: Answers) -> float:
    """Find the temperature of the least cross entropy, half of it on known designs and half on foreign ones.

    On known designs alone the best temperature is lower, and a set never seen would be read with confidence
    that it has not earned.

    Args:
        known: answers about held-out photos.
        foreign: answers about designs that training never saw.
    """
    losses = np.zeros(len(_TEMPERATURES))
    for answers in (known, foreign):
        logits, kinds = torch.from_numpy(answers.logits), torch.from_numpy(answers.kinds)
        losses += [float(functional.cross_entropy(logits / each, kinds)) for each in _TEMPERATURES]
    return _TEMPERATURES[int(losses.argmin())]
