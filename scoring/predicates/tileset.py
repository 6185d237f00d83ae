"""TileSet: tiles as a composed row lists them, by their codes or by a word for several."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.errors import NotationError
from scoring.faults import hint
from scoring.notation import parse_tiles
from scoring.tile import (
    DRAGONS,
    FLOWERS,
    HONOURS,
    KINDS,
    ORPHANS,
    PLANTS,
    SEASONS,
    SUITED,
    WINDS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from scoring.patterns import View
    from scoring.tile import Tile

__all__ = ["ALL", "TILE_WORDS", "TileSet", "read_tileset"]

ALL: Final = frozenset(range(len(KINDS)))
"""Every kind of tile."""

_WORDS: Final[Mapping[str, Iterable[Tile]]] = {
    "characters": KINDS[:9],
    "dots": KINDS[9:18],
    "bamboo": KINDS[18:27],
    "suited": SUITED,
    "winds": WINDS,
    "dragons": DRAGONS,
    "honours": HONOURS,
    "terminals": [tile for tile in SUITED if tile.is_terminal],
    "simples": [tile for tile in SUITED if not tile.is_terminal],
    "orphans": ORPHANS,
    "plants": PLANTS,
    "seasons": SEASONS,
    "flowers": FLOWERS,
}


def _seat_wind(view: View) -> Iterable[Tile]:
    return (view.win.seat.tile,)


def _round_wind(view: View) -> Iterable[Tile]:
    return (view.win.round.tile,)


def _seat_flowers(view: View) -> Iterable[Tile]:
    number = view.win.seat.number
    return (PLANTS[number - 1], SEASONS[number - 1])


def _winning(view: View) -> Iterable[Tile]:
    return () if view.hand.winning is None else (view.hand.winning,)


_OF_THE_WIN: Final[Mapping[str, Callable[[View], Iterable[Tile]]]] = {
    "seat_wind": _seat_wind,
    "round_wind": _round_wind,
    "seat_flowers": _seat_flowers,
    "winning": _winning,
}

TILE_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "characters": ("1m to 9m", "萬子"),
    "dots": ("1p to 9p", "筒子"),
    "bamboo": ("1s to 9s", "索子"),
    "suited": ("all tiles with a number on them, flowers left out", "萬筒索"),
    "winds": ("E S W N", "東南西北"),
    "dragons": ("C F P", "中發白"),
    "honours": ("winds and dragons", "番子"),
    "terminals": ("ones and nines", "么九（番子除外）"),
    "simples": ("twos to eights", "二至八"),
    "orphans": ("terminals and honours", "么九及番子"),
    "plants": ("f1 to f4", "梅蘭菊竹"),
    "seasons": ("h1 to h4", "春夏秋冬"),
    "flowers": ("all eight flowers", "所有花牌"),
    "seat_wind": ("the wind of the winner's seat", "門風牌"),
    "round_wind": ("the wind of the round", "圈風牌"),
    "seat_flowers": ("the plant and the season of the winner's seat", "正花"),
    "winning": ("the winning tile", "糊牌"),
}
"""The words that stand for several tiles, or for tiles that depend on the win, in English and in Chinese."""


@dataclass(frozen=True)
class TileSet:
    """Tiles that a row lists.

    Attributes:
        copies: how often each kind, an index of `KINDS`, is written.
        words: the words that depend on the win.
    """

    copies: Mapping[int, int]
    words: tuple[str, ...] = ()

    def copies_in(self, view: View) -> Mapping[int, int]:
        """Give how often each kind is asked for."""
        if not self.words:
            return self.copies
        found = Counter(self.copies)
        for name in self.words:
            found.update(tile.index for tile in _OF_THE_WIN[name](view))
        return found

    def kinds(self, view: View) -> Collection[int]:
        """Give the kinds."""
        return self.copies_in(view).keys()


def read_tileset(text: str) -> TileSet:
    """Read tiles in the notation of `scoring.notation`, and the words of `TILE_WORDS`, apart by spaces.

    Raises:
        NotationError: a word is neither.

    >>> sorted(read_tileset("19m dragons").copies)
    [0, 8, 31, 32, 33]
    """
    copies: Counter[int] = Counter()
    moving = []
    for item in text.replace(",", " ").split():
        if item in _OF_THE_WIN:
            moving.append(item)
        elif item in _WORDS:
            copies.update(tile.index for tile in _WORDS[item])
        else:
            try:
                copies.update(tile.index for tile in parse_tiles(item))
            except NotationError as error:
                if not (item.islower() and item.isalpha()) and "_" not in item:
                    raise NotationError(f"{item!r} names no tiles: {error.reason}") from None
                raise NotationError(
                    f"there is no word {item!r} for tiles; {hint(item, TILE_WORDS)}"
                ) from None
    if not copies and not moving:
        raise NotationError("no tile is named; tiles are written like 19m E C f1")
    return TileSet(copies, tuple(moving))
