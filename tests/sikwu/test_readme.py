"""The README's console examples print what the README says, and its Python runs."""

from __future__ import annotations

import contextlib
import re
import shlex
import sys
from pathlib import Path

import pytest

from sikwu.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def _comparable(text: str) -> list[str]:
    """Leave out the probabilities, whose last digit differs from processor to processor, and empty lines."""
    lines = (re.sub(r"\d+\.\d%", "%", line).rstrip() for line in text.splitlines())
    return [line for line in lines if line]


def _steps(block: str) -> list[tuple[str, str]]:
    """Take a block apart: each command, and what it prints."""
    return re.findall(r"^\$ sikwu ([^\n]+)\n(.*?)(?=^\$ |\Z)", block, re.DOTALL | re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 3
    assert all(_steps(block) for block in BLOCKS)
    assert any(len(_steps(block)) > 1 for block in BLOCKS)
    assert PYTHON


@pytest.mark.parametrize("block", BLOCKS)
def test_console_example(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("SIKWU_TABLES", str(tmp_path / "tables.sqlite"))
    for command, printed in _steps(block):
        monkeypatch.setattr(sys, "argv", ["sikwu", *shlex.split(command)])
        with contextlib.suppress(SystemExit):
            main()
        output = capsys.readouterr()
        assert _comparable(output.out + output.err) == _comparable(printed)


@pytest.mark.parametrize("code", PYTHON)
def test_python_example(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - the README's own code
    assert capsys.readouterr().out
