"""How the players of one table lay out a hand that won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from datasets.scenes.plan import Arrangement
from scoring.meld import MeldKind

if TYPE_CHECKING:
    import numpy as np

    from scoring.hand import Hand

__all__ = ["Habits"]

_CHANCES: Final[dict[str, dict[str, float]]] = {
    "rows": {"melds beyond": 0.62, "melds nearer": 0.1, "one row": 0.28},
    "gaps": {"clear": 0.5, "small": 0.2, "touching": 0.3},
    "claimed": {"none": 0.45, "middle": 0.3, "sideways": 0.25},
    "added": {"row": 0.65, "top": 0.35},
    "kong": {"all": 0.25, "ends": 0.25, "middle": 0.15, "one": 0.15, "shown": 0.2},
    "winning": {
        "right": 0.3,
        "left": 0.08,
        "front": 0.08,
        "beyond": 0.1,
        "sideways": 0.1,
        "raised": 0.1,
        "none": 0.24,
    },
    "flowers": {"left": 0.75, "right": 0.25},
}
_GAPS: Final = {"clear": (0.4, 0.9), "small": (0.12, 0.35), "touching": (0.0, 0.0)}


@dataclass(frozen=True)
class Habits:
    """Which of the ways to lay out a hand a player keeps to.

    Attributes:
        ways: for each convention the way that was drawn, by its name.
        arrangement: the same for the scenes' renderer, with lengths.
        others: whether tiles that don't belong to the hand lie about.
    """

    ways: dict[str, str]
    arrangement: Arrangement
    others: bool

    @classmethod
    def random(cls, rng: np.random.Generator) -> Habits:
        """Draw a player's habits."""
        ways = {name: _draw(chances, rng) for name, chances in _CHANCES.items()}
        low, high = _GAPS[ways["gaps"]]
        settings: Any = {name: ways[name] for name in ("claimed", "added", "kong", "winning")}
        arrangement = Arrangement(
            rows=1 if ways["rows"] == "one row" else 2,
            nearer=ways["rows"] == "melds nearer",
            flowers_right=ways["flowers"] == "right",
            apart=float(rng.uniform(0.5, 1.5)),
            gap=float(rng.uniform(low, high)),
            jitter=float(rng.uniform(0.2, 1.4)),
            row_gap=float(rng.uniform(0.03, 0.9)),
            **settings,
        )
        return cls(ways, arrangement, bool(rng.random() < 0.75))

    def facts(self, hand: Hand) -> dict[str, str]:
        """Say for each convention how it shows in a hand; those that a hand has no use for are left out."""
        kinds = [meld.kind for meld in hand.melds]
        exposed = sum(meld.exposed for meld in hand.melds)
        facts = {
            "rows": self.ways["rows"] if hand.melds or hand.flowers else "one row, all concealed",
            "winning": self.ways["winning"],
            "melds": str(exposed),
            "flowers": "none" if not hand.flowers else "1-3" if len(hand.flowers) <= 3 else "4-8",
            "others": "about" if self.others else "none",
        }
        if exposed:
            facts["gaps"] = f"{self.ways['gaps']}, {'one row' if self.arrangement.rows == 1 else 'two rows'}"
        if MeldKind.CHOW in kinds:
            facts["claimed"] = self.ways["claimed"]
        if MeldKind.KONG_EXPOSED in kinds:
            facts["exposed kong"] = self.ways["added"]
        if MeldKind.KONG_CONCEALED in kinds:
            facts["concealed kong"] = self.ways["kong"]
        return facts


def _draw(chances: dict[str, float], rng: np.random.Generator) -> str:
    return list(chances)[int(rng.choice(len(chances), p=list(chances.values())))]
