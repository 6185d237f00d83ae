"""Members of a partition as pattern functions look at them: chows, and pungs, kongs and pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from scoring.hand import MOST_MELDS

__all__ = [
    "ALL_MARKS",
    "CONCEALED",
    "CONCEALED_KONGS",
    "KONGS",
    "MELDED",
    "OUTER",
    "RUNS",
    "STANDING",
    "Run",
    "Stack",
]

OUTER: Final = 1 << 9
"""Mark of a group that has a terminal."""
ALL_MARKS: Final = (1 << 10) - 1
"""Every mark."""


@dataclass(frozen=True, slots=True)
class Run:
    """A chow: `bit` of its place, `suit` 0-2 for 萬筒索, `rank` of its lowest tile.

    `marks` are bits 0-8 for the numbers that it has, 1 to 9, and bit 9 for having a terminal; `flag` is a
    bit for its kind, eleven bits a suit.
    """

    bit: int
    suit: int
    rank: int
    marks: int = field(init=False, repr=False, compare=False)
    flag: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out the marks."""
        object.__setattr__(self, "marks", 7 << self.rank - 1 | (OUTER if self.rank in {1, 7} else 0))
        object.__setattr__(self, "flag", 1 << 11 * self.suit + self.rank)


@dataclass(frozen=True, slots=True)
class Stack:
    """A pung, a kong or a pair: `bit` of its place, `index` of its tile in `KINDS`.

    `suit` is 0-2 for 萬筒索 and 3 for honours; `rank` then counts 東南西北中發白 from 1. `concealed` says
    whether it counts as a concealed pung (暗刻), `kong` whether it has four tiles, `melded` whether it was
    declared, concealed kongs included. `is_wind` says whether it is of 東南西北, `is_dragon` of 中發白.
    `marks` and `flag` are as a chow's; honours have all marks.
    """

    bit: int
    index: int
    kong: bool = False
    concealed: bool = False
    melded: bool = False
    suit: int = field(init=False, repr=False, compare=False)
    rank: int = field(init=False, repr=False, compare=False)
    is_wind: bool = field(init=False, repr=False, compare=False)
    is_dragon: bool = field(init=False, repr=False, compare=False)
    marks: int = field(init=False, repr=False, compare=False)
    flag: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out what follows from the tile."""
        suit, rank = self.index // 9, self.index % 9 + 1
        own = 1 << rank - 1 | (OUTER if rank in {1, 9} else 0)
        object.__setattr__(self, "suit", suit)
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "is_wind", 27 <= self.index < 31)
        object.__setattr__(self, "is_dragon", self.index >= 31)
        object.__setattr__(self, "marks", ALL_MARKS if suit == 3 else own)
        object.__setattr__(self, "flag", 1 << 11 * suit + rank)


_PLACES: Final = range(MOST_MELDS + 1)


def _stacks(*kind: bool) -> tuple[tuple[Stack, ...], ...]:
    return tuple(tuple(Stack(1 << place, index, *kind) for index in range(34)) for place in _PLACES)


# Every chow and stack that there can be, by place and kind: making them anew takes longer than finding them.
RUNS: Final = tuple(
    tuple(Run(1 << place, index // 9, index % 9 + 1) for index in range(27)) for place in _PLACES
)
"""Chows."""
STANDING: Final = _stacks()
"""Pairs, and pungs of standing tiles that another player's tile completed."""
CONCEALED: Final = _stacks(False, True)  # noqa: FBT003 - as in Stack: kong, concealed, melded
"""Concealed pungs."""
MELDED: Final = _stacks(False, False, True)  # noqa: FBT003 - as above
"""Open pungs."""
KONGS: Final = _stacks(True, False, True)  # noqa: FBT003 - as above
"""Kongs that don't count as concealed."""
CONCEALED_KONGS: Final = _stacks(True, True, True)  # noqa: FBT003 - as above
"""Kongs that do."""
