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
EXAMPLES = re.findall(r"```console\n\$ sikwu ([^\n]+)\n(.*?)```", README, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def _comparable(text: str) -> list[str]:
    """Leave out the probabilities, whose last digit differs from processor to processor, and empty lines."""
    lines = (re.sub(r"\d+\.\d%", "%", line).rstrip() for line in text.splitlines())
    return [line for line in lines if line]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3
    assert PYTHON


@pytest.mark.parametrize(("command", "printed"), EXAMPLES)
def test_console_example(
    command: str, printed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
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
