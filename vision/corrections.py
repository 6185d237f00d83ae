"""What a person says of a hand that was read, put into the reading.

What is said is a fact: the tile, role or cut that it names is what it says from then on, the hand is put
together anew, doubts that it settles are gone, and `Reading.answers` keeps what was said and what had been
read. Sightings keep their numbers; a tile that is added gets the next one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.errors import ScoringError
from scoring.notation import write_tiles
from scoring.tile import Tile
from vision.doubt import Answer, Question
from vision.errors import AnswerError
from vision.group import Group, MeldShape, Role
from vision.layout.assemble import assemble
from vision.layout.splits import meld_shape, splits
from vision.open_doubts import still_open
from vision.regroup import cut, one_winner, ordered, shaped, with_loose, without
from vision.sighting import BACK, NOWHERE, Sighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.splits import Split
    from vision.reading import Reading

__all__ = [
    "ADDED",
    "CONCEALED_KONG",
    "OUTSIDE",
    "add_tile",
    "cut_melds",
    "give_role",
    "name_tiles_as",
    "read_code",
    "role_of",
    "say_winning",
    "written",
]

OUTSIDE: Final = "outside"
"""The role of tiles that are no part of the hand."""

CONCEALED_KONG: Final = "concealed kong"
"""The role of four tiles that are one."""

ADDED: Final = "nothing"
"""What had been read of a tile that was added."""


def name_tiles_as(
    reading: Reading, indices: Sequence[int], code: str, *, question: Question = Question.TILE
) -> Reading:
    """Say what tiles are.

    A flower goes to the flowers, and what is none leaves them for the concealed tiles.

    Args:
        reading: what was read.
        indices: of the sightings.
        code: a tile's, or ``back`` for one that lies face down.
        question: under which question it is kept.

    Raises:
        AnswerError: the code is no tile's, or there is no such sighting.
    """
    _check(reading, indices)
    kind = None if code == BACK else read_code(code)
    was = " ".join(reading.sightings[index].code for index in indices)
    seen, groups = list(reading.sightings), list(reading.groups)
    for index in indices:
        before = seen[index]
        seen[index] = replace(before, kind=kind, p=1.0, alternatives=(), margin=None)
        flower = kind is not None and kind.is_flower
        was_flower = before.kind is not None and before.kind.is_flower
        if before.in_hand and flower != was_flower:
            groups = with_loose(
                without(groups, (index,)), Role.FLOWERS if flower else Role.CONCEALED, (index,)
            )
    return _rebuilt(reading, seen, groups, Answer(question, tuple(indices), code, was))


def give_role(reading: Reading, indices: Sequence[int], role: str) -> Reading:
    """Say what tiles are in the hand.

    Args:
        reading: what was read.
        indices: of the sightings; for several exposed melds in the order in which the tiles lie.
        role: ``exposed``, ``concealed``, ``concealed kong``, ``winning`` (one tile) or ``outside``.

    Raises:
        AnswerError: the tiles can't play that role, or there are no such sightings.
    """
    _check(reading, indices)
    if not indices:
        raise AnswerError("no tile is named")
    tiles = [reading.sightings[index].kind for index in indices]
    rest = without(reading.groups, indices)
    if role == Role.WINNING.value and len(indices) == 1:
        groups = one_winner(reading.groups, indices[0])
    elif role == OUTSIDE:
        groups = rest
    elif role == CONCEALED_KONG:
        if meld_shape(tiles) is not MeldShape.KONG:
            raise AnswerError(f"{_written(reading, indices)} can't be a concealed kong: that is four alike")
        groups = ordered([*rest, Group(Role.CONCEALED, MeldShape.KONG, tuple(sorted(indices)), 1.0)])
    elif role == Role.EXPOSED.value:
        groups = ordered([*rest, *_exposed(reading, indices, tiles)])
    elif role == Role.CONCEALED.value:
        groups = _loosened(rest, indices, tiles)
    else:
        raise AnswerError(
            f"{_written(reading, indices)}: {role!r} is no role of these tiles; "
            f"say exposed, concealed, {CONCEALED_KONG}, {OUTSIDE}, or of one tile winning"
        )
    return _rebuilt(
        reading,
        reading.sightings,
        groups,
        Answer(Question.ROLE, tuple(indices), role, role_of(reading, indices)),
    )


def cut_melds(reading: Reading, indices: Sequence[int], sizes: Split) -> Reading:
    """Say where one exposed meld ends and the next begins.

    Args:
        reading: what was read.
        indices: of the sightings, in the order in which the tiles lie.
        sizes: of the melds one after the other, 3 or 4 each.

    Raises:
        AnswerError: the tiles can't be cut like that.
    """
    _check(reading, indices)
    tiles = [reading.sightings[index].kind for index in indices]
    if sizes not in splits(tiles):
        raise AnswerError(
            f"{_written(reading, indices)} can't be cut into melds of {' and '.join(map(str, sizes)) or 0}"
        )
    melds = [group for group in reading.groups if set(group.sightings) & set(indices)]
    was = " ".join(written(reading, group.sightings) for group in melds)
    groups = ordered([*without(reading.groups, indices), *cut(sizes, indices, tiles)])
    told = " ".join(written(reading, group.sightings) for group in cut(sizes, indices, tiles))
    return _rebuilt(reading, reading.sightings, groups, Answer(Question.BOUNDARY, tuple(indices), told, was))


def say_winning(reading: Reading, index: int) -> Reading:
    """Say which tile won; what was taken for it before is concealed.

    Raises:
        AnswerError: there is no such sighting, or it is a flower or lies face down.
    """
    _check(reading, (index,))
    sighting = reading.sightings[index]
    if sighting.kind is None or sighting.kind.is_flower:
        raise AnswerError(f"{sighting.code} can't be the winning tile")
    won = next((group for group in reading.groups if group.role is Role.WINNING), None)
    was = "" if won is None else reading.sightings[won.sightings[0]].code
    return _rebuilt(
        reading,
        reading.sightings,
        one_winner(reading.groups, index),
        Answer(Question.WINNING, (index,), sighting.code, was),
    )


def add_tile(reading: Reading, code: str) -> Reading:
    """Add a tile that wasn't seen, to the flowers or to the concealed tiles. It has no place in the photo.

    Raises:
        AnswerError: the code is no tile's.
    """
    kind = read_code(code)
    index = len(reading.sightings)
    role = Role.FLOWERS if kind.is_flower else Role.CONCEALED
    return _rebuilt(
        reading,
        [*reading.sightings, Sighting(NOWHERE, kind, 1.0, found=0.0, in_hand=True)],
        with_loose(reading.groups, role, (index,)),
        Answer(Question.COUNT, (index,), code, ADDED),
    )


def read_code(code: str) -> Tile:
    """Read a tile's code.

    Raises:
        AnswerError: it is none.
    """
    try:
        return Tile(code)
    except ScoringError as error:
        raise AnswerError(f"{code!r} is no tile's code: {error}") from error


def role_of(reading: Reading, indices: Sequence[int]) -> str:
    """Name the role that tiles have, or the roles; ``outside`` where they are no part of the hand."""
    roles = []
    for index in indices:
        group = next((each for each in reading.groups if index in each.sightings), None)
        if group is None:
            roles.append(OUTSIDE)
        elif group.role is Role.CONCEALED and group.meld is not None:
            roles.append(CONCEALED_KONG)
        else:
            roles.append(group.role.value)
    return " ".join(dict.fromkeys(roles))


def _rebuilt(reading: Reading, seen: Sequence[Sighting], groups: Sequence[Group], answer: Answer) -> Reading:
    groups = shaped(groups, seen)
    held = {index for group in groups for index in group.sightings}
    placed = tuple(each.placed(in_hand=index in held) for index, each in enumerate(seen))
    hand, why = assemble(placed, groups)
    return replace(
        reading,
        sightings=placed,
        groups=tuple(groups),
        hand=hand,
        why=why,
        doubts=still_open(reading, placed, groups, answer),
        answers=(*reading.answers, answer),
    )


def _exposed(reading: Reading, indices: Sequence[int], tiles: Sequence[Tile | None]) -> list[Group]:
    cuts = splits(tiles)
    if cuts:
        return cut(cuts[0], indices, tiles)
    if len(indices) in {3, 4} and all(tile is not None and not tile.is_flower for tile in tiles):
        # No meld, but a person says that it was laid down as one: then it must show as a wrong one.
        return [Group(Role.EXPOSED, None, tuple(sorted(indices)), 1.0)]
    raise AnswerError(f"{_written(reading, indices)} can't be cut into exposed melds as they lie")


def _loosened(rest: Sequence[Group], indices: Sequence[int], tiles: Sequence[Tile | None]) -> list[Group]:
    """Put tiles among the concealed ones, flowers among the flowers."""
    flowers = [
        index for index, tile in zip(indices, tiles, strict=True) if tile is not None and tile.is_flower
    ]
    others = [index for index in indices if index not in flowers]
    return with_loose(with_loose(rest, Role.CONCEALED, others), Role.FLOWERS, flowers)


def _check(reading: Reading, indices: Sequence[int]) -> None:
    for index in indices:
        if not 0 <= index < len(reading.sightings):
            raise AnswerError(f"there is no tile {index + 1}; there are {len(reading.sightings)}")
    if len(set(indices)) < len(indices):
        raise AnswerError("a tile is named twice")


def written(reading: Reading, indices: Sequence[int]) -> str:
    """Write tiles in the notation, in the order given."""
    kinds = (reading.sightings[index].kind for index in indices)
    return write_tiles([kind for kind in kinds if kind is not None])


def _written(reading: Reading, indices: Sequence[int]) -> str:
    return " ".join(reading.sightings[index].code for index in indices)
