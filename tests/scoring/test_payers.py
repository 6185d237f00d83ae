"""Which seats pay, and one discard with several winners (一炮多響)."""

from __future__ import annotations

import json

import pytest

from scoring import Hand, RuleSet, Win, WinBy, Wind, WinError, nearest, pay, pay_fan, score, score_lines

EAST, SOUTH, WEST, NORTH = Wind
HKTW = RuleSet.load("hktw")
# 爛花, 風牌 and 明槓: three fan, for South and for whoever sits elsewhere with it.
HAND = Hand.parse("567m 345s WW 67p [2222p] [NNN] f1 +8p")
# 無花 and 三元牌: three fan too, in a hand that the same tile completes.
OTHER = Hand.parse("123s 44s 67p [555m] [888s] [CCC] +8p")


def _off(discarder: Wind, seat: Wind = SOUTH, winners: int = 1, by: WinBy = WinBy.DISCARD) -> Win:
    return Win(by=by, seat=seat, discarder=discarder, winners=winners)


@pytest.mark.parametrize("by", [WinBy.DISCARD, WinBy.ROB_KONG])
@pytest.mark.parametrize(("winners", "row", "fan"), [(2, "double_ron", 5), (3, "triple_ron", 10)])
def test_each_winner_of_one_tile_gets_more_in_hktw(by: WinBy, winners: int, row: str, fan: int) -> None:
    alone = score(HAND, _off(WEST, by=by), HKTW)
    win = _off(WEST, winners=winners, by=by)
    sheet = score(HAND, win, HKTW)
    assert sheet.items[row] == fan
    assert sheet.total == alone.total + fan
    assert pay(sheet, win, HKTW).by_payer == {WEST: 5 + sheet.total}


@pytest.mark.parametrize("book", ["hkfan", "tw16"])
def test_the_other_books_pay_every_winner_and_add_nothing(book: str) -> None:
    rules = RuleSet.load(book)
    assert score(HAND, _off(WEST, winners=2), rules).items == score(HAND, _off(WEST), rules).items
    assert pay_fan(6, _off(WEST, winners=3), rules) == pay_fan(6, _off(WEST), rules)


def test_one_discard_is_paid_to_three_winners_each_for_his_own_hand_and_the_dealers_streak() -> None:
    paid = {}
    for seat, hand in ((EAST, OTHER), (SOUTH, HAND), (NORTH, OTHER)):
        win = Win(by=WinBy.DISCARD, seat=seat, discarder=WEST, dealer_streak=1, winners=3)
        (transfer,) = pay(score(hand, win, HKTW), win, HKTW).transfers
        paid[transfer.payer, transfer.payee] = transfer.amount
    # Three fan each, ten for the three winners, a base of 5; the dealer's streak is his alone.
    assert paid == {(WEST, EAST): 21, (WEST, SOUTH): 18, (WEST, NORTH): 18}


@pytest.mark.parametrize(("paid", "more"), [(2, 5), (3, 10)])
def test_who_paid_several_winners_and_then_draws_it_himself_gets_more_from_all(paid: int, more: int) -> None:
    win = Win(previous_round_multi_ron=paid)
    sheet = score(HAND, win, HKTW)
    assert sheet.items["kick_self_draw_bonus"] == more
    # 爛花, 風牌, 明槓 and 自摸 with a base of 5, and the dealer's one.
    assert pay(sheet, win, HKTW).by_payer == {EAST: 10 + more, WEST: 9 + more, NORTH: 9 + more}


def test_who_paid_several_winners_gets_no_more_off_a_discard() -> None:
    win = Win(by=WinBy.DISCARD, discarder=WEST, previous_round_multi_ron=2)
    assert "kick_self_draw_bonus" not in score(HAND, win, HKTW).items


@pytest.mark.parametrize(
    ("discarder", "winners", "first"),
    [
        (EAST, (SOUTH, WEST, NORTH), SOUTH),
        (EAST, (NORTH, WEST), WEST),
        (WEST, (SOUTH, EAST), EAST),
        (NORTH, (WEST, SOUTH), SOUTH),
        (NORTH, (WEST, EAST), EAST),
        (SOUTH, (EAST,), EAST),
    ],
)
def test_the_next_in_turn_after_the_discarder_wins(
    discarder: Wind, winners: tuple[Wind, ...], first: Wind
) -> None:
    assert nearest(discarder, winners) is first
    assert nearest(discarder, frozenset(winners)) is first


@pytest.mark.parametrize(
    ("winners", "says"), [((), "nobody wins"), ((SOUTH, WEST), "W can't be winner and discarder")]
)
def test_somebody_else_must_win(winners: tuple[Wind, ...], says: str) -> None:
    with pytest.raises(WinError, match=says):
        nearest(WEST, winners)


@pytest.mark.parametrize("book", ["hktw", "tw16", "hkfan"])
@pytest.mark.parametrize(
    ("win", "says"),
    [
        (_off(WEST, winners=2), "2 players can't win on one discard"),
        (_off(WEST, winners=3, by=WinBy.ROB_KONG), "3 players"),
        (Win(previous_round_multi_ron=2), "2 players can't have won off S before"),
    ],
)
def test_where_only_the_next_in_turn_wins_nobody_wins_beside_him(book: str, win: Win, says: str) -> None:
    rules = RuleSet.load(book)
    nearest_only = rules.with_policies({"multi_ron": "nearest"})
    sheet = score(HAND, win, rules)
    for refused in (
        lambda: score(HAND, win, nearest_only),
        lambda: pay(sheet, win, nearest_only),
        lambda: pay_fan(3, win, nearest_only),
    ):
        with pytest.raises(WinError, match=says) as caught:
            refused()
        assert "multi_ron = nearest" in str(caught.value)
    alone = _off(WEST)
    assert score(HAND, alone, nearest_only) == score(HAND, alone, rules)


def test_a_case_with_two_winners_is_refused_where_one_wins() -> None:
    case = {
        "tiles": "567m 345s WW 67p",
        "melds": [{"type": "kong_exposed", "tiles": "2222p"}, {"type": "pung", "tiles": "NNN"}],
        "win": {"tile": "8p", "by": "discard", "from": "W"},
        "circumstances": {"winners": 2},
    }
    one, other = score_lines(
        json.dumps({**case, "switches": {"multi_ron": value}}) for value in ("all", "nearest")
    )
    assert one["items"]["double_ron"] == 5
    assert "2 players can't win on one discard" in other["error"]
