"""The 42 kinds of mahjong tile."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Final

from scoring.errors import NotationError

__all__ = [
    "DRAGONS",
    "FLOWERS",
    "HONOURS",
    "KINDS",
    "ORPHANS",
    "PLANTS",
    "SEASONS",
    "SUITED",
    "WINDS",
    "Suit",
    "Tile",
]


class Suit(Enum):
    """What a tile belongs to. The value is the letter used in codes, or the group's name without one."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    WINDS = "winds"
    DRAGONS = "dragons"
    PLANTS = "f"
    SEASONS = "h"


_SUITED: Final = {Suit.CHARACTERS: "萬", Suit.DOTS: "筒", Suit.BAMBOO: "索"}
_NUMERALS: Final = "一二三四五六七八九"
_HONOURS: Final = {
    "E": (Suit.WINDS, 1, "東", "east wind"),
    "S": (Suit.WINDS, 2, "南", "south wind"),
    "W": (Suit.WINDS, 3, "西", "west wind"),
    "N": (Suit.WINDS, 4, "北", "north wind"),
    "C": (Suit.DRAGONS, 1, "中", "red dragon"),
    "F": (Suit.DRAGONS, 2, "發", "green dragon"),
    "P": (Suit.DRAGONS, 3, "白", "white dragon"),
}
_FLOWERS: Final = {
    "f": (Suit.PLANTS, "梅蘭菊竹", ("plum", "orchid", "chrysanthemum", "bamboo plant")),
    "h": (Suit.SEASONS, "春夏秋冬", ("spring", "summer", "autumn", "winter")),
}
_ENGLISH_SUIT: Final = {Suit.CHARACTERS: "characters", Suit.DOTS: "dots", Suit.BAMBOO: "bamboo"}
# Unicode orders the dragons 中發白 (U+1F004-1F006), the suits 萬索筒 (U+1F007, 1F010, 1F019),
# the plants 梅蘭竹菊 (U+1F022-1F025, bamboo before chrysanthemum) and the seasons 春夏秋冬 (U+1F026-1F029).
_UNICODE_START: Final = {
    Suit.WINDS: 0x1F000,
    Suit.DRAGONS: 0x1F004,
    Suit.CHARACTERS: 0x1F007,
    Suit.BAMBOO: 0x1F010,
    Suit.DOTS: 0x1F019,
    Suit.SEASONS: 0x1F026,
}
_UNICODE_PLANTS: Final = (0x1F022, 0x1F023, 0x1F025, 0x1F024)


@dataclass(frozen=True, order=False)
class Tile:
    """One of the 42 kinds of tile, as a value.

    Codes: ``1m``-``9m`` 萬, ``1p``-``9p`` 筒, ``1s``-``9s`` 索, ``E S W N`` 東南西北, ``C F P`` 中發白,
    ``f1``-``f4`` 梅蘭菊竹, ``h1``-``h4`` 春夏秋冬. Tiles sort in that order. A face-down tile is not a kind.

    Raises:
        NotationError: the code names no tile.

    >>> Tile("5m").chinese, Tile("5m").english, Tile("f3").glyph
    ('五萬', '5 of characters', '🀥')
    >>> sorted([Tile("E"), Tile("9s"), Tile("1m")])
    [Tile('1m'), Tile('9s'), Tile('E')]
    """

    code: str
    index: int = field(init=False, repr=False, compare=False)
    """Place in `KINDS`, 0-41; also the class number of the models and of the label files."""

    def __post_init__(self) -> None:
        """Refuse a code that names no tile."""
        if self.code not in _INDEX:
            raise NotationError(
                f"{reprlib.repr(self.code)} is not a tile; "
                "a tile is 1m-9m, 1p-9p, 1s-9s, E S W N, C F P, f1-f4 or h1-h4"
            )
        object.__setattr__(self, "index", _INDEX[self.code])

    def __repr__(self) -> str:
        """Show the tile as the expression that makes it."""
        return f"Tile({self.code!r})"

    def __str__(self) -> str:
        """Give the tile's code."""
        return self.code

    def __lt__(self, other: Tile) -> bool:
        """Sort by the order of `KINDS`."""
        return self.index < other.index

    def __hash__(self) -> int:
        """Hash by the code."""
        return hash(self.code)

    @cached_property
    def suit(self) -> Suit:
        """The suit or group that the tile belongs to."""
        if self.code in _HONOURS:
            return _HONOURS[self.code][0]
        if self.code[0] in _FLOWERS:
            return _FLOWERS[self.code[0]][0]
        return Suit(self.code[1])

    @cached_property
    def rank(self) -> int:
        """Number on a suited tile (1-9) or flower (1-4); 1-4 for 東南西北, 1-3 for 中發白."""
        if self.code in _HONOURS:
            return _HONOURS[self.code][1]
        return int(self.code[1] if self.code[0] in _FLOWERS else self.code[0])

    @property
    def is_suited(self) -> bool:
        """Whether the tile is one of 萬筒索."""
        return self.suit in _SUITED

    @property
    def is_wind(self) -> bool:
        """Whether the tile is one of 東南西北."""
        return self.suit is Suit.WINDS

    @property
    def is_dragon(self) -> bool:
        """Whether the tile is one of 中發白."""
        return self.suit is Suit.DRAGONS

    @property
    def is_honour(self) -> bool:
        """Whether the tile is a wind or a dragon (番子)."""
        return self.is_wind or self.is_dragon

    @property
    def is_flower(self) -> bool:
        """Whether the tile is one of 梅蘭菊竹春夏秋冬, which are no part of the seventeen."""
        return self.suit is Suit.PLANTS or self.suit is Suit.SEASONS

    @property
    def is_terminal(self) -> bool:
        """Whether the tile is a 1 or a 9 of a suit (幺九)."""
        return self.is_suited and self.rank in {1, 9}

    @cached_property
    def glyph(self) -> str:
        """The tile's Unicode character, U+1F000-1F029."""
        if self.suit is Suit.PLANTS:
            return chr(_UNICODE_PLANTS[self.rank - 1])
        return chr(_UNICODE_START[self.suit] + self.rank - 1)

    @cached_property
    def chinese(self) -> str:
        """The tile's name in traditional Chinese."""
        if self.is_suited:
            return _NUMERALS[self.rank - 1] + _SUITED[self.suit]
        if self.is_honour:
            return _HONOURS[self.code][2]
        return _FLOWERS[self.code[0]][1][self.rank - 1]

    @cached_property
    def english(self) -> str:
        """The tile's name in English."""
        if self.is_suited:
            return f"{self.rank} of {_ENGLISH_SUIT[self.suit]}"
        if self.is_honour:
            return _HONOURS[self.code][3]
        return _FLOWERS[self.code[0]][2][self.rank - 1]

    @classmethod
    def from_glyph(cls, glyph: str) -> Tile:
        """Give the tile that a Unicode mahjong character shows.

        Raises:
            NotationError: the character shows none of the 42 kinds (for instance the back, U+1F02B).

        >>> Tile.from_glyph("🀄")
        Tile('C')
        """
        for tile in KINDS:
            if tile.glyph == glyph:
                return tile
        raise NotationError(f"{glyph!r} shows none of the 42 tiles; those are U+1F000 to U+1F029")


_CODES: Final = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWNCFP",
    *(f"{series}{rank}" for series in "fh" for rank in range(1, 5)),
)
_INDEX: Final = {code: place for place, code in enumerate(_CODES)}

KINDS: Final = tuple(Tile(code) for code in _CODES)
"""The 42 kinds in the order of the models' classes."""
SUITED: Final = KINDS[:27]
"""萬筒索, 27 kinds."""
WINDS: Final = KINDS[27:31]
"""東南西北."""
DRAGONS: Final = KINDS[31:34]
"""中發白."""
HONOURS: Final = KINDS[27:34]
"""Winds and dragons (番子)."""
PLANTS: Final = KINDS[34:38]
"""梅蘭菊竹."""
SEASONS: Final = KINDS[38:42]
"""春夏秋冬."""
FLOWERS: Final = KINDS[34:42]
"""All eight flowers."""
ORPHANS: Final = tuple(tile for tile in KINDS[:34] if tile.is_terminal or tile.is_honour)
"""The thirteen terminals and honours of 十三幺."""
