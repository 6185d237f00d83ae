"""``sikwu table``: evenings from the first hand to the last debt, as the players type them."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageFilter

if TYPE_CHECKING:
    from tests.sikwu.conftest import Run

PHOTO = Path(__file__).parents[3] / "examples" / "hand.jpg"
HAND = "234m 99s EE [345s] [CCC] {7777p} f1 +E"
NO_WIN = "234m 99s EE [345s] [CCC] {7777p} f1 +9m"
NAMES = ("Ann", "Bob", "Cat", "Dan")


class Evening:
    """Runs ``sikwu table`` on a database of its own."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def run(self, *arguments: str) -> tuple[int, str, str]:
        return self._run("table", *arguments)

    def did(self, *arguments: str) -> str:
        """Run a command that must go well, and give what it printed, each run of spaces as one."""
        status, out, err = self.run(*arguments)
        assert (status, err) == (0, "")
        return " ".join(out.split())

    def json(self, *arguments: str) -> dict[str, Any]:
        status, out, err = self.run(*arguments, "--json")
        assert (status, err) == (0, "")
        found = json.loads(out)
        assert isinstance(found, dict)
        return found

    def refused(self, *arguments: str) -> str:
        """Run a command that must be refused in one message, and record nothing."""
        before = self._events()
        status, _, err = self.run(*arguments)
        assert status == 2
        assert err.startswith("sikwu: ")
        assert "Traceback" not in err
        assert self._events() == before
        return err

    def debts(self) -> dict[tuple[str, str], int | str]:
        return {(debt["debtor"], debt["creditor"]): debt["amount"] for debt in self.json("show")["debts"]}

    def _events(self) -> list[Any]:
        _, out, _ = self.run("list", "--json")
        names = [table["table"] for table in json.loads(out)["tables"]]
        return [self.json("show", "--history", "--table", name)["events"] for name in names]


@pytest.fixture
def evening(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setenv("SIKWU_TABLES", str(tmp_path / "tables.sqlite"))
    monkeypatch.setenv("COLUMNS", "100")
    return Evening(run)


@pytest.fixture
def hkfan(evening: Evening) -> Evening:
    """A table under hkfan at 10 a base and 2 a fan, as in its example."""
    evening.did("new", *NAMES, "--rules", "hkfan")
    return evening


@pytest.fixture
def hktw(evening: Evening) -> Evening:
    evening.did("new", *NAMES, "--rules", "hktw", "--base", "5", "--price", "1")
    return evening


def _paid(done: dict[str, Any]) -> dict[tuple[str, str], int]:
    return {(paid["payer"], paid["payee"]): paid["amount"] for paid in done["event"]["paid"]}


def test_the_example_of_hkfan_36_74_and_half_of_it(hkfan: Evening) -> None:
    """The dealer draws 13 fan, then South deals in to him for 5; the dealer's own fan are the ledger's."""
    assert "Bob → Ann 36 拉 1 13 × 2 + 10" in hkfan.did(
        "win", "--fan", "12", "--winner", "Ann", "--self-draw"
    )
    printed = hkfan.did("win", "--fan", "2", "--winner", "Ann", "--from", "Bob")
    assert "Bob → Ann 74 拉 2 36 × 1.5 + 5 × 2 + 10" in printed
    assert "Cat → Ann 36 拉 1 13 × 2 + 10" in printed
    assert "hand 3, East round, Ann deals, streak 2" in printed
    kicked = hkfan.json("win", "--fan", "5", "--winner", "Bob", "--from", "Ann")
    assert _paid(kicked) == {("Bob", "Ann"): 37, ("Cat", "Ann"): 36, ("Dan", "Ann"): 36}
    assert kicked["dealer"] == "Bob"
    assert hkfan.debts() == {("Ann", "Bob"): 10 + 2 * (5 + 5)}


def test_the_dealer_pays_seventeen_fan_at_his_streak_of_three(hkfan: Evening) -> None:
    for _ in range(3):
        hkfan.did("draw")
    hkfan.did("win", "--fan", "10", "--winner", "Cat", "--self-draw")
    assert hkfan.debts() == {("Ann", "Cat"): 44, ("Bob", "Cat"): 30, ("Dan", "Cat"): 30}


def test_everybody_stands_where_he_stood_after_the_table_closes(hkfan: Evening) -> None:
    hkfan.did("win", "--fan", "12", "--winner", "Ann", "--self-draw")
    before = {player["name"]: player["if_closed"] for player in hkfan.json("show")["players"]}
    assert before == {"Ann": 108, "Bob": -36, "Cat": -36, "Dan": -36}
    printed = hkfan.did("close")
    assert "Bob → Ann 36 the table closes: 36 in full" in printed
    assert "Ann +108" in printed
    closed = hkfan.json("show", "--table", "1")
    assert {player["name"]: player["standing"] for player in closed["players"]} == before
    assert closed["debts"] == []
    assert "no table is open; closed ones are 1" in hkfan.refused("draw")
    assert "the table is closed" in hkfan.refused("draw", "--table", "1")
    assert hkfan.json("undo", "--table", "1")["closed"] is False


def test_a_cut_at_the_third_pull(hktw: Evening) -> None:
    for fan in ("4", "4", "4"):
        printed = hktw.did("win", "--fan", fan, "--winner", "Ann", "--from", "Bob")
    # 4 + 1, 4 + 3 and 4 + 5 fan, and 5 for the base: 10, then 15 + 12, then 40.5 rounded up, and 14.
    assert "Bob → Ann 55 拉 3 27 × 1.5 rounded up to 41 + 9 × 1 + 5" in printed
    assert "Bob may pay it now and end the pulling" in printed
    assert "Bob → Ann 55 Bob cuts at pull 3" in hktw.did("cut", "B", "A")
    assert hktw.debts() == {}
    assert "owes Ann nothing that could be cut" in hktw.refused("cut", "Bob", "Ann")


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
    assert wanted - ledgers - agreed - {"--jsonl"} <= offered
    assert not offered & (ledgers | agreed)


def test_the_table_moves_through_the_rounds(hktw: Evening) -> None:
    for name in ("Bob", "Cat", "Dan", "Ann"):
        hktw.did("win", "--fan", "1", "--winner", name, "--self-draw")
    assert "hand 5, South round, Ann deals, streak 0" in hktw.did("show")


def test_awards_are_paid_at_once_and_the_pot_is_the_next_winners(hkfan: Evening) -> None:
    printed = hkfan.did("award", "mixed_flower_run_cash", "Cat")
    assert "Ann → Cat 5 一台草 Mixed flower run: 0.5 × 10" in printed
    assert "10 in the pot" in hkfan.did("award", "called_pung_refused", "Bob")
    assert "10 in the pot" in hkfan.did("draw")
    won = hkfan.json("win", "--fan", "3", "--winner", "Dan", "--from", "Cat")
    assert _paid(won) == {("pot", "Dan"): 10}
    assert (won["pot"], hkfan.debts()) == (0, {("Cat", "Dan"): 16})


def test_an_award_that_cannot_be(hktw: Evening) -> None:
    hktw.did("award", "mixed_flower_run_cash", "Cat")
    assert "paid once a hand" in hktw.refused("award", "mixed_flower_run_cash", "Cat")
    assert "did you mean 'false_win'?" in hktw.refused("award", "falsewin", "Cat")
    assert "name the player" in hktw.refused("award", "false_win")
    assert "is the dealer's, who is Ann" in hktw.refused("award", "dice_123", "Bob")
    assert "one tile" in hktw.refused("award", "follow_discard", "Bob", "--tile", "55p")
    assert "--tile 5x" in hktw.refused("award", "follow_discard", "Bob", "--tile", "5x")


def test_an_award_of_the_dealer_needs_no_name(hktw: Evening) -> None:
    assert _paid(hktw.json("award", "dice_triple")) == {(name, "Ann"): 5 for name in ("Bob", "Cat", "Dan")}


def test_a_simple_tile_followed_costs_two_bases(hktw: Evening) -> None:
    assert set(_paid(hktw.json("award", "follow_discard", "Bob", "--tile", "5p")).values()) == {10}
    assert set(_paid(hktw.json("award", "follow_discard", "Bob", "--tile", "E")).values()) == {5}
    again = hktw.json("award", "follow_discard", "Bob", "--tile", "E", "--nth", "2")
    assert set(_paid(again).values()) == {10}


def test_the_awards_are_listed_with_what_they_cost(hkfan: Evening) -> None:
    printed = hkfan.did("award", "--list")
    assert "false_win 詐胡 False win 60 pays each of the others" in printed
    assert "一台草 5 三家各付" in hkfan.did("award", "--lang", "zh")


def test_undo_and_redo(hkfan: Evening) -> None:
    hkfan.did("win", "--fan", "12", "--winner", "Ann", "--self-draw")
    hkfan.did("win", "--fan", "5", "--winner", "Bob", "--from", "Ann")
    after = hkfan.json("show")
    printed = hkfan.did("undo")
    assert "undone: Bob won off Ann" in printed
    assert "taken back" in printed
    assert "Bob → Ann 18 Bob won from Ann and kicks" in printed
    assert hkfan.debts() == {(name, "Ann"): 36 for name in ("Bob", "Cat", "Dan")}
    assert "done again: Bob won off Ann" in hkfan.did("redo")
    assert hkfan.json("show") == after
    assert "nothing to redo" in hkfan.refused("redo")
    for _ in range(2):
        hkfan.did("undo")
    assert "nothing to undo" in hkfan.refused("undo")
    assert "won" not in hkfan.did("show", "--history")


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
    assert "recorded as it was read" in hktw.did(*arguments, "--yes")
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


def test_a_key_records_once(hkfan: Evening) -> None:
    arguments = ("win", "--fan", "12", "--winner", "E", "--self-draw", "--key", "first")
    first = hkfan.json(*arguments)
    assert hkfan.json(*arguments) == first
    hkfan.did("draw")
    assert "recorded before under this key" in hkfan.did(*arguments)
    assert [event["kind"] for event in hkfan.json("show", "--history")["events"]] == ["won", "drawn"]
    assert "has recorded another event" in hkfan.refused("draw", "--key", "first")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((HAND, "--winner", "Bob"), "say how Bob won: --self-draw, or --from PLAYER"),
        ((HAND, "--winner", "Eve", "--self-draw"), "'Eve' is nobody at this table; there are E Ann, S Bob"),
        ((HAND, "--winner", "", "--self-draw"), "'' is nobody at this table"),
        ((HAND, "--winner", "Bob", "--from", "Bob"), "can't be winner and discarder"),
        ((HAND, "--winner", "Bob", "--from", "Ann", "--self-draw"), "not both"),
        (("--winner", "Bob", "--self-draw"), "give a hand, a photo of one, or --fan"),
        ((HAND, "--fan", "3", "--winner", "Bob", "--self-draw"), "give a hand, a photo of one, or --fan"),
        ((HAND, "--bases", "2", "--winner", "Bob", "--self-draw"), "--bases goes with --fan"),
        ((HAND, "--winning-tile", "E", "--winner", "Bob", "--self-draw"), "are for a photo"),
        (("234m 99 EE", "--winner", "Bob", "--self-draw"), "a suit letter"),
        (("x" * 5000, "--winner", "Bob", "--self-draw"), ""),
        (("\0.jpg", "--winner", "Bob", "--self-draw"), ""),
        ((HAND, "--winner", "Bob", "--self-draw", "--table", "2"), "there is no table 2"),
        ((HAND, "--winner", "Bob", "--from", "Cat", "--kong-feeder", "Xi"), "'Xi' is nobody"),
    ],
)
def test_a_win_that_cannot_be_recorded(hktw: Evening, arguments: tuple[str, ...], said: str) -> None:
    assert said in hktw.refused("win", *arguments)


def test_who_fed_the_kong_pays_for_all(hktw: Evening) -> None:
    won = hktw.json(
        "win", "--fan", "10", "--winner", "Bob", "--self-draw", "--after", "kong", "--kong-feeder", "Cat"
    )
    assert [(loss["payer"], loss["amount"]) for loss in won["event"]["losses"]] == [("Cat", 16 + 15 + 15)]


def test_a_loser_who_had_declared_ready_where_a_house_spares_him(evening: Evening) -> None:
    evening.did("new", *NAMES, "--rules", "hkfan", "--set", "ready_loser_pays_dealer_fan=false")
    evening.did("win", "--fan", "3", "--winner", "Ann", "--self-draw", "--ready-loser", "Cat")
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
    evening.did("win", "--fan", "3", "--winner", "S", "--self-draw")
    err = evening.refused("win", "--fan", "3", "--winner", "S", "--self-draw")
    assert "'S' could be South or West, who sits S in this hand" in err
    assert "winner" in evening.json("win", "--fan", "3", "--winner", "So", "--self-draw")["event"]


def test_a_whole_name_is_that_players(evening: Evening) -> None:
    evening.did("new", "Ann", "Anna", "Annabel", "Dan")
    assert "'An' could be Ann or Anna or Annabel" in evening.refused("cut", "An", "Dan")
    won = evening.json("win", "--fan", "1", "--winner", "anna", "--from", "ann")["event"]
    assert (won["winner"], won["discarder"]) == ("Anna", "Ann")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Ann", "Bob", "Cat"), "four players"),
        (("Ann", "Bob", "Cat", "cat"), "four players"),
        (("Ann", "Bob", "Cat", "s"), "s can't be a player's name"),
        (("Ann", "Bob", "Cat", "pot"), "can't be a player's name"),
        (("--table", " "), "is no name for a table"),
        (("--dealer", "Eve"), "'Eve' is nobody"),
        (("--rules", "missing.toml"), "missing.toml"),
        (("--set", "pull_factor=0.5"), "pull_factor"),
        (("--base", "-1"), "--base -1"),
    ],
)
def test_a_table_that_cannot_be_set_up(evening: Evening, arguments: tuple[str, ...], said: str) -> None:
    assert said in evening.refused("new", *arguments)
    assert evening.json("list") == {"tables": []}


def test_a_table_set_up_in_the_middle_of_a_game(evening: Evening) -> None:
    printed = evening.did("new", *NAMES, "--dealer", "Cat", "--round", "W", "--streak", "2", "--table", "Fri")
    assert "table Fri rules hktw, base 5, 1 per fan" in printed
    assert "hand 1, West round, Cat deals, streak 2" in printed
    evening.did("win", "--fan", "3", "--winner", "Cat", "--from", "Ann")
    assert evening.debts() == {("Ann", "Cat"): 5 + 3 + 5}


def test_two_tables(hktw: Evening) -> None:
    assert "table 2" in hktw.did("new", "--rules", "tw16")
    assert "several tables are open: 1, 2; name one with --table" in hktw.refused("draw")
    assert "there is a table 2 already" in hktw.refused("new", "--table", "2")
    hktw.did("draw", "--table", "2")
    hktw.did("close", "--table", "1")
    assert "hand 2" in hktw.did("show")
    listed = hktw.did("list")
    assert "1 Ann, Bob, Cat, Dan hktw closed after hand 0" in listed
    assert "2 East, South, West, North tw16 hand 2, East round, East deals, streak 1" in listed


def test_without_a_table_nothing_is_made(evening: Evening, tmp_path: Path) -> None:
    for command in ("show", "draw", "export"):
        assert "there is no table yet; sikwu table new sets one up" in evening.refused(command)
    assert "there are no tables" in evening.did("list")
    assert list(tmp_path.iterdir()) == []


def test_another_database(hktw: Evening, tmp_path: Path) -> None:
    other = str(tmp_path / "deeper" / "other.sqlite")
    hktw.did("new", "--db", other, "--table", "elsewhere")
    assert "table elsewhere" in hktw.did("show", "--db", other)
    assert "table 1" in hktw.did("show")
    broken = tmp_path / "broken"
    broken.write_text("no database")
    assert str(broken) in hktw.refused("show", "--db", str(broken))


def test_a_rule_file_that_was_changed_is_refused_for_what_it_would_count(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "hkfan"\n[price]\nbase = 10\nper = 2\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    evening.did("new", *NAMES, "--rules", "house.toml", "--set", "false_win_fan=20")
    monkeypatch.chdir("/")
    assert "Bob → Ann 40" in evening.did("award", "false_win", "Bob")
    evening.did("win", HAND, "--winner", "Ann", "--from", "Bob")
    house.write_text('extends = "hkfan"\n[price]\nbase = 20\nper = 2\n', encoding="utf-8")
    for arguments in (("win", HAND, "--winner", "Ann", "--from", "Bob"), ("award", "false_win", "Bob")):
        err = evening.refused(*arguments)
        assert len(re.findall("[0-9a-f]{64}", err)) == 2
    house.unlink()
    assert "house.toml" in evening.refused("award", "false_win", "Bob")
    assert "rules house.toml, base 10, 2 per fan" in evening.did("show")
    evening.did("undo")
    evening.did("close")


def test_money_with_fractions_stays_exact(evening: Evening) -> None:
    evening.did("new", *NAMES, "--rules", "hkfan", "--base", "0.5", "--price", "0.1")
    evening.did("win", "--fan", "3", "--winner", "Bob", "--from", "Cat")
    assert evening.debts() == {("Cat", "Bob"): "0.8"}
    evening.did("award", "mixed_flower_run_cash", "Cat")
    assert "Ann -0.25" in evening.did("show")


def test_the_exports(hkfan: Evening, tmp_path: Path) -> None:
    hkfan.did("award", "called_pung_refused", "Bob")
    hkfan.did("win", "--fan", "12", "--winner", "Ann", "--self-draw")
    hkfan.did("draw")
    hkfan.did("undo")
    hkfan.did("win", "--fan", "5", "--winner", "Bob", "--from", "Ann")
    file = tmp_path / "table.csv"
    hkfan.did("export", "-o", str(file))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["what"] for row in rows] == ["awarded", "won", "won", "won", "won", "owed"]
    assert (rows[2]["payer"], rows[2]["payee"], rows[2]["amount"]) == ("Bob", "Ann", "18")
    assert rows[2]["reason"] == "Bob won from Ann and kicks (踢半): 36 / 2"
    assert [rows[2][name] for name in ("number", "hand", "round", "dealer", "streak")] == [
        "5",
        "2",
        "E",
        "Ann",
        "1",
    ]
    net: Counter[str] = Counter()
    for row in rows:
        if row["what"] != "owed":
            net[row["payee"]] += int(row["amount"])
            net[row["payer"]] -= int(row["amount"])
    players = hkfan.json("show")["players"]
    assert {name: net[name] for name in NAMES} == {each["name"]: each["standing"] for each in players}
    assert sum(net.values()) == net["pot"] == 0
    everything = json.loads(hkfan.run("export", "--to", "json")[1])
    assert [event["kind"] for event in everything["events"]] == ["awarded", "won", "drawn", "undone", "won"]
    assert [each["number"] for each in everything["history"]] == [1, 2, 5]
    assert sum(Decimal(each["if_closed"]) for each in everything["players"]) == 0
    assert everything["setup"]["players"] == list(NAMES)


def test_an_export_never_writes_over_a_file_unasked(hkfan: Evening, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text("precious")
    assert "--force writes over it" in hkfan.refused("export", "--to", "json", "-o", str(file))
    assert file.read_text() == "precious"
    hkfan.did("export", "--to", "json", "-o", str(file), "--force")
    assert json.loads(file.read_text(encoding="utf-8"))["table"] == "1"
    assert "--out" in hkfan.refused("export", "-o", str(tmp_path / "nowhere" / "table.csv"))
    printed = hkfan.run("export")[1]
    assert printed == "number,time,hand,round,dealer,streak,what,payer,payee,amount,reason\n"


def test_chinese(evening: Evening) -> None:
    printed = evening.did("new", "阿東", "阿南", "阿西", "阿北", "--rules", "hkfan", "--lang", "zh")
    assert "枱 1 規則 hkfan，底 10，每番 2" in printed
    assert "第 1 鋪，東圈，阿東 做莊，連莊 0" in printed
    evening.did("win", "--fan", "12", "--winner", "阿東", "--self-draw")
    printed = evening.did("win", "--fan", "5", "--winner", "阿南", "--from", "阿東", "--lang", "zh")
    assert "阿南 食 阿東 出銃" in printed
    assert "阿南 → 阿東 18 阿南 贏回 阿東，踢半：36 / 2" in printed
    evening.did("draw")
    printed = evening.did("show", "--history", "--lang", "zh")
    assert "臭莊" in printed
    assert not re.findall("[A-Za-z]{3,}", printed.replace("hkfan", ""))
    assert "阿南 +18 0 0" not in evening.did("close", "--lang", "zh")


def test_a_table_without_pulling_pays_at_once(evening: Evening) -> None:
    evening.did("new", *NAMES, "--rules", "tw16", "--base", "10", "--price", "5")
    won = evening.json("win", "--fan", "3", "--winner", "Bob", "--from", "Cat")
    assert _paid(won) == {("Cat", "Bob"): 25}
    assert won["debts"] == []
    assert "loses" not in evening.did("show")


def test_long_names_are_shown_whole(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = [f"{letter}{'麥' * 18}{letter}" for letter in "ABCD"]
    evening.did("new", *names)
    for arguments in (("win", "--fan", "3", "--winner", "B", "--from", "A"), ("show",), ("list",)):
        out = evening.run(*arguments)[1]
        assert "…" not in out
        assert out.count("麥") >= 36
        assert out.count("麥") % 18 == 0


def test_settle_answers_a_case_a_line(run: Run, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text(
        '{"id": "fan", "kind": "dealer_value", "system": "hkfan", "streak": 3}\n'
        "no JSON\n"
        '{"id": "dice", "kind": "cash", "system": "hktw", "event": {"type": "dice_123", "dealer": "E"}}\n',
        encoding="utf-8",
    )
    status, out, err = run("settle", "--jsonl", str(cases))
    assert (status, err) == (0, "")
    results = [json.loads(line) for line in out.splitlines()]
    assert [result["id"] for result in results] == ["fan", None, "dice"]
    assert results[0]["fan"] == 7
    assert "line 2" in results[1]["error"]
    assert results[2]["delta"] == {"E": -15, "S": 5, "W": 5, "N": 5}
    assert run("settle", "--jsonl", str(tmp_path / "missing"))[0] == 2
