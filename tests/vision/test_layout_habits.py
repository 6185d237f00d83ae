"""Habits of real tables: where melds, flowers and the winning tile lie, and what stays in doubt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.vision.tabletop import Tabletop
from tests.vision.test_layout import VIEWS, questions, seen_as
from vision.doubt import Question
from vision.group import MeldShape, Role


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_melds_may_lie_nearer_the_player_with_the_flowers(view: dict[str, Any]) -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m", y=-1.7)
    table.row("f1 h2 C C C 5s 6s 7s", x=2)
    hand, why, _ = seen_as(table.seen(**view))
    assert hand == "12345678m EE [CCC] [567s] f1 h2 +9m"
    assert why is None


def test_without_flowers_the_nearer_melds_stay_in_doubt() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m", y=-1.7)
    table.row("C C C 5s 6s 7s", x=2)
    _, _, arranged = seen_as(table.seen(tilt=30))
    assert Question.ROLE in questions(arranged)


def test_a_flower_that_touches_the_melds_leaves_them_exposed_without_a_doubt() -> None:
    table = Tabletop()
    table.row("C C C 5s 6s 7s f1 h2", y=-1.7)
    table.row("1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m")
    hand, _, arranged = seen_as(table.seen(tilt=30))
    assert hand == "12345678m EE [CCC] [567s] f1 h2 +9m"
    assert not arranged.doubts


def test_a_chow_out_of_order_was_claimed() -> None:
    table = Tabletop()
    table.row("f1 _ 6s 8s 7s _ 2p 4p 3p _ 1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m")
    hand, _, _ = seen_as(table.seen(tilt=30))
    assert hand == "12345678m EE [678's] [234'p] f1 +9m"


@pytest.mark.parametrize("kong", ["back 9s 9s 9s", "9s back back 9s", "9s 9s 9s back", "back 9s 9s back"])
def test_a_concealed_kong_shows_one_back_or_two(kong: str) -> None:
    table = Tabletop()
    table.row(f"{kong} _ C C C", y=-1.7)
    table.row("2m 3m 4m 5m 6m 7m 8m 8m 3p 4p _ _ 5p")
    hand, why, _ = seen_as(table.seen(tilt=30))
    assert hand == "23456788m 34p [CCC] {9999s} +5p"
    assert why is None


def pushed(table: Tabletop, place: int, by: float) -> None:
    table.laid[place] = replace(table.laid[place], y=table.laid[place].y - by)


@pytest.mark.parametrize("place", [1, 4, 8])
@pytest.mark.parametrize("by", [0.6, 1.0])
def test_a_tile_pushed_out_of_its_row_won_however_far(place: int, by: float) -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 6m 7m 8m E E 3p", y=0)
    table.row("C C C _ 5s 6s 7s", y=-3.2)
    pushed(table, place, by)
    _, _, arranged = seen_as(table.seen(tilt=20))
    (won,) = (group for group in arranged.groups if group.role is Role.WINNING)
    assert won.sightings == (place,)


def test_a_tile_laid_in_haste_a_quarter_out_of_line_did_not_win() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p N N N")
    pushed(table, 7, 0.25)
    _, _, arranged = seen_as(table.seen(tilt=20))
    assert not any(group.role is Role.WINNING for group in arranged.groups)


def test_a_flower_among_other_players_tiles_is_theirs() -> None:
    table = Tabletop()
    table.row("f1 h2 C C C 5s 6s 7s", y=-1.7)
    table.row("1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m")
    theirs = table.row("9p 1s f3 4s 2s", x=-2.5, y=-4.2)
    hand, _, arranged = seen_as(table.seen(tilt=20))
    assert hand == "12345678m EE [CCC] [567s] f1 h2 +9m"
    assert not any(arranged.sightings[place].in_hand for place in theirs)


def test_what_lies_beyond_a_covered_kong_in_the_row_is_the_hand_s() -> None:
    table = Tabletop()
    table.row("f1 _ C C C _ _ back back back back _ _ 1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m")
    _, _, arranged = seen_as(table.seen(tilt=20))
    shapes = [group.meld for group in arranged.groups if group.meld is not None]
    assert sorted(shape.value for shape in shapes) == ["kong", "pung"]
    assert any(group.role is Role.FLOWERS for group in arranged.groups)
    assert Question.COVERED in questions(arranged)


def test_the_middle_of_a_pung_that_lies_higher_is_asked_about() -> None:
    table = Tabletop()
    table.row("f1 C C C _ 5s 6s 7s", y=-1.7)
    table.row("1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m")
    hand, _, arranged = seen_as(table.seen(tilt=20))
    assert hand == "12345678m EE [CCC] [567s] f1 +9m"
    assert Question.COVERED not in questions(arranged)
    pushed(table, 2, 0.4)
    hand, _, arranged = seen_as(table.seen(tilt=20))
    assert hand == "12345678m EE [CCC] [567s] f1 +9m"
    (doubt,) = (each for each in arranged.doubts if each.question is Question.COVERED)
    assert doubt.sightings == (1, 2, 3)
    assert "CCC may lie on another one" in doubt.text
    assert [group.meld for group in arranged.groups if group.meld] == [MeldShape.PUNG, MeldShape.CHOW]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rotation", [0.0, 80.0])
def test_one_long_row_seen_aslant_stays_whole(seed: int, rotation: float) -> None:
    """Its tiles' sizes alone hardly tell how the table lies; its ends would turn away."""
    table = Tabletop()
    table.row("f1 h2 _ 4s' 5s 6s _ 7s 8s' 9s _ 2m 3m' 4m _ 1p 2p 3p 5s 6s 7s 7s _ _ 7s")
    hand, why, _ = seen_as(table.seen(tilt=55, rotation=rotation, jitter=0.04, seed=seed))
    assert hand == "123p 5677s [4'56s] [78'9s] [23'4m] f1 h2 +7s"
    assert why is None
