from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scoring import Hand, RuleSet, pay, score, shipped
from scoring.exchange import read_win
from scoring.patterns import REGISTRY

if TYPE_CHECKING:
    from scoring import Win

PLAIN = {"by": "discard", "from": "W"}


def _read(system: str) -> list[dict[str, Any]]:
    path = Path(__file__).parent / "witnesses" / f"{system}.toml"
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["witness"]
    return rows


WITNESSES = {system: _read(system) for system in shipped()}
EACH = [
    pytest.param(system, witness, id=f"{system}-{witness['row']}")
    for system, witnesses in WITNESSES.items()
    for witness in witnesses
]


def _rules(system: str, witness: dict[str, Any]) -> RuleSet:
    """Take the shipped rule set, with the row switched on if it is an uncommon one."""
    rules = RuleSet.load(system)
    row = rules.patterns[witness["row"]]
    return rules.with_policies(
        {"uncommon": "none" if row.common else [row.id], **witness.get("policies", {})}
    )


def _win(witness: dict[str, Any], prefix: str = "") -> Win:
    """Read the win of a witness, or with the prefix ``near_`` that of its near miss."""
    return read_win(
        witness.get(f"{prefix}win", witness.get("win", PLAIN)),
        witness.get(f"{prefix}circumstances", witness.get("circumstances", {})),
    )


@pytest.mark.parametrize("system", shipped())
def test_every_row_has_one_witness(system: str) -> None:
    rows = Counter(witness["row"] for witness in WITNESSES[system])
    assert set(rows) == set(RuleSet.load(system).patterns)
    assert set(rows.values()) == {1}


def test_every_pattern_function_serves_a_row() -> None:
    used = {row.function for system in shipped() for row in RuleSet.load(system).patterns.values()}
    assert used == set(REGISTRY)


@pytest.mark.parametrize(("system", "witness"), EACH)
def test_the_witness_shows_the_row(system: str, witness: dict[str, Any]) -> None:
    rules = _rules(system, witness)
    win = _win(witness)
    sheet = score(Hand.parse(witness["hand"]), win, rules)
    assert sheet.items == witness["items"]
    assert sheet.total == witness["total"]
    assert witness["row"] in sheet.items
    assert sum(pay(sheet, win, rules).net.values()) == 0


@pytest.mark.parametrize(("system", "witness"), EACH)
def test_the_near_miss_does_not(system: str, witness: dict[str, Any]) -> None:
    hand = Hand.parse(witness["near"])
    assert hand.problems() == ()
    sheet = score(hand, _win(witness, "near_"), _rules(system, witness))
    assert witness["row"] not in sheet.items
