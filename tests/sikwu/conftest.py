"""What the tests of the command line share."""

from __future__ import annotations

import sys

import pytest

from sikwu.cli import main


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
