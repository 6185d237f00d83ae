"""Chain: a rule file with the files that it extends, read and laid over each other."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scoring.awards import AMOUNT_KEYS
from scoring.faults import Fault, Node
from scoring.rulefile.positions import read_positions
from scoring.values import VALUE_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.faults import KeyPath

__all__ = ["Chain", "RuleText", "parse_chain", "read_chain", "shipped"]

_TABLES: Final = ("hand", "price", "limits", "policies", "families", "patterns", "awards")
_TOP_KEYS: Final = frozenset({"id", "extends", "zh", "en", "unit", "exclusions", *_TABLES})
_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")


@dataclass(frozen=True)
class RuleText:
    """One file.

    Attributes:
        name: the name of a rule set that ships, or the path.
        data: its bytes.
        table: its values.
        lines: where its keys stand; looked for only where something is wrong.
    """

    name: str
    data: bytes
    table: Mapping[str, Any]

    @cached_property
    def lines(self) -> Mapping[KeyPath, int]:
        """The line of every key."""
        return read_positions(self.data.decode("utf-8-sig"))

    def find(self, key: KeyPath) -> tuple[str, int | None]:
        """Give the line of a key, or of the nearest table around it."""
        return Chain((self,)).find(key)


@dataclass(frozen=True)
class Chain:
    """Files, each extended by the one before it, the last one standing alone."""

    texts: tuple[RuleText, ...]

    def find(self, key: KeyPath) -> tuple[str, int | None]:
        """Give the file and line that a key of the merged table comes from.

        Where no file has it, those of the nearest table around it.
        """
        for length in range(len(key), 0, -1):
            for text in self.texts:
                if key[:length] in text.lines:
                    return text.name, text.lines[key[:length]]
        return self.texts[0].name, 1

    def order(self, fault: Fault) -> tuple[int, int]:
        """Sort faults: those of the file itself first, each file's from top to bottom."""
        names = [text.name for text in self.texts]
        return (names.index(fault.path) if fault.path in names else len(names)), fault.line or 0

    def exclusions(self, faults: list[Fault]) -> list[Node]:
        """Give the entries of all files, those of the file that stands alone first."""
        return [
            entry
            for text in reversed(self.texts)
            for entry in Node(text.table, (), text, faults)
            .child("exclusions", [])
            .entries("[[exclusions]] tables")
        ]

    def merged(self, faults: list[Fault]) -> dict[str, Any]:
        """Lay each file over the one that it extends; exclusions are left to `exclusions`."""
        merged: dict[str, Any] = {key: {} for key in _TABLES}
        for number, text in enumerate(reversed(self.texts)):
            own = Node(text.table, (), text, faults)
            own.known(_TOP_KEYS)
            for key, node in own.items():
                if key not in _TABLES:
                    merged[key] = node.value
                elif key in {"patterns", "awards"}:
                    merged[key] = _rows(merged[key], node, first=number == 0)
                else:
                    merged[key] = {**merged[key], **node.table()}
        return merged


def _rows(old: Mapping[str, Any], patterns: Node, *, first: bool) -> dict[str, Any]:
    """Lay rows over those of the file that is extended."""
    rows = dict(old)
    for item, row in patterns.items():
        new = _laid_over(old.get(item), row, first=first)
        if item in old or isinstance(row.value, dict):
            rows[item] = new
    return rows


def _laid_over(old: Mapping[str, Any] | None, row: Node, *, first: bool) -> dict[str, Any]:
    """Lay a row over that of the same id which it changes."""
    new = row.table()
    if old is None:
        if new.get("off") is True and not first:
            row.child("off").fail("there is no such row to strike")
        return new
    before, after = old.get("tiers"), new.get("tiers")
    if isinstance(before, dict) and isinstance(after, dict) and "function" not in new:
        row.child("tiers").known(before)  # the function never names another tier
    replaced: set[str] = set()
    for keys in (VALUE_KEYS, AMOUNT_KEYS):
        if keys & set(new):
            replaced |= keys
    if "function" in new:
        replaced |= {"where", "n"}
    elif "where" in new:
        replaced |= {"function", "n"}
    return {**{key: value for key, value in old.items() if key not in replaced}, **new}


def shipped() -> tuple[str, ...]:
    """Give the names of the rule sets that ship."""
    names = [item.name for item in (resources.files("scoring") / "rules").iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def read_chain(source: str | Path, faults: list[Fault]) -> Chain | None:
    """Read a file and those that it extends; `None`, with a fault, where one can't be read."""
    texts: list[RuleText] = []
    seen: list[Path] = []
    folder: Path | None = None
    while True:
        extends = Node(texts[-1].table, (), texts[-1], faults).child("extends") if texts else None
        if isinstance(source, str) and source in shipped():
            name, place, folder = source, Path(source), None
            data = (resources.files("scoring") / "rules" / f"{source}.toml").read_bytes()
        else:
            path = Path(source) if folder is None else folder / source
            name, folder = str(path), path.parent
            try:
                place, data = path.resolve(), path.read_bytes()
            except (OSError, ValueError, RuntimeError) as error:  # a NUL in the name; links in a circle
                _fail(extends, name, _unread(name, error, named=extends is not None), faults)
                return None
        if place in seen:
            circle = " extends ".join(map(str, (*seen[seen.index(place) :], place)))
            _fail(extends, name, f"the file extends itself: {circle}", faults)
            return None
        seen.append(place)
        text = _parsed(name, data, faults)
        if text is None:
            return None
        texts.append(text)
        if "extends" not in text.table:
            return Chain(tuple(texts))
        source = Node(text.table, (), text, faults).child("extends").text()
        if not source:
            return None


def parse_chain(texts: Iterable[tuple[str, bytes]], faults: list[Fault]) -> Chain | None:
    """Take files that were read before, each extended by the one before it, as a chain.

    Args:
        texts: their names and bytes.
        faults: where a fault is noted if one of them can't be read.
    """
    parsed = [_parsed(name, data, faults) for name, data in texts]
    found = tuple(text for text in parsed if text is not None)
    return Chain(found) if found and len(found) == len(parsed) else None


def _fail(extends: Node | None, name: str, problem: str, faults: list[Fault]) -> None:
    """Blame the key that named a file, or the file itself."""
    if extends is None:
        faults.append(Fault(name, None, "", problem))
    else:
        extends.fail(problem)


def _unread(name: str, error: Exception, *, named: bool) -> str:
    reason = getattr(error, "strerror", None) or "no such file"
    subject = f"{name}: " if named else ""
    return f"{subject}{reason}; a rule set is {', '.join(shipped())} or the path of a TOML file"


def _parsed(name: str, data: bytes, faults: list[Fault]) -> RuleText | None:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.append(Fault(name, line, "", f"not a TOML file: the text isn't UTF-8 ({error.reason})"))
        return None
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not TOML, a number too long, nested too deep
        found = _LINE.search(str(error))
        at_end = text.rstrip().count("\n") + 1 if "at end of document" in str(error) else None
        line_of = int(found[1]) if found else at_end
        faults.append(Fault(name, line_of, "", f"not a TOML file: {error}"))
        return None
    return RuleText(name, data, table)
