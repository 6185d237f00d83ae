"""What a network made of a set's views, kept on the disk so that the next photo needn't wait for it."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tile import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.sets.tileset import TileSet

__all__ = ["cached_views", "keep_views"]

_FORMAT: Final = 1
"""To be raised when the views change."""
_DIGITS: Final = 24
"""Of a sha256 in a file's name."""
_PART: Final = ".part"


def cached_views(
    tiles: TileSet,
    model: str,
    count: int,
    look: Callable[[], tuple[NDArray[np.float16], NDArray[np.float16]]],
) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """Give what a network made of a set's views, from the set's cache where it is there.

    The cache only saves time: one that can't be read is made anew, one that can't be written isn't.

    Args:
        tiles: the set.
        model: sha256 of the network.
        count: how many views there are, M.
        look: works it out: embeddings [M, D] and what the network names each view [M, 42].
    """
    if tiles.cache is None:
        return look()
    path = tiles.cache / f"{tiles.sha256[:_DIGITS]}-{model[:_DIGITS]}-{_FORMAT}.npz"
    kept = _kept(path, count)
    if kept is not None:
        return kept
    seen, said = look()
    with suppress(OSError):
        tiles.cache.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.stem}-{secrets.token_hex(8)}{_PART}")
        try:
            with part.open("xb") as file:
                np.savez(file, seen=seen, said=said)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    return seen, said


def _kept(path: Path, count: int) -> tuple[NDArray[np.float16], NDArray[np.float16]] | None:
    """Read what is kept; None where there is nothing, or something else."""
    try:
        with np.load(path) as file:
            seen, said = file["seen"], file["said"]
        fits = seen.ndim == said.ndim == 2 and len(seen) == count and said.shape == (count, len(KINDS))
    except Exception:  # noqa: BLE001 - damaged bytes raise anything
        return None
    return (seen, said) if fits and seen.dtype == said.dtype == np.float16 else None


def keep_views(cache: Path, sets: Iterable[TileSet]) -> None:
    """Take away what a cache holds of other sets than these, and what was half written there."""
    known = tuple(each.sha256[:_DIGITS] for each in sets)
    with suppress(OSError):  # what stays there is in nobody's way
        for path in cache.iterdir():
            if path.name.endswith(_PART) or (path.suffix == ".npz" and not path.name.startswith(known)):
                path.unlink(missing_ok=True)
