from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import ScoringError, score_case, score_lines

CASE: dict[str, Any] = {
    "id": "one",
    "system": "hktw",
    "tiles": "567m 345s WW 67p",
    "melds": [{"type": "chow", "tiles": "234p"}, {"type": "kong_exposed", "tiles": "NNNN"}],
    "flowers": ["f1"],
    "win": {"tile": "8p", "by": "self_draw"},
    "circumstances": {"seat": "S", "round": "E", "dealer": False, "dealer_streak": 1},
    "price": {"base": 5, "per": 1},
}


def test_a_case_and_its_result() -> None:
    assert score_case(CASE) == {
        "id": "one",
        "win": True,
        "items": {"off_flower": 1, "wind_pung": 1, "kong_exposed": 1, "self_draw": 1},
        "total": 4,
        "bases": 1,
        "dealer_share_extra": {"dealer": 3},
        "payments": {"E": 12, "W": 9, "N": 9},
        "waits": ["5p", "8p"],
        "reading": "567m [234p] 678p* 345s [NNNN] WW",
        "error": None,
    }


def test_most_keys_may_be_left_out() -> None:
    case = {"tiles": "567m 345s WW 67p 234p NNN", "win": {"tile": "8p", "by": "discard", "from": "N"}}
    result = score_case(case)
    assert result["items"] == {"no_flowers": 1, "wind_pung": 1, "concealed_hand": 3}
    assert result["payments"] == {"N": 10}
    assert result["id"] is None


def test_a_hand_that_does_not_win_says_why() -> None:
    result = score_case({**CASE, "win": {"tile": "7p", "by": "self_draw"}})
    assert result["win"] is False
    assert "no winning hand" in result["why"]
    assert result["total"] is None
    assert result["payments"] == {}


def test_switches_and_prices() -> None:
    text = {**CASE, "price": {"base": "2.50", "per": "0.5"}, "switches": {"uncommon": "all"}}
    result = score_case(text)
    assert "small_double_wind" in result["items"]
    assert result["payments"] == {"E": "6.5", "W": 5, "N": 5}
    whole = score_case({**CASE, "price": {"base": "5", "per": "1.0"}})
    assert whole["payments"] == score_case(CASE)["payments"]


def test_a_bad_line_never_stops_the_run() -> None:
    lines = [
        json.dumps(CASE),
        "{not json",
        "",
        "[1, 2]",
        json.dumps({**CASE, "id": "two", "tiles": "567x"}),
        json.dumps({**CASE, "id": "three", "win": {"tile": "8p", "by": "theft"}}),
        "[" * 100_000,
        json.dumps(CASE),
    ]
    results = list(score_lines(lines))
    assert [result["error"] is None for result in results] == [True, False, False, False, False, False, True]
    assert results[0] == results[-1]
    assert results[3]["id"] == "two"
    assert "line 5" in results[3]["error"]
    assert "suit letter" in results[3]["error"]
    assert "discard, self_draw" in results[4]["error"]
    assert all(set(results[0]) <= set(result) | {"why"} for result in results)


def test_lines_are_utf8_with_or_without_a_byte_order_mark() -> None:
    case = json.dumps({**CASE, "tiles": "🀋🀌🀍 345s WW 67p"}, ensure_ascii=False).encode()
    results = list(score_lines([b"\xef\xbb\xbf" + case + b"\r\n", b"\xff\xfe\n", case, b"\r\n"]))
    assert [result["error"] is None for result in results] == [True, False, True]
    assert results[0]["items"] == score_case(CASE)["items"]
    assert "line 2: not JSON that can be read: 'utf-8'" in results[1]["error"]
    assert list(score_lines(["\ufeff" + json.dumps(CASE)])) == [score_case(CASE)]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000])
def test_numbers_that_json_does_not_have(number: str) -> None:
    (result,) = score_lines([json.dumps({**CASE, "id": 0}).replace('"id": 0', f'"id": {number}')])
    assert "not JSON" in result["error"]
    assert result["id"] is None


@pytest.mark.parametrize("path", [("tiles",), ("win", "by"), ("win", "from"), ("switches", "dual_reading")])
def test_what_is_nested_deep_or_long_is_shown_short(path: tuple[str, ...]) -> None:
    for value in ("[" * 400 + "]" * 400, json.dumps(["x" * 9999] * 99)):
        case: dict[str, Any] = json.loads(json.dumps({**CASE, "switches": {}}))
        inner = case
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = "here"
        (result,) = score_lines([json.dumps(case).replace('"here"', value)])
        assert result["error"]
        assert len(result["error"]) < 500


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"system": "riichi"}, "a rule set is"),
        ({"system": 3}, "system: expected a text"),
        ({"tiles": None}, "tiles: expected a text"),
        ({"melds": {}}, "melds: expected a list"),
        ({"melds": [{"type": "quad", "tiles": "NNN"}]}, "melds: type: expected chow"),
        ({"melds": ["NNN"]}, "melds: expected an object"),
        ({"flowers": ["f9"]}, "is not a tile"),
        ({"win": None}, "win: expected an object"),
        ({"win": {"tile": "8p", "by": "discard"}}, "needs a discarder"),
        ({"win": {"by": "self_draw"}}, "names the tile that won"),
        ({"win": {"tile": "8p", "by": "discard", "from": "Q"}}, "win.from: expected E, S, W, N"),
        ({"circumstances": {"seat": "E", "dealer": False}}, "East, who deals"),
        ({"circumstances": {"mood": "good"}}, "no key mood"),
        ({"circumstances": {"ready_losers": "E"}}, "ready_losers: expected a list, not 'E'"),
        ({"circumstances": {"ready_losers": ["E", "Q"]}}, "ready_losers: expected E, S, W, N, not 'Q'"),
        ({"circumstances": {"ready_losers": ["S"]}}, "S wins and isn't among the ready_losers"),
        ({"circumstances": {"last_tile": "yes"}}, "last_tile: expected true or false"),
        ({"circumstances": {"dealer_streak": 1.5}}, "expected a whole number"),
        ({"circumstances": {"discarder": "W"}}, "has no discarder"),
        ({"circumstances": {"heavenly": True}}, "contradicts"),
        ({"circumstances": {"visible_counts": {"8p": "many"}}}, "expected a whole number"),
        ({"switches": {"weather": "fair"}}, "no policy"),
        ({"price": {"base": 0.5}}, "price.base"),
        ({"price": {"base": "NaN"}}, "price.base"),
        ({"price": {"base": "1e999999"}}, "price.base"),
        ({"price": {"base": "٣"}}, "price.base"),
        ({"price": {"per": 10**13}}, "price.per: expected an amount from 0"),
        ({"price": {"per": "0.0000001"}}, "price.per: expected an amount from 0"),
        ({"price": {"per": -1}}, "price.per: expected an amount from 0"),
        ({"circumstances": {"dealer_streak": 10**4000}}, "dealer_streak can't be over"),
        ({"circumstances": {"previous_round_multi_ron": 4}}, "2 or 3"),
        ({"id": ["one"]}, "id: expected a text or a number"),
        (
            {"win": {"tile": "8p", "by": "discard", "from": "W"}, "circumstances": {"discarder": "N"}},
            "says W",
        ),
        ({"price": {"cap": 5}}, "no key cap"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ScoringError) as caught:
        score_case({**CASE, **change})
    assert says in str(caught.value)


def test_the_winner_may_be_the_dealer_in_any_seat() -> None:
    case = {**CASE, "circumstances": {"seat": "W", "dealer": True, "dealer_streak": 2}}
    result = score_case(case)
    assert result["items"]["dealer"] == 5
    assert set(result["payments"]) == {"E", "S", "N"}


@pytest.mark.parametrize(("pays", "dealer"), [(True, 12), (False, 9)])
def test_losers_who_declared_ready_may_be_spared_the_dealers_fan(*, pays: bool, dealer: int) -> None:
    circumstances = {**CASE["circumstances"], "ready_losers": ["N", "E"]}
    switches = {"ready_loser_pays_dealer_fan": pays}
    result = score_case({**CASE, "circumstances": circumstances, "switches": switches})
    assert result["payments"] == {"E": dealer, "W": 9, "N": 9}
    assert result["dealer_share_extra"] == {"dealer": 3}


def test_null_is_not_told() -> None:
    told = dict.fromkeys(("declared", "ippatsu", "kong_feeder", "any_calls", "discards_before_win"))
    circumstances = {**CASE["circumstances"], **told}
    assert score_case({**CASE, "circumstances": circumstances}) == score_case(CASE)


def test_eight_flowers_need_no_winning_tile() -> None:
    flowers = ["f1", "f2", "f3", "f4", "h1", "h2", "h3", "h4"]
    for win in ({"by": "flowers"}, {"by": "self_draw"}, {"by": "self_draw", "tile": None}):
        case = {**CASE, "flowers": flowers, "win": win, "circumstances": {"flower_win": "eight"}}
        result = score_case(case)
        assert result["items"] == {"eight_flowers_win": 40}
        assert result["payments"] == {"E": 46, "W": 45, "N": 45}
        assert result["waits"] == []


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(CASE)), _JSON)
def test_any_value_of_any_key_is_read_or_refused(key: str, value: object) -> None:
    (result,) = score_lines([json.dumps({**CASE, key: value})])
    assert result["error"] is None or isinstance(result["error"], str)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(
        [*CASE["circumstances"], "declared", "visible_counts", "winners", "any_calls", "ready_losers"]
    ),
    _JSON,
)
def test_any_circumstance_is_read_or_refused(key: str, value: object) -> None:
    circumstances = {**CASE["circumstances"], key: value}
    (result,) = score_lines([json.dumps({**CASE, "circumstances": circumstances})])
    assert result["error"] is None or isinstance(result["error"], str)
