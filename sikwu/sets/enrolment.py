"""From photos and what was said of them to a set."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scoring import NotationError, parse_tiles
from sikwu._version import __version__
from sikwu.errors import BadOptionError
from sikwu.options import parse_option_tiles
from sikwu.sets.errors import SetExistsError
from vision import EnrolmentError, Photo, Reader, Reading, TileSet, load
from vision.sets import Shown, as_listed, as_read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring import Tile

__all__ = ["Told", "check_about", "load_all", "read_reading", "read_tiles", "show_photo", "to_set"]

_WANTED: Final = "a reading is what sikwu read PHOTO --json printed"


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
    if not _is_file(path):
        tiles = _typed(text)
    else:
        with _option("--tiles", path):
            try:
                tiles = parse_tiles(path.read_text(encoding="utf-8-sig"))
            except UnicodeDecodeError as error:
                raise BadOptionError(
                    f"--tiles {path}: something else than text in UTF-8 (at byte {error.start})"
                ) from error
            except NotationError as error:
                raise BadOptionError(f"--tiles {path}: {error}") from error
    if not tiles:
        raise BadOptionError(f"--tiles {text!r}: no tile is listed")
    return tiles


def _typed(text: str) -> tuple[Tile, ...]:
    try:
        return parse_option_tiles(text, "--tiles")
    except BadOptionError as error:
        if "." in text or "/" in text:  # which no tile holds, and many a path does
            raise BadOptionError(f"{error}\nno file is called that either") from error
        raise


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or a NUL in it: tiles
        return False


@contextmanager
def _option(option: str, path: Path) -> Iterator[None]:
    """Name an option and its file where the operating system says what is wrong."""
    try:
        yield
    except (OSError, MemoryError) as error:
        raise BadOptionError(f"{option} {path}: {getattr(error, 'strerror', None) or error}") from error


def read_reading(path: Path) -> Reading:
    """Read ``--reading``: what ``sikwu read --json`` printed of a photo, with what was wrong put right.

    Raises:
        BadOptionError: the file holds none.
    """
    with _option("--reading", path):
        data = path.read_bytes()
    try:
        return Reading.from_dict(json.loads(data))
    except json.JSONDecodeError as error:
        if not data.strip():
            why = "the file is empty"
        else:
            why = f"no JSON from line {error.lineno}, column {error.colno} on ({error.msg})"
        raise BadOptionError(f"--reading {path}: {why}; {_WANTED}") from error
    except UnicodeDecodeError as error:
        raise BadOptionError(
            f"--reading {path}: no text in a Unicode encoding (at byte {error.start}); {_WANTED}"
        ) from error
    except RecursionError as error:
        raise BadOptionError(f"--reading {path}: lists in lists without end; {_WANTED}") from error
    except ValueError as error:  # among them every ReadingFormatError, and numbers of thousands of digits
        raise BadOptionError(f"--reading {path}: {error}; {_WANTED}") from error


def check_about(reading: Reading, path: Path, photo: Photo) -> None:
    """Refuse a reading of another photo.

    Args:
        reading: of the photo.
        path: of the file it came from.
        photo: the photo.

    Raises:
        BadOptionError: it is about another.
    """
    facts = reading.photo
    if facts.sha256 != photo.sha256:
        raise BadOptionError(
            f"--reading {path}: it is about another photo ({facts.path}, sha256 {facts.sha256[:12]}…), "
            f"not about {photo.path} ({photo.sha256[:12]}…)"
        )
    if (facts.width, facts.height) != (photo.width, photo.height):
        raise BadOptionError(
            f"--reading {path}: it is about a photo of {facts.width} x {facts.height} pixels; {photo.path} "
            f"has {photo.width} x {photo.height}"
        )


def load_all(paths: Sequence[Path], known: TileSet | None) -> tuple[Photo, ...]:
    """Load the photos, before the first is read: what is wrong with one is said before the work.

    Args:
        paths: of the photos.
        known: the set that is shown more; None for a new one.

    Raises:
        CaptureError: one can't be taken in.
        EnrolmentError: one is given twice.
        SetExistsError: the set has been shown one of them.
    """
    photos: dict[str, Photo] = {}
    for path in paths:
        photo = load(path)
        if photo.sha256 in photos:
            raise EnrolmentError(f"{path}: the same photo as {photos[photo.sha256].path}, given twice")
        if known is not None and photo.sha256 in known.photos:
            raise SetExistsError(f"{path}: the set {known.name} has been shown this photo already")
        photos[photo.sha256] = photo
    return tuple(photos.values())


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
        first = first.joined(each)
    return first
