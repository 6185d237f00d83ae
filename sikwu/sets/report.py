"""What is printed about sets of tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring.notation import write_tiles
from scoring.tile import KINDS
from sikwu.report.words import Language, pick

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from scoring import Tile
    from sikwu.sets.enrolment import Told
    from vision import TileSet

__all__ = ["describe", "report_list", "report_told", "write_set"]


def write_set(tiles: TileSet) -> dict[str, Any]:
    """Give a set as JSON-able values."""
    counts = [[tile.code, tiles.tiles.count(tile)] for tile in KINDS if tile in tiles.tiles]
    return {
        "name": tiles.name,
        "sha256": tiles.sha256,
        "tiles": len(tiles.kinds),
        "kinds": counts,
        "missing": [tile.code for tile in tiles.missing],
        "photos": list(tiles.photos),
        "program": tiles.program,
    }


def describe(tiles: TileSet, language: Language) -> str:
    """Say in a line or two what a set holds."""
    kinds, photos = len(set(tiles.kinds)), len(tiles.photos)
    lines = [
        pick(
            language,
            f"{tiles.name}: {kinds} of {len(KINDS)} kinds, {_of(len(tiles.kinds), 'tile')} "
            f"on {_of(photos, 'photo')}",
            f"{tiles.name}：{len(KINDS)} 種牌有 {kinds} 種，{photos} 張相共 {len(tiles.kinds)} 隻",
        )
    ]
    if tiles.missing:
        lines.append(
            pick(
                language,
                f"not shown, and read as before: {write_tiles(tiles.missing)}",
                f"未見過，照舊認：{_names(tiles.missing)}",
            )
        )
    return "\n".join(lines)


def report_list(sets: Sequence[TileSet], folder: Path, language: Language) -> str:
    """List the sets."""
    if not sets:
        return pick(
            language,
            f"there are no sets in {folder}; sikwu enrol shows the reader one",
            f"{folder} 未有牌，以 sikwu enrol 教",
        )
    return "\n".join(describe(each, language) for each in sets)


def report_told(told: Told, language: Language) -> str:
    """Say row by row what a photo is taken to show, and what of it is unsure or read otherwise."""
    return "\n".join(_told(told, language))


def _told(told: Told, language: Language) -> Iterator[str]:
    shown = told.shown
    yield pick(
        language,
        f"{told.photo.path}: {_of(len(shown.places), 'tile')}",
        f"{told.photo.path}：{len(shown.places)} 隻",
    )
    for number, row in enumerate(shown.rows, 1):
        kinds = [kind for index in row if (kind := shown.reading.sightings[index].kind) is not None]
        yield pick(language, f"  row {number}: {write_tiles(kinds)}", f"  第 {number} 行：{_names(kinds)}")
    for _, why in shown.unsure:
        yield pick(language, f"  in doubt: {why}", f"  存疑 in doubt: {why}")
    for place, said, read in told.otherwise:
        yield pick(
            language,
            f"  tile {place} is said to be {said} and was read as {read}",
            f"  第 {place} 隻話係 {said.chinese}，讀成 {read}",
        )


def _names(tiles: Sequence[Tile]) -> str:
    return " ".join(tile.chinese for tile in tiles)


def _of(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
