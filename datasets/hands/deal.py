"""Deals winning hands as tables see them, and spoils them by one tile."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from datasets.errors import DatasetError
from scoring.hand import Hand
from scoring.meld import Meld, MeldKind
from scoring.partitions import partitions
from scoring.tile import FLOWERS, KINDS

if TYPE_CHECKING:
    import numpy as np

    from scoring.tile import Tile

__all__ = ["deal_win", "spoil", "wins"]

_PLAIN: Final = KINDS[:34]
_CHOWS: Final = 0.72
_HONOURS: Final = 0.35
"""Share of the pungs and eyes that are honours."""
_EXPOSED: Final = (0.16, 0.16, 0.2, 0.24, 0.16, 0.08)
"""How often so many melds, from 0, are declared."""
_KONGS: Final = 0.3
"""Share of the declared pungs that were made kongs."""
_CONCEALED_KONGS: Final = 0.2
"""Share of the undeclared pungs that were made kongs."""
_FLOWERS: Final = (0.13, 0.2, 0.22, 0.17, 0.12, 0.07, 0.04, 0.03, 0.02)
_TRIES: Final = 500


def wins(hand: Hand) -> bool:
    """Tell whether a hand can exist and is complete, by what scoring says."""
    return bool(partitions(hand))


def deal_win(rng: np.random.Generator) -> Hand:
    """Deal a complete hand of five melds and an eye with its winning tile: chows mostly, some kongs.

    A declared chow has its claimed tile. That the hand wins is checked by scoring.
    """
    for _ in range(_TRIES):
        hand = _dealt(rng)
        if hand is not None and wins(hand):
            return hand
    raise DatasetError(f"no winning hand came up in {_TRIES} deals; the dealing is at fault")


def spoil(hand: Hand, rng: np.random.Generator) -> Hand:
    """Exchange one concealed tile, or the winning one, so that the hand is possible and wins no more.

    Raises:
        DatasetError: no exchange does that.
    """
    for _ in range(_TRIES):
        tiles = [*hand.concealed, *(() if hand.winning is None else (hand.winning,))]
        place = int(rng.integers(len(tiles)))
        tiles[place] = _PLAIN[int(rng.integers(len(_PLAIN)))]
        winning = None if hand.winning is None else tiles.pop()
        other = replace(hand, concealed=tuple(tiles), winning=winning)
        if not other.problems() and not wins(other):
            return other
    raise DatasetError(f"{hand}: no exchange of one tile spoils it")


def _dealt(rng: np.random.Generator) -> Hand | None:
    groups = [_group(rng) for _ in range(5)]
    eye = _some(rng)
    exposed = int(rng.choice(len(_EXPOSED), p=_EXPOSED))
    melds: list[Meld] = []
    standing: list[Tile] = [eye, eye]
    for number, tiles in enumerate(groups):
        pung = tiles[0] == tiles[1]
        if number < exposed:
            kong = pung and rng.random() < _KONGS
            four = (*tiles, tiles[0]) if kong else tiles
            kind = MeldKind.KONG_EXPOSED if kong else MeldKind.PUNG if pung else MeldKind.CHOW
            melds.append(Meld(kind, four, None if pung else tiles[int(rng.integers(3))]))
        elif pung and rng.random() < _CONCEALED_KONGS:
            melds.append(Meld(MeldKind.KONG_CONCEALED, (*tiles, tiles[0])))
        else:
            standing.extend(tiles)
    order = rng.permutation(len(melds))
    count = int(rng.choice(len(_FLOWERS), p=_FLOWERS))
    flowers = tuple(FLOWERS[int(place)] for place in rng.permutation(len(FLOWERS))[:count])
    winning = standing.pop(int(rng.integers(len(standing))))
    hand = Hand(tuple(standing), tuple(melds[int(place)] for place in order), flowers, winning)
    return hand if max(Counter(hand.tiles).values()) <= 4 else None


def _group(rng: np.random.Generator) -> tuple[Tile, ...]:
    if rng.random() < _CHOWS:
        start = 9 * int(rng.integers(3)) + int(rng.integers(7))
        return KINDS[start], KINDS[start + 1], KINDS[start + 2]
    return (_some(rng),) * 3


def _some(rng: np.random.Generator) -> Tile:
    """Pick the tile of a pung or an eye."""
    return KINDS[int(rng.integers(27, 34) if rng.random() < _HONOURS else rng.integers(27))]
