"""JSON lines: cases in, results out, and the reading of what a case holds.

Every reader names the key and what would be right; its ``where`` is that key.
"""

from __future__ import annotations

import json
import re
import reprlib
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scoring.errors import NotationError, RulesError, ScoringError, WinError
from scoring.ruleset import RuleSet

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

__all__ = [
    "answer_lines",
    "read_amount",
    "read_flag",
    "read_list",
    "read_name",
    "read_number",
    "read_object",
    "read_rules",
    "read_text",
    "read_word",
    "refuse_misspelt",
    "shown",
]

_Word = TypeVar("_Word", bound=Enum)

_REPR: Final = reprlib.Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 60
_NAMES: Final = (str, int, Decimal, type(None))
_MOST_PLACES: Final = 30
_MONEY: Final = re.compile(r"\d{1,20}(\.\d{1,20})?", re.ASCII)


def answer_lines(
    lines: Iterable[str | bytes],
    answer: Callable[[Any], dict[str, Any]],
    failure: Callable[[object, str], dict[str, Any]],
) -> Iterator[dict[str, Any]]:
    """Answer cases, one JSON object a line, in order; empty lines are passed over.

    A line that can't be read or answered gives a failure, and the others are not touched by it.

    Args:
        lines: texts, or bytes of UTF-8.
        answer: gives the result of a case, or raises a `ScoringError`.
        failure: gives the result of a case that failed, from its name and the reason.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        case: Any = None
        try:
            case = _read_line(line)
            yield answer(case)
        except ScoringError as error:
            yield failure(_name_of(case), f"line {number}: {error}")


def _read_line(line: str | bytes) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Read a line of JSON, without the numbers that JSON doesn't have (NaN, infinity)."""
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        return json.loads(
            text.removeprefix("\ufeff"),
            parse_constant=_finite,
            parse_float=_finite,
            object_pairs_hook=_object,
        )
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON that can be read: {error}") from error


def _finite(text: str) -> Decimal:
    """Keep a number with a point as it is written: 0.1 is a tenth, and no binary fraction near it."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or (number and abs(number.adjusted()) > _MOST_PLACES):
        raise ValueError(f"{shown(text)} is no number that can be reckoned with")
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Keep an object, and no key twice: one of the two values would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"key {shown(twice)} stands twice in an object")
    return found


def read_name(case: Mapping[str, Any]) -> str | float | None:
    """Read a case's ``id``, by which its result is known."""
    name = case.get("id")
    if not isinstance(name, _NAMES):
        raise NotationError(f"id: expected a text or a number, not {shown(name)}")
    return float(name) if isinstance(name, Decimal) else name


def _name_of(case: object) -> str | float | None:
    """Give the name of a case that may be anything."""
    try:
        return read_name(case) if isinstance(case, dict) else None
    except NotationError:
        return None


def read_rules(case: Mapping[str, Any], loaded: dict[str, RuleSet]) -> RuleSet:
    """Read a case's rule set: its ``system``, ``switches``, ``uncommon`` and ``price``.

    Args:
        case: the case.
        loaded: rule sets by name, kept from case to case.
    """
    name = read_text(case.get("system", "hktw"), "system")
    if name not in loaded:
        loaded[name] = RuleSet.load(name)
    rules = loaded[name]
    switches = dict(read_object(case.get("switches", {}), "switches"))
    if "uncommon" in case:
        switches["uncommon"] = case["uncommon"]
    if switches:
        rules = rules.with_policies(switches)
    price = read_object(case.get("price", {}), "price")
    if price:
        unknown = set(price) - {"base", "per"}
        if unknown:
            raise RulesError(f"price: there is no key {', '.join(sorted(unknown))}; there are base and per")
        rules = rules.with_price(
            read_amount(price.get("base", rules.price.base), "price.base"),
            read_amount(price.get("per", rules.price.per), "price.per"),
        )
    return rules


def refuse_misspelt(given: Iterable[str], known: Collection[str], where: str) -> None:
    """Refuse a key that isn't known and looks like one that is; others are passed over.

    Raises:
        NotationError: there is such a key.
    """
    for key in given:
        if key in known:
            continue
        same_letters = [item for item in known if sorted(item) == sorted(key)]
        for meant in same_letters or get_close_matches(key, known, 1, 0.8):
            raise NotationError(f"{where}: there is no key {shown(key)}; did you mean {meant}?")


def shown(value: object) -> str:
    """Write a value as found, cut short where it is long or deep."""
    return _REPR.repr(value)


def read_object(value: object, where: str) -> Mapping[str, Any]:
    """Read an object."""
    if not isinstance(value, dict):
        raise NotationError(f"{where}: expected an object, not {shown(value)}")
    return value


def read_list(value: object, where: str) -> list[Any]:
    """Read a list."""
    if not isinstance(value, list):
        raise NotationError(f"{where}: expected a list, not {shown(value)}")
    return value


def read_text(value: object, where: str) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise NotationError(f"{where}: expected a text, not {shown(value)}")
    return value


def read_flag(value: object, where: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise WinError(f"{where}: expected true or false, not {shown(value)}")
    return value


def read_number(value: object, where: str) -> int:
    """Read a whole number."""
    if type(value) is not int:
        raise WinError(f"{where}: expected a whole number, not {shown(value)}")
    return value


def read_amount(value: object, where: str) -> int | Decimal:
    """Read an amount of money: a number, or a text like "2.5"; never a binary fraction."""
    if type(value) is int or isinstance(value, Decimal):
        return value
    if isinstance(value, str) and _MONEY.fullmatch(value):
        return Decimal(value)
    raise RulesError(f'{where}: expected a number or a text like "2.5", not {shown(value)}')


def read_word(kind: type[_Word], value: object, where: str) -> _Word:
    """Read one of the words of an enumeration."""
    for word in kind:
        if word.value == value:
            return word
    raise WinError(f"{where}: expected {', '.join(word.value for word in kind)}, not {shown(value)}")
