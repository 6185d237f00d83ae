"""The example photo that `make demo` reads: a rendering whose hand is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sikwu
from sikwu import Hand, RuleSet, Told, Verdict, Wind

EXAMPLE = Path(__file__).parents[2] / "examples" / "hand.jpg"
HAND = Hand.parse("234m 99s EE [345s] [CCC] [7777p] f1 h1 +E")
TOLD = Told(seat=Wind.SOUTH, round=Wind.EAST, dealer=Wind.EAST, self_draw=True)


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    return sikwu.judge_photo(sikwu.load(EXAMPLE), TOLD, RuleSet.load("hktw"))


def test_the_hand_is_read_whole(verdict: Verdict) -> None:
    assert verdict.reading is not None
    assert verdict.reading.hand == HAND
    assert [(group.role.value, group.meld and group.meld.value) for group in verdict.reading.groups] == [
        ("flowers", None),
        ("exposed", "chow"),
        ("exposed", "pung"),
        ("exposed", "kong"),
        ("concealed", None),
        ("winning", None),
    ]


def test_the_photo_scores_as_the_typed_hand(verdict: Verdict) -> None:
    typed = sikwu.judge_hand(HAND, TOLD, RuleSet.load("hktw"))
    assert typed.sheet is not None
    assert typed.sheet.win
    assert verdict.sheet == typed.sheet
    assert verdict.payments == typed.payments


def test_quads_start_at_the_top_left_of_the_face(verdict: Verdict) -> None:
    """The rendered tiles stand nearly upright: first corner up and left, second up and right."""
    assert verdict.reading is not None
    for sighting in verdict.reading.sightings:
        centre = np.array(sighting.centre)
        first, second = np.array(sighting.quad[0]) - centre, np.array(sighting.quad[1]) - centre
        assert first[0] < 0 > first[1], sighting
        assert second[0] > 0 > second[1], sighting


def test_json_comes_back_the_same(verdict: Verdict) -> None:
    again = Verdict.from_dict(verdict.export())
    assert again == verdict
    assert again.export() == verdict.export()


def test_the_same_photo_gives_the_same_verdict(verdict: Verdict) -> None:
    assert sikwu.judge_photo(sikwu.load(EXAMPLE), TOLD, RuleSet.load("hktw")) == verdict


def test_the_photo_lying_on_any_side_reads_the_same() -> None:
    pixels = sikwu.load(EXAMPLE).pixels
    for quarter_turns in (1, 2, 3):
        turned = np.ascontiguousarray(np.rot90(pixels, quarter_turns))
        reading = sikwu.Reader().read(turned)
        assert reading.hand == HAND, f"{90 * quarter_turns} degrees"
