"""Which doubts of a reading stay open after a person has said something."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.notation import write_tiles
from vision.copies import COPIES
from vision.doubt import Answer, Doubt, Question
from vision.group import Group, Role
from vision.layout.splits import splits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.layout.splits import Split
    from vision.reading import Reading
    from vision.sighting import Sighting

__all__ = ["still_open"]

_WHERE = {Question.ROLE, Question.BOUNDARY, Question.WINNING}
_WHAT = {Question.TILE, Question.COVERED}


def still_open(
    before: Reading, seen: Sequence[Sighting], groups: Sequence[Group], answer: Answer
) -> tuple[Doubt, ...]:
    """Give the doubts that an answer leaves open, in their order.

    Args:
        before: the reading that was answered to.
        seen: the sightings as they are now.
        groups: likewise.
        answer: what was said.
    """
    kept = [each for doubt in before.doubts for each in _kept(doubt, seen, groups, answer)]
    had = any(group.role is Role.WINNING for group in before.groups)
    has = any(group.role is Role.WINNING for group in groups)
    if had and not has and any(group.role is Role.CONCEALED for group in groups):
        kept.append(Doubt(Question.WINNING, (), "Which tile won isn't known any more."))
    return tuple(kept)


def _kept(doubt: Doubt, seen: Sequence[Sighting], groups: Sequence[Group], answer: Answer) -> Iterator[Doubt]:
    about = set(doubt.sightings) & set(answer.sightings)
    asked = doubt.question
    if asked is Question.WINNING:
        won = any(group.role is Role.WINNING and group.sightings == doubt.sightings for group in groups)
        if answer.question is not Question.WINNING and (won or not doubt.sightings):
            yield doubt
    elif not about or (asked is Question.COUNT and not _settled(doubt, seen)):
        yield doubt
    elif asked in _WHAT:
        outside = not any(set(doubt.sightings) & set(group.sightings) for group in groups)
        if answer.question not in _WHAT and not outside:
            yield doubt
    elif asked is Question.ROLE:
        left = tuple(index for index in doubt.sightings if index not in about)
        if answer.question not in _WHERE:
            yield doubt
        elif left and doubt.alternatives:
            yield replace(doubt, sightings=left)
    elif asked is Question.BOUNDARY and answer.question in _WHAT:
        yield from _recut(doubt, seen, groups)


def _settled(doubt: Doubt, seen: Sequence[Sighting]) -> bool:
    """Tell whether there are no longer more of a kind than a set has."""
    kinds = Counter(kind for index in doubt.sightings if (kind := seen[index].kind) is not None)
    return all(count <= COPIES[kind.index] for kind, count in kinds.items())


def _recut(doubt: Doubt, seen: Sequence[Sighting], groups: Sequence[Group]) -> Iterator[Doubt]:
    """Ask for the bounds of melds anew where the tiles can still be cut in two ways."""
    tiles = [seen[index].kind for index in doubt.sightings]
    cuts = splits(tiles)
    melds = [group for group in groups if set(group.sightings) <= set(doubt.sightings)]
    now = tuple(len(group.sightings) for group in melds)
    others = [one for one in cuts if one != now]

    def written(sizes: Split) -> str:
        words, start = [], 0
        for size in sizes:
            words.append(write_tiles([tile for tile in tiles[start : start + size] if tile is not None]))
            start += size
        return " ".join(words)

    if others and all(group.role is Role.EXPOSED for group in melds):
        text = f"The exposed tiles are cut into {written(now)}; they can also be cut otherwise."
        p = round(1 / (len(others) + 1), 4)
        yield replace(doubt, text=text, alternatives=tuple((written(one), p) for one in others))
