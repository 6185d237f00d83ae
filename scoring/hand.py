"""A hand: standing tiles, melds, flowers and the winning tile."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from scoring.errors import HandError, NotationError
from scoring.meld import Meld
from scoring.notation import Bracket, parse_pieces, write_glyphs, write_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.tile import Tile

__all__ = ["MELDS", "MOST_MELDS", "Hand", "flower_problems"]

MELDS: Final = 5
"""Groups beside the eye in the sixteen-tile game, which is meant where no rule set says otherwise."""

MOST_MELDS: Final = 5
"""Most groups beside the eye that a rule set may ask for."""


_INDEX: Final = attrgetter("index")
_FLOWERS: Final = slice(34, 42)


@dataclass(frozen=True)
class Hand:
    """What one player holds. Tiles are kept sorted, flowers in the order drawn.

    Any tiles make a `Hand`: one that waits, one that wins, one that is impossible. `problems` lists every
    reason why it can't exist, `scoring.score` says whether it wins.

    Attributes:
        concealed: the tiles standing in the player's hand, without the winning tile. Where the winning tile
            is not known (an opening win, a photo that doesn't show it) all of them.
        melds: declared groups, concealed kongs included.
        flowers: plants and seasons; they lie beside the hand.
        winning: the tile that completes the hand.

    >>> hand = Hand.parse("123m 456p 78s EEE [CCC] f1 h3 +9s")
    >>> len(hand.tiles), hand.size, hand.problems()
    (15, 15, ('a winning hand has 17 tiles, a kong counted as three; this one has 15',))
    >>> str(hand)
    '123m 456p 78s EEE [CCC] f1 h3 +9s'
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    winning: Tile | None = None

    def __post_init__(self) -> None:
        """Sort the standing tiles."""
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed, key=_INDEX)))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand in the notation of `scoring.notation`.

        Raises:
            NotationError: the text breaks the grammar or names two winning tiles.
        """
        concealed: list[Tile] = []
        melds: list[Meld] = []
        flowers: list[Tile] = []
        winning: Tile | None = None
        for piece in parse_pieces(text):
            match piece.bracket:
                case Bracket.WINNING:
                    if winning is not None:
                        raise NotationError("a hand has one winning tile (+)", text, piece.position)
                    winning = piece.tiles[0]
                case Bracket.BARE:
                    for tile in piece.tiles:
                        (flowers if tile.is_flower else concealed).append(tile)
                case _:
                    melds.append(Meld.from_piece(piece))
        return cls(tuple(concealed), tuple(melds), tuple(flowers), winning)

    def __str__(self) -> str:
        """Write the hand in the notation of `scoring.notation`."""
        words = [write_tiles(self.concealed), *map(str, self.melds), write_tiles(self.flowers)]
        if self.winning is not None:
            words.append(f"+{self.winning}")
        return " ".join(word for word in words if word)

    @property
    def glyphs(self) -> str:
        """The hand in Unicode mahjong characters, melds in brackets; `Hand.parse` reads it back.

        >>> Hand.parse("12m [EEE] f1 +3m").glyphs
        '🀇🀈 [🀀🀀🀀] 🀢 +🀉'
        """
        words = [write_glyphs(self.concealed)]
        words.extend(_meld_glyphs(meld) for meld in self.melds)
        words.append(write_glyphs(self.flowers))
        if self.winning is not None:
            words.append(f"+{self.winning.glyph}")
        return " ".join(word for word in words if word)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile but the flowers, sorted, the winning tile and all four of a kong included."""
        won = () if self.winning is None else (self.winning,)
        melded = (tile for meld in self.melds for tile in meld.tiles)
        return tuple(sorted((*self.concealed, *melded, *won), key=_INDEX))

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """How many of each kind stand concealed, the winning tile included, in the order of `KINDS`."""
        copies = [0] * 42
        for tile in self.concealed:
            copies[tile.index] += 1
        if self.winning is not None:
            copies[self.winning.index] += 1
        return tuple(copies)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How many of each kind there are, melds included, in the order of `KINDS`."""
        if not self.melds:
            return self.standing
        copies = list(self.standing)
        for meld in self.melds:
            for tile in meld.tiles:
                copies[tile.index] += 1
        return tuple(copies)

    @property
    def size(self) -> int:
        """Number of tiles with every meld, kongs too, counted as three; 17 for a winning hand of five."""
        return len(self.concealed) + 3 * len(self.melds) + (self.winning is not None)

    def problems(self, *, waiting: bool = False, melds: int = MELDS) -> tuple[str, ...]:
        """List every reason why this hand can't exist; empty when it can.

        Args:
            waiting: check a hand that waits (16 tiles of 17, no winning tile) and not one that claims to win.
            melds: how many groups beside the eye the rule set wants; 5 make 17 tiles.
        """
        found = [problem for meld in self.melds for problem in meld.problems()]
        wanted = 3 * melds + 1 if waiting else 3 * melds + 2
        if self.size != wanted:
            kind = "waiting" if waiting else "winning"
            found.append(
                f"a {kind} hand has {wanted} tiles, a kong counted as three; this one has {self.size}"
            )
        if waiting and self.winning is not None:
            found.append(f"a waiting hand has no winning tile; this one has +{self.winning}")
        copies = self.copies
        if max(copies) > 4 or any(copies[_FLOWERS]):
            found.extend(self._miscounted())
        return (*found, *flower_problems(self.flowers)) if found or self.flowers else ()

    def _miscounted(self) -> Iterator[str]:
        for tile, copies in sorted(Counter(self.tiles).items()):
            if tile.is_flower and not any(tile in meld.tiles for meld in self.melds):
                yield f"{tile} is a flower and lies beside the hand, not in it"
            elif copies > 4:
                yield f"{tile} occurs {copies} times; there are four of it"

    def check(self, *, waiting: bool = False, melds: int = MELDS) -> None:
        """Refuse a hand that can't exist.

        Args:
            waiting: as for `problems`.
            melds: as for `problems`.

        Raises:
            HandError: with every reason that `problems` lists.
        """
        found = self.problems(waiting=waiting, melds=melds)
        if found:
            raise HandError(*found)


def flower_problems(flowers: Iterable[Tile]) -> tuple[str, ...]:
    """List every reason why these can't be a player's flowers; empty when they can."""
    found = []
    for tile, copies in Counter(flowers).items():
        if not tile.is_flower:
            found.append(f"{tile} is no flower and can't lie beside the hand")
        elif copies > 1:
            found.append(f"{tile} occurs {copies} times; there is one of each flower")
    return tuple(found)


def _meld_glyphs(meld: Meld) -> str:
    """Write a meld with glyphs, its claimed and added tiles marked as in the letter notation."""
    opening, closing = "[]" if meld.exposed else "{}"
    added = meld.tiles[-1:] if meld.kind.value == "kong_added" else ()
    shown = meld.tiles[: len(meld.tiles) - len(added)]
    mark = max((place for place, tile in enumerate(shown) if tile == meld.claimed), default=None)
    inside = "".join(tile.glyph + ("'" if place == mark else "") for place, tile in enumerate(shown))
    return f"{opening}{inside}{'+' + added[0].glyph if added else ''}{closing}"
