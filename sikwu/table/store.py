"""The tables on the disk: what was set up, and every event in the order in which it was recorded.

An event is added and never changed or taken away: undoing is an event too. The state of a table isn't
stored but found by playing its events again.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scoring.errors import ScoringError
from scoring.events import read_event
from sikwu.table.database import database, transaction
from sikwu.table.errors import (
    BadKeyError,
    BrokenTableError,
    NoTableError,
    TableError,
    TableExistsError,
    UsedKeyError,
)
from sikwu.table.setup import Setup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scoring.events import Event
    from scoring.ledger import Ledger
    from sikwu.table.database import Connection

__all__ = ["Stored", "Tables", "default_path"]

_UNREADABLE: Final = (ScoringError, ValueError, KeyError, TypeError, AttributeError)
"""What reading values that aren't what `export` gave can raise."""


def default_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Say where the tables lie: ``$SIKWU_TABLES``, or ``sikwu/tables.sqlite`` in the user's data folder.

    That folder is ``$XDG_DATA_HOME`` where it is an absolute path, and otherwise ``~/.local/share``.

    >>> print(default_path({"XDG_DATA_HOME": "/data"}))
    /data/sikwu/tables.sqlite

    Raises:
        TableError: nothing says where the user's folder is.
    """
    named = environment.get("SIKWU_TABLES")
    if named:
        return Path(named)
    data = environment.get("XDG_DATA_HOME", "")
    if not Path(data).is_absolute():
        home = environment.get("HOME")
        try:
            data = str((Path(home) if home else Path.home()) / ".local" / "share")
        except RuntimeError as error:
            raise TableError(f"no folder for the tables: {error}; set SIKWU_TABLES to a path") from error
    return Path(data) / "sikwu" / "tables.sqlite"


@dataclass(frozen=True)
class Stored:
    """An event as it is stored.

    Attributes:
        seq: its number at the table, from 1 without holes.
        at: when it was recorded: the time of day in UTC, in the form of ISO 8601.
        key: under which it was recorded, where there was one.
        event: what happened.
    """

    seq: int
    at: str
    key: str | None
    event: Event


class Tables:
    """The tables in one database.

    It holds no connection from call to call: any number of processes may use the same path at once. Each
    call sees what was committed before it. A file of an older version is brought up to the newest.

    Every method raises `StoreError` where the file can't be used, and `BrokenTableError` where what is
    stored can't be played again.

    Args:
        path: of the database. Only `create` makes it, with its folder, where there is none.
        clock: tells the time that is stored with an event.
    """

    def __init__(self, path: Path, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Remember the path; the file is opened by each call."""
        self.path = Path(path)
        self._clock = clock

    def create(self, setup: Setup) -> None:
        """Set a table up.

        Raises:
            ScoringError: four players can't sit down like this.
            TableExistsError: there is a table of that name already.
        """
        setup.open()
        body = json.dumps(setup.export())
        if Setup.from_dict(json.loads(body)) != setup:
            raise TableError(f"no table is set up: what would be stored doesn't read back as it is: {body}")
        with database(self.path, make=True) as connection, transaction(connection, write=True):
            if setup.name in _names(connection):
                raise TableExistsError(
                    f"there is a table {setup.name} already; a new one has a name of its own"
                )
            connection.execute(
                "INSERT INTO tables (name, created, setup) VALUES (?, ?, ?)", (setup.name, self._now(), body)
            )

    def names(self, *, open_only: bool = False) -> tuple[str, ...]:
        """Give the names of the tables, the oldest first.

        Args:
            open_only: whether to leave out those that are closed.
        """
        if not self._there():
            return ()
        with database(self.path) as connection, transaction(connection):
            names = _names(connection)
            return tuple(name for name in names if not (open_only and _is_closed(connection, name)))

    def having(self, key: str) -> tuple[str, ...]:
        """Give the names of the tables where a key has recorded an event."""
        if not self._there() or not key.isprintable():
            return ()
        with database(self.path) as connection, transaction(connection):
            found = connection.execute(
                "SELECT name FROM events JOIN tables ON tables.id = table_id "
                "WHERE key = ? ORDER BY tables.id",
                (key,),
            ).fetchall()
        return tuple(name for (name,) in found)

    def latest(self) -> str | None:
        """Give the name of the table where something happened last; `None` where nothing has yet."""
        if not self._there():
            return None
        with database(self.path) as connection, transaction(connection):
            found = connection.execute(
                "SELECT name FROM events JOIN tables ON tables.id = table_id "
                "ORDER BY events.rowid DESC LIMIT 1"
            ).fetchone()
        return None if found is None else str(found[0])

    def setup(self, name: str) -> Setup:
        """Give what a table was set up with.

        Raises:
            NoTableError: there is no such table.
        """
        with self._reading(name) as table:
            return table.setup

    def read(self, name: str) -> tuple[Setup, Ledger, tuple[Stored, ...]]:
        """Give a table's setup, its ledger as it stands, and the events that led there.

        Raises:
            NoTableError: there is no such table.
        """
        with self._reading(name) as table:
            return table.setup, table.ledger(), table.entries

    def ledger(self, name: str) -> Ledger:
        """Play a table's events and give its ledger as it stands.

        Raises:
            NoTableError: there is no such table.
        """
        with self._reading(name) as table:
            return table.ledger()

    def entries(self, name: str) -> tuple[Stored, ...]:
        """Give a table's events in order.

        Raises:
            NoTableError: there is no such table.
        """
        with self._reading(name) as table:
            return table.entries

    def record(self, name: str, make: Callable[[Ledger], Event], *, key: str | None = None) -> Ledger:
        """Record what happened, and give the ledger after it.

        From reading the ledger to writing the event nobody else can write: what `make` sees is what the
        event follows upon. So that others don't wait, `make` does no slow work. When this returns, the
        event is on the disk; when it raises, nothing is recorded.

        A key makes it safe to try again without knowing whether the first time went through: where it has
        recorded an event, nothing is recorded, and the ledger is given as it stands. For this `make` is
        asked again with the ledger of the first time; its event must depend on nothing else that changes.

        Args:
            name: of the table.
            make: is given the ledger and gives the event. What it raises is passed on.
            key: names this event among those of the table.

        Raises:
            NoTableError: there is no such table.
            BadKeyError: the key is empty or holds what doesn't print.
            UsedKeyError: the key has recorded another event.
            ScoringError: the event can't follow upon the ones before it.
        """
        if key is not None and not (key and key.isprintable()):
            raise BadKeyError(f"{key!r} is no key: that has a character at least, and all of them print")
        if not self._there():
            raise _missing(name, ())
        with database(self.path) as connection, transaction(connection, write=True):
            table = _read(connection, name)
            first = next((entry for entry in table.entries if key is not None and entry.key == key), None)
            if first is not None:
                _check_same(first, make(table.ledger(before=first.seq)))
                return table.ledger()
            ledger = table.ledger()
            event = make(ledger)
            after = ledger.record(event)
            connection.execute(
                "INSERT INTO events (table_id, seq, at, key, body) VALUES (?, ?, ?, ?, ?)",
                (table.id, len(table.entries) + 1, self._now(), key, _body(event)),
            )
        return after

    def _there(self) -> bool:
        """Whether there is anything to open; what can't even be asked about is for `database` to refuse."""
        try:
            return self.path.exists()
        except OSError:
            return True

    @contextmanager
    def _reading(self, name: str) -> Iterator[_Table]:
        if not self._there():
            raise _missing(name, ())
        with database(self.path) as connection, transaction(connection):
            yield _read(connection, name)

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True)
class _Table:
    """All that is stored of a table."""

    id: int
    setup: Setup
    opening: Ledger
    entries: tuple[Stored, ...]

    def ledger(self, *, before: int | None = None) -> Ledger:
        """Play the events, or only those before one of them."""
        ledger = self.opening
        for entry in self.entries[: None if before is None else before - 1]:
            try:
                ledger = ledger.record(entry.event)
            except _UNREADABLE as error:
                raise BrokenTableError(
                    f"table {self.setup.name}: event {entry.seq} can't follow upon those before it: {error}"
                ) from error
        return ledger


def _names(connection: Connection) -> tuple[str, ...]:
    return tuple(name for (name,) in connection.execute("SELECT name FROM tables ORDER BY id"))


def _is_closed(connection: Connection, name: str) -> bool:
    """Whether a table is closed, without playing its events where the last of them says it.

    What can't be read counts as open: it isn't settled, and must not drop out of sight.
    """
    found = connection.execute(
        "SELECT body FROM events JOIN tables ON tables.id = table_id "
        "WHERE name = ? ORDER BY seq DESC LIMIT 1",
        (name,),
    ).fetchone()
    if found is None:
        return False
    try:
        kind = json.loads(found[0])["kind"]
    except _UNREADABLE:
        return False
    if kind not in {"undone", "redone"}:
        return bool(kind == "closed")
    try:
        return _read(connection, name).ledger().closed
    except BrokenTableError:
        return False


def _read(connection: Connection, name: str) -> _Table:
    # What doesn't print is no name, and SQLite couldn't take a broken character to look it up.
    asked = name if name.isprintable() else ""
    found = connection.execute("SELECT id, setup FROM tables WHERE name = ?", (asked,)).fetchone()
    if found is None:
        raise _missing(name, _names(connection))
    number, text = found
    try:
        setup = Setup.from_dict(json.loads(text))
        opening = setup.open()
    except _UNREADABLE as error:
        raise BrokenTableError(f"table {name}: what it was set up with can't be read: {error}") from error
    rows = connection.execute(
        "SELECT seq, at, key, body FROM events WHERE table_id = ? ORDER BY seq", (number,)
    )
    return _Table(number, setup, opening, tuple(_entries(name, rows)))


def _entries(name: str, rows: Iterable[tuple[int, str, str | None, str]]) -> Iterator[Stored]:
    for due, (seq, at, key, body) in enumerate(rows, 1):
        if seq != due:
            raise BrokenTableError(f"table {name}: event {due} is missing")
        try:
            yield Stored(seq, at, key, read_event(json.loads(body)))
        except _UNREADABLE as error:
            raise BrokenTableError(f"table {name}: event {seq} can't be read: {error}") from error


def _body(event: Event) -> str:
    """Write an event, and see that it reads back as it is."""
    body = json.dumps(event.export())
    if read_event(json.loads(body)) != event:
        raise TableError(f"nothing is recorded: what would be stored doesn't read back as it is: {body}")
    return body


def _check_same(first: Stored, again: Event) -> None:
    if again != first.event:
        raise UsedKeyError(
            f"the key {first.key} has recorded another event: number {first.seq}, at {first.at}; "
            "each event has a key of its own"
        )


def _missing(name: str, names: tuple[str, ...]) -> NoTableError:
    if not names:
        return NoTableError(f"there is no table {name}; sikwu table new sets one up")
    close = get_close_matches(name, names, 1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    return NoTableError(f"there is no table {name}; {hint}")
