"""The reader that a command uses: with the sets that were enrolled, with one of them, or with none."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from sikwu.output import warn
from sikwu.sets.errors import TileSetError
from sikwu.sets.store import TileSets, default_folder
from vision import Reader, TileSet

__all__ = ["TileSetOption", "open_sets", "reader_with"]

_AUTO: Final = "auto"
_NONE: Final = "none"

TileSetOption = Annotated[
    str,
    typer.Option(
        "--tile-set",
        metavar="NAME|auto|none",
        help="The enrolled set that the photo shows; auto finds out whether it shows one.",
    ),
]


def open_sets() -> TileSets:
    """Give the user's sets; nothing is read yet.

    Raises:
        TileSetError: nothing says where they are.
    """
    return TileSets(default_folder())


def reader_with(choice: str) -> Reader:
    """Give a reader that knows the sets which ``--tile-set`` chose.

    Raises:
        NoSetError: there is no set of that name.
        SetStoreError: the set of that name can't be read. A damaged one among all sets stops no reading: it
            is named on standard error and left out.
    """
    if choice.casefold() == _NONE:
        return Reader()
    if choice.casefold() == _AUTO:
        return Reader(sets=_all_readable())
    return Reader(only_set=open_sets().read(choice))


def _all_readable() -> tuple[TileSet, ...]:
    try:
        found, damaged = open_sets().look()
    except TileSetError as error:
        warn(f"the photo is read without any set of tiles: {error}")
        return ()
    for each in damaged:
        warn(f"the photo is read without this set of tiles: {each}")
    return found
