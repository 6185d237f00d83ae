"""What the document tw16 and its switches settle beyond one row: the witnesses show each row by itself."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Hand, RuleSet, Win, WinError, pay, score
from scoring.exchange import read_win

RULES = RuleSet.load("tw16")
MEASURE = RULES.with_price(50, 20)
DISCARD = {"by": "discard", "from": "W"}
DRAWN = {"by": "self_draw"}
FLOWERS = "f1 f2 f3 f4 h1 h2 h3 h4"
PLAIN = "345m 67p 88s [NNN] [123p] [456s] +8p"
CLOSED = "345m 67p 88s 123p 456s NNN +8p"
PINGHU = "345m 67p 88s 123p 456s [234m] +8p"
NO_HAND = "135m 246p 79s EE SS WW N C F"


def _win(given: dict[str, Any], **circumstances: object) -> Win:
    return read_win(given, circumstances)


def _items(hand: str, win: Win, **switches: object) -> dict[str, int]:
    sheet = score(Hand.parse(hand), win, RULES.with_policies(switches) if switches else RULES)
    assert sheet.win, sheet.why
    assert sheet.total == sum(sheet.items.values())
    return sheet.items


def _paid(hand: str, win: Win, **switches: object) -> dict[str, object]:
    rules = MEASURE.with_policies(switches)
    found = pay(score(Hand.parse(hand), win, rules), win, rules)
    assert sum(found.net.values()) == 0
    return {seat.value: amount for seat, amount in found.by_payer.items()}


def test_every_row_and_exclusion_names_its_line() -> None:
    assert len(RULES.patterns) == 76
    for row in RULES.patterns.values():
        document, line = row.source.split()
        assert document == "tw16"
        assert 7 <= int(line) <= 124
        assert row.zh != row.en
    for exclusion in RULES.exclusions:
        assert exclusion.why.en != exclusion.why.zh
        assert exclusion.source.startswith("tw16 ")
    for reason in RULES.families.values():
        assert reason.en != reason.zh


# The dealer, and who pays.


def test_the_dealers_fan_is_on_his_share_alone_when_another_draws_it() -> None:
    win = _win(DRAWN, seat="W", dealer_streak=2)
    sheet = score(Hand.parse(PLAIN), win, RULES)
    assert sheet.items == {"self_draw": 1}
    assert sheet.dealer_share_items == {"dealer_streak": 4, "dealer": 1}
    assert _paid(PLAIN, win) == {"E": 170, "S": 70, "N": 70}


def test_the_dealer_gets_his_fan_from_all() -> None:
    win = _win(DRAWN, seat="E", dealer=True, dealer_streak=1)
    assert _items(PLAIN, win) == {"self_draw": 1, "dealer": 1, "dealer_streak": 2}
    assert _paid(PLAIN, win) == {"S": 130, "W": 130, "N": 130}


def test_a_discard_between_others_is_none_of_the_dealers() -> None:
    assert _items(PLAIN, _win(DISCARD, dealer_streak=3)) == {"plain_hand": 0}


def test_a_streak_that_was_not_marked_is_not_won_on() -> None:
    win = _win(DISCARD, seat="E", dealer=True, dealer_streak=4, dice_forgotten=True)
    assert _items(PLAIN, win) == {"plain_hand": 0, "dealer": 1}


def test_the_feeder_of_a_kong_pays_no_more_than_others() -> None:
    hand = "345m 67p 88s [NNNN] [123p] [456s] +8p"
    win = _win(DRAWN, replacement_chain=["kong"], kong_feeder="W")
    assert _paid(hand, win) == {"E": 110, "W": 90, "N": 90}
    assert _paid(hand, win, kong_feeder_pays_all=True) == {"W": 290}


# Flowers.


def test_both_series_make_full_flowers_also_when_self_drawn_later() -> None:
    hand = f"345m 67p 88s [NNN] [123p] [456s] {FLOWERS} +8p"
    assert _items(hand, _win(DRAWN)) == {"self_draw": 1, "full_flowers": 8}


def test_what_a_series_stands_for_is_a_switch() -> None:
    hand = "345m 67p 88s [NNN] [123p] [456s] f1 f2 f3 f4 h2 +8p"
    assert _items(hand, _win(DISCARD)) == {"flower_set": 2, "seat_flower": 1}
    assert _items(hand, _win(DISCARD), flower_set_absorbs="all") == {"flower_set": 2}


def test_the_numbers_of_the_plants_are_a_switch() -> None:
    hand = "345m 67p 88s [EEE] [123p] [456s] f3 +8p"
    assert _items(hand, _win(DISCARD, seat="N", round="S")) == {"plain_hand": 0}
    turned = _items(hand, _win(DISCARD, seat="N", round="S"), flower_order="竹3菊4")
    assert turned == {"seat_flower": 1}


def test_eight_flowers_are_paid_by_all_with_a_base_and_the_dealers_fan() -> None:
    win = _win({"by": "flowers"}, flower_win="eight", dealer_streak=1)
    assert _items(f"{NO_HAND} {FLOWERS}", win) == {"eight_flowers_win": 8}
    assert _paid(f"{NO_HAND} {FLOWERS}", win) == {"E": 270, "W": 210, "N": 210}


def test_a_hand_that_the_eighth_flowers_tile_completes_is_added() -> None:
    hand = f"345m 67p 88s [NNN] [123p] [456s] {FLOWERS} +8p"
    win = _win(DRAWN, flower_win="eight", replacement_chain=["flower"])
    assert _items(hand, win) == {"self_draw": 1, "kong_replacement_win": 1, "eight_flowers_win": 8}
    assert _items(hand, win, eight_flowers_add_hand=False) == {"eight_flowers_win": 8}
    incomplete = _items(f"345m 67p 88s [NNN] [123p] [456s] {FLOWERS} +9p", win)
    assert incomplete == {"eight_flowers_win": 8}


def test_the_robbed_player_pays_for_his_flower_unless_the_house_lets_all_pay() -> None:
    win = _win({"by": "rob_flower", "from": "W"}, flower_win="seven_rob", dealer_streak=1)
    hand = f"{NO_HAND} {FLOWERS}"
    assert _paid(hand, win) == {"W": 210}
    assert _paid(hand, win, seven_robs_one_payer="all") == {"E": 270, "W": 210, "N": 210}
    shared = score(Hand.parse(hand), win, RULES.with_policies({"seven_robs_one_payer": "all"}))
    assert shared.dealer_share_items == {"dealer_streak": 2, "dealer": 1}


def test_a_robbed_dealer_pays_his_fan() -> None:
    win = _win({"by": "rob_flower", "from": "E"}, flower_win="seven_rob", dealer_streak=1)
    hand = f"{NO_HAND} {FLOWERS}"
    assert _items(hand, win) == {"seven_robs_one": 8, "dealer": 1, "dealer_streak": 2}
    assert _paid(hand, win) == {"E": 270}
    assert _paid(hand, win, seven_robs_one_payer="all") == {"E": 270, "W": 210, "N": 210}


def test_the_tile_drawn_for_a_robbed_flower_may_complete_the_hand() -> None:
    hand = f"345m 67p 88s 123p 456s NNN {FLOWERS} +8p"
    win = _win({"by": "rob_flower", "from": "W"}, flower_win="seven_rob")
    found = {"concealed_hand": 1, "concealed_self_draw": 2, "kong_replacement_win": 1, "seven_robs_one": 8}
    assert _items(hand, win) == found
    assert _items(hand, win, eight_flowers_add_hand=False) == {"seven_robs_one": 8}
    assert _paid(hand, win) == {"W": 290}


def test_flowers_from_the_deal_are_paid_by_all_or_by_who_has_the_eighth() -> None:
    hand = f"{NO_HAND} {FLOWERS}"
    own = _win({"by": "flowers"}, flower_win="initial")
    assert _items(hand, own) == {"initial_eight_flowers_win": 12}
    assert _paid(hand, own) == {"E": 310, "W": 290, "N": 290}
    robbed = _win({"by": "rob_flower", "from": "N"}, flower_win="initial")
    assert _items(hand, robbed) == {"initial_eight_flowers_win": 12}
    assert _paid(hand, robbed) == {"N": 290}


def test_the_last_flower_is_replaced_before_the_win_is_claimed() -> None:
    sixteen = NO_HAND.replace("135m", "13m")
    for win in (
        _win({"by": "flowers"}, flower_win="eight"),
        _win({"by": "rob_flower", "from": "W"}, flower_win="seven_rob"),
    ):
        sheet = score(Hand.parse(f"{sixteen} {FLOWERS}"), win, RULES)
        assert not sheet.win
        assert "replaced" in sheet.why
        assert score(Hand.parse(FLOWERS), win, RULES).win, "nobody has to show the tiles"


def test_a_robbed_flower_needs_seven_others() -> None:
    with pytest.raises(WinError, match="seven or eight"):
        score(Hand.parse(f"{NO_HAND} f1 f2"), _win({"by": "rob_flower", "from": "W"}), RULES)


@pytest.mark.parametrize("by", ["flowers", "self_draw"])
def test_seven_flowers_rob_somebody(by: str) -> None:
    with pytest.raises(WinError, match="seven_rob needs by rob_flower"):
        score(Hand.parse(f"{NO_HAND} {FLOWERS}"), _win({"by": by}, flower_win="seven_rob"), RULES)


# Ready from the start, and opening wins.


@pytest.mark.parametrize(
    ("given", "circumstances", "expected"),
    [
        (DRAWN, {"declared": "earthly_ready"}, {"earthly_ready": 4, "concealed_self_draw": 2}),
        (
            DRAWN,
            {"declared": "earthly_ready", "ippatsu": True},
            {"earthly_ready_ippatsu": 8, "concealed_self_draw": 2},
        ),
        (DRAWN, {"declared": "heavenly_ready"}, {"heavenly_ready": 8, "concealed_self_draw": 2}),
        (
            DRAWN,
            {"declared": "heavenly_ready", "ippatsu": True},
            {"human_win": 8, "concealed_self_draw": 2},
        ),
        (
            DRAWN,
            {"declared": "heavenly_ready", "ippatsu": True, "first_draw": True},
            {"earthly_win": 16, "concealed_self_draw": 2},
        ),
        (
            {"by": "discard", "from": "E"},
            {"declared": "heavenly_ready", "dealer_first_discard": True},
            {"human_win": 8, "dealer": 1},
        ),
        (
            {"by": "discard", "from": "E"},
            {"dealer_first_discard": True},
            {"concealed_hand": 1, "dealer": 1},
        ),
        (DISCARD, {"declared": "ready"}, {"concealed_hand": 1}),
        (DISCARD, {"declared": "double_ready", "ippatsu": True}, {"concealed_hand": 1}),
        (
            DISCARD,
            {"seat": "E", "dealer": True, "declared": "heavenly_ready", "ippatsu": True},
            {"earthly_ready_ippatsu": 8, "dealer": 1},
        ),
    ],
)
def test_ready_from_the_start(
    given: dict[str, Any], circumstances: dict[str, Any], expected: dict[str, int]
) -> None:
    assert _items(CLOSED, _win(given, **circumstances)) == expected


def test_an_open_meld_ends_a_ready_from_the_start() -> None:
    for declared in ("earthly_ready", "heavenly_ready"):
        win = _win(DISCARD, declared=declared, ippatsu=True)
        assert _items(PLAIN, win) == {"plain_hand": 0}
    assert _items(PLAIN, _win(DRAWN, first_draw=True)) == {"self_draw": 1}


def test_kongs_before_the_first_discard_add_one_replacement_win() -> None:
    opening = {"seat": "E", "dealer": True, "round": "S"}
    one = "345m 678p 88s 123p 456s {WWWW}"
    win = _win({"by": "heavenly"}, **opening, replacement_chain=["kong"])
    found = {"heavenly_win": 16, "kong_replacement_win": 1, "dealer": 1}
    assert _items(one, win) == found
    two = "345m 678p 88s 123p {5555s} {WWWW}"
    chain = _win({"by": "heavenly"}, **opening, replacement_chain=["kong", "kong"])
    assert _items(two, chain) == found
    denied = {"concealed_hand": 1, "concealed_self_draw": 2, "double_kong_win": 8, "dealer": 1}
    assert _items(two, chain, heavenly_with_kong="deny") == denied
    drawn = _win(DRAWN, first_draw=True, replacement_chain=["kong", "kong"])
    later = {"earthly_win": 16, "kong_replacement_win": 1, "concealed_self_draw": 2}
    assert _items("345m 67p 88s 123p {5555s} {WWWW} +8p", drawn) == later


def test_the_flowers_of_the_deal_are_no_replacement_win() -> None:
    win = _win({"by": "heavenly"}, seat="E", dealer=True, replacement_chain=["flower"])
    assert _items("345m 678p 88s 123p 456s NNN f2", win) == {"heavenly_win": 16, "dealer": 1}


def test_whether_opening_wins_hold_a_concealed_hand_is_a_switch() -> None:
    loose = {"opening_win_drops_concealed": False}
    heavenly = _items("345m 678p 88s 123p 456s NNN", _win({"by": "heavenly"}, seat="E", dealer=True), **loose)
    assert heavenly == {"heavenly_win": 16, "concealed_hand": 1, "concealed_self_draw": 2, "dealer": 1}
    earthly = _items(CLOSED, _win(DRAWN, first_draw=True), **loose)
    assert earthly == {"earthly_win": 16, "concealed_hand": 1, "concealed_self_draw": 2}
    human = _items(CLOSED, _win(DISCARD, declared="heavenly_ready", ippatsu=True), **loose)
    assert human == {"human_win": 8, "concealed_hand": 1}


# Replacement tiles, the last tile, robbing.


@pytest.mark.parametrize(
    ("chain", "switch", "row"),
    [
        (["kong"], "count", "kong_replacement_win"),
        (["flower", "flower", "flower"], "count", "kong_replacement_win"),
        (["kong", "flower"], "count", "double_kong_win"),
        (["flower", "flower", "kong"], "count", "triple_kong_win"),
        (["kong", "flower", "flower", "flower"], "count", "triple_kong_win"),
        (["kong", "flower"], "by_type", "kong_replacement_win"),
        (["flower", "flower"], "mixed_for_all", "double_kong_win"),
        (["kong", "flower"], "last_link", "kong_replacement_win"),
        (["flower", "kong"], "last_link", "kong_replacement_win"),
    ],
)
def test_chains_of_replacement_tiles(chain: list[str], switch: str, row: str) -> None:
    hand = "345m 67p 88s {NNNN} [123p] [456s] f1 f3 f4 +8p"
    found = _items(hand, _win(DRAWN, replacement_chain=chain), replacement_chain=switch)
    assert set(found) == {"self_draw", row}


def test_the_last_tile_drawn_for_a_kong_counts_both() -> None:
    hand = "345m 67p 88s {NNNN} [123p] [456s] +8p"
    win = _win(DRAWN, replacement_chain=["kong"], last_tile=True)
    assert _items(hand, win) == {"self_draw": 1, "kong_replacement_win": 1, "last_tile_draw": 1}
    assert _items(hand, win, last_draw_drops_self_draw=True).keys() == {
        "kong_replacement_win",
        "last_tile_draw",
    }
    assert "self_draw" not in _items(hand, win, kong_win_adds_self_draw=False)


def test_a_house_may_forgo_the_last_draw() -> None:
    rules = RULES.with_policies({"forgo_last_draw": True})
    sheet = score(Hand.parse(PLAIN), _win(DRAWN, last_tile=True), rules)
    assert not sheet.win
    assert "last tile" in sheet.why
    assert [tile.code for tile in sheet.waits] == ["5p", "8p"]
    assert score(Hand.parse(PLAIN), _win(DISCARD, last_tile=True), rules).win
    unknown = Hand.parse("345m 678p 88s [NNN] [123p] [456s]")
    assert not score(unknown, _win({"by": "self_draw"}, last_tile=True), rules).win


def test_a_concealed_kong_is_not_robbed() -> None:
    win = _win({"by": "rob_kong", "from": "W"}, robbed_concealed_kong=True)
    for hand in (PLAIN, "19m 19p 119s ESWNCFP NN +N"):
        assert not score(Hand.parse(hand), win, RULES).win


# Concealed pungs and kongs.


def test_only_concealed_kongs_are_concealed_pungs() -> None:
    hand = "222m 777p 67s NN [4444s] [345m] +8s"
    assert _items(hand, _win(DISCARD)) == {"plain_hand": 0}
    assert _items(hand, _win(DISCARD), kong_as_concealed_pung="any") == {"three_concealed_pungs": 2}


def test_a_robbed_kong_opens_the_pung_that_it_completes() -> None:
    hand = "222m 77p 444678s NN [345m] +7p"
    assert _items(hand, _win({"by": "rob_kong", "from": "W"})) == {"rob_kong": 1}
    assert _items(hand, _win(DRAWN)) == {"self_draw": 1, "three_concealed_pungs": 2}


def test_five_concealed_kongs_count_as_pungs_too() -> None:
    hand = "4m {2222m} {5555s} {8888p} {WWWW} {NNNN} +4m"
    expected = {"five_kongs": 24, "five_concealed_pungs": 16, "single_wait": 1}
    assert _items(hand, _win(DISCARD)) == expected


# Chows and pungs that repeat.


def test_four_identical_chows_hold_a_four_of_a_kind() -> None:
    hand = "67p NN 556677s [567s] [567s] +8p"
    stacked = _items(hand, _win(DISCARD), quadruple_chow_with_quads="stack")
    assert stacked == {"quadruple_chow": 16, "quad_in_four": 8}


def test_three_alike_are_one_pair_unless_groups_repeat() -> None:
    chows = "345m 345m 67p NN [345m] [222s] +8p"
    assert _items(chows, _win(DISCARD)) == {"double_chow": 2}
    assert _items(chows, _win(DISCARD), repeat_counting="all") == {"double_chow": 6}
    suits = "345m 345s 67p NN [345p] [222s] +8p"
    assert _items(suits, _win(DISCARD)) == {"mixed_double_chow": 2}
    pungs = "67p NN [222m] [333m] [444m] [789s] +8p"
    assert _items(pungs, _win(DISCARD)) == {"two_run_pungs": 2}
    assert _items(pungs, _win(DISCARD), repeat_counting="all") == {"two_run_pungs": 4}


def test_twice_the_same_number_in_two_suits() -> None:
    hand = "345m 345m 345p 67s NN [345p] +8s"
    found = {"double_chow": 4, "two_mixed_double_chows": 4}
    assert _items(hand, _win(DISCARD)) == found
    assert _items(hand, _win(DISCARD), repeat_counting="all") == found


def test_two_pairs_may_lie_across_each_other() -> None:
    hand = "67p NN [222m] [333m] [222s] [333s] +8p"
    assert _items(hand, _win(DISCARD)) == {"two_two_run_pungs": 4, "two_double_pungs": 4}


def test_a_triple_pung_leaves_another_pair() -> None:
    hand = "77m NN [222m] [222p] [222s] [777s] +7m"
    assert _items(hand, _win(DISCARD)) == {"all_pungs": 4, "triple_pung": 4, "double_pung": 2}


def test_the_widths_of_steps_are_switches() -> None:
    mixed = "234m 67p NN 678s [456p] [222s] +8p"
    assert "mixed_step_three" not in _items(mixed, _win(DISCARD))
    wide = _items(mixed, _win(DISCARD), mixed_step_steps=[1, 2])
    assert wide == {"mixed_step_three": 2, "mixed_double_chow": 2}
    pure = "12377p 345p 56p [789p] [WWW] +7p"
    assert "pure_step_four" not in _items(pure, _win(DISCARD))
    assert _items(pure, _win(DISCARD), pure_step_four_steps=[1, 2])["pure_step_four"] == 8


# 平胡.


@pytest.mark.parametrize(
    "hand",
    [
        f"{PINGHU[:-4]} f1 +8p",
        "345m 67p NN 123p 456s [234m] +8p",
        "345m 68p 88s 123p 456s [234m] +7p",
        "345m 678p 123p 5678s [234m] +5s",
    ],
)
def test_what_spoils_all_chows(hand: str) -> None:
    assert "all_chows" in _items(PINGHU, _win(DISCARD))
    assert "all_chows" not in _items(hand, _win(DISCARD))


def test_all_chows_is_won_off_another_player() -> None:
    assert _items(PINGHU, _win(DRAWN)) == {"self_draw": 1}
    assert _items(PINGHU, _win({"by": "rob_kong", "from": "N"})) == {"rob_kong": 1, "all_chows": 2}


# Terminals, honours, gates.


@pytest.mark.parametrize("value", [2, 3, 4])
def test_a_wind_of_seat_and_round(value: int) -> None:
    hand = "345m 67p 88s [SSS] [123p] [456s] +8p"
    found = _items(hand, _win(DISCARD, round="S"), wind_double_role=value)
    assert found == {"seat_wind_pung": value - 1, "round_wind_pung": 1}
    assert _items(hand, _win(DISCARD), wind_double_role=value) == {"seat_wind_pung": 1}


def test_honours_in_an_outside_hand_are_a_switch() -> None:
    hand = "123m 99p 78s [NNN] [111s] [789p] +9s"
    plain = _items(hand, _win(DISCARD))
    assert plain == {"mixed_double_chow": 2}
    assert _items(hand, _win(DISCARD), outside_hand_honours=True) == {**plain, "pure_outside": 10}
    pungs = "111m 99p EE [999s] [NNN] [WWW] +9p"
    assert "pure_outside" not in _items(pungs, _win(DISCARD), outside_hand_honours=True)


def test_terminals_may_add_all_pungs() -> None:
    for hand in ("111m 99p EE [999s] [NNN] [WWW] +9p", "11m 999p 99s [999m] [111p] [111s] +9s"):
        assert "all_pungs" not in _items(hand, _win(DISCARD))
        assert _items(hand, _win(DISCARD), terminals_add_all_pungs=True)["all_pungs"] == 4


def test_honours_only_with_the_four_winds() -> None:
    hand = "FF PP [EEE] [SSS] [WWW] [NNN] +F"
    expected = {"all_honours": 16, "all_honours_deduction": -4, "big_four_winds": 16, "dragon_pung": 1}
    assert _items(hand, _win(DISCARD)) == expected


def test_gates_may_have_to_be_concealed() -> None:
    strict = {"nine_gates_concealed": True}
    mixed = "1112345678999p [567s] +4p"
    assert _items(mixed, _win(DISCARD), **strict) == {"mixed_nine_gates": 10}
    assert "mixed_nine_gates" not in _items("1112345678p 567s [999p] +5p", _win(DISCARD), **strict)
    assert "mixed_nine_gates" in _items("1112345678p 567s [999p] +5p", _win(DISCARD))
    assert "pure_nine_gates" not in _items("1112345678999s [567s] +4s", _win(DISCARD), **strict)
    pure = "1112345678999s 567s +4s"
    assert _items(pure, _win(DISCARD)) == {"pure_nine_gates": 20, "concealed_hand": 1}
    assert _items(pure, _win(DISCARD), **strict) == {"pure_nine_gates": 20}


def test_the_group_beside_mixed_gates_is_of_a_suit() -> None:
    found = _items("1112345678999p [CCC] +4p", _win(DISCARD))
    assert found == {"dragon_pung": 1, "half_flush": 4}


# Shapes.


def test_special_shapes_drop_the_concealed_hand_and_keep_the_self_draw() -> None:
    for hand in (
        "1122m 55999p 788s EE NN +7s",
        "158m 269p 147s ESWNCFP +8m",
        "159m 159p 159s ESWNCFP +F",
        "1349m 19p 119s ESWNCFP +5m",
        "19m 19p 119s ESWNCFP NN +N",
    ):
        found = _items(hand, _win(DRAWN))
        assert found["concealed_self_draw"] == 2
        assert not {"concealed_hand", "self_draw", "five_types", "dragon_pung"} & found.keys()


def test_seven_pairs_with_what_its_pung_and_suits_are_worth() -> None:
    hand = "2233m 44p 7799s SSS CC E +E"
    expected = {"seven_pairs_pung": 8, "seat_wind_pung": 1, "five_types": 2, "single_wait": 1}
    assert _items(hand, _win(DISCARD)) == expected
    assert not score(Hand.parse(hand), _win(DISCARD), RULES.with_policies({"seven_pairs_pung": "off"})).win


def test_fours_alike_in_seven_pairs_count_each() -> None:
    hand = "2222m 4444p 77s NNN CC E +E"
    assert _items(hand, _win(DISCARD))["quad_in_two"] == 4


def test_the_better_reading_is_paid_or_both() -> None:
    hand = "223344m 667788p 111s N +N"
    assert _items(hand, _win(DISCARD)) == {"seven_pairs_pung": 8, "single_wait": 1}
    both = score(Hand.parse(hand), _win(DISCARD), RULES.with_policies({"dual_reading": "both"}))
    assert both.bases == 2
    assert both.items == {"seven_pairs_pung": 8, "single_wait": 2, "double_chow": 4, "concealed_hand": 1}


def test_no_kong_in_thirteen_orphans() -> None:
    hand = Hand.parse("19m 19p 119s ESWNCF {8888p} +P")
    sheet = score(hand, _win(DISCARD), RULES)
    assert not sheet.win
    assert sheet.waits == ()
    assert score(hand, _win(DISCARD), RULES.with_policies({"orphans_with_kong": True})).win


def test_what_is_more_than_sixteen_disconnected_may_replace_it() -> None:
    hand = "258m 369p 147s ESWNCFP +W"
    assert _items(hand, _win(DISCARD), disconnected_bonus="replace") == {"disconnected_straight": 8}
    hand = "369m 369p 369s ESWNCFP +6p"
    assert _items(hand, _win(DISCARD), disconnected_bonus="replace") == {"disconnected_triple": 8}


def test_the_concealed_self_draw_has_the_value_that_the_house_gives_it() -> None:
    found = _items(CLOSED, _win(DRAWN), concealed_self_draw_value=3)
    assert found == {"concealed_hand": 1, "concealed_self_draw": 3}


def test_rows_are_counted_in_tai() -> None:
    hand, win = Hand.parse(PLAIN), _win(DRAWN)
    sheet = score(hand, win, RULES)
    assert (sheet.unit, sheet.unit_zh) == ("tai", "台")
    payment = pay(sheet, win, RULES).transfers[0]
    assert "2 tai × 1" in payment.reasons[0]
    assert "2 台 × 1" in payment.reasons_zh[0]
