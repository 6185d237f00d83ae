"""Two photos' tiles on one table, while it is found out which are the same."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from vision.copies import COPIES
from vision.group import Group, Role
from vision.sighting import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.doubt import Doubt
    from vision.reading import PhotoFacts, Reading
    from vision.sighting import Sighting

__all__ = ["HAND", "Side", "Table"]

HAND: Final = 17
"""Tiles of a winning hand, a kong counted as three."""

_EDGE: Final = 0.12
"""What lies nearer to a photo's edge than this part of its width may be cut by it."""


@dataclass
class Side:
    """One photo's groups by role; indices are the table's.

    Attributes:
        flowers: in reading order.
        melds: exposed ones and concealed kongs.
        loose: concealed tiles in no meld, in reading order.
        winner: the tile that lies apart; None where there is none.
        winner_p: probability that it won.
        loose_p: probability of the concealed tiles' role.
    """

    flowers: list[int]
    melds: list[Group]
    loose: list[int]
    winner: int | None
    winner_p: float
    loose_p: float

    @classmethod
    def of(cls, groups: Iterable[Group]) -> Side:
        """Sort groups by role."""
        side = cls([], [], [], None, 0.0, 1.0)
        for group in groups:
            if group.role is Role.FLOWERS:
                side.flowers.extend(group.sightings)
            elif group.role is Role.WINNING:
                side.winner, side.winner_p = group.sightings[0], group.p
            elif group.meld is not None or group.role is Role.EXPOSED:
                side.melds.append(group)
            else:
                side.loose.extend(group.sightings)
                side.loose_p = min(side.loose_p, group.p)
        return side

    @property
    def count(self) -> int:
        """Tiles of the side, a kong counted as three, without flowers."""
        return 3 * len(self.melds) + len(self.loose) + (self.winner is not None)


@dataclass
class Table:
    """Both photos' tiles.

    Attributes:
        seen: sightings of the first photo, then of the second.
        first: the first photo's hand.
        second: the second's.
        same: index of a sighting in the second photo to the one in the first that shows the same tile.
        doubts: what joining them leaves open.
        cut: sightings that lie at the edge of their photo, which may cut them.
    """

    seen: list[Sighting]
    first: Side
    second: Side
    same: dict[int, int] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    cut: frozenset[int] = frozenset()

    @classmethod
    def of(cls, first: Reading, second: Reading) -> Table:
        """Put two readings on one table."""
        offset, photos = len(first.sightings), len(first.photos)
        moved = [
            replace(each, photo=each.photo + photos, same=None if each.same is None else each.same + offset)
            for each in second.sightings
        ]
        groups = [
            replace(group, sightings=tuple(index + offset for index in group.sightings))
            for group in second.groups
        ]
        seen = [*first.sightings, *moved]
        sizes = (*first.photos, *second.photos)
        cut = frozenset(index for index, each in enumerate(seen) if _at_edge(each, sizes[each.photo]))
        return cls(seen, Side.of(first.groups), Side.of(groups), cut=cut)

    def kept(self, index: int) -> int:
        """Give the sighting that stands for one."""
        return self.same.get(index, index)

    def paired(self) -> set[int]:
        """Give all sightings of which the other photo shows the same tile."""
        return {*self.same, *self.same.values()}

    def free(self, indices: Sequence[int]) -> list[int]:
        """Give those of which the other photo shows nothing so far."""
        paired = self.paired()
        return [index for index in indices if index not in paired]

    def held(self) -> set[int]:
        """Give every sighting that stands for a tile of the hand."""
        every: list[int] = []
        for side in (self.first, self.second):
            every.extend(side.flowers)
            every.extend(side.loose)
            every.extend(index for group in side.melds for index in group.sightings)
            if side.winner is not None:
                every.append(side.winner)
        return {self.kept(index) for index in every}

    def count(self) -> int:
        """Count the hand's tiles as things stand, a kong as three, without flowers."""
        melds = {frozenset(self.kept(index) for index in group.sightings) for group in self.first.melds}
        for group in self.second.melds:
            kept = frozenset(self.kept(index) for index in group.sightings)
            if not any(kept & each for each in melds):
                melds.add(kept)
        in_melds = {index for each in melds for index in each}
        single = {
            self.kept(index)
            for side in (self.first, self.second)
            for index in (*side.loose, *(() if side.winner is None else (side.winner,)))
        }
        return 3 * len(melds) + len(single - in_melds)

    def excess(self, without: Iterable[int] = ()) -> int:
        """Count the tiles beyond what a set has of their kinds.

        Args:
            without: sightings that aren't counted.
        """
        left = self.held() - set(without)
        kinds = Counter(kind for index in left if (kind := self.seen[index].kind) is not None)
        return sum(max(count - COPIES[kind.index], 0) for kind, count in kinds.items())


def _at_edge(sighting: Sighting, photo: PhotoFacts) -> bool:
    if sighting.quad == NOWHERE:
        return False
    margin = _EDGE * math.dist(sighting.quad[0], sighting.quad[1])
    return any(min(x, y, photo.width - x, photo.height - y) < margin for x, y in sighting.quad)
