"""Values out of a JSON file, each of the type that it has to be; what isn't is named with its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from vision.errors import ReadingFormatError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["chance", "flag", "integer", "likely", "listed", "mapping", "maybe", "number", "pair", "text"]

_T = TypeVar("_T")
_MOST: Final = 2**31
_QUOTED: Final = 60
"""Characters of a wrong value that a message quotes."""


def mapping(data: object, what: str) -> Mapping[str, Any]:
    """Give an object with keys.

    Raises:
        ReadingFormatError: it is something else.

    >>> mapping([1], "a photo")
    Traceback (most recent call last):
    vision.errors.ReadingFormatError: a photo is an object with keys, not [1]
    """
    if not isinstance(data, dict):
        raise ReadingFormatError(f"{what} is an object with keys, not {_quoted(data)}")
    return data


def listed(data: Mapping[str, Any], key: str, read: Callable[[Any], _T]) -> tuple[_T, ...]:
    """Read each element of a list; an error names the element.

    Raises:
        KeyError: there is no such key.
        ReadingFormatError: it is no list, or one of its elements can't be read.

    >>> listed({"places": [1, 2.5]}, "places", integer)
    Traceback (most recent call last):
    vision.errors.ReadingFormatError: places[1]: 2.5 is no whole number from 0 on
    """
    values = data[key]
    if not isinstance(values, list | tuple):
        raise ReadingFormatError(f"{key} is a list, not {_quoted(values)}")
    found = []
    for place, value in enumerate(values):
        try:
            found.append(read(value))
        except ReadingFormatError as error:
            raise ReadingFormatError(f"{key}[{place}]: {error}") from error
    return tuple(found)


def maybe(value: object, read: Callable[[Any], _T]) -> _T | None:
    """Read a value that may be null."""
    return None if value is None else read(value)


def text(value: object) -> str:
    """Give a text.

    Raises:
        ReadingFormatError: it is something else.
    """
    if not isinstance(value, str):
        raise ReadingFormatError(f"{_quoted(value)} is no text")
    return value


def flag(value: object) -> bool:
    """Give true or false.

    Raises:
        ReadingFormatError: it is something else.
    """
    if not isinstance(value, bool):
        raise ReadingFormatError(f"{_quoted(value)} is neither true nor false")
    return value


def integer(value: object) -> int:
    """Give a whole number that counts or numbers something.

    Raises:
        ReadingFormatError: it is something else, below 0 or far beyond all that is counted here.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _MOST:
        raise ReadingFormatError(f"{_quoted(value)} is no whole number from 0 on")
    return value


def number(value: object) -> float:
    """Give a number.

    Raises:
        ReadingFormatError: it is something else, or too large.
    """
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    raise ReadingFormatError(f"{_quoted(value)} is no number")


def chance(value: object) -> float:
    """Give a probability.

    Raises:
        ReadingFormatError: it is something else, or lies outside 0..1.
    """
    p = number(value)
    if not 0 <= p <= 1:
        raise ReadingFormatError(f"a probability lies in 0..1; this one is {p}")
    return p


def pair(value: object, what: str) -> tuple[Any, Any]:
    """Give two values.

    Raises:
        ReadingFormatError: it is something else.
    """
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ReadingFormatError(f"{what} are a list of two, not {_quoted(value)}")
    first, second = value
    return first, second


def likely(value: object) -> tuple[str, float]:
    """Give an answer and its probability.

    Raises:
        ReadingFormatError: it is something else.
    """
    answer, p = pair(value, "an answer and its probability")
    return text(answer), chance(p)


def _quoted(value: object) -> str:
    try:
        shown = repr(value)
    except ValueError:  # Python refuses to write out a whole number of thousands of digits
        shown = "a number of thousands of digits"
    return shown if len(shown) <= _QUOTED else f"{shown[:_QUOTED]}…"
