"""Options that several commands share, and the waits."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from scoring import Form, Win
from sikwu import Told
from sikwu.report.words import FORMS

if TYPE_CHECKING:
    from tests.sikwu.conftest import Run

HAND = "234m 678m EE 56s [345p] [999s] h1 +7s"
WAITING = "234m 678m EE 56s [345p] [999s] h1"


def test_every_circumstance_of_a_win_can_be_told() -> None:
    assert {field.name for field in fields(Win)} == {field.name for field in fields(Told)} - {"self_draw"}


@pytest.mark.parametrize(
    ("arguments", "field", "value"),
    [
        (["--from", "W", "--by", "rob_kong", "--robbed-kong-on-kong"], "robbed_kong_on_kong", True),
        (["--from", "W", "--by", "rob_kong"], "by", "rob_kong"),
        (["--from", "W", "--winners", "2"], "winners", 2),
        (["--from", "W", "--on-ready-discard"], "on_ready_discard", True),
        (["--self-draw", "--paid-winners", "3"], "previous_round_multi_ron", 3),
        (["--self-draw", "--calls"], "any_calls", True),
        (["--self-draw", "--first-draw"], "first_draw", True),
        (["--from", "E", "--dealer-first-discard"], "dealer_first_discard", True),
        (["--from", "W", "--declared", "ready", "--ippatsu"], "ippatsu", True),
        (["--from", "W", "--visible", "777s E"], "visible_counts", {"7s": 3, "E": 1}),
        (["--self-draw", "--seat", "E", "--streak", "2", "--dice-forgotten"], "dice_forgotten", True),
        (["--self-draw", "--after", "flower"], "replacement_chain", ["flower"]),
        (["--self-draw", "--ready-loser", "N", "--ready-loser", "E"], "ready_losers", ["E", "N"]),
    ],
)
def test_a_told_circumstance_is_in_the_verdict(
    run: Run, arguments: list[str], field: str, value: object
) -> None:
    hand = HAND if "--dealer-first-discard" not in arguments else "234m 678m EE 56s 345p 999s +7s"
    status, out, err = run("score", hand, *arguments, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["circumstances"][field] == value


def test_switches_and_uncommon_rows_are_set(run: Run) -> None:
    _, out, _ = run(
        "score", HAND, "--from", "W", "--set", "pure_step_three_steps=1", "--uncommon", "all", "--json"
    )
    policies = json.loads(out)["versions"]["rules"]["policies"]
    assert policies["pure_step_three_steps"] == [1]
    assert policies["uncommon"] == "all"
    _, out, _ = run("score", HAND, "--from", "W", "--set", "chicken_allows_ready=false", "--json")
    assert json.loads(out)["versions"]["rules"]["policies"]["chicken_allows_ready"] is False
    _, out, _ = run(
        "score", HAND, "--from", "W", "--set", "pull_factor=2.50", "--set", "pull_cut_every=4", "--json"
    )
    policies = json.loads(out)["versions"]["rules"]["policies"]
    assert policies["pull_factor"] == "2.5"
    assert policies["pull_cut_every"] == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--set", "weather=fair"], "expected SWITCH=VALUE"),
        (["--set", "chicken_alows_ready=true"], "did you mean chicken_allows_ready?"),
        (["--set", "chicken_allows_ready=maybe"], "true or false"),
        (["--set", "pull_factor=0.5"], "a number from 1 to 100"),
        (["--set", "pull_cut_every=0"], "a number from 1"),
        (["--set", "pure_step_three_steps=x"], "list of step widths"),
        (["--uncommon", "weather"], "is no pattern"),
        (["--visible", "99"], "--visible 99: a suit letter"),
        (["--self-draw", "--from", "W"], "not both"),
        (["--self-draw", "--by", "discard"], "not both"),
        (["--by", "discard"], "needs a discarder"),
        (["--from", "W", "--ready-loser", "S"], "S wins and isn't among the ready_losers"),
        (["--from", "W", "--winners", "2", "--set", "multi_ron=nearest"], "multi_ron = nearest"),
        (["--last-tile", "--from", "E", "--dealer-first-discard"], "last tile"),
    ],
)
def test_what_cannot_be_is_refused(run: Run, arguments: list[str], words: str) -> None:
    status, out, err = run("score", HAND, *arguments)
    assert (status, out) == (2, "")
    assert words in err


def test_explain_says_why_other_readings_lose(run: Run) -> None:
    hand = "333444555m 67p 22s [567s] f3 +8p"
    _, plain, _ = run("score", hand, "--from", "W")
    _, explained, _ = run("score", hand, "--from", "W", "--explain")
    assert "fan fewer" not in plain
    assert "20 fan fewer; it lacks" in explained


def test_a_sheet_in_chinese(run: Run) -> None:
    _, out, _ = run("score", HAND, "--from", "W", "--lang", "zh")
    assert "食糊  31 番，1 底，規則 hktw" in out
    assert "Chicken" not in out


def test_waits_are_listed_with_both_worths(run: Run) -> None:
    status, out, _ = run("waits", WAITING, "--visible", "77s", "--json")
    found = {wait["tile"]: wait for wait in json.loads(out)["waits"]}
    assert status == 0
    assert {tile: wait["left"] for tile, wait in found.items()} == {"4s": 4, "7s": 2}
    assert (found["7s"]["discard"]["total"], found["7s"]["self_draw"]["total"]) == (31, 17)
    assert "4s四索" in run("waits", WAITING)[1]


def test_what_waits_on_nothing_says_so(run: Run) -> None:
    status, out, _ = run("waits", "147m 258p 369s EEE 123s C")
    assert status == 0
    assert "waits on nothing" in out


@pytest.mark.parametrize("hand", [HAND, "234m", "11111m 678m EE 56s [345p] [99s]"])
def test_what_is_no_waiting_hand_is_refused(run: Run, hand: str) -> None:
    status, out, err = run("waits", hand)
    assert (status, out) == (2, "")
    assert err.startswith("sikwu: ")


def test_every_shape_of_hand_has_a_chinese_name(run: Run) -> None:
    assert set(FORMS) == set(Form)
    _, out, _ = run("score", "223344s 667788m 555p W +W", "--from", "N", "--lang", "zh", "--explain")
    assert "嚦咕嚦咕 555p" in out
    assert "seven_pairs" not in out
