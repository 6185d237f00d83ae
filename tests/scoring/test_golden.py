from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import score_case, shipped

GOLDEN = Path(__file__).parents[3] / "shared" / "rules" / "golden.jsonl"


def _cases() -> list[dict[str, Any]]:
    if not GOLDEN.exists():
        return []
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["system"] in shipped()]


def test_the_golden_hands_are_there() -> None:
    if not GOLDEN.exists():
        pytest.skip(f"{GOLDEN} isn't on this machine")
    assert len(_cases()) >= 100


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_golden_hand(case: dict[str, Any]) -> None:
    result = score_case(case)
    assert result["win"] is case["expected_win"]
    if not case["expected_win"]:
        assert result["why"]
        return
    assert result["items"] == case["expected"]
    assert result["total"] == case["expected_total"]
    assert result["bases"] == case["bases"]
    assert result["dealer_share_extra"] == case.get("dealer_share_extra", {})
    assert result["payments"] == case["expected_payments"]
    assert sorted(result["waits"]) == sorted(case["waits"])
