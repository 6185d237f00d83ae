from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring import Form, Hand, RulesError, RuleSet, ScoreSheet, Win, WinBy, Wind, completing, pay, score

if TYPE_CHECKING:
    from pathlib import Path

# A house's game of thirteen tiles and the winning one, as nothing but data.
THIRTEEN = """
zh = "十三張"
en = "Thirteen tiles"

[hand]
melds = 4

[price]
base = 0
per = 1

[patterns.all_chows]
zh = "平糊"
en = "All chows"
section = "牌型"
source = "house 1"
value = 1

[patterns.all_pungs]
zh = "對對糊"
en = "All pungs"
section = "牌型"
source = "house 2"
value = 3

[patterns.half_flush]
zh = "混一色"
en = "Half flush"
section = "牌型"
source = "house 3"
value = 3

[patterns.full_flush]
zh = "清一色"
en = "Full flush"
section = "牌型"
source = "house 4"
value = 7

[patterns.four_kongs]
function = "five_kongs"
zh = "十八羅漢"
en = "Four kongs"
section = "牌型"
source = "house 5"
value = 13

[patterns.four_concealed]
function = "five_concealed_pungs"
zh = "四暗刻"
en = "Four concealed pungs"
section = "牌型"
source = "house 6"
value = 8

[patterns.all_melded]
function = "full_melded"
zh = "全求人"
en = "All melded"
section = "牌型"
source = "house 7"
value = 2

[patterns.seven_pairs]
function = "concealed_hand"
forms = ["seven_pairs"]
zh = "七對"
en = "Seven pairs"
section = "牌型"
source = "house 8"
value = 4

[patterns.thirteen_orphans]
zh = "十三么"
en = "Thirteen orphans"
section = "牌型"
source = "house 9"
tiers = { ordinary = 13, thirteen_sided = 26 }

[patterns.self_draw]
zh = "自摸"
en = "Self-draw"
section = "狀態"
source = "house 10"
value = 1


[[exclusions]]
by = "four_kongs"
drops = ["all_pungs", "four_concealed"]
why = "it holds them"
source = "house 5"

[[exclusions]]
by = "four_concealed"
drops = ["all_pungs"]
why = "it holds it"
source = "house 6"
"""

DISCARD = Win(by=WinBy.DISCARD, discarder=Wind.WEST)


@pytest.fixture
def rules(tmp_path: Path) -> RuleSet:
    path = tmp_path / "thirteen.toml"
    path.write_text(THIRTEEN, encoding="utf-8")
    return RuleSet.load(path)


def _loaded(tmp_path: Path, hand: str) -> RuleSet:
    path = tmp_path / "other.toml"
    path.write_text(THIRTEEN.replace("melds = 4", hand), encoding="utf-8")
    return RuleSet.load(path)


def _score(text: str, rules: RuleSet, win: Win = DISCARD) -> ScoreSheet:
    sheet = score(Hand.parse(text), win, rules)
    assert sheet.win, sheet.why
    assert sum(pay(sheet, win, rules).net.values()) == 0
    return sheet


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("123m 456p 78s 99p [345s] +9s", {"all_chows": 1}),
        ("222m 88s 44p [777p] [FFF] +4p", {"all_pungs": 3}),
        ("222m 888s 555p [777p] 4p +4p", {"all_pungs": 3}),
        ("222m 888s 555p 444p N +N", {"four_concealed": 8}),
        ("1112345678999m +5m", {"full_flush": 7}),
        ("123s 789s EE 45s [CCC] +6s", {"half_flush": 3}),
        ("N {2222m} [8888s] [5555p] [444p+4p] +N", {"four_kongs": 13}),
        ("11m 44m 77p 99p 22s EE C +C", {"seven_pairs": 4}),
        ("1111m 4444p 77s EE C +C", {"seven_pairs": 4}),
        ("19m 19p 19s ESWNCFP +C", {"thirteen_orphans": 26}),
        ("99m 1m 19p 19s ESWNCF +P", {"thirteen_orphans": 13}),
    ],
)
def test_hands_of_fourteen_tiles(text: str, items: dict[str, int], rules: RuleSet) -> None:
    sheet = _score(text, rules)
    assert sheet.items == items
    assert sheet.total == sum(items.values())


def test_every_group_melded(rules: RuleSet) -> None:
    assert _score("N [123m] [456p] [FFF] [888s] +N", rules).items == {"all_melded": 2}


def test_both_readings_of_pairs_in_a_row(rules: RuleSet) -> None:
    sheet = _score("112233m 778899s C +C", rules, Win())
    assert sheet.partitions[0].form is Form.PAIRS
    assert [runner.total for runner in sheet.runners_up] == [1 + 1]


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("19m 19p 19s ESWNCFP", "1m 9m 1p 9p 1s 9s E S W N C F P"),
        ("11m 44m 77p 99p 22s EE C", "C"),
        ("123m 456p 78s 99p [345s]", "6s 9s"),
        ("N [123m] [456p] [FFF] [888s]", "N"),
    ],
)
def test_waits_of_thirteen_tiles(text: str, waits: str, rules: RuleSet) -> None:
    hand = Hand.parse(text)
    assert hand.problems(waiting=True, melds=4) == ()
    assert " ".join(tile.code for tile in completing(hand, rules.forms, melds=4)) == waits
    sheet = score(hand, DISCARD, rules)
    assert not sheet.win
    assert "this one has 13" in sheet.why
    assert " ".join(tile.code for tile in sheet.waits) == waits


def test_seventeen_tiles_are_three_too_many(rules: RuleSet) -> None:
    hand = Hand.parse("123m 456p 78s EEE 99p [345s] +9s")
    assert hand.problems() == ()
    sheet = score(hand, DISCARD, rules)
    assert not sheet.win
    assert sheet.why == "a winning hand has 14 tiles, a kong counted as three; this one has 17"
    fourteen = Hand.parse("123m 456p 78s 99p [345s] +9s")
    assert not score(fourteen, DISCARD, RuleSet.load("hktw")).win


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("123m 456p 78s 99p [345s] +2s", 1),
        ("11m 44m 77p 99p 22s EE C +F", 1),
        ("19m 19p 19s ESWNCFP +5m", 1),
        ("123m 457p 78s 99p [345s] +2s", 2),
    ],
)
def test_a_false_win_of_fourteen_tiles(text: str, away: int, rules: RuleSet) -> None:
    sheet = score(Hand.parse(text), DISCARD, rules)
    assert not sheet.win
    assert sheet.away == away
    assert bool(sheet.missing) is (away == 1)


def test_forms_are_a_matter_of_the_rule_file(tmp_path: Path) -> None:
    rules = _loaded(tmp_path, 'melds = 4\nforms = ["standard"]')
    assert rules.forms == (Form.STANDARD,)
    assert not score(Hand.parse("11m 44m 77p 99p 22s EE C +C"), DISCARD, rules).win


def test_small_hands(tmp_path: Path) -> None:
    rules = _loaded(tmp_path, "melds = 2")
    assert _score("222m 88s 44p +4p", rules).items == {"all_pungs": 3}


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("melds = 0", "hand.melds: expected a number of groups from 1 to 5"),
        ("melds = 6", "hand.melds: expected a number of groups from 1 to 5"),
        ("melds = true", "hand.melds: expected a number"),
        ('melds = 4\nforms = ["seven_pairs_pung"]', "there is no form of 4 groups 'seven_pairs_pung'"),
        ("melds = 4\nforms = []", "hand.forms: a hand needs a form"),
        ("tiles = 13", "there is no key 'tiles'"),
    ],
)
def test_what_the_table_of_the_hand_cant_say(tmp_path: Path, hand: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        _loaded(tmp_path, hand)
