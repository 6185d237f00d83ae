"""What a row of a rule book is worth: plain, in a pair, by tier, by count, or by a formula.

A plain number or a tier may also be the name of a policy that is a number, such as ``wind_double_role``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from scoring.errors import RulesError
from scoring.faults import hint, write_value
from scoring.policies import POLICIES, Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.faults import Node
    from scoring.patterns.registry import Match

__all__ = [
    "MOST_FAN",
    "VALUE_KEYS",
    "ByCount",
    "Formula",
    "Pair",
    "Plain",
    "Tiers",
    "Value",
    "read_number_or_policy",
    "read_value",
]

VALUE_KEYS: Final = frozenset({"value", "exposed", "concealed", "tiers", "by_count", "formula"})
"""Keys that say a pattern's value; ``exposed`` and ``concealed`` go together, the others alone."""

MOST_FAN: Final = 10**6
_FORMULA: Final = re.compile(r"\s*([0-9]{1,9})\s*n\s*(?:([+-])\s*([0-9]{1,9}))?\s*")
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
    """``per * n + plus`` for a count of n; `plus` may be negative."""

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
        return f"{self.per}n{self.plus:+}" if self.plus else f"{self.per}n"


def read_value(row: Node) -> Value:
    """Read the value of a pattern's table; what is wrong with it is noted there."""
    keys = sorted(VALUE_KEYS & set(row.table()))
    if keys == ["concealed", "exposed"]:
        return Pair(_number(row.child("exposed")), _number(row.child("concealed")))
    if len(keys) != 1 or keys[0] in {"exposed", "concealed"}:
        given = f"has {', '.join(keys)}" if keys else "has none"
        row.fail(f"needs one of value, exposed with concealed, tiers, by_count, formula; it {given}")
        return Plain(0)
    given_value = row.child(keys[0])
    return _READERS[keys[0]](given_value)


def _plain(node: Node) -> Value:
    return Plain(read_number_or_policy(node))


def _tiers(node: Node) -> Value:
    if node.value == {}:
        node.fail("expected a table of numbers, not an empty one")
    return Tiers({tier: read_number_or_policy(fan) for tier, fan in node.items()})


def _formula(node: Node) -> Value:
    written = _FORMULA.fullmatch(node.value) if isinstance(node.value, str) else None
    if written is None:
        node.fail(f"expected a text like 2n+1 or 2n-2, not {write_value(node.value)}")
        return Plain(0)
    per, plus = int(written[1]), int(f"{written[2] or ''}{written[3] or 0}")
    if max(per, abs(plus)) > MOST_FAN:
        node.fail(f"its numbers go up to {MOST_FAN}; {node.value} is beyond")
    return Formula(per, plus)


def _by_count(node: Node) -> Value:
    if node.value == {}:
        node.fail("expected a table of numbers, not an empty one")
    numbers: dict[int, int] = {}
    for count, fan in node.items():
        if _COUNT.fullmatch(count):
            numbers[int(count)] = _number(fan)
        else:
            fan.fail(f"the keys are counts like 2 = 20, not {count!r}")
    return ByCount(numbers)


_READERS: Final = {"value": _plain, "formula": _formula, "tiers": _tiers, "by_count": _by_count}


def _known(value: int | str) -> int:
    if isinstance(value, str):
        raise RulesError(f"the number that the policy {value} stands for isn't put in yet")
    return value


def _looked_up(value: int | str, policies: Mapping[str, Policy]) -> int:
    found = policies[value] if isinstance(value, str) else value
    if not isinstance(found, int):  # pragma: no cover - reading a value refuses such policies
        raise RulesError(f"the policy {value} is no number")
    return found


def read_number_or_policy(node: Node) -> int | str:
    """Read a number of fan, or the name of a policy that is one."""
    if not isinstance(node.value, str):
        return _number(node)
    names = [name for name, switch in POLICIES.items() if type(switch.default) is int]
    if node.value not in names:
        node.fail(
            f"expected a number of fan or a policy that is one, not {write_value(node.value)}; "
            f"{hint(node.value, names)}"
        )
        return 0
    return node.value


def _number(node: Node) -> int:
    return node.number(-MOST_FAN, MOST_FAN, "a whole number of fan")
