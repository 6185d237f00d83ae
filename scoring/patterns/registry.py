"""What a pattern is: a small pure function that finds its matches in a view of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError
from scoring.hand import MOST_MELDS
from scoring.patterns import facts

if TYPE_CHECKING:
    from scoring.patterns.view import View
    from scoring.ruleset import Asked
    from scoring.tile import Tile

__all__ = ["ALL", "REGISTRY", "WHOLE", "Finder", "Match", "PatternFunction", "pattern"]

WHOLE: Final = (1 << 64) - 1
"""Places of a match that is about the hand as a whole: every bit that a group or a flower can have."""

ALL: Final = -1
"""As a number of chows or pungs: as many as a hand of the rule set has groups beside the eye."""


@dataclass(slots=True)  # not frozen: a hand makes dozens, and a frozen one takes three times as long to make
class Match:
    """One time that a pattern is there.

    Attributes:
        places: bit n stands for group n of the partition, bit ``FLOWER_BIT + n`` for flower n; `WHOLE` for
            all. A line swallows those matches of another that lie within its places, and matches of one
            family that share a place compete.
        tiles: the tiles that prove it.
        exposed: whether the match counts as 明, for rows with a pair of values.
        n: the number in the row's formula, or the key in its table by count.
        tier: the key in the row's table of tiers.
        tag: a word that conditional exclusions ask for.
        asked: the row that was asked for; the tally fills it in.
        value: what the match is worth; the tally fills it in.
    """

    places: int = WHOLE
    tiles: tuple[Tile, ...] = ()
    exposed: bool = False
    n: int = 1
    tier: str = ""
    tag: str = ""
    asked: Asked = field(init=False, repr=False, compare=False)
    value: int = field(init=False, repr=False, compare=False)


Finder = Callable[["View"], Iterable[Match]]


@dataclass(frozen=True)
class PatternFunction:
    """A registered pattern function and what a hand must have at least for it to be asked.

    Attributes:
        find: gives the matches.
        chows: number of chows needed, or `ALL`.
        pungs: number of pungs needed, kongs included, or `ALL`.
        needs: other `scoring.patterns.facts` that it needs.
        partition_matters: whether the answer depends on the partition; else it is asked once for a hand.
        won_matters: whether the answer depends on which group the winning tile completed, otherwise than by
            making a match 明 as `View.at` says; else it is asked once for partitions of the same groups.
    """

    find: Finder
    chows: int = 0
    pungs: int = 0
    needs: int = 0
    partition_matters: bool = True
    won_matters: bool = True

    def needs_with(self, melds: int) -> int:
        """Give every fact that is needed where a hand has so many groups beside the eye."""
        chows = melds if self.chows == ALL else self.chows
        pungs = melds if self.pungs == ALL else self.pungs
        return self.needs | facts.CHOWS[min(chows, MOST_MELDS)] | facts.PUNGS[min(pungs, MOST_MELDS)]


REGISTRY: Final[dict[str, PatternFunction]] = {}
"""Every pattern function by the id that rule sets call it by. Filled when `scoring.patterns` is imported."""


def pattern(
    name: str,
    *,
    chows: int = 0,
    pungs: int = 0,
    needs: int = 0,
    partition_matters: bool = True,
    won_matters: bool = True,
) -> Callable[[Finder], Finder]:
    """Register a pattern function.

    Args:
        name: the id that rule sets call it by.
        chows: number of chows needed, or `ALL`.
        pungs: number of pungs needed, kongs included, or `ALL`.
        needs: other `scoring.patterns.facts` without which it needn't be asked.
        partition_matters: see `PatternFunction`.
        won_matters: see `PatternFunction`.

    Raises:
        RulesError: two functions claim one id.
    """

    def register(find: Finder) -> Finder:
        if name in REGISTRY:
            raise RulesError(f"two pattern functions are called {name!r}")
        REGISTRY[name] = PatternFunction(find, chows, pungs, needs, partition_matters, won_matters)
        return find

    return register
