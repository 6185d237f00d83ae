"""What a person may type while a hand is read: corrections of tiles, roles, the winning tile."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scoring import KINDS, NotationError, Tile, parse_tiles
from sikwu.errors import BadEntryError
from vision import (
    CONCEALED_KONG,
    OUTSIDE,
    Question,
    Role,
    add_tile,
    answered,
    give_role,
    name_tiles_as,
    say_winning,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision import Doubt, Reading

__all__ = ["correct", "read_tile", "word_of"]

BACK: Final = "back"
_NUMBERS: Final = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
_NAMED: Final = re.compile(r"([\d\s,-]+?)\s*[=＝]\s*(\S+)")
_CHINESE: Final[Mapping[str, Tile]] = {tile.chinese: tile for tile in KINDS}
_MOST_TILES: Final = 200

_WORDS: Final[Mapping[str, str]] = {
    "win": "win",
    "winning": "win",
    "糊": "win",
    "食糊": "win",
    "exposed": Role.EXPOSED.value,
    "明": Role.EXPOSED.value,
    "concealed": Role.CONCEALED.value,
    "暗": Role.CONCEALED.value,
    "kong": CONCEALED_KONG,
    "暗槓": CONCEALED_KONG,
    "remove": OUTSIDE,
    "outside": OUTSIDE,
    "除": OUTSIDE,
    "add": "add",
    "加": "add",
    "undo": "undo",
    "復原": "undo",
    "skip": "skip",
    "略過": "skip",
    "show": "show",
    "顯示": "show",
    "help": "help",
    "?": "help",
    "說明": "help",
    "done": "done",
    "quit": "done",
    "q": "done",
    "完": "done",
}


def word_of(line: str) -> str:
    """Give the first word of an entry by its English name; the line itself where it is no command."""
    first = line.split(maxsplit=1)[0] if line.split() else ""
    return _WORDS.get(first.lower(), line)


def correct(reading: Reading, line: str, doubt: Doubt | None) -> Reading:
    """Apply what was typed.

    Args:
        reading: what stands.
        line: such as ``3=7s``, ``win 12``, ``exposed 4-6``, ``remove 9``, ``add 5p``, or an answer to the
            doubt: a tile, a role, melds.
        doubt: what is being asked, if anything.

    Raises:
        BadEntryError: it can't be understood; the message says what can.
        AnswerError: it can't be.
    """
    named = _NAMED.fullmatch(line)
    if named is not None:
        return name_tiles_as(reading, _numbers(named[1]), _code(named[2]))
    word, _, rest = line.partition(" ")
    command, rest = _WORDS.get(word.lower()), rest.strip()
    if command == "win" and rest:
        return _won(reading, rest)
    if command == "add" and rest:
        return add_tile(reading, read_tile(rest).code)
    if command in {Role.EXPOSED.value, Role.CONCEALED.value, CONCEALED_KONG, OUTSIDE}:
        if rest:
            return give_role(reading, _numbers(rest), str(command))
        if doubt is not None and doubt.question is Question.ROLE and doubt.sightings:
            return answered(reading, doubt, str(command))
        raise BadEntryError(f"{word}: say which tiles by their numbers, such as {word} 4 5 6")
    if command is not None:
        raise BadEntryError(f"{line!r} isn't complete, or says too much; help lists what can be typed")
    if doubt is None:
        raise BadEntryError(f"{line!r} is no correction; help lists what can be typed")
    return answered(reading, doubt, _answer(line, doubt))


def read_tile(text: str) -> Tile:
    """Read one tile: its code, its Unicode character or its Chinese name.

    Raises:
        BadEntryError: it is none.
    """
    if text in _CHINESE:
        return _CHINESE[text]
    try:
        tiles = parse_tiles(text)
    except NotationError:
        tiles = ()
    if len(tiles) != 1:
        raise BadEntryError(f"{text!r} is no tile; a tile is written such as 7s, E, C or f1")
    return tiles[0]


def _code(text: str) -> str:
    return BACK if text in {BACK, "蓋"} else read_tile(text).code


def _answer(line: str, doubt: Doubt) -> str:
    if doubt.question is Question.TILE:
        return _code(line)
    if doubt.question in {Question.WINNING, Question.COVERED}:
        return read_tile(line).code
    if doubt.question is Question.BOUNDARY:
        return line
    raise BadEntryError(f"{line!r} is no answer to that; help lists what can be typed")


def _won(reading: Reading, rest: str) -> Reading:
    if rest.isascii() and rest.isdigit():
        return say_winning(reading, *_numbers(rest))
    doubt = next((each for each in reading.doubts if each.question is Question.WINNING), None)
    tile = read_tile(rest)
    if doubt is not None:
        return answered(reading, doubt, tile.code)
    for group in reversed(reading.groups):
        if group.role in {Role.CONCEALED, Role.WINNING} and group.meld is None:
            for index in reversed(group.sightings):
                if reading.sightings[index].kind == tile:
                    return say_winning(reading, index)
    raise BadEntryError(f"no concealed tile was read as {tile}")


def _numbers(text: str) -> list[int]:
    """Read numbers of tiles, counted from 1, and ranges of them; give indices."""
    indices: list[int] = []
    for part in text.replace(",", " ").split():
        found = _NUMBERS.fullmatch(part)
        if found is None:
            raise BadEntryError(f"{part!r} is no number of a tile; say such as 4 5 6, or 4-6")
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= _MOST_TILES:
            raise BadEntryError(f"{part!r}: tiles are numbered from 1")
        indices.extend(range(first - 1, last))
    return indices
