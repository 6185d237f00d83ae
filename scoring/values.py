"""What a row of a rule book is worth: plain, in a pair, by tier, by count, or by a formula.

A plain number or a tier may also be the name of a policy that is a number, such as ``wind_double_role``.
"""

from __future__ import annotations

import re
import reprlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from scoring.errors import RulesError
from scoring.policies import POLICIES, Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.patterns.registry import Match

__all__ = ["VALUE_KEYS", "ByCount", "Formula", "Pair", "Plain", "Tiers", "Value", "read_value"]

VALUE_KEYS: Final = frozenset({"value", "exposed", "concealed", "tiers", "by_count", "formula"})
"""Keys that say a pattern's value; ``exposed`` and ``concealed`` go together, the others alone."""

_MOST_FAN: Final = 10**6
_FORMULA: Final = re.compile(r"\s*([0-9]{1,9})\s*n\s*(?:\+\s*([0-9]{1,9}))?\s*")
_COUNT: Final = re.compile("[0-9]{1,9}")


class Value(Protocol):
    """Gives the fan of a match."""

    def of(self, match: Match) -> int | None:
        """Give the fan; `None` when the row has no value for such a match."""

    def under(self, policies: Mapping[str, Policy]) -> Value:
        """Give the value with the numbers that policies name put in."""

    def __str__(self) -> str:
        """Write the value as a rule book prints it."""


@dataclass(frozen=True)
class Plain:
    """One number, or the policy that is the number."""

    value: int | str

    def of(self, match: Match) -> int | None:  # noqa: ARG002 - every match is worth the same
        """Give the number."""
        return _known(self.value)

    def under(self, policies: Mapping[str, Policy]) -> Plain:
        """Put in the number that a policy names."""
        return Plain(_looked_up(self.value, policies))

    def __str__(self) -> str:
        """Write the number."""
        return str(self.value)


@dataclass(frozen=True)
class Pair:
    """One number for 明 and one for 暗."""

    exposed: int
    concealed: int

    def of(self, match: Match) -> int | None:
        """Give the number for the match's exposure."""
        return self.exposed if match.exposed else self.concealed

    def under(self, policies: Mapping[str, Policy]) -> Pair:  # noqa: ARG002 - no policy is named
        """Give the pair as it is."""
        return self

    def __str__(self) -> str:
        """Write both numbers."""
        return f"{self.exposed}/{self.concealed}"


@dataclass(frozen=True)
class Tiers:
    """A number for each named degree."""

    tiers: Mapping[str, int | str]

    def of(self, match: Match) -> int | None:
        """Give the number of the match's tier."""
        value = self.tiers.get(match.tier)
        return None if value is None else _known(value)

    def under(self, policies: Mapping[str, Policy]) -> Tiers:
        """Put in the numbers that policies name."""
        return Tiers({tier: _looked_up(value, policies) for tier, value in self.tiers.items()})

    def __str__(self) -> str:
        """Write the numbers."""
        return "/".join(map(str, self.tiers.values()))


@dataclass(frozen=True)
class ByCount:
    """A number for each count; counts beyond the table are worth what its highest is."""

    table: Mapping[int, int]

    def of(self, match: Match) -> int | None:
        """Give the number for the match's count."""
        return self.table.get(min(match.n, max(self.table)))

    def under(self, policies: Mapping[str, Policy]) -> ByCount:  # noqa: ARG002 - no policy is named
        """Give the table as it is."""
        return self

    def __str__(self) -> str:
        """Write the numbers."""
        return "/".join(map(str, self.table.values()))


@dataclass(frozen=True)
class Formula:
    """``per * n + plus`` for a count of n."""

    per: int
    plus: int

    def of(self, match: Match) -> int | None:
        """Calculate the number for the match's count."""
        return self.per * match.n + self.plus

    def under(self, policies: Mapping[str, Policy]) -> Formula:  # noqa: ARG002 - no policy is named
        """Give the formula as it is."""
        return self

    def __str__(self) -> str:
        """Write the formula."""
        return f"{self.per}n+{self.plus}" if self.plus else f"{self.per}n"


def read_value(table: Mapping[str, object], where: str) -> Value:
    """Read the value of a pattern's table.

    Raises:
        RulesError: there is no value, more than one, or one that is no number.

    >>> str(read_value({"exposed": 5, "concealed": 10}, "here")), str(read_value({"formula": "2n+1"}, "here"))
    ('5/10', '2n+1')
    """
    keys = sorted(VALUE_KEYS & set(table))
    if keys == ["concealed", "exposed"]:
        return Pair(
            _number(table["exposed"], f"{where}.exposed"), _number(table["concealed"], f"{where}.concealed")
        )
    if len(keys) != 1 or keys[0] in {"exposed", "concealed"}:
        given = f"has {', '.join(keys)}" if keys else "has none"
        raise RulesError(
            f"{where}: needs one of value, exposed with concealed, tiers, by_count, formula; it {given}"
        )
    key = keys[0]
    given_value = table[key]
    if key == "value":
        return Plain(_number_or_policy(given_value, f"{where}.value"))
    if key == "formula":
        written = _FORMULA.fullmatch(given_value) if isinstance(given_value, str) else None
        if written is None:
            raise RulesError(f"{where}.formula: expected a text like 2n+1, not {_cut(given_value)}")
        return Formula(
            _number(int(written[1]), f"{where}.formula"), _number(int(written[2] or 0), f"{where}.formula")
        )
    if not isinstance(given_value, dict) or not given_value:
        raise RulesError(f"{where}.{key}: expected a table of numbers, not {_cut(given_value)}")
    if key == "tiers":
        return Tiers(
            {tier: _number_or_policy(fan, f"{where}.{key}.{tier}") for tier, fan in given_value.items()}
        )
    numbers = {name: _number(number, f"{where}.{key}.{name}") for name, number in given_value.items()}
    if not all(_COUNT.fullmatch(name) for name in numbers):
        raise RulesError(f"{where}.by_count: the keys are counts like 2 = 20, not {', '.join(numbers)}")
    return ByCount({int(name): number for name, number in numbers.items()})


def _cut(value: object) -> str:
    """Write a value as found, cut short where it is long or deep."""
    return reprlib.repr(value)


def _known(value: int | str) -> int:
    if isinstance(value, str):
        raise RulesError(f"the number that the policy {value} stands for isn't put in yet")
    return value


def _looked_up(value: int | str, policies: Mapping[str, Policy]) -> int:
    found = policies[value] if isinstance(value, str) else value
    if not isinstance(found, int):  # pragma: no cover - reading a value refuses such policies
        raise RulesError(f"the policy {value} is no number")
    return found


def _number_or_policy(value: object, where: str) -> int | str:
    if not isinstance(value, str):
        return _number(value, where)
    if value in POLICIES and type(POLICIES[value].default) is int:
        return value
    names = ", ".join(name for name, switch in POLICIES.items() if type(switch.default) is int)
    raise RulesError(
        f"{where}: expected a number of fan or a policy that is one ({names}), not {_cut(value)}"
    )


def _number(value: object, where: str) -> int:
    if type(value) is not int or abs(value) > _MOST_FAN:
        raise RulesError(
            f"{where}: expected a whole number of fan from -{_MOST_FAN} to {_MOST_FAN}, not {_cut(value)}"
        )
    return value
