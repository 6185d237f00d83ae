"""View: a partition as pattern functions look at it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from scoring.partitions import Form, Group, GroupKind, Partition
from scoring.patterns import facts, members
from scoring.patterns.registry import WHOLE, Match
from scoring.tile import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.hand import Hand
    from scoring.patterns.members import Run, Stack
    from scoring.policies import Policy
    from scoring.tile import Tile
    from scoring.win import Win

__all__ = ["FLOWER_BIT", "HandView", "View"]

FLOWER_BIT: Final = 32
"""Bit of a match's places that stands for the first flower."""

# Members of an enumeration take long to look up.
_CHOW: Final = GroupKind.CHOW
_PUNG: Final = GroupKind.PUNG
_SUITS: Final = tuple(frozenset(suit for suit in range(3) if mask >> suit & 1) for mask in range(8))


class HandView:
    """A hand with the circumstances of the win, as every partition of it shows them.

    Attributes:
        hand: the hand.
        win: the circumstances.
        policies: the switches of the rule set.
        waits: kinds that the hand waited on before the winning tile; empty without a winning tile.
        melds: how many groups beside the eye a hand of the rule set has.
        counts: copies of each kind in the whole hand, 34 entries.
        suits: suits present: 0-2 for 萬筒索.
        has_winds: whether any of 東南西北 is in the hand.
        has_dragons: whether any of 中發白 is in the hand.
        has_honours: whether any honour is in the hand.
        concealed: whether nothing was melded but concealed kongs (門前清).
        drawn: whether the winner drew the winning tile.
        has: which `scoring.patterns.facts` are true of it.
    """

    __slots__ = (
        "concealed",
        "counts",
        "discard_opens",
        "drawn",
        "hand",
        "has",
        "has_dragons",
        "has_honours",
        "has_winds",
        "kongs_concealed",
        "melds",
        "policies",
        "suits",
        "waits",
        "win",
    )

    def __init__(  # noqa: D107 - the class docstring speaks of all of it
        self, hand: Hand, win: Win, policies: Mapping[str, Policy], waits: tuple[Tile, ...], melds: int
    ) -> None:
        self.hand = hand
        self.melds = melds
        self.win = win
        self.policies = policies
        self.waits = waits
        self.counts = counts = list(hand.copies[:34])
        self.suits = _suits(counts)
        self.has_winds = any(counts[27:31])
        self.has_dragons = any(counts[31:])
        self.has_honours = self.has_winds or self.has_dragons
        self.concealed = not hand.melds or not any(meld.exposed for meld in hand.melds)
        self.drawn = win.drawn
        self.kongs_concealed = policies["kong_as_concealed_pung"] == "any"
        self.discard_opens = not self.drawn and bool(policies["discard_opens_pattern"])
        self.has = facts.of_win(win) | facts.of_hand(
            hand,
            suits=len(self.suits),
            honours=self.has_honours,
            quads=counts.count(4),
            waits=len(waits),
        )
        if self.concealed:
            self.has |= facts.CONCEALED


class View:
    """A partition with the circumstances of the win and the policies of the rule set.

    Attributes:
        partition: the reading that is scored.
        groups: its groups.
        hand: the hand.
        win: the circumstances.
        policies: the switches of the rule set.
        waits: kinds that the hand waited on before the winning tile; empty without a winning tile.
        melds: how many groups beside the eye a hand of the rule set has.
        form: the partition's shape.
        standard: whether that is groups and an eye.
        chows: its chows.
        pungs: its pungs and kongs.
        concealed_pungs: those that count as concealed (暗刻).
        eye: the pair of a standard hand.
        quads: tiles with all four copies used outside kongs, and the places of the groups that hold them.
        melded_places: places of open melds.
        open_places: places that make a pattern 明: open melds, and the group that a discard completed where
            the policy ``discard_opens_pattern`` says so.
        counts: copies of each kind in the whole hand, 34 entries.
        suits: suits present: 0-2 for 萬筒索.
        has_winds: whether any of 東南西北 is in the hand.
        has_dragons: whether any of 中發白 is in the hand.
        has_honours: whether any honour is in the hand.
        concealed: whether nothing was melded but concealed kongs (門前清).
        drawn: whether the winner drew the winning tile.
        has: which `scoring.patterns.facts` are true of it.
    """

    def __init__(  # noqa: D107 - the class docstring speaks of all of it
        self,
        partition: Partition,
        of: HandView,
    ) -> None:
        self.partition = partition
        self.groups = groups = partition.groups
        self.hand = of.hand
        self.win = of.win
        self.policies = of.policies
        self.waits = of.waits
        self.melds = of.melds
        self.counts = of.counts
        self.suits = of.suits
        self.has_winds = of.has_winds
        self.has_dragons = of.has_dragons
        self.has_honours = of.has_honours
        self.concealed = of.concealed
        self.drawn = of.drawn
        self.form = partition.form
        self.standard = self.form is Form.STANDARD
        won = partition.won
        claimed = None if of.drawn else won
        self.chows: list[Run] = []
        self.pungs: list[Stack] = []
        self.concealed_pungs: list[Stack] = []
        self.melded_places = 0
        marks = self._take_in(of, claimed)
        self.open_places = self.melded_places
        if claimed is not None and of.discard_opens:
            self.open_places |= 1 << claimed
        self.eye: Stack | None = None
        if self.standard:
            last = len(groups) - 1
            self.eye = members.STANDING[last][groups[last].index]
            marks &= self.eye.marks
        self.has = of.has | facts.of_groups(self.chows, self.pungs, self.eye, marks)
        if won is not None:
            self.has |= self._of_won(groups[won])
        self.quads = self._quads() if of.has & facts.QUADS[1] else []
        if self.standard:
            for _, places in self.quads:
                self.has |= facts.QUADS_IN[places.bit_count()]

    def _take_in(self, of: HandView, claimed: int | None) -> int:
        """Look at the chows and pungs; give the marks that they have in common."""
        chows, pungs = self.chows, self.pungs
        marks = members.ALL_MARKS
        for place, group in enumerate(self.groups):
            meld = group.meld
            if group.melded:
                self.melded_places |= 1 << place
            if group.kind is _CHOW:
                run = members.RUNS[place][group.index]
                chows.append(run)
                marks &= run.marks
            elif group.kind is _PUNG:
                if meld is None:
                    stacks = members.STANDING if place == claimed else members.CONCEALED
                elif not group.is_kong:
                    stacks = members.MELDED
                elif of.kongs_concealed or not meld.exposed:
                    stacks = members.CONCEALED_KONGS
                else:
                    stacks = members.KONGS
                pung = stacks[place][group.index]
                pungs.append(pung)
                if pung.concealed:
                    self.concealed_pungs.append(pung)
                marks &= pung.marks
        return marks

    def _of_won(self, group: Group) -> int:
        """Find what is true of the group that the winning tile completed."""
        if group.kind is not _CHOW:
            return facts.WON_PUNG if group.kind is _PUNG else facts.WON_CLOSED
        tile = self.hand.winning
        place = 0 if tile is None else tile.index - group.index
        low = group.index % 9
        closed = place == 1 or (place == 2 and low == 0) or (place == 0 and low == 6)
        return facts.WON_CLOSED if closed else 0

    @property
    def won(self) -> Group | None:
        """The group that the winning tile completed."""
        return None if self.partition.won is None else self.partition.groups[self.partition.won]

    def _quads(self) -> list[tuple[Tile, int]]:
        """Find the tiles with all four copies used outside kongs."""
        held = [0 if group.is_kong else group.held for group in self.groups]
        found = []
        index = -1
        for _ in range(self.counts.count(4)):
            index = self.counts.index(4, index + 1)
            bit = 1 << index
            places = 0
            for place, kinds in enumerate(held):
                if kinds & bit:
                    places |= 1 << place
            if places:
                found.append((KINDS[index], places))
        return found

    @cached_property
    def pung_rows(self) -> list[list[Stack]]:
        """The longest rows of pungs of one suit with consecutive numbers, each of two pungs or more."""
        rows: list[list[Stack]] = []
        last = -1
        for pung in self.pungs:  # in the order of their tiles
            if pung.suit < 3:
                if last + 1 == pung.index and pung.rank > 1:
                    rows[-1].append(pung)
                else:
                    rows.append([pung])
                last = pung.index
        return [row for row in rows if len(row) > 1]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand but the flowers."""
        return self.hand.tiles

    def at(self, *found: Run | Stack, n: int = 1, tier: str = "") -> Match:
        """Match the groups given: 明 when one of them is open or was completed by the discard."""
        places = 0
        for member in found:
            places |= member.bit
        return self.at_places(places, n=n, tier=tier)

    def at_places(self, places: int, *, n: int = 1, tier: str = "") -> Match:
        """Match the places given: 明 when one of them is open or was completed by the discard.

        All places together are the hand as a whole.
        """
        tiles: tuple[Tile, ...] = ()
        left = places
        for group in self.groups:
            if left & 1:
                tiles += group.tiles
            left >>= 1
        exposed = places & self.open_places != 0
        if places + 1 == 1 << len(self.groups):
            places = WHOLE
        return Match(places, tiles, exposed, n, tier)

    def at_flowers(self, flowers: Iterable[int]) -> Match:
        """Match flowers by their positions in the hand."""
        places = 0
        tiles = []
        for place in sorted(flowers):
            places |= 1 << FLOWER_BIT + place
            tiles.append(self.hand.flowers[place])
        return Match(places, tuple(tiles))

    def whole(self, *, n: int = 1, tier: str = "", tag: str = "") -> Match:
        """Match the hand as a whole, proved by all its tiles."""
        return Match(WHOLE, self.hand.tiles, False, n, tier, tag)  # noqa: FBT003 - not 明

    def event(self, *, n: int = 1, tier: str = "") -> Match:
        """Match something that happened, proved by the winning tile alone."""
        tile = self.hand.winning
        return Match(WHOLE, () if tile is None else (tile,), False, n, tier)  # noqa: FBT003 - not 明


def _suits(counts: Sequence[int]) -> frozenset[int]:
    return _SUITS[any(counts[:9]) + 2 * any(counts[9:18]) + 4 * any(counts[18:27])]
