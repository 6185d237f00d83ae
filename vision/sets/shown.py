"""What a photo shows of a set of tiles: which tile lies where, by somebody's word or as it was read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.notation import write_tiles
from vision.errors import EnrolmentError
from vision.quad import bounds, convex
from vision.rectify import rectify, stand
from vision.sets.layout import rows_of_photo
from vision.sets.tileset import TileSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.tile import Tile
    from vision.capture import Photo
    from vision.reading import Reading

__all__ = ["Shown", "as_listed", "as_read", "most_of"]

_SURE: Final = 0.9
_BLANK: Final = "P"
"""Whose face may show nothing at all, as a back does."""
_ROW: Final = 60
"""Characters of a row that a message quotes."""


def most_of(tile: Tile) -> int:
    """How many of a kind a set holds."""
    return 1 if tile.is_flower else 4


@dataclass(frozen=True)
class Shown:
    """What a photo shows of a set.

    Attributes:
        reading: of the photo, with the kinds as they were said to be.
        rows: the face-up sightings that are taken into the set, by index, from the top of the photo.
        unsure: those of them, by index, that aren't sure and of which nobody said what they are; in words.
    """

    reading: Reading
    rows: tuple[tuple[int, ...], ...]
    unsure: tuple[tuple[int, str], ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """The sightings of all rows."""
        return tuple(index for row in self.rows for index in row)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """What is taken into the set, in the order of `places`."""
        kinds = (self.reading.sightings[index].kind for index in self.places)
        return tuple(kind for kind in kinds if kind is not None)

    def to_set(self, name: str, photo: Photo, program: str) -> TileSet:
        """Cut the tiles out of the photo.

        Args:
            name: of the set.
            photo: the one that was read.
            program: version of the program.

        Raises:
            SetFormatError: that is no name, or no tile is shown.
            EnrolmentError: it is another photo than the one that was read.
        """
        facts = self.reading.photo
        if (facts.sha256, facts.width, facts.height) != (photo.sha256, photo.width, photo.height):
            raise EnrolmentError(f"the reading is about another photo than {photo.path or 'the one given'}")
        quads = np.array([self.reading.sightings[index].quad for index in self.places], np.float32)
        crops = rectify(photo.pixels, stand(quads.reshape(-1, 4, 2)))
        return TileSet(name, crops, tuple(tile.index for tile in self.tiles), (photo.sha256,), program)


def as_listed(reading: Reading, tiles: Sequence[Tile]) -> Shown:
    """Take somebody's list of what lies in a photo.

    Args:
        reading: of the photo.
        tiles: what lies there face up, row by row from the top of the photo, each row from left to right. A
            white dragon may be blank, so that it was read as face down.

    Raises:
        EnrolmentError: there are more or fewer tiles in the photo, or more of a kind than a set holds; or a
            quad is none.
    """
    rows = _rows(reading)
    if sum(map(len, rows)) != len(tiles):
        rows = _with_blanks(reading, tiles)
    places = tuple(index for row in rows for index in row)
    _check_copies(tiles)
    kinds = dict(zip(places, tiles, strict=True))
    return Shown(_renamed(reading, kinds), rows)


def as_read(reading: Reading, *, corrected: bool = False) -> Shown:
    """Take a photo as it was read.

    Args:
        reading: of the photo.
        corrected: whether a person has gone over it: then nothing is unsure.

    Raises:
        EnrolmentError: no tile was seen, or a quad is none; or, corrected, there are more of a kind than a
            set holds.
    """
    rows = _rows(reading)
    if not rows:
        raise EnrolmentError("the photo shows no tile face up")
    shown = Shown(reading, rows)
    if corrected:
        _check_copies(shown.tiles)
        return shown
    counts = Counter(shown.tiles)
    doubtful = {
        index for doubt in reading.doubts for index in doubt.sightings if doubt.question.value == "tile"
    }
    unsure = []
    for number, row in enumerate(rows, 1):
        for place, index in enumerate(row, 1):
            sighting = reading.sightings[index]
            kind = sighting.kind
            if kind is None:
                continue
            where = f"row {number}, tile {place}: {kind.code} {kind.chinese}"
            if counts[kind] > most_of(kind):
                unsure.append(
                    (index, f"{where}, of which {counts[kind]} were read; a set has {most_of(kind)}")
                )
            elif sighting.p < _SURE or index in doubtful:
                unsure.append((index, f"{where} is not sure (p {sighting.p:.2f})"))
    return Shown(reading, rows, tuple(unsure))


def _rows(reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Put the tiles in rows, once each is seen to lie in the photo; a reading may come from a file."""
    for index, each in enumerate(reading.sightings):
        width, height = reading.photo.width, reading.photo.height
        quad = np.array([each.quad], np.float64)
        left, top, right, bottom = bounds(quad)[0]
        reach = 2 * (width + height)
        inside = -reach < left < width and -reach < top < height and 0 < right < reach and 0 < bottom < reach
        if not inside or not convex(quad).all():
            raise EnrolmentError(
                f"sighting {index} ({each.code}) lies nowhere in the photo: its quad {list(each.quad)} isn't "
                f"four corners clockwise around something in the {width} x {height} pixels"
            )
    return rows_of_photo(reading.sightings)


def _with_blanks(reading: Reading, tiles: Sequence[Tile]) -> tuple[tuple[int, ...], ...]:
    """Give the rows with the tiles that were read as face down, if each of them is said to be a blank one.

    Raises:
        EnrolmentError: there are more or fewer tiles in the photo, or a face-down one is said to be another.
    """
    rows = rows_of_photo(reading.sightings, backs=True)
    places = [index for row in rows for index in row]
    down = [place for place, index in enumerate(places) if reading.sightings[index].back]
    if len(places) == len(tiles) and all(tiles[place].code == _BLANK for place in down):
        return rows
    listed = "1 tile is listed" if len(tiles) == 1 else f"{len(tiles)} tiles are listed"
    faces = f"{len(places) - len(down)} face up"
    if down:
        faces += f" and {len(down)} face down, which only a blank {_BLANK} can be"
    raise EnrolmentError(f"{listed}, and the photo shows {faces}{_rows_in_words(reading, rows)}")


def _check_copies(tiles: Sequence[Tile]) -> None:
    for tile, count in sorted(Counter(tiles).items()):
        if count > most_of(tile):
            raise EnrolmentError(f"{count} tiles are said to be {tile}; a set has {most_of(tile)}")


def _rows_in_words(reading: Reading, rows: Sequence[Sequence[int]]) -> str:
    if not rows:
        return ""
    lines = []
    for number, row in enumerate(rows, 1):
        faces = [kind for index in row if (kind := reading.sightings[index].kind) is not None]
        read = write_tiles(faces) if faces else "nothing"
        if len(faces) < len(row):
            read += f" and {len(row) - len(faces)} face down"
        quoted = read if len(read) <= _ROW else f"{read[:_ROW]}…"
        lines.append(f"\n  row {number}: {len(row)}, read as {quoted}")
    return ", in rows from the top:" + "".join(lines)


def _renamed(reading: Reading, kinds: dict[int, Tile]) -> Reading:
    sightings = tuple(
        replace(each, kind=kinds[index], p=1.0, alternatives=()) if index in kinds else each
        for index, each in enumerate(reading.sightings)
    )
    return replace(reading, sightings=sightings, doubts=())
