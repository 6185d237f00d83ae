"""A process that is killed loses nothing and doubles nothing; processes that write at once take turns."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from sikwu.table import Setup, StoreError, Tables
from sikwu.table.database import database
from sikwu.table.schema import STEPS
from tests.sikwu.table.nursery import BULK, PAID_AT_ONCE, PLAYERS, event, standings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.sikwu.table.nursery import Nursery


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "tables.sqlite"
    Tables(found).create(Setup("evening", PLAYERS, PAID_AT_ONCE))
    return found


@pytest.mark.parametrize(("writers", "lives"), [("a", 80), ("ab", 40)])
def test_killed_at_random_points(path: Path, nursery: Nursery, writers: str, lives: int) -> None:
    """Every event that was reported is there, none twice, whenever the writers die."""
    chance = random.Random(f"killed {writers}")  # noqa: S311 - when to kill
    tables = Tables(path)
    reported = dict.fromkeys(writers, 0)
    pace = 0.01  # seconds that an event takes
    for _ in range(lives):
        began = time.monotonic()
        children = nursery.start(*(_writing(path, who, reported[who], 10**6) for who in writers))
        said = []
        if chance.random() < 0.5:
            said.append(nursery.hear())
            pace = time.monotonic() - began
        for child in chance.sample(children, len(children)):
            until = time.monotonic() + chance.uniform(0.0, pace)
            while heard := nursery.hear(until):
                said.append(heard)
            os.kill(child, signal.SIGKILL)
        late, ended = nursery.end()
        assert ended == [-signal.SIGKILL] * len(writers)
        for each in (*said, *late):
            assert each is not None
            assert each["recorded"] == reported[each["who"]]
            reported[each["who"]] += 1

        entries = tables.entries("evening")
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        for who in writers:
            kept = [entry.key for entry in entries if str(entry.key).startswith(who)]
            assert kept == [f"{who}{number}" for number in range(len(kept))]
            # Killed between the commit and the report it has recorded one more, and tries that again.
            assert len(kept) - reported[who] in {0, 1}

    last = max(reported.values()) + 5
    nursery.run(*(_writing(path, who, reported[who], last) for who in writers))
    assert len(tables.entries("evening")) == last * len(writers)
    assert tables.ledger("evening").standings == standings([*range(last)] * len(writers))
    assert _sound(path)


def test_killed_before_the_commit_nothing_is_recorded(path: Path, nursery: Nursery) -> None:
    nursery.start({"do": "die_before_commit", "path": str(path)})
    assert nursery.end()[1] == [-signal.SIGKILL]
    assert Tables(path).entries("evening") == ()


def test_killed_after_the_commit_it_is_recorded_and_tried_again_it_is_not_doubled(
    path: Path, nursery: Nursery
) -> None:
    for _ in range(2):
        nursery.start({"do": "die_after_commit", "path": str(path)})
        assert nursery.end()[1] == [-signal.SIGKILL]
        assert [entry.key for entry in Tables(path).entries("evening")] == ["once"]


@pytest.mark.parametrize("keys", [True, False])
def test_three_write_at_once_and_nothing_is_lost(path: Path, nursery: Nursery, *, keys: bool) -> None:
    nursery.run(*(_writing(path, who, 0, 25, keys=keys) for who in "abc"))
    entries = Tables(path).entries("evening")
    assert [entry.seq for entry in entries] == list(range(1, 76))
    for who in "abc":
        own = [entry.event for entry in entries if getattr(entry.event, "notes", {}).get("who") == who]
        assert own == [event(number, who) for number in range(25) if number % 5 != 4]
    assert Tables(path).ledger("evening").standings == standings([*range(25)] * 3)


def test_two_that_try_the_same_at_once_record_it_once(path: Path, nursery: Nursery) -> None:
    nursery.run(*[_writing(path, "a", 0, 25)] * 2)
    assert [entry.key for entry in Tables(path).entries("evening")] == [f"a{number}" for number in range(25)]


def test_two_that_make_the_database_at_once_make_one(tmp_path: Path, nursery: Nursery) -> None:
    for turn in range(15):
        path = tmp_path / str(turn) / "tables.sqlite"
        names = ["one", "two", "same", "same"]
        said = nursery.run(*({"do": "create", "path": str(path), "name": name} for name in names))
        assert sorted(each["created"] for each in said if "created" in each) == ["one", "same", "two"]
        assert [each for each in said if "refused" in each] == [{"refused": "same"}]
        assert sorted(Tables(path).names()) == ["one", "same", "two"]
        assert _sound(path)


def test_a_killed_migration_leaves_the_version_that_there_was(path: Path, nursery: Nursery) -> None:
    chance = random.Random("migration")  # noqa: S311 - when to kill
    Tables(path).record("evening", lambda _: event(0))
    before = Tables(path).entries("evening")
    for _ in range(5):
        (child,) = nursery.start({"do": "migrate_without_end", "path": str(path)})
        assert nursery.hear() == {"migrating": True}
        assert nursery.hear(time.monotonic() + chance.uniform(0.0, 0.2)) is None
        os.kill(child, signal.SIGKILL)
        assert nursery.end() == ([], [-signal.SIGKILL])
        assert Tables(path).entries("evening") == before
        assert _sound(path)
    with database(path, steps=(*STEPS, BULK)) as connection:
        assert connection.execute("SELECT count(*) FROM bulk").fetchone() == (20000,)
    with pytest.raises(StoreError, match="newer"):
        Tables(path).entries("evening")


def _writing(path: Path, who: str, first: int, last: int, *, keys: bool = True) -> dict[str, Any]:
    return {"do": "record", "path": str(path), "who": who, "first": first, "last": last, "keys": keys}


def _sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
