"""Several photos of one hand: which tiles are the same, and what stays in doubt."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from scoring.tile import Tile
from tests.vision.tabled import laid
from vision import Doubt, PhotoFacts, Question, Reading, Role, annotate, join, load
from vision.joining.fused import fused
from vision.joining.overlap import overlap

if TYPE_CHECKING:
    from collections.abc import Sequence

MELDS = (("flowers", "f1h1"), ("exposed", "345s"), ("exposed", "CCC"), ("exposed", "7777p"))
ROW = (("concealed", "234m99sEE"), ("winning", "E"))
HAND = "234m 99s EE [345s] [CCC] [7777p] f1 h1 +E"


def photo(*groups: tuple[str, str], name: str = "b.jpg", doubts: Sequence[Doubt] = ()) -> Reading:
    reading = laid(*groups, doubts=doubts)
    return replace(reading, photo=PhotoFacts(name, name.encode().hex(), 640, 480))


def asked(reading: Reading, question: Question) -> list[str]:
    return [doubt.text for doubt in reading.doubts if doubt.question is question]


def test_melds_in_one_photo_and_the_rest_in_the_other() -> None:
    for one, other in permutations((photo(*MELDS, name="a.jpg"), photo(*ROW))):
        whole = join([one, other])
        assert str(whole.hand) == HAND
        assert whole.why is None
        assert whole.doubts == ()
        assert [each.path for each in whole.photos] == [one.photo.path, other.photo.path]


def test_a_tile_that_both_photos_show_counts_once() -> None:
    whole = join([photo(*MELDS, *ROW, name="a.jpg"), photo(*MELDS, *ROW)])
    assert str(whole.hand) == HAND
    assert whole.doubts == ()
    twice = [each for each in whole.sightings if each.same is not None]
    assert len(twice) == len(whole.sightings) / 2
    for each in twice:
        assert each.photo == 1
        assert not each.in_hand
        assert whole.sightings[each.same or 0].code == each.code
        assert whole.sightings[each.same or 0].in_hand


def test_rows_that_overlap_are_laid_over_one_another() -> None:
    left = photo(*MELDS, ("concealed", "234m99s"), name="a.jpg")
    right = photo(("concealed", "4m99sEE"), ("winning", "E"))
    for pair in permutations((left, right)):
        whole = join(pair)
        assert str(whole.hand) == HAND
        row = next(group for group in whole.groups if group.role is Role.CONCEALED)
        assert [whole.sightings[index].code for index in row.sightings] == [
            "2m",
            "3m",
            "4m",
            "9s",
            "9s",
            "E",
            "E",
        ]


def test_a_tile_that_one_photo_misses_amid_the_row_doesnt_break_the_overlap() -> None:
    left = photo(("concealed", "123456789mEE"), ("exposed", "CCC"), name="a.jpg")
    right = photo(("concealed", "12346789mEE"), ("exposed", "CCC"), ("exposed", "789s"))
    assert str(join([left, right]).hand) == "123456789m EE [CCC] [789s]"


def test_one_equal_tile_at_the_end_is_a_doubt_either_way() -> None:
    left = photo(("concealed", "123456m9s"), name="a.jpg")
    right = photo(("concealed", "9s11p"), ("exposed", "CCC"))
    assert asked(join([left, right]), Question.COUNT)


def test_what_a_set_holds_makes_tiles_the_same_whatever_the_number_of_tiles() -> None:
    left = photo(("exposed", "CCC"), ("flowers", "f1"), name="a.jpg")
    right = photo(("exposed", "CCC"), ("flowers", "f1"), ("concealed", "123m"))
    whole = join([left, right])
    assert str(whole.hand) == "123m [CCC] f1"
    assert asked(whole, Question.COUNT) == []


def test_a_single_chow_in_both_photos_may_be_two() -> None:
    left = photo(("exposed", "345s"), name="a.jpg")
    right = photo(("exposed", "345s"), ("concealed", "123m55p"))
    whole = join([left, right])
    assert [group.role for group in whole.groups].count(Role.EXPOSED) == 1
    assert "could be two" in asked(whole, Question.COUNT)[0]


def test_a_chow_beside_an_equal_meld_is_the_same_for_sure() -> None:
    both = (("exposed", "345s"), ("exposed", "CCC"))
    whole = join([photo(*both, name="a.jpg"), photo(*both, *ROW)])
    assert asked(whole, Question.COUNT) == []


def test_a_pung_in_one_photo_and_a_kong_in_the_other_is_a_kong_and_a_doubt() -> None:
    for pair in permutations((photo(("exposed", "CCC"), name="a.jpg"), photo(("exposed", "CCCC"), *ROW))):
        whole = join(pair)
        assert "[CCCC]" in str(whole.hand)
        assert "four tiles in one photo" in asked(whole, Question.COUNT)[0]


def test_looks_that_disagree_are_a_doubt_with_both_kinds() -> None:
    left, right = photo(*MELDS, *ROW, name="a.jpg"), photo(*MELDS, *ROW)
    nine = next(index for index, each in enumerate(right.sightings) if each.code == "9s")
    seen = list(right.sightings)
    seen[nine] = replace(seen[nine], kind=Tile("7s"), p=0.6, alternatives=(("9s", 0.38),))
    whole = join([left, replace(right, sightings=tuple(seen))])
    assert str(whole.hand) == HAND
    (doubt,) = whole.doubts
    assert doubt.question is Question.TILE
    assert doubt.alternatives[0][0] == "7s"


def test_a_photos_doubt_is_gone_where_the_other_shows_the_tile_without_one() -> None:
    unsure = Doubt(Question.TILE, (0,), "2m is not sure (p 0.70).", (("3m", 0.3),))
    apart = Doubt(Question.WINNING, (), "No tile lies apart from the hand.")
    left = photo(("concealed", "234m99sEE"), name="a.jpg", doubts=(unsure, apart))
    assert join([left, photo(*MELDS, *ROW)]).doubts == ()
    kept = join([left, photo(*MELDS, ("winning", "E"))])
    assert [doubt.text for doubt in kept.doubts] == [unsure.text]
    assert kept.sightings[kept.doubts[0].sightings[0]].code == "2m"


def test_two_hands_are_no_hand_and_a_clear_doubt() -> None:
    other = photo(("concealed", "123456789p111s22m"), ("winning", "8p"), ("exposed", "567s"))
    whole = join([photo(*MELDS, *ROW, name="a.jpg"), other])
    assert "may show different hands" in asked(whole, Question.COUNT)[0]
    assert whole.why is not None


def test_a_fifth_of_a_kind_is_said() -> None:
    left = photo(("exposed", "345s"), ("concealed", "99s"), name="a.jpg")
    right = photo(("concealed", "999s123m"))
    whole = join([left, right])
    held = [each for each in whole.sightings if each.in_hand and each.code == "9s"]
    assert len(held) <= 4 or any("a set has 4" in text for text in asked(whole, Question.COUNT))


def test_nothing_is_joined_for_the_sake_of_a_win() -> None:
    # Seventeen tiles that don't win; taking the two 9s for one another would leave a hand that lacks a tile.
    left = photo(("exposed", "345s"), ("exposed", "CCC"), ("exposed", "777p"), name="a.jpg")
    right = photo(("concealed", "235m99sEE"), ("winning", "E"))
    assert str(join([left, right]).hand) == "235m 99s EE [345s] [CCC] [777p] +E"


def test_melds_alone_that_were_read_as_concealed_are_asked_about() -> None:
    left = photo(
        ("flowers", "f1h1"), ("exposed", "CCC"), ("exposed", "7777p"), ("concealed", "345s"), name="a.jpg"
    )
    whole = join([left, photo(*ROW)])
    assert "[345s]" in str(whole.hand)
    (doubt,) = whole.doubts
    assert doubt.question is Question.ROLE
    assert doubt.alternatives == (("concealed", 0.3),)


def test_two_winning_tiles_are_a_doubt() -> None:
    left = photo(*MELDS, ("concealed", "234m99sEE"), ("winning", "E"), name="a.jpg")
    right = photo(("concealed", "234m99sE"), ("winning", "5p"))
    assert asked(join([left, right]), Question.WINNING)


def test_a_named_winning_tile_is_taken_from_the_row() -> None:
    whole = join([photo(*MELDS), photo(("concealed", "234m99sEEE"), name="a.jpg")], winning_tile=Tile("9s"))
    assert str(whole.hand).endswith("+9s")
    none = join([photo(*MELDS), photo(("concealed", "234m99sEEE"), name="a.jpg")], winning_tile=Tile("1p"))
    assert "no concealed tile" in asked(none, Question.WINNING)[0]


def test_three_photos_are_joined_one_after_the_other() -> None:
    parts = photo(*MELDS, name="a.jpg"), photo(("concealed", "234m99s")), photo(*ROW, name="c.jpg")
    whole = join(parts)
    assert str(whole.hand) == HAND
    assert {each.photo for each in whole.sightings} == {0, 1, 2}
    assert len(whole.photos) == 3


def test_a_joined_reading_survives_its_export() -> None:
    whole = join([photo(*MELDS, *ROW, name="a.jpg"), photo(*ROW)])
    data = json.loads(json.dumps(whole.export()))
    assert [each["path"] for each in data["photos"]] == ["a.jpg", "b.jpg"]
    assert data["photo"] == data["photos"][0]
    assert Reading.from_dict(data) == whole


def test_an_export_of_one_photo_from_before_is_still_read() -> None:
    one = photo(*ROW)
    data = one.export()
    assert "photos" not in data
    for sighting in data["sightings"]:
        del sighting["photo"], sighting["same"]
    assert Reading.from_dict(data) == one


def test_one_reading_stays_as_it_is_and_none_is_refused() -> None:
    one = photo(*ROW)
    assert join([one]) is one
    with pytest.raises(ValueError, match="no reading"):
        join([])


def test_joining_gives_the_same_every_time() -> None:
    pair = photo(*MELDS, ("concealed", "234m99s"), name="a.jpg"), photo(*ROW)
    assert join(pair).export() == join(pair).export()


def test_each_photo_is_drawn_with_its_own_tiles() -> None:
    whole = join([photo(*MELDS, name="a.jpg"), photo(*ROW)])
    blank = load(np.full((480, 900, 3), 90, np.uint8))
    drawn = [annotate(blank, whole, number=number) for number in (0, 1)]
    assert (drawn[0] != drawn[1]).any()
    changed = (drawn[1] != 90).any(axis=2)
    assert not changed[130:, :].any()  # the second photo has two rows, the first has four


def test_equal_looks_dont_make_a_doubtful_tile_sure() -> None:
    look = replace(laid(("concealed", "9s")).sightings[0], p=0.6, alternatives=(("7s", 0.4),))
    assert fused([look] * 5).p == pytest.approx(0.6, abs=0.01)


def test_the_kind_that_looks_favour_together_is_taken() -> None:
    nine = replace(laid(("concealed", "9s")).sightings[0], p=0.55, alternatives=(("7s", 0.45),))
    seven = replace(nine, kind=Tile("7s"), p=0.9, alternatives=(("9s", 0.1),))
    assert fused([nine, nine, seven]).code == "7s"


def test_the_number_of_tiles_tips_only_what_the_tiles_leave_open() -> None:
    alike = np.full((3, 3), -4.0)
    alike[2, 0] = 3.5
    with_one = overlap(alike, lambda pairs: 3.0 if len(pairs) == 1 else 0.0)
    without = overlap(alike, lambda pairs: 3.0 if not pairs else 0.0)
    assert (with_one.pairs, without.pairs) == (((2, 0),), ())
    clear = np.full((3, 3), -4.0) + 7.5 * np.eye(3)
    assert len(overlap(clear, lambda pairs: 3.0 if not pairs else 0.0).pairs) == 3
