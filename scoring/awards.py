"""Cash awards and penalties (現金獎): what is paid at once, during the hand, beside what the hand is worth.

An `Award` is a row of a rule set; `scoring.claims` says who claims it, and what is paid. Awards never enter
the debts of 拉／踢 (hktw 現金獎, hkfan 下列項目需即時付錢).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.money import raise_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.money import Amount, Price
    from scoring.policies import Policy
    from scoring.tile import Tile

__all__ = ["AMOUNT_KEYS", "FLOWER_SORTS", "FLOW_WORDS", "SEVEN_SORTS", "Award", "Becomes", "Flow"]

AMOUNT_KEYS: Final = frozenset({"bases", "fan"})
"""Keys of a rule file that say what an award is worth; a row has one of them."""


class Flow(Enum):
    """Who pays whom. The value is the word of a rule file."""

    OTHERS = "others"
    """Each of the others pays the player."""
    PLAYER = "player"
    """The player pays each of the others."""
    FIRST = "first"
    """The first of two players pays the second."""
    POT = "pot"
    """The player pays once, into the pot."""


FLOW_WORDS: Final[Mapping[str, Flow]] = {**{flow.value: flow for flow in Flow}, "each": Flow.PLAYER}
"""What may stand for a `Flow`; ``each`` is how the policy ``called_pung_penalty`` says it."""

SEVEN_SORTS: Final = ("seven_of_first", "seven_of_second")
FLOWER_SORTS: Final = ("mixed", "series", *SEVEN_SORTS)
"""Which flowers an award takes: four numbered one to four, of both series mixed (一台草) or all of one
(一台花); or all eight, seven of one of two players and the last of the other (七搶一, 一搶七)."""


@dataclass(frozen=True)
class Becomes:
    """When a discard that was followed counts as another award.

    Attributes:
        award: the id of that award.
        tiles: the tiles with which it does; empty where the tile doesn't matter.
        from_nth: from how many times running; 0 where that doesn't matter.
    """

    award: str
    tiles: frozenset[Tile] = frozenset()
    from_nth: int = 0

    def holds(self, tile: Tile | None, nth: int) -> bool:
        """Whether a tile that was followed for the `nth` time running makes it the other award."""
        return tile in self.tiles or 0 < self.from_nth <= nth


@dataclass(frozen=True)
class Award:
    """One row of a rule set that is paid at once.

    Attributes:
        id: the id that claims and rule files use.
        zh: name in traditional Chinese.
        en: name in English.
        source: document and line.
        bases: how many bases (底) each payer pays; 0 where it is counted in fan.
        fan: how many fan each payer pays, without a base, or the policy that is the number; 0 where it is
            counted in bases.
        pays: who pays whom, or the policy that says it.
        dealer: whether it is the dealer's alone, as what he throws with the dice.
        once: whether a player has it once in a hand.
        repeats_when: the switch that lifts `once` where it is on; empty for none.
        ends: the awards that the player can't have later in the same hand.
        flowers: which flowers it takes, one of `FLOWER_SORTS`; empty for none.
        follows: whether it is about a discard that the others follow (追).
        becomes: when such a discard counts as another award.
    """

    id: str
    zh: str
    en: str
    source: str
    bases: Amount = 0
    fan: int | str = 0
    pays: Flow | str = Flow.OTHERS
    dealer: bool = False
    once: bool = False
    repeats_when: str = ""
    ends: frozenset[str] = frozenset()
    flowers: str = ""
    follows: bool = False
    becomes: Becomes | None = None

    def flow(self, policies: Mapping[str, Policy]) -> Flow:
        """Give who pays whom under the policies of a rule set."""
        return FLOW_WORDS[str(policies[self.pays])] if isinstance(self.pays, str) else self.pays

    def fan_under(self, policies: Mapping[str, Policy]) -> int:
        """Give the fan under the policies of a rule set; 0 where it is counted in bases."""
        return int(str(policies[self.fan])) if isinstance(self.fan, str) else self.fan

    def once_under(self, policies: Mapping[str, Policy]) -> bool:
        """Whether a player has it once in a hand under the policies of a rule set."""
        return self.once and not (self.repeats_when and policies[self.repeats_when] is True)

    def amount(self, price: Price, policies: Mapping[str, Policy]) -> Amount:
        """Give what each payer pays, exact: half a base isn't rounded."""
        return raise_by(*self._factors(price, policies))

    def sum(self, price: Price, policies: Mapping[str, Policy]) -> str:
        """Write how the amount comes about, such as ``0.5 × 10``."""
        times, each = self._factors(price, policies)
        return f"{times} × {each}"

    def _factors(self, price: Price, policies: Mapping[str, Policy]) -> tuple[Amount, Amount]:
        return (self.bases, price.base) if self.bases else (self.fan_under(policies), price.per)
