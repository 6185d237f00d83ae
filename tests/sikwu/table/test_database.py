"""The file of the tables: made, brought to the newest version, and refused where it can't be used."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scoring.events import Drawn
from sikwu.table import NoTableError, Setup, StoreError, Tables
from sikwu.table.database import database, transaction
from sikwu.table.schema import STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator

FRIDAY = Setup("Friday", ("Ann", "Bob", "Cat", "Dan"))
LOG = "INSERT INTO log (word) VALUES ('{}')"
GROWING = (
    ("CREATE TABLE log (word TEXT) STRICT", LOG.format("one")),
    (LOG.format("two"),),
    (LOG.format("three"), LOG.format("four")),
)


def _log(path: Path, versions: int) -> list[str]:
    """Open the file with so many versions known, and read what the steps have written."""
    with database(path, make=True, steps=GROWING[:versions]) as connection:
        return [word for (word,) in connection.execute("SELECT word FROM log")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "tables.sqlite"
    tables = Tables(found)
    tables.create(FRIDAY)
    tables.record("Friday", lambda _: Drawn())
    return found


@pytest.fixture
def nobody() -> Iterator[Path]:
    """Give a folder, and run the test as a user who has no special rights."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            os.seteuid(user)
            folder.chmod(0o700)


# Versions


def test_each_step_runs_once_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    assert _log(path, 1) == ["one"]
    assert _log(path, 1) == ["one"]
    assert _log(path, 3) == ["one", "two", "three", "four"]
    assert _log(path, 3) == ["one", "two", "three", "four"]


def test_a_new_file_goes_through_all_steps(tmp_path: Path) -> None:
    assert _log(tmp_path / "t.sqlite", 3) == ["one", "two", "three", "four"]


def test_a_step_that_fails_leaves_the_version_that_there_was(tmp_path: Path) -> None:
    """All missing steps are one transaction: what the second did is gone too."""
    path = tmp_path / "t.sqlite"
    _log(path, 1)
    with (
        pytest.raises(StoreError, match="no such table"),
        database(path, steps=(*GROWING[:2], (LOG.format("three"), "INSERT INTO nowhere VALUES (1)"))),
    ):
        pass
    assert _log(path, 1) == ["one"]
    assert _log(path, 3) == ["one", "two", "three", "four"]


def test_the_tables_outlive_a_new_version(path: Path) -> None:
    later = (*STEPS, ("ALTER TABLE events ADD COLUMN note TEXT",))
    with database(path, steps=later) as connection:
        assert connection.execute("SELECT seq, note FROM events").fetchall() == [(1, None)]


def test_a_newer_version_is_refused_and_not_touched(path: Path) -> None:
    with database(path, steps=(*STEPS, ("ALTER TABLE events ADD COLUMN note TEXT",))):
        pass
    before = path.read_bytes()
    for use in (
        lambda: Tables(path).names(),
        lambda: Tables(path).ledger("Friday"),
        lambda: Tables(path).record("Friday", lambda _: Drawn()),
        lambda: Tables(path).create(Setup("Saturday", FRIDAY.players)),
    ):
        with pytest.raises(StoreError, match=rf"{path}: a newer sikwu has written it: version 2, .* up to 1"):
            use()
    assert path.read_bytes() == before


# Transactions


def test_commits_are_on_the_disk_and_kept_in_a_write_ahead_log(path: Path) -> None:
    with database(path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_file_in_another_mode_gets_its_log_again(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert len(Tables(path).entries("Friday")) == 1
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_reader_sees_one_state_while_others_write(path: Path) -> None:
    count = "SELECT count(*) FROM events"
    with database(path) as connection:
        with transaction(connection):
            assert connection.execute(count).fetchone() == (1,)
            Tables(path).record("Friday", lambda _: Drawn())
            assert connection.execute(count).fetchone() == (1,)
        assert connection.execute(count).fetchone() == (2,)


# Files that can't be used


def test_the_folder_is_made_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "100% sure?#1" / "tables.sqlite"
    Tables(path).create(FRIDAY)
    assert Tables(path).names() == ("Friday",)
    assert [found.name for found in path.parent.iterdir()] == ["tables.sqlite"]


def test_an_empty_file_is_a_database_without_tables(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert Tables(path).names() == ()
    Tables(path).create(FRIDAY)
    assert Tables(path).names() == ("Friday",)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, you owe me 74. " * 100, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=rf"{path}: it is no SQLite database"):
        Tables(path).names()
    with pytest.raises(StoreError, match="no SQLite database"):
        Tables(path).create(FRIDAY)
    assert path.read_bytes() == before


@pytest.mark.parametrize("statement", ["CREATE TABLE cookies (name TEXT)", "PRAGMA user_version = 1"])
def test_another_programs_database_is_refused_and_not_touched(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "cookies.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program's database"):
        Tables(path).names()
    with pytest.raises(StoreError, match="another program's database"):
        Tables(path).create(FRIDAY)
    assert path.read_bytes() == before


def test_a_damaged_file(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)  # the first page tells what there is; the others hold it
        file.write(b"\xff" * (size - 4096))
    with pytest.raises(StoreError, match=rf"{path}: it is damaged"):
        Tables(path).ledger("Friday")


def test_a_file_that_was_cut_short(path: Path) -> None:
    os.truncate(path, 4096)
    with pytest.raises(StoreError, match="damaged"):
        Tables(path).ledger("Friday")


def test_a_folder_or_a_device_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(StoreError, match="a folder or a device"):
            Tables(path).names()
        with pytest.raises(StoreError, match="a folder or a device"):
            Tables(path).create(FRIDAY)


def test_a_path_that_no_file_can_have(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "tables.sqlite", tmp_path / ("x" * 300), tmp_path / "nul\0.sqlite"):
        with pytest.raises(StoreError, match=r"tables|xxx|NUL"):
            Tables(path).create(FRIDAY)
        with pytest.raises((StoreError, NoTableError)):
            Tables(path).ledger("Friday")


def test_a_folder_that_nobody_may_write_to(nobody: Path) -> None:
    nobody.joinpath("closed").mkdir()
    nobody.joinpath("closed").chmod(0o555)
    for path in (nobody / "closed" / "tables.sqlite", nobody / "closed" / "deeper" / "tables.sqlite"):
        with pytest.raises(StoreError, match=str(path)) as raised:
            Tables(path).create(FRIDAY)
        assert "no right to write" in str(raised.value) or "Permission denied" in str(raised.value)


def test_a_folder_that_nobody_may_look_into(nobody: Path) -> None:
    nobody.joinpath("closed").mkdir()
    nobody.joinpath("closed").chmod(0o000)
    path = nobody / "closed" / "tables.sqlite"
    with pytest.raises(StoreError, match="Permission denied"):
        Tables(path).names()


def test_a_file_that_nobody_may_write_to(nobody: Path) -> None:
    path = nobody / "tables.sqlite"
    Tables(path).create(FRIDAY)
    path.chmod(0o444)
    with pytest.raises(StoreError, match="no right to write"):
        Tables(path).record("Friday", lambda _: Drawn())


def test_a_file_in_a_folder_that_nobody_may_write_to(nobody: Path) -> None:
    """The log beside the file can't be made."""
    path = nobody / "shelf" / "tables.sqlite"
    Tables(path).create(FRIDAY)
    path.parent.chmod(0o555)
    with pytest.raises(StoreError, match="no right to write"):
        Tables(path).record("Friday", lambda _: Drawn())
