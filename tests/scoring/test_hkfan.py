"""The rule set hkfan: what its rows do beside each other, and what its switches change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from scoring import Hand, Replacement, RuleSet, Win, WinBy, Wind, WinError, pay, score
from scoring.exchange import read_win
from tests.scoring.strategies import winning_hands, wins

RULES = RuleSet.load("hkfan")
DISCARD: dict[str, Any] = {"by": "discard", "from": "W"}
DRAWN: dict[str, Any] = {"by": "self_draw"}
ROBBED: dict[str, Any] = {"by": "rob_kong", "from": "N"}
QUIET = "345m 67p WW [123m] [456s] [888p] f1 +5p"
CLOSED = "123m 345m 67p WW 456s 888p f1 +5p"


def _items(
    text: str, given: dict[str, Any] = DISCARD, /, *, under: dict[str, Any] | None = None, **told: object
) -> dict[str, int]:
    """Score a hand of South's, or with the circumstances told, under some switches."""
    sheet = score(Hand.parse(text), read_win(given, told), RULES.with_policies(under or {}))
    assert sheet.win, sheet.why
    assert sheet.total == sum(sheet.items.values())
    return sheet.items


def test_the_table_has_eighty_rows_each_with_its_line() -> None:
    assert len(RULES.patterns) == 80
    for row in RULES.patterns.values():
        document, line = row.source.split()
        assert document == "hkfan"
        assert 3 <= int(line) <= 15


def test_every_exclusion_has_two_reasons_and_a_line() -> None:
    for exclusion in RULES.exclusions:
        assert exclusion.why.en != exclusion.why.zh
        assert exclusion.source.startswith("hkfan ")


def test_ten_for_the_base_and_two_for_a_fan() -> None:
    win = Win(by=WinBy.DISCARD, discarder=Wind.WEST)
    sheet = score(Hand.parse("345m 67p EE [567s] [999m] [WWW] +8p"), win, RULES)
    assert pay(sheet, win, RULES).net == {Wind.SOUTH: 14, Wind.WEST: -14, Wind.EAST: 0, Wind.NORTH: 0}


def test_only_the_dealer_pays_his_fan_when_another_draws() -> None:
    win = Win(seat=Wind.NORTH, dealer_streak=2)
    sheet = score(Hand.parse(QUIET), win, RULES)
    assert sheet.items == {"off_flower": 1, "self_draw": 1}
    assert sheet.dealer_share_items == {"dealer": 5}
    assert pay(sheet, win, RULES).net == {Wind.NORTH: 52, Wind.EAST: -24, Wind.SOUTH: -14, Wind.WEST: -14}


# 雞胡


def test_a_hand_of_one_fan_is_a_chicken() -> None:
    assert _items(QUIET) == {"chicken": 10}
    assert _items(QUIET.replace("f1 ", "")) == {"chicken": 10}


def test_the_sheet_says_that_the_chicken_swallowed_the_one_fan() -> None:
    sheet = score(Hand.parse(QUIET), Win(by=WinBy.DISCARD, discarder=Wind.WEST), RULES)
    assert [(lost.by, lost.line.id) for lost in sheet.dropped] == [("chicken", "off_flower")]


def test_the_dealers_fan_is_not_counted_for_a_chicken() -> None:
    assert _items(QUIET, {"by": "discard", "from": "E"}, dealer_streak=3) == {"chicken": 10, "dealer": 7}


def test_a_robbed_kong_may_be_the_one_fan_and_make_two() -> None:
    assert _items(QUIET, ROBBED) == {"rob_kong": 1, "off_flower": 1}


@pytest.mark.parametrize(
    ("text", "given", "told"),
    [
        (QUIET.replace("f1", "f1 h1"), DISCARD, {}),
        (QUIET.replace("f1", "f2"), DISCARD, {}),
        (QUIET, DRAWN, {}),
        (QUIET, DISCARD, {"declared": "ready"}),
        (QUIET.replace("WW", "22s"), DISCARD, {}),
        (CLOSED, DISCARD, {}),
    ],
)
def test_no_chicken(text: str, given: dict[str, Any], told: dict[str, Any]) -> None:
    assert "chicken" not in _items(text, given, **told)


def test_a_reading_with_fewer_items_may_be_the_chicken() -> None:
    """34456p won on 5p: read as the middle of 456 it is 假獨 and has two fan, as the end of 345 one."""
    sheet = score(
        Hand.parse("34456p WW [123m] [888m] [678s] f1 +5p"),
        Win(by=WinBy.DISCARD, discarder=Wind.WEST),
        RULES,
    )
    assert sheet.items == {"chicken": 10}
    assert "345p*" in str(sheet.partitions[0])
    assert [runner.total for runner in sheet.runners_up] == [2]


def test_a_chicken_may_be_ten_and_one() -> None:
    assert _items(QUIET, under={"chicken_mode": "add"}) == {"chicken": 10, "off_flower": 1}


def test_a_house_may_let_a_declared_hand_be_a_chicken() -> None:
    under = {"chicken_allows_ready": True}
    assert _items(QUIET, under=under, declared="ready") == {"chicken": 10, "ready": 5}
    assert _items(QUIET, under=under) == {"chicken": 10}


# Winds, dragons and what has neither


@pytest.mark.parametrize("value", [4, 3, 2])
def test_a_wind_of_seat_and_round(value: int) -> None:
    text = "345m 67p WW [567s] [999m] [EEE] f2 +8p"
    found = _items(text, under={"wind_double_role": value}, seat="E", dealer=True)
    assert found == {"proper_wind_pung": value, "off_flower": 1, "dealer": 1}


def test_each_wind_by_its_role() -> None:
    text = "67p 99s [567m] [SSS] [EEE] [111m] f1 +8p"
    assert _items(text) == {"proper_wind_pung": 4, "off_flower": 1}
    assert _items(text, round="N") == {"proper_wind_pung": 2, "wind_pung": 1, "off_flower": 1}


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("67p EE [567m] [999s] [SSS] [WWW] f1 +8p", {"small_three_winds": 15}),
        ("67p 99s [567m] [SSS] [WWW] [EEE] f1 +8p", {"big_three_winds": 30}),
        ("67p NN [567m] [SSS] [WWW] [EEE] f1 +8p", {"small_four_winds": 60, "missing_suit": 5}),
        ("67p FF [567m] [999s] [CCC] [PPP] f1 +8p", {"small_three_dragons": 20}),
        (
            "67p WW [567m] [SSS] [CCC] [PPP] f1 +8p",
            {"dragon_pung": 4, "proper_wind_pung": 2, "missing_suit": 5},
        ),
    ],
)
def test_large_rows_stand_for_their_pungs(text: str, items: dict[str, int]) -> None:
    assert _items(text) == {**items, "off_flower": 1}


def test_honours_alone_are_terminals_and_honours() -> None:
    """There is no row 字一色 (混么 says terminals and honours)."""
    assert _items("PP NN [EEE] [SSS] [WWW] [CCC] f1 +N") == {
        "big_four_winds": 80,
        "mixed_terminals": 30,
        "all_pungs": 30,
        "dragon_pung": 2,
        "dual_pung_wait": 1,
        "off_flower": 1,
    }


def test_seven_pairs_of_terminals_and_honours() -> None:
    assert _items("1199m 1199p 11s EE CCC N f1 +N") == {
        "seven_pairs_pung": 40,
        "mixed_terminals": 30,
        "five_types": 10,
        "dragon_pung": 2,
        "single_wait": 2,
        "off_flower": 1,
    }


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("345m 67p 11p [123m] [999p] [678m] f1 +5p", {"missing_suit": 5, "off_flower": 1}),
        ("345m 67p 11p [123m] [999p] [678m] +5p", {"missing_suit": 5, "no_honours_no_flowers": 5}),
        ("345m 67p WW [123m] [999p] [678m] +5p", {"missing_suit": 5, "no_flowers": 1}),
        ("345m 67p 44s [888m] [222p] [678s] +5p", {"all_simples": 5, "no_honours_no_flowers": 5}),
        ("345m 67p 11p [123m] [999s] [789p] f1 +5p", {"no_honours": 1, "off_flower": 1}),
    ],
)
def test_without_honours(text: str, items: dict[str, int]) -> None:
    assert _items(text) == items


def test_a_house_may_let_the_bar_reach_further() -> None:
    under = {"no_honour_bar_extends_to_combo": True}
    assert _items("345m 67p 11p [123m] [999p] [678m] +5p", under=under) == {
        "missing_suit": 5,
        "no_flowers": 1,
    }


def test_a_house_may_want_one_suit_short_without_honours() -> None:
    text = "345m 67p WW [123m] [999p] [678m] h1 f1 +5p"
    assert _items(text) == {"missing_suit": 5, "off_flower": 2}
    assert _items(text, under={"void_suit_allows_honours": False}) == {"off_flower": 2}


# Chows


def test_two_pairs_of_identical_chows_count_each() -> None:
    assert _items("345m 345m 67p WW [678s] [678s] f1 +5p") == {
        "all_chows": 3,
        "double_chow": 6,
        "off_flower": 1,
    }


def test_three_and_two_identical_chows() -> None:
    found = _items("345m 345m 67s WW [345m] [678s] f1 +8s")
    assert found == {"triple_chow": 15, "double_chow": 3, "all_chows": 3, "missing_suit": 5, "off_flower": 1}


def test_four_chows_of_the_same_numbers_swallow_the_rows_below() -> None:
    sheet = score(
        Hand.parse("678m 678p N [678m] [678m] [222s] f1 +N"),
        Win(by=WinBy.DISCARD, discarder=Wind.WEST),
        RULES,
    )
    assert sheet.items == {"four_same_number_chows": 20, "single_wait": 2, "off_flower": 1}
    swallowed = {lost.line.id for lost in sheet.dropped if lost.by == "four_same_number_chows"}
    assert swallowed == {"triple_chow", "double_chow", "mixed_double_chow"}


def test_four_identical_chows_are_the_higher_of_two_rows() -> None:
    text = "678s 678s 34m NN [678s] [678s] f1 +2m"
    assert "four_same_number_chows" not in _items(text)
    both = _items(text, under={"four_same_with_quadruple": "stack"})
    assert (both["quadruple_chow"], both["four_same_number_chows"]) == (30, 20)


def test_five_of_the_same_numbers_stand_alone() -> None:
    text = "678s 678s 67m NN [678s] [678s] f1 +8m"
    expected = {"five_same_number_chows": 40, "quad_in_four": 20, "all_chows": 3}
    assert _items(text) == {**expected, "missing_suit": 5, "off_flower": 1}
    both = _items(text, under={"four_same_with_quadruple": "stack"})
    assert (both["five_same_number_chows"], both["quadruple_chow"]) == (40, 30)
    assert "four_same_number_chows" not in both


def test_a_dragon_won_on_a_discard_stays_concealed() -> None:
    text = "456789p 23p WW [222m] [678s] f1 +1p"
    assert _items(text)["pure_straight"] == 20
    assert _items(text, under={"discard_opens_pattern": True})["pure_straight"] == 10
    assert _items("456p 23p WW [222m] [678s] [789p] f1 +1p")["pure_straight"] == 10
    assert _items("456789p 23p WW [222m] [678s] f1 +1p", ROBBED)["pure_straight"] == 20


def test_the_better_of_two_dragons_counts() -> None:
    """The spare 123 lies open; the dragon is read with the one in the hand."""
    found = _items("456789p 23p WW [123p] [678s] f1 +1p")
    assert (found["pure_straight"], found["double_chow"]) == (20, 3)
    assert "old_young_chows" not in found


def test_old_and_young_beside_a_dragon_need_other_chows() -> None:
    text = "123456p 78p WW [123p] [789p] f1 +9p"
    found = _items(text)
    assert (found["pure_straight"], found["old_young_chows"], found["double_chow"]) == (20, 2, 6)


def test_both_sorts_of_old_and_young() -> None:
    assert _items("123m 78m WW [111s] [999s] [567p] f1 +9m") == {
        "old_young_chows": 2,
        "old_young_pungs": 2,
        "off_flower": 1,
    }


def test_a_house_may_count_the_old_and_young_of_a_dragon() -> None:
    text = "456789p 23p WW [222m] [678s] f1 +1p"
    found = _items(text, under={"straight_adds_old_young": True})
    assert (found["pure_straight"], found["old_young_chows"]) == (20, 2)


# Pungs and fours of a kind


def test_three_sisters_are_not_three_identical_chows_too() -> None:
    text = "222p 333p 444p 67p WW [789s] f1 +8p"
    assert _items(text) == {
        "big_three_run": 15,
        "three_concealed_pungs": 10,
        "missing_suit": 5,
        "off_flower": 1,
    }
    both = _items(text, under={"run_adds_identical_chows": True})
    assert both["triple_chow"] == 15


def test_the_eye_of_the_sisters_stands_at_an_end() -> None:
    text = "33s 67p [222s] [444s] [789m] [345m] f1 +5p"
    assert "small_three_run" not in _items(text)
    assert _items(text, under={"run_eye_position": "any"})["small_three_run"] == 8


def test_five_pungs_in_a_row_are_three_sisters_and_two_with_the_eye() -> None:
    found = _items("55p 66p [111p] [222p] [333p] [444p] h1 +5p")
    assert (found["big_three_run"], found["small_three_run"]) == (15, 8)


def test_kongs_of_any_sort_are_concealed_pungs() -> None:
    text = "345m 67p WW [9999s] [111m+1m] {2222p} f1 +5p"
    assert _items(text) == {
        "kong_exposed": 2,
        "kong_concealed": 2,
        "three_concealed_pungs": 10,
        "off_flower": 1,
    }
    strict = _items(text, under={"kong_as_concealed_pung": "concealed_only"})
    assert "three_concealed_pungs" not in strict


def test_five_concealed_pungs() -> None:
    text = "222m 444p 777p 999s W {6666m} f1 +W"
    assert _items(text) == {
        "five_concealed_pungs": 80,
        "kong_concealed": 2,
        "concealed_hand": 3,
        "single_wait": 2,
        "off_flower": 1,
    }
    assert _items(text, DRAWN)["five_concealed_pungs"] == 80
    assert _items(text, DRAWN)["concealed_self_draw"] == 5


def test_a_house_may_give_the_hundred_for_a_discarded_eye() -> None:
    text = "222m 666m 444p 777p 999s W f1 +W"
    assert "all_concealed_pungs_self_draw" not in _items(text)
    under = {"concealed_all_pungs_pair_wait_ron": True}
    assert _items(text, under=under) == {
        "all_concealed_pungs_self_draw": 100,
        "single_wait": 2,
        "off_flower": 1,
    }


def test_terminals_count_all_pungs_too() -> None:
    text = "99p WW [111m] [111s] [999m] [NNN] f1 +9p"
    assert _items(text)["all_pungs"] == 30
    assert "all_pungs" not in _items(text, under={"terminals_add_all_pungs": False})
    assert "mixed_outside" not in _items(text)


def test_fours_in_different_groups_count_each() -> None:
    found = _items("345m 67p WW [333m] [555m] [789s] f1 +8p")
    assert found == {"quad_in_two": 10, "off_flower": 1}


def test_a_kong_is_no_four_of_a_kind() -> None:
    assert _items("345m 67p WW [9999s] [123m] [678s] f1 +5p") == {"kong_exposed": 1, "off_flower": 1}


def test_two_pairs_alike_in_seven_pairs() -> None:
    found = _items("1111m 33p 88p 22s 66s 999s N f1 +N")
    assert found == {"seven_pairs_pung": 40, "quad_in_two": 5, "single_wait": 2, "off_flower": 1}


def test_a_house_may_let_four_identical_chows_swallow_the_four_of_a_kind() -> None:
    text = "678s 678s 34m NN [678s] [678s] f1 +2m"
    assert "quad_in_four" not in _items(text, under={"quadruple_chow_with_quads": "drop"})


# Flowers


def test_a_set_of_flowers_may_stand_for_all() -> None:
    text = "345m 67p EE [567s] [999m] [WWW] f1 f2 f3 f4 h2 h3 +8p"
    assert _items(text) == {"flower_set": 10, "seat_flower": 2, "off_flower": 1, "wind_pung": 1}
    assert _items(text, under={"flower_set_absorbs": "all"}) == {"flower_set": 10, "wind_pung": 1}


def test_eight_flowers_are_thirty_whatever_the_hand_is() -> None:
    text = "345m 67p EE [567s] [999m] [WWW] f1 f2 f3 f4 h1 h2 h3 h4 +8p"
    claimed: dict[str, Any] = {"flower_win": "eight", "replacement_chain": ["flower"]}
    assert _items(text, DRAWN, **claimed) == {"eight_flowers_win": 30}
    assert _items(text, DRAWN) == {"flower_set": 20, "wind_pung": 1, "self_draw": 1}
    added = _items(text, DRAWN, under={"eight_flowers_add_hand": True}, **claimed)
    assert added == {"eight_flowers_win": 30, "wind_pung": 1, "self_draw": 1, "flower_replacement_win": 1}


def test_seven_flowers_win_nothing() -> None:
    sheet = score(
        Hand.parse("258m 369p 47s NN WW E S F P f1 f2 f3 f4 h1 h2 h3"),
        read_win({"by": "rob_flower", "from": "N"}, {"flower_win": "seven_rob"}),
        RULES,
    )
    assert not sheet.win


# Other shapes


def test_the_better_reading_counts_with_one_base() -> None:
    sheet = score(
        Hand.parse("223344p 667788s 111m N f1 +N"), Win(by=WinBy.DISCARD, discarder=Wind.WEST), RULES
    )
    assert sheet.bases == 1
    assert sheet.items == {"seven_pairs_pung": 40, "single_wait": 2, "off_flower": 1}
    both = RULES.with_policies({"dual_reading": "both"})
    assert score(sheet.hand, Win(by=WinBy.DISCARD, discarder=Wind.WEST), both).bases == 2


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("11m 55m 33p 88p 22s 66s 999s N f1 +N", {"seven_pairs_pung": 40, "single_wait": 2}),
        ("159m 269p 147s ESWNCFP f1 +9m", {"sixteen_disconnected": 40}),
        ("147m 258p 369s ESWNCFP f1 +P", {"sixteen_disconnected": 40}),
        ("19m 19p 199s ESWNCFP 46s f1 +5s", {"thirteen_orphans": 80, "single_wait": 2}),
        ("19m 19p 19s ESWNCFP 456s f1 +N", {"thirteen_orphans": 80}),
        (
            "19m 19p 199s ESWNCFFFF f1 +P",
            {
                "thirteen_orphans": 80,
                "mixed_terminals": 30,
                "dragon_pung": 2,
                "quad_in_two": 5,
                "single_wait": 2,
            },
        ),
        (
            "1111m 9999m 11p 99p 1s 999s f1 +1s",
            {"seven_pairs_pung": 40, "pure_terminals": 80, "quad_in_two": 10, "single_wait": 2},
        ),
    ],
)
def test_other_shapes_are_concealed_as_they_are(text: str, items: dict[str, int]) -> None:
    assert _items(text, DRAWN) == {**items, "self_draw": 1, "off_flower": 1}


def test_thirteen_orphans_with_a_concealed_kong() -> None:
    assert _items("19m 19p 19s ESWNCFP {7777m} f1 +N") == {
        "thirteen_orphans": 80,
        "kong_concealed": 2,
        "off_flower": 1,
    }
    laid_open = Hand.parse("19m 19p 19s ESWNCFP [7777m] f1 +N")
    assert not score(laid_open, Win(by=WinBy.DISCARD, discarder=Wind.WEST), RULES).win


def test_a_concealed_kong_is_not_robbed() -> None:
    hand = Hand.parse("19m 19p 199s ESWNCF 456s f1 +P")
    win = read_win(ROBBED, {"robbed_concealed_kong": True})
    assert not score(hand, win, RULES).win
    assert score(hand, win, RULES.with_policies({"rob_concealed_kong_with_orphans": True})).win


# State and timing


@pytest.mark.parametrize("declared", ["ready", "double_ready", "earthly_ready", "heavenly_ready"])
def test_any_declaration_is_five(declared: str) -> None:
    assert _items(QUIET, declared=declared) == {"ready": 5, "off_flower": 1}


def test_a_concealed_self_draw_may_be_worth_seven() -> None:
    assert _items(CLOSED, DRAWN) == {"concealed_self_draw": 5, "off_flower": 1}
    assert _items(CLOSED, DRAWN, under={"concealed_self_draw_value": 7})["concealed_self_draw"] == 7


def test_the_last_tile_adds_to_the_self_draw() -> None:
    assert _items(CLOSED, DRAWN, last_tile=True) == {
        "last_tile_draw": 20,
        "concealed_self_draw": 5,
        "off_flower": 1,
    }
    under = {"last_draw_drops_self_draw": True}
    assert _items(QUIET, DRAWN, under=under, last_tile=True) == {"last_tile_draw": 20, "off_flower": 1}


def test_the_last_discard_is_nothing() -> None:
    assert _items(QUIET, last_tile=True) == {"chicken": 10}


KONGS = "345m 67p WW {1111p} {9999s} {2222s} f1 +5p"


@pytest.mark.parametrize(
    ("chain", "row"),
    [
        (["kong"], "kong_replacement_win"),
        (["flower"], "flower_replacement_win"),
        (["kong", "kong"], "kong_on_kong_win"),
        (["kong", "kong", "kong"], "kong_on_kong_win"),
        (["flower", "kong"], "kong_replacement_win"),
        (["kong", "flower"], "flower_replacement_win"),
        (["kong", "kong", "flower"], "flower_replacement_win"),
        (["flower", "kong", "kong"], "kong_on_kong_win"),
        (["kong", "flower", "kong"], "kong_replacement_win"),
    ],
)
def test_the_last_link_of_a_chain_decides(chain: list[str], row: str) -> None:
    found = _items(KONGS, DRAWN, replacement_chain=chain)
    value = {"kong_on_kong_win": 30}.get(row, 1)
    assert found == {
        row: value,
        "concealed_self_draw": 5,
        "kong_concealed": 6,
        "three_concealed_pungs": 10,
        "off_flower": 1,
    }


def test_a_house_may_let_the_kong_stand_for_the_self_draw() -> None:
    under = {"kong_win_adds_self_draw": False}
    found = _items(QUIET, DRAWN, under=under, replacement_chain=["flower"])
    assert found == {"flower_replacement_win": 1, "off_flower": 1}


def test_a_robbed_kong_is_a_discard_of_its_owner() -> None:
    hand = Hand.parse(QUIET)
    win = read_win(ROBBED, {"robbed_kong_on_kong": True})
    sheet = score(hand, win, RULES)
    assert sheet.items == {"rob_kong_on_kong": 30, "off_flower": 1}
    assert pay(sheet, win, RULES).net[Wind.NORTH] == -72
    assert pay(sheet, win, RULES).net[Wind.WEST] == 0


def test_half_and_full_melded() -> None:
    text = "4p [345m] [678s] [123s] [NNN] [7777m] f1 +4p"
    assert _items(text) == {"full_melded": 15, "kong_exposed": 1, "wind_pung": 1, "off_flower": 1}
    assert _items(text, DRAWN) == {"half_melded": 8, "kong_exposed": 1, "wind_pung": 1, "off_flower": 1}
    text = text.replace("[7777m]", "{7777m}")
    assert _items(text) == {"single_wait": 2, "kong_concealed": 2, "wind_pung": 1, "off_flower": 1}


@pytest.mark.parametrize(
    ("pools", "dealer", "row"),
    [
        (0, False, "human_win"),
        (4, False, "human_win"),
        (5, False, "within_7"),
        (4, True, "within_7"),
        (7, False, "within_7"),
        (8, False, "within_10"),
        (10, False, "within_10"),
    ],
)
@pytest.mark.parametrize("given", [DISCARD, DRAWN])
def test_early_wins(pools: int, dealer: bool, row: str, given: dict[str, Any]) -> None:  # noqa: FBT001
    found = _items(QUIET, given, discards_before_win=pools, any_calls=True, **_seat(dealer=dealer))
    early = {"human_win", "within_7", "within_10"} & set(found)
    assert early == {row}


def _seat(*, dealer: bool) -> dict[str, Any]:
    return {"seat": "E", "dealer": True} if dealer else {"seat": "N"}


def test_a_concealed_hand_counts_beside_an_early_win_but_not_the_earliest() -> None:
    assert _items(CLOSED, discards_before_win=4) == {"human_win": 80, "concealed_hand": 3, "off_flower": 1}
    east = {"by": "discard", "from": "E"}
    told: dict[str, Any] = {"dealer_first_discard": True, "discards_before_win": 0}
    assert _items(CLOSED, east, **told) == {"earthly_win": 90, "dealer": 1, "off_flower": 1}
    kept = _items(CLOSED, east, under={"opening_win_drops_concealed": False}, **told)
    assert kept["concealed_hand"] == 3


def test_the_opening_hand() -> None:
    opening = {"by": "heavenly"}
    told: dict[str, Any] = {"seat": "E", "dealer": True, "discards_before_win": 0}
    text = "123m 345m 567p WW 456s %s f2"
    assert _items(text % "888p", opening, **told) == {"heavenly_win": 100, "dealer": 1, "off_flower": 1}
    broken = _items(text % "{8888p}", opening, **told)
    assert broken == {
        "within_7": 20,
        "concealed_self_draw": 5,
        "kong_concealed": 2,
        "dealer": 1,
        "off_flower": 1,
    }
    allowed = _items(text % "{8888p}", opening, under={"heavenly_with_kong": "allow"}, **told)
    assert allowed == {"heavenly_win": 100, "kong_concealed": 2, "dealer": 1, "off_flower": 1}


def test_who_fed_the_kong_pays_no_more_than_the_others() -> None:
    win = Win(replacement_chain=(Replacement.KONG,), kong_feeder=Wind.WEST, seat=Wind.SOUTH)
    sheet = score(Hand.parse("345m 67p WW [123m] [456s] [9999s] f1 +5p"), win, RULES)
    assert {transfer.payer for transfer in pay(sheet, win, RULES).transfers} == {
        Wind.EAST,
        Wind.WEST,
        Wind.NORTH,
    }


@settings(max_examples=60)
@given(winning_hands(), wins())
def test_lines_add_up_and_nothing_counts_beside_what_excludes_it(hand: Hand, win: Win) -> None:
    try:
        sheet = score(hand, win, RULES)
    except WinError:
        return
    assert sheet.total == sum(line.value for line in sheet.lines)
    assert all(sheet.total >= runner.total for runner in sheet.runners_up)
    assert ("chicken" in sheet.items) <= (set(sheet.items) <= {"chicken", "dealer"})
    assert sum(pay(sheet, win, RULES).net.values()) == 0
