"""What a network made of a set's views, kept on the disk so that the next photo needn't wait for it."""

from __future__ import annotations

import os
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.sets.tileset import TileSet

__all__ = ["cached_views", "forget_views"]

_FORMAT: Final = 1
"""To be raised when the views change."""


def cached_views(
    tiles: TileSet, model: str, look: Callable[[], tuple[NDArray[np.float16], NDArray[np.float16]]]
) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """Give what a network made of a set's views, from the set's cache where it is there.

    The cache only saves time: one that can't be read is made anew, one that can't be written isn't.

    Args:
        tiles: the set.
        model: sha256 of the network.
        look: works it out: embeddings [M, D] and what the network names each view [M, 42].
    """
    if tiles.cache is None:
        return look()
    path = tiles.cache / f"{tiles.sha256[:24]}-{model[:24]}-{_FORMAT}.npz"
    with suppress(OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile), np.load(path) as file:
        return file["seen"], file["said"]
    seen, said = look()
    with suppress(OSError):
        tiles.cache.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=tiles.cache, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, seen=seen, said=said)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    return seen, said


def forget_views(tiles: TileSet) -> None:
    """Take away whatever a set's cache holds of it."""
    if tiles.cache is not None:
        for path in tiles.cache.glob(f"{tiles.sha256[:24]}-*.npz"):
            path.unlink(missing_ok=True)
