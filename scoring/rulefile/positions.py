"""Positions: on which line of a TOML file each of its keys stands.

`tomllib` reads values and forgets where they stood. This reads the same text once more for the lines alone.
It relies on the text being TOML, and leaves out what it can't place: a line that it gives is never a guess.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.faults import KeyPath

__all__ = ["read_positions"]

_BLANK: Final = " \t\n"
_BARE_END: Final = " \t.=]\n"
_SCALAR_END: Final = ",]}#\n"


def read_positions(text: str) -> Mapping[KeyPath, int]:
    r"""Give the line, from 1, of every key, table and list item of a TOML text.

    A table that only headers or dotted keys below it imply has the line of the first of them.

    >>> read_positions('zh = "x"\n[patterns.duck]\nvalue = 3')
    {('zh',): 1, ('patterns',): 2, ('patterns', 'duck'): 2, ('patterns', 'duck', 'value'): 3}
    """
    reader = _Reader(text.replace("\r\n", "\n"))
    with suppress(IndexError, ValueError, RecursionError):  # no TOML after all, or nested too deep to follow
        reader.read()
    return reader.lines


class _Reader:
    """Walks through a TOML text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[KeyPath, int] = {}
        self.lengths: dict[KeyPath, int] = {}
        """Number of tables of each array of tables so far."""

    def read(self) -> None:
        """Read the whole text."""
        table: KeyPath = ()
        self.skip()
        while self.at < len(self.text):
            if self.text.startswith("[[", self.at):
                table = self.header(2)
            elif self.text[self.at] == "[":
                table = self.header(1)
            else:
                self.pair(table)
            self.skip()

    def move(self, end: int) -> None:
        """Go on to an index."""
        self.line += self.text.count("\n", self.at, end)
        self.at = end

    def skip(self) -> None:
        """Go over blanks, line ends and comments."""
        while self.at < len(self.text):
            if self.text[self.at] in _BLANK:
                self.move(self.at + 1)
            elif self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.move(len(self.text) if end < 0 else end)
            else:
                return

    def note(self, key: KeyPath, line: int) -> None:
        """Keep the first line of a key."""
        self.lines.setdefault(key, line)

    def header(self, brackets: int) -> KeyPath:
        """Read the header of a table, or of one more table of an array."""
        line = self.line
        self.move(self.at + brackets)
        *above, last = self.key()
        self.move(self.text.index("]" * brackets, self.at) + brackets)
        table: KeyPath = ()
        for name in above:
            table = self.entered((*table, name), line)
        table = (*table, last)
        if brackets == 1:
            return self.entered(table, line)
        self.note(table, line)
        place = self.lengths.get(table, 0)
        self.lengths[table] = place + 1
        self.note((*table, place), line)
        return (*table, place)

    def entered(self, table: KeyPath, line: int) -> KeyPath:
        """Note a table that a header goes through: of an array of tables the last."""
        self.note(table, line)
        return (*table, self.lengths[table] - 1) if table in self.lengths else table

    def key(self) -> list[str]:
        """Read a key, dotted or not."""
        found = []
        while True:
            self.skip()
            start = self.at
            if self.text[start] in "\"'":
                self.string()
                found.append(str(tomllib.loads(f"key = {self.text[start : self.at]}")["key"]))
            else:
                while self.text[self.at] not in _BARE_END:
                    self.at += 1
                found.append(self.text[start : self.at])
            self.skip()
            if self.text[self.at] != ".":
                return found
            self.at += 1

    def pair(self, table: KeyPath) -> None:
        """Read a key and its value."""
        line = self.line
        key = table
        for name in self.key():
            key = (*key, name)
            self.note(key, line)
        self.move(self.text.index("=", self.at) + 1)
        self.value(key)

    def value(self, key: KeyPath) -> None:
        """Read a value."""
        self.skip()
        first = self.text[self.at]
        if first in "\"'":
            self.string()
        elif first == "[":
            self.array(key)
        elif first == "{":
            self.inline(key)
        else:
            while self.at < len(self.text) and self.text[self.at] not in _SCALAR_END:
                self.at += 1

    def array(self, key: KeyPath) -> None:
        """Read a list."""
        self.at += 1
        place = 0
        self.skip()
        while self.text[self.at] != "]":
            self.note((*key, place), self.line)
            self.value((*key, place))
            place += 1
            self.comma()
        self.at += 1

    def inline(self, key: KeyPath) -> None:
        """Read an inline table."""
        self.at += 1
        self.skip()
        while self.text[self.at] != "}":
            self.pair(key)
            self.comma()
        self.at += 1

    def comma(self) -> None:
        """Go over what stands between two items."""
        self.skip()
        if self.text[self.at] == ",":
            self.at += 1
        self.skip()

    def string(self) -> None:
        """Read a text in quotes, of one line or of several."""
        quote = self.text[self.at]
        marks = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        end = self.at + len(marks)
        while not self.text.startswith(marks, end):
            end += 2 if quote == '"' and self.text[end] == "\\" else 1
            if end >= len(self.text):
                raise ValueError("the text has no closing quotes")
        end += len(marks)
        if len(marks) == 3:  # up to two quotes may stand right before the closing ones
            extra = 0
            while extra < 2 and self.text[end : end + 1] == quote:
                extra += 1
                end += 1
        self.move(end)
