"""Random choices in the words that designs are made in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.faces.canvas import Colour

__all__ = ["Chance"]

_Choice = TypeVar("_Choice")


@dataclass(frozen=True)
class Chance:
    """Where a design's choices come from.

    Attributes:
        rng: the source.
        wild: how often the rarer habits of real sets are taken: 1 as often as they are for training, 0 never.
    """

    rng: np.random.Generator
    wild: float = 1.0

    def maybe(self, share: float) -> bool:
        """Say yes in `share` of the cases."""
        return bool(self.rng.random() < share)

    def rare(self, share: float) -> bool:
        """Say yes in `share` of the cases to something that a plain set doesn't have."""
        return bool(self.rng.random() < share * self.wild)

    def between(self, low: float, high: float) -> float:
        """Pick a number."""
        return float(self.rng.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """Pick a whole number from `low` to `high`, both included."""
        return int(self.rng.integers(low, high + 1))

    def pick(self, *choices: _Choice) -> _Choice:
        """Pick one; name a choice twice and it comes twice as often."""
        return choices[int(self.rng.integers(len(choices)))]

    def weighted(self, choices: Sequence[_Choice], weights: Sequence[float]) -> _Choice:
        """Pick one by weight."""
        shares = np.array(weights, np.float64)
        return choices[int(self.rng.choice(len(choices), p=shares / shares.sum()))]

    def near(self, colour: tuple[float, float, float], spread: float) -> Colour:
        """Pick a colour within `spread` of one, channel by channel."""
        shade = np.clip(np.array(colour) + self.rng.uniform(-spread, spread, 3), 0, 255)
        return int(shade[0]), int(shade[1]), int(shade[2])
