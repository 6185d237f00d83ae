"""Measure a trained mark reader on labelled photos."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from datasets.rows import row_quads
from models.training.marks.network import CLASSES, UNMARKED
from vision.rectify import HEAD_HEIGHT, HEAD_WIDTH, rectify_heads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from torch import nn

    from datasets.photos import LabelledPhoto

__all__ = ["MarkAnswers", "cut_heads", "read_flowers"]


@dataclass(frozen=True)
class MarkAnswers:
    """What a mark reader said about upright faces, and what they show.

    Attributes:
        logits: [N, 9].
        marks: true classes [N].
    """

    logits: NDArray[np.float32]
    marks: NDArray[np.int64]

    def figures(self) -> dict[str, float]:
        """Sum up.

        Returns:
            ``flowers``, how many; ``flowers_right``, the share whose likeliest flower is the true one;
            ``flowers_seen``, the share that are not taken for unmarked; ``others``, how many other tiles;
            ``others_passed``, the share of them taken for unmarked. What there is none of is NaN.
        """
        flower = self.marks != UNMARKED
        said, best = self.logits.argmax(1), self.logits[:, :UNMARKED].argmax(1)
        return {
            "flowers": int(flower.sum()),
            "flowers_right": _mean((best == self.marks)[flower]),
            "flowers_seen": _mean((said != UNMARKED)[flower]),
            "others": int((~flower).sum()),
            "others_passed": _mean((said == UNMARKED)[~flower]),
        }


def cut_heads(photo: LabelledPhoto) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Cut the upper halves of a photo's faces whose turn is known.

    Args:
        photo: the photo.

    Returns:
        Crops, RGB uint8 [N, 64, 96, 3], and true classes [N].
    """
    quads, _ = row_quads(photo.boxes)
    known = [place for place, tile in enumerate(photo.tiles) if tile.turn is not None and not tile.note]
    if not known:
        return np.empty((0, HEAD_HEIGHT, HEAD_WIDTH, 3), np.uint8), np.empty(0, np.int64)
    upright = np.stack([np.roll(quads[place], -(photo.tiles[place].turn or 0), axis=0) for place in known])
    codes = [str(photo.tiles[place].kind) for place in known]
    marks = [CLASSES.index(code) if code in CLASSES else UNMARKED for code in codes]
    return rectify_heads(photo.pixels, upright), np.array(marks, np.int64)


@torch.no_grad()
def read_flowers(network: nn.Module, photos: Sequence[LabelledPhoto]) -> MarkAnswers:
    """Ask a mark reader about every labelled tile of some photos, as if its turn were known.

    Args:
        network: the mark reader.
        photos: the photos.
    """
    network.eval()
    logits, marks = [np.empty((0, len(CLASSES)), np.float32)], [np.empty(0, np.int64)]
    for photo in photos:
        heads, true = cut_heads(photo)
        if len(heads):
            given = torch.from_numpy(heads).permute(0, 3, 1, 2).float().div(255)
            logits.append(network(given).numpy())
            marks.append(true)
    return MarkAnswers(np.concatenate(logits), np.concatenate(marks))


def _mean(right: NDArray[np.bool_]) -> float:
    return float(right.mean()) if len(right) else math.nan
