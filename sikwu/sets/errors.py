"""The exceptions of the enrolled sets.

::

    TileSetError
    ├── SetStoreError                 the folder or a file in it can't be read or written, or is damaged
    ├── NoSetError (LookupError)      there is no set of that name
    ├── SetExistsError (ValueError)   there is one already, or it has that photo already
    └── UnsureSetError                nobody said what a photo shows, and it isn't sure
"""

from __future__ import annotations

__all__ = ["NoSetError", "SetExistsError", "SetStoreError", "TileSetError", "UnsureSetError"]


class TileSetError(Exception):
    """Root of everything that `sikwu.sets` raises on purpose."""


class SetStoreError(TileSetError):
    """The folder of the sets, or a file in it, can't be used; the message names it and says why."""


class NoSetError(TileSetError, LookupError):
    """There is no set of that name; the message lists those that there are."""


class SetExistsError(TileSetError, ValueError):
    """There is a set of that name already, or it has been shown that photo before."""


class UnsureSetError(TileSetError):
    """Nobody said what a photo shows, and how it was read isn't sure."""
