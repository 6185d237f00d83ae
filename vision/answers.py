"""What a person answers to a doubt, put into the reading.

What else a person can say of a hand stands in `vision.corrections`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.errors import ScoringError
from scoring.hand import MOST_MELDS
from scoring.notation import parse_tiles
from scoring.tile import KINDS, Tile
from vision.corrections import (
    OUTSIDE,
    cut_melds,
    give_role,
    name_tiles_as,
    read_code,
    role_of,
    say_winning,
    written,
)
from vision.doubt import Answer, Doubt, Question
from vision.errors import AnswerError
from vision.group import Role
from vision.sighting import BACK

if TYPE_CHECKING:
    from vision.reading import Reading

__all__ = ["answered", "confirmed", "possible_answers", "taken"]

_MOST_TILES: Final = 3 * MOST_MELDS + 2
"""Tiles of the largest hand that a rule set knows, a kong counted as three."""


def possible_answers(reading: Reading, doubt: Doubt) -> tuple[tuple[str, float | None], ...]:
    """List the answers that a doubt leaves open, each with its probability where the picture tells one.

    A doubt about the winning tile names no tile, so every other concealed kind is listed; one about a
    concealed kong that lies face down leaves every kind open of which the hand shows no copy.

    Args:
        reading: what was read.
        doubt: one of its doubts.
    """
    if doubt.question is Question.WINNING:
        others = _may_have_won(reading, doubt)
        share = sum(p for _, p in doubt.alternatives) / max(len(others), 1) if doubt.alternatives else None
        return tuple((code, share) for code in others)
    if doubt.question is Question.COVERED:
        seen = {each.code for each in reading.sightings if each.in_hand}
        codes = (tile.code for tile in KINDS if not tile.is_flower)
        return tuple((code, None) for code in codes if code not in seen)
    if doubt.question is Question.COUNT:
        held = [index for index in doubt.sightings if reading.sightings[index].in_hand]
        too_many = reading.hand is not None and reading.hand.size > _MOST_TILES
        return tuple((f"{OUTSIDE} {index + 1}", None) for index in held) if too_many else ()
    return doubt.alternatives


def taken(reading: Reading, doubt: Doubt) -> str:
    """Give the answer that was taken, in the words of `answered`; empty where none was."""
    if doubt.question is Question.TILE and len(doubt.sightings) == 1:
        return reading.sightings[doubt.sightings[0]].code
    if doubt.question is Question.WINNING:
        won = next((group for group in reading.groups if group.role is Role.WINNING), None)
        return "" if won is None else reading.sightings[won.sightings[0]].code
    if doubt.question is Question.ROLE and doubt.sightings:
        return role_of(reading, doubt.sightings)
    if doubt.question is Question.BOUNDARY:
        melds = [group for group in reading.groups if set(group.sightings) <= set(doubt.sightings)]
        return " ".join(written(reading, each.sightings) for each in melds)
    return ""


def answered(reading: Reading, doubt: Doubt, answer: str) -> Reading:
    """Apply an answer.

    Args:
        reading: what was read.
        doubt: one of its doubts.
        answer: for a tile a code or ``back``; for a winning tile or a covered kong a code; for a role
            ``exposed``, ``concealed``, ``concealed kong``, ``winning`` or ``outside``; for a boundary the
            melds in the order they lie, such as ``678s 888s``; for too many tiles which of them is no part of
            the hand, by its number from 1, ``outside 14``.

    Returns:
        The reading with that answer, and without that doubt and others that it settles.

    Raises:
        AnswerError: the answer is none to that question, or can't be.
    """
    question = doubt.question
    if question is Question.TILE and len(doubt.sightings) == 1:
        told = name_tiles_as(reading, doubt.sightings, answer)
    elif question is Question.ROLE and doubt.sightings:
        told = give_role(reading, doubt.sightings, answer)
    elif question is Question.WINNING:
        told = say_winning(reading, _bearer(reading, answer))
    elif question is Question.BOUNDARY:
        told = cut_melds(reading, doubt.sightings, _sizes(answer))
    elif question is Question.COVERED and doubt.sightings:
        if answer == BACK or read_code(answer).is_flower:
            raise AnswerError(f"{answer} can't be what lies face down in a hand's kong")
        told = name_tiles_as(reading, doubt.sightings, answer, question=Question.COVERED)
    elif question is Question.COUNT and answer.startswith(f"{OUTSIDE} "):
        told = give_role(reading, (_number(answer),), OUTSIDE)
    else:
        raise AnswerError(f"nothing can be answered to: {doubt.text}")
    return replace(told, doubts=tuple(each for each in told.doubts if each != doubt))


def confirmed(reading: Reading, doubt: Doubt) -> Reading:
    """Say that what was taken is right: the doubt is gone, and all else stays."""
    sightings = list(reading.sightings)
    if doubt.question is Question.TILE:
        for index in doubt.sightings:
            sightings[index] = replace(sightings[index], p=1.0, alternatives=(), margin=None)
    now = taken(reading, doubt)
    return replace(
        reading,
        sightings=tuple(sightings),
        doubts=tuple(each for each in reading.doubts if each != doubt),
        answers=(*reading.answers, Answer(doubt.question, doubt.sightings, now, now)),
    )


def _number(answer: str) -> int:
    number = answer.removeprefix(f"{OUTSIDE} ")
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        raise AnswerError(f"{answer!r} names no tile; say such as {OUTSIDE} 14")
    return int(number) - 1


def _bearer(reading: Reading, answer: str) -> int:
    """Find the concealed tile of a kind; of equal ones any will do."""
    tile = read_code(answer)
    for group in reversed(reading.groups):
        if group.role in {Role.CONCEALED, Role.WINNING} and group.meld is None:
            for index in reversed(group.sightings):
                if reading.sightings[index].kind == tile:
                    return index
    raise AnswerError(f"no concealed tile was read as {tile}, so it can't have won")


def _may_have_won(reading: Reading, doubt: Doubt) -> list[str]:
    codes = {
        reading.sightings[index].code
        for group in reading.groups
        if group.role in {Role.CONCEALED, Role.WINNING} and group.meld is None
        for index in group.sightings
    }
    return sorted(codes - {BACK, taken(reading, doubt)}, key=Tile)


def _sizes(answer: str) -> tuple[int, ...]:
    try:
        return tuple(len(parse_tiles(word)) for word in answer.split())
    except ScoringError as error:
        raise AnswerError(f"{answer!r} names no melds: {error}") from error
