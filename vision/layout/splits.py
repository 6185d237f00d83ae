"""Every way to cut touching tiles, in the order they lie, into melds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.group import MeldShape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.tile import Tile

__all__ = ["Split", "meld_shape", "splits"]

Split = tuple[int, ...]
"""Sizes of the melds one after the other, 3 or 4 each."""


def meld_shape(tiles: Sequence[Tile | None]) -> MeldShape | None:
    """Tell which meld tiles make, in whatever order they lie; None where they make none.

    Four tiles of which one, two or all lie face down (None) are a kong; no other meld has a face-down tile.

    >>> from scoring.tile import Tile
    >>> meld_shape([Tile("6s"), Tile("8s"), Tile("7s")]).value
    'chow'
    >>> meld_shape([None, Tile("C"), Tile("C"), None]).value
    'kong'
    """
    seen = [tile for tile in tiles if tile is not None]
    alike = len({tile.code for tile in seen}) <= 1
    if any(tile.is_flower for tile in seen):
        return None
    if len(tiles) == 4:
        return MeldShape.KONG if alike and len(seen) != 1 else None
    if len(tiles) != 3 or len(seen) != 3:
        return None
    if alike:
        return MeldShape.PUNG
    ranks = sorted(tile.rank for tile in seen)
    one_suit = all(tile.is_suited and tile.suit is seen[0].suit for tile in seen)
    return MeldShape.CHOW if one_suit and ranks == list(range(ranks[0], ranks[0] + 3)) else None


def splits(tiles: Sequence[Tile | None]) -> tuple[Split, ...]:
    """List every way to cut tiles, in the order they lie, into melds without rest.

    >>> from scoring.notation import parse_tiles
    >>> splits(parse_tiles("678s888s")), splits(parse_tiles("12m"))
    (((3, 3),), ())
    >>> splits(parse_tiles("EEEE")), splits(())
    (((4,),), ((),))
    """
    if not tiles:
        return ((),)
    found: list[Split] = []
    for size in (3, 4):
        if len(tiles) >= size and meld_shape(tiles[:size]) is not None:
            found.extend((size, *rest) for rest in splits(tiles[size:]))
    return tuple(found)
