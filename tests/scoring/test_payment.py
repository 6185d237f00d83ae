from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Hand, Payments, Replacement, RuleSet, Win, WinBy, Wind, pay, score
from tests.scoring.strategies import winning_hands, wins

RULES = RuleSet.load("hktw")
HAND = Hand.parse("567m 345s WW 67p [2222p] [NNN] f1 +8p")
EAST, SOUTH, WEST, NORTH = Wind


def _pays(win: Win, hand: Hand = HAND, rules: RuleSet = RULES) -> dict[Wind, int | Decimal]:
    return pay(score(hand, win, rules), win, rules).by_payer


def test_the_discarder_pays_alone() -> None:
    # 爛花 1, 風牌 1, 明槓 1 and a base of 5.
    assert _pays(Win(by=WinBy.DISCARD, discarder=WEST)) == {WEST: 8}


def test_a_self_draw_is_paid_by_three_and_the_dealer_adds_his_fan() -> None:
    assert _pays(Win(dealer_streak=2)) == {EAST: 14, WEST: 9, NORTH: 9}


def test_the_dealer_wins_and_loses_with_his_streak() -> None:
    # East's own flower is worth two.
    assert _pays(Win(seat=EAST, dealer_streak=1)) == {SOUTH: 13, WEST: 13, NORTH: 13}
    assert _pays(Win(by=WinBy.DISCARD, discarder=EAST, dealer_streak=1)) == {EAST: 11}
    assert _pays(Win(by=WinBy.DISCARD, discarder=EAST, dealer_streak=1, dice_forgotten=True)) == {EAST: 11}
    forgot = Win(by=WinBy.DISCARD, seat=EAST, discarder=WEST, dealer_streak=3, dice_forgotten=True)
    assert _pays(forgot) == {WEST: 10}


def test_a_robbed_kong_is_paid_like_a_discard() -> None:
    assert _pays(Win(by=WinBy.ROB_KONG, discarder=NORTH)) == {NORTH: 13}


def test_who_fed_the_kong_pays_for_all() -> None:
    win = Win(replacement_chain=(Replacement.KONG,), kong_feeder=WEST)
    # 14 from each and one more for the dealer's share.
    assert _pays(win) == {WEST: 43}
    assert _pays(win, rules=RULES.with_policies({"kong_feeder_pays_all": False})) == {
        EAST: 15,
        WEST: 14,
        NORTH: 14,
    }


def test_two_readings_cost_two_bases() -> None:
    hand = Hand.parse("223344p 667788s 555m N f1 +N")
    win = Win(by=WinBy.DISCARD, discarder=WEST)
    sheet = score(hand, win, RULES)
    assert _pays(win, hand) == {WEST: 10 + sheet.total}


def test_base_and_price_are_exact() -> None:
    win = Win(by=WinBy.DISCARD, discarder=WEST)
    assert _pays(win, rules=RULES.with_price(10, 2)) == {WEST: 16}
    assert _pays(win, rules=RULES.with_price(Decimal("0.30"), Decimal("0.10"))) == {WEST: Decimal("0.60")}


def test_a_false_win_pays_nothing_here() -> None:
    assert _pays(Win(), Hand.parse("567m 345s WW 67p [2222p] [NNN] f1 +7p")) == {}


def test_each_transfer_adds_up_in_words() -> None:
    win = Win(dealer_streak=1)
    payments = pay(score(HAND, win, RULES), win, RULES)
    (east,) = [transfer for transfer in payments.transfers if transfer.payer is EAST]
    assert east.reasons[0] == "base 5 × 1 + 7 fan × 1 = 12"
    assert "dealer" in east.reasons[1]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_payments_sum_to_zero_and_the_winner_gets_all(data: st.DataObject) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    rules = RULES.with_price(data.draw(st.integers(0, 500)), data.draw(st.integers(0, 100)))
    payments = pay(score(hand, win, rules), win, rules)
    assert sum(payments.net.values()) == 0
    assert all(amount <= 0 for wind, amount in payments.net.items() if wind is not win.seat)
    assert len(payments.transfers) == (1 if win.from_another else 3)
    assert Payments.from_dict(payments.export()) == payments


@pytest.mark.parametrize("amount", [Decimal("2.5"), 3])
def test_export_round_trip(amount: int | Decimal) -> None:
    win = Win(by=WinBy.DISCARD, discarder=WEST)
    rules = RULES.with_price(amount, 1)
    payments = pay(score(HAND, win, rules), win, rules)
    assert Payments.from_dict(payments.export()) == payments
