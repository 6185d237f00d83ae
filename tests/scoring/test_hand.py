from __future__ import annotations

import pytest

from scoring import Hand, HandError, Meld, MeldKind, Tile, parse_tiles


@pytest.mark.parametrize(
    "text",
    [
        "123m 456p 78s EEE NN [CCC] +9s",
        "EE +E [123m] [456p] {9999s} [CCCC] [FFF+F] f1 f2 f3 f4 h1 h2 h3 h4".replace("EE", "E"),
        "11223344556677m 889s +9s".replace("889s +9s", "88s +8s"),
    ],
)
def test_hands_that_can_exist(text: str) -> None:
    assert Hand.parse(text).problems() == ()


def test_a_kong_counts_as_three_tiles() -> None:
    hand = Hand.parse("E [123m] [456p] {9999s} [CCCC] [FFF+F] +E")
    assert hand.size == 17
    assert len(hand.tiles) == 20


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("11111m 456p 78s EEE [CCC] +9s", "1m occurs 5 times"),
        ("123m 456p 78s EE [CCC] [EEE] +E", "E occurs 6 times"),
        ("123m 456p 78s EEE NN [CCC] +9s f1 f1", "f1 occurs 2 times"),
        ("123m 456p 78s EEE N [CCC] +9s", "this one has 16"),
        ("123m 456p 78s EEE NN [CCC]", "this one has 16"),
        ("123m 456p 78s EEE NN [135m] +9s", "135m is no chow"),
        ("123m 456p 78s EEE NN [EWN] +9s", "is no chow"),
        ("123m 456p 78s EEE NN {CCCF} +9s", "CCC F is no kong"),
        ("123m 456p 78s EEE NN [12m] +9s", "has 2 tiles"),
        ("123m 456p 78s EEE NN [f1f2f3] +9s", "flowers lie beside"),
        ("123m 456p 78s EEE NN [CCC] +f1", "f1 is a flower"),
    ],
)
def test_every_problem_is_named(text: str, says: str) -> None:
    problems = Hand.parse(text).problems()
    assert any(says in problem for problem in problems), problems


def test_all_problems_are_listed_together() -> None:
    hand = Hand.parse("11111m 22222p [135s] f1 f1 +N")
    assert len(hand.problems()) == 5
    with pytest.raises(HandError) as caught:
        hand.check()
    assert caught.value.problems == hand.problems()


def test_a_waiting_hand_has_sixteen_tiles() -> None:
    assert Hand.parse("123m 456p 78s EEE NN [CCC]").problems(waiting=True) == ()
    assert Hand.parse("123m 456p 78s EEE NN [CCC] +9s").problems(waiting=True)


def test_a_claimed_tile_is_one_of_the_meld() -> None:
    tiles = parse_tiles("678m")
    assert Meld(MeldKind.CHOW, tiles, Tile("7m")).problems() == ()
    assert Meld(MeldKind.CHOW, tiles, Tile("5m")).problems()
    assert Meld(MeldKind.KONG_CONCEALED, parse_tiles("9999m"), Tile("9m")).problems()


@pytest.mark.parametrize(
    ("tiles", "kind"),
    [
        ("678m", MeldKind.CHOW),
        ("EEE", MeldKind.PUNG),
        ("EEEE", MeldKind.KONG_EXPOSED),
        ("135m", MeldKind.CHOW),
    ],
)
def test_tiles_lying_together_name_their_meld(tiles: str, kind: MeldKind) -> None:
    assert Meld.of(parse_tiles(tiles)).kind is kind


def test_order_of_tiles_makes_no_difference() -> None:
    assert Hand(parse_tiles("3m 1m 2m")) == Hand(parse_tiles("123m"))
