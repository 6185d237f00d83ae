"""The sets of tiles that were shown, kept from one photo to the next."""

from sikwu.sets.errors import NoSetError, SetExistsError, SetStoreError, TileSetError, UnsureSetError
from sikwu.sets.store import TileSets, default_folder

__all__ = [
    "NoSetError",
    "SetExistsError",
    "SetStoreError",
    "TileSetError",
    "TileSets",
    "UnsureSetError",
    "default_folder",
]
