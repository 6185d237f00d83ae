"""Finds the tiles that two photos of one hand both show.

Kinds, their order and what a set holds decide, and then how many tiles a hand has. Which hand would win is
not looked at. Whatever isn't sure is a doubt.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.notation import write_tiles
from vision.doubt import Doubt, Question
from vision.group import Role
from vision.joining.fused import agree
from vision.joining.melds import codes_of, pair_melds, pair_tiles
from vision.joining.overlap import overlap
from vision.joining.table import HAND
from vision.layout.splits import splits
from vision.regroup import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.group import Group
    from vision.joining.melds import MeldPair
    from vision.joining.overlap import Pairs
    from vision.joining.table import Side, Table

__all__ = ["find_same"]

_SURE: Final = 0.9
_COPIES: Final = 4
_BEYOND_A_SET: Final = 5.0
"""Nats against each tile more than a set has of its kind."""
_WORST: Final = -4.0
"""The least in nats that two tiles being the same weighs: either may be misread."""
_ASKED: Final = 0.3
"""Probability that is said of the other role where two photos disagree about one."""


def find_same(table: Table) -> None:
    """Fill in which sightings show the same tile, and what is in doubt about that."""
    _flowers(table)
    _melds(table)
    both = ((table.first, table.second), (table.second, table.first))
    for side, other in both:
        _pungs_elsewhere(table, side, other)
    _winners(table)
    _rows(table)
    for step in (_chows_elsewhere, _winner_in_a_row, _apart):
        for side, other in both:
            step(table, side, other)


def _same(table: Table, one: int, other: int) -> None:
    table.same[max(one, other)] = min(one, other)  # the second photo's sightings come after the first's


def _flowers(table: Table) -> None:
    """A set has one of each flower."""
    for index in table.second.flowers:
        kind = table.seen[index].kind
        match = next(
            (each for each in table.free(table.first.flowers) if table.seen[each].kind == kind), None
        )
        if match is not None:
            _same(table, match, index)


def _melds(table: Table) -> None:
    for pair in pair_melds(table.seen, table.first.melds, table.second.melds):
        before = table.count()
        tiles = pair_tiles(table.seen, pair.first.sightings, pair.second.sightings)
        crowded = table.excess()
        for one, other in tiles:
            _same(table, one, other)
        if pair.first.role is not pair.second.role:
            likelier, less = sorted((pair.first, pair.second), key=lambda each: -each.p)
            text = (
                f"{_written(table, likelier.sightings)}: {_role(likelier)} in one photo, not so in another."
            )
            table.doubts.append(Doubt(Question.ROLE, _kept(table, pair), text, ((_role(less), _ASKED),)))
        if len(pair.first.sightings) != len(pair.second.sightings):
            text = (
                f"The meld of {table.seen[tiles[0][0]].code} has four tiles in one photo and three in the "
                "other; it was taken for a kong."
            )
            table.doubts.append(Doubt(Question.COUNT, _kept(table, pair), text))
        elif not pair.sure and table.excess() == crowded:
            why = "" if before <= HAND else ", also because there would be more tiles than a hand has"
            text = (
                f"{_written(table, pair.first.sightings)} is seen in two photos and was taken for one "
                f"meld{why}; it could be two that are alike."
            )
            table.doubts.append(Doubt(Question.COUNT, pair.first.sightings, text))


def _kept(table: Table, pair: MeldPair) -> tuple[int, ...]:
    return tuple(sorted({table.kept(index) for index in (*pair.first.sightings, *pair.second.sightings)}))


def _pungs_elsewhere(table: Table, side: Side, other: Side) -> None:
    """Find pungs and kongs of one photo that the other shows otherwise, wholly or in part.

    A set has four of a kind: what would be the fifth is one of those four.
    """
    for group in side.melds:
        codes = codes_of(table.seen, group)
        if len(set(codes)) > 1 or table.free(group.sightings) != list(group.sightings):
            continue
        alike = [index for index in table.free(other.loose) if table.seen[index].code == codes[0]]
        if other.winner is not None and table.seen[other.winner].code == codes[0]:
            alike.append(other.winner)
        if len(alike) + len(group.sightings) <= _COPIES:
            continue
        if other.winner in alike:
            other.winner = None
        _taken_for(table, group, alike)


def _chows_elsewhere(table: Table, side: Side, other: Side) -> None:
    """Find chows of one photo that the other shows among its concealed tiles.

    A hand can have two alike; they are the same where there would be more tiles than a hand has, and then
    also where a photo's edge cuts one.
    """
    for group in side.melds:
        codes = codes_of(table.seen, group)
        if len(set(codes)) == 1 or table.free(group.sightings) != list(group.sightings):
            continue
        free, many = table.free(other.loose), table.count() > HAND
        run = _run(table, codes, free, 2 if many else 3)
        if run and many:
            _taken_for(table, group, run)
        elif run:
            text = f"{_written(table, run)} lies as a meld in one photo and among concealed tiles in another."
            table.doubts.append(Doubt(Question.COUNT, tuple(sorted((*run, *group.sightings))), text))


def _taken_for(table: Table, group: Group, run: Sequence[int]) -> None:
    """Take tiles for those of a meld in the other photo; that it is one, only one of the photos says."""
    for index, mate in pair_tiles(table.seen, group.sightings, run):
        _same(table, index, mate)
    text = f"{_written(table, group.sightings)}: {_role(group)} in one photo, not so in another."
    kept = tuple(sorted(table.kept(index) for index in group.sightings))
    table.doubts.append(Doubt(Question.ROLE, kept, text, (("concealed", _ASKED),)))


def _run(table: Table, codes: Sequence[str], free: Sequence[int], least: int) -> list[int]:
    """Find a chow's tiles side by side in a row, or so many of them."""
    for size in range(len(codes), least - 1, -1):
        for start in range(len(free) - size + 1):
            run = list(free[start : start + size])
            if not Counter(table.seen[index].code for index in run) - Counter(codes):
                return run
    return []


def _winners(table: Table) -> None:
    """Both photos may show a tile apart; a hand has one that won."""
    first, second = table.first, table.second
    if first.winner is None or second.winner is None:
        return
    one, other = table.seen[first.winner], table.seen[second.winner]
    if one.code == other.code:
        _same(table, first.winner, second.winner)
        return
    loser = second if first.winner_p * one.p >= second.winner_p * other.p else first
    won, lost = (one, other) if loser is second else (other, one)
    index = second.winner if loser is first else first.winner
    text = (
        f"{won.code} lies apart in one photo and {lost.code} in another; "
        f"{won.code} was taken for the winning tile."
    )
    table.doubts.append(Doubt(Question.WINNING, (index,), text, (("another", _ASKED),)))
    if loser.winner is not None:
        loser.loose.append(loser.winner)
    loser.winner = None


def _rows(table: Table) -> None:
    """Lay the concealed rows over one another."""
    first, second = table.free(table.first.loose), table.free(table.second.loose)
    if not first or not second:
        return

    def whole(pairs: Pairs) -> float:
        size = table.count() - len(pairs)
        crowded = table.excess(without=[second[other] for _, other in pairs])
        return _of_size(size) - _BEYOND_A_SET * crowded

    alike = np.array([[_agree(table, one, other) for other in second] for one in first])
    found = overlap(alike, whole)
    for one, other in found.pairs:
        _same(table, first[one], second[other])
    kept = tuple(first[one] for one, _ in found.pairs)
    if found.p < _SURE:
        both = _written(table, kept) if kept else "no concealed tile"
        text = (
            f"Both photos are taken to show {both} of one row; it could as well be "
            f"{'none' if not found.other else found.other}."
        )
        table.doubts.append(Doubt(Question.COUNT, kept, text))


def _agree(table: Table, one: int, other: int) -> float:
    """Weigh whether two sightings show the same tile; one that a photo's edge cuts may look otherwise."""
    least = 0.0 if {one, other} & table.cut else _WORST
    return max(agree(table.seen[one], table.seen[other]), least)


def _of_size(size: int) -> float:
    """Weigh a number of tiles: a whole hand, a part of one, or more than one."""
    if size > HAND:
        return -2.5 - 0.8 * (size - HAND)
    return 1.5 if size == HAND else 0.0


def _winner_in_a_row(table: Table, side: Side, other: Side) -> None:
    """A tile that lies apart in one photo may lie in the other's row, if there is one tile too many."""
    if side.winner is None or side.winner in table.paired():
        return
    code = table.seen[side.winner].code
    mates = [index for index in table.free(other.loose) if table.seen[index].code == code]
    crowded = table.excess()
    if not mates or (table.count() <= HAND and table.excess(without=mates[-1:]) == crowded):
        return
    _same(table, side.winner, mates[-1])
    text = f"{code} lies apart in one photo and in the row in another; it was taken for one tile."
    table.doubts.append(Doubt(Question.WINNING, (table.kept(mates[-1]),), text, (("another", _ASKED),)))


def _apart(table: Table, side: Side, other: Side) -> None:
    """Take for exposed melds what one photo shows by itself, where another one shows the concealed row.

    A photo of the exposed melds alone is read as if some of them were the concealed tiles, which every hand
    has.
    """
    standing = len(other.loose) + (other.winner is not None)
    if side.winner is not None or not side.loose or standing <= len(side.loose) or not other.loose:
        return
    if table.free(side.loose) != side.loose:
        return
    tiles = [table.seen[index].kind for index in side.loose]
    cuts = splits(tiles)
    if not cuts:
        return
    melds: list[Group] = cut(cuts[0], side.loose, tiles)
    text = (
        f"{_written(table, side.loose)}: taken as exposed, since another photo shows more concealed tiles "
        "and none of these."
    )
    table.doubts.append(Doubt(Question.ROLE, tuple(sorted(side.loose)), text, (("concealed", _ASKED),)))
    side.melds.extend(melds)
    side.loose = []


def _role(group: Group) -> str:
    return "concealed kong" if group.role is Role.CONCEALED else "exposed"


def _written(table: Table, indices: Sequence[int]) -> str:
    kinds = (table.seen[index].kind for index in indices)
    return write_tiles([kind for kind in kinds if kind is not None]) or "what lies face down"
