"""What a person says of a reading: the hand follows, doubts that it settles go, and it is kept as said."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scoring.tile import Tile
from tests.vision.tabled import laid
from vision import (
    CONCEALED_KONG,
    OUTSIDE,
    Answer,
    AnswerError,
    Doubt,
    Question,
    Reading,
    Role,
    add_tile,
    answered,
    confirmed,
    cut_melds,
    give_role,
    name_tiles_as,
    possible_answers,
    say_winning,
    taken,
)

TILE = Doubt(Question.TILE, (13,), "9s is not sure.", (("7s", 0.3), ("f1", 0.02), ("back", 0.01)))
HAND = (
    ("flowers", "f1"),  # 0
    ("exposed", "345s"),  # 1-3
    ("exposed", "CCC"),  # 4-6
    ("concealed", "234m678m9sEE"),  # 7-15
    ("winning", "9s"),  # 16
)


def test_a_tile_is_what_is_said_and_its_doubt_is_gone() -> None:
    before = laid(*HAND, doubts=(TILE,))
    after = answered(before, TILE, "7s")
    assert str(after.hand) == "234678m 7s EE [345s] [CCC] f1 +9s"
    assert after.doubts == ()
    assert after.answers == (Answer(Question.TILE, (13,), "7s", "9s"),)
    assert (after.sightings[13].p, after.sightings[13].alternatives) == (1.0, ())
    assert before.sightings[13].kind == Tile("9s")  # nothing else was touched


def test_an_answered_reading_round_trips_as_answered() -> None:
    after = add_tile(answered(laid(*HAND, doubts=(TILE,)), TILE, "7s"), "5p")
    again = Reading.from_dict(json.loads(json.dumps(after.export())))
    assert again == after
    assert [answer.changed for answer in again.answers] == [True, True]


def test_what_was_taken_is_confirmed_and_kept_as_such() -> None:
    after = confirmed(laid(*HAND, doubts=(TILE,)), TILE)
    assert (taken(after, TILE), after.doubts) == ("9s", ())
    assert after.answers == (Answer(Question.TILE, (13,), "9s", "9s"),)
    assert not after.answers[0].changed


def test_a_tile_that_is_a_flower_leaves_the_seventeen_and_comes_back() -> None:
    flower = answered(laid(*HAND, doubts=(TILE,)), TILE, "h2")
    assert str(flower.hand) == "234678m EE [345s] [CCC] f1 h2 +9s"
    assert str(name_tiles_as(flower, (13,), "9s").hand) == str(laid(*HAND).hand)


def test_a_tile_face_down_leaves_no_hand() -> None:
    after = answered(laid(*HAND, doubts=(TILE,)), TILE, "back")
    assert (after.hand, after.why) == (None, "a tile of the hand lies face down")


def test_a_meld_with_another_tile_in_it_shows_as_none() -> None:
    after = name_tiles_as(laid(*HAND), (4,), "F")
    assert after.groups[2].meld is None
    assert "[CCF]" in str(after.hand)
    assert after.why is not None


def test_a_concealed_kong_that_is_none_lies_loose() -> None:
    kong = laid(("kong", "7777p"), ("concealed", "234m678m99sEE"))
    assert str(name_tiles_as(kong, (3,), "6p").hand) == "234678m 6777p 99s EE"


def test_concealed_tiles_are_exposed_and_back() -> None:
    before = laid(*HAND)
    after = give_role(before, (7, 8, 9), "exposed")
    assert str(after.hand) == "678m 9s EE [345s] [CCC] [234m] f1 +9s"
    assert after.answers[0].was == "concealed"
    assert give_role(after, (9, 7, 8), "concealed").hand == before.hand


def test_exposed_tiles_that_are_no_meld_stay_wrong() -> None:
    after = give_role(laid(*HAND), (13, 14, 15), "exposed")
    assert after.why is not None
    assert "no chow" in after.why


def test_a_tile_is_taken_out_and_the_winning_one_told() -> None:
    after = give_role(laid(*HAND), (16,), OUTSIDE)
    assert after.sightings[16].in_hand is False
    assert [doubt.question for doubt in after.doubts] == [Question.WINNING]
    told = say_winning(after, 14)
    assert told.doubts == ()
    assert str(told.hand) == "234678m 9s E [345s] [CCC] f1 +E"
    assert [answer.was for answer in told.answers] == ["winning", ""]


def test_another_tile_wins_and_the_first_is_concealed() -> None:
    doubt = Doubt(Question.WINNING, (16,), "9s lies a little apart.", (("another", 0.3),))
    before = laid(*HAND, doubts=(doubt,))
    answers = dict(possible_answers(before, doubt))
    assert "9s" not in answers
    assert sum(p for p in answers.values() if p is not None) == pytest.approx(0.3)
    after = answered(before, doubt, "E")
    assert str(after.hand) == "234678m 99s E [345s] [CCC] f1 +E"
    assert after.doubts == ()


def test_a_missing_tile_is_added_without_a_place() -> None:
    after = add_tile(laid(*HAND[:-1]), "9s")
    assert str(after.hand) == "234678m 99s EE [345s] [CCC] f1"
    assert not after.sightings[-1].placed_in_photo
    assert add_tile(after, "h1").hand.flowers == (Tile("f1"), Tile("h1"))  # type: ignore[union-attr]


def test_melds_are_cut_otherwise() -> None:
    doubt = Doubt(Question.BOUNDARY, (0, 1, 2, 3, 4, 5, 6), "cut", (("555p 5555p", 0.5),))
    before = laid(("exposed", "555p"), ("exposed", "5555p"), ("concealed", "EE"), doubts=(doubt,))
    after = cut_melds(before, range(7), (4, 3))
    assert [len(group.sightings) for group in after.of_role(Role.EXPOSED)] == [4, 3]
    assert (after.answers[0].was, after.answers[0].answer) == ("555p 5555p", "5555p 555p")
    assert after.doubts == ()


def test_a_covered_kong_is_named() -> None:
    doubt = Doubt(Question.COVERED, (0, 1, 2, 3), "Four tiles lie face down.")
    before = laid(("kong", "7777p"), ("concealed", "234m678m99sEE"), doubts=(doubt,))
    before = replace(name_tiles_as(before, range(4), "back"), doubts=(doubt,))
    assert before.hand is None
    assert "2m" not in dict(possible_answers(before, doubt))
    after = answered(before, doubt, "5p")
    assert "{5555p}" in str(after.hand)
    with pytest.raises(AnswerError, match="can't be what lies face down"):
        answered(before, doubt, "f1")


def test_a_concealed_kong_is_told_of_four_alike() -> None:
    row = laid(("concealed", "7777p234m678m99sEE"))
    assert "{7777p}" in str(give_role(row, (0, 1, 2, 3), CONCEALED_KONG).hand)
    with pytest.raises(AnswerError, match="four alike"):
        give_role(row, (0, 1, 2, 4), CONCEALED_KONG)


def test_a_doubt_about_too_many_goes_when_there_are_no_longer() -> None:
    many = Doubt(Question.COUNT, (0, 1, 2, 3, 4), "5 tiles in the picture were read as 7p; a set has 4.")
    before = laid(("concealed", "77777p234m678m99sE"), doubts=(many,))
    assert name_tiles_as(before, (5,), "3m").doubts == (many,)
    assert name_tiles_as(before, (0,), "6p").doubts == ()


def test_a_boundary_is_asked_anew_while_it_is_open() -> None:
    doubt = Doubt(Question.BOUNDARY, tuple(range(7)), "cut", (("5555p 555p", 0.5),))
    before = laid(("exposed", "555p"), ("exposed", "5555p"), ("concealed", "EE"), doubts=(doubt,))
    assert name_tiles_as(before, (7,), "S").doubts == (doubt,)
    assert name_tiles_as(before, (0,), "6p").doubts == ()


@pytest.mark.parametrize(
    ("role", "indices", "message"),
    [
        ("exposed", (7,), "can't be cut into exposed melds"),
        ("hidden", (7,), "no role of these tiles; say exposed"),
        ("winning", (7, 8), "no role of these tiles"),
        ("concealed", (40,), "there is no tile 41; there are 17"),
        ("concealed", (7, 7), "named twice"),
        ("outside", (), "no tile is named"),
    ],
)
def test_what_can_not_be_is_refused(role: str, indices: tuple[int, ...], message: str) -> None:
    with pytest.raises(AnswerError, match=message):
        give_role(laid(*HAND), indices, role)


def test_words_that_are_no_answer_are_refused() -> None:
    before = laid(*HAND, doubts=(TILE,))
    with pytest.raises(AnswerError, match="'9x' is no tile's code"):
        answered(before, TILE, "9x")
    with pytest.raises(AnswerError, match="f1 can't be the winning tile"):
        say_winning(before, 0)
    with pytest.raises(AnswerError, match="nothing can be answered"):
        answered(before, Doubt(Question.COUNT, (), "too many"), "7s")
