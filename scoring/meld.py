"""Melds: chow, pung and the three kongs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from scoring.errors import NotationError
from scoring.notation import Bracket, Piece, parse_pieces, write_tiles

if TYPE_CHECKING:
    from scoring.tile import Tile

__all__ = ["Meld", "MeldKind"]


class MeldKind(Enum):
    """What a declared group is. The value is the word of the exchange format."""

    CHOW = "chow"
    PUNG = "pung"
    KONG_EXPOSED = "kong_exposed"
    KONG_ADDED = "kong_added"
    KONG_CONCEALED = "kong_concealed"

    @property
    def is_kong(self) -> bool:
        """Whether the group has four tiles."""
        return self in {MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED}


@dataclass(frozen=True)
class Meld:
    """A group that was declared during play: lying open, or a concealed kong.

    The tiles are kept sorted. A meld whose tiles don't fit its kind can be built, so that a hand read from a
    photo can be shown as it is; `problems` says what is wrong with it.

    Attributes:
        kind: chow, pung, or kong claimed (明槓), added (加槓) or concealed (暗槓).
        tiles: three tiles, four for a kong.
        claimed: the tile that came from another player, where it is known. It matters for a chow only.

    >>> meld = Meld.parse("[67'8m]")
    >>> meld.kind.value, meld.claimed, meld.exposed, str(meld)
    ('chow', Tile('7m'), True, "[67'8m]")
    >>> Meld.parse("[999+9m]").kind.value
    'kong_added'
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None

    def __post_init__(self) -> None:
        """Sort the tiles."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))

    @property
    def exposed(self) -> bool:
        """Whether the meld lies open on the table; only a concealed kong doesn't."""
        return self.kind is not MeldKind.KONG_CONCEALED

    def problems(self) -> tuple[str, ...]:
        """Say every reason why this is no meld; empty when it is one."""
        found = []
        text = write_tiles(self.tiles)
        size = 4 if self.kind.is_kong else 3
        name = "kong" if self.kind.is_kong else self.kind.value
        if any(tile.is_flower for tile in self.tiles):
            found.append(f"{text} can't be a meld: flowers lie beside the hand")
        elif len(self.tiles) != size:
            found.append(f"{text} is no {name}: it has {len(self.tiles)} tiles, a {name} has {size}")
        elif self.kind is MeldKind.CHOW:
            first = self.tiles[0]
            if not all(
                tile.is_suited and tile.suit is first.suit and tile.rank == first.rank + step
                for step, tile in enumerate(self.tiles)
            ):
                found.append(f"{text} is no chow (three tiles of one suit in sequence) and no pung")
        elif len(set(self.tiles)) != 1:
            found.append(f"{text} is no {name}: its tiles are not all alike")
        if self.claimed is not None and (self.claimed not in self.tiles or not self.exposed):
            found.append(f"{text} can't have {self.claimed} as its claimed tile")
        return tuple(found)

    @classmethod
    def of(cls, tiles: tuple[Tile, ...], *, concealed: bool = False, claimed: Tile | None = None) -> Meld:
        """Build the meld that tiles lying together most likely are.

        Four tiles are a kong (claimed, or concealed when `concealed`), tiles all alike a pung, anything else
        a chow, which then may have `problems`.

        >>> from scoring.notation import parse_tiles
        >>> Meld.of(parse_tiles("EEEE")).kind.value
        'kong_exposed'
        """
        if concealed:
            kind = MeldKind.KONG_CONCEALED
        elif len(tiles) == 4:
            kind = MeldKind.KONG_EXPOSED
        elif len(tiles) >= 2 and len(set(tiles)) == 1:
            kind = MeldKind.PUNG
        else:
            kind = MeldKind.CHOW
        return cls(kind, tiles, claimed)

    @classmethod
    def from_piece(cls, piece: Piece) -> Meld:
        """Build the meld that a bracketed item of a written hand names."""
        if piece.added:
            return cls(MeldKind.KONG_ADDED, piece.tiles, piece.claimed)
        return cls.of(piece.tiles, concealed=piece.bracket is Bracket.CONCEALED_KONG, claimed=piece.claimed)

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read one meld in the notation of `scoring.notation`.

        Raises:
            NotationError: the text breaks the grammar or is not exactly one meld.
        """
        pieces = parse_pieces(text)
        if len(pieces) != 1 or pieces[0].bracket not in {Bracket.EXPOSED, Bracket.CONCEALED_KONG}:
            raise NotationError(
                "expected one meld: [ ] with its tiles, or { } with a concealed kong", text, 0
            )
        return cls.from_piece(pieces[0])

    def __str__(self) -> str:
        """Write the meld in the notation of `scoring.notation`."""
        if self.kind is MeldKind.KONG_CONCEALED:
            return f"{{{write_tiles(self.tiles)}}}"
        added = self.tiles[-1:] if self.kind is MeldKind.KONG_ADDED else ()
        shown = self.tiles[: len(self.tiles) - len(added)]
        mark = max((place for place, tile in enumerate(shown) if tile == self.claimed), default=None)
        words = []
        for place, tile in enumerate(shown):
            words.append((tile.code[0] if tile.is_suited else tile.code) + ("'" if place == mark else ""))
            after = shown[place + 1 : place + 2] or added
            if tile.is_suited and (not after or after[0].suit is not tile.suit):
                words.append(tile.suit.value)
        if added:
            words.append(f"+{added[0].code}")
        return f"[{''.join(words)}]"
