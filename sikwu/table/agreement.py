"""The rules that a table agreed on: kept with it when it is set up, and taken from there for every hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scoring import RuleSet, load_texts, read_texts
from scoring.money import parse_amount, write_amount
from sikwu._version import __version__
from sikwu.table.errors import BrokenTableError, SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sikwu.table.setup import Setup

__all__ = ["agreed_rules", "agreement"]


def agreement(rules: RuleSet) -> dict[str, Any]:
    """Tell a rule set in JSON-able values, all of it, so that `agreed_rules` needs no file.

    It has the keys ``id`` (as it was named), ``sha256``, ``base``, ``per``, ``unit``, ``unit_zh``,
    ``policies`` (those that differ from the file's), ``program`` and ``texts``: the rule file and those that
    it extends, each with its name and what it holds.

    Raises:
        RulesError: the file can't be read any more.
        SetupError: it was changed in this very moment.
    """
    texts = read_texts(rules.id)
    plain = load_texts(texts)
    if plain.sha256 != rules.sha256:
        raise SetupError(f"{rules.id} was changed while the table was set up; try again")
    return {
        "id": rules.id,
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
        "texts": [[name, data.decode("utf-8")] for name, data in texts],
    }


def agreed_rules(setup: Setup) -> RuleSet:
    """Give the rule set of a table, as it was when the table was set up.

    Raises:
        BrokenTableError: what the table keeps of it isn't what was agreed on.
        RulesError: this version of the program can't use it.
    """
    told: Mapping[str, Any] = setup.rules
    try:
        texts = [(name, text.encode("utf-8")) for name, text in told["texts"]]
        name, sha256, policies = told["id"], told["sha256"], dict(told["policies"])
        base, per = parse_amount(told["base"]), parse_amount(told["per"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenTableError(f"table {setup.name} keeps no rules that can be read: {error}") from error
    rules = load_texts(texts)
    if rules.sha256 != sha256:
        raise BrokenTableError(f"table {setup.name}: its rules aren't those that it was set up with")
    rules = rules.with_policies(policies) if policies else rules
    return replace(rules.with_price(base, per), id=name)
