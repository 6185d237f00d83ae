"""The sets on the disk: a file for each, in one folder."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from sikwu.sets.errors import NoSetError, SetExistsError, SetStoreError, TileSetError
from vision import SetFormatError, TileSet
from vision.sets.cached import forget_views

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["TileSets", "default_folder"]

_ENDING: Final = ".tiles.npz"
_CACHE: Final = "seen"
_SHOWN: Final = 40
"""Characters of the name that the file's name shows."""


def default_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Say where the sets lie: ``$SIKWU_SETS``, or ``sikwu/sets`` in the user's data folder.

    That folder is ``$XDG_DATA_HOME`` where it is an absolute path, and otherwise ``~/.local/share``.

    >>> print(default_folder({"XDG_DATA_HOME": "/data"}))
    /data/sikwu/sets

    Raises:
        TileSetError: nothing says where the user's folder is.
    """
    named = environment.get("SIKWU_SETS")
    if named:
        return Path(named)
    data = environment.get("XDG_DATA_HOME", "")
    if not Path(data).is_absolute():
        home = environment.get("HOME")
        try:
            data = str((Path(home) if home else Path.home()) / ".local" / "share")
        except RuntimeError as error:
            raise TileSetError(f"no folder for the sets: {error}; set SIKWU_SETS to a path") from error
    return Path(data) / "sikwu" / "sets"


class TileSets:
    """The sets in one folder.

    A file is written whole or not at all: a process that is killed leaves the set that there was. Names that
    differ only in capital and small letters are one name.

    Args:
        folder: made, where there is none, when the first set is stored.
    """

    def __init__(self, folder: Path) -> None:
        """Remember the folder; nothing is read yet."""
        self.folder = Path(folder)

    def all(self) -> tuple[TileSet, ...]:
        """Read every set, by name.

        Raises:
            SetStoreError: the folder or one of the files can't be read.
        """
        return tuple(sorted((self._read(path) for path in self._paths()), key=lambda each: each.name))

    def names(self) -> tuple[str, ...]:
        """Give the names of all sets, sorted.

        Raises:
            SetStoreError: as `all`.
        """
        return tuple(each.name for each in self.all())

    def read(self, name: str) -> TileSet:
        """Read the set of a name.

        Raises:
            NoSetError: there is none.
            SetStoreError: it can't be read.
        """
        path = self._path(name)
        with self._in_words(path):
            if path.is_file():
                return self._read(path)
        raise NoSetError(self._no_set(name))

    def add(self, tiles: TileSet) -> None:
        """Store a new set.

        Raises:
            SetExistsError: there is one of that name.
            SetStoreError: it can't be written.
        """
        path = self._path(tiles.name)
        with self._in_words(path), self._written(tiles) as part:
            try:
                os.link(part, path)  # unlike a renaming it takes nobody's place
            except FileExistsError:
                raise SetExistsError(
                    f"there is a set {tiles.name} already; --add shows it another photo, and "
                    "sikwu sets forget takes it away"
                ) from None
            except OSError:  # a disk that knows no links
                if path.exists():
                    raise
                part.replace(path)

    def extend(self, name: str, more: TileSet) -> TileSet:
        """Add what another photo shows to a set, and give what it is now.

        Raises:
            NoSetError: there is no set of that name.
            SetExistsError: it has been shown that photo already.
            SetStoreError: it can't be read or written.
        """
        old = self.read(name)
        again = set(old.photos) & set(more.photos)
        if again:
            raise SetExistsError(
                f"the set {old.name} has been shown the photo with sha256 {min(again)} already"
            )
        whole = old.joined(more)
        self._put(whole)
        forget_views(old)
        return whole

    def rename(self, old: str, new: str) -> TileSet:
        """Give a set another name, and give it back.

        Raises:
            NoSetError: there is no set of the old name.
            SetExistsError: there is one of the new name.
            SetFormatError: the new name is none.
            SetStoreError: it can't be written.
        """
        tiles = self.read(old)
        renamed = tiles.renamed(new)
        if self._path(renamed.name) == self._path(tiles.name):
            self._put(renamed)
            return renamed
        if self._path(renamed.name).exists():
            raise SetExistsError(f"there is a set {renamed.name} already")
        self.add(renamed)
        self._path(tiles.name).unlink(missing_ok=True)
        return renamed

    def forget(self, name: str) -> TileSet:
        """Take a set away, and give what it was.

        Raises:
            NoSetError: there is none of that name.
            SetStoreError: it can't be taken away.
        """
        tiles = self.read(name)
        path = self._path(name)
        with self._in_words(path):
            forget_views(tiles)
            path.unlink()
        return tiles

    def _paths(self) -> list[Path]:
        with self._in_words(self.folder):
            if not self.folder.exists():
                return []
            return sorted(path for path in self.folder.iterdir() if path.name.endswith(_ENDING))

    def _path(self, name: str) -> Path:
        known = normalize("NFC", name).casefold()
        shown = re.sub(r"[^\w]+", "-", known)[:_SHOWN].strip("-")
        digest = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        # A name of the file system holds 255 bytes, and a Chinese character takes three.
        return self.folder / f"{shown}-{digest}{_ENDING}"

    def _read(self, path: Path) -> TileSet:
        with self._in_words(path):
            try:
                return TileSet.from_bytes(path.read_bytes(), cache=self.folder / _CACHE)
            except SetFormatError as error:
                raise SetStoreError(
                    f"{path}: {error}; delete the file to go on without it, or say --tile-set none"
                ) from error

    def _put(self, tiles: TileSet) -> None:
        path = self._path(tiles.name)
        with self._in_words(path), self._written(tiles) as part:
            part.replace(path)

    @contextmanager
    def _written(self, tiles: TileSet) -> Iterator[Path]:
        """Write a set to a file of its own, on the disk before it takes its place."""
        self.folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(tiles.to_bytes())
                file.flush()
                os.fsync(file.fileno())
            yield Path(name)
        finally:
            Path(name).unlink(missing_ok=True)

    @contextmanager
    def _in_words(self, path: Path) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SetStoreError(f"{path}: {error.strerror or error}") from error

    def _no_set(self, name: str) -> str:
        names = self.names()
        if not names:
            return f"there is no set {name}, nor any other in {self.folder}; sikwu enrol shows the reader one"
        close = get_close_matches(name, names, 1)
        meant = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names)}"
        return f"there is no set {name}{meant}"
