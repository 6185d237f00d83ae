"""How tiles, melds and hands are written.

The one grammar of the project, read by `Hand.parse`, `Meld.parse` and `parse_tiles` and written by `str()`::

    hand     = { item }                        items may stand apart by spaces or commas, in any order
    item     = tiles                           concealed tiles, without the winning tile
             | "[" meld "]"                    an exposed meld
             | "{" tiles "}"                   a concealed kong
             | flowers                         flowers lying beside the hand, in the order drawn
             | "+" tile                        the winning tile, once
    meld     = tiles                           a chow, a pung or a kong claimed from a discard
             | tiles "+" tile                  a pung and the tile that was added to it: an added kong
    tiles    = { digits suit | honour | glyph }
    digits   = one or more of 1-9              each digit is a tile of the suit that follows
    suit     = "m" 萬 | "p" 筒 | "s" 索
    honour   = "E" 東 | "S" 南 | "W" 西 | "N" 北 | "C" 中 | "F" 發 | "P" 白
    flowers  = ("f" 梅蘭菊竹 | "h" 春夏秋冬) followed by one or more of 1-4
    glyph    = a Unicode mahjong tile, U+1F000 🀀 to U+1F029 🀩, flowers too

Capital and small letters differ: ``S`` is the south wind, ``s`` bamboo; ``F`` is 發, ``f`` a plant.
Inside ``[ ]`` an apostrophe after a digit, an honour or a glyph marks the tile that was claimed: ``[67'8m]``
is a chow made with another player's seven. The digits on both sides of ``+`` may share one suit letter:
``[999+9m]``.

====================== ==================================================
``123m 456p EE``       concealed tiles
``[345p]``             an exposed chow
``[34'5p]``            the same, 4p claimed
``[CCC]``              an exposed pung
``[9999m]``            a kong claimed from a discard (明槓)
``[999+9m]``           a kong added to a pung (加槓)
``{9999m}``            a concealed kong (暗槓)
``f1 h3``              plum and autumn
``+5s``                the winning tile
====================== ==================================================

A text that breaks the grammar is a `NotationError` that points at the character. A text that follows it but
makes no possible hand (five of a kind, a meld that is none) is read, and `Hand.problems` says why it is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING, Final

from scoring.errors import NotationError
from scoring.tile import FLOWERS, HONOURS, KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Bracket", "Piece", "parse_pieces", "parse_tiles", "write_glyphs", "write_tiles"]

_GLYPHS: Final = {tile.glyph: tile for tile in KINDS}
_HONOURS: Final = {tile.code: tile for tile in HONOURS}
_FLOWERS: Final = {tile.code: tile for tile in FLOWERS}
_PRESENTATION: Final = "\ufe0e\ufe0f"  # variation selectors that editors put after 🀄
_SEPARATORS: Final = " \t\r\n,，、\u3000\xa0"  # the wide ones are what a Chinese keyboard types
_STOPS: Final = _SEPARATORS + "[]{}+"
_EXPECTED: Final = (
    "expected a digit 1-9, an honour E S W N C F P, a flower f1-f4 or h1-h4, a glyph, [ ], { } or +"
)


class Bracket(Enum):
    """What surrounds a run of tiles. The value is the pair of brackets."""

    BARE = ""
    EXPOSED = "[]"
    CONCEALED_KONG = "{}"
    WINNING = "+"


@dataclass(frozen=True)
class Piece:
    """One item of a written hand.

    Attributes:
        bracket: what surrounds the tiles.
        tiles: as written, from left to right; a tile added to a pung comes last.
        claimed: the tile marked with an apostrophe.
        added: whether the last tile was written after ``+`` inside ``[ ]``.
        position: index of the item's first character in the text.
    """

    bracket: Bracket
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    added: bool = False
    position: int = 0


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """Read a text into its items, in the order written.

    Raises:
        NotationError: the text breaks the grammar of this module; the error's `position` is the place.

    >>> [piece.bracket.name for piece in parse_pieces("123m [67'8p] f1 +5s")]
    ['BARE', 'EXPOSED', 'BARE', 'WINNING']
    """
    return tuple(_Reader(text).pieces())


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read bare tiles, flowers included.

    Raises:
        NotationError: the text breaks the grammar, or has brackets or a winning tile.

    >>> parse_tiles("19m E f2")
    (Tile('1m'), Tile('9m'), Tile('E'), Tile('f2'))
    """
    tiles: list[Tile] = []
    for piece in parse_pieces(text):
        if piece.bracket is not Bracket.BARE:
            raise NotationError("expected bare tiles without [ ], { } or +", text, piece.position)
        tiles.extend(piece.tiles)
    return tuple(tiles)


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles in the order given, neighbours of one suit sharing its letter.

    >>> from scoring.tile import KINDS
    >>> write_tiles([KINDS[0], KINDS[1], KINDS[27], KINDS[27], KINDS[34], KINDS[38]])
    '12m EE f1 h1'
    """
    words = []
    for suit, run in groupby(tiles, key=lambda tile: tile.suit):
        members = tuple(run)
        if members[0].is_suited:
            words.append("".join(str(tile.rank) for tile in members) + suit.value)
        elif members[0].is_flower:
            words.extend(tile.code for tile in members)
        else:
            words.extend("".join(tile.code for tile in alike) for _, alike in groupby(members))
    return " ".join(words)


def write_glyphs(tiles: Iterable[Tile]) -> str:
    """Write tiles as Unicode mahjong characters in the order given.

    >>> write_glyphs(parse_tiles("12m E"))
    '🀇🀈🀀'
    """
    return "".join(tile.glyph for tile in tiles)


class _Reader:
    """Walks over one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def pieces(self) -> Iterator[Piece]:
        """Give the items one by one."""
        while self._skip():
            start = self.at
            char = self.text[start]
            if char in "[{":
                yield self._bracketed(char)
            elif char in "]}":
                raise self._error(f"{char} closes nothing", start)
            elif char == "+":
                yield Piece(Bracket.WINNING, (self._after_plus("the winning tile"),), position=start)
            else:
                tiles, marks = self._run()
                self._check(marks, allowed=0)
                yield Piece(Bracket.BARE, tiles, position=start)

    def _error(self, reason: str, position: int | None = None) -> NotationError:
        return NotationError(reason, self.text, self.at if position is None else position)

    def _skip(self) -> bool:
        """Go to the next character that means something; whether there is one."""
        while self.at < len(self.text) and self.text[self.at] in _SEPARATORS + _PRESENTATION:
            self.at += 1
        return self.at < len(self.text)

    def _check(self, marks: list[Tile], *, allowed: int) -> None:
        """Refuse more claim marks than an item can have."""
        if len(marks) > allowed:
            reason = (
                "only one tile can be marked as claimed (')"
                if allowed
                else "a claimed tile (') stands in [ ] only"
            )
            raise self._error(reason, self.text.rindex("'", 0, self.at))

    def _after_plus(self, what: str) -> Tile:
        """Read ``+`` and the one tile behind it."""
        start = self.at
        self.at += 1
        self._skip()
        tiles, marks = self._run()
        self._check(marks, allowed=0)
        if len(tiles) != 1:
            raise self._error(f"+ is followed by exactly one tile, {what}", start)
        return tiles[0]

    def _bracketed(self, opening: str) -> Piece:
        start = self.at
        closing = "]" if opening == "[" else "}"
        self.at += 1
        tiles: list[Tile] = []
        claimed: list[Tile] = []
        added = False
        while self._skip() and self.text[self.at] != closing:
            if added:
                raise self._error(f"expected {closing} after the added tile")
            if self.text[self.at] == "+" and tiles and opening == "[":
                added = True
                tiles.append(self._after_plus("the one added to the pung"))
            else:
                run, marks = self._run(shared_suit=True)
                tiles += run
                claimed += marks
                self._check(claimed, allowed=1 if opening == "[" else 0)
        if self.at == len(self.text):
            raise self._error(f"{opening} is never closed by {closing}", start)
        self.at += 1
        if not tiles:
            raise self._error(f"{opening}{closing} holds no tiles", start)
        bracket = Bracket.EXPOSED if opening == "[" else Bracket.CONCEALED_KONG
        return Piece(bracket, tuple(tiles), claimed[0] if claimed else None, added, start)

    def _run(self, *, shared_suit: bool = False) -> tuple[tuple[Tile, ...], list[Tile]]:
        """Read tiles up to the next separator, bracket or ``+``; the tiles, and those marked as claimed."""
        tiles: list[Tile] = []
        marks: list[Tile] = []
        while self.at < len(self.text) and self.text[self.at] not in _STOPS:
            char = self.text[self.at]
            if char in "123456789":
                self._suited(tiles, marks, shared_suit=shared_suit)
                continue
            if char in "fh":
                self._flower(tiles)
                continue
            if char in _HONOURS or char in _GLYPHS:
                tiles.append(_HONOURS.get(char) or _GLYPHS[char])
            elif char == "'" and tiles:
                marks.append(tiles[-1])
            elif char not in _PRESENTATION:
                raise self._error(f"{char!r} is no tile; {_EXPECTED}")
            self.at += 1
        if not tiles:
            raise self._error(_EXPECTED)
        return tuple(tiles), marks

    def _suited(self, tiles: list[Tile], marks: list[Tile], *, shared_suit: bool) -> None:
        """Read digits and their suit letter, which before ``+`` may stand behind the added tile."""
        ranks: list[str] = []
        marked: list[int] = []
        while self.at < len(self.text) and (self.text[self.at].isdigit() or self.text[self.at] == "'"):
            char = self.text[self.at]
            if char == "'":
                marked.append(len(ranks) - 1)
            elif char in "123456789":
                ranks.append(char)
            else:
                raise self._error("a suited tile has a number from 1 to 9")
            self.at += 1
        suit = self.text[self.at : self.at + 1]
        if suit and suit in "mps":
            self.at += 1
        elif shared_suit and suit == "+" and (borrowed := self.text[self.at + 2 : self.at + 3]) in set("mps"):
            suit = borrowed
        else:
            raise self._error("a suit letter m, p or s is missing after the digits")
        found = [Tile(rank + suit) for rank in ranks]
        tiles += found
        marks += [found[place] for place in marked]

    def _flower(self, tiles: list[Tile]) -> None:
        series = self.text[self.at]
        self.at += 1
        numbers = 0
        while self.at < len(self.text) and self.text[self.at].isdigit():
            flower = _FLOWERS.get(series + self.text[self.at])
            if flower is None:
                raise self._error(f"a flower has a number from 1 to 4: {series}1 to {series}4")
            tiles.append(flower)
            numbers += 1
            self.at += 1
        if not numbers:
            raise self._error(f"a flower needs its number: {series}1 to {series}4")
