"""The dealer's fan on exactly the transfers that he takes part in, in all three books."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring import Hand, RuleSet, Win, WinBy, Wind, WinError, dealer_fan, pay, pay_fan, score, shipped

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
    # The forgotten die takes that row away from the dealer who wins, too.
    forgot = {"seat": EAST, "dealer_streak": 3, "dice_forgotten": True}
    assert _fan_for_the_dealer(forgot, rules) == {"S": 1, "W": 1, "N": 1}


def test_a_row_that_asks_for_tiles_is_no_part_of_the_dealers_fan(tmp_path: Path) -> None:
    rules = _house(tmp_path, f'{ROW}where = {{ only_tiles = "123456789m" }}\nvalue = 10\n')
    assert dealer_fan(rules, 0) == 1
