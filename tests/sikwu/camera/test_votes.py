"""Voting over frames, with readings that no picture stands behind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from scoring.tile import Tile
from sikwu.camera import Gate, Look, Watch, vote
from sikwu.camera.votes import match
from tests.sikwu.doubted import GROUPS
from tests.vision.tabled import laid
from vision import Doubt, Question

if TYPE_CHECKING:
    from vision import Reading

WHOLE = laid(*GROUPS)
COVERED = laid(*GROUPS[:3], ("concealed", "234m678m9s"))
NINE = 13
ROLE = Doubt(Question.ROLE, (1, 2, 3), "345s: taken as exposed.", (("concealed", 0.3),))


def moved(reading: Reading, x: float, y: float) -> Reading:
    seen = []
    for each in reading.sightings:
        a, b, c, d = ((px + x, py + y) for px, py in each.quad)
        seen.append(replace(each, quad=(a, b, c, d)))
    return replace(reading, sightings=tuple(seen))


def read_as(code: str, p: float, reading: Reading = WHOLE, at: int = NINE) -> Reading:
    seen = list(reading.sightings)
    seen[at] = replace(seen[at], kind=Tile(code), p=p, alternatives=(("9s", round(1 - p, 4)),))
    return replace(reading, sightings=tuple(seen))


def looks(*readings: Reading) -> list[Look]:
    return [Look(number, 100.0 - number, reading) for number, reading in enumerate(readings)]


def test_the_same_tiles_are_found_again_when_the_camera_moved_by_more_than_a_tile() -> None:
    for shift in ((0, 0), (9, -5), (90, 70), (-130, 45)):
        found = match(WHOLE.sightings, moved(WHOLE, *shift).sightings)
        assert found == {place: place for place in range(len(WHOLE.sightings))}


def test_a_tile_that_is_covered_in_one_frame_matches_nothing_there() -> None:
    found = match(WHOLE.sightings, moved(COVERED, 40, 0).sightings)
    codes = [(WHOLE.sightings[one].code, COVERED.sightings[other].code) for one, other in found.items()]
    assert len(found) == len(COVERED.sightings)
    assert all(one == other for one, other in codes)


def test_kinds_are_voted_by_the_sum_of_their_logarithms() -> None:
    # Two hesitant looks at a 7s are outweighed by one that is sure of the 9s.
    voted = vote(looks(read_as("7s", 0.55), moved(read_as("7s", 0.55), 3, 3), moved(WHOLE, 5, 1)))
    assert voted.reading.sightings[NINE].code == "9s"
    assert voted.reading.hand == WHOLE.hand
    # Two that are sure of the 7s outweigh one.
    voted = vote(looks(read_as("7s", 0.99), read_as("7s", 0.99), WHOLE))
    assert voted.reading.sightings[NINE].code == "7s"


def test_what_the_frames_dont_agree_on_is_a_doubt_with_the_other_kind() -> None:
    voted = vote(looks(read_as("7s", 0.8), WHOLE, read_as("7s", 0.7)))
    doubts = [doubt for doubt in voted.reading.doubts if doubt.question is Question.TILE]
    assert [doubt.sightings for doubt in doubts] == [(NINE,)]
    assert {code for code, _ in doubts[0].alternatives} <= {"7s", "9s"}


def test_groups_are_voted_and_the_sharpest_frame_that_won_is_taken() -> None:
    first, second, third = looks(COVERED, WHOLE, moved(WHOLE, 4, 0))
    voted = vote([first, second, replace(third, sharpness=500.0)])
    assert (voted.votes, voted.of, voted.look.frame) == (2, 3, 2)
    assert voted.reading.hand == WHOLE.hand
    assert voted.reading.sightings[0].quad == third.reading.sightings[0].quad


def test_of_equal_votes_the_one_that_sees_more_tiles_wins() -> None:
    assert vote(looks(WHOLE, COVERED)).reading.hand == WHOLE.hand
    assert vote(looks(COVERED, WHOLE)).reading.hand == WHOLE.hand
    with pytest.raises(ValueError, match="without a look"):
        vote([])


def test_a_kind_that_is_voted_otherwise_changes_the_hand() -> None:
    voted = vote(looks(read_as("7s", 0.95), WHOLE, WHOLE, WHOLE))
    assert voted.look.frame == 0
    assert voted.reading.sightings[NINE].code == "9s"
    assert voted.reading.hand == WHOLE.hand


def test_steady_after_the_same_hand_won_in_a_row() -> None:
    watch = Watch(frames=3)
    progress = [watch.add(number, 100.0, moved(WHOLE, number, 0)) for number in range(3)]
    assert [each.run for each in progress] == [1, 2, 3]
    assert [each.steady for each in progress] == [False, False, True]


def test_a_hand_that_passes_over_the_tiles_neither_counts_nor_is_taken() -> None:
    watch = Watch(frames=3)
    for number, reading in enumerate((WHOLE, WHOLE, COVERED)):
        progress = watch.add(number, 100.0, reading)
    assert (progress.run, progress.steady) == (2, False)
    assert progress.voted.reading.hand == WHOLE.hand
    assert watch.add(3, 100.0, WHOLE).steady


def test_a_part_of_a_hand_is_never_steady_however_long_it_lies_there() -> None:
    watch = Watch(frames=2)
    assert not any(watch.add(number, 100.0, COVERED).steady for number in range(20))


def test_another_hand_starts_the_count_anew() -> None:
    watch = Watch(frames=3)
    other = laid(*GROUPS[:3], ("concealed", "234m678m11pWW"), ("winning", "1p"))
    runs = [watch.add(number, 100.0, reading).run for number, reading in enumerate([WHOLE] * 2 + [other] * 4)]
    assert runs[:2] == [1, 2]
    assert runs[-1] < 3
    assert watch.add(9, 100.0, other).voted.reading.hand == other.hand


def test_a_doubt_of_weight_takes_three_times_as_long() -> None:
    watch = Watch(frames=2)
    doubted = replace(WHOLE, doubts=(ROLE,))
    steady = [watch.add(number, 100.0, doubted).steady for number in range(6)]
    assert steady == [False] * 5 + [True]
    plain = Watch(frames=2)
    unanswerable = Doubt(Question.WINNING, (), "No tile lies apart from the hand.")
    assert [plain.add(n, 100.0, replace(WHOLE, doubts=(unanswerable,))).steady for n in range(2)][-1]


def test_blurred_frames_are_left_out_beside_the_best_of_late() -> None:
    gate = Gate()
    assert [gate.passes(value) for value in (100, 40, 60, 300, 140, 160)] == [
        True,
        False,
        True,
        True,
        False,
        True,
    ]
    for _ in range(25):
        gate.passes(20)
    assert gate.passes(20)  # the light went out; what was sharp long ago doesn't count


def test_what_looked_sharp_before_anything_sharper_came_doesnt_vote() -> None:
    watch = Watch(frames=3)
    for number, (value, reading) in enumerate(((10.0, COVERED), (10.0, COVERED), (100.0, WHOLE))):
        assert watch.wants(value)
        progress = watch.add(number, value, reading)
    assert progress.voted.reading.hand == WHOLE.hand
    assert progress.voted.of == 1


def test_what_never_came_to_rest_is_given_with_a_doubt_that_says_so() -> None:
    watch = Watch(frames=4)
    assert watch.unsteady("the video ended") is None
    for number, reading in enumerate((WHOLE, WHOLE, COVERED, COVERED, COVERED, COVERED, COVERED)):
        watch.add(number, 100.0, reading)
    voted = watch.unsteady("the video ended")
    assert voted is not None
    assert voted.reading.hand == WHOLE.hand
    assert "The video ended before the same hand was read in 4 sharp frames" in voted.reading.doubts[0].text
    assert voted.look.frame in watch.frames_needed


def test_the_same_frames_give_the_same_vote() -> None:
    frames = looks(read_as("7s", 0.7), moved(WHOLE, 4, 4), COVERED, moved(read_as("8s", 0.6), 2, 0))
    assert vote(frames) == vote(frames)
