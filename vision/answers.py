"""What a person answers to a doubt, applied to a reading.

An answer is a fact: the tile, group or cut that it names is what it says from then on, the hand is put
together anew, and nothing else changes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.errors import ScoringError
from scoring.notation import parse_tiles
from scoring.tile import KINDS, Tile
from vision.doubt import Doubt, Question
from vision.errors import AnswerError
from vision.group import Group, MeldShape, Role
from vision.layout.assemble import assemble
from vision.layout.splits import meld_shape, splits
from vision.sighting import BACK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.layout.splits import Split
    from vision.reading import Reading
    from vision.sighting import Sighting

__all__ = ["CONCEALED_KONG", "OUTSIDE", "answered", "possible_answers"]

OUTSIDE: Final = "outside"
"""The answer that tiles are no part of the hand."""

CONCEALED_KONG: Final = "concealed kong"
"""The answer that four tiles are one."""

_ORDER: Final = (Role.FLOWERS, Role.EXPOSED, Role.CONCEALED, Role.WINNING)


def possible_answers(reading: Reading, doubt: Doubt) -> tuple[tuple[str, float | None], ...]:
    """List the answers that a doubt leaves open, each with its probability where the picture tells one.

    A doubt about the winning tile names no tile, so every concealed kind is listed; one about a concealed
    kong that lies face down leaves every kind open of which the hand shows no copy.

    Args:
        reading: what was read.
        doubt: one of its doubts.
    """
    if doubt.question is Question.WINNING:
        return tuple((code, None) for code in _may_have_won(reading))
    if doubt.question is Question.COVERED:
        seen = {each.code for each in reading.sightings if each.in_hand}
        codes = (tile.code for tile in KINDS if not tile.is_flower)
        return tuple((code, None) for code in codes if code not in seen)
    return doubt.alternatives


def answered(reading: Reading, doubt: Doubt, answer: str) -> Reading:
    """Apply an answer.

    Args:
        reading: what was read.
        doubt: one of its doubts.
        answer: for a tile a code or ``back``; for a winning tile or a covered kong a code; for a role
            ``exposed``, ``concealed``, ``concealed kong``, ``winning`` or ``outside``; for a boundary the
            melds in the order they lie, such as ``678s 888s``.

    Returns:
        The reading with that answer and without that doubt.

    Raises:
        AnswerError: the answer is none to that question, or can't be.
    """
    apply = {
        Question.TILE: _kind,
        Question.ROLE: _role,
        Question.WINNING: _winning,
        Question.BOUNDARY: _boundary,
        Question.COVERED: _covered,
    }.get(doubt.question)
    if apply is None:
        raise AnswerError(f"nothing can be answered to: {doubt.text}")
    sightings, groups = apply(reading, doubt, answer)
    held = {index for group in groups for index in group.sightings}
    placed = tuple(each.placed(in_hand=index in held) for index, each in enumerate(sightings))
    hand, why = assemble(placed, groups)
    rest = tuple(each for each in reading.doubts if each is not doubt)
    return replace(reading, sightings=placed, groups=tuple(groups), hand=hand, why=why, doubts=rest)


_Changed = tuple[tuple["Sighting", ...], list[Group]]


def _kind(reading: Reading, doubt: Doubt, answer: str) -> _Changed:
    (index,) = doubt.sightings if len(doubt.sightings) == 1 else (None,)
    if index is None:
        raise AnswerError(f"a doubt about a tile names one sighting, not {list(doubt.sightings)}")
    kind = None if answer == BACK else _tile(answer)
    seen = list(reading.sightings)
    before = seen[index]
    seen[index] = replace(before, kind=kind, p=1.0, alternatives=(), margin=None)
    flower = kind is not None and kind.is_flower
    was = before.kind is not None and before.kind.is_flower
    groups = list(reading.groups)
    if any(index in group.sightings for group in groups) and flower != was:
        groups = _with(_without(groups, (index,)), Role.FLOWERS if flower else Role.CONCEALED, (index,))
    return tuple(seen), _shaped(groups, seen)


def _role(reading: Reading, doubt: Doubt, answer: str) -> _Changed:
    indices, seen = doubt.sightings, reading.sightings
    rest = _without(reading.groups, indices)
    tiles = [seen[index].kind for index in indices]
    if answer == OUTSIDE:
        groups = rest
    elif answer == CONCEALED_KONG:
        if meld_shape(tiles) is not MeldShape.KONG:
            raise AnswerError(f"{_written(reading, indices)} can't be a concealed kong")
        groups = _ordered([*rest, Group(Role.CONCEALED, MeldShape.KONG, indices, 1.0)])
    elif answer == Role.EXPOSED.value:
        cuts = splits(tiles)
        if not cuts or not indices:
            raise AnswerError(f"{_written(reading, indices)} can't be cut into exposed melds as they lie")
        groups = _ordered([*rest, *_cut(cuts[0], indices, tiles)])
    elif answer == Role.CONCEALED.value:
        groups = _with(rest, Role.CONCEALED, indices)
    elif answer == Role.WINNING.value and len(indices) == 1:
        groups = _won(reading.groups, indices[0])
    else:
        raise AnswerError(
            f"{_written(reading, indices)}: {answer!r} is no role of these tiles; "
            f"say exposed, concealed, {CONCEALED_KONG}, {OUTSIDE}, or of one tile winning"
        )
    return seen, groups


def _winning(reading: Reading, doubt: Doubt, answer: str) -> _Changed:
    del doubt
    tile = _tile(answer)
    for group in reversed(reading.groups):
        if group.role in {Role.CONCEALED, Role.WINNING} and group.meld is None:
            for index in reversed(group.sightings):
                if reading.sightings[index].kind == tile:
                    return reading.sightings, _won(reading.groups, index)
    raise AnswerError(f"no concealed tile was read as {tile}, so it can't have won")


def _boundary(reading: Reading, doubt: Doubt, answer: str) -> _Changed:
    try:
        sizes = tuple(len(parse_tiles(word)) for word in answer.split())
    except ScoringError as error:
        raise AnswerError(f"{answer!r} names no melds: {error}") from error
    tiles = [reading.sightings[index].kind for index in doubt.sightings]
    if sizes not in splits(tiles):
        raise AnswerError(
            f"{_written(reading, doubt.sightings)} can't be cut into {answer!r} in the order they lie"
        )
    rest = _without(reading.groups, doubt.sightings)
    return reading.sightings, _ordered([*rest, *_cut(sizes, doubt.sightings, tiles)])


def _covered(reading: Reading, doubt: Doubt, answer: str) -> _Changed:
    tile, seen = _tile(answer), list(reading.sightings)
    for index in doubt.sightings:
        seen[index] = replace(seen[index], kind=tile, p=1.0, alternatives=(), margin=None)
    return tuple(seen), list(reading.groups)


def _may_have_won(reading: Reading) -> list[str]:
    codes: list[str] = []
    for group in reading.groups:
        if group.role in {Role.CONCEALED, Role.WINNING} and group.meld is None:
            codes.extend(reading.sightings[index].code for index in group.sightings)
    return sorted({code for code in codes if code != BACK}, key=Tile)


def _won(groups: Sequence[Group], index: int) -> list[Group]:
    """Make one sighting the winning tile; what won before is concealed."""
    before = tuple(each for group in groups if group.role is Role.WINNING for each in group.sightings)
    rest = [group for group in _without(groups, (index,)) if group.role is not Role.WINNING]
    rest = _with(rest, Role.CONCEALED, tuple(each for each in before if each != index))
    return _ordered([*rest, Group(Role.WINNING, None, (index,), 1.0)])


def _with(groups: Sequence[Group], role: Role, indices: Sequence[int]) -> list[Group]:
    """Add sightings to the one group of loose tiles that has this role."""
    if not indices:
        return list(groups)
    place = next((n for n, each in enumerate(groups) if each.role is role and each.meld is None), None)
    if place is None:
        return _ordered([*groups, Group(role, None, tuple(sorted(indices)), 1.0)])
    joined = replace(groups[place], sightings=tuple(sorted((*groups[place].sightings, *indices))))
    return [*groups[:place], joined, *groups[place + 1 :]]


def _without(groups: Iterable[Group], indices: Sequence[int]) -> list[Group]:
    left = []
    for group in groups:
        kept = tuple(index for index in group.sightings if index not in indices)
        if kept == group.sightings:
            left.append(group)
        elif kept:
            left.append(replace(group, sightings=kept, meld=None, role=_loose(group.role)))
    return _joined(left)


def _loose(role: Role) -> Role:
    return Role.CONCEALED if role is Role.EXPOSED else role


def _joined(groups: Sequence[Group]) -> list[Group]:
    """Join loose concealed tiles into one group."""
    loose = [group for group in groups if group.role is Role.CONCEALED and group.meld is None]
    if len(loose) < 2:
        return list(groups)
    indices = tuple(sorted(index for group in loose for index in group.sightings))
    one = Group(Role.CONCEALED, None, indices, min(group.p for group in loose))
    return _ordered([*(group for group in groups if group not in loose), one])


def _shaped(groups: Sequence[Group], seen: Sequence[Sighting]) -> list[Group]:
    """Give exposed melds the shape that their tiles have now."""
    return [
        replace(group, meld=meld_shape([seen[index].kind for index in group.sightings]))
        if group.role is Role.EXPOSED
        else group
        for group in groups
    ]


def _cut(cut: Split, indices: Sequence[int], tiles: Sequence[Tile | None]) -> list[Group]:
    groups, start = [], 0
    for size in cut:
        part = slice(start, start + size)
        groups.append(Group(Role.EXPOSED, meld_shape(tiles[part]), tuple(indices[part]), 1.0))
        start += size
    return groups


def _ordered(groups: Iterable[Group]) -> list[Group]:
    """Flowers, exposed melds, concealed kongs, concealed tiles, the winning tile, each in reading order."""
    return sorted(groups, key=lambda each: (_ORDER.index(each.role), each.meld is None, each.sightings))


def _tile(code: str) -> Tile:
    try:
        return Tile(code)
    except ScoringError as error:
        raise AnswerError(f"{code!r} is no tile's code: {error}") from error


def _written(reading: Reading, indices: Sequence[int]) -> str:
    return " ".join(reading.sightings[index].code for index in indices) or "no tile"
