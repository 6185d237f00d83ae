"""What the database of the tables looks like, version by version.

A version that has been released is never changed: a new one adds a step.
"""

from __future__ import annotations

from typing import Final

__all__ = ["APPLICATION_ID", "STEPS"]

APPLICATION_ID: Final = 0x73696B77
"""The mark in the file's header that says whose database it is: "sikw"."""

STEPS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE tables (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            setup TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE events (
            table_id INTEGER NOT NULL REFERENCES tables (id),
            seq INTEGER NOT NULL CHECK (seq >= 1),
            at TEXT NOT NULL,
            key TEXT,
            body TEXT NOT NULL,
            PRIMARY KEY (table_id, seq),
            UNIQUE (table_id, key)
        ) STRICT
        """,
        # INSERT OR REPLACE would take a row away without waking the trigger on DELETE. So the triggers on
        # INSERT, which come first, refuse every row that another one would have to make room for.
        """
        CREATE TRIGGER tables_keep_their_names BEFORE INSERT ON tables
        WHEN EXISTS (SELECT 1 FROM tables WHERE name = NEW.name OR id = NEW.id)
        BEGIN
            SELECT RAISE (ABORT, 'there is a table of that name already');
        END
        """,
        """
        CREATE TRIGGER tables_are_not_changed BEFORE UPDATE ON tables
        BEGIN
            SELECT RAISE (ABORT, 'a table is not changed');
        END
        """,
        """
        CREATE TRIGGER tables_are_not_deleted BEFORE DELETE ON tables
        BEGIN
            SELECT RAISE (ABORT, 'a table is not deleted');
        END
        """,
        """
        CREATE TRIGGER events_come_in_order BEFORE INSERT ON events
        WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE table_id = NEW.table_id)
        BEGIN
            SELECT RAISE (ABORT, 'an event follows upon the last one');
        END
        """,
        """
        CREATE TRIGGER events_keep_their_keys BEFORE INSERT ON events
        WHEN EXISTS (SELECT 1 FROM events WHERE table_id = NEW.table_id AND key = NEW.key)
        BEGIN
            SELECT RAISE (ABORT, 'a key records one event');
        END
        """,
        """
        CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
        BEGIN
            SELECT RAISE (ABORT, 'an event is not changed');
        END
        """,
        """
        CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
        BEGIN
            SELECT RAISE (ABORT, 'an event is not deleted');
        END
        """,
    ),
)
"""The statements that lead from each version to the next, from version 0 (nothing) on."""
