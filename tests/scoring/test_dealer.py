"""The dealer's fan on exactly the transfers that he takes part in, in all three books."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring import (
    FlowerWin,
    Hand,
    RuleSet,
    Win,
    WinBy,
    Wind,
    WinError,
    check_rules,
    dealer_fan,
    pay,
    pay_fan,
    score,
    shipped,
)

if TYPE_CHECKING:
    from decimal import Decimal
    from pathlib import Path

EAST, SOUTH, WEST, NORTH = Wind
# Worth few fan, won in any of the three books.
HAND = Hand.parse("567m 345s WW 67p [2222p] [NNN] f1 +8p")
BOOKS = pytest.mark.parametrize("book", shipped())


def _off(discarder: Wind, *, seat: Wind = SOUTH, by: WinBy = WinBy.DISCARD) -> dict[str, object]:
    return {"by": by, "seat": seat, "discarder": discarder}


def _house(folder: Path, text: str) -> RuleSet:
    path = folder / "house.toml"
    path.write_text(f'extends = "hktw"\n{text}', encoding="utf-8")
    return RuleSet.load(path)


def _fan_for_the_dealer(told: dict[str, object], rules: RuleSet) -> dict[str, int | Decimal]:
    """What each payer pays above what he would without any dealer's rows, at one for a fan."""
    rules = rules.with_price(0, 1)
    win = Win(**told)  # type: ignore[arg-type]
    sheet = score(HAND, win, rules)
    plain = sheet.total - sum(line.value for line in sheet.lines if "dealer" in line.id)
    counted = pay_fan(7, win, rules).by_payer
    paid = pay(sheet, win, rules).by_payer
    assert {seat: amount - 7 for seat, amount in counted.items()} == {
        seat: amount - plain for seat, amount in paid.items()
    }
    return {seat.value: amount - plain for seat, amount in paid.items()}


@BOOKS
@pytest.mark.parametrize("streak", [0, 1, 2, 5])
def test_a_streak_of_n_is_worth_2n_and_one(book: str, streak: int) -> None:
    assert dealer_fan(RuleSet.load(book), streak) == 2 * streak + 1


@pytest.mark.parametrize("streak", [-1, 10_000])
def test_no_streak_is_negative_or_endless(streak: int) -> None:
    with pytest.raises(WinError, match="dealer_streak"):
        dealer_fan(RuleSet.load("hktw"), streak)


@BOOKS
@pytest.mark.parametrize(
    ("told", "extra"),
    [
        # The dealer wins: everybody who pays.
        ({"seat": EAST}, {"S": 5, "W": 5, "N": 5}),
        (_off(NORTH, seat=EAST), {"N": 5}),
        (_off(NORTH, seat=EAST, by=WinBy.ROB_KONG), {"N": 5}),
        # Another wins: the dealer alone, and only if he pays.
        ({}, {"E": 5, "W": 0, "N": 0}),
        (_off(EAST), {"E": 5}),
        (_off(EAST, by=WinBy.ROB_KONG), {"E": 5}),
        (_off(WEST), {"W": 0}),
        # The dealer need not sit East.
        ({"dealer": NORTH}, {"E": 0, "W": 0, "N": 5}),
        ({"seat": NORTH, "dealer": NORTH}, {"E": 5, "S": 5, "W": 5}),
    ],
)
def test_the_streak_is_on_the_dealers_transfers_and_no_others(
    book: str, told: dict[str, object], extra: dict[str, int]
) -> None:
    assert _fan_for_the_dealer({"dealer_streak": 2, **told}, RuleSet.load(book)) == extra


@BOOKS
@pytest.mark.parametrize(
    ("told", "extra"),
    [
        ({"seat": EAST}, {"S": 1, "W": 1, "N": 1}),
        (_off(NORTH, seat=EAST), {"N": 1}),
        ({}, {"E": 7, "W": 0, "N": 0}),
        (_off(EAST), {"E": 7}),
    ],
)
def test_a_dealer_who_forgot_the_die_wins_with_one_fan_and_loses_with_all(
    book: str, told: dict[str, object], extra: dict[str, int]
) -> None:
    told = {"dealer_streak": 3, "dice_forgotten": True, **told}
    assert _fan_for_the_dealer(told, RuleSet.load(book)) == extra


def test_a_house_that_strikes_the_row_pays_no_dealer(tmp_path: Path) -> None:
    rules = _house(tmp_path, "[patterns.dealer]\noff = true\n")
    assert dealer_fan(rules, 3) == 0
    assert _fan_for_the_dealer({"dealer_streak": 3}, rules) == {"E": 0, "W": 0, "N": 0}


def test_a_house_that_prices_the_streak_otherwise(tmp_path: Path) -> None:
    rules = _house(tmp_path, '[patterns.dealer]\nformula = "3n+2"\n')
    assert [dealer_fan(rules, streak) for streak in range(3)] == [2, 5, 8]
    assert _fan_for_the_dealer({"dealer_streak": 2}, rules) == {"E": 8, "W": 0, "N": 0}


ROW = """
[patterns.long_dealer]
zh = "長莊"
en = "Long deal"
section = "莊"
source = "our table"
on_dealer_transfers = true
"""


def test_a_row_that_a_house_composes_of_the_streak_counts_too(tmp_path: Path) -> None:
    rules = _house(tmp_path, f"{ROW}where = {{ dealer_streak = {{ at_least = 3 }} }}\nvalue = 10\n")
    assert [dealer_fan(rules, streak) for streak in (2, 3)] == [5, 17]
    assert _fan_for_the_dealer({"dealer_streak": 3}, rules) == {"E": 17, "W": 0, "N": 0}
    assert _fan_for_the_dealer({"dealer_streak": 3, **_off(WEST)}, rules) == {"W": 0}
    # The forgotten die takes that row away from the dealer who wins, too.
    forgot = {"seat": EAST, "dealer_streak": 3, "dice_forgotten": True}
    assert _fan_for_the_dealer(forgot, rules) == {"S": 1, "W": 1, "N": 1}


def test_the_sheet_keeps_a_composed_row_of_the_dealer_apart(tmp_path: Path) -> None:
    rules = _house(tmp_path, f"{ROW}where = {{ dealer_streak = {{ at_least = 3 }} }}\nvalue = 10\n")
    drawn = score(HAND, Win(dealer_streak=3), rules)
    assert "long_dealer" not in drawn.items
    assert drawn.dealer_share_items == {"dealer": 7, "long_dealer": 10}
    others = score(HAND, Win(by=WinBy.DISCARD, discarder=WEST, dealer_streak=3), rules)
    assert "long_dealer" not in {**others.items, **others.dealer_share_items}
    won = score(HAND, Win(seat=EAST, dealer_streak=3), rules)
    assert (won.items["dealer"], won.items["long_dealer"]) == (7, 10)


def test_a_row_decided_last_is_never_the_dealers_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "hktw"\n[patterns.chicken]\non_dealer_transfers = true\n', encoding="utf-8")
    (fault,) = check_rules(path)
    assert (fault.line, fault.key) == (3, "patterns.chicken.on_dealer_transfers")
    assert "decided last" in fault.problem


def test_a_row_that_asks_for_tiles_is_no_part_of_the_dealers_fan(tmp_path: Path) -> None:
    rules = _house(tmp_path, f'{ROW}where = {{ only_tiles = "123456789m" }}\nvalue = 10\n')
    assert dealer_fan(rules, 0) == 1


LONG = f"{ROW}where = {{ dealer_streak = {{ at_least = 3 }} }}\nvalue = 10\n"
INSTEAD = """
[[exclusions]]
by = "long_dealer"
drops = ["dealer"]
why = "a long deal has a price of its own"
source = "our table"
"""


@pytest.mark.parametrize(("streak", "fan"), [(2, 5), (3, 10), (4, 10)])
def test_a_row_may_stand_for_the_dealers_own(tmp_path: Path, streak: int, fan: int) -> None:
    rules = _house(tmp_path, LONG + INSTEAD)
    assert dealer_fan(rules, streak) == fan
    told: dict[str, object] = {"dealer_streak": streak}
    assert _fan_for_the_dealer({**told, "seat": EAST}, rules) == {"S": fan, "W": fan, "N": fan}
    assert _fan_for_the_dealer({**told, **_off(EAST)}, rules) == {"E": fan}
    assert _fan_for_the_dealer(told, rules) == {"E": fan, "W": 0, "N": 0}


def test_rows_of_one_family_compete_on_the_dealers_share_too(tmp_path: Path) -> None:
    family = '[families]\nof_dealer = "one row for the dealer"\n[patterns.dealer]\nfamily = "of_dealer"\n'
    rules = _house(tmp_path, f'{family}{LONG}family = "of_dealer"\n')
    assert [dealer_fan(rules, streak) for streak in (2, 3, 6)] == [5, 10, 13]
    assert _fan_for_the_dealer({"dealer_streak": 3}, rules) == {"E": 10, "W": 0, "N": 0}
    assert _fan_for_the_dealer({"dealer_streak": 3, **_off(EAST)}, rules) == {"E": 10}


def test_a_row_that_counts_for_all_may_drop_the_dealers(tmp_path: Path) -> None:
    waived = """
[[exclusions]]
by = "off_flower"
drops = ["dealer"]
why = "who has drawn a flower that isn't his is paid no dealer"
source = "our table"
anywhere = true
"""
    rules = _house(tmp_path, waived)
    for win in (Win(dealer_streak=2), Win(by=WinBy.DISCARD, discarder=EAST, dealer_streak=2)):
        sheet = score(HAND, win, rules)
        assert "off_flower" in sheet.items
        assert not sheet.dealer_share_extra
        assert [(lost.line.id, lost.by) for lost in sheet.dropped] == [("dealer", "off_flower")]
        # Base 5 and the fan of the hand.
        assert pay(sheet, win, rules).by_payer == dict.fromkeys(
            pay(sheet, win, rules).by_payer, 5 + sheet.total
        )


def test_a_row_for_hands_alone_is_none_in_a_win_by_flowers(tmp_path: Path) -> None:
    rules = _house(tmp_path, LONG)
    eight = Win(by=WinBy.FLOWERS, flower_win=FlowerWin.EIGHT, dealer_streak=3)
    assert pay_fan(40, eight, rules).by_payer == {EAST: 52, WEST: 45, NORTH: 45}


def test_a_dealers_row_that_a_house_lets_count_for_all_is_the_players_to_count(tmp_path: Path) -> None:
    rules = _house(tmp_path, "[patterns.dealer]\non_dealer_transfers = false\n")
    assert dealer_fan(rules, 2) == 0
