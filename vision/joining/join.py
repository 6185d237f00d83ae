"""Joins what was read from several photos of one hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.copies import COPIES
from vision.doubt import Doubt, Question
from vision.group import Group, Role
from vision.joining.fused import fused
from vision.joining.pairing import find_same
from vision.joining.table import HAND, Table
from vision.layout.assemble import assemble
from vision.numbering import in_reading_order
from vision.reading import Reading
from vision.regroup import one_winner, ordered, shaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.tile import Tile
    from vision.sighting import Sighting

__all__ = ["join"]


def join(readings: Sequence[Reading], *, winning_tile: Tile | None = None) -> Reading:
    """Make one reading of one hand out of those of several photos.

    A tile that two photos show counts once. Which ones are the same is told by their kinds and their order,
    by what a set of tiles holds, and in the last place by the number of tiles that a hand has, never by which
    hand would win; what can't be told is a doubt. More tiles than a hand has, or than a set has of a kind, is
    always one.

    Args:
        readings: of the photos, one at least; nobody has corrected them yet.
        winning_tile: which tile won, where no photo shows it lying apart.

    Returns:
        The reading. Its sightings say in which photo each is (`Sighting.photo`), and those that are counted
        with one of another photo name it (`Sighting.same`) and are outside the hand.

    Raises:
        ValueError: there is no reading.
    """
    if not readings:
        raise ValueError("there is no reading to join")
    whole = readings[0]
    for other in readings[1:]:
        whole = _joined(whole, other)
    return whole if winning_tile is None else _won(whole, winning_tile)


def _joined(first: Reading, second: Reading) -> Reading:
    table = Table.of(first, second)
    find_same(table)
    offset = len(first.sightings)
    looks, more = _looks(table)
    groups = shaped(_groups(table), looks)
    held = {index for group in groups for index in group.sightings}
    placed = [each.placed(in_hand=index in held) for index, each in enumerate(looks)]
    told = [
        *((doubt, False) for doubt in first.doubts),
        *((_moved(doubt, offset), True) for doubt in second.doubts),
    ]
    kept = list(_kept(table, [doubt for doubt, _ in told], groups))
    doubts = (*_beyond(table, first), *more, *table.doubts, *kept)
    sightings, numbered, asked = in_reading_order(placed, groups, doubts)
    hand, why = assemble(sightings, numbered)
    return Reading(
        photo=first.photo,
        sightings=sightings,
        groups=numbered,
        hand=hand,
        why=why,
        doubts=asked,
        models=tuple(dict.fromkeys((*first.models, *second.models))),
        tile_set=first.tile_set or second.tile_set,
        more_photos=(*first.more_photos, *second.photos),
        timings=(*first.timings, *second.timings),
    )


def _looks(table: Table) -> tuple[list[Sighting], list[Doubt]]:
    """Let both looks at a tile have their say in what it is, and ask where they disagree."""
    seen = list(table.seen)
    doubts = []
    for second, first in sorted(table.same.items()):
        one, other = table.seen[first], table.seen[second]
        seen[second] = replace(other, same=first)
        cut = {first, second} & table.cut
        if cut == {first}:  # the photo's edge cuts it: the other look is the whole one
            seen[first] = replace(
                one, kind=other.kind, p=other.p, alternatives=other.alternatives, margin=other.margin
            )
        elif not cut:
            seen[first] = fused([one, other])
        if one.code != other.code and len(cut) != 1:
            text = (
                f"Photo {one.photo + 1} shows {one.code} (p {one.p:.2f}) where photo {other.photo + 1} shows "
                f"{other.code} (p {other.p:.2f}); {seen[first].code} was taken."
            )
            doubts.append(Doubt(Question.TILE, (first,), text, seen[first].alternatives))
    return seen, doubts


def _groups(table: Table) -> list[Group]:
    """Put both photos' groups together; each tile is in one of them."""
    first, second = table.first, table.second
    groups: list[Group] = []
    used: set[int] = set()
    winners = [(side.winner, side.winner_p) for side in (first, second) if side.winner is not None]
    if winners:
        won = table.kept(winners[0][0])
        groups.append(Group(Role.WINNING, None, (won,), max(p for _, p in winners)))
        used.add(won)
    for group in (*first.melds, *second.melds):
        kept = tuple(table.kept(index) for index in group.sightings)
        place = next((at for at, each in enumerate(groups) if set(each.sightings) & set(kept)), None)
        if place is None:
            groups.append(replace(group, sightings=kept))
        elif groups[place].role is not Role.WINNING:
            both = (*groups[place].sightings, *(index for index in kept if index not in used))
            likelier = max(groups[place], group, key=lambda each: each.p)
            groups[place] = replace(likelier, sightings=both)
        used.update(kept)
    flowers = _in_turn(table, first.flowers, second.flowers, used)
    loose = _in_turn(table, first.loose, second.loose, used)
    if flowers:
        groups.append(Group(Role.FLOWERS, None, tuple(flowers), 1.0))
    if loose:
        groups.append(Group(Role.CONCEALED, None, tuple(loose), min(first.loose_p, second.loose_p)))
    return ordered(groups)


def _in_turn(table: Table, first: Sequence[int], second: Sequence[int], used: set[int]) -> list[int]:
    """Put two rows together in the order in which the tiles lie, as far as tiles that both show tell it."""
    row = [index for index in first if index not in used]
    place = 0 if any(table.kept(index) in row for index in second) else len(row)
    for index in second:
        kept = table.kept(index)
        if kept in row:
            place = row.index(kept) + 1
        elif kept not in used:
            row.insert(place, kept)
            place += 1
    return row


def _moved(doubt: Doubt, offset: int) -> Doubt:
    return replace(doubt, sightings=tuple(index + offset for index in doubt.sightings))


def _kept(table: Table, doubts: Sequence[Doubt], groups: Sequence[Group]) -> Iterator[Doubt]:
    """Leave out the doubts of one photo that the other settles."""
    won = any(group.role is Role.WINNING for group in groups)
    exposed = any(group.role is Role.EXPOSED for group in groups)
    loose = {index for group in groups if group.role is Role.CONCEALED for index in group.sightings}
    asked: set[tuple[Question, tuple[int, ...], str]] = set()
    mates = {**table.same, **{first: second for second, first in table.same.items()}}
    for doubt in doubts:
        kept = tuple(sorted({table.kept(index) for index in doubt.sightings}))
        key = (doubt.question, kept, "" if kept else doubt.text)
        undivided = doubt.question is Question.ROLE and kept and not doubt.alternatives
        settled = (
            (doubt.question is Question.WINNING and not kept and won)
            or (undivided and exposed)
            or _settled(table, doubt, doubts, mates)
            # Tiles that turned out to be exposed melds of the other photo's hand have a doubt of their own.
            or (
                doubt.question is Question.ROLE
                and any(set(kept) & set(each.sightings) for each in table.doubts)
            )
        )
        if key in asked or settled or (undivided and not set(kept) <= loose):
            continue
        asked.add(key)
        yield replace(doubt, sightings=kept)


def _settled(table: Table, doubt: Doubt, doubts: Sequence[Doubt], mates: dict[int, int]) -> bool:
    """Tell whether the other photo shows all the tiles of a doubt, and has no such doubt of them."""
    others = {mates.get(index, -1) for index in doubt.sightings}
    if not others or -1 in others or doubt.question not in {Question.TILE, Question.ROLE, Question.BOUNDARY}:
        return False
    if any(each.question is doubt.question and others & set(each.sightings) for each in doubts):
        return False
    return doubt.question is not Question.TILE or all(
        table.seen[index].code == table.seen[mates[index]].code for index in doubt.sightings
    )


def _beyond(table: Table, first: Reading) -> Iterator[Doubt]:
    """Say where there are more tiles than a hand has, or than a set has of a kind."""
    size = table.count()
    if size > HAND:
        text = (
            f"The photos together show {size} tiles, a kong counted as three, and a hand has {HAND}: "
            "they may show different hands, or a tile in both that wasn't known to be the same."
        )
        yield Doubt(Question.COUNT, (), text)
    held = table.held()
    kinds: dict[Tile, list[int]] = {}
    for index in sorted(held):
        if (kind := table.seen[index].kind) is not None:
            kinds.setdefault(kind, []).append(index)
    offset = len(first.sightings)
    for tile, indices in sorted(kinds.items()):
        both = any(index < offset for index in indices) and any(index >= offset for index in indices)
        if both and len(indices) > COPIES[tile.index]:
            text = (
                f"{len(indices)} tiles in the photos together were read as {tile}; "
                f"a set has {COPIES[tile.index]}."
            )
            yield Doubt(Question.COUNT, tuple(indices), text)


def _won(reading: Reading, named: Tile) -> Reading:
    """Make the tile that is said to have won the winning one."""
    rest = tuple(each for each in reading.doubts if each.question is not Question.WINNING)
    loose = [
        index
        for group in reading.groups
        if group.meld is None and group.role in {Role.CONCEALED, Role.WINNING}
        for index in group.sightings
        if reading.sightings[index].kind == named
    ]
    if not loose:
        text = f"The winning tile is said to be {named}, and no concealed tile was read as that."
        return replace(reading, doubts=(*rest, Doubt(Question.WINNING, (), text)))
    sightings, groups, doubts = in_reading_order(
        reading.sightings, ordered(one_winner(reading.groups, loose[-1])), rest
    )
    hand, why = assemble(sightings, groups)
    return replace(reading, sightings=sightings, groups=groups, hand=hand, why=why, doubts=doubts)
