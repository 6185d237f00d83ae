"""An evening at the table, as the tests type it."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tests.sikwu.conftest import Run

NAMES: Final = ("Ann", "Bob", "Cat", "Dan")


class Evening:
    """Runs ``sikwu table`` on a database of its own."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def run(self, *arguments: str) -> tuple[int, str, str]:
        return self._run("table", *arguments)

    def did(self, *arguments: str) -> str:
        """Run a command that must go well, and give what it printed, each run of spaces as one."""
        status, out, err = self.run(*arguments)
        assert (status, err) == (0, "")
        return " ".join(out.split())

    def json(self, *arguments: str) -> dict[str, Any]:
        status, out, err = self.run(*arguments, "--json")
        assert (status, err) == (0, "")
        found = json.loads(out)
        assert isinstance(found, dict)
        return found

    def refused(self, *arguments: str) -> str:
        """Run a command that must be refused in one message, and record nothing."""
        before = self._events()
        status, _, err = self.run(*arguments)
        assert status == 2
        assert err.startswith("sikwu: ")
        assert "Traceback" not in err
        assert self._events() == before
        return err

    def debts(self) -> dict[tuple[str, str], int | str]:
        return {(debt["debtor"], debt["creditor"]): debt["amount"] for debt in self.json("show")["debts"]}

    @staticmethod
    def paid(done: dict[str, Any]) -> dict[tuple[str, str], int]:
        """Give what was paid with what a command recorded."""
        return {(paid["payer"], paid["payee"]): paid["amount"] for paid in done["event"]["paid"]}

    def _events(self) -> list[Any]:
        _, out, _ = self.run("list", "--json")
        names = [table["table"] for table in json.loads(out)["tables"]]
        return [self.json("show", "--history", "--table", name)["events"] for name in names]


def in_shell(command: str, redirection: str) -> subprocess.CompletedProcess[str]:
    """Run ``sikwu`` as a process of its own, its output going where a shell sends it."""
    line = f"set -o pipefail; {shlex.quote(sys.executable)} -m sikwu {command} {redirection}"
    return subprocess.run(  # noqa: S603 - the tests' own commands
        ["/usr/bin/env", "bash", "-c", line], capture_output=True, text=True, check=False
    )
