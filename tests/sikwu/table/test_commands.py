"""``sikwu table``: evenings from the first hand to the last debt, as the players type them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.sikwu.table.evening import NAMES, Evening, in_shell

HAND = "234m 99s EE [345s] [CCC] {7777p} f1 +E"


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
    assert Evening.paid(kicked) == {("Bob", "Ann"): 37, ("Cat", "Ann"): 36, ("Dan", "Ann"): 36}
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
    closed = hkfan.json("show")
    assert {player["name"]: player["standing"] for player in closed["players"]} == before
    assert closed["debts"] == []
    assert "no table is open; closed ones are 1" in hkfan.refused("draw")
    assert "the table is closed" in hkfan.refused("draw", "--table", "1")
    assert "the table closes" in hkfan.run("export")[1]
    assert hkfan.json("undo")["closed"] is False


def test_undo_takes_back_the_close_that_came_last(evening: Evening) -> None:
    for name in ("A", "B"):
        evening.did("new", *NAMES, "--table", name)
    evening.did("close", "--table", "B")
    evening.did("close", "--table", "A")
    assert evening.json("show")["table"] == "A"
    assert evening.json("undo")["table"] == "A"
    assert [table["closed"] for table in evening.json("list")["tables"]] == [False, True]


def test_a_cut_at_the_third_pull(hktw: Evening) -> None:
    for fan in ("4", "4", "4"):
        printed = hktw.did("win", "--fan", fan, "--winner", "Ann", "--from", "Bob")
    # 4 + 1, 4 + 3 and 4 + 5 fan, and 5 for the base: 10, then 15 + 12, then 40.5 rounded up, and 14.
    assert "Bob → Ann 55 拉 3 41 (27 × 1.5, rounded up) + 9 × 1 + 5" in printed
    assert "Bob may pay it now and end the pulling" in printed
    assert "Bob → Ann 55 Bob cuts at pull 3" in hktw.did("cut", "B", "A")
    assert hktw.debts() == {}
    assert "owes Ann nothing that could be cut" in hktw.refused("cut", "Bob", "Ann")


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
    assert Evening.paid(won) == {("pot", "Dan"): 10}
    assert (won["pot"], hkfan.debts()) == (0, {("Cat", "Dan"): 16})


def test_an_award_that_cannot_be(hktw: Evening) -> None:
    hktw.did("award", "mixed_flower_run_cash", "Cat")
    assert "paid once a hand" in hktw.refused("award", "mixed_flower_run_cash", "Cat")
    assert "一台草" in hktw.did("award", "一台草", "Bob")
    assert "no award 'nope'" in hktw.refused("award", "nope")
    rows = {row["id"]: row for row in hktw.json("award", "--list")["awards"]}
    assert rows["mixed_flower_run_cash"]["amount"] == "2.5"
    assert rows["false_win"]["pays"] == "player"
    assert "did you mean 'false_win'?" in hktw.refused("award", "falsewin", "Cat")
    assert "name the player" in hktw.refused("award", "false_win")
    assert "is the dealer's, who is Ann" in hktw.refused("award", "dice_123", "Bob")
    assert "one tile" in hktw.refused("award", "follow_discard", "Bob", "--tile", "55p")
    assert "--tile 5x" in hktw.refused("award", "follow_discard", "Bob", "--tile", "5x")


def test_an_award_of_the_dealer_needs_no_name(hktw: Evening) -> None:
    assert Evening.paid(hktw.json("award", "dice_triple")) == {
        (name, "Ann"): 5 for name in ("Bob", "Cat", "Dan")
    }


def test_a_simple_tile_followed_costs_two_bases(hktw: Evening) -> None:
    assert set(Evening.paid(hktw.json("award", "follow_discard", "Bob", "--tile", "5p")).values()) == {10}
    assert set(Evening.paid(hktw.json("award", "follow_discard", "Bob", "--tile", "E")).values()) == {5}
    again = hktw.json("award", "follow_discard", "Bob", "--tile", "E", "--nth", "2")
    assert set(Evening.paid(again).values()) == {10}


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


def test_a_key_records_once(hkfan: Evening) -> None:
    arguments = ("win", "--fan", "12", "--winner", "E", "--self-draw", "--key", "first")
    first = hkfan.json(*arguments)
    assert hkfan.json(*arguments) == first
    hkfan.did("draw")
    assert "recorded before under this key" in hkfan.did(*arguments)
    assert [event["kind"] for event in hkfan.json("show", "--history")["events"]] == ["won", "drawn"]
    assert "has recorded another event" in hkfan.refused("draw", "--key", "first")


def test_a_key_says_whether_its_event_stands(hkfan: Evening) -> None:
    arguments = ("win", "--fan", "12", "--winner", "E", "--self-draw", "--key", "first")
    assert hkfan.json(*arguments)["stands"] is True
    hkfan.did("undo")
    assert "recorded before under this key and taken back since" in hkfan.did(*arguments)
    assert hkfan.json(*arguments)["stands"] is False
    assert hkfan.debts() == {}
    hkfan.did("redo")
    assert hkfan.json(*arguments)["stands"] is True


def test_a_key_finds_its_table_again(evening: Evening) -> None:
    for _ in range(2):
        evening.did("new", *NAMES, "--rules", "hkfan")
        if evening.json("list")["tables"][-1]["table"] == "1":
            evening.did("close", "--key", "end")
    assert evening.json("close", "--key", "end")["table"] == "1"
    assert [table["closed"] for table in evening.json("list")["tables"]] == [True, False]
    evening.did("draw", "--key", "end", "--table", "2")
    assert "the key end is of several tables: 1, 2" in evening.refused("draw", "--key", "end")


def test_a_key_is_found_again_when_the_seats_have_moved(hkfan: Evening) -> None:
    arguments = ("win", "--winner", "Cat", "--from", "S", "--fan", "4", "--key", "k1")
    hkfan.did(*arguments)
    # Cat sits South now; then it was Bob.
    assert hkfan.json(*arguments)["stands"] is True


@pytest.mark.parametrize("event", ["undo", "redo"])
def test_what_undoes_is_not_said_to_be_taken_back(hkfan: Evening, event: str) -> None:
    hkfan.did("draw")
    if event == "redo":
        hkfan.did("undo")
    hkfan.did(event, "--key", "u1")
    hkfan.did("draw")
    assert "taken back since" not in hkfan.did(event, "--key", "u1")
    assert hkfan.json(event, "--key", "u1")["stands"] is True


def test_a_table_that_cannot_be_read_hides_no_other(hkfan: Evening, tmp_path: Path) -> None:
    hkfan.did("new", *NAMES, "--rules", "hkfan")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        connection.execute(
            "INSERT INTO events (table_id, seq, at, body) VALUES (1, 1, '', '{\"kind\": \"flood\"}')"
        )
    assert "hand 1, East round" in hkfan.did("list")
    found = hkfan.json("list")
    assert [table["table"] for table in found["tables"]] == ["2"]
    assert "event 1 can't be read" in found["broken"]["1"]


def test_rules_that_were_tampered_with_are_refused(hkfan: Evening, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        connection.execute("DROP TRIGGER tables_are_not_changed")
        connection.execute("UPDATE tables SET setup = replace(setup, 'base = 10', 'base = 90')")
    assert "its rules aren't those that it was set up with" in hkfan.refused("award", "false_win", "Bob")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        connection.execute("UPDATE tables SET setup = replace(setup, 'texts', 'words')")
    assert "keeps no rules that can be read" in hkfan.refused("award", "false_win", "Bob")


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
    assert evening.json("list") == {"tables": [], "broken": {}}


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
    assert "1 Ann, Bob, Cat, Dan hktw closed; hands played: 0" in listed
    assert "2 East, South, West, North tw16 hand 2, East round, East deals, streak 1" in listed


def test_without_a_table_nothing_is_made(evening: Evening, tmp_path: Path) -> None:
    for command in ("show", "draw", "export"):
        said = evening.refused(command)
        assert f"there is no table in {tmp_path / 'tables.sqlite'} yet; sikwu table new sets one up" in said
    assert f"there are no tables in {tmp_path / 'tables.sqlite'}" in evening.did("list")
    assert list(tmp_path.iterdir()) == []


def test_another_database(hktw: Evening, tmp_path: Path) -> None:
    other = str(tmp_path / "deeper" / "other.sqlite")
    hktw.did("new", "--db", other, "--table", "elsewhere")
    assert "table elsewhere" in hktw.did("show", "--db", other)
    assert "table 1" in hktw.did("show")
    broken = tmp_path / "broken"
    broken.write_text("no database")
    assert str(broken) in hktw.refused("show", "--db", str(broken))


def test_a_table_keeps_the_rules_that_it_was_set_up_with(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "hkfan"\n[price]\nbase = 10\nper = 2\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    evening.did("new", *NAMES, "--rules", "house.toml", "--set", "false_win_fan=20")
    monkeypatch.chdir("/")
    house.write_text('extends = "hkfan"\n[price]\nbase = 20\nper = 2\n', encoding="utf-8")
    assert "Bob → Ann 40" in evening.did("award", "false_win", "Bob")
    house.unlink()
    won = evening.json("win", "--fan", "3", "--winner", "Bob", "--from", "Cat")["event"]
    assert won["losses"] == [{"payer": "Cat", "amount": 16, "sum": "3 × 2 + 10"}]
    assert "rules house.toml, base 10, 2 per fan" in evening.did("show")
    assert "texts" not in evening.json("show")["rules"]
    assert evening.json("show", "--history")["setup"]["rules"]["texts"][0][0] == "house.toml"


def test_money_with_fractions_stays_exact(evening: Evening) -> None:
    evening.did("new", *NAMES, "--rules", "hkfan", "--base", "0.5", "--price", "0.1")
    evening.did("win", "--fan", "3", "--winner", "Bob", "--from", "Cat")
    assert evening.debts() == {("Cat", "Bob"): "0.8"}
    evening.did("award", "mixed_flower_run_cash", "Cat")
    assert "Ann -0.25" in evening.did("show")


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
    assert Evening.paid(won) == {("Cat", "Bob"): 25}
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no /dev/full")
@pytest.mark.parametrize("json", [(), ("--json",)])
@pytest.mark.parametrize("output", [">/dev/full", "| true", ">&-"])
def test_what_is_recorded_is_told_where_it_cannot_be_printed(
    hkfan: Evening, output: str, json: tuple[str, ...]
) -> None:
    """A full disk, a reader who has gone, a closed output."""
    done = in_shell(" ".join(("table", "draw", *json)), output)
    assert done.returncode == 2
    assert "it is recorded, but the output can't be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "hand 2, East round, Ann deals, streak 1" in hkfan.did("show")


def test_a_table_is_set_up_once_though_it_cannot_be_told(evening: Evening) -> None:
    done = in_shell("table new", ">/dev/full")
    assert done.returncode == 2
    assert "table 1 is set up, but the output can't be written" in done.stderr
    assert "hand 1" in evening.did("show")
