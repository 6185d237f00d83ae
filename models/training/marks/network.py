"""The network that reads the marks of a flower tile: the character and the digit in its upper half."""

from __future__ import annotations

from typing import Final

import torch
from torch import nn

from models.training.convolutions import Residual, convolution
from scoring.tile import KINDS

__all__ = ["CLASSES", "FLOWERS", "UNMARKED", "MarkNetwork"]

FLOWERS: Final = tuple(str(kind) for kind in KINDS if kind.is_flower)
"""The eight flowers in the order of the logits."""

UNMARKED: Final = len(FLOWERS)
"""Class of a crop that shows no marks of a flower: another kind, a face that lies turned, no face at all."""

CLASSES: Final = (*FLOWERS, "unmarked")
"""Names of the nine classes in the order of the logits."""

_RANKS: Final = 4
_SUMMARY: Final = 160


class MarkNetwork(nn.Module):
    """Reads upper halves of faces as `vision.rectify.rectify_heads` cuts them.

    A digit tells the rank and an ink the series, whatever the character: the logit of a flower is the sum of
    what speaks for its rank, for its series and for this one tile.

    Input: RGB float32 [N, 3, 64, 96], 0 to 1, upright. Output: logits [N, 9].
    """

    def __init__(self) -> None:
        """Build the network with random weights."""
        super().__init__()
        self.features = nn.Sequential(
            convolution(3, 24, stride=2),
            convolution(24, 48, stride=2),
            Residual(48),
            convolution(48, 96, stride=2),
            Residual(96),
            Residual(96),
            convolution(96, 160, stride=2),
            Residual(160),
        )
        self.summary = nn.Sequential(
            nn.Conv2d(160, 48, 1, bias=False),
            nn.BatchNorm2d(48),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(48 * 4 * 6, _SUMMARY),
            nn.ReLU(inplace=True),
        )
        self.rank = nn.Linear(_SUMMARY, _RANKS)
        self.series = nn.Linear(_SUMMARY, 2)
        self.each = nn.Linear(_SUMMARY, len(CLASSES))

    def forward(self, heads: torch.Tensor) -> torch.Tensor:
        """Give the logits [N, 9] of crops [N, 3, 64, 96]."""
        summary = self.summary(self.features((heads - 0.5) * 4))
        ranks, series, each = self.rank(summary), self.series(summary), self.each(summary)
        flowers = (series[:, :, None] + ranks[:, None, :]).flatten(1)
        return torch.cat([each[:, :UNMARKED] + flowers, each[:, UNMARKED:]], dim=1)
