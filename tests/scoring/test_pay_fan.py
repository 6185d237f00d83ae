"""Payments for a hand that the players counted themselves."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    FlowerWin,
    Limits,
    Payments,
    Replacement,
    RuleSet,
    Win,
    WinBy,
    Wind,
    WinError,
    pay,
    pay_fan,
    score,
)
from tests.scoring.strategies import winning_hands, wins

EAST, SOUTH, WEST, NORTH = Wind
HKTW = RuleSet.load("hktw")
HKFAN = RuleSet.load("hkfan")
TW16 = RuleSet.load("tw16")
BOOKS = [HKFAN, HKTW, TW16]


def _sums(payments: Payments) -> dict[str, str]:
    return {each.payer.value: each.sum for each in payments.transfers}


@pytest.mark.parametrize(
    ("fan", "win", "price", "sums", "amounts"),
    [
        # Sixteen fan at $10 and $1; the other three are worked at $10 and $2 (hkfan 計錢方法, 做莊).
        (16, Win(by=WinBy.DISCARD, discarder=WEST), (10, 1), {"W": "16 × 1 + 10"}, {"W": 26}),
        (
            12,  # and one for the dealer, who draws it himself
            Win(seat=EAST),
            (10, 2),
            {"S": "13 × 2 + 10", "W": "13 × 2 + 10", "N": "13 × 2 + 10"},
            {"S": 36, "W": 36, "N": 36},
        ),
        (
            2,  # and three, now that he holds the deal
            Win(by=WinBy.DISCARD, seat=EAST, discarder=SOUTH, dealer_streak=1),
            (10, 2),
            {"S": "5 × 2 + 10"},
            {"S": 20},
        ),
        (
            10,  # and seven from the dealer alone
            Win(seat=WEST, dealer_streak=3),
            (10, 2),
            {"E": "17 × 2 + 10", "S": "10 × 2 + 10", "N": "10 × 2 + 10"},
            {"E": 44, "S": 30, "N": 30},
        ),
    ],
)
def test_the_worked_money_of_hkfan(
    fan: int, win: Win, price: tuple[int, int], sums: dict[str, str], amounts: dict[str, int]
) -> None:
    payments = pay_fan(fan, win, HKFAN.with_price(*price))
    assert _sums(payments) == sums
    assert {payer.value: amount for payer, amount in payments.by_payer.items()} == amounts


def test_the_reasons_name_the_dealers_fan() -> None:
    payments = pay_fan(10, Win(seat=WEST, dealer_streak=3), HKFAN)
    east, south, _ = payments.transfers
    assert east.reasons == (
        "base 10 × 1 + 17 fan × 2 = 44",
        "7 of the 17 fan for the dealer's share alone: 莊家 Dealer",
    )
    assert east.reasons_zh == (
        "底 10 × 1 + 17 番 × 2 = 44",
        "17 番中 7 番只加莊家一份：莊家",
    )
    assert south.reasons[1:] == ()
    (won,) = pay_fan(10, Win(by=WinBy.DISCARD, seat=EAST, discarder=WEST), HKFAN).transfers
    assert won.reasons[1] == "1 of the 11 fan for the dealer: 莊家 Dealer"
    assert won.reasons_zh[1] == "11 番中 1 番為莊家而加：莊家"


def test_both_rows_of_the_dealer_are_named_in_tw16() -> None:
    (paid,) = pay_fan(4, Win(by=WinBy.DISCARD, discarder=EAST, dealer_streak=2), TW16).transfers
    assert paid.sum == "9 × 1 + 1"
    assert [reason.rpartition(": ")[2] for reason in paid.reasons[1:]] == [
        "連N拉N Dealer's streak",
        "莊 Dealer",
    ]


def test_two_readings_have_two_bases_and_the_streak_twice() -> None:
    assert _sums(pay_fan(31, Win(by=WinBy.DISCARD, discarder=WEST), HKTW, bases=2)) == {"W": "31 × 1 + 5 × 2"}
    drawn = pay_fan(31, Win(dealer_streak=1), HKTW, bases=2)
    assert _sums(drawn) == {"E": "37 × 1 + 5 × 2", "W": "31 × 1 + 5 × 2", "N": "31 × 1 + 5 × 2"}


def test_who_fed_the_kong_pays_three_shares() -> None:
    win = Win(replacement_chain=(Replacement.KONG,), kong_feeder=WEST)
    assert _sums(pay_fan(34, win, HKTW)) == {"W": "(35 × 1 + 5) + (34 × 1 + 5) + (34 × 1 + 5)"}
    assert pay_fan(34, win, HKTW).by_payer == {WEST: 118}
    assert set(pay_fan(34, win, HKFAN).by_payer) == {EAST, WEST, NORTH}


def test_a_win_by_flowers_needs_no_tiles() -> None:
    eight = Win(by=WinBy.FLOWERS, flower_win=FlowerWin.EIGHT, dealer_streak=1)
    assert pay_fan(40, eight, HKTW).by_payer == {EAST: 48, WEST: 45, NORTH: 45}
    robbed = Win(by=WinBy.ROB_FLOWER, flower_win=FlowerWin.SEVEN_ROB, discarder=WEST, dealer_streak=1)
    assert pay_fan(8, robbed, TW16).by_payer == {WEST: 9}
    shared = TW16.with_policies({"seven_robs_one_payer": "all"})
    assert pay_fan(8, robbed, shared).by_payer == {EAST: 12, WEST: 9, NORTH: 9}


def test_a_hand_may_be_worth_nothing_but_its_base() -> None:
    payments = pay_fan(0, Win(by=WinBy.DISCARD, discarder=WEST), TW16.with_price(10, 5))
    assert _sums(payments) == {"W": "0 × 5 + 10"}


@pytest.mark.parametrize(
    ("fan", "bases", "says"),
    [
        (-1, 1, "a whole number of fan from 0 to 1000000, not -1"),
        (Decimal("2.5"), 1, "a whole number of fan"),
        (True, 1, "a whole number of fan"),
        ("16", 1, "a whole number of fan from 0 to 1000000, not '16'"),
        pytest.param(10**5000, 1, "from 0 to 1000000$", id="endless"),
        pytest.param(-(10**5000), 1, "from 0 to 1000000$", id="endless debt"),
        (3, 0, "bases is 1 or 2"),
        (3, 3, "bases is 1 or 2"),
    ],
)
def test_a_count_that_can_not_be(fan: Any, bases: int, says: str) -> None:  # noqa: ANN401 - what it refuses
    with pytest.raises(WinError, match=says):
        pay_fan(fan, Win(), HKTW, bases=bases)


@pytest.mark.parametrize("rules", [HKFAN, HKTW.with_policies({"dual_reading": "best"})])
def test_a_book_that_pays_one_reading_has_one_base(rules: RuleSet) -> None:
    with pytest.raises(WinError, match="dual_reading = best"):
        pay_fan(31, Win(), rules, bases=2)


def test_too_little_to_win_is_refused_and_the_dealer_does_not_help() -> None:
    rules = replace(HKTW, limits=Limits(5))
    assert _sums(pay_fan(5, Win(by=WinBy.DISCARD, discarder=WEST), rules)) == {"W": "5 × 1 + 5"}
    with pytest.raises(WinError, match="has 4 fan without the dealer's, and hktw needs 5 to win"):
        pay_fan(4, Win(seat=EAST, dealer_streak=3), rules)


def test_the_cap_is_for_each_share_the_dealers_fan_included() -> None:
    rules = replace(HKTW, limits=Limits(0, 12))
    payments = pay_fan(10, Win(dealer_streak=2), rules)
    assert _sums(payments) == {"E": "12 × 1 + 5", "W": "10 × 1 + 5", "N": "10 × 1 + 5"}
    assert "caps the 15 fan at 12" in payments.transfers[0].reasons[1]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_counted_by_hand_or_by_the_scorer_the_payments_are_the_same(data: st.DataObject) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    rules = data.draw(st.sampled_from(BOOKS))
    rules = rules.with_policies({"ready_loser_pays_dealer_fan": data.draw(st.booleans())})
    rules = replace(rules, limits=Limits(0, data.draw(st.none() | st.integers(1, 60))))
    sheet = score(hand, win, rules)
    fan = sheet.total - sum(line.value for line in sheet.lines if rules.patterns[line.id].on_dealer_transfers)
    by_scorer = pay(sheet, win, rules)
    by_hand = pay_fan(fan, win, rules, bases=sheet.bases)
    assert _sums(by_hand) == _sums(by_scorer)
    assert by_hand.net == by_scorer.net
