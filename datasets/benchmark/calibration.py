"""Whether probabilities mean what they say, and which settings make them do so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tile import KINDS
from vision.tempering import tempered

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["LeftOut", "calibration_error", "fit_temperatures", "left_out_figures"]

_LEAST: Final = 1e-12
_RANGE: Final = (0.1, 10.0)
_CLOSE: Final = 0.02
_GOLDEN: Final = (math.sqrt(5) - 1) / 2
_STEPS: Final = 2


def calibration_error(confidence: NDArray[np.floating], right: NDArray[np.bool_], bins: int = 15) -> float:
    """Give the expected calibration error (ECE): how far confidence and accuracy lie apart.

    Guesses are sorted into bins of equal width by their confidence; what is summed is the difference between
    mean confidence and share of right guesses in each bin, weighted by the bin's share of all guesses.

    Args:
        confidence: probability of the first guess [N], 0..1.
        right: whether that guess was right [N].
        bins: how many bins from 0 to 1.

    Returns:
        The error, 0..1; NaN where there are no guesses.

    >>> round(calibration_error(np.full(4, 0.9), np.array([True, True, True, False])), 6)
    0.15
    """
    if not len(confidence):
        return math.nan
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    apart = right.astype(np.float64) - confidence
    return sum(abs(float(apart[places == place].sum())) for place in range(bins)) / len(confidence)


@dataclass(frozen=True, eq=False)
class LeftOut:
    """What classifiers said about tiles of designs that they had not seen.

    Attributes:
        logits: of the kinds [N, 44].
        truth: true classes [N].
        designs: what was left out together, a name or number for each tile [N].
    """

    logits: NDArray[np.floating]
    truth: NDArray[np.integer]
    designs: NDArray[np.str_] | NDArray[np.integer]

    def __post_init__(self) -> None:
        """Refuse parts that don't belong together."""
        count = len(self.truth)
        if self.logits.shape != (count, len(KINDS) + 2) or self.designs.shape != (count,) or not count:
            raise ValueError(
                f"left-out answers are logits [N, {len(KINDS) + 2}], truth [N] and designs [N], N above 0, "
                f"not {list(self.logits.shape)}, {list(self.truth.shape)} and {list(self.designs.shape)}"
            )

    def of(self, chosen: NDArray[np.bool_]) -> LeftOut:
        """Give some of the answers."""
        return LeftOut(self.logits[chosen], self.truth[chosen], self.designs[chosen])

    def loss(self, temperature: float, flower_temperature: float | None = None) -> float:
        """Give the mean cross entropy in nats, every design counting alike however many tiles it has."""
        chances = tempered(self.logits, temperature, flower_temperature)
        losses = -np.log(np.maximum(chances[np.arange(len(self.truth)), self.truth], _LEAST))
        _, place, counts = np.unique(self.designs, return_inverse=True, return_counts=True)
        return float((np.bincount(place, losses) / counts).mean())


def fit_temperatures(answers: LeftOut, *, flowers: bool = True) -> dict[str, float]:
    """Find the temperatures of the least cross entropy on designs that were left out.

    Args:
        answers: what to fit on.
        flowers: whether flowers have a temperature of their own; they need some among the answers.

    Returns:
        Settings for the manifest: ``temperature``, and with ``flowers`` ``flower_temperature``.
    """
    if not flowers or not _is_flower(answers.truth).any():
        return {"temperature": _lowest(answers.loss)}
    own = common = _lowest(answers.loss)
    for _ in range(_STEPS):
        common = _lowest(partial(answers.loss, flower_temperature=own))
        own = _lowest(partial(answers.loss, common))
    return {"temperature": common, "flower_temperature": own}


def _lowest(loss: Callable[[float], float]) -> float:
    """Find the temperature of the least loss by the golden section, on the scale of logarithms."""
    low, high = (math.log(each) for each in _RANGE)
    inner = [high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)]
    losses = [loss(math.exp(each)) for each in inner]
    while high - low > _CLOSE:
        if losses[0] <= losses[1]:
            high, inner[1], losses[1] = inner[1], inner[0], losses[0]
            inner[0] = high - _GOLDEN * (high - low)
            losses[0] = loss(math.exp(inner[0]))
        else:
            low, inner[0], losses[0] = inner[0], inner[1], losses[1]
            inner[1] = low + _GOLDEN * (high - low)
            losses[1] = loss(math.exp(inner[1]))
    return round(math.exp((low + high) / 2), 3)


def _is_flower(classes: NDArray[np.integer]) -> NDArray[np.bool_]:
    return np.isin(classes, [tile.index for tile in KINDS if tile.is_flower])


def left_out_figures(answers: LeftOut, *, flowers: bool = True) -> dict[str, float]:
    """Measure `fit_temperatures` on designs that it was not fitted on: each with the others' settings.

    Returns:
        ``tiles``; ``right``; ``loss``, mean cross entropy of a tile in nats; ``calibration_error`` (ECE) of
        the first guess; and ``flowers``, ``flower_loss`` and ``flower_calibration_error`` of flowers alone.
    """
    chances = np.empty(answers.logits.shape)
    names = np.unique(answers.designs)
    if len(names) < 2:
        raise ValueError(f"leaving each design out in turn takes two designs at least; there is {len(names)}")
    for name in names:
        there = answers.designs == name
        chances[there] = tempered(
            answers.logits[there], **fit_temperatures(answers.of(~there), flowers=flowers)
        )
    sure, right = chances.max(axis=1), chances.argmax(axis=1) == answers.truth
    losses = -np.log(np.maximum(chances[np.arange(len(right)), answers.truth], _LEAST))
    flower = _is_flower(answers.truth)
    return {
        "tiles": len(right),
        "right": float(right.mean()),
        "loss": float(losses.mean()),
        "calibration_error": calibration_error(sure, right),
        "flowers": int(flower.sum()),
        "flower_loss": float(losses[flower].mean()) if flower.any() else math.nan,
        "flower_calibration_error": calibration_error(sure[flower], right[flower]),
    }
