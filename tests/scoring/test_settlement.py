"""Settlement cases a line: what is read, what is answered, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import settle_case, settle_lines

GOLDEN = Path(__file__).parents[3] / "shared" / "rules" / "golden_settlement.jsonl"


def _cases() -> list[Any]:
    if not GOLDEN.is_file():
        reason = f"the worked settlements aren't at {GOLDEN}"
        return [pytest.param({}, marks=pytest.mark.skip(reason=reason))]
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


@pytest.mark.parametrize("case", _cases())
def test_worked_settlement(case: dict[str, Any]) -> None:
    result = settle_case(case)
    assert result["error"] is None
    match case["kind"]:
        case "cash":
            assert result["delta"] == case["expected_delta"]
        case "dealer_value":
            assert result["fan"] == case["expected_fan"]
        case _:
            assert [step["pending"] for step in result["steps"]] == [
                step["expected_pending"] for step in case["steps"]
            ]
            assert [step["paid_now"] for step in result["steps"]] == [
                step["expected_paid_now"] for step in case["steps"]
            ]
            assert [step["pull_counts"] for step in result["steps"]] == [
                step["pull_counts"] for step in case["steps"]
            ]


def _ledger(*hands: dict[str, Any], system: str = "hktw", **case: object) -> list[dict[str, Any]]:
    steps = [{"hand": hand} for hand in hands]
    result: list[dict[str, Any]] = settle_case({"kind": "ledger", "system": system, "steps": steps, **case})[
        "steps"
    ]
    return result


def test_a_ledger_step_by_step() -> None:
    steps = _ledger(
        {"losses": {"N>W": 21}},
        {"losses": {"N>W": 8}},
        {"drawn": True},
        {"losses": {"W>N": 30}},
        {"losses": {"E>S": 6, "E>N": 9}},
    )
    assert steps == [
        {"pending": {"N>W": 21}, "paid_now": {}, "pull_counts": {"N>W": 1}},
        # 31.5 is 32.
        {"pending": {"N>W": 40}, "paid_now": {}, "pull_counts": {"N>W": 2}},
        {"pending": {"N>W": 40}, "paid_now": {}, "pull_counts": {"N>W": 2}},
        {"pending": {"W>N": 30}, "paid_now": {"N>W": 20}, "pull_counts": {"W>N": 1}},
        # North wins again, though not from West: that debt stands.
        {
            "pending": {"W>N": 30, "E>S": 6, "E>N": 9},
            "paid_now": {},
            "pull_counts": {"W>N": 1, "E>S": 1, "E>N": 1},
        },
    ]


def test_a_cut_can_come_with_the_third_loss() -> None:
    hand = {"losses": {"S>W": 4}}
    steps = _ledger(hand, hand, {**hand, "cut": "S>W"})
    # 4, 10, 19.
    assert steps[-1] == {"pending": {}, "paid_now": {"S>W": 19}, "pull_counts": {}}


def test_nobody_pulls_in_tw16() -> None:
    assert _ledger({"losses": {"S>W": 4}}, system="tw16") == [
        {"pending": {}, "paid_now": {"S>W": 4}, "pull_counts": {}}
    ]


def test_fractions_of_the_unit_are_texts() -> None:
    steps = _ledger({"losses": {"S>W": "2.5"}}, {"losses": {"S>W": 1}}, {"losses": {"W>S": 1}})
    assert [step["pending"] for step in steps] == [{"S>W": "2.5"}, {"S>W": 5}, {"W>S": 1}]
    assert steps[-1]["paid_now"] == {"S>W": 2}


def test_a_number_with_a_point_is_read_as_it_is_written() -> None:
    (line,) = settle_lines(
        ['{"kind": "ledger", "system": "tw16", "steps": [{"hand": {"losses": {"S>W": 0.1}}}]}']
    )
    assert line["steps"][0]["paid_now"] == {"S>W": "0.1"}


def _delta(event: dict[str, Any], system: str = "hktw", **case: object) -> dict[str, Any]:
    price = {"base": 10, "per": 2}
    delta: dict[str, Any] = settle_case(
        {"kind": "cash", "system": system, "price": price, "event": event, **case}
    )["delta"]
    return delta


def test_a_called_pung_goes_to_each_or_into_the_pot() -> None:
    event = {"type": "called_pung_refused", "player": "N"}
    assert _delta(event) == {"E": 10, "S": 10, "W": 10, "N": -30}
    assert _delta(event, "hkfan") == {"pot": 10, "N": -10}
    assert _delta(event, "hkfan", switches={"called_pung_penalty": "each"}) == _delta(event)


@pytest.mark.parametrize(("tile", "nth", "each"), [("9s", 1, 10), ("C", 1, 10), ("4m", 1, 20), ("C", 2, 20)])
def test_a_followed_discard_of_hktw(tile: str, nth: int, each: int) -> None:
    delta = _delta({"type": "follow_discard", "first": "W", "tile": tile, "nth": nth})
    assert delta == {"E": each, "S": each, "N": each, "W": -3 * each}


def test_six_bases_between_two() -> None:
    assert _delta({"type": "one_robs_seven", "first": "E", "second": "N"}) == {"N": 60, "E": -60}


def test_a_false_win_by_the_houses_number() -> None:
    event = {"type": "false_win", "player": "E"}
    assert _delta(event, switches={"false_win_fan": 50})["E"] == -300


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ([], "a case is a JSON object"),
        ({}, "kind: expected a text"),
        ({"kind": "loan"}, "kind: expected ledger, cash, dealer_value"),
        ({"kind": "ledger"}, "steps: expected a list"),
        ({"kind": "ledger", "steps": [3]}, "steps: 1: expected an object"),
        (
            {"kind": "ledger", "steps": [{"hand": {"loss": {}}}]},
            "no key 'loss'; did you mean losses",
        ),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S-W": 1}}}]}, "expected two seats like S>E"),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S>S": 1}}}]}, "expected two seats like S>E"),
        (
            {"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": True}}}]},
            "losses: S>E: expected a number",
        ),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": -1}}}]}, "from 0"),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": "0.0000001"}}}]}, "6 decimal places"),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": 10**13}}}]}, "from 0 to"),
        ({"kind": "ledger", "steps": [{"hand": {"self_draw": True}}]}, "a self-draw has losses"),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": 1, "W>N": 1}}}]}, "several win off one"),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": 1}, "drawn": True}}]}, "a drawn hand"),
        ({"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": 1, "E>W": 1}}}]}, "E can't win a hand"),
        ({"kind": "ledger", "steps": [{"hand": {"cut": "S>E"}}]}, "S owes E nothing"),
        ({"kind": "ledger", "unit": "banana", "steps": []}, "unit: expected fan, tai, money"),
        ({"kind": "cash"}, "event: expected an object"),
        ({"kind": "cash", "event": {"type": "false_win"}}, "one of player, dealer and first"),
        ({"kind": "cash", "event": {"type": "false_win", "player": "S", "nht": 2}}, "did you mean nth?"),
        ({"kind": "cash", "event": {"type": "tip", "player": "S"}}, "no award 'tip'"),
        ({"kind": "cash", "event": {"type": "false_win", "player": "S", "second": "W"}}, "no second player"),
        ({"kind": "cash", "system": "tw16", "event": {"type": "false_win", "player": "S"}}, "no award"),
        ({"kind": "dealer_value"}, "streak: expected a whole number"),
        ({"kind": "dealer_value", "streak": -1}, "dealer_streak can't be negative"),
    ],
)
def test_a_bad_line_says_why_and_stops_nothing(case: object, says: str) -> None:
    good = {"id": 7, "kind": "dealer_value", "system": "hkfan", "streak": 0}
    bad, result = settle_lines([json.dumps(case), "", json.dumps(good)])
    assert says in bad["error"]
    assert bad["error"].startswith("line 1: ")
    assert result == {"id": 7, "kind": "dealer_value", "fan": 1, "error": None}


@pytest.mark.parametrize("number", ["1e-99999999", "1e-99999999999999999999", "1e400", "NaN"])
def test_a_number_beyond_reckoning_is_one_bad_line(number: str) -> None:
    case = f'{{"kind": "ledger", "steps": [{{"hand": {{"losses": {{"S>E": {number}}}}}}}]}}'
    bad, good = settle_lines([case, '{"kind": "dealer_value", "streak": 1}'])
    assert "not JSON that can be read" in bad["error"]
    assert good["fan"] == 3


def test_amounts_are_whole_ones_of_the_unit_that_a_case_names() -> None:
    price = {"base": 300, "per": 60}
    hands = ({"losses": {"S>W": 11}}, {"losses": {"S>W": 13}})
    assert _ledger(*hands, unit="fan", price=price)[-1]["pending"] == {"S>W": 30}
    assert _ledger(*hands, unit="money", price=price)[-1]["pending"] == {"S>W": 30}
    # Without it 拉 rounds up to the price of a fan, as hktw counts in fan: 16.5 is 60.
    assert _ledger(*hands, price=price)[-1]["pending"] == {"S>W": 73}


def test_who_gains_and_loses_nothing_is_left_out() -> None:
    assert _delta({"type": "false_win", "player": "E"}, switches={"false_win_fan": 0}) == {}


def test_a_pair_that_stands_twice_is_a_bad_line() -> None:
    line = '{"kind": "ledger", "steps": [{"hand": {"losses": {"S>E": 3, "S>E": 5}}}]}'
    (result,) = settle_lines([line])
    assert "key 'S>E' stands twice" in result["error"]


def test_lines_that_are_no_json() -> None:
    first, second = settle_lines(["{", b"\xff\xfe"])
    assert "not JSON" in first["error"]
    assert "not JSON" in second["error"]
