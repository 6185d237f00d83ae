"""Differences between two rule sets, for a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.faults import write_value
from scoring.partitions import Form
from scoring.values import ByCount, Tiers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.ruleset import Exclusion, Pattern, Reason, RuleSet
    from scoring.values import Value

__all__ = ["Difference", "diff_rules"]


@dataclass(frozen=True)
class Difference:
    """One thing that two rule sets have different.

    Attributes:
        section: what it belongs to: ``title``, ``hand``, ``price``, ``limits``, ``policy``, ``family``,
            ``row``, ``exclusion``; for a row that both have, the key that differs, like ``row.value``.
        id: the price, limit, policy, family or row; both rows of an exclusion, like
            ``all_simples > no_honours``.
        left: what the first set has, as its file would say it; empty where it has no such thing.
        right: the same for the second.
    """

    section: str
    id: str
    left: str
    right: str


def diff_rules(a: RuleSet, b: RuleSet) -> tuple[Difference, ...]:
    """Give everything that two rule sets have different; nothing for equal ones.

    Their ids and digests, which always differ between two files, don't count. Rows come in the order of the
    first set, rows of the second alone behind them.

    >>> from scoring.ruleset import RuleSet
    >>> rules = RuleSet.load("hktw")
    >>> diff_rules(rules, rules.with_price(10, 1))
    (Difference(section='price', id='base', left='5', right='10'),)
    """
    return (
        *_section("title", _title(a), _title(b)),
        *_section("hand", _hand(a), _hand(b)),
        *_section("price", _price(a), _price(b)),
        *_section("limits", _limits(a), _limits(b)),
        *_section("policy", _policies(a), _policies(b)),
        *_section("family", _families(a), _families(b)),
        *_rows(a.patterns, b.patterns),
        *_section("exclusion", _exclusions(a), _exclusions(b)),
    )


def _section(section: str, left: Mapping[str, str], right: Mapping[str, str]) -> Iterator[Difference]:
    """Compare texts by id."""
    for item in dict.fromkeys((*left, *right)):
        before, after = left.get(item, ""), right.get(item, "")
        if before != after:
            yield Difference(section, item, before, after)


def _title(rules: RuleSet) -> dict[str, str]:
    return {"zh": rules.zh, "en": rules.en, "unit": f"{rules.unit.en} / {rules.unit.zh}"}


def _hand(rules: RuleSet) -> dict[str, str]:
    return {"melds": str(rules.melds), "forms": ", ".join(form.value for form in rules.shapes)}


def _price(rules: RuleSet) -> dict[str, str]:
    return {"base": str(rules.price.base), "per": str(rules.price.per)}


def _limits(rules: RuleSet) -> dict[str, str]:
    cap = rules.limits.cap
    return {"minimum": str(rules.limits.minimum), "cap": "none" if cap is None else str(cap)}


def _policies(rules: RuleSet) -> dict[str, str]:
    return {name: write_value(value) for name, value in rules.policies.items()}


def _families(rules: RuleSet) -> dict[str, str]:
    return {name: _reason(reason) for name, reason in rules.families.items()}


def _reason(reason: Reason) -> str:
    return reason.en if reason.en == reason.zh else f"{reason.en} / {reason.zh}"


def _rows(left: Mapping[str, Pattern], right: Mapping[str, Pattern]) -> Iterator[Difference]:
    for item in dict.fromkeys((*left, *right)):
        before, after = left.get(item), right.get(item)
        if before is None or after is None:
            yield Difference("row", item, _summary(before), _summary(after))
        else:
            old, new = _keys(before), _keys(after)
            for key in old:
                if old[key] != new[key]:
                    yield Difference(f"row.{key}", item, old[key], new[key])


def _summary(row: Pattern | None) -> str:
    """Name a row that one set alone has."""
    return "" if row is None else f"{row.zh} {row.en}: {_value(row.value)}"


def _value(value: Value) -> str:
    """Write a value, the names of tiers and the counts too."""
    if isinstance(value, Tiers):
        return write_value(value.tiers)
    if isinstance(value, ByCount):
        return write_value({str(count): fan for count, fan in value.table.items()})
    return str(value)


def _keys(row: Pattern) -> dict[str, str]:
    """Give all that there is to a row, by the key of the rule file."""
    beside = {switch: sorted(rows) for switch, rows in sorted(row.beside_when.items())}
    return {
        "zh": row.zh,
        "en": row.en,
        "section": row.section,
        "source": row.source,
        "value": _value(row.value),
        "function": row.function if row.where is None else row.where.text,
        "family": row.family,
        "forms": ", ".join(form.value for form in Form if form in row.forms),
        "common": write_value(row.common),
        "on_dealer_transfers": write_value(row.on_dealer_transfers),
        "last": write_value(row.last),
        "beside": ", ".join(sorted(row.beside)),
        "beside_when": write_value(beside) if beside else "",
        "fan_beside": str(row.fan_beside),
        "family_when": write_value(row.family_when) if row.family_when else "",
    }


def _exclusions(rules: RuleSet) -> dict[str, str]:
    """Write the exclusions between each two rows; there may be several under different conditions."""
    found: dict[str, list[str]] = {}
    for exclusion in rules.exclusions:
        found.setdefault(f"{exclusion.by} > {exclusion.drops}", []).append(_exclusion(exclusion))
    return {item: "; ".join(sorted(texts)) for item, texts in found.items()}


def _exclusion(exclusion: Exclusion) -> str:
    parts = [_reason(exclusion.why), f"({exclusion.source})"]
    if exclusion.anywhere:
        parts.append("anywhere")
    if exclusion.tag:
        parts.append(f"tag {exclusion.tag}")
    if exclusion.when:
        parts.append(f"when {write_value(dict(exclusion.when))}")
    if exclusion.implied:
        parts.append("implied")
    return " ".join(parts)
