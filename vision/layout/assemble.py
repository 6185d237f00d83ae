"""From groups to the hand they make."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scoring.hand import Hand
from scoring.meld import Meld
from vision.group import MeldShape, Role
from vision.layout.spots import turned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.tile import Tile
    from vision.group import Group
    from vision.sighting import Sighting

__all__ = ["assemble"]


def assemble(sightings: Sequence[Sighting], groups: Sequence[Group]) -> tuple[Hand | None, str | None]:
    """Put the hand together.

    Args:
        sightings: all tiles seen.
        groups: of the hand.

    Returns:
        The hand and why it is no possible winning one, or None where nothing is wrong. The hand is None where
        no
        tile was seen or one that lies face down can't be told.
    """
    concealed: list[Tile] = []
    melds: list[Meld] = []
    flowers: list[Tile] = []
    winning: Tile | None = None
    for group in groups:
        seen = [sightings[index] for index in group.sightings]
        tiles = [each.kind for each in seen if each.kind is not None]
        if group.meld is MeldShape.KONG and group.role is Role.CONCEALED:
            if not tiles:
                return None, "a concealed kong lies wholly face down, so its kind isn't known"
            melds.append(Meld.of((tiles[0],) * 4, concealed=True))
        elif len(tiles) < len(seen):
            return None, "a tile of the hand lies face down"
        elif group.role is Role.EXPOSED:
            melds.append(Meld.of(tuple(tiles), claimed=_claimed(seen, group)))
        elif group.role is Role.FLOWERS:
            flowers.extend(tiles)
        elif group.role is Role.WINNING:
            winning = tiles[0]
        else:
            concealed.extend(tiles)
    if not concealed and not melds and winning is None and not flowers:
        return None, "no hand was seen"
    hand = Hand(tuple(concealed), tuple(melds), tuple(flowers), winning)
    return hand, "; ".join(hand.problems()) or None


def _claimed(seen: Sequence[Sighting], group: Group) -> Tile | None:
    """Tell which tile of a chow was claimed: the sideways one, or the middle one if out of order."""
    if group.meld is not MeldShape.CHOW:
        return None
    sideways = [
        each.kind for each in seen if all(_across(each, other) for other in seen if other is not each)
    ]
    if len(sideways) == 1:
        return sideways[0]
    middle = seen[1].kind
    ranks = [each.kind.rank for each in seen if each.kind is not None]
    in_order = ranks == sorted(ranks) or ranks == sorted(ranks, reverse=True)
    return None if in_order else middle


def _across(one: Sighting, other: Sighting) -> bool:
    """Tell whether two tiles lie across one another, in a slanting view too."""
    between = abs(turned(one.angle - other.angle))
    return math.pi / 4 < between < 3 * math.pi / 4
