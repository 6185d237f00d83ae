"""The table that a command is about, and what recording an event there prints."""

from __future__ import annotations

import shlex
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring import Redone, Undone
from sikwu.errors import BadOptionError
from sikwu.output import show
from sikwu.report.words import Language, say
from sikwu.table.errors import TableError
from sikwu.table.report import report_event
from sikwu.table.store import Tables, default_path
from sikwu.table.written import standing, write_event, write_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import RenderableType

    from scoring import Event, Ledger
    from sikwu.table.setup import Setup
    from sikwu.table.store import Stored

__all__ = [
    "Chosen",
    "DbOption",
    "KeyOption",
    "Step",
    "TableOption",
    "choose",
    "done",
    "open_tables",
    "record",
    "table_options",
    "tell",
]

TableOption = Annotated[
    str | None,
    typer.Option("--table", metavar="NAME", help="The table's name. \\[default: the one that is open]"),
]
DbOption = Annotated[
    Path | None,
    typer.Option(
        "--db",
        metavar="FILE",
        help="Where the tables are kept. \\[default: $SIKWU_TABLES, or sikwu/tables.sqlite in the user's "
        "data folder]",
    ),
]
KeyOption = Annotated[
    str | None,
    typer.Option(
        "--key",
        metavar="KEY",
        help="Names this event, so that it is recorded once however often the command is run.",
    ),
]


@dataclass(frozen=True)
class Chosen:
    """One table of a database.

    Attributes:
        tables: of the database.
        setup: of the table.
        db: the database, where it was named.
    """

    tables: Tables
    setup: Setup
    db: Path | None = None

    @property
    def name(self) -> str:
        """The table's name."""
        return self.setup.name

    @property
    def options(self) -> str:
        """What names it on the command line."""
        return table_options(self.name, self.db)

    def read(self) -> tuple[Setup, Ledger, tuple[Stored, ...]]:
        """Give the setup, the ledger as it stands, and the events that led there."""
        return self.tables.read(self.name)


@dataclass(frozen=True)
class Step:
    """An event that was recorded, or would be.

    Attributes:
        event: the event.
        before: the ledger that it followed upon.
        now: the table's ledger now.
        recorded: whether it was recorded.
        stands: whether it stands now: with a key that was used before, it may have been undone.
        followed: whether more has followed: with a key that was used before, it may have.
    """

    event: Event
    before: Ledger
    now: Ledger
    recorded: bool = True
    stands: bool = True
    followed: bool = False

    @property
    def after(self) -> Ledger:
        """The ledger right after the event."""
        return self.before.record(self.event)


def open_tables(db: Path | None) -> Tables:
    """Give the tables of a database; nothing is opened yet."""
    return Tables(default_path() if db is None else db)


def choose(db: Path | None, name: str | None, *, closed: bool = False, key: str | None = None) -> Chosen:
    """Give the table of a name, or the one that is open.

    Args:
        db: of the tables, where it isn't the default one.
        name: of the table, if given.
        closed: whether, where none is open, the table will do where something happened last.
        key: that may have recorded an event already: then it is about that table, open or not.

    Raises:
        TableError: there is no such table, or the database can't be used.
        BadOptionError: no name was given, and no table or several are open.
    """
    tables = open_tables(db)
    if name is not None:
        return Chosen(tables, tables.setup(name), db)
    keyed = () if key is None else tables.having(key)
    if len(keyed) == 1:
        return Chosen(tables, tables.setup(keyed[0]), db)
    if keyed:
        raise BadOptionError(f"the key {key} is of several tables: {', '.join(keyed)}; name one with --table")
    names = tables.names(open_only=True)
    if len(names) == 1:
        return Chosen(tables, tables.setup(names[0]), db)
    if names:
        raise BadOptionError(f"several tables are open: {', '.join(names)}; name one with --table")
    all_closed = tables.names()
    latest = tables.latest() if closed else None
    if latest is not None:
        return Chosen(tables, tables.setup(latest), db)
    if all_closed:
        raise BadOptionError(
            f"no table is open; closed ones are {', '.join(all_closed)}, which --table names; "
            "sikwu table new sets up another"
        )
    raise BadOptionError(f"there is no table in {tables.path} yet; sikwu table new sets one up")


def record(chosen: Chosen, make: Callable[[Ledger], Event], key: str | None) -> Step:
    """Record an event in one transaction.

    Raises:
        TableError, ScoringError, BadOptionError: it can't be; nothing is recorded.
    """
    made: list[tuple[Ledger, Event]] = []

    def remember(ledger: Ledger) -> Event:
        event = make(ledger)
        made.append((ledger, event))
        return event

    now = chosen.tables.record(chosen.name, remember, key=key)
    before, event = made[-1]
    if key is None or now == before.record(event):
        return Step(event, before, now)
    stands = isinstance(event, Undone | Redone)
    if not stands:
        _, later, stored = chosen.read()
        stands = any(each.stored.key == key for each in standing(stored, later))
    return Step(event, before, now, stands=stands, followed=True)


def tell(
    chosen: Chosen,
    step: Step,
    language: Language,
    *,
    as_json: bool,
    ahead: Iterable[RenderableType] = (),
) -> None:
    """Print what an event did, and the table as it stands.

    Args:
        chosen: the table.
        step: the event that was recorded there, or would be.
        language: of all words but names.
        as_json: whether to print one JSON object and nothing else.
        ahead: what to print before it.

    Raises:
        TableError: the event is recorded, and that can't be printed.
    """
    with done("it is recorded", chosen.options) if step.recorded else nullcontext():
        if as_json:
            event = write_event(step.event, step.before)
            now = write_table(chosen.setup, step.now)
            show({**now, "event": event, "recorded": step.recorded, "stands": step.stands})
            return
        for each in ahead:
            show(each)
        show(report_event(chosen.setup, step.event, step.before, step.after, language))
        if step.followed:
            what = "recorded before" if step.stands else "taken back since"
            show(say(what, language, options=chosen.options))


@contextmanager
def done(what: str, options: str) -> Iterator[None]:
    """Let whoever can't be told of something know that it is done all the same.

    Args:
        what: is done.
        options: that name the table on the command line.

    Raises:
        TableError: the output can't be written.
    """
    try:
        yield
    except OSError as error:
        raise TableError(
            f"{what}, but the output can't be written: {error.strerror or error}; "
            f"sikwu table show {options} tells how it stands"
        ) from error


def table_options(name: str, db: Path | None) -> str:
    """Give what names a table on the command line."""
    named = f"--table {shlex.quote(name)}"
    return named if db is None else f"{named} --db {shlex.quote(str(db))}"
