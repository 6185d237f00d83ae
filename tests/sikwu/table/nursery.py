"""Processes that write at a table and can be killed.

Run as a program it waits for lines on its standard input, each a JSON list of tasks, and forks a process for
each task. A fork costs a few milliseconds, a new interpreter with all its imports a second: so a test can
kill hundreds. An empty line makes it wait for them all. Everybody speaks on the one standard output, a JSON
object a line.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from scoring.events import Drawn, Won
from scoring.pull import Loss, PullMode, TableRules
from sikwu.table import Setup, TableExistsError, Tables
from sikwu.table.database import database
from sikwu.table.schema import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from scoring.events import Event
    from scoring.ledger import Ledger

PLAYERS: Final = ("Ann", "Bob", "Cat", "Dan")
ROOT: Final = Path(__file__).parents[3]
PAID_AT_ONCE: Final = TableRules(mode=PullMode.OFF)
ENDLESS: Final = (
    "SELECT max(i) FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)"
)
BULK: Final = (
    "CREATE TABLE bulk (text TEXT) STRICT",
    """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
    INSERT INTO bulk SELECT hex(randomblob(120)) FROM n
    """,
)
"""Enough to be written to the disk long before the transaction ends."""


def event(number: int, who: str = "") -> Event:
    """Make the event of a number: every fifth hand is drawn, the others cost the next player so much."""
    if number % 5 == 4:
        return Drawn()
    winner, loser = PLAYERS[number % 4], PLAYERS[(number + 1) % 4]
    return Won(winner, (Loss(loser, winner, number + 1, f"{number + 1}"),), loser, notes={"who": who})


def standings(numbers: list[int]) -> dict[str, int]:
    """Add up what the events of these numbers cost whom, each once, paid at once."""
    found = dict.fromkeys(PLAYERS, 0)
    for number in numbers:
        if number % 5 != 4:
            found[PLAYERS[number % 4]] += number + 1
            found[PLAYERS[(number + 1) % 4]] -= number + 1
    return found


class Nursery:
    """The program, seen from the test."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this very file
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            start_new_session=True,  # a group of their own, to end with the tests
        )
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def start(self, *tasks: dict[str, Any]) -> list[int]:
        """Start a process for each task, and give their numbers."""
        self._tell(json.dumps(tasks))
        started = self.hear()
        assert started is not None
        return list(started["started"])

    def hear(self, until: float | None = None) -> dict[str, Any] | None:
        """Wait for what is said next, or until a time of the monotonic clock; then give `None`."""
        assert self._process.stdout is not None
        while b"\n" not in self._rest:
            wait = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._process.stdout], [], [], wait)[0]:
                return None
            said = os.read(self._process.stdout.fileno(), 65536)
            assert said, "the nursery has died"
            self._rest += said
        line, self._rest = self._rest.split(b"\n", 1)
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> tuple[list[dict[str, Any]], list[int]]:
        """Wait for the end of all processes; give what they still said, and how each ended."""
        self._tell("")
        said: list[dict[str, Any]] = []
        while True:
            heard = self.hear()
            assert heard is not None
            if "ended" in heard:
                return said, heard["ended"]
            said.append(heard)

    def run(self, *tasks: dict[str, Any]) -> list[dict[str, Any]]:
        """Let tasks run side by side to their ends, and give what they said."""
        self.start(*tasks)
        said, ended = self.end()
        assert ended == [0] * len(tasks)
        return said

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()


def _say(**words: object) -> None:
    os.write(1, json.dumps(words).encode() + b"\n")


def _create(path: str, name: str) -> None:
    try:
        Tables(Path(path)).create(Setup(name, PLAYERS, PAID_AT_ONCE))
    except TableExistsError:
        _say(refused=name)
    else:
        _say(created=name)


def _same(happened: Event, _: Ledger) -> Event:
    return happened


def _record(path: str, who: str, first: int, last: int, *, keys: bool = True) -> None:
    """Record the events of the numbers from `first` up to `last`, and say each when it is on the disk."""
    tables = Tables(Path(path))
    for number in range(first, last):
        tables.record("evening", partial(_same, event(number, who)), key=f"{who}{number}" if keys else None)
        _say(recorded=number, who=who)


def _die_before_commit(path: str) -> None:
    def make(_: Ledger) -> Event:
        os.kill(os.getpid(), signal.SIGKILL)
        return Drawn()

    Tables(Path(path)).record("evening", make, key="once")


def _die_after_commit(path: str) -> None:
    Tables(Path(path)).record("evening", lambda _: event(0), key="once")
    os.kill(os.getpid(), signal.SIGKILL)


def _migrate_without_end(path: str) -> None:
    _say(migrating=True)
    with database(Path(path), steps=(*STEPS, (*BULK, ENDLESS))):
        pass


_TASKS: Final[dict[str, Callable[..., None]]] = {
    "create": _create,
    "record": _record,
    "die_before_commit": _die_before_commit,
    "die_after_commit": _die_after_commit,
    "migrate_without_end": _migrate_without_end,
}


def _fork(task: dict[str, Any], ready: int, go: int) -> int:
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        os.close(go)
        os.read(ready, 1)  # ends when all of them are there
        _TASKS[task.pop("do")](**task)
        status = 0
    finally:
        os._exit(status)


def main() -> None:
    """Fork a process for each task, and wait for them when told to: till then their numbers stay theirs."""
    children: list[int] = []
    for line in sys.stdin:
        if line.strip():
            ready, go = os.pipe()
            children = [_fork(task, ready, go) for task in json.loads(line)]
            _say(started=children)
            os.close(ready)
            os.close(go)
        else:
            _say(ended=[os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children])


if __name__ == "__main__":
    main()
