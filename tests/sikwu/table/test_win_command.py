"""``sikwu table win``: typed hands, photos and counted hands, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageFilter

if TYPE_CHECKING:
    from tests.sikwu.conftest import Run
    from tests.sikwu.table.evening import Evening

PHOTO = Path(__file__).parents[3] / "examples" / "hand.jpg"
HAND = "234m 99s EE [345s] [CCC] {7777p} f1 +E"
NO_WIN = "234m 99s EE [345s] [CCC] {7777p} f1 +9m"


def test_two_winners_of_one_discard_and_the_ledger_knows_who_paid_them(hktw: Evening) -> None:
    first = hktw.did("win", HAND, "--winner", "Bob", "--from", "Dan", "--winners", "2")
    assert "一炮雙響" in first
    assert "Dan's discard has 2 winners: Bob is recorded, 1 to come" in first
    assert "has 2 winners" in hktw.did("show")
    assert "of whom Bob is recorded" in hktw.refused("draw")
    assert "of whom Bob is recorded" in hktw.refused("win", HAND, "--winner", "Cat", "--from", "Dan")
    hktw.did("win", "--fan", "3", "--winner", "Cat", "--from", "Dan", "--winners", "2")
    assert set(hktw.debts()) == {("Dan", "Bob"), ("Dan", "Cat")}
    assert "錦上添花" in hktw.did("win", HAND, "--winner", "Dan", "--self-draw", "--dry-run")
    assert "錦上添花" not in hktw.did("win", HAND, "--winner", "Ann", "--self-draw", "--dry-run")
    hktw.did("draw")
    assert "錦上添花" not in hktw.did("win", HAND, "--winner", "Dan", "--self-draw", "--dry-run")


def test_hands_that_win_on_one_discard_must_fit_together(hktw: Evening) -> None:
    def beside(hand: str) -> tuple[str, ...]:
        return ("win", hand, "--winner", "Cat", "--from", "Dan", "--winners", "2")

    hktw.did("win", HAND, "--winner", "Bob", "--from", "Dan", "--winners", "2")
    assert "Bob won on E, so on this discard nobody wins on 9s" in hktw.refused(
        *beside("234m 567m EE 99s [345s] [FFF] h1 +9s")
    )
    # Both have two of East and wait for a third: with the discard that is five.
    assert "E would occur 5 times, of 4" in hktw.refused(*beside("234m 567m EE 88s [345s] [FFF] h1 +E"))
    assert "f1 would occur 2 times, of 1" in hktw.refused(*beside("234m 567m 888m E [345s] [FFF] f1 +E"))
    hktw.did(*beside("234m 567m 888m E [345s] [FFF] h1 +E"))
    assert set(hktw.debts()) == {("Dan", "Bob"), ("Dan", "Cat")}


def test_seat_round_dealer_and_streak_are_the_ledgers(hktw: Evening, run: Run) -> None:
    for option in ("--seat", "--round", "--streak", "--dealer", "--paid-winners"):
        status, _, err = hktw.run("win", HAND, "--winner", "Ann", "--self-draw", option, "2")
        assert status == 2
        assert "No such option" in err
    hktw.did("draw")
    won = hktw.json("win", HAND, "--winner", "Bob", "--self-draw")["event"]
    said = won["notes"]["circumstances"]
    assert (said["seat"], said["round"], said["dealer"], said["dealer_streak"]) == ("S", "E", "E", 1)
    assert won["notes"]["hand"] == HAND
    alone = run("score", HAND, "--self-draw", "--seat", "S", "--streak", "1", "--json")[1]
    assert [loss["sum"] for loss in won["losses"]] == [
        transfer["sum"] for transfer in json.loads(alone)["payments"]
    ]


def test_every_other_circumstance_of_a_win_can_be_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    offered, wanted = (
        set(re.findall("--[a-z-]+", run(*command, "--help")[1])) for command in (("table", "win"), ("score",))
    )
    ledgers = {"--seat", "--round", "--streak", "--dealer", "--paid-winners"}
    agreed = {"--rules", "--set", "--uncommon", "--base", "--price"}
    assert wanted - ledgers - agreed - {"--jsonl", "--interactive", "--save"} <= offered
    assert not offered & (ledgers | agreed)


def test_a_photo(hktw: Evening) -> None:
    printed = hktw.did("win", str(PHOTO), "--winner", "Bob", "--self-draw")
    assert "hand 234m 99s EE [345s] [CCC] [7777p] f1 h1 +E" in printed
    assert "Ann (E) → Bob (S) 40 base 5 × 1 + 35 fan × 1 = 40" in printed
    assert "Ann → Bob 40 拉 1 35 × 1 + 5" in printed
    notes = hktw.json("show", "--history")["events"][0]["notes"]
    assert len(notes["photo"]["sha256"]) == len(notes["versions"]["rules"]["sha256"]) == 64
    assert notes["total"] == 34


def test_a_photo_in_doubt_is_not_recorded_unless_somebody_says_so(hktw: Evening, tmp_path: Path) -> None:
    blurred = tmp_path / "blurred.png"
    Image.open(PHOTO).filter(ImageFilter.GaussianBlur(5)).save(blurred)
    arguments = ("win", str(blurred), "--winner", "Bob", "--self-draw")
    status, out, err = hktw.run(*arguments)
    assert status == 2
    assert "in doubt" in out
    assert "the photo leaves doubts" in err
    assert hktw.debts() == {}
    assert "→" not in out  # nobody is told to pay for it
    assert "taken as it was read" in hktw.did(*arguments, "--yes")
    assert hktw.json("show", "--history")["events"][0]["notes"]["doubts"]


def test_a_photo_without_a_hand(hktw: Evening, tmp_path: Path) -> None:
    bare = tmp_path / "cloth.png"
    Image.new("RGB", (400, 300), (20, 90, 60)).save(bare)
    assert "gives no hand" in hktw.refused("win", str(bare), "--winner", "Bob", "--self-draw", "--yes")
    missing = str(tmp_path / "missing.jpg")
    assert missing in hktw.refused("win", missing, "--winner", "Bob", "--self-draw")


def test_a_hand_that_does_not_win_is_not_recorded_and_a_false_win_is(hktw: Evening) -> None:
    arguments = ("win", NO_WIN, "--winner", "Bob", "--self-draw")
    err = hktw.refused(*arguments)
    assert "the hand doesn't win" in err
    assert "sikwu table award false_win Bob" in err
    _, out, _ = hktw.run(*arguments)
    assert "the tiles wait on" in out
    _, out, _ = hktw.run(*arguments, "--json")
    assert json.loads(out)["sheet"]["win"] is False
    printed = hktw.did("award", "false_win", "Bob")
    assert "Bob → Ann 30 詐糊 False win: 30 × 1" in printed
    assert "hand 1, East round, Ann deals" in printed


def test_a_dry_run_records_nothing(hkfan: Evening) -> None:
    arguments = ("win", "--fan", "12", "--winner", "Ann", "--self-draw", "--dry-run")
    printed = hkfan.did(*arguments)
    assert "nothing is recorded" in printed
    assert "Bob → Ann 36" in printed
    assert hkfan.json(*arguments)["recorded"] is False
    assert hkfan.json("show", "--history")["events"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((HAND, "--winner", "Bob"), "say how Bob won: --self-draw, or --from PLAYER"),
        ((HAND, "--winner", "Eve", "--self-draw"), "'Eve' is nobody at this table; there are E Ann, S Bob"),
        ((HAND, "--winner", "", "--self-draw"), "'' is nobody at this table"),
        ((HAND, "--winner", "Bob", "--from", "Bob"), "--from Bob: Bob is the winner"),
        ((HAND, "--winner", "Bob", "--from", "Ann", "--self-draw"), "not both"),
        (("--winner", "Bob", "--self-draw"), "give a hand, a photo of one, or --fan"),
        ((HAND, "--fan", "3", "--winner", "Bob", "--self-draw"), "give a hand or --fan, not both"),
        ((HAND, "--winner", "Bob", "--self-draw", "--ready-loser", "Bob"), "--ready-loser Bob: Bob is"),
        ((HAND, "--winner", "Bob", "--self-draw", "--kong-feeder", "Cat"), "--kong-feeder goes with --after"),
        (("/", "--winner", "Bob", "--self-draw"), "/ is a folder"),
        ((HAND, "--winner", "Bob", "--self-draw", "--dry-run", "--key", "k"), "--dry-run records nothing"),
        ((HAND, "--bases", "2", "--winner", "Bob", "--self-draw"), "--bases goes with --fan"),
        ((HAND, "--winning-tile", "E", "--winner", "Bob", "--self-draw"), "are for a photo"),
        (("234m 99 EE", "--winner", "Bob", "--self-draw"), "a suit letter"),
        (("x" * 5000, "--winner", "Bob", "--self-draw"), ""),
        (("\0.jpg", "--winner", "Bob", "--self-draw"), ""),
        ((HAND, "--winner", "Bob", "--self-draw", "--table", "2"), "there is no table 2"),
        ((HAND, "--winner", "Bob", "--from", "Cat", "--ready-loser", "Xi"), "'Xi' is nobody"),
    ],
)
def test_a_win_that_cannot_be_recorded(hktw: Evening, arguments: tuple[str, ...], said: str) -> None:
    assert said in hktw.refused("win", *arguments)


def test_who_fed_the_kong_pays_for_all(hktw: Evening) -> None:
    won = hktw.json(
        "win", "--fan", "10", "--winner", "Bob", "--self-draw", "--after", "kong", "--kong-feeder", "Cat"
    )
    assert [(loss["payer"], loss["amount"]) for loss in won["event"]["losses"]] == [("Cat", 16 + 15 + 15)]


def test_a_loser_who_had_declared_ready_under_hkfan(hkfan: Evening) -> None:
    evening = hkfan
    printed = evening.did("win", "--fan", "3", "--winner", "Ann", "--self-draw", "--ready-loser", "Cat")
    assert "Cat had declared ready and leaves out 1 fan" in printed
    assert evening.debts() == {("Bob", "Ann"): 18, ("Cat", "Ann"): 16, ("Dan", "Ann"): 18}


def test_a_player_by_name_by_its_beginning_and_by_seat(evening: Evening) -> None:
    """After the deal has passed on, S could mean South or whoever sits there."""
    evening.did("new")
    for player in ("South", "sou", "S"):
        assert (
            evening.json("win", "--fan", "3", "--winner", player, "--self-draw", "--dry-run")["event"][
                "winner"
            ]
            == "South"
        )
    for seat in ("南", "south"):
        won = evening.json("win", "--fan", "3", "--winner", seat, "--self-draw", "--dry-run")["event"]
        assert won["winner"] == "South"
    evening.did("win", "--fan", "3", "--winner", "S", "--self-draw")
    err = evening.refused("win", "--fan", "3", "--winner", "S", "--self-draw")
    assert "'S' could be South or West, who sits S in this hand" in err
    assert "winner" in evening.json("win", "--fan", "3", "--winner", "So", "--self-draw")["event"]


def test_a_whole_name_is_that_players(evening: Evening) -> None:
    evening.did("new", "Ann", "Anna", "Annabel", "Dan")
    assert "'An' could be Ann or Anna or Annabel" in evening.refused("cut", "An", "Dan")
    won = evening.json("win", "--fan", "1", "--winner", "anna", "--from", "ann")["event"]
    assert (won["winner"], won["discarder"]) == ("Anna", "Ann")
