"""The sets on the disk: a file for each, in one folder."""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sikwu.sets.errors import NoSetError, SetExistsError, SetStoreError, TileSetError
from sikwu.sets.files import ENDING, caseless, changing, file_name, in_words, write_whole
from vision import SetFormatError, TileSet
from vision.sets.cached import keep_views

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TileSets", "default_folder"]

_CACHE: Final = "seen"


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

    A file is written whole or not at all: a process that is killed leaves the set that there was. Processes
    that change the folder wait for each other. Names that differ only in capital and small letters are one
    name.

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
        found, damaged = self.look()
        if damaged:
            raise damaged[0]
        return found

    def look(self) -> tuple[tuple[TileSet, ...], tuple[SetStoreError, ...]]:
        """Read the sets that can be read, by name, and say why others can't be.

        Raises:
            SetStoreError: the folder can't be read.
        """
        found, damaged = [], []
        for path in self._paths():
            try:
                found.append(self._read(path))
            except SetStoreError as error:
                damaged.append(error)
        return tuple(sorted(found, key=lambda each: each.name)), tuple(damaged)

    def names(self) -> tuple[str, ...]:
        """Give the names of all sets that can be read, sorted.

        Raises:
            SetStoreError: the folder can't be read.
        """
        return tuple(each.name for each in self.look()[0])

    def read(self, name: str) -> TileSet:
        """Read the set of a name.

        Raises:
            NoSetError: there is none.
            SetStoreError: it can't be read.
        """
        _, held = self._held(name)
        if isinstance(held, SetStoreError):
            raise held
        return held

    def add(self, tiles: TileSet) -> None:
        """Store a new set.

        Raises:
            SetExistsError: there is one of that name.
            SetStoreError: it can't be written.
        """
        with changing(self.folder):
            self.refuse_taken(tiles.name)
            self._put(tiles)

    def extend(self, name: str, more: TileSet) -> TileSet:
        """Add what another photo shows to a set, and give what it is now.

        Raises:
            NoSetError: there is no set of that name.
            SetExistsError: it has been shown that photo already.
            SetStoreError: it can't be read or written.
        """
        self.read(name)  # refused before a folder is made
        with changing(self.folder):
            path, old = self._held(name)
            if isinstance(old, SetStoreError):
                raise old
            again = set(old.photos) & set(more.photos)
            if again:
                raise SetExistsError(
                    f"the set {old.name} has been shown the photo with sha256 {min(again)} already"
                )
            whole = old.joined(more)
            self._put(whole, path)
            self._tidy()
        return whole

    def rename(self, old: str, new: str) -> TileSet:
        """Give a set another name, and give it back.

        Raises:
            NoSetError: there is no set of the old name.
            SetExistsError: there is one of the new name.
            SetFormatError: the new name is none.
            SetStoreError: it can't be written.
        """
        self.read(old).renamed(new)
        with changing(self.folder):
            path, held = self._held(old)
            if isinstance(held, SetStoreError):
                raise held
            renamed = held.renamed(new)
            if caseless(renamed.name) == caseless(old):
                self._put(renamed, path)
            else:
                self.refuse_taken(renamed.name)
                self._put(renamed)  # first, so that a process that is killed leaves it twice and not nowhere
                with in_words(path):
                    path.unlink()
        return renamed

    def forget(self, name: str) -> str:
        """Take a set away, also one that can't be read, and give its name.

        Raises:
            NoSetError: there is none of that name.
            SetStoreError: it can't be taken away.
        """
        self._held(name)
        with changing(self.folder):
            path, held = self._held(name)
            with in_words(path):
                path.unlink()
            self._tidy()
        return name if isinstance(held, SetStoreError) else held.name

    def refuse_taken(self, name: str) -> None:
        """Refuse a name that a set has.

        Raises:
            SetExistsError: there is one.
            SetStoreError: the folder can't be read.
        """
        try:
            _, held = self._held(name)
        except NoSetError:
            return
        if isinstance(held, SetStoreError):
            raise SetExistsError(f"there is a set {name} already, which can't be read: {held}") from held
        raise SetExistsError(
            f"there is a set {held.name} already; --add shows it another photo, and sikwu sets forget takes "
            "it away"
        )

    def _paths(self) -> list[Path]:
        with in_words(self.folder):
            if not self.folder.exists():
                return []
            return sorted(path for path in self.folder.iterdir() if path.name.endswith(ENDING))

    def _held(self, name: str) -> tuple[Path, TileSet | SetStoreError]:
        """Find a set's file, and read it or say why it can't be.

        A file that somebody called otherwise is found by the name of the set in it.

        Raises:
            NoSetError: there is none.
            SetStoreError: the folder can't be read.
        """
        own = self.folder / file_name(name)
        paths = self._paths()
        for path in sorted(paths, key=lambda each: each != own):
            try:
                held = self._read(path)
            except SetStoreError as error:
                if path == own:
                    return path, error
            else:
                if caseless(held.name) == caseless(name):
                    return path, held
        raise NoSetError(self._no_set(name))

    def _read(self, path: Path) -> TileSet:
        with in_words(path):
            data = path.read_bytes()
        try:
            return TileSet.from_bytes(data, cache=self.folder / _CACHE)
        except SetFormatError as error:
            raise SetStoreError(f"{path}: {error}; delete the file if it is no more use") from error

    def _put(self, tiles: TileSet, path: Path | None = None) -> None:
        """Store a set in a file of its own, or in the one that held it."""
        place = self.folder / file_name(tiles.name) if path is None else path
        with in_words(place):
            if path is None and place.exists():
                raise SetStoreError(f"{place}: the file is there already and holds something else")
            write_whole(place, tiles.to_bytes())

    def _tidy(self) -> None:
        """Take away what networks made of sets that are no more."""
        keep_views(self.folder / _CACHE, self.look()[0])

    def _no_set(self, name: str) -> str:
        names = self.names()
        if not names:
            none = f"there is no set {_shown(name)}, nor any other in {self.folder}"
            return f"{none}; sikwu enrol shows the reader one"
        close = get_close_matches(name, names, 1)
        meant = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names)}"
        return f"there is no set {_shown(name)}{meant}"


def _shown(name: str) -> str:
    """Give a name as a message shows it: in quotes where it is empty or holds what doesn't print."""
    return name if name and name == name.strip() and name.isprintable() else repr(name)
