from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from scoring import (
    Declared,
    FlowerWin,
    Form,
    Hand,
    Replacement,
    RuleSet,
    Tile,
    Win,
    WinBy,
    Wind,
    WinError,
    score,
)
from tests.scoring.strategies import any_hands

RULES = RuleSet.load("hktw")
DISCARD = Win(by=WinBy.DISCARD, discarder=Wind.WEST)


def _items(text: str, win: Win = DISCARD, /, **policies: object) -> dict[str, int]:
    sheet = score(Hand.parse(text), win, RULES.with_policies(policies))
    assert sheet.win, sheet.why
    return sheet.items


@pytest.mark.parametrize(
    ("text", "row", "value"),
    [
        ("147m 258p 369s ESWNCFP f1 +P", "sixteen_disconnected", 80),
        ("258m 258p 258s ESWNCFP f1 +P", "sixteen_disconnected", 60),
        ("149m 258p 369s ESWNCFP f1 +P", "sixteen_disconnected", 40),
        ("22m 77m 44p 99p 33s 66s 88s WW f1 +W", "seven_pairs_pung", 60),
        ("22m 77m 44p 99p 33s 666s 88s W f1 +W", "seven_pairs_pung", 40),
        ("19m 19p 19s ESWNCFP 567s f1 +N", "thirteen_orphans", 120),
        ("119m 19p 19s ESWNCFP 56s f1 +7s", "thirteen_orphans", 100),
        ("345s 99m 67p [NNN] [CCC] [567m] f1 +8p", "five_types", 15),
        ("345s NN 67p [888m] [CCC] [234m] f1 +8p", "five_types", 10),
        ("345s 67p [NNN] [CCC] [567m] 99m f1 h1 +8p", "seven_types", 20),
        ("678p NN 67s [EEE] [WWW] [888m] f1 +8s", "mixed_all_with_x", 20),
        ("678p NN 67s [EEE] [WWW] [789m] f1 +8s", "mixed_all_with_x", 30),
        ("678p NN 67s [EEE] [WWW] [678m] f1 +8s", "mixed_all_with_x", 35),
    ],
)
def test_tiers(text: str, row: str, value: int) -> None:
    assert _items(text)[row] == value


def test_pairs_of_four_numbers_in_a_row() -> None:
    hand = "33445566p 99p EEE 77s W f1 +W"
    assert _items(hand, uncommon="all", dual_reading="best")["false_two_double_chows"] == 10
    assert "false_two_double_chows" not in _items(
        "33445577p 99p EEE 77s W f1 +W", uncommon="all", dual_reading="best"
    )


def test_pairs_in_a_row_make_one_row_though_they_make_it_in_two_ways() -> None:
    chows = "[123p] [123p] 4p [567p] [567p] EEE f1 +4p"
    assert _items(chows, uncommon="all")["false_two_double_chows"] == 10
    assert _items(chows, uncommon="all", repeat_counting="all")["false_two_double_chows"] == 20
    pairs = "11223344556677p EE f1 +E"
    assert _items(pairs, uncommon="all", dual_reading="best")["false_two_double_chows"] == 10


def test_pungs_of_terminals_are_not_also_hands_with_an_x() -> None:
    items = _items("111m 111p 1s [EEE] [CCC] [NNN] f1 +1s")
    assert items["mixed_terminals"] == 60
    assert "mixed_all_with_x" not in items


# Methods of counting.


def test_a_group_serves_a_family_once_or_as_often_as_it_can() -> None:
    hand = "123m 123m 456p 789s EEE N f1 +N"
    once = _items(hand)
    every = _items(hand, repeat_counting="all")
    assert (once["mixed_straight"], once["double_chow"]) == (15, 10)
    assert (every["mixed_straight"], every["double_chow"]) == (30, 10)


def test_fours_of_a_kind_that_share_a_group() -> None:
    # 444 with 456, and 66 with 456 and 678: two rows, though both use the 456.
    items = _items("444m 456m 678m 66m 23s EEE f1 +4s")
    assert (items["quad_in_two"], items["quad_in_three"]) == (10, 20)
    # 4 and 5 in the very same four chows are one 四歸四, or one for each tile where groups may be reused.
    chows = "345p 456p 12s 99m [345p] [345p] f1 +3s"
    assert _items(chows)["quad_in_four"] == 20
    assert _items(chows, quads_same_groups="per_kind")["quad_in_four"] == 40
    assert _items(chows, repeat_counting="all")["quad_in_four"] == 40
    # Won on a 4, the fives are 暗 and the fours 明: the fives are the ones to count.
    won = "345p 345p 456p 56p 99m EEE f1 +4p"
    once = {"dual_reading": "best", "seven_pairs_pung": "off"}
    assert _items(won, **once)["quad_in_four"] == 40
    assert _items(won, **once, quads_same_groups="per_kind")["quad_in_four"] == 40 + 20


def test_two_shapes_are_paid_together_or_the_better_one() -> None:
    hand = Hand.parse("223344p 667788s 555m N f1 +N")
    both = score(hand, DISCARD, RULES)
    assert both.bases == 2
    assert [partition.form for partition in both.partitions] == [Form.SEVEN_PAIRS, Form.STANDARD]
    best = score(hand, DISCARD, RULES.with_policies({"dual_reading": "best"}))
    assert best.bases == 1
    assert best.total < both.total
    assert both.total == best.total + best.runners_up[0].total
    off = score(hand, DISCARD, RULES.with_policies({"seven_pairs_pung": "off"}))
    assert [partition.form for partition in off.partitions] == [Form.STANDARD]


def test_dropped_rows_name_what_swallowed_them() -> None:
    sheet = score(Hand.parse("345m 678m 55p 67s [234s] [888p] f1 +8s"), DISCARD, RULES)
    (lost,) = [dropped for dropped in sheet.dropped if dropped.line.id == "no_honours"]
    assert (lost.by, lost.source) == ("all_simples", "hktw 302")


def test_what_was_dropped_drops_nothing() -> None:
    win = Win(last_tile=True)
    items = _items("567m 345s WW 67p 234m NNN f1 +8p", win)
    assert "concealed_self_draw" not in items
    assert "self_draw" not in items
    assert items["concealed_hand"] == 3


@pytest.mark.parametrize(
    ("policies", "text", "row", "before", "after"),
    [
        (
            {"discard_opens_pattern": False},
            "123s 456m 78p [345m] [FFF] NN f1 +9p",
            "mixed_straight",
            8,
            15,
        ),
        ({"quad_concealment": "group"}, "444s 45s 678m 123p WW [789m] f1 +6s", "quad_in_two", 10, 5),
        (
            {"run_adds_identical_chows": False},
            "555s 666s 77s 234m 67p [NNN] f1 +8p",
            "double_chow",
            10,
            0,
        ),
        (
            {"run_eye_position": "any"},
            "88s 345m 12p [777s] [999s] [234p] f1 +3p",
            "small_three_run",
            0,
            10,
        ),
        (
            {"kong_as_concealed_pung": "concealed_only"},
            "444m 88p 567p 67s [1111s] [345p] f1 +8s",
            "two_concealed_pungs",
            5,
            0,
        ),
        (
            {"void_suit_allows_honours": True},
            "345s 678s NN 67m [234m] [555s] f1 +8m",
            "missing_suit",
            0,
            5,
        ),
        ({"mixed_step_steps": [1]}, "123m 345s 67p [567p] [CCC] WW f1 +8p", "mixed_step_three", 5, 0),
        (
            {"flower_set_absorbs": "all"},
            "567m 345s WW 67p [234p] [888s] f4 f3 f2 f1 h4 +8p",
            "off_flower",
            1,
            0,
        ),
        (
            {"implied_patterns": "stack"},
            "11s 99s [999p] [111p] [999m] [111m] f1 +9s",
            "pure_outside",
            0,
            40,
        ),
        (
            {"no_honour_bar_extends_to_combo": True},
            "345m 678m 55p 67s [234s] [888p] +8s",
            "no_honours_no_flowers",
            5,
            0,
        ),
        (
            {"no_honour_bar_extends_to_combo": True, "uncommon": ["no_fives"]},
            "123m 678m 99p 67s [234s] [888p] +8s",
            "no_honours_no_flowers",
            5,
            0,
        ),
        (
            {"terminals_add_all_pungs": True},
            "11s 99s [999p] [111p] [999m] [111m] f1 +9s",
            "all_pungs",
            0,
            30,
        ),
        (
            {"quadruple_chow_with_quads": "drop"},
            "678m 678m 23s WW [678m] [678m] f1 +4s",
            "twelve_in_four",
            60,
            0,
        ),
    ],
)
def test_policies(policies: dict[str, Any], text: str, row: str, before: int, after: int) -> None:
    assert _items(text).get(row, 0) == before
    assert _items(text, **policies).get(row, 0) == after


def test_policies_that_need_circumstances() -> None:
    north = Win(seat=Wind.NORTH)
    flower = "567m 345s WW 67p [234p] [888s] f4 +8p"
    assert "seat_flower" in _items(flower, north)
    assert "seat_flower" not in _items(flower, north, flower_order="竹3菊4")
    ready = Win(by=WinBy.DISCARD, discarder=Wind.WEST, declared=Declared.READY)
    assert _items(flower, ready)["chicken"] == 30
    assert "chicken" not in _items(flower, ready, chicken_allows_ready=False)
    assert _items(flower, Win())["self_draw"] == 1
    assert "self_draw" not in _items(flower, Win(), duck_adds_self_draw=False)
    kong = Win(replacement_chain=(Replacement.KONG,))
    konged = "567m 345s WW 67p [2222p] [NNN] f1 +8p"
    assert _items(konged, kong)["self_draw"] == 1
    assert "self_draw" not in _items(konged, kong, kong_win_adds_self_draw=False)
    flowers = Win(replacement_chain=(Replacement.FLOWER,) * 2)
    drawn = "567m 345s WW 67p [222p] [NNN] f1 f2 +8p"
    assert _items(drawn, flowers)["flower_replacement_win"] == 5
    assert _items(drawn, flowers, replacement_chain="mixed_for_all")["mixed_replacement_win"] == 10
    opening = Win(by=WinBy.HEAVENLY, seat=Wind.EAST)
    konged = "567m 345s WW 678p {2222p} NNN f1"
    assert "heavenly_win" in _items(konged, opening)
    assert "heavenly_win" not in _items(konged, opening, heavenly_with_kong="deny")
    assert "concealed_self_draw" in _items(konged, opening, opening_win_drops_concealed=False)
    dead = Win(by=WinBy.DISCARD, discarder=Wind.WEST, visible_counts={Tile("5p"): 4})
    assert "single_wait" not in _items(flower, dead)
    assert "single_wait" in _items(flower, dead, dead_tiles_count_as_waits=False)


# Circumstances.


@pytest.mark.parametrize(
    ("text", "win", "says"),
    [
        ("567m 345s WW 67p [234p] [888s] +8p", Win(any_calls=False), "open melds"),
        ("567m 345s WW 67p [234p] [888s] +8p", Win(replacement_chain=(Replacement.KONG,)), "more kongs"),
        ("567m 345s WW 67p [234p] [888s] +8p", Win(replacement_chain=(Replacement.FLOWER,)), "more flowers"),
        ("567m 345s WW 67p [234p] [888s] f1 +8p", Win(table_drew_no_flowers=True), "has flowers"),
        ("567m 345s WW 67p [234p] [888s] f1 +8p", Win(flower_win=FlowerWin.EIGHT), "seven or eight"),
        ("567m 345s WW 67p [234p] [888s] f1 +8p", Win(visible_counts={Tile("8p"): 4}), "lay in sight"),
        ("567m 345s WW 67p 888p [888s] f1 +5p", Win(visible_counts={Tile("8p"): 2}), "8p lay in sight 2"),
        (
            "567m 345s WW 67p {2222p} [NNN+N] f1 +8p",
            Win(replacement_chain=(Replacement.KONG,), kong_feeder=Wind.WEST),
            "no kong made of a discard",
        ),
        ("567m 345s WW 678p [234p] [888s]", Win(by=WinBy.HEAVENLY, seat=Wind.EAST), "no open melds"),
    ],
)
def test_circumstances_that_contradict_the_hand(text: str, win: Win, says: str) -> None:
    with pytest.raises(WinError, match=says):
        score(Hand.parse(text), win, RULES)


def test_copies_in_melds_are_in_sight() -> None:
    win = Win(by=WinBy.DISCARD, discarder=Wind.WEST, visible_counts={Tile("8p"): 3})
    assert _items("567m 345s WW 67p [888p] 234p f1 +8p", win)["last_of_four"] == 5


def test_an_opening_win_may_name_its_last_tile_or_not() -> None:
    win = Win(by=WinBy.HEAVENLY, seat=Wind.EAST)
    one = score(Hand.parse("567m 345s WW 678p 234m NNN"), win, RULES)
    other = score(Hand.parse("567m 345s WW 67p 234m NNN +8p"), win, RULES)
    assert one == other
    assert one.waits == ()


def test_eight_flowers_alone_and_with_a_hand() -> None:
    flowers = "f1 f2 f3 f4 h1 h2 h3 h4"
    alone = score(
        Hand.parse(f"147m 258p 36s EESSWNCP {flowers}"),
        Win(by=WinBy.FLOWERS, flower_win=FlowerWin.EIGHT),
        RULES,
    )
    assert alone.items == {"eight_flowers_win": 40}
    assert alone.dealer_share_items == {"dealer": 1}
    hand = Hand.parse(f"567m 345s WW 67p [234p] [NNN] {flowers} +8p")
    drawn = Win(flower_win=FlowerWin.EIGHT, replacement_chain=(Replacement.FLOWER,))
    assert score(hand, drawn, RULES).items == {
        "eight_flowers_win": 40,
        "wind_pung": 1,
        "self_draw": 1,
        "flower_replacement_win": 3,
    }
    flat = RULES.with_policies({"eight_flowers_add_hand": False})
    assert score(hand, drawn, flat).items == {"eight_flowers_win": 40}


def test_a_rule_set_without_such_a_flower_win() -> None:
    hand = Hand.parse("147m 258p 36s EESSWNCP f1 f2 f3 f4 h1 h2 h3")
    win = Win(by=WinBy.ROB_FLOWER, discarder=Wind.WEST, flower_win=FlowerWin.SEVEN_ROB)
    sheet = score(hand, win, RULES)
    assert not sheet.win
    assert "flowers" in sheet.why


def test_only_orphans_rob_a_concealed_kong() -> None:
    win = Win(by=WinBy.ROB_KONG, discarder=Wind.WEST, robbed_concealed_kong=True)
    orphans = score(Hand.parse("19m 19p 19s ESWNCFP 567s +N"), win, RULES)
    assert orphans.items["thirteen_orphans"] == 120
    other = score(Hand.parse("567m 345s WW 67p [234p] [NNN] +8p"), win, RULES)
    assert not other.win
    assert "can't be robbed" in other.why
    strict = RULES.with_policies({"rob_concealed_kong_with_orphans": False})
    assert not score(Hand.parse("19m 19p 19s ESWNCFP 567s +N"), win, strict).win


# Hands that don't win.


def test_a_false_win_says_what_is_missing() -> None:
    sheet = score(Hand.parse("345m 678m 99p 67s EEE [CCC] f1 +4s"), DISCARD, RULES)
    assert not sheet.win
    assert sheet.away == 1
    assert sheet.lines == ()
    swaps = {swap.spare.code: [tile.code for tile in swap.needed] for swap in sheet.missing}
    assert swaps["4s"] == ["5s", "8s"]
    assert [tile.code for tile in sheet.waits] == ["5s", "8s"]


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("345m 678m 99p 67s EEE [CCC] +4s", 1),
        ("345m 678m 59p 67s EEE [CCC] +4s", 2),
        ("19m 19p 19s ESWNCFP 568s +N", 1),
        ("22m 77m 44p 99p 33s 667s 88s W +W", 1),
        ("147m 258p 368s ESWNCFP +P", 1),
        ("147m 258p 359s ESWNCF 5m +1m", 2),
    ],
)
def test_how_far_a_hand_is_from_winning(text: str, away: int) -> None:
    sheet = score(Hand.parse(text), DISCARD, RULES)
    assert not sheet.win
    assert sheet.away == away


def test_a_waiting_hand_says_what_it_waits_on() -> None:
    sheet = score(Hand.parse("345m 678m 99p 67s EEE [CCC]"), DISCARD, RULES)
    assert not sheet.win
    assert "this one has 16" in sheet.why
    assert [tile.code for tile in sheet.waits] == ["5s", "8s"]


def test_an_unknown_winning_tile_is_taken_at_its_lowest() -> None:
    hand = Hand.parse("345m 678m 99p 678s EEE [CCC] f1")
    sheet = score(hand, DISCARD, RULES)
    totals = []
    for tile in sorted(set(hand.concealed)):
        rest = list(hand.concealed)
        rest.remove(tile)
        totals.append(score(Hand(tuple(rest), hand.melds, hand.flowers, tile), DISCARD, RULES).total)
    assert sheet.total == min(totals)
    assert len(sheet.notes) == 1


@settings(max_examples=80, deadline=None)
@given(any_hands())
def test_impossible_hands_are_told_why(hand: Hand) -> None:
    sheet = score(hand, DISCARD, RULES)
    if not sheet.win:
        assert sheet.why
    if hand.problems():
        assert not sheet.win


def test_what_an_opening_hand_was_replaced_with() -> None:
    win = Win(by=WinBy.HEAVENLY, seat=Wind.EAST, replacement_chain=(Replacement.FLOWER,))
    assert "heavenly_win" in _items("567m 345s WW 678p 234m NNN f1", win)


def test_eight_flowers_win_with_any_number_of_tiles() -> None:
    hand = Hand.parse("147m 258p f1 f2 f3 f4 h1 h2 h3 h4")
    assert score(hand, Win(flower_win=FlowerWin.EIGHT), RULES).items == {"eight_flowers_win": 40}
    doubled = Hand.parse("147m 258p f1 f2 f3 f4 h1 h2 h3 h3")
    sheet = score(doubled, Win(flower_win=FlowerWin.EIGHT), RULES)
    assert not sheet.win
    assert "h3 occurs 2 times" in sheet.why
