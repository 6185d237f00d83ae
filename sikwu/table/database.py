"""One SQLite database: opened, brought to the newest version, closed; transactions; errors in plain words.

Each commit is on the disk before it returns (write-ahead log, synchronous FULL), so that a process that is
killed at any point leaves all that it had committed, and nothing of what it hadn't. The log needs a file on a
disk of this machine: over a network file system two machines don't see each other's locks.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final

from sikwu.table.errors import StoreError
from sikwu.table.schema import APPLICATION_ID, STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["Connection", "database", "transaction"]

Connection = sqlite3.Connection

_WAIT: Final = 30.0
"""Seconds to wait for another process that is writing."""
_SLICE: Final = 200
"""Milliseconds of that which can't be interrupted."""
_OLDEST: Final = (3, 37, 0)
"""The first SQLite with STRICT tables."""
_REASONS: Final = {
    "SQLITE_BUSY": f"another process has been busy with it for {_WAIT:g} seconds",
    "SQLITE_NOTADB": "it is no SQLite database",
    "SQLITE_CORRUPT": "it is damaged",
    "SQLITE_READONLY": "there is no right to write to it or to its folder",
    "SQLITE_CANTOPEN": "it can't be opened, or there is no right to write to its folder",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the disk can't be read or written; perhaps it is full",
}


@contextmanager
def database(
    path: Path, *, make: bool = False, steps: Sequence[Sequence[str]] = STEPS
) -> Iterator[Connection]:
    """Open a database, bring it to the newest version, and close it at the end.

    Args:
        path: of the file.
        make: whether to make the file and its folder where there is none.
        steps: the statements that lead from each version to the next. All that are missing run in one
            transaction: a process that is killed meanwhile leaves the version that there was.

    Raises:
        StoreError: the file can't be opened, isn't ours or is of a newer version; or SQLite reports an
            error while it is open.
    """
    _check(path, make=make)
    try:
        address = f"{path.absolute().as_uri()}?mode={'rwc' if make else 'rw'}"
        with closing(sqlite3.connect(address, uri=True, timeout=_WAIT, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            with transaction(connection):  # another process may be making it
                version = _version(connection, path, len(steps))
            _write_ahead(connection, path)
            connection.execute("PRAGMA synchronous = FULL")
            if version < len(steps):
                _migrate(connection, path, steps)
            yield connection
    except sqlite3.Error as error:
        raise StoreError(path, _reason(error)) from error


@contextmanager
def transaction(connection: Connection, *, write: bool = False) -> Iterator[None]:
    """Do all of what follows, or nothing of it; what is read meanwhile is the same from first to last.

    Args:
        connection: to the database.
        write: whether to keep all other writers out from the start, so that what is written can rest on
            what was read.
    """
    if write:
        _begin_alone(connection)
    else:
        connection.execute("BEGIN")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def _begin_alone(connection: Connection) -> None:
    """Wait until nobody else writes, in slices: while SQLite waits, nobody can interrupt it."""
    until = monotonic() + _WAIT
    connection.execute(f"PRAGMA busy_timeout = {_SLICE}")
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if not _name(error).startswith("SQLITE_BUSY") or monotonic() > until:
                    raise
            else:
                return
    finally:
        connection.execute(f"PRAGMA busy_timeout = {_WAIT * 1000:.0f}")


def _check(path: Path, *, make: bool) -> None:
    if sqlite3.sqlite_version_info < _OLDEST:  # pragma: no cover - depends on the machine
        raise StoreError(path, f"SQLite {sqlite3.sqlite_version} is too old; 3.37 or newer is needed")
    if "\0" in str(path):  # where an address would end
        raise StoreError(path, "no path holds a NUL character")
    try:
        if path.exists() and not path.is_file():
            raise StoreError(path, "it is a folder or a device, not a file")
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(path, error.strerror or str(error)) from error


def _version(connection: Connection, path: Path, newest: int) -> int:
    """Give the version of the database; 0 for one with nothing in it."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if mark != APPLICATION_ID:
        (things,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if version or things:
            raise StoreError(path, "it is another program's database")
        return 0
    if version > newest:
        raise StoreError(
            path,
            f"a newer sikwu has written it: version {version}, this one knows up to {newest}",
        )
    return int(version)


def _write_ahead(connection: Connection, path: Path) -> None:
    """Switch the write-ahead log on, unless it is on already: the file keeps it from then on."""
    until = monotonic() + _WAIT
    while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if not _name(error).startswith("SQLITE_BUSY") or monotonic() > until:
                raise
            # The switch doesn't wait for its turn, a transaction does.
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
            continue
        if mode != "wal":
            raise StoreError(path, f"no write-ahead log can be kept beside it (journal mode {mode})")


def _migrate(connection: Connection, path: Path, steps: Sequence[Sequence[str]]) -> None:
    with transaction(connection, write=True):
        version = _version(connection, path, len(steps))  # another process may have been first
        for number, step in enumerate(steps[version:], version + 1):
            for statement in step:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _reason(error: sqlite3.Error) -> str:
    name = _name(error)
    for start, reason in _REASONS.items():
        if name.startswith(start):
            return f"{reason} ({error})"
    return str(error)


def _name(error: sqlite3.Error) -> str:
    """Give SQLite's name of an error, such as SQLITE_BUSY; empty where the error isn't SQLite's own."""
    return getattr(error, "sqlite_errorname", "")
