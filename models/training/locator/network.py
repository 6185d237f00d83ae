"""The locator's network: plain 3x3 convolutions down to stride 32 and back up to stride 4."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

__all__ = ["CORNER_UNIT", "STRIDE", "ExportedLocator", "LocatorNetwork"]

STRIDE: Final = 4
"""Input pixels per cell of the heat map."""

CORNER_UNIT: Final = 16.0
"""Input pixels that a corner output of 1 stands for."""


def _convolution(inputs: int, outputs: int, stride: int, *, folded: bool) -> tuple[nn.Module, ...]:
    convolution = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=folded)
    return (convolution,) if folded else (convolution, nn.BatchNorm2d(outputs))


def _block(inputs: int, outputs: int, stride: int = 1, *, folded: bool) -> nn.Sequential:
    return nn.Sequential(*_convolution(inputs, outputs, stride, folded=folded), nn.ReLU(inplace=True))


class _Residual(nn.Module):
    def __init__(self, width: int, *, folded: bool) -> None:
        super().__init__()
        self.first = _block(width, width, folded=folded)
        self.second = nn.Sequential(*_convolution(width, width, 1, folded=folded))

    def forward(self, x: Tensor) -> Tensor:
        """Add what two convolutions find to `x`."""
        return functional.relu(x + self.second(self.first(x)))


class LocatorNetwork(nn.Module):
    """Centre heat map and two sets of corners, one cell per 4 x 4 input pixels.

    The heat map has a channel for face-up tiles and one for face-down backs. A quad has no natural first
    corner: any rule that names one jumps somewhere on the circle of rotations. So there are two corner
    branches whose rules jump at different angles, and a selector that says which of them is far from its
    jump; `models.training.locator.targets` holds the rules.

    Args:
        folded: convolutions with a bias and no batch normalisation, the form that an exported file has; for
            going on from such a file. Training from nothing needs the normalisation.
    """

    def __init__(self, *, folded: bool = False) -> None:
        """Set up random weights."""
        super().__init__()
        self.folded = folded
        self.stem = nn.Sequential(
            _block(3, 16, 2, folded=folded), _block(16, 32, 2, folded=folded), _Residual(32, folded=folded)
        )
        self.down8 = nn.Sequential(
            _block(32, 64, 2, folded=folded), _Residual(64, folded=folded), _Residual(64, folded=folded)
        )
        self.down16 = nn.Sequential(
            _block(64, 112, 2, folded=folded), _Residual(112, folded=folded), _Residual(112, folded=folded)
        )
        self.down32 = nn.Sequential(_block(112, 128, 2, folded=folded), _Residual(128, folded=folded))
        self.lateral16 = nn.Conv2d(128, 112, 1)
        self.merge16 = _block(112, 64, folded=folded)
        self.merge8 = _block(64, 48, folded=folded)
        self.lateral4 = nn.Conv2d(32, 48, 1)
        self.merge4 = _block(48, 48, folded=folded)
        self.heat = nn.Sequential(_block(48, 24, folded=folded), nn.Conv2d(24, 2, 1))
        self.corners = nn.Sequential(_block(48, 32, folded=folded), nn.Conv2d(32, 17, 1))
        final = self.heat[-1]
        if not isinstance(final, nn.Conv2d) or final.bias is None:
            raise TypeError("the heat branch must end in a convolution with a bias")
        nn.init.constant_(final.bias, -4.0)  # tiles' centres are rare: start by saying "no" everywhere

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Run the network.

        Args:
            image: RGB 0..1, float [N, 3, H, W]; H and W multiples of 32.

        Returns:
            Heat logits [N, 2, H/4, W/4], and corner outputs [N, 17, H/4, W/4]: branch A's four corners (x, y)
            from the cell's centre in units of `CORNER_UNIT` pixels, branch B's, and the selector's logit
            for A.
        """
        at4 = self.stem((image - 0.5) * 4.0)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at32 = self.down32(at16)
        up16 = self.merge16(at16 + functional.interpolate(self.lateral16(at32), scale_factor=2.0))
        up8 = self.merge8(at8 + functional.interpolate(up16, scale_factor=2.0))
        up4 = self.merge4(self.lateral4(at4) + functional.interpolate(up8, scale_factor=2.0))
        return self.heat(up4), self.corners(up4)


class ExportedLocator(nn.Module):
    """The network with its decoding: what `locator.onnx` holds."""

    def __init__(self, network: LocatorNetwork) -> None:
        """Wrap `network`."""
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Find peaks and give each cell's quad.

        Returns:
            ``score`` [N, 2, h, w], the probability of a tile's centre where it is a peak among its 3 x 3
            neighbours and 0 elsewhere, and ``quads`` [N, 8, h, w]: x0, y0 .. x3, y3 clockwise, in input
            pixels.
        """
        heat, corners = self.network(image)
        score = torch.sigmoid(heat)
        peak = functional.max_pool2d(score, 3, 1, 1)
        score = score * (score >= peak).to(score.dtype)
        use_a = (corners[:, 16:17] > 0).to(corners.dtype)
        offsets = corners[:, 0:8] * use_a + corners[:, 8:16] * (1.0 - use_a)
        ones = torch.ones_like(heat[:, :1])
        x = (torch.cumsum(ones, 3) - 0.5) * STRIDE
        y = (torch.cumsum(ones, 2) - 0.5) * STRIDE
        return score, offsets * CORNER_UNIT + torch.cat([x, y] * 4, 1)
