"""The network that reads one tile: plain 3x3 convolutions, a head for its kind and one for its turn."""

from __future__ import annotations

from typing import Final

import torch
from torch import nn

from models.training.convolutions import Residual, convolution
from scoring.tile import KINDS

__all__ = ["BACK", "CLASSES", "EMBEDDING", "NOT_A_TILE", "ClassifierNetwork", "ExportedClassifier"]

BACK: Final = len(KINDS)
"""Class of a face-down tile."""

NOT_A_TILE: Final = BACK + 1
"""Class of a crop that shows no tile, or no single one."""

CLASSES: Final = (*(str(kind) for kind in KINDS), "back", "not_a_tile")
"""Names of the 44 classes in the order of the logits."""

EMBEDDING: Final = 192 * 5 * 4
"""Length of the map that a crop becomes before the network names it."""

_SUMMARY: Final = 192


class ClassifierNetwork(nn.Module):
    """Reads crops as `vision.rectify` cuts them.

    Input: RGB float32 [N, 3, 80, 64], 0 to 1. Output: logits of the kind [N, 44] and of the quarter-turn
        [N, 4]; class k of the turn says that the face lies k quarter-turns clockwise in the crop.
    """

    def __init__(self) -> None:
        """Build the network with random weights."""
        super().__init__()
        self.features = nn.Sequential(
            convolution(3, 32, stride=2),
            convolution(32, 64, stride=2),
            Residual(64),
            convolution(64, 128, stride=2),
            Residual(128),
            Residual(128),
            convolution(128, 192, stride=2),
            Residual(192),
        )
        # Places matter (a character's numeral is above its 萬), so the map is flattened and not averaged.
        self.summary = nn.Sequential(
            nn.Conv2d(192, 64, 1, bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(64 * 5 * 4, _SUMMARY),
            nn.ReLU(inplace=True),
        )
        self.kind = nn.Linear(_SUMMARY, len(CLASSES))
        self.turn = nn.Linear(_SUMMARY, 4)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Give the logits of kind [N, 44] and turn [N, 4] of crops [N, 3, 80, 64]."""
        return self.name(self.embed(crops))

    def embed(self, crops: torch.Tensor) -> torch.Tensor:
        """Give the map that crops [N, 3, 80, 64] become: [N, 192, 5, 4]."""
        embedded: torch.Tensor = self.features((crops - 0.5) * 4)
        return embedded

    def name(self, embedded: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Give the logits of kind [N, 44] and turn [N, 4] of what `embed` gave."""
        summary = self.summary(embedded)
        return self.kind(summary), self.turn(summary)


class ExportedClassifier(nn.Module):
    """The network with its embedding as a third output: what `classifier.onnx` holds.

    The embedding is the map before the summary, which still has places in it. What the heads see was taught
    to make all 梅 alike, and tells the tiles of one set apart far worse.
    """

    def __init__(self, network: ClassifierNetwork) -> None:
        """Wrap `network`."""
        super().__init__()
        self.network = network

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Give the logits of kind [N, 44] and turn [N, 4], and the embedding [N, 3840], of crops."""
        embedded = self.network.embed(crops)
        return *self.network.name(embedded), embedded.flatten(1)
