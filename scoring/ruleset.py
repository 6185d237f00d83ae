"""RuleSet: the rows of a rule book with their values, exclusions, policies, limits, base and price."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError
from scoring.hand import MELDS
from scoring.money import Price
from scoring.partitions import HAND_FORMS, Form, forms_of
from scoring.patterns import REGISTRY, Match, PatternFunction
from scoring.policies import Policy, check_policy
from scoring.values import Pair, Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from decimal import Decimal
    from pathlib import Path

    from scoring.awards import Award
    from scoring.patterns import Finder
    from scoring.predicates import Composition
    from scoring.values import Value

__all__ = [
    "FAN",
    "Asked",
    "Batches",
    "CircleError",
    "Exclusion",
    "Limits",
    "Pattern",
    "Plan",
    "Reason",
    "RuleSet",
    "in_order",
]


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
    """Words in English and in traditional Chinese, such as why a row isn't counted."""

    en: str
    zh: str


FAN: Final = Reason("fan", "番")
"""What rows are counted in where a rule set doesn't say otherwise."""


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


@dataclass(frozen=True, slots=True)
class Asked:
    """A row that counts under the policies, as the tally asks for it.

    Attributes:
        row: the row.
        function: the registered function.
        find: what finds its matches.
        value_of: gives the fan of a match.
        fixed: the fan where every match is worth the same.
        has_pair: whether that depends on the match being 明.
        family: the family in which it competes.
        needs: the `scoring.patterns.facts` without which it isn't there.
        rank: place in `RuleSet.active`.
        order: place in the rule book.
        bit: the bit that stands for the row in a set of rows.
        droppers: the rows that can drop it.
        incoming: the exclusions in force that drop it, by the bit of the row that drops; in their order.
        beside: for a `last` row, the rows that may stand beside it.
    """

    row: Pattern
    function: PatternFunction
    find: Finder
    value_of: Callable[[Match], int | None]
    fixed: int | None
    has_pair: bool
    family: str
    needs: int
    rank: int
    order: int
    bit: int
    droppers: int
    incoming: Mapping[int, tuple[tuple[int, Exclusion], ...]]
    beside: int


Batches = tuple[tuple[int, tuple[Asked, ...]], ...]
"""Rows by the facts that they need."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rows by when they are asked for, those with the same needs together.

    Attributes:
        by_hand: once for a hand.
        by_groups: once for partitions that differ in nothing but the group that the winning tile completed.
        by_partition: for every partition.
        last: after all others, one by one.
    """

    by_hand: Batches
    by_groups: Batches
    by_partition: Batches
    last: tuple[Asked, ...]

    @classmethod
    def of(cls, rows: Iterable[Asked]) -> Plan:
        """Sort rows."""
        found = tuple(rows)
        first = [asked for asked in found if not asked.row.last]
        of_groups = [asked for asked in first if asked.function.partition_matters]
        return cls(
            _batches(asked for asked in first if not asked.function.partition_matters),
            _batches(asked for asked in of_groups if not asked.function.won_matters),
            _batches(asked for asked in of_groups if asked.function.won_matters),
            tuple(asked for asked in found if asked.row.last),
        )


def _batches(rows: Iterable[Asked]) -> Batches:
    found: dict[int, list[Asked]] = {}
    for asked in rows:
        found.setdefault(asked.needs, []).append(asked)
    return tuple((needs, tuple(batch)) for needs, batch in found.items())


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
        melds: how many groups beside the eye a hand has.
        shapes: the forms that may win.
        unit: what rows are counted in: fan (番) or tai (台).
        awards: the cash awards and penalties by id, in the order of the document.

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
    melds: int = MELDS
    shapes: tuple[Form, ...] = forms_of(MELDS)
    unit: Reason = FAN
    awards: Mapping[str, Award] = field(default_factory=dict)

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
    def forms(self) -> tuple[Form, ...]:
        """The shapes of hand that win under the policies."""
        off = self.policies["seven_pairs_pung"] == "off"
        return tuple(form for form in self.shapes if not (off and form is Form.SEVEN_PAIRS))

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
    def asked(self) -> tuple[Asked, ...]:
        """The rows of `active` as the tally asks for them."""
        bits = {row.id: 1 << rank for rank, row in enumerate(self.active)}
        return tuple(
            Asked(
                row,
                row.find,
                row.find.find,
                row.value.of,
                fixed=row.value.of(Match()) if isinstance(row.value, Plain) else None,
                has_pair=isinstance(row.value, Pair),
                family=row.family,
                needs=row.find.needs_with(self.melds),
                rank=rank,
                order=self.order[row.id],
                bit=bits[row.id],
                droppers=_any_of(bits, (exclusion.by for exclusion in self.incoming[row.id])),
                incoming=_by_bit(bits, self.incoming[row.id]),
                beside=_any_of(bits, self.beside(row)),
            )
            for rank, row in enumerate(self.active)
        )

    @cached_property
    def plans(self) -> Mapping[Form, Plan]:
        """The rows of `asked` for each shape of hand, by when they are asked for."""
        return {form: Plan.of([asked for asked in self.asked if form in asked.row.forms]) for form in Form}

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


def _by_bit(
    bits: Mapping[str, int], exclusions: Iterable[Exclusion]
) -> Mapping[int, tuple[tuple[int, Exclusion], ...]]:
    """Give exclusions with their places in order, by the bit of the row that drops."""
    found: dict[int, tuple[tuple[int, Exclusion], ...]] = {}
    for place, exclusion in enumerate(exclusions):
        bit = bits.get(exclusion.by, 0)
        found[bit] = (*found.get(bit, ()), (place, exclusion))
    return found


def _any_of(bits: Mapping[str, int], ids: Iterable[str]) -> int:
    """Give the set of those rows that have a bit."""
    found = 0
    for item in ids:
        found |= bits.get(item, 0)
    return found


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
