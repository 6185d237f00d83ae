"""Differences between two rule sets, for a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from scoring.faults import write_value
from scoring.notation import write_tiles
from scoring.partitions import Form
from scoring.values import ByCount, Tiers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scoring.awards import Award, Becomes
    from scoring.ruleset import Exclusion, Pattern, Reason, RuleSet
    from scoring.values import Value

__all__ = ["Difference", "diff_rules"]


@dataclass(frozen=True)
class Difference:
    """One thing that two rule sets have different.

    Attributes:
        section: what it belongs to: ``title``, ``hand``, ``price``, ``limits``, ``policy``, ``family``,
            ``row``, ``exclusion``, ``award``; for a row or award that both have, the key that differs, like
            ``row.value``.
        id: the price, limit, policy, family, row or award; both rows of an exclusion, like
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
        *_rows("row", *(_described(rules.patterns, _summary, _keys) for rules in (a, b))),
        *_section("exclusion", _exclusions(a), _exclusions(b)),
        *_rows("award", *(_described(rules.awards, _award_summary, _award_keys) for rules in (a, b))),
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


_Row = TypeVar("_Row")


def _described(
    rows: Mapping[str, _Row], summary: Callable[[_Row], str], keys: Callable[[_Row], dict[str, str]]
) -> dict[str, tuple[str, dict[str, str]]]:
    """Give how each row is named, and all that there is to it by the key of the rule file."""
    return {item: (summary(row), keys(row)) for item, row in rows.items()}


def _rows(
    section: str,
    left: Mapping[str, tuple[str, dict[str, str]]],
    right: Mapping[str, tuple[str, dict[str, str]]],
) -> Iterator[Difference]:
    for item in dict.fromkeys((*left, *right)):
        if item not in left or item not in right:
            before, after = left.get(item, ("", {})), right.get(item, ("", {}))
            yield Difference(section, item, before[0], after[0])
        else:
            for each in _section("", left[item][1], right[item][1]):
                yield Difference(f"{section}.{each.id}", item, each.left, each.right)


def _summary(row: Pattern) -> str:
    """Name a row that one set alone has."""
    return f"{row.zh} {row.en}: {_value(row.value)}"


def _award_summary(award: Award) -> str:
    """Name an award that one set alone has."""
    return f"{award.zh} {award.en}: {_worth(award)}"


def _worth(award: Award) -> str:
    return f"bases = {award.bases}" if award.bases else f"fan = {write_value(award.fan)}"


def _award_keys(award: Award) -> dict[str, str]:
    """Give all that there is to an award, by the key of the rule file; what it is worth by either key."""
    becomes = award.becomes
    return {
        "zh": award.zh,
        "en": award.en,
        "source": award.source,
        "worth": _worth(award),
        "pays": award.pays if isinstance(award.pays, str) else award.pays.value,
        "dealer": write_value(award.dealer),
        "once": write_value(award.once),
        "repeats_when": award.repeats_when,
        "ends": ", ".join(sorted(award.ends)),
        "flowers": award.flowers,
        "follows": write_value(award.follows),
        "becomes": "" if becomes is None else _becomes(becomes),
    }


def _becomes(becomes: Becomes) -> str:
    said: dict[str, object] = {"award": becomes.award}
    if becomes.tiles:
        said["tiles"] = write_tiles(sorted(becomes.tiles))
    if becomes.from_nth:
        said["from_nth"] = becomes.from_nth
    return write_value(said, 200)


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
