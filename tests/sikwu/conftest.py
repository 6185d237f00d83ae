"""What the tests of the command line share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from sikwu.cli import main
from tests.sikwu.table.evening import NAMES, Evening

if TYPE_CHECKING:
    from pathlib import Path


class Run:
    """Runs the command in this process and keeps what it printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        self._monkeypatch.setattr(sys, "argv", ["sikwu", *arguments])
        status: int | str | None = 0
        try:
            main()
        except SystemExit as leaving:
            status = leaving.code
        printed = self._capsys.readouterr()
        assert isinstance(status, int | None)
        return status or 0, printed.out, printed.err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


@pytest.fixture
def evening(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setenv("SIKWU_TABLES", str(tmp_path / "tables.sqlite"))
    monkeypatch.setenv("COLUMNS", "100")
    return Evening(run)


@pytest.fixture
def hkfan(evening: Evening) -> Evening:
    """A table under hkfan at 10 a base and 2 a fan, as in its example."""
    evening.did("new", *NAMES, "--rules", "hkfan")
    return evening


@pytest.fixture
def hktw(evening: Evening) -> Evening:
    evening.did("new", *NAMES, "--rules", "hktw", "--base", "5", "--price", "1")
    return evening
