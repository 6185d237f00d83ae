"""What a predicate is: a named question to a view of the hand, asked by rows that a rule file composes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Collection

    from scoring.patterns import View
    from scoring.predicates.tileset import TileSet

__all__ = [
    "PREDICATES",
    "Count",
    "Flag",
    "Joint",
    "OfTiles",
    "Predicate",
    "Word",
    "count",
    "flag",
    "joint",
    "of_tiles",
    "word",
]

CountOf = Callable[["View", "Collection[int]", str], "int | None"]
"""Counts among the kinds of tile given (indices of `KINDS`), of one sort; `None` where it isn't known."""


@dataclass(frozen=True)
class Predicate:
    """A named predicate.

    Attributes:
        name: the key in a row's ``where``.
        takes: what stands behind the key.
        en: what it says, in English.
        zh: the same in traditional Chinese.
    """

    name: str
    takes: str
    en: str
    zh: str


@dataclass(frozen=True)
class Flag(Predicate):
    """Something that is so or not; `ask` gives `None` where it isn't known, and then neither holds."""

    ask: Callable[[View], bool | None] = bool


@dataclass(frozen=True)
class Word(Predicate):
    """Something that is one of `words`; `ask` gives which."""

    words: tuple[str, ...] = ()
    ask: Callable[[View], str | None] = str


@dataclass(frozen=True)
class OfTiles(Predicate):
    """Something about tiles that the row lists."""

    ask: Callable[[View, TileSet], bool] = lambda _view, _tiles: False


@dataclass(frozen=True)
class Count(Predicate):
    """Something that is counted; `sorts` are the words that may narrow it."""

    of: str = ""
    sorts: tuple[str, ...] = ()
    ask: CountOf = lambda _view, _among, _sort: None


@dataclass(frozen=True)
class Joint(Predicate):
    """A key that joins others or names another row."""


PREDICATES: Final[dict[str, Predicate]] = {}
"""Every predicate by name. Filled when `scoring.predicates` is imported."""


def _add(predicate: Predicate) -> None:
    if predicate.name in PREDICATES:
        raise RulesError(f"two predicates are called {predicate.name!r}")
    PREDICATES[predicate.name] = predicate


def joint(name: str, takes: str, en: str, zh: str) -> None:
    """Describe a key that `scoring.predicates.compose` reads itself."""
    _add(Joint(name, takes, en, zh))


def flag(name: str, ask: Callable[[View], bool | None], en: str, zh: str) -> None:
    """Register something that is true or false."""
    _add(Flag(name, "true or false", en, zh, ask))


def word(
    name: str,
    words: tuple[str, ...],
    ask: Callable[[View], str | None],
    en: str,
    zh: str,
) -> None:
    """Register something that is one of several words."""
    takes = f"one of {', '.join(words)}, or a list of them"
    _add(Word(name, takes, en, zh, words, ask))


def of_tiles(name: str, ask: Callable[[View, TileSet], bool], en: str, zh: str) -> None:
    """Register something about listed tiles."""
    _add(OfTiles(name, "tiles", en, zh, ask))


def count(
    name: str,
    ask: CountOf,
    en: str,
    zh: str,
    *,
    of: str = "",
    sorts: tuple[str, ...] = (),
) -> None:
    """Register something that is counted.

    Args:
        name: its name.
        ask: counts.
        en: what it counts, in English.
        zh: the same in traditional Chinese.
        of: what tiles behind ``of`` narrow it to; empty where it takes none.
        sorts: the words that ``sort`` may be.
    """
    takes = "a number" + (f"; of: {of}" if of else "") + (f"; sort: {', '.join(sorts)}" if sorts else "")
    _add(Count(name, takes, en, zh, of, sorts, ask))
