"""The tiles of a reading as rows of text, each with the number that it is called by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sikwu.report.words import ROLES, Language, say
from vision import Question

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision import Reading

__all__ = ["tile_rows"]

_ABOUT_TILES = {Question.TILE, Question.COVERED}


def tile_rows(reading: Reading, language: Language) -> list[str]:
    """Write the tiles by group: number, code and name, ``?`` behind one in doubt, ``!`` behind one corrected.

    Args:
        reading: what is shown.
        language: of the heading of the tiles that are no part of the hand.
    """
    rows = []
    for group in reading.groups:
        name = ROLES[group.role] if group.meld is None else f"{ROLES[group.role]} {group.meld.value}"
        rows.append(f"  {name}: {_tiles(reading, group.sightings)}")
    outside = [index for index, each in enumerate(reading.sightings) if not each.in_hand]
    if outside:
        rows.append(f"  {say('outside', language)}: {_tiles(reading, outside)}")
    return rows


def _tiles(reading: Reading, indices: Iterable[int]) -> str:
    doubted = {
        index for doubt in reading.doubts if doubt.question in _ABOUT_TILES for index in doubt.sightings
    }
    said = {
        index for answer in reading.answers if answer.question in _ABOUT_TILES for index in answer.sightings
    }
    words = []
    for index in indices:
        sighting = reading.sightings[index]
        name = "back" if sighting.kind is None else f"{sighting.kind.code}{sighting.kind.chinese}"
        mark = "!" if index in said else "?" if index in doubted or not sighting.sure else ""
        words.append(f"{index + 1} {name}{mark}")
    return "  ".join(words)
