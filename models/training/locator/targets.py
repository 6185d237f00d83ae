"""What the locator has to say about a picture, and how far off it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training.locator.network import CORNER_UNIT, STRIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models.training.locator.examples import Example

__all__ = ["Targets", "as_targets", "branch_starts", "loss", "stack", "to_device"]

_CENTRE_WEIGHTS: Final = (1.0, 3.0)
"""What missing a face-up tile and a back costs: backs come from scenes only and are rare."""
_CORNER_WEIGHT: Final = 15.0
_SELECTOR_WEIGHT: Final = 0.2


def branch_starts(quad: NDArray[np.float32]) -> tuple[int, float, int, float]:
    """Name the first corner of a quad by both rules.

    Rule A starts at the corner farthest to the top-left (least x + y), which jumps when a side lies at 45
    degrees. Rule B starts at the topmost corner (least y), which jumps when a side is level. The margins say
    how far from its jump each rule is; for a square both reach 1 at best.

    Args:
        quad: four corners (x, y), clockwise, [4, 2].

    Returns:
        A's first corner, A's margin, B's first corner, B's margin.

    >>> square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    >>> branch_starts(square)
    (0, 1.0, 0, 0.0)
    """
    spread = quad - quad.mean(axis=0)
    size = math.sqrt(max(_area(quad), 1e-6))
    diagonal, height = spread[:, 0] + spread[:, 1], spread[:, 1]
    a, b = int(diagonal.argmin()), int(height.argmin())
    first, second = np.sort(diagonal)[:2]
    high, next_high = np.sort(height)[:2]
    return a, float((second - first) / size), b, float(math.sqrt(2.0) * (next_high - high) / size)


def _area(quad: NDArray[np.float32]) -> float:
    x, y = quad[:, 0].astype(np.float64), quad[:, 1].astype(np.float64)
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


@dataclass(frozen=True)
class Targets:
    """One picture's targets on the grid of cells, or a stack of them with N in front.

    Attributes:
        heat: [2, h, w], 1 at the cell of a tile's centre, falling off around it.
        counts: [2, h, w], 1 where being wrong counts, 0 where nobody knows what lies there.
        corners: [16, h, w], the corners by rule A and by rule B, as the network gives them.
        weights: [3, h, w], how much A's corners, B's corners and the selector count, 0 away from centres.
        size: [1, h, w], side of a square of the tile's area in units of the corner outputs.
        use_a: [1, h, w], 1 where rule A is the one farther from its jump.
    """

    heat: Tensor
    counts: Tensor
    corners: Tensor
    weights: Tensor
    size: Tensor
    use_a: Tensor


def as_targets(example: Example) -> Targets:
    """Draw an example's tiles on the grid of cells."""
    height, width = example.counts.shape[1:]
    heat = np.zeros((2, height, width), np.float32)
    corners = np.zeros((16, height, width), np.float32)
    weights = np.zeros((3, height, width), np.float32)
    size = np.ones((1, height, width), np.float32)
    use_a = np.zeros((1, height, width), np.float32)
    counts = example.counts.astype(np.float32)
    best = np.full((height, width), 1e9, np.float32)
    for quad, channel, trusted in zip(example.quads, example.channels, example.corners_known, strict=True):
        cx, cy = quad.mean(axis=0) / STRIDE
        column, row = int(cx), int(cy)
        if not (0 <= column < width and 0 <= row < height):
            continue
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        short = float(min(sides[0] + sides[2], sides[1] + sides[3])) / 2 / STRIDE
        sigma = max(0.75, 0.11 * short)
        reach = math.ceil(3 * sigma)
        rows = slice(max(0, row - reach), min(height, row + reach + 1))
        columns = slice(max(0, column - reach), min(width, column + reach + 1))
        y, x = np.mgrid[rows, columns].astype(np.float32)
        bump = np.exp(-((x - column) ** 2 + (y - row) ** 2) / (2 * sigma * sigma))
        heat[channel, rows, columns] = np.maximum(heat[channel, rows, columns], bump)
        counts[:, row, column] = 1.0
        if not trusted:
            continue
        near = ((x - column) ** 2 + (y - row) ** 2 <= max(1.0, (0.6 * sigma) ** 2)) & (
            (x - column) ** 2 + (y - row) ** 2 < best[rows, columns]
        )
        best[rows, columns][near] = ((x - column) ** 2 + (y - row) ** 2)[near]
        a, a_margin, b, b_margin = branch_starts(quad)
        for k in range(4):
            for first, start in ((0, a), (8, b)):
                corner = quad[(start + k) % 4]
                corners[first + 2 * k, rows, columns][near] = (
                    (corner[0] - (x + 0.5) * STRIDE) / CORNER_UNIT
                )[near]
                corners[first + 2 * k + 1, rows, columns][near] = (
                    (corner[1] - (y + 0.5) * STRIDE) / CORNER_UNIT
                )[near]
        weights[0, rows, columns][near] = min(1.0, a_margin / 0.2)
        weights[1, rows, columns][near] = min(1.0, b_margin / 0.2)
        weights[2, rows, columns][near] = min(1.0, abs(a_margin - b_margin) / 0.2)
        size[0, rows, columns][near] = math.sqrt(max(_area(quad), 1.0)) / CORNER_UNIT
        use_a[0, rows, columns][near] = float(a_margin > b_margin)
    return Targets(*(torch.from_numpy(array) for array in (heat, counts, corners, weights, size, use_a)))


def stack(targets: list[Targets]) -> Targets:
    """Put N pictures' targets together."""
    return Targets(
        torch.stack([t.heat for t in targets]),
        torch.stack([t.counts for t in targets]),
        torch.stack([t.corners for t in targets]),
        torch.stack([t.weights for t in targets]),
        torch.stack([t.size for t in targets]),
        torch.stack([t.use_a for t in targets]),
    )


def to_device(targets: Targets, device: torch.device) -> Targets:
    """Move all of them to where the network is."""
    return Targets(**{each.name: getattr(targets, each.name).to(device) for each in fields(targets)})


def loss(heat: Tensor, corners: Tensor, targets: Targets) -> tuple[Tensor, dict[str, float]]:
    """Measure the network's outputs against the targets.

    Args:
        heat: heat logits [N, 2, h, w].
        corners: corner outputs [N, 17, h, w].
        targets: the truth, stacked.

    Returns:
        The loss to minimise, and its parts for the log: ``heat``, ``corner`` (error of the corners relative
        to the tile's size) and ``selector``.
    """
    heat, corners = heat.float(), corners.float()
    positive = (targets.heat > 0.999).float()
    p = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    rarity = torch.tensor(_CENTRE_WEIGHTS, device=heat.device).view(1, 2, 1, 1)
    hit = -((1 - p) ** 2) * torch.log(p) * positive * rarity
    miss = -(p**2) * torch.log(1 - p) * (1 - targets.heat) ** 4 * (1 - positive) * targets.counts
    heat_loss = (hit.sum() + miss.sum()) / positive.sum().clamp(min=1.0)

    error = functional.smooth_l1_loss(
        corners[:, :16] / targets.size, targets.corners / targets.size, reduction="none", beta=0.05
    )
    weight_a, weight_b, weight_selector = (targets.weights[:, k : k + 1] for k in range(3))
    total = (weight_a.sum() + weight_b.sum()).clamp(min=1.0)
    corner_loss = (error[:, :8].mean(1, keepdim=True) * weight_a).sum() + (
        error[:, 8:].mean(1, keepdim=True) * weight_b
    ).sum()
    corner_loss = corner_loss / total
    selector = functional.binary_cross_entropy_with_logits(corners[:, 16:17], targets.use_a, reduction="none")
    selector_loss = (selector * weight_selector).sum() / weight_selector.sum().clamp(min=1.0)
    whole = heat_loss + _CORNER_WEIGHT * corner_loss + _SELECTOR_WEIGHT * selector_loss
    return whole, {
        "heat": float(heat_loss.detach()),
        "corner": float(corner_loss.detach()),
        "selector": float(selector_loss.detach()),
    }
