"""Waits with copies left and both worths."""

from __future__ import annotations

import json

import pytest

from scoring import Hand, HandError, RuleSet, Tile, Win, WinBy, Wind, completing, score, shipped, waits

RULES = RuleSet.load("hktw")


def _left(text: str, win: Win | None = None, **policies: object) -> dict[str, int]:
    found = waits(Hand.parse(text), win or Win(), RULES.with_policies(policies))
    return {wait.tile.code: wait.left for wait in found}


@pytest.mark.parametrize("system", shipped())
def test_each_wait_is_scored_as_the_complete_hand_is(system: str) -> None:
    rules = RuleSet.load(system)
    hand = Hand.parse("6777m 345p 234s [456s] [123p] f2")
    found = waits(hand, Win(seat=Wind.WEST, discarder=Wind.NORTH, by=WinBy.DISCARD), rules)
    assert [wait.tile for wait in found] == list(completing(hand))
    for wait in found:
        complete = Hand(hand.concealed, hand.melds, hand.flowers, wait.tile)
        assert wait.self_draw == score(complete, Win(seat=Wind.WEST), rules)
        thrown = Win(by=WinBy.DISCARD, seat=Wind.WEST, discarder=Wind.NORTH)
        assert wait.discard == score(complete, thrown, rules)
        assert json.loads(json.dumps(wait.export()))["tile"] == wait.tile.code


def test_copies_left_are_those_that_nobody_shows() -> None:
    text = "55m 67m 234p 678s EEE [345s] f1"
    assert _left(text) == {"5m": 2, "8m": 4}
    seen = Win(visible_counts={Tile("8m"): 3, Tile("5m"): 1})
    assert _left(text, seen) == {"5m": 1, "8m": 1}


def test_own_melds_lie_in_sight_whether_or_not_they_are_told() -> None:
    text = "67m 99s 234p 678s [888m] [345s] f1"
    assert _left(text)["8m"] == 1
    assert _left(text, Win(visible_counts={Tile("8m"): 3}))["8m"] == 1


def test_a_dead_wait_counts_where_the_house_says_so() -> None:
    text = "67m 99s 234p 678s EEE [345s] f1"
    dead = Win(visible_counts={Tile("8m"): 4})
    assert _left(text, dead) == {"5m": 4, "8m": 0}
    assert _left(text, dead, dead_tiles_count_as_waits=False) == {"5m": 4}


def test_a_fifth_copy_is_no_wait_unless_the_house_says_so() -> None:
    text = "6m 234p 678s EEE [666m] [345s] f1"
    assert _left(text) == {}
    assert _left(text, held_four_counts_as_wait=True) == {"6m": 0}


def test_held_fours_spoil_a_single_wait_where_they_count() -> None:
    hand = Hand.parse("23m EE 234p 678s {1111m} [345s] +4m")
    discard = Win(by=WinBy.DISCARD, discarder=Wind.WEST)
    assert "single_wait" in score(hand, discard, RULES).items
    wide = RULES.with_policies({"held_four_counts_as_wait": True})
    assert "single_wait" not in score(hand, discard, wide).items


def test_a_hand_that_does_not_wait_is_refused() -> None:
    with pytest.raises(HandError, match="16 tiles"):
        waits(Hand.parse("234m 678m EE"), Win(), RULES)
