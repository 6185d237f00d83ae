"""The exceptions of the tables.

::

    TableError
    ├── StoreError                    the database can't be opened, read or written
    ├── NoTableError (LookupError)    there is no table of that name
    ├── SetupError (ValueError)       a table that can't be set up
    ├── TableExistsError (ValueError) there is one already
    ├── BadKeyError (ValueError)      a key that couldn't be typed or printed
    ├── UsedKeyError (ValueError)     a key that has recorded another event
    ├── UnrecordedWinError            a hand that doesn't win, or whose photo leaves doubts
    └── BrokenTableError              what is stored can't be played again
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from sikwu.verdict import Verdict

__all__ = [
    "BadKeyError",
    "BrokenTableError",
    "NoTableError",
    "SetupError",
    "StoreError",
    "TableError",
    "TableExistsError",
    "UnrecordedWinError",
    "UsedKeyError",
]


class TableError(Exception):
    """Root of everything that `sikwu.table` raises on purpose."""


class StoreError(TableError):
    """The database can't be opened, read or written.

    Args:
        path: of the database.
        reason: what is wrong with it.
    """

    def __init__(self, path: Path, reason: str) -> None:
        """Put the path before the reason."""
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")


class NoTableError(TableError, LookupError):
    """There is no table of that name; the message names those that there are."""


class SetupError(TableError, ValueError):
    """A table that can't be set up; the message says what could."""


class TableExistsError(TableError, ValueError):
    """A new table would have the name of one that there is already."""


class BadKeyError(TableError, ValueError):
    """A key that couldn't be typed or printed."""


class UsedKeyError(TableError, ValueError):
    """A key that has recorded another event; the message says which."""


class BrokenTableError(TableError):
    """What is stored can't be played again: somebody has changed it, or a newer version has written it."""


class UnrecordedWinError(TableError):
    """A hand that isn't recorded: it doesn't win, or its photo leaves doubts.

    Attributes:
        verdict: what was found.
    """

    def __init__(self, why: str, verdict: Verdict) -> None:
        """Keep the verdict beside the reason."""
        self.verdict = verdict
        super().__init__(why)
