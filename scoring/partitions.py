"""Partitions: every way to read a hand as groups, with every place that the winning tile can have taken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Final

from scoring.notation import write_tiles
from scoring.tile import KINDS, ORPHANS, Tile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from scoring.hand import Hand
    from scoring.meld import Meld

__all__ = [
    "HAND_FORMS",
    "Form",
    "Group",
    "GroupKind",
    "Partition",
    "completes",
    "counts_of",
    "partitions",
    "read_partitions",
]


class Form(Enum):
    """The shapes that a hand can win with. The value is the word used in rule sets and JSON."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs_pung"
    DISCONNECTED = "sixteen_disconnected"
    ORPHANS = "thirteen_orphans"
    FLOWERS = "flowers"


HAND_FORMS: Final = (Form.STANDARD, Form.SEVEN_PAIRS, Form.DISCONNECTED, Form.ORPHANS)
"""The forms that tiles make; a win by flowers alone is none of them."""


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
    """

    kind: GroupKind
    tiles: tuple[Tile, ...]
    meld: Meld | None = None

    @cached_property
    def first(self) -> Tile:
        """The lowest tile."""
        return self.tiles[0]

    @property
    def is_kong(self) -> bool:
        """Whether the group has four tiles."""
        return len(self.tiles) == 4

    @property
    def melded(self) -> bool:
        """Whether the group lies open on the table. A concealed kong doesn't."""
        return self.meld is not None and self.meld.exposed

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
    >>> for partition in partitions(Hand.parse("5666m 234p 678s [123s] [789p] +5m")):
    ...     print(partition)
    666m 234p [789p] [123s] 678s 55m*
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


_CHOWS: Final = {
    index: Group(GroupKind.CHOW, KINDS[index : index + 3]) for index in range(27) if index % 9 < 7
}
_PUNGS: Final = {index: Group(GroupKind.PUNG, (KINDS[index],) * 3) for index in range(34)}
_PAIRS: Final = {index: Group(GroupKind.PAIR, (KINDS[index],) * 2) for index in range(34)}
_SINGLES: Final = {index: Group(GroupKind.SINGLE, (KINDS[index],)) for index in range(34)}
_ORPHANS: Final = tuple(tile.index for tile in ORPHANS)
_KIND_ORDER: Final = {GroupKind.CHOW: 0, GroupKind.PUNG: 0, GroupKind.PAIR: 1, GroupKind.SINGLE: 2}

# Ways to use up copies of a tile: pungs, pairs and chows begun with it, by the number of copies.
_USES: Final = tuple(
    tuple(
        (pung, pair, copies - 3 * pung - 2 * pair)
        for pung in (0, 1)
        for pair in (0, 1)
        if copies >= 3 * pung + 2 * pair
    )
    for copies in range(5)
)

# A reading of one suit: indices of chow starts, of pungs, and of the eye or -1.
_Split = tuple[tuple[int, ...], tuple[int, ...], int]


def counts_of(tiles: Iterable[Tile]) -> list[int]:
    """Count tiles by kind, in the order of `KINDS`, 34 entries without the flowers."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile.index] += 1
    return counts


def partitions(hand: Hand, forms: Collection[Form] = HAND_FORMS) -> tuple[Partition, ...]:
    """Give every way to read a hand of seventeen tiles, in a fixed order; none when it doesn't win.

    Melds stay as they are (hktw 方法: 副露不能更改), concealed tiles may be read in several ways, and the
    winning tile may complete any group of concealed tiles that holds its kind. Of equal groups only the
    first is tried.

    Args:
        hand: seventeen tiles, a kong counted as three. Impossible hands have no partitions.
        forms: the shapes that count.
    """
    return () if hand.problems() else read_partitions(hand, forms)


def read_partitions(hand: Hand, forms: Collection[Form]) -> tuple[Partition, ...]:
    """Give what `partitions` gives, for a hand that is known to be possible."""
    standing = hand.concealed if hand.winning is None else (*hand.concealed, hand.winning)
    counts = counts_of(standing)
    found: list[Partition] = []
    for form in HAND_FORMS:
        if form in forms:
            for groups in _READERS[form](counts, hand.melds):
                found.extend(_placed(form, groups, hand.winning))
    return tuple(found)


def _placed(form: Form, groups: Sequence[Group], winning: Tile | None) -> Iterator[Partition]:
    """Give the partition once for every group of concealed tiles that the winning tile can have completed."""
    ordered = tuple(sorted(groups, key=_order))
    if winning is None:
        yield Partition(form, ordered)
        return
    tried: set[Group] = set()
    for place, group in enumerate(ordered):
        if group.meld is None and winning in group.tiles and group not in tried:
            tried.add(group)
            yield Partition(form, ordered, place)


def _order(group: Group) -> tuple[int, int, str, bool]:
    """Sort chows and pungs by their tiles, open ones first among equals, then pairs, then single tiles."""
    return _KIND_ORDER[group.kind], group.first.index, group.kind.value, not group.melded


def _declared(melds: Sequence[Meld]) -> list[Group]:
    return [
        Group(GroupKind.CHOW if meld.kind.value == "chow" else GroupKind.PUNG, meld.tiles, meld)
        for meld in melds
    ]


def _standard(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[list[Group]]:
    """Five groups and an eye, lower eyes first."""
    declared = _declared(melds)
    parts = [_suit_splits(counts, start) for start in (0, 9, 18)]
    parts.append(_honour_splits(counts))
    found = []
    for choice in product(*parts):
        eyes = [eye for _, _, eye in choice if eye >= 0]
        if len(eyes) == 1:
            groups = [*declared, _PAIRS[eyes[0]]]
            for chows, pungs, _ in choice:
                groups += [_CHOWS[index] for index in chows]
                groups += [_PUNGS[index] for index in pungs]
            found.append((eyes[0], groups))
    found.sort(key=lambda one: one[0])
    for _, groups in found:
        yield groups


def _suit_splits(counts: Sequence[int], start: int) -> list[_Split]:
    """Every way to use up one suit as chows, pungs and at most one eye; each way once."""
    left = list(counts[start : start + 9])
    found: list[_Split] = []
    if sum(left) % 3 != 1:
        _split_from(left, 0, ((), (), -1), start, found)
    return found


def _split_from(left: list[int], rank: int, taken: _Split, start: int, found: list[_Split]) -> None:
    """Use up the copies of the lowest tile left in every way that the tiles above it allow, and go on."""
    while rank < 9 and not left[rank]:
        rank += 1
    if rank == 9:
        found.append(taken)
        return
    chows, pungs, eye = taken
    index = start + rank
    for pung, pair, runs in _USES[left[rank]]:
        if pair and eye >= 0:
            continue
        after = left.copy()
        after[rank] = 0
        if runs:
            if rank > 6 or left[rank + 1] < runs or left[rank + 2] < runs:
                continue
            after[rank + 1] -= runs
            after[rank + 2] -= runs
        taken = (chows + (index,) * runs, pungs + (index,) * pung, index if pair else eye)
        _split_from(after, rank + 1, taken, start, found)


def _honour_splits(counts: Sequence[int]) -> list[_Split]:
    pungs = []
    eye = -1
    for index in range(27, 34):
        copies = counts[index]
        if copies == 3:
            pungs.append(index)
        elif copies == 2 and eye < 0:
            eye = index
        elif copies:
            return []
    return [((), tuple(pungs), eye)]


def _seven_pairs(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[list[Group]]:
    """嚦咕嚦咕: seven pairs and a pung of concealed tiles; four alike are two pairs (hktw 嚦咕嚦咕)."""
    odd = [index for index in range(34) if counts[index] % 2]
    if melds or len(odd) != 1 or counts[odd[0]] != 3:
        return
    pairs = [_PAIRS[index] for index in range(34) for _ in range(counts[index] // 2) if index != odd[0]]
    yield [_PUNGS[odd[0]], *pairs]


def _disconnected(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[list[Group]]:
    """十六不搭: each honour, three tiles of each suit at least three apart, one of the sixteen doubled."""
    held = [index for index in range(34) if counts[index]]
    doubled = [index for index in held if counts[index] == 2]
    if melds or len(held) != 16 or len(doubled) != 1:
        return
    for start in (0, 9, 18):
        ranks = [index for index in held if start <= index < start + 9]
        if len(ranks) != 3 or ranks[1] - ranks[0] < 3 or ranks[2] - ranks[1] < 3:
            return
    yield [_PAIRS[doubled[0]], *(_SINGLES[index] for index in held if index != doubled[0])]


def _orphans(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[list[Group]]:
    """十三幺: the thirteen terminals and honours, one doubled, and a concealed chow, pung or kong."""
    if any(counts[index] == 0 for index in _ORPHANS) or any(meld.exposed for meld in melds) or len(melds) > 1:
        return
    left = list(counts)
    for index in _ORPHANS:
        left[index] -= 1
    for doubled in _ORPHANS:
        if not left[doubled]:
            continue
        rest = [index for index in range(34) for _ in range(left[index] - (index == doubled))]
        extra = _declared(melds) if melds and not rest else _group_of(rest)
        if extra:
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
}


def completes(counts: Sequence[int], melds: Sequence[Meld], forms: Collection[Form] = HAND_FORMS) -> bool:
    """Whether concealed tiles, counted by kind, win together with the melds in any of the forms."""
    return any(
        next(iter(_READERS[form](counts, melds)), None) is not None for form in forms if form in _READERS
    )
