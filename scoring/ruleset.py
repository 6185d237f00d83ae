"""RuleSet: the rows of a rule book with their values, exclusions, policies, limits, base and price."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError
from scoring.partitions import HAND_FORMS, Form
from scoring.patterns import REGISTRY, PatternFunction
from scoring.policies import Policy, check_policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from scoring.predicates import Composition
    from scoring.values import Value

__all__ = [
    "CircleError",
    "Exclusion",
    "Limits",
    "Pattern",
    "Plan",
    "Price",
    "Reason",
    "RuleSet",
    "check_amount",
    "in_order",
]


_MOST_MONEY: Final = 10**12
_DECIMALS: Final = 6


@dataclass(frozen=True)
class Price:
    """What a hand costs: a base (底) and a price for each fan, in money. Whole amounts are kept as `int`.

    Amounts have a size that can be reckoned with exactly: at most 10^12, and six decimal places.

    Raises:
        RulesError: an amount is negative, too large, too fine or no number.

    >>> Price(Decimal("5.0"), Decimal("0.5"))
    Price(base=5, per=Decimal('0.5'))
    """

    base: int | Decimal
    per: int | Decimal

    def __post_init__(self) -> None:
        """Check the amounts, and make whole ones `int`."""
        for name in ("base", "per"):
            try:
                amount = check_amount(Decimal(getattr(self, name)))
            except RulesError as error:
                raise RulesError(f"price.{name}: {error}") from None
            object.__setattr__(self, name, amount)


def check_amount(amount: Decimal) -> int | Decimal:
    """Give an amount of money, a whole one as `int`.

    Raises:
        RulesError: it is negative, too large, too fine or no number.
    """
    exponent = amount.as_tuple().exponent
    # The exponent of what is no number is a word.
    if not isinstance(exponent, int) or not 0 <= amount <= _MOST_MONEY or exponent < -_DECIMALS:
        raise RulesError(
            f"expected an amount from 0 to {_MOST_MONEY} with at most {_DECIMALS} decimal places, "
            f"not {_shortened(str(amount))}"
        )
    return int(amount) if amount == amount.to_integral_value() else amount


@dataclass(frozen=True)
class Limits:
    """Bounds of what a hand is worth.

    Attributes:
        minimum: fan that a hand needs to win (起糊), the dealer's fan not counted; 0 for none.
        cap: most fan that one payer pays for (封頂), the dealer's fan included; `None` for none.
    """

    minimum: int = 0
    cap: int | None = None


@dataclass(frozen=True)
class Pattern:
    """One row of a rule book.

    Attributes:
        id: the id that sheets and JSON use.
        zh: name in traditional Chinese.
        en: name in English.
        section: heading of the rule book.
        source: document and line.
        value: what it is worth.
        function: id of the function that finds it.
        family: rows of one family compete for groups (方法一: a group serves a family once); empty for none.
        forms: shapes of hand that it can be found in.
        common: whether it counts without being named by the policy ``uncommon``.
        on_dealer_transfers: counts on the transfers that the dealer takes part in, and only there.
        last: decided after all other rows.
        beside: for a `last` row, the rows that may stand beside it.
        beside_when: for a `last` row, further such rows by the switch that allows them.
        fan_beside: for a `last` row, what all other rows together must be worth; with 0 there may be none.
        family_when: the family that it is in instead, by the switch that moves it there.
        where: for a row composed from named predicates, the composition; `function` is empty then.
    """

    id: str
    zh: str
    en: str
    section: str
    source: str
    value: Value
    function: str
    family: str = ""
    forms: frozenset[Form] = frozenset(HAND_FORMS)
    common: bool = True
    on_dealer_transfers: bool = False
    last: bool = False
    beside: frozenset[str] = frozenset()
    beside_when: Mapping[str, frozenset[str]] = field(default_factory=dict)
    fan_beside: int = 0
    family_when: Mapping[str, str] = field(default_factory=dict)
    where: Composition | None = None

    @property
    def find(self) -> PatternFunction:
        """The function that finds it: a registered one, or what its composition gave."""
        return REGISTRY[self.function] if self.where is None else self.where.function


@dataclass(frozen=True)
class Reason:
    """Why a row isn't counted, in English and in traditional Chinese."""

    en: str
    zh: str


@dataclass(frozen=True)
class Exclusion:
    """A counted row that keeps another from counting.

    Attributes:
        by: the row that counts.
        drops: the row that then doesn't.
        why: the reason.
        source: document and line.
        anywhere: drop every match; otherwise those within the places of the row that counts.
        tag: only for matches of `by` with this tag.
        when: only where these policies have these values.
        implied: not printed in the row, but the pattern is always there; the policy ``implied_patterns``
            decides.
    """

    by: str
    drops: str
    why: Reason
    source: str
    anywhere: bool = False
    tag: str = ""
    when: Mapping[str, Policy] = field(default_factory=dict)
    implied: bool = False


@dataclass(frozen=True)
class Plan:
    """Rows by when they are asked for: once for a hand, for every partition, after all others."""

    by_hand: tuple[tuple[Pattern, PatternFunction], ...]
    by_partition: tuple[tuple[Pattern, PatternFunction], ...]
    last: tuple[tuple[Pattern, PatternFunction], ...]

    @classmethod
    def of(cls, rows: Iterable[Pattern]) -> Plan:
        """Sort rows."""
        found = [(row, row.find) for row in rows]
        first = [(row, function) for row, function in found if not row.last]
        return cls(
            tuple((row, function) for row, function in first if not function.partition_matters),
            tuple((row, function) for row, function in first if function.partition_matters),
            tuple((row, function) for row, function in found if row.last),
        )


@dataclass(frozen=True)
class RuleSet:
    """A rule book as data. Values of this class don't change; `with_policies` and `with_price` give new ones.

    Attributes:
        id: name of the rule set, or the path that it was loaded from.
        zh: title in traditional Chinese.
        en: title in English.
        patterns: the rows by id, in the order of the document.
        families: why the rows of each family compete, by family.
        exclusions: every directed exclusion.
        policies: every switch with its value.
        price: base and price for each fan.
        sha256: of the files that it was read from.
        limits: the fan that a hand needs, and the most that is paid for.

    >>> rules = RuleSet.load("hktw")
    >>> str(rules.patterns["quad_in_two"].value), rules.price
    ('5/10', Price(base=5, per=1))
    """

    id: str
    zh: str
    en: str
    patterns: Mapping[str, Pattern]
    families: Mapping[str, Reason]
    exclusions: tuple[Exclusion, ...]
    policies: Mapping[str, Policy]
    price: Price
    sha256: str
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def load(cls, source: str | Path) -> RuleSet:
        """Load a rule set that ships (``hktw``), or a TOML file by its path.

        Raises:
            RulesError: no such rule set, or one that can't be used; the message names the file, the line and
                the key. `scoring.check_rules` finds all that is wrong.
        """
        from scoring.rulefile import load  # noqa: PLC0415 - the loader builds this class

        return load(source)

    def with_policies(self, policies: Mapping[str, object]) -> RuleSet:
        """Give the rule set with some switches set anew.

        Raises:
            RulesError: no such switch, or a value that it can't take.
        """
        changed = {name: check_policy(name, value, self.id) for name, value in policies.items()}
        named = changed.get("uncommon")
        if isinstance(named, tuple):
            for item in named:
                if item not in self.patterns:
                    raise RulesError(f"{self.id}: policy uncommon names {item!r}, which is no pattern of it")
        return replace(self, policies={**self.policies, **changed})

    def with_price(self, base: int | Decimal, per: int | Decimal) -> RuleSet:
        """Give the rule set with another base and price for each fan."""
        return replace(self, price=Price(base, per))

    @cached_property
    def forms(self) -> frozenset[Form]:
        """The shapes of hand that win."""
        off = self.policies["seven_pairs_pung"] == "off"
        return frozenset(form for form in HAND_FORMS if not (off and form is Form.SEVEN_PAIRS))

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Place of each row in the rule book, by id."""
        return {item: place for place, item in enumerate(self.patterns)}

    @cached_property
    def active(self) -> tuple[Pattern, ...]:
        """The rows that count under the policies, each behind all rows that can drop it."""
        named = self.policies["uncommon"]
        counted = {
            row.id
            for row in self.patterns.values()
            if row.common or named == "all" or (isinstance(named, tuple) and row.id in named)
        }
        rows = (self.patterns[item] for item in in_order(self.patterns, self.exclusions) if item in counted)
        return tuple(
            replace(row, value=row.value.under(self.policies), family=self._family(row)) for row in rows
        )

    def _family(self, row: Pattern) -> str:
        """Give the family that a row competes in under the policies."""
        moved = (family for switch, family in row.family_when.items() if self.policies[switch])
        return next(moved, row.family)

    @cached_property
    def plans(self) -> Mapping[Form, Plan]:
        """The rows that count under the policies, for each shape of hand by when they are asked for."""
        return {form: Plan.of([row for row in self.active if form in row.forms]) for form in Form}

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """Place of each row in `active`, by id."""
        return {row.id: place for place, row in enumerate(self.active)}

    @cached_property
    def incoming(self) -> Mapping[str, tuple[Exclusion, ...]]:
        """The exclusions in force under the policies, by the row that they drop."""
        found: dict[str, list[Exclusion]] = {item: [] for item in self.patterns}
        for exclusion in self.exclusions:
            if exclusion.implied and self.policies["implied_patterns"] == "stack":
                continue
            if all(self.policies[name] == value for name, value in exclusion.when.items()):
                found[exclusion.drops].append(exclusion)
        return {item: tuple(exclusions) for item, exclusions in found.items()}

    def beside(self, row: Pattern) -> frozenset[str]:
        """Give the rows that may stand beside a `last` row under the policies."""
        allowed = [more for switch, more in row.beside_when.items() if self.policies[switch]]
        return row.beside.union(*allowed)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


class CircleError(RulesError):
    """Exclusions that run in a circle.

    Attributes:
        circle: the ids, each dropped by the next, the first one again at the end.
    """

    def __init__(self, circle: tuple[str, ...]) -> None:
        """Write the circle out."""
        self.circle = circle
        super().__init__(f"exclusions run in a circle: {' is dropped by '.join(circle)}")


def in_order(patterns: Mapping[str, Pattern], exclusions: tuple[Exclusion, ...]) -> tuple[str, ...]:
    """Order ids so that each comes behind all that can drop it, otherwise as in the document.

    Raises:
        CircleError: exclusions run in a circle; the message names it.
    """
    droppers: dict[str, list[str]] = {item: [] for item in patterns}
    for exclusion in exclusions:
        droppers[exclusion.drops].append(exclusion.by)
    done: dict[str, bool] = {}
    ordered: list[str] = []

    def visit(item: str, path: tuple[str, ...]) -> None:
        if item in path:
            raise CircleError((*path[path.index(item) :], item))
        if item not in done:
            for dropper in droppers[item]:
                visit(dropper, (*path, item))
            done[item] = True
            ordered.append(item)

    for item in patterns:
        visit(item, ())
    return tuple(ordered)
