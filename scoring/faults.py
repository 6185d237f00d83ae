"""Faults of a rule file: what is wrong, in which file and line, under which key."""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

__all__ = ["Fault", "KeyPath", "Node", "Places", "hint", "write_key", "write_value"]

KeyPath = tuple[str | int, ...]
"""The keys that lead to a value, from the outermost; the items of a list are numbered from 0."""

_BARE: Final = re.compile("[A-Za-z0-9_-]+")
_LONGEST: Final = 80
_LISTED: Final = 16
_DEEPEST: Final = 40


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a rule file.

    Attributes:
        path: the file, one of those that are extended where the fault is there.
        line: its line, from 1; `None` where no line is to blame, as for a file that isn't there.
        key: the keys that lead to it, joined by dots, items of a list numbered from 1; empty for the
            file as a whole.
        problem: what is wrong, and what would be right.

    >>> print(Fault("house.toml", 7, "patterns.duck.value", "expected a number"))
    house.toml:7: patterns.duck.value: expected a number
    """

    path: str
    line: int | None
    key: str
    problem: str

    def __str__(self) -> str:
        """Write the fault on one line."""
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{where}: {self.key}: {self.problem}" if self.key else f"{where}: {self.problem}"


class Places(Protocol):
    """Knows where keys stand."""

    def find(self, key: KeyPath) -> tuple[str, int | None]:
        """Give the file and line of a key, or of the nearest table around it."""


class Node:
    """A value of a rule file that knows where it stands and where its faults are collected.

    What is read from it has the right type always: where the file has something else, the fault is noted and
    something empty given, so that reading goes on and finds the other faults.

    Attributes:
        value: as TOML has it; `None` where the key is missing.
        key: the keys that lead to it.
        faults: what was found wrong so far, shared by all nodes of a file.
    """

    def __init__(self, value: object, key: KeyPath, places: Places, faults: list[Fault]) -> None:  # noqa: D107
        self.value = value
        self.key = key
        self.faults = faults
        self._places = places

    def fail(self, problem: str) -> None:
        """Note a fault here."""
        path, line = self._places.find(self.key)
        self.faults.append(Fault(path, line, write_key(self.key), problem))

    def _expected(self, wanted: str) -> None:
        given = "it is missing" if self.value is None else f"not {write_value(self.value)}"
        self.fail(f"expected {wanted}, {given}")

    def __contains__(self, name: str) -> bool:
        """Whether it is a table that has the key."""
        return isinstance(self.value, dict) and name in self.value

    def child(self, name: str | int, value: object = None) -> Node:
        """Give what stands under a key; `value` where there is none."""
        found = self.value.get(name, value) if isinstance(self.value, dict) else value
        return Node(found, (*self.key, name), self._places, self.faults)

    def replaced(self, value: object) -> Node:
        """Give a node at the same place with another value."""
        return Node(value, self.key, self._places, self.faults)

    def table(self) -> dict[str, Any]:
        """Give the table; empty when it is none."""
        if isinstance(self.value, dict):
            return self.value
        self._expected("a table")
        return {}

    def items(self) -> Iterator[tuple[str, Node]]:
        """Give the keys of a table with what stands under them."""
        for name in self.table():
            yield name, self.child(name)

    def entries(self, wanted: str) -> list[Node]:
        """Give the items of a list; none when it is no list."""
        if isinstance(self.value, list):
            return [self.child(place, item) for place, item in enumerate(self.value)]
        self._expected(wanted)
        return []

    def known(self, keys: Collection[str]) -> None:
        """Note every key of a table that isn't among those given."""
        for name, node in self.items():
            if name not in keys:
                node.fail(f"there is no key {name!r}; {hint(name, keys)}")

    def text(self) -> str:
        """Give a text that isn't empty."""
        if isinstance(self.value, str) and self.value:
            return self.value
        self._expected("a text")
        return ""

    def texts(self) -> list[str]:
        """Give a list of texts."""
        if isinstance(self.value, list) and all(isinstance(item, str) for item in self.value):
            return self.value
        self._expected("a list of words")
        return []

    def flag(self) -> bool:
        """Give true or false."""
        if isinstance(self.value, bool):
            return self.value
        self._expected("true or false")
        return False

    def number(self, low: int, high: int, what: str = "a whole number") -> int:
        """Give a whole number in a range."""
        if type(self.value) is int and low <= self.value <= high:
            return self.value
        self._expected(f"{what} from {low} to {high}")
        return 0

    def one_of(self, words: Collection[str], what: str) -> str:
        """Give a text that is among those given."""
        word = self.text()
        if word and word not in words:
            self.fail(f"there is no {what} {word!r}; {hint(word, words)}")
            return ""
        return word

    def some_of(self, words: Collection[str], what: str) -> list[str]:
        """Give a list of texts that are among those given."""
        found = self.texts()
        for place, word in enumerate(found):
            if word not in words:
                self.child(place).fail(f"there is no {what} {word!r}; {hint(word, words)}")
        return [word for word in found if word in words]


def hint(word: str, known: Iterable[str]) -> str:
    """Give the known word that was likely meant, or all of them where none is like it.

    >>> hint("vale", ["value", "tiers"]), hint("colour", ["zh", "en"])
    ("did you mean 'value'?", 'there are en, zh')
    """
    words = sorted(known)
    close = difflib.get_close_matches(word, words, 1)
    if close:
        return f"did you mean {close[0]!r}?"
    if not words:
        return "there are none"
    more = ", …" if len(words) > _LISTED else ""
    return f"there are {', '.join(words[:_LISTED])}{more}"


def write_key(key: KeyPath) -> str:
    """Write keys as TOML does, joined by dots, items of a list numbered from 1.

    >>> write_key(("patterns", "my row", "where", "any", 0))
    'patterns."my row".where.any[1]'
    """
    text = ""
    for part in key:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += ("." if text else "") + (part if _BARE.fullmatch(part) else json.dumps(part))
    return text


def write_value(value: object, longest: int = _LONGEST) -> str:
    """Write a value as TOML does, on one line, cut where it is long.

    >>> write_value({"of": "19m", "at_least": 2}), write_value([True, "all"])
    ('{ of = "19m", at_least = 2 }', '[true, "all"]')
    """
    text = _written(value, 0)
    return text if len(text) <= longest else f"{text[:longest]}…"


def _written(value: object, depth: int) -> str:
    if depth > _DEEPEST:
        return "…"
    if isinstance(value, dict):
        pairs = [f"{write_key((name,))} = {_written(item, depth + 1)}" for name, item in value.items()]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join([_written(item, depth + 1) for item in value])}]"
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
