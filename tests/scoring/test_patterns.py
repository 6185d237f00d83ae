from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scoring import Hand, RuleSet, pay, score
from scoring.exchange import read_win
from scoring.patterns import REGISTRY

if TYPE_CHECKING:
    from scoring.ruleset import Pattern

WITNESSES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "witnesses.toml").read_text(encoding="utf-8")
)["witness"]
PLAIN = {"by": "discard", "from": "W"}


def _rules(row: Pattern, policies: dict[str, Any]) -> RuleSet:
    """Take the shipped rule set, with the row switched on if it is an uncommon one."""
    rules = RuleSet.load("hktw")
    return rules.with_policies({"uncommon": "none" if row.common else [row.id], **policies})


def test_every_row_has_one_witness() -> None:
    rows = Counter(witness["row"] for witness in WITNESSES)
    assert set(rows) == set(RuleSet.load("hktw").patterns)
    assert set(rows.values()) == {1}


def test_every_pattern_function_serves_a_row() -> None:
    assert {row.function for row in RuleSet.load("hktw").patterns.values()} == set(REGISTRY)


@pytest.mark.parametrize("witness", WITNESSES, ids=lambda witness: witness["row"])
def test_the_witness_shows_the_row(witness: dict[str, Any]) -> None:
    rules = _rules(RuleSet.load("hktw").patterns[witness["row"]], witness.get("policies", {}))
    win = read_win(witness.get("win", PLAIN), witness.get("circumstances", {}))
    sheet = score(Hand.parse(witness["hand"]), win, rules)
    assert sheet.items == witness["items"]
    assert sheet.total == witness["total"]
    assert witness["row"] in sheet.items
    assert sum(pay(sheet, win, rules).net.values()) == 0


@pytest.mark.parametrize("witness", WITNESSES, ids=lambda witness: witness["row"])
def test_the_near_miss_does_not(witness: dict[str, Any]) -> None:
    rules = _rules(RuleSet.load("hktw").patterns[witness["row"]], witness.get("policies", {}))
    win = read_win(
        witness.get("near_win", witness.get("win", PLAIN)),
        witness.get("near_circumstances", witness.get("circumstances", {})),
    )
    hand = Hand.parse(witness["near"])
    assert hand.problems() == ()
    assert witness["row"] not in score(hand, win, rules).items
