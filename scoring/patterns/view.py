"""View: a partition as pattern functions look at it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from scoring.hand import MOST_MELDS
from scoring.partitions import Form, Group, GroupKind, Partition
from scoring.patterns import facts
from scoring.patterns.registry import WHOLE, Match
from scoring.win import WinBy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.hand import Hand
    from scoring.policies import Policy
    from scoring.tile import Tile
    from scoring.win import Win

__all__ = ["FLOWER_BIT", "HandView", "Run", "Stack", "View"]

FLOWER_BIT: Final = 32
"""Bit of a match's places that stands for the first flower."""

_OUTER: Final = 1 << 9
_ALL_MARKS: Final = (1 << 10) - 1
_SUITS: Final = tuple(frozenset(suit for suit in range(3) if mask >> suit & 1) for mask in range(8))
_SUIT_FACTS: Final = (0, facts.ONE_SUIT, facts.TWO_SUITS, facts.THREE_SUITS)


@dataclass(frozen=True, slots=True)
class Run:
    """A chow: `bit` of its place, `suit` 0-2 for 萬筒索, `rank` of its lowest tile.

    `marks` are bits 0-8 for the numbers that it has, 1 to 9, and bit 9 for having a terminal.
    """

    bit: int
    suit: int
    rank: int
    marks: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out the marks."""
        object.__setattr__(self, "marks", 7 << self.rank - 1 | (_OUTER if self.rank in {1, 7} else 0))


@dataclass(frozen=True, slots=True)
class Stack:
    """A pung, a kong or a pair: `bit` of its place, `index` of its tile in `KINDS`.

    `suit` is 0-2 for 萬筒索 and 3 for honours; `rank` then counts 東南西北中發白 from 1. `concealed` says
    whether it counts as a concealed pung (暗刻), `kong` whether it has four tiles, `melded` whether it was
    declared, concealed kongs included. `is_wind` says whether it is of 東南西北, `is_dragon` of 中發白.
    `marks` are as a chow's; honours have them all.
    """

    bit: int
    index: int
    kong: bool = False
    concealed: bool = False
    melded: bool = False
    suit: int = field(init=False, repr=False, compare=False)
    rank: int = field(init=False, repr=False, compare=False)
    is_wind: bool = field(init=False, repr=False, compare=False)
    is_dragon: bool = field(init=False, repr=False, compare=False)
    marks: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out what follows from the tile."""
        suit, rank = self.index // 9, self.index % 9 + 1
        own = 1 << rank - 1 | (_OUTER if rank in {1, 9} else 0)
        object.__setattr__(self, "suit", suit)
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "is_wind", 27 <= self.index < 31)
        object.__setattr__(self, "is_dragon", self.index >= 31)
        object.__setattr__(self, "marks", _ALL_MARKS if suit == 3 else own)


# Every chow and stack that there can be, by place and kind: making them anew takes longer than finding them.
_PLACES: Final = range(MOST_MELDS + 1)
_RUNS: Final = tuple(tuple(Run(1 << place, index // 9, index % 9 + 1) for index in range(27)) for place in _PLACES)
_STANDING, _CONCEALED, _MELDED, _KONG, _CONCEALED_KONG = (
    tuple(tuple(Stack(1 << place, index, *kind) for index in range(34)) for place in _PLACES)
    for kind in (
        (False, False, False),
        (False, True, False),
        (False, False, True),
        (True, False, True),
        (True, True, True),
    )
)


class HandView:
    """A hand with the circumstances of the win, as every partition of it shows them.

    Attributes:
        hand: the hand.
        win: the circumstances.
        policies: the switches of the rule set.
        waits: kinds that the hand waited on before the winning tile; empty without a winning tile.
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
        "policies",
        "suits",
        "waits",
        "win",
    )

    def __init__(  # noqa: D107 - the class docstring speaks of all of it
        self, hand: Hand, win: Win, policies: Mapping[str, Policy], waits: tuple[Tile, ...]
    ) -> None:
        self.hand = hand
        self.win = win
        self.policies = policies
        self.waits = waits
        self.counts = counts = list(hand.copies[:34])
        self.suits = _suits(counts)
        self.has_winds = any(counts[27:31])
        self.has_dragons = any(counts[31:])
        self.has_honours = self.has_winds or self.has_dragons
        self.concealed = not hand.melds or not any([meld.exposed for meld in hand.melds])
        self.drawn = not win.from_another
        self.kongs_concealed = policies["kong_as_concealed_pung"] == "any"
        self.discard_opens = not self.drawn and bool(policies["discard_opens_pattern"])
        self.has = self._of_tiles() | self._of_win()

    def _of_tiles(self) -> int:
        hand = self.hand
        has = facts.HONOURS if self.has_honours else facts.NO_HONOURS
        has |= _SUIT_FACTS[len(self.suits)]
        has |= facts.FLOWERS if hand.flowers else facts.NO_FLOWERS
        if 4 in self.counts:
            has |= facts.QUADS
        if self.concealed:
            has |= facts.CONCEALED
        if hand.melds:
            if any([meld.kind.is_kong for meld in hand.melds]):
                has |= facts.KONGS
            if len(hand.concealed) < 3:
                has |= facts.ALL_MELDED
        if self.waits:
            has |= facts.ONE_WAIT if len(self.waits) == 1 else facts.MANY_WAITS
        return has

    def _of_win(self) -> int:
        win = self.win
        has = facts.DRAWN if self.drawn else facts.CLAIMED
        if win.declared is not None or win.on_ready_discard:
            has |= facts.DECLARED
        if win.replacement_chain:
            has |= facts.CHAIN
        if win.last_tile:
            has |= facts.LAST_TILE
        if win.by is WinBy.ROB_KONG:
            has |= facts.ROBBED
        if win.visible_counts:
            has |= facts.SEEN
        if (
            win.discards_before_win is not None
            or win.dealer_first_discard
            or win.first_draw
            or win.by is WinBy.HEAVENLY
        ):
            has |= facts.EARLY
        if win.winners > 1 or win.previous_round_multi_ron:
            has |= facts.SEVERAL_WINNERS
        return has


class View:
    """A partition with the circumstances of the win and the policies of the rule set.

    Attributes:
        partition: the reading that is scored.
        groups: its groups.
        hand: the hand.
        win: the circumstances.
        policies: the switches of the rule set.
        waits: kinds that the hand waited on before the winning tile; empty without a winning tile.
        form: the partition's shape.
        standard: whether that is groups and an eye.
        chows: its chows.
        pungs: its pungs and kongs.
        eye: the pair of a standard hand.
        open_places: places that make a pattern 明: open melds, and the group that a discard completed where
            the policy ``discard_opens_pattern`` says so.
        marks: what the marks of all its groups have in common.
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
        self.counts = of.counts
        self.suits = of.suits
        self.has_winds = of.has_winds
        self.has_dragons = of.has_dragons
        self.has_honours = of.has_honours
        self.concealed = of.concealed
        self.drawn = of.drawn
        self.form = partition.form
        self.standard = self.form is Form.STANDARD
        claimed = partition.won if not of.drawn else None
        self.chows: list[Run] = []
        self.pungs: list[Stack] = []
        self.open_places = 1 << claimed if claimed is not None and of.discard_opens else 0
        self.marks = _ALL_MARKS
        for place, group in enumerate(groups):
            if group.meld is not None and group.meld.exposed:
                self.open_places |= 1 << place
            if group.kind is GroupKind.CHOW:
                run = _RUNS[place][group.first.index]
                self.chows.append(run)
                self.marks &= run.marks
            elif group.kind is GroupKind.PUNG:
                if group.meld is None:
                    stacks = _STANDING if place == claimed else _CONCEALED
                elif not group.is_kong:
                    stacks = _MELDED
                else:
                    stacks = _CONCEALED_KONG if of.kongs_concealed or not group.meld.exposed else _KONG
                pung = stacks[place][group.first.index]
                self.pungs.append(pung)
                self.marks &= pung.marks
        self.eye: Stack | None = None
        if self.standard:
            last = len(groups) - 1
            self.eye = _STANDING[last][groups[last].first.index]
            self.marks &= self.eye.marks
        self.has = of.has | self._of_groups()

    def _of_groups(self) -> int:
        """Find the facts that are true of the partition."""
        chows, pungs, eye = self.chows, self.pungs, self.eye
        has = facts.at_least(len(chows), len(pungs))
        if eye is None:
            return has | facts.ANY_GROUPS
        if self.marks & _OUTER:
            has |= facts.OUTSIDE
        if self.marks & ~_OUTER:
            has |= facts.SHARED_NUMBER
        if eye.suit < 3:
            has |= facts.EYE_SUITED
        if len(chows) > 1:
            has |= _of_chows(chows)
        if pungs:
            has |= _of_pungs(pungs, eye)
        return has

    @property
    def won(self) -> Group | None:
        """The group that the winning tile completed."""
        return None if self.partition.won is None else self.partition.groups[self.partition.won]

    @cached_property
    def concealed_pungs(self) -> list[Stack]:
        """Pungs that count as concealed (暗刻)."""
        return [pung for pung in self.pungs if pung.concealed]

    @cached_property
    def quads(self) -> list[tuple[Tile, int]]:
        """Tiles with all four copies used outside kongs, and the places of the groups that hold them."""
        found: dict[Tile, int] = {}
        for place, group in enumerate(self.groups):
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
        found: tuple[Tile, ...] = ()
        left = places
        for group in self.groups:
            if left & 1:
                found += group.tiles
            left >>= 1
        if places >> FLOWER_BIT:
            found += tuple(
                [tile for place, tile in enumerate(self.hand.flowers) if places >> FLOWER_BIT + place & 1]
            )
        return found

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
        if places + 1 == 1 << len(self.groups):
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
        return Match(WHOLE, self.hand.tiles, False, n, tier, tag)  # noqa: FBT003 - not 明

    def event(self, *, n: int = 1, tier: str = "") -> Match:
        """Match something that happened, proved by the winning tile alone."""
        tile = self.hand.winning
        return Match(WHOLE, () if tile is None else (tile,), False, n, tier)  # noqa: FBT003 - not 明


def _suits(counts: Sequence[int]) -> frozenset[int]:
    return _SUITS[any(counts[:9]) + 2 * any(counts[9:18]) + 4 * any(counts[18:27])]


def _of_chows(chows: Sequence[Run]) -> int:
    """Find the facts that are true of two chows or more."""
    starts = [0, 0, 0]
    has = 0
    for chow in chows:
        bit = 1 << chow.rank
        if starts[chow.suit] & bit:
            has = facts.TWIN_CHOWS | facts.ALIKE
        starts[chow.suit] |= bit
    one, two, three = starts
    if one & two or one & three or two & three:
        has |= facts.SAME_STARTS
    if one and two and three:
        has |= facts.THREE_SUITS_OF_CHOWS
    most = max(one.bit_count(), two.bit_count(), three.bit_count())
    if most > 1:
        has |= facts.SUIT_OF_TWO if most == 2 else facts.SUIT_OF_TWO | facts.SUIT_OF_THREE
    return has


def _of_pungs(pungs: Sequence[Stack], eye: Stack) -> int:
    """Find the facts that are true of some pungs."""
    held = [0, 0, 0, 0]
    concealed = 0
    for pung in pungs:
        held[pung.suit] |= 1 << pung.rank
        concealed += pung.concealed
    one, two, three, honours = held
    has = facts.CONCEALED_TWICE if concealed > 1 else 0
    if honours & 0b11110:
        has |= facts.WIND_PUNG
    if honours > 0b11111:
        has |= facts.DRAGON_PUNG
    if one & two or one & three or two & three:
        has |= facts.SAME_NUMBER_PUNGS
    if (one > 0) + (two > 0) + (three > 0) > 1:
        has |= facts.PUNGS_OF_TWO_SUITS
    runs = one & one << 1 | two & two << 1 | three & three << 1
    if runs:
        has |= facts.NEIGHBOURS | facts.ALIKE
    elif eye.suit < 3 and held[eye.suit] & 5 << eye.rank - 1:
        has |= facts.NEIGHBOURS
    return has
