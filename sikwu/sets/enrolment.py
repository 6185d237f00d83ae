"""From photos and what was said of them to a set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sikwu._version import __version__
from sikwu.errors import BadOptionError
from sikwu.options import parse_option_tiles
from vision import EnrolmentError, Photo, Reader, Reading, ReadingFormatError, TileSet
from vision.sets import Shown, as_listed, as_read

if TYPE_CHECKING:
    from scoring import Tile

__all__ = ["Told", "read_reading", "read_tiles", "show_photo", "to_set"]


@dataclass(frozen=True)
class Told:
    """A photo and what its owner says of it.

    Attributes:
        photo: the photo.
        shown: what it shows.
        otherwise: what was said of tiles that the network takes for something else: place, said, read.
    """

    photo: Photo
    shown: Shown
    otherwise: tuple[tuple[int, Tile, str], ...] = ()

    @property
    def strange(self) -> bool:
        """Whether more than half of the tiles are read otherwise: then the list may be in another order."""
        return 2 * len(self.otherwise) > len(self.shown.places)


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Read ``--tiles``: tiles, or a file that lists them.

    Raises:
        BadOptionError: it names no tiles, or the file can't be read.
    """
    path = Path(text)
    try:
        listed = path.read_text(encoding="utf-8") if path.is_file() else None
    except (OSError, ValueError) as error:
        if not isinstance(error, UnicodeDecodeError) and not _is_there(path):
            listed = None  # too long for a name, or a NUL in it: tiles
        else:
            raise BadOptionError(f"--tiles {text}: {getattr(error, 'strerror', None) or error}") from error
    tiles = parse_option_tiles(text, "--tiles") if listed is None else _listed(listed, text)
    if not tiles:
        raise BadOptionError(f"--tiles {text}: no tile is listed")
    return tiles


def _listed(text: str, name: str) -> tuple[Tile, ...]:
    try:
        return parse_option_tiles(text, "--tiles")
    except BadOptionError as error:
        raise BadOptionError(f"--tiles {name}: {error.__cause__}") from error


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_reading(path: Path, photo: Photo) -> Reading:
    """Read ``--reading``: what ``sikwu read --json`` printed of a photo, with what was wrong put right.

    Raises:
        BadOptionError: the file holds none, or is about another photo.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict):
            raise ReadingFormatError("a reading is one JSON object, as sikwu read --json prints it")  # noqa: TRY301
        reading = Reading.from_dict(data)
    except OSError as error:
        raise BadOptionError(f"--reading {path}: {error.strerror or error}") from error
    except (ReadingFormatError, ValueError, RecursionError) as error:
        raise BadOptionError(f"--reading {path}: {error}") from error
    if reading.photo.sha256 != photo.sha256:
        raise BadOptionError(
            f"--reading {path}: it is about another photo ({reading.photo.path}, sha256 "
            f"{reading.photo.sha256[:12]}…), not about {photo.path} ({photo.sha256[:12]}…)"
        )
    return reading


def show_photo(
    photo: Photo, reader: Reader, tiles: tuple[Tile, ...] | None = None, reading: Reading | None = None
) -> Told:
    """Say what a photo shows of a set.

    Args:
        photo: the photo.
        reader: reads it, unless a reading is given.
        tiles: what lies there in reading order, if somebody said so.
        reading: of the photo, put right by hand.

    Raises:
        EnrolmentError: that isn't what is seen there.
        VisionError: the photo can't be read.
    """
    seen = reader.read(photo) if reading is None else reading
    try:
        if tiles is None:
            return Told(photo, as_read(seen, corrected=reading is not None))
        shown = as_listed(seen, tiles)
    except EnrolmentError as error:
        raise EnrolmentError(f"{photo.path}: {error}") from error
    otherwise = tuple(
        (place, said, seen.sightings[index].code)
        for place, (index, said) in enumerate(zip(shown.places, shown.tiles, strict=True), 1)
        if seen.sightings[index].code != said.code
    )
    return Told(photo, shown, otherwise)


def to_set(name: str, told: tuple[Told, ...]) -> TileSet:
    """Make one set of what the photos show.

    Raises:
        SetFormatError: that is no name for a set.
    """
    first, *others = (each.shown.to_set(name, each.photo, __version__) for each in told)
    for each in others:
        if set(each.photos) & set(first.photos):
            raise EnrolmentError(f"the photo with sha256 {each.photos[0]} was given twice")
        first = first.joined(each)
    return first
