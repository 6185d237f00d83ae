"""The fan that a hand needs to win (起糊), and the most that a payer pays for (封頂)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    FlowerWin,
    Hand,
    Limits,
    Replacement,
    RuleSet,
    ScoreSheet,
    Win,
    WinBy,
    Wind,
    check_rules,
    pay,
    score,
)
from tests.scoring.strategies import winning_hands, wins

if TYPE_CHECKING:
    from pathlib import Path

HKTW = RuleSet.load("hktw")
EAST, SOUTH, WEST, NORTH = Wind
RON = Win(by=WinBy.DISCARD, discarder=WEST)
# 爛花, 風牌 and 明槓: three fan.
HAND = Hand.parse("567m 345s WW 67p [2222p] [NNN] f1 +8p")


def _limited(minimum: int = 0, cap: int | None = None) -> RuleSet:
    return replace(HKTW, limits=Limits(minimum, cap))


def _house(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(f'extends = "hktw"\n{text}', encoding="utf-8")
    return path


def test_a_file_sets_the_limits_and_takes_them_back(tmp_path: Path) -> None:
    assert HKTW.limits == Limits(0, None)
    path = _house(tmp_path, "[limits]\nminimum = 5\ncap = 40\n")
    assert RuleSet.load(path).limits == Limits(5, 40)
    again = _house(tmp_path, "", "again.toml")
    again.write_text('extends = "house.toml"\n[limits]\ncap = "none"\n', encoding="utf-8")
    assert RuleSet.load(again).limits == Limits(5, None)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("minimum = -1", 3, "limits.minimum"),
        ("minimum = 2.5", 3, "limits.minimum"),
        ("cap = 0", 3, "limits.cap"),
        ('cap = "high"', 3, "limits.cap"),
        ("minimum = 5\ncap = 3", 4, "limits.cap"),
        ("capp = 3", 3, "limits.capp"),
    ],
)
def test_limits_that_can_not_be(tmp_path: Path, text: str, line: int, key: str) -> None:
    (fault,) = check_rules(_house(tmp_path, f"[limits]\n{text}\n"))
    assert (fault.line, fault.key) == (line, key)


def test_a_hand_below_the_minimum_is_no_win_and_says_why() -> None:
    assert score(HAND, RON, _limited(3)).total == 3
    sheet = score(HAND, RON, _limited(4))
    assert not sheet.win
    assert "3 fan" in sheet.why
    assert "needs 4" in sheet.why
    assert (sheet.lines, sheet.total, sheet.bases, sheet.partitions) == ((), 0, 0, ())
    assert [tile.code for tile in sheet.waits] == ["5p", "8p"]
    (reading,) = sheet.runners_up
    assert reading.total == 3
    assert {line.id for line in reading.lines} == {"off_flower", "wind_pung", "kong_exposed"}
    assert pay(sheet, RON, _limited(4)).transfers == ()
    assert ScoreSheet.from_dict(sheet.export()) == sheet


def test_the_dealer_does_not_help_to_reach_the_minimum() -> None:
    win = Win(by=WinBy.DISCARD, discarder=EAST, dealer_streak=4)
    assert score(HAND, win, HKTW).total == 12
    assert not score(HAND, win, _limited(4)).win
    assert score(HAND, win, _limited(3)).total == 12


def test_two_readings_reach_the_minimum_together() -> None:
    hand = Hand.parse("223344p 667788s 555m N f1 +N")
    total = score(hand, RON, HKTW).total
    assert score(hand, RON, _limited(total)).bases == 2
    below = score(hand, RON, _limited(total + 1))
    assert not below.win
    assert len({reading.partition.form for reading in below.runners_up}) == 2


def test_a_hand_whose_winning_tile_is_not_known_may_be_below_the_minimum() -> None:
    hand = Hand.parse("567m 345s WW 678p [2222p] [NNN] f1")
    sheet = score(hand, RON, _limited(100))
    assert not sheet.win
    assert "needs 100" in sheet.why
    assert score(hand, RON, _limited(3)).win


def test_a_win_by_flowers_needs_the_minimum_too() -> None:
    hand = Hand.parse("1469m 259p 358s ESWNCF f1234 h1234")
    win = Win(by=WinBy.FLOWERS, flower_win=FlowerWin.EIGHT)
    total = score(hand, win, HKTW).total
    assert total > 0
    assert not score(hand, win, _limited(total + 1)).win


def test_each_payer_pays_for_no_more_fan_than_the_cap() -> None:
    win = Win(dealer_streak=2)
    rules = _limited(cap=6)
    sheet = score(HAND, win, rules)
    assert sheet.total == 4
    payments = pay(sheet, win, rules)
    # Four fan from the others; the dealer would add five to them.
    assert payments.by_payer == {EAST: 11, WEST: 9, NORTH: 9}
    (east,) = [transfer for transfer in payments.transfers if transfer.payer is EAST]
    assert east.reasons[0] == "base 5 × 1 + 6 fan × 1 = 11"
    assert "caps the 9 fan at 6" in east.reasons[1]
    assert all("caps" not in reason for reason in payments.transfers[1].reasons)


def test_the_cap_leaves_the_bases_and_the_lines_alone() -> None:
    hand = Hand.parse("223344p 667788s 555m N f1 +N")
    rules = _limited(cap=10)
    sheet = score(hand, RON, rules)
    assert sheet.total == score(hand, RON, HKTW).total > 10
    assert pay(sheet, RON, rules).by_payer == {WEST: 20}


def test_who_pays_for_all_pays_three_capped_shares() -> None:
    win = Win(replacement_chain=(Replacement.KONG,), kong_feeder=WEST)
    rules = _limited(cap=7)
    assert pay(score(HAND, win, rules), win, rules).by_payer == {WEST: 36}


def test_a_price_may_be_a_fraction(tmp_path: Path) -> None:
    rules = RuleSet.load(_house(tmp_path, '[price]\nbase = "2.5"\nper = "0.10"\n'))
    assert (rules.price.base, rules.price.per) == (Decimal("2.5"), Decimal("0.10"))
    assert pay(score(HAND, RON, rules), RON, rules).by_payer == {WEST: Decimal("2.80")}
    assert RuleSet.load(_house(tmp_path, '[price]\nbase = "5.0"\n')).price.base == 5


@pytest.mark.parametrize("amount", ['"2,5"', '"-1"', '"NaN"', '"0.0000001"', "2.5", "true", '""', "[1]"])
def test_a_price_that_is_no_exact_amount(tmp_path: Path, amount: str) -> None:
    (fault,) = check_rules(_house(tmp_path, f"[price]\nper = {amount}\n"))
    assert (fault.line, fault.key) == (3, "price.per")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_limits_only_take_away(data: st.DataObject) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    cap = data.draw(st.integers(1, 60))
    minimum = data.draw(st.integers(0, cap))
    rules = _limited(minimum, cap)
    free, bound = score(hand, win, HKTW), score(hand, win, rules)
    if bound.win:
        assert bound == free
        most = rules.price.base * bound.bases + rules.price.per * cap
        assert all(transfer.amount <= most for transfer in pay(bound, win, rules).transfers)
        assert sum(pay(bound, win, rules).net.values()) == 0
    else:
        assert max(reading.total for reading in bound.runners_up) <= free.total
