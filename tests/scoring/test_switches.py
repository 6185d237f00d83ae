"""Switches that one book sets otherwise than another, tried in hktw."""

from __future__ import annotations

import pytest

from scoring import Declared, Hand, Replacement, RuleSet, Win, WinBy, Wind, score

RULES = RuleSet.load("hktw")
DISCARD = Win(by=WinBy.DISCARD, discarder=Wind.WEST)
QUIET = "567m 67p 345s WW [234p] [888s] %s +8p"
HONOURS = "PP NN [EEE] [SSS] [WWW] [CCC] f1 +N"


def _items(text: str, win: Win = DISCARD, /, **policies: object) -> dict[str, int]:
    sheet = score(Hand.parse(text), win, RULES.with_policies(policies))
    assert sheet.win, sheet.why
    assert sheet.total == sum(sheet.items.values())
    return sheet.items


def test_the_old_and_young_of_a_straight() -> None:
    text = "456789m 23m WW [222p] [678s] f1 +1m"
    assert _items(text) == {"pure_straight": 10, "off_flower": 1}
    found = _items(text, straight_adds_old_young=True)
    assert found == {"pure_straight": 10, "old_young_chows": 3, "off_flower": 1}


def test_a_chow_still_serves_one_old_and_young() -> None:
    text = "456789m 23m WW [123m] [222p] f1 +1m"
    assert "old_young_chows" not in _items(text)
    assert _items(text, straight_adds_old_young=True)["old_young_chows"] == 3


def test_all_honours_may_bring_back_the_winds_that_a_larger_row_bars() -> None:
    large = {"big_four_winds": 80, "all_honours": 100, "dragon_pung": 2, "dual_pung_wait": 1, "off_flower": 1}
    assert _items(HONOURS) == large
    winds = {"wind_pung": 4, "round_wind_pung": 1, "seat_wind_pung": 1}
    assert _items(HONOURS, all_honours_restores_winds=True) == {**large, **winds}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("67p EE [567m] [999s] [SSS] [WWW] f1 +8p", "small_three_winds"),
        ("67p 99s [567m] [SSS] [WWW] [EEE] f1 +8p", "big_three_winds"),
        ("67p NN [567m] [SSS] [WWW] [EEE] f1 +8p", "small_four_winds"),
        ("678p 9s [NNN] [SSS] [WWW] [EEE] f1 +9s", "big_four_winds"),
    ],
)
def test_winds_are_brought_back_in_no_other_hand(text: str, row: str) -> None:
    found = _items(text, all_honours_restores_winds=True)
    assert row in found
    assert "wind_pung" not in found


@pytest.mark.parametrize("value", [4, 3, 2])
def test_a_wind_of_seat_and_round(value: int) -> None:
    win = Win(by=WinBy.DISCARD, seat=Wind.EAST, discarder=Wind.WEST)
    found = _items("345m 67p WW [567s] [999m] [EEE] f2 +8p", win, wind_double_role=value)
    assert sum(fan for row, fan in found.items() if row.endswith("wind_pung")) == value
    one_role = _items("345m 67p WW [567s] [999m] [EEE] f1 +8p", wind_double_role=value)
    assert one_role == {"wind_pung": 1, "round_wind_pung": 1, "off_flower": 1}


@pytest.mark.parametrize("flowers", ["", "f1", "f1 h2", "f1 f2 f3 f4"])
def test_the_chicken_may_stand_for_the_flowers(flowers: str) -> None:
    assert sum(_items(QUIET % flowers).values()) > 30
    assert _items(QUIET % flowers, chicken_mode="replace") == {"chicken": 30}


def test_the_chicken_stands_for_no_declaration() -> None:
    win = Win(by=WinBy.DISCARD, discarder=Wind.EAST, declared=Declared.READY)
    assert _items(QUIET % "f1", win, chicken_mode="replace") == {"chicken": 30, "ready": 5, "dealer": 1}
    assert "chicken" not in _items(QUIET % "f1", win, chicken_allows_ready=False)


def test_the_fan_of_a_concealed_self_draw() -> None:
    text = "123m 345m 67p WW 456s 888p f1 +5p"
    assert _items(text, Win())["concealed_self_draw"] == 5
    assert _items(text, Win(), concealed_self_draw_value=7)["concealed_self_draw"] == 7


@pytest.mark.parametrize(
    ("chain", "row", "value"),
    [
        ("fk", "kong_replacement_win", 5),
        ("fkk", "kong_on_kong_win", 20),
        ("kf", "flower_replacement_win", 3),
        ("kff", "flower_replacement_win", 5),
    ],
)
def test_the_last_link_of_a_chain_may_decide(chain: str, row: str, value: int) -> None:
    links = {"f": Replacement.FLOWER, "k": Replacement.KONG}
    win = Win(replacement_chain=tuple(links[link] for link in chain))
    text = "345m 67p WW {9999s} {1111p} [456s] f1 h1 +5p"
    assert "mixed_replacement_win" in _items(text, win)
    found = _items(text, win, replacement_chain="last_link")
    assert found[row] == value
    assert "mixed_replacement_win" not in found
