"""The rules that a table agreed on: told when it is set up, and found again for every hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring import RuleSet, shipped
from scoring.money import parse_amount, write_amount
from sikwu._version import __version__
from sikwu.table.errors import ChangedRulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sikwu.table.setup import Setup

__all__ = ["agreed_rules", "agreement"]


def agreement(rules: RuleSet) -> dict[str, Any]:
    """Tell a rule set in JSON-able values, so that `agreed_rules` finds it again.

    It has the keys ``id`` (as it was named), ``source`` (a rule set that ships, or an absolute path),
    ``sha256``, ``base``, ``per``, ``unit``, ``unit_zh``, ``policies`` (those that differ from the file's) and
    ``program``.

    Raises:
        RulesError: the file can't be read any more.
    """
    source = rules.id if rules.id in shipped() else str(Path(rules.id).absolute())
    plain = RuleSet.load(source)
    return {
        "id": rules.id,
        "source": source,
        "sha256": rules.sha256,
        "base": write_amount(rules.price.base),
        "per": write_amount(rules.price.per),
        "unit": rules.unit.en,
        "unit_zh": rules.unit.zh,
        "policies": {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in rules.policies.items()
            if value != plain.policies[name]
        },
        "program": __version__,
    }


def agreed_rules(setup: Setup) -> RuleSet:
    """Load the rule set of a table.

    Raises:
        ChangedRulesError: its file has changed since.
        RulesError: its file isn't there any more, or can't be used.
    """
    told: Mapping[str, Any] = setup.rules
    rules = RuleSet.load(told["source"])
    if rules.sha256 != told["sha256"]:
        again = "put the file back"
        if told["source"] in shipped():
            again = f"use sikwu {told['program']} as it was then"
        raise ChangedRulesError(
            f"table {setup.name} was set up with other rules: {told['source']} had sha256 {told['sha256']} "
            f"and has {rules.sha256} now; {again}, or close this table and set up a new one"
        )
    rules = rules.with_policies(told["policies"]) if told["policies"] else rules
    return replace(rules.with_price(parse_amount(told["base"]), parse_amount(told["per"])), id=told["id"])
