"""Partitions: every way to read a hand as groups, with every place that the winning tile can have taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from scoring.hand import MELDS, MOST_MELDS
from scoring.meld import Meld, MeldKind
from scoring.notation import write_tiles
from scoring.tile import KINDS, ORPHANS, Tile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from scoring.hand import Hand

__all__ = [
    "FORM_MELDS",
    "GROUPED",
    "HAND_FORMS",
    "Form",
    "Group",
    "GroupKind",
    "Partition",
    "completes",
    "counts_of",
    "forms_of",
    "pack",
    "partitions",
    "read_partitions",
]


class Form(Enum):
    """The shapes that a hand can win with. The value is the word used in rule sets and JSON."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs_pung"
    DISCONNECTED = "sixteen_disconnected"
    ORPHANS = "thirteen_orphans"
    PAIRS = "seven_pairs"
    FLOWERS = "flowers"


HAND_FORMS: Final = (Form.STANDARD, Form.SEVEN_PAIRS, Form.DISCONNECTED, Form.ORPHANS, Form.PAIRS)
"""The forms that tiles make; a win by flowers alone is none of them."""

FORM_MELDS: Final = {
    Form.SEVEN_PAIRS: (5,),
    Form.DISCONNECTED: (5,),
    Form.ORPHANS: (4, 5),
    Form.PAIRS: (4,),
}
"""How many groups beside the eye a hand has that is as large as a special form."""


def forms_of(melds: int) -> tuple[Form, ...]:
    """Give the forms that a hand of so many groups beside the eye can have."""
    return tuple(form for form in HAND_FORMS if melds in FORM_MELDS.get(form, (melds,)))


class GroupKind(Enum):
    """What a group of a partition is. A kong is a pung of four tiles."""

    CHOW = "chow"
    PUNG = "pung"
    PAIR = "pair"
    SINGLE = "single"


@dataclass(frozen=True)
class Group:
    """One group of a partition.

    Attributes:
        kind: chow, pung (kongs too), pair (the eye, or one of 嚦咕嚦咕), or a tile standing alone.
        tiles: sorted.
        meld: the declared meld that the group is, if any.
        index: place of the lowest tile in `KINDS`.
        held: the kinds that it holds, a bit for each kind's place in `KINDS`.
        is_kong: whether the group has four tiles.
        melded: whether the group lies open on the table. A concealed kong doesn't.
        order: where it stands: chows and pungs by tile, open ones first, then pairs, then single tiles.
    """

    kind: GroupKind
    tiles: tuple[Tile, ...]
    meld: Meld | None = None

    index: int = field(init=False, repr=False, compare=False)
    held: int = field(init=False, repr=False, compare=False)
    is_kong: bool = field(init=False, repr=False, compare=False)
    melded: bool = field(init=False, repr=False, compare=False)
    order: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out what is asked for often."""
        index = self.tiles[0].index
        held = 0
        for tile in self.tiles:
            held |= 1 << tile.index
        melded = self.meld is not None and self.meld.exposed
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "held", held)
        object.__setattr__(self, "is_kong", len(self.tiles) == 4)
        object.__setattr__(self, "melded", melded)
        order = 4 * index + 2 * (self.kind is GroupKind.PUNG) + (not melded) + _KIND_ORDER[self.kind]
        object.__setattr__(self, "order", order)

    @property
    def first(self) -> Tile:
        """The lowest tile."""
        return self.tiles[0]

    def __str__(self) -> str:
        """Write the group; a declared one in its brackets."""
        return write_tiles(self.tiles) if self.meld is None else str(self.meld)


@dataclass(frozen=True)
class Partition:
    """One way to read a winning hand.

    Attributes:
        form: the shape.
        groups: chows and pungs in the order of their tiles, then pairs, then single tiles; together they
            hold every tile of the hand exactly once.
        won: index of the group that the winning tile completed; `None` when there is no winning tile.

    >>> from scoring.hand import Hand
    >>> for partition in partitions(Hand.parse("6777m 345p 234s [456s] [123p] +6m")):
    ...     print(partition)
    777m [123p] 345p 234s [456s] 66m*
    """

    form: Form
    groups: tuple[Group, ...]
    won: int | None = None

    @property
    def eye(self) -> Group | None:
        """The pair of a standard hand."""
        return self.groups[-1] if self.form is Form.STANDARD else None

    def __str__(self) -> str:
        """Write the groups, a star behind the one that the winning tile completed."""
        return " ".join(
            f"{group}*" if place == self.won else str(group) for place, group in enumerate(self.groups)
        )


_KIND_ORDER: Final = {GroupKind.CHOW: 0, GroupKind.PUNG: 0, GroupKind.PAIR: 1000, GroupKind.SINGLE: 2000}
_CHOWS: Final = {
    index: Group(GroupKind.CHOW, KINDS[index : index + 3]) for index in range(27) if index % 9 < 7
}
_PUNGS: Final = tuple(Group(GroupKind.PUNG, (KINDS[index],) * 3) for index in range(34))
_PAIRS: Final = tuple(Group(GroupKind.PAIR, (KINDS[index],) * 2) for index in range(34))
_SINGLES: Final = tuple(Group(GroupKind.SINGLE, (KINDS[index],)) for index in range(34))
_ORPHANS: Final = tuple(tile.index for tile in ORPHANS)
_BY_ORDER: Final = attrgetter("order")

# Ways to use up copies of a tile: pungs, pairs and chows begun with it, by the number of copies; first those
# without a pair, then all.
_USES: Final = tuple(
    tuple(
        tuple(
            (pung, pair, copies - 3 * pung - 2 * pair)
            for pung in (0, 1)
            for pair in pairs
            if copies >= 3 * pung + 2 * pair
        )
        for copies in range(5)
    )
    for pairs in ((0,), (0, 1))
)

_TWO: Final = 0o11
"""One copy of each of the two lowest ranks in a packed suit."""


def _grouped() -> frozenset[int]:
    """Put together every suit that so many groups can make."""
    groups = [0o111 << 3 * rank for rank in range(7)] + [3 << 3 * rank for rank in range(9)]
    found = {0}
    latest = {0}
    for _ in range(MOST_MELDS):
        made = {suit + group for suit in latest for group in groups}
        # A digit above four has its highest bit and another.
        latest = {suit for suit in made if not suit >> 2 & (suit | suit >> 1) & 0o111111111}
        found |= latest
    return frozenset(found)


GROUPED: Final = _grouped()
"""Every packed suit that is all chows and pungs."""


def counts_of(tiles: Iterable[Tile]) -> list[int]:
    """Count tiles by kind, in the order of `KINDS`, 34 entries without the flowers."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile.index] += 1
    return counts


def partitions(
    hand: Hand, forms: Collection[Form] = HAND_FORMS, *, melds: int = MELDS
) -> tuple[Partition, ...]:
    """Give every way to read a complete hand, in a fixed order; none when it doesn't win.

    Melds stay as they are (hktw 方法: 副露不能更改), concealed tiles may be read in several ways, and the
    winning tile may complete any group of concealed tiles that holds its kind. Of equal groups only the
    first is tried.

    Args:
        hand: a hand with its winning tile, a kong counted as three. Impossible hands have no partitions.
        forms: the shapes that count.
        melds: how many groups beside the eye the rule set wants.
    """
    return () if hand.problems(melds=melds) else read_partitions(hand, forms)


def read_partitions(hand: Hand, forms: Collection[Form]) -> tuple[Partition, ...]:
    """Give what `partitions` gives, for a hand that is known to be possible and as large as it should be."""
    counts = hand.standing[:34]
    found: list[Partition] = []
    for form, read in _READERS.items():
        if form in forms:
            for groups in read(counts, hand.melds):
                _place(form, groups, hand.winning, found)
    return tuple(found)


def _place(form: Form, groups: Iterable[Group], winning: Tile | None, found: list[Partition]) -> None:
    """Add the partition once for every group of concealed tiles that the winning tile can have completed."""
    ordered = tuple(sorted(groups, key=_BY_ORDER))
    if winning is None:
        found.append(Partition(form, ordered))
        return
    bit = 1 << winning.index
    tried = None
    for place, group in enumerate(ordered):
        # Equal groups of concealed tiles are one object, and stand beside each other.
        if group.held & bit and group.meld is None and group is not tried:
            tried = group
            found.append(Partition(form, ordered, place))


def _declared(melds: Sequence[Meld]) -> tuple[Group, ...]:
    if not melds:
        return ()
    return tuple(
        [
            Group(GroupKind.CHOW if meld.kind is MeldKind.CHOW else GroupKind.PUNG, meld.tiles, meld)
            for meld in melds
        ]
    )


def _standard(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Iterable[Group]]:
    """Groups and an eye, lower eyes first."""
    common: tuple[Group, ...] = _declared(melds)
    # The eye is where two tiles are left over; everything else must be groups of three.
    eyes = 0
    for index in range(27, 34):
        copies = counts[index]
        if copies == 3:
            common += (_PUNGS[index],)
        elif copies == 2:
            common += (_PAIRS[index],)
            eyes += 1
        elif copies:
            return
    choices = [common]
    for start in (0, 9, 18):
        packed = pack(counts, start)
        if packed:
            over = sum(counts[start : start + 9]) % 3
            eyes += over > 0
            if over == 1 or eyes > 1 or not (over or packed in GROUPED):
                return
            found: list[tuple[Group, ...]] = []
            _split(packed, start, (), found, over >> 1)
            choices = [choice + part for choice in choices for part in found]
    if eyes == 1:
        yield from choices if len(choices) < 2 else sorted(choices, key=_eye)


def _eye(groups: Sequence[Group]) -> int:
    """Give the place of the eye in `KINDS`."""
    return next(group.first.index for group in groups if group.kind is GroupKind.PAIR)


def pack(counts: Sequence[int], start: int) -> int:
    """Write the counts of one suit into one number, an octal digit for each rank, the lowest first."""
    one, two, three, four, five, six, seven, eight, nine = counts[start : start + 9]
    low = one | two << 3 | three << 6 | four << 9 | five << 12
    return low | six << 15 | seven << 18 | eight << 21 | nine << 24


def _split(left: int, index: int, taken: tuple[Group, ...], found: list[tuple[Group, ...]], eye: int) -> None:
    """Use up one suit as chows, pungs and as many eyes as wanted in every way; each way once.

    The copies of the lowest tile left are used up in every way that the tiles above it allow.

    Args:
        left: what is left of the suit, packed, from the rank of `index` on.
        index: place in `KINDS` of the lowest rank in `left`.
        taken: groups taken so far.
        found: gets every way.
        eye: 1 where an eye is wanted, else 0.
    """
    while left and not left & 7:
        left >>= 3
        index += 1
    if not left:
        if not eye:
            found.append(taken)
        return
    above = left >> 3
    for pung, pair, runs in _USES[eye][left & 7]:
        rest = above
        more = taken
        if runs:
            if above & 7 < runs or above >> 3 & 7 < runs:
                continue
            rest -= runs * _TWO
            more += (_CHOWS[index],) * runs
        if pung:
            more += (_PUNGS[index],)
        if pair:
            more += (_PAIRS[index],)
        if not (eye - pair or rest in GROUPED):
            continue
        _split(rest, index + 1, more, found, eye - pair)


def _seven_pairs(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Iterable[Group]]:
    """嚦咕嚦咕: seven pairs and a pung of concealed tiles; four alike are two pairs (hktw 嚦咕嚦咕)."""
    if melds or counts.count(1) or counts.count(3) != 1:
        return
    odd = counts.index(3)
    pairs = [_PAIRS[index] for index in range(34) for _ in range(counts[index] // 2) if index != odd]
    yield [_PUNGS[odd], *pairs]


def _pairs(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Iterable[Group]]:
    """Seven pairs of concealed tiles, where fourteen tiles win; four alike are two pairs."""
    if not (melds or counts.count(1) or counts.count(3)):
        yield [_PAIRS[index] for index in range(34) for _ in range(counts[index] // 2)]


def _disconnected(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Iterable[Group]]:
    """十六不搭: each honour, three tiles of each suit at least three apart, one of the sixteen doubled."""
    if melds or counts.count(1) != 15 or counts.count(2) != 1:
        return
    doubled = counts.index(2)
    held = [index for index in range(34) if counts[index]]
    for start in (0, 9, 18):
        ranks = [index for index in held if start <= index < start + 9]
        if len(ranks) != 3 or ranks[1] - ranks[0] < 3 or ranks[2] - ranks[1] < 3:
            return
    yield [_PAIRS[doubled], *(_SINGLES[index] for index in held if index != doubled)]


def _orphans(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Iterable[Group]]:
    """十三幺: the thirteen terminals and honours, one doubled.

    Seventeen tiles have a concealed chow, pung or kong beside them, fourteen have not.
    """
    if counts.count(0) > 21 or len(melds) > 1 or not all(counts[index] for index in _ORPHANS):
        return
    if any(meld.exposed for meld in melds):
        return
    left = list(counts)
    for index in _ORPHANS:
        left[index] -= 1
    whole = sum(left) == 1
    for doubled in _ORPHANS:
        if not left[doubled]:
            continue
        rest = [index for index in range(34) for _ in range(left[index] - (index == doubled))]
        extra = _declared(melds) if whole else tuple(_group_of(rest))
        if whole or extra:
            singles = [_SINGLES[index] for index in _ORPHANS if index != doubled]
            yield [*extra, _PAIRS[doubled], *singles]


def _group_of(indices: Sequence[int]) -> list[Group]:
    """Give the chow or pung that three tiles make; empty when they make none."""
    if len(indices) != 3:
        return []
    first = indices[0]
    if indices == [first] * 3:
        return [_PUNGS[first]]
    return [_CHOWS[first]] if first in _CHOWS and list(indices) == [first, first + 1, first + 2] else []


_READERS: Final = {
    Form.STANDARD: _standard,
    Form.SEVEN_PAIRS: _seven_pairs,
    Form.DISCONNECTED: _disconnected,
    Form.ORPHANS: _orphans,
    Form.PAIRS: _pairs,
}


def completes(counts: Sequence[int], melds: Sequence[Meld], form: Form) -> bool:
    """Whether concealed tiles, counted by kind, win together with the melds in a form."""
    return next(iter(_READERS[form](counts, melds)), None) is not None
