"""View: a partition as pattern functions look at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from scoring.partitions import Form, Group, GroupKind, Partition, counts_of
from scoring.patterns.registry import WHOLE, Match

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.hand import Hand
    from scoring.policies import Policy
    from scoring.tile import Tile
    from scoring.win import Win

__all__ = ["FLOWER_BIT", "Run", "Stack", "View"]

FLOWER_BIT: Final = 32
"""Bit of a match's places that stands for the first flower."""


@dataclass(frozen=True)
class Run:
    """A chow: `bit` of its place, `suit` 0-2 for 萬筒索, `rank` of its lowest tile."""

    bit: int
    suit: int
    rank: int


@dataclass(frozen=True)
class Stack:
    """A pung, a kong or a pair: `bit` of its place, `index` of its tile in `KINDS`.

    `suit` is 0-2 for 萬筒索 and 3 for honours; `rank` then counts 東南西北中發白 from 1. `concealed` says
    whether it counts as a concealed pung (暗刻), `kong` whether it has four tiles, `melded` whether it was
    declared, concealed kongs included.
    """

    bit: int
    index: int
    kong: bool = False
    concealed: bool = False
    melded: bool = False

    @property
    def suit(self) -> int:
        """0-2 for 萬筒索, 3 for honours."""
        return self.index // 9

    @property
    def rank(self) -> int:
        """1-9 in a suit, 1-7 for 東南西北中發白."""
        return self.index % 9 + 1

    @property
    def is_wind(self) -> bool:
        """Whether it is of 東南西北."""
        return 27 <= self.index < 31

    @property
    def is_dragon(self) -> bool:
        """Whether it is of 中發白."""
        return self.index >= 31


class View:
    """A partition with the circumstances of the win and the policies of the rule set.

    Attributes:
        partition: the reading that is scored.
        hand: the hand.
        win: the circumstances.
        policies: the switches of the rule set.
        waits: kinds that the sixteen tiles before the win waited on; empty without a winning tile.
        form: the partition's shape.
        chows: its chows.
        pungs: its pungs and kongs.
        eye: the pair of a standard hand.
        won: the group that the winning tile completed.
        open_places: places that make a pattern 明: open melds, and the group that a discard completed where
            the policy ``discard_opens_pattern`` says so.
        counts: copies of each kind in the whole hand, 34 entries.
    """

    def __init__(  # noqa: D107 - the class docstring speaks of all of it
        self,
        partition: Partition,
        hand: Hand,
        win: Win,
        policies: Mapping[str, Policy],
        waits: tuple[Tile, ...],
    ) -> None:
        self.partition = partition
        self.hand = hand
        self.win = win
        self.policies = policies
        self.waits = waits
        self.form = partition.form
        self.standard = partition.form is Form.STANDARD
        won_by_other = partition.won is not None and not win.drawn
        self.chows: list[Run] = []
        self.pungs: list[Stack] = []
        self.open_places = 0
        kong_counts = policies["kong_as_concealed_pung"] == "any"
        for place, group in enumerate(partition.groups):
            bit = 1 << place
            if group.melded:
                self.open_places |= bit
            if group.kind is GroupKind.CHOW:
                index = group.first.index
                self.chows.append(Run(bit, index // 9, index % 9 + 1))
            elif group.kind is GroupKind.PUNG:
                concealed = (not group.melded and not (won_by_other and place == partition.won)) or (
                    group.is_kong and kong_counts
                )
                self.pungs.append(
                    Stack(bit, group.first.index, group.is_kong, concealed, group.meld is not None)
                )
        if won_by_other and partition.won is not None and policies["discard_opens_pattern"]:
            self.open_places |= 1 << partition.won
        self.eye: Stack | None = None
        if self.standard:
            last = len(partition.groups) - 1
            self.eye = Stack(1 << last, partition.groups[last].first.index)

    @property
    def won(self) -> Group | None:
        """The group that the winning tile completed."""
        return None if self.partition.won is None else self.partition.groups[self.partition.won]

    @cached_property
    def counts(self) -> list[int]:
        """Copies of each kind in the whole hand, 34 entries."""
        return counts_of(self.hand.tiles)

    @cached_property
    def suits(self) -> frozenset[int]:
        """Suits present: 0-2 for 萬筒索."""
        return frozenset(suit for suit in (0, 1, 2) if any(self.counts[9 * suit : 9 * suit + 9]))

    @cached_property
    def has_winds(self) -> bool:
        """Whether any of 東南西北 is in the hand."""
        return any(self.counts[27:31])

    @cached_property
    def has_dragons(self) -> bool:
        """Whether any of 中發白 is in the hand."""
        return any(self.counts[31:34])

    @cached_property
    def has_honours(self) -> bool:
        """Whether any honour is in the hand."""
        return self.has_winds or self.has_dragons

    @property
    def concealed(self) -> bool:
        """Whether nothing was melded but concealed kongs (門前清)."""
        return not any(meld.exposed for meld in self.hand.melds)

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the winning tile."""
        return self.win.drawn

    @cached_property
    def concealed_pungs(self) -> list[Stack]:
        """Pungs that count as concealed (暗刻)."""
        return [pung for pung in self.pungs if pung.concealed]

    @cached_property
    def quads(self) -> list[tuple[Tile, int]]:
        """Tiles with all four copies used outside kongs, and the places of the groups that hold them."""
        found: dict[Tile, int] = {}
        for place, group in enumerate(self.partition.groups):
            if not group.is_kong:
                for tile in group.tiles:
                    if self.counts[tile.index] == 4:
                        found[tile] = found.get(tile, 0) | 1 << place
        return sorted(found.items(), key=lambda item: item[0].index)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand but the flowers."""
        return self.hand.tiles

    def tiles_of(self, places: int) -> tuple[Tile, ...]:
        """Give the tiles of the groups at the places, flowers included."""
        found = [
            tile
            for place, group in enumerate(self.partition.groups)
            if places >> place & 1
            for tile in group.tiles
        ]
        if places >> FLOWER_BIT:
            found.extend(
                tile for place, tile in enumerate(self.hand.flowers) if places >> FLOWER_BIT + place & 1
            )
        return tuple(found)

    def at(self, *members: Run | Stack, n: int = 1, tier: str = "") -> Match:
        """Match the groups given: 明 when one of them is open or was completed by the discard."""
        places = 0
        for member in members:
            places |= member.bit
        return self.at_places(places, n=n, tier=tier)

    def at_places(self, places: int, *, n: int = 1, tier: str = "") -> Match:
        """Match the places given: 明 when one of them is open or was completed by the discard.

        All places together are the hand as a whole.
        """
        tiles = self.tiles_of(places)
        exposed = bool(places & self.open_places)
        if places + 1 == 1 << len(self.partition.groups):
            places = WHOLE
        return Match(places, tiles, exposed, n, tier)

    def at_flowers(self, flowers: Iterable[int]) -> Match:
        """Match flowers by their positions in the hand."""
        places = 0
        for place in flowers:
            places |= 1 << FLOWER_BIT + place
        return Match(places, self.tiles_of(places))

    def whole(self, *, n: int = 1, tier: str = "", tag: str = "") -> Match:
        """Match the hand as a whole, proved by all its tiles."""
        return Match(WHOLE, self.tiles, n=n, tier=tier, tag=tag)

    def event(self, *, n: int = 1, tier: str = "") -> Match:
        """Match something that happened, proved by the winning tile alone."""
        tile = self.hand.winning
        return Match(WHOLE, () if tile is None else (tile,), n=n, tier=tier)
