"""Hands laid on a table, seen from anywhere, are grouped as their player laid them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Hand
from scoring.tile import KINDS, Tile
from tests.vision.tabletop import Tabletop
from vision.doubt import Question
from vision.group import Role
from vision.layout import Arrangement, arrange, assemble

if TYPE_CHECKING:
    from vision.sighting import Sighting

VIEWS: dict[str, dict[str, Any]] = {
    "from above": {},
    "from the player's seat": {"tilt": 40.0},
    "from the player's right": {"tilt": 40.0, "rotation": 90.0},
    "from the far side": {"tilt": 40.0, "rotation": 180.0},
    "slanting": {"tilt": 30.0, "rotation": 33.0},
    "stretched": {"tilt": 35.0, "rotation": -12.0, "stretch": 0.7},
    "with corners a little off": {"tilt": 35.0, "rotation": 8.0, "jitter": 0.035},
}


def seen_as(sightings: list[Sighting]) -> tuple[str, str | None, Arrangement]:
    arranged = arrange(sightings)
    hand, why = assemble(arranged.sightings, arranged.groups)
    return ("" if hand is None else str(hand)), why, arranged


def questions(arranged: Arrangement) -> set[Question]:
    return {doubt.question for doubt in arranged.doubts}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
class TestEveryView:
    """The same hands from every side."""

    def test_exposed_row_beyond_concealed_row_and_winning_tile_apart(self, view: dict[str, Any]) -> None:
        table = Tabletop()
        table.row("f1 h2 C C C 5s 4s' 6s", y=-1.7)
        table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E _ _ E")
        hand, why, arranged = seen_as(table.seen(**view))
        assert hand == "123456789m E [CCC] [4'56s] f1 h2 +E"
        assert why is None
        assert not arranged.doubts
        assert all(sighting.in_hand for sighting in arranged.sightings)

    def test_a_row_of_seventeen_is_concealed_and_its_winning_tile_is_in_doubt(
        self, view: dict[str, Any]
    ) -> None:
        table = Tabletop()
        table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p S S S")
        hand, why, arranged = seen_as(table.seen(**view))
        assert hand == "123456789m 345p EE SSS"
        assert why is None
        assert questions(arranged) == {Question.WINNING, Question.ROLE}
        assert "laid against the other tiles would look the same" in arranged.doubts[-1].text

    def test_discards_the_wall_and_another_hand_are_left_out(self, view: dict[str, Any]) -> None:
        table = Tabletop()
        table.row("f3 E E E", y=-1.8)
        table.row("2s 2s 3s 4s 5s 6s 7s 8s 3p 4p 5p 7p 8p")
        won = table.put("9p", 15.2, 0)
        own = len(table.laid)
        table.row("back back back back back back back back back back", y=-5.5)
        for number, (x, y, angle) in enumerate(
            [(3, -8.3, 20), (5.5, -9, 70), (8, -8, 200), (7.6, -10, 310), (10, -9.2, 130), (1.5, -10.5, 250)]
        ):
            table.put(f"{number + 1}m", x, y, angle)
        for place in range(9):
            table.put("1m", 12 - 1.05 * place, -14, 180)
        hand, why, arranged = seen_as(table.seen(**view))
        assert hand == "34578p 22345678s [EEE] f3 +9p"
        assert why is None
        assert [each.in_hand for each in arranged.sightings] == [
            place < own for place in range(len(table.laid))
        ]
        assert arranged.groups[-1].sightings == (won,)

    def test_a_concealed_kong_with_two_backs(self, view: dict[str, Any]) -> None:
        table = Tabletop()
        table.row("back 9s 9s back _ C' C C", y=-1.7)
        table.row("2m 3m 4m 5m 6m 7m 8m 8m 3p 4p _ _ 5p")
        hand, why, _ = seen_as(table.seen(**view))
        assert hand == "23456788m 34p [CCC] {9999s} +5p"
        assert why is None


def restarted(sighting: Sighting, corners: int) -> Sighting:
    """The same tile as if its upper side were another one."""
    quad = sighting.quad[corners:] + sighting.quad[:corners]
    return replace(sighting, quad=quad)  # type: ignore[arg-type]  # still four


@pytest.mark.parametrize("rotation", [0.0, 110.0, 200.0])
def test_faces_that_look_alike_upside_down_stand_as_their_row_does(rotation: float) -> None:
    table = Tabletop()
    table.row("P P P 4s 5s 6s", y=-1.7)
    table.row("2p 3p 4p 5p 5p 7m 8m 9m E E _ _ E")
    sightings = table.seen(rotation=rotation, tilt=30)
    alike = {"P", "4s", "5s", "6s", "2p", "3p", "4p", "5p"}
    turned = [
        restarted(each, 2) if each.code == "3p" or (each.code in alike and place % 2) else each
        for place, each in enumerate(sightings)
    ]
    assert turned != sightings
    hand, why, arranged = seen_as(turned)
    assert hand == "789m 23455p EE [PPP] [456s] +E"
    assert why is None
    assert [each.quad for each in arranged.sightings] == [each.quad for each in sightings]


def test_a_face_that_looks_alike_upside_down_makes_no_row_the_opposite_players() -> None:
    table = Tabletop()
    table.row("f1 h4 _ 4s 5s 6s _ 1s 2s 3s _ 8m 8m 8m _ 6p 7p 8p", y=-1.4)
    own = table.row("1p 2p 3p 5p 5p", x=2)
    sightings = [restarted(each, 2) if each.code == "3p" else each for each in table.seen(tilt=30)]
    hand, why, arranged = seen_as(sightings)
    assert hand == "12355p [456s] [123s] [888m] [678p] f1 h4"
    assert why is None
    assert [arranged.sightings[place].in_hand for place in own] == [True] * 5


def test_a_long_side_taken_for_the_upper_one_is_set_right() -> None:
    table = Tabletop()
    table.row("C C C 1s 1s 1s", y=-1.7)
    table.row("2p 3p 4p 5p 5p 7m 8m 9m E E _ _ E")
    sightings = table.seen(tilt=20)
    turned = [restarted(each, 3) if place in {2, 8, 13} else each for place, each in enumerate(sightings)]
    hand, _, arranged = seen_as(turned)
    assert hand == "789m 23455p EE [CCC] [111s] +E"
    assert [each.quad for each in arranged.sightings] == [each.quad for each in sightings]


def test_a_tile_laid_upside_down_belongs_to_its_row() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E 3p 4p 5p N N N _ _ E")
    for place in (2, 9):
        laid = table.laid[place]
        table.laid[place] = type(laid)(laid.code, laid.x, laid.y, 180.0)
    hand, why, _ = seen_as(table.seen(tilt=30))
    assert hand == "123456789m 345p E NNN +E"
    assert why is None


def test_a_thin_majority_of_tiles_upside_down_does_not_turn_the_hand_round() -> None:
    table = Tabletop()
    table.row("1p 2p 3p 3p 4p 5p F C 3p 6p E E P")
    for place in (6, 9, 10):
        laid = table.laid[place]
        table.laid[place] = type(laid)(laid.code, laid.x, laid.y, 180.0)
    _, _, arranged = seen_as(table.seen(tilt=30))
    (concealed,) = arranged.groups
    assert concealed.sightings == tuple(range(13))


def test_rows_beyond_the_hand_are_not_its_own_however_long() -> None:
    table = Tabletop()
    beyond = table.row("4m 1m 9s 3s E 6m 1p", x=5, y=-3.6)
    table.row("f3 h2 _ 7m 8m 9m _ back 3s 3s back _ 6m 6m 6m _ 9p 9p 9p", x=-4)
    table.row("6s 6s 7s 8s _ _ 9s", x=5.5, y=2.1)
    hand, why, arranged = seen_as(table.seen(tilt=30))
    assert hand == "6678s [789m] [666m] [999p] {3333s} f3 h2 +9s"
    assert why is None
    assert not any(arranged.sightings[place].in_hand for place in beyond)


def test_the_hand_opposite_is_none_of_ours() -> None:
    table = Tabletop()
    own = table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E 3p 4p 7p N N N _ _ E")
    for place in range(6):
        table.put("7m", 10 - 1.04 * place, -2.2, 180)
    arranged = arrange(table.seen(tilt=30))
    assert [place for place, each in enumerate(arranged.sightings) if each.in_hand] == own


def test_the_winning_tile_may_lie_below_or_above_the_row() -> None:
    for y in (-1.7, 1.7):
        table = Tabletop()
        table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E 3p 4p 5p N N N")
        table.put("E", 6, y)
        hand, _, arranged = seen_as(table.seen(tilt=30))
        assert hand == "123456789m 345p E NNN +E"
        assert questions(arranged) == {Question.ROLE}  # melds may hide among sixteen tiles in a row


def test_a_tile_pushed_out_of_the_row_is_the_winning_tile() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p N N N")
    pushed = table.laid[4]
    table.laid[4] = type(pushed)(pushed.code, pushed.x, pushed.y - 0.55)
    hand, _, _ = seen_as(table.seen(tilt=30))
    assert hand == "12346789m 345p EE NNN +5m"


def test_the_winning_tile_can_be_named() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p S S S")
    sightings = table.seen()
    arranged = arrange(sightings, winning_tile=Tile("4p"))
    hand, why = assemble(arranged.sightings, arranged.groups)
    assert str(hand) == "123456789m 35p EE SSS +4p"
    assert why is None
    assert questions(arranged) == {Question.ROLE}  # as above


def test_a_named_winning_tile_that_is_not_there_is_a_doubt_and_changes_nothing() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p S S S")
    arranged = arrange(table.seen(), winning_tile=Tile("7s"))
    hand, _ = assemble(arranged.sightings, arranged.groups)
    assert str(hand) == "123456789m 345p EE SSS"
    assert questions(arranged) == {Question.WINNING, Question.ROLE}


def test_a_kong_wholly_face_down_leaves_no_hand_and_says_why() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p _ back back back back")
    hand, why, arranged = seen_as(table.seen())
    assert hand == ""
    assert why == "a concealed kong lies wholly face down, so its kind isn't known"
    assert Question.COVERED in questions(arranged)


def test_four_faces_in_the_concealed_row_are_a_kong_where_the_count_asks_for_it() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p N N N N")
    hand, why, arranged = seen_as(table.seen())
    assert hand == "123456789m 345p EE {NNNN}"
    assert why is None
    assert Question.ROLE in questions(arranged)


def test_an_exposed_kong_has_four_faces() -> None:
    table = Tabletop()
    table.row("N N N N 6p 8p 7p", y=-1.7)
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E _ _ E")
    hand, why, _ = seen_as(table.seen())
    assert hand == "123456789m E [NNNN] [678'p] +E"
    assert why is None


def test_touching_melds_that_can_be_cut_in_two_ways_are_a_doubt() -> None:
    table = Tabletop()
    table.row("2p 2p 2p 2p 3p 4p 5p 5p 5p 5p", y=-1.7)
    table.row("1m 2m 3m 4m 5m 6m E _ _ E")
    hand, why, arranged = seen_as(table.seen())
    assert why is None
    assert [group.role for group in arranged.groups].count(Role.EXPOSED) == 3
    doubt = next(doubt for doubt in arranged.doubts if doubt.question is Question.BOUNDARY)
    cuts = {"[222p] [234p] [5555p]", "[2222p] [345p] [555p]"}
    read = " ".join(map(str, Hand.parse(hand).melds))
    (other, p) = doubt.alternatives[0]
    assert {read, " ".join(f"[{word}]" for word in other.split())} == cuts
    assert p == 0.5


def test_a_gap_settles_how_touching_melds_are_cut() -> None:
    for codes, melds in (
        ("2p 2p 2p 2p _ 3p 4p 5p _ 5p 5p 5p", "[2222p] [345p] [555p]"),
        ("2p 2p 2p _ 2p 3p 4p _ 5p 5p 5p 5p", "[222p] [234p] [5555p]"),
    ):
        table = Tabletop()
        table.row(codes, y=-1.7)
        table.row("1m 2m 3m 4m 5m 6m E _ _ E")
        hand, _, arranged = seen_as(table.seen())
        assert " ".join(map(str, Hand.parse(hand).melds)) == melds
        assert Question.BOUNDARY not in questions(arranged)


def test_melds_set_apart_in_one_row_are_a_doubt_of_role() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E _ 3p 4p 5p _ S S S")
    hand, why, arranged = seen_as(table.seen())
    assert Hand.parse(hand).size == 17
    assert why is None
    assert Question.ROLE in questions(arranged)


def test_a_sideways_tile_in_one_unbroken_row_marks_an_exposed_meld() -> None:
    table = Tabletop()
    table.row("f2 6s 8s' 7s 1m 2m 3m 4m 5m 6m 7m 8m 9m E E 4p 5p _ _ 6p")
    hand, why, _ = seen_as(table.seen(tilt=30))
    assert hand == "123456789m 45p EE [678's] f2 +6p"
    assert why is None


def test_every_sideways_tile_in_one_unbroken_row_marks_its_meld() -> None:
    table = Tabletop()
    table.row("1p 2p 3p 4p 4p 4p 7p 8p' 9p P P 2m 2m' 2m C C' C")
    hand, why, arranged = seen_as(table.seen(tilt=40))
    assert hand == "123444p PP [78'9p] [222m] [CCC]"
    assert why is None
    assert all(each.in_hand for each in arranged.sightings)


def test_tiles_missing_are_counted() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p")
    hand, why, _ = seen_as(table.seen())
    assert hand == "123456789m 345p EE"
    assert why == "a winning hand has 17 tiles, a kong counted as three; this one has 14"


def test_a_hand_one_tile_off_a_win_is_read_as_it_lies() -> None:
    table = Tabletop()
    table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 6p S S _ _ S")
    hand, why, _ = seen_as(table.seen())
    assert hand == "123456789m 346p EE SS +S"
    assert why is None


def test_nothing_seen_is_no_hand() -> None:
    arranged = arrange([])
    assert arranged.groups == ()
    assert assemble((), ()) == (None, "no hand was seen")


def test_only_backs_seen_is_no_hand() -> None:
    table = Tabletop()
    table.row("back back back")
    arranged = arrange(table.seen())
    assert arranged.groups == ()
    assert not any(sighting.in_hand for sighting in arranged.sightings)


def test_the_region_says_which_of_two_hands_is_meant() -> None:
    table = Tabletop()
    first = table.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p S S S")
    second = table.row("1p 2p 3p 4p 5p 6p 7p 8p 9p W W", y=-7)
    sightings = table.seen()
    for indices in (first, second):
        places = [sightings[index].centre for index in indices]
        left, top = min(x for x, _ in places) - 5, min(y for _, y in places) - 5
        right, bottom = max(x for x, _ in places) + 5, max(y for _, y in places) + 5
        arranged = arrange(sightings, region=(int(left), int(top), int(right - left), int(bottom - top)))
        assert [index for index, each in enumerate(arranged.sightings) if each.in_hand] == indices


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[Tabletop, str]:
    """A random hand of seventeen laid out as the tables do, and its notation."""
    kinds = [tile for tile in KINDS[:34] if tile.code not in {"5m", "1s", "2p"}]
    copies = [tile.code for tile in kinds] * 4
    deck = draw(st.permutations(copies))
    chows = draw(st.lists(st.sampled_from(["123", "567"]), max_size=2))
    pungs = draw(st.integers(0, 2))
    table = Tabletop()
    words, melds = [], []
    for ranks in chows:
        suit = draw(st.sampled_from("mps"))
        first, middle, last = (f"{rank}{suit}" for rank in ranks)
        words.append(f"{first} {middle}' {last}" if draw(st.booleans()) else f"{first} {last} {middle}")
        claimed = middle if "'" in words[-1] else last
        melds.append(
            "[" + "".join(f"{r}{chr(39) if r + suit == claimed else ''}" for r in ranks) + f"{suit}]"
        )
    for tile in draw(
        st.lists(st.sampled_from(["E", "W", "C", "P"]), min_size=pungs, max_size=pungs, unique=True)
    ):
        words.append(f"{tile} {tile} {tile}")
        melds.append(f"[{tile * 3}]")
    flowers = draw(st.lists(st.sampled_from(["f1", "f4", "h2", "h3"]), max_size=3, unique=True))
    table.row(" ".join([*flowers, *words]), y=-draw(st.floats(1.5, 2.6)), x=draw(st.floats(0, 3)))
    standing = sorted(Tile(code) for code in deck[: 16 - 3 * len(melds)])
    won = deck[16]
    table.row(" ".join(str(tile) for tile in standing) + " _ _ " + won)
    text = " ".join(["".join(map(str, standing)), *melds, *flowers, f"+{won}"])
    return table, str(Hand.parse(text))


@settings(max_examples=60, deadline=None)
@given(laid_out(), st.floats(-180, 180), st.floats(0, 45), st.floats(0.75, 1.33), st.integers(0, 2**32 - 1))
def test_a_hand_reads_the_same_at_every_rotation(
    hand: tuple[Tabletop, str], rotation: float, tilt: float, stretch: float, seed: int
) -> None:
    table, text = hand
    read, _, _ = seen_as(table.seen(rotation=rotation, tilt=tilt, stretch=stretch, jitter=0.02, seed=seed))
    assert read == text
