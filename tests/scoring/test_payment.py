"""Who pays whom how much for one hand, and how it adds up."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    FlowerWin,
    Hand,
    Limits,
    Payments,
    Replacement,
    RulesError,
    RuleSet,
    Transfer,
    Win,
    WinBy,
    Wind,
    pay,
    score,
    shipped,
)
from tests.scoring.strategies import winning_hands, wins

BOOKS = [RuleSet.load(name) for name in shipped()]
RULES = RuleSet.load("hktw")
HAND = Hand.parse("567m 345s WW 67p [2222p] [NNN] f1 +8p")
EAST, SOUTH, WEST, NORTH = Wind
KONG, FLOWER = Replacement


def _book(name: str, base: int, per: int) -> RuleSet:
    return RuleSet.load(name).with_price(base, per)


def _sums(win: Win, hand: Hand = HAND, rules: RuleSet = RULES) -> dict[str, str]:
    return {each.payer.value: each.sum for each in pay(score(hand, win, rules), win, rules).transfers}


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
    assert _sums(win) == {"W": "(10 × 1 + 5) + (9 × 1 + 5) + (9 × 1 + 5)"}
    assert _pays(win, rules=RULES.with_policies({"kong_feeder_pays_all": False})) == {
        EAST: 15,
        WEST: 14,
        NORTH: 14,
    }


@pytest.mark.parametrize("feeder", [EAST, WEST])
@pytest.mark.parametrize(
    ("chain", "fan"),
    [
        # 槓上自摸 5, 槓上槓自摸 20 or 混花槓自摸 10 (which stands for 自摸 too), and nine for the hand.
        ([KONG], 15),
        ([KONG, KONG], 30),
        ([KONG, FLOWER], 19),
        ([FLOWER, KONG], 19),
    ],
)
def test_the_feeder_of_any_kong_in_the_chain_pays_for_all_and_the_dealers_streak(
    feeder: Wind, chain: list[Replacement], fan: int
) -> None:
    hand = Hand.parse("567m 345s WW 67p [2222p] {1111s} f1 +8p")
    win = Win(replacement_chain=tuple(chain), kong_feeder=feeder, dealer_streak=1)
    assert _pays(win, hand) == {feeder: 3 * (fan + 5) + 3}
    one = f"({fan} × 1 + 5)"
    assert _sums(win, hand) == {feeder.value: f"({fan + 3} × 1 + 5) + {one} + {one}"}


def test_a_dealer_is_paid_his_streak_three_times_by_who_fed_his_kong() -> None:
    win = Win(seat=EAST, replacement_chain=(KONG,), kong_feeder=WEST, dealer_streak=1)
    # 正花 2, 風牌 1, 明槓 1, 自摸 1, 槓上自摸 5 and 莊家 3.
    assert _pays(win) == {WEST: 3 * 18}


@pytest.mark.parametrize("book", ["hkfan", "tw16"])
def test_in_the_other_books_nobody_pays_for_all(book: str) -> None:
    win = Win(replacement_chain=(KONG,), kong_feeder=WEST)
    assert set(_pays(win, rules=RuleSet.load(book))) == {EAST, WEST, NORTH}


def test_two_readings_cost_two_bases() -> None:
    hand = Hand.parse("223344p 667788s 555m N f1 +N")
    win = Win(by=WinBy.DISCARD, discarder=WEST)
    # 嚦咕嚦咕 40 with 獨獨 2 and 爛花 1; 雙般高 30 with 門清 3, 獨獨 2 and 爛花 1.
    assert _pays(win, hand) == {WEST: 89}
    assert _sums(win, hand) == {"W": "79 × 1 + 5 × 2"}
    best = RULES.with_policies({"dual_reading": "best"})
    assert _sums(win, hand, best) == {"W": "43 × 1 + 5"}


def test_the_dealers_streak_is_in_both_readings() -> None:
    hand = Hand.parse("223344p 667788s 555m N f1 +N")
    win = Win(by=WinBy.DISCARD, discarder=EAST, dealer_streak=2)
    assert _sums(win, hand) == {"E": "89 × 1 + 5 × 2"}


@pytest.mark.parametrize(
    ("win", "hand", "price", "sums", "amounts"),
    [
        # $10 a base and $1 a fan, sixteen fan: 16 × 1 + 10 (hkfan 計錢方法).
        (
            Win(by=WinBy.DISCARD, discarder=WEST),
            "234m 678m 56s EEE 99p [CCC] f1 f3 +7s",
            (10, 1),
            {"W": "16 × 1 + 10"},
            {WEST: 26},
        ),
        # $10 a base and $2 a fan, the dealer draws thirteen fan himself: 36 from each.
        (
            Win(seat=EAST),
            "123m 567m 123p 345p 67s WW f2 f3 +8s",
            (10, 2),
            {"S": "13 × 2 + 10", "W": "13 × 2 + 10", "N": "13 × 2 + 10"},
            {SOUTH: 36, WEST: 36, NORTH: 36},
        ),
        # South discards five fan to him in the next hand, his streak among them.
        (
            Win(by=WinBy.DISCARD, seat=EAST, discarder=SOUTH, dealer_streak=1),
            "567m 345s WW 67p [234p] [NNN] +8p",
            (10, 2),
            {"S": "5 × 2 + 10"},
            {SOUTH: 20},
        ),
        # 連三, West draws ten fan himself: ten from South and North, seventeen from the dealer (hkfan 做莊).
        (
            Win(seat=WEST, dealer_streak=3),
            "123m 567m 234p 456p 67s NN f1 f2 +8s",
            (10, 2),
            {"E": "17 × 2 + 10", "S": "10 × 2 + 10", "N": "10 × 2 + 10"},
            {EAST: 44, SOUTH: 30, NORTH: 30},
        ),
    ],
)
def test_the_worked_money_of_hkfan(
    win: Win, hand: str, price: tuple[int, int], sums: dict[str, str], amounts: dict[Wind, int]
) -> None:
    rules = _book("hkfan", *price)
    assert _sums(win, Hand.parse(hand), rules) == sums
    assert _pays(win, Hand.parse(hand), rules) == amounts


EIGHT = "123m 456m 789p 99s [567s] [222p] f1 f2 f3 f4 h1 h2 h3 h4"


@pytest.mark.parametrize(("book", "fan"), [("hktw", 40), ("hkfan", 30), ("tw16", 8)])
def test_eight_flowers_are_paid_by_all_three_with_base_and_streak(book: str, fan: int) -> None:
    win = Win(by=WinBy.FLOWERS, flower_win=FlowerWin.EIGHT, dealer_streak=1)
    rules = _book(book, 10, 2)
    plain, dealer = f"{fan} × 2 + 10", f"{fan + 3} × 2 + 10"
    assert _sums(win, Hand.parse(EIGHT), rules) == {"E": dealer, "W": plain, "N": plain}
    won = replace(win, seat=EAST)
    assert _sums(won, Hand.parse(EIGHT), rules) == {"S": dealer, "W": dealer, "N": dealer}


@pytest.mark.parametrize(("flower_win", "fan"), [(FlowerWin.SEVEN_ROB, 8), (FlowerWin.INITIAL, 12)])
@pytest.mark.parametrize("robbed", [EAST, WEST])
def test_a_robbed_flower_is_paid_by_the_robbed_or_by_all(
    flower_win: FlowerWin, fan: int, robbed: Wind
) -> None:
    win = Win(by=WinBy.ROB_FLOWER, flower_win=flower_win, discarder=robbed, dealer_streak=1)
    rules = _book("tw16", 10, 2)
    each = {"E": f"{fan + 3} × 2 + 10", "W": f"{fan} × 2 + 10", "N": f"{fan} × 2 + 10"}
    assert _sums(win, Hand.parse(EIGHT), rules) == {robbed.value: each[robbed.value]}
    shared = rules.with_policies({"seven_robs_one_payer": "all"})
    assert _sums(win, Hand.parse(EIGHT), shared) == each


def test_flowers_from_the_deal_are_paid_by_all() -> None:
    win = Win(by=WinBy.FLOWERS, flower_win=FlowerWin.INITIAL, dealer_streak=1)
    sums = _sums(win, Hand.parse(EIGHT), _book("tw16", 10, 2))
    assert sums == {"E": "15 × 2 + 10", "W": "12 × 2 + 10", "N": "12 × 2 + 10"}


SPARED = RULES.with_policies({"ready_loser_pays_dealer_fan": False})


@pytest.mark.parametrize("book", shipped())
def test_hkfan_alone_spares_the_dealers_fan_to_who_declared_ready(book: str) -> None:
    """Line 21 spares him 加番, which is what the section 做莊 calls the dealer's fan."""
    rules = RuleSet.load(book)
    for win in (Win(dealer_streak=2), Win(seat=EAST, dealer_streak=2)):
        ready = replace(win, ready_losers=win.losers)
        paid, plain = (pay(score(HAND, one, rules), one, rules) for one in (ready, win))
        if book == "hkfan":
            assert {amount.sum for amount in paid.transfers} == {f"{_fan(win, rules)} × 2 + 10"}
        else:
            assert paid.by_payer == plain.by_payer


def _fan(win: Win, rules: RuleSet) -> int:
    """What the hand is worth without the dealer's fan."""
    sheet = score(HAND, win, rules)
    return sheet.total - sheet.items.get("dealer", 0)


def test_a_book_that_spares_nothing_says_so() -> None:
    won = Win(seat=EAST, ready_losers=(WEST,))
    reasons = {each.payer: each.reasons for each in pay(score(HAND, won, RULES), won, RULES).transfers}
    assert reasons[WEST][1] == "W had declared ready; under hktw the dealer's fan counts all the same"
    assert len(reasons[SOUTH]) == 1


def test_the_reasons_call_the_seats_by_name() -> None:
    names = {SOUTH: "Bob", WEST: "Cat", EAST: "Ann", NORTH: "Dan"}
    win = Win(replacement_chain=(KONG,), kong_feeder=WEST)
    (paid,) = pay(score(HAND, win, RULES), win, RULES, names=names).transfers
    assert paid.reasons[0] == "Cat fed the kong and pays for all (全包)"
    assert [reason.partition("'s share")[0] for reason in paid.reasons[1:]] == ["Ann", "Ann", "Cat", "Dan"]
    assert paid.reasons_zh[0].startswith("Cat 打出")


def test_a_house_may_spare_the_dealers_fan_to_who_declared_ready() -> None:
    # East's own flower is worth two; the streak of two is worth five.
    won = Win(seat=EAST, dealer_streak=2, ready_losers=(WEST,))
    assert _pays(won, rules=SPARED) == {SOUTH: 15, WEST: 10, NORTH: 15}
    assert _sums(won, rules=SPARED)["W"] == "5 × 1 + 5"
    # The dealer declared ready himself: his share is as the others'.
    lost = Win(dealer_streak=2, ready_losers=(EAST, NORTH))
    assert _pays(lost, rules=SPARED) == {EAST: 9, WEST: 9, NORTH: 9}
    gave = Win(by=WinBy.DISCARD, discarder=EAST, dealer_streak=2, ready_losers=(EAST,))
    assert _pays(gave, rules=SPARED) == {EAST: 8}
    # A dealer who isn't ready pays his fan, whoever else is.
    other = Win(dealer_streak=2, ready_losers=(WEST,))
    assert _pays(other, rules=SPARED) == {EAST: 14, WEST: 9, NORTH: 9}


def test_what_is_spared_is_said_in_both_languages() -> None:
    win = Win(seat=EAST, dealer_streak=2, ready_losers=(WEST,))
    found = {each.payer: each for each in pay(score(HAND, win, SPARED), win, SPARED).transfers}
    assert found[WEST].reasons[1] == "W had declared ready and leaves out 5 fan: 莊家 Dealer"
    assert found[WEST].reasons_zh[1] == "W 已聽牌，不加 5 番：莊家"
    assert len(found[NORTH].reasons) == 1


def test_who_pays_for_all_pays_a_spared_share_less() -> None:
    win = Win(seat=EAST, replacement_chain=(KONG,), kong_feeder=WEST, ready_losers=(NORTH,))
    assert _sums(win, rules=SPARED) == {"W": "(11 × 1 + 5) + (11 × 1 + 5) + (10 × 1 + 5)"}


def test_the_cap_is_in_the_sum() -> None:
    rules = replace(RULES, limits=Limits(0, 6))
    assert _sums(Win(dealer_streak=2), rules=rules) == {
        "E": "6 × 1 + 5",
        "W": "4 × 1 + 5",
        "N": "4 × 1 + 5",
    }


def test_base_and_price_are_exact() -> None:
    win = Win(by=WinBy.DISCARD, discarder=WEST)
    assert _pays(win, rules=RULES.with_price(10, 2)) == {WEST: 16}
    assert _pays(win, rules=RULES.with_price(Decimal("0.30"), Decimal("0.10"))) == {WEST: Decimal("0.60")}


def test_a_false_win_pays_nothing_here() -> None:
    assert _pays(Win(), Hand.parse("567m 345s WW 67p [2222p] [NNN] f1 +7p")) == {}


def test_a_sheet_is_paid_under_the_rules_that_it_was_made_with() -> None:
    win = Win(seat=EAST)
    with pytest.raises(RulesError, match="tw16 has no row 'wind_pung'; the sheet was made with hktw"):
        pay(score(HAND, win, RULES), win, RuleSet.load("tw16"))


def test_each_transfer_adds_up_in_words() -> None:
    win = Win(dealer_streak=1)
    payments = pay(score(HAND, win, RULES), win, RULES)
    (east,) = [transfer for transfer in payments.transfers if transfer.payer is EAST]
    assert east.reasons[0] == "base 5 × 1 + 7 fan × 1 = 12"
    assert "dealer" in east.reasons[1]


def _reckoned(sums: str) -> Decimal:
    """Reckon a sum as it is written; its brackets only keep shares apart."""
    found = Decimal(0)
    for term in sums.replace("(", "").replace(")", "").split(" + "):
        product = Decimal(1)
        for factor in term.split(" × "):
            product *= Decimal(factor)
        found += product
    return found


def _transfer(payments: Payments) -> Transfer:
    (transfer,) = payments.transfers
    return transfer


def test_a_sum_may_hold_fractions() -> None:
    win = Win(by=WinBy.DISCARD, discarder=WEST)
    rules = RULES.with_price(Decimal("2.50"), Decimal("0.5"))
    transfer = _transfer(pay(score(HAND, win, rules), win, rules))
    assert (transfer.sum, transfer.amount) == ("3 × 0.5 + 2.50", 4)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_payments_sum_to_zero_and_the_winner_gets_all(data: st.DataObject) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    money = st.decimals(0, 500, places=data.draw(st.integers(0, 2)))
    rules = data.draw(st.sampled_from(BOOKS)).with_price(data.draw(money), data.draw(money))
    rules = rules.with_policies({"ready_loser_pays_dealer_fan": data.draw(st.booleans())})
    payments = pay(score(hand, win, rules), win, rules)
    assert sum(payments.net.values()) == 0
    assert all(amount <= 0 for wind, amount in payments.net.items() if wind is not win.seat)
    assert len(payments.transfers) == (1 if win.from_another else 3)
    assert all(_reckoned(transfer.sum) == transfer.amount for transfer in payments.transfers)
    assert Payments.from_dict(payments.export()) == payments


@pytest.mark.parametrize("amount", [Decimal("2.5"), 3])
def test_export_round_trip(amount: int | Decimal) -> None:
    win = Win(by=WinBy.DISCARD, discarder=WEST)
    rules = RULES.with_price(amount, 1)
    payments = pay(score(HAND, win, rules), win, rules)
    assert Payments.from_dict(payments.export()) == payments
