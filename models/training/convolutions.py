"""What the classifier and the mark reader are made of: plain 3x3 convolutions."""

from __future__ import annotations

import torch
from torch import nn

__all__ = ["Residual", "convolution"]


class Residual(nn.Module):
    """One 3x3 convolution added to its input, which keeps its shape."""

    def __init__(self, channels: int) -> None:
        """Build it with random weights."""
        super().__init__()
        self.convolution = convolution(channels, channels)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Give the sum, [N, channels, H, W] as given."""
        added: torch.Tensor = features + self.convolution(features)
        return added


def convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Build a 3x3 convolution with batch normalisation, positive parts kept."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )
