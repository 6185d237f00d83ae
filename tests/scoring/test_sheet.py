from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Hand, RuleSet, ScoreLine, ScoreSheet, ScoringError, Win, score
from tests.scoring.strategies import any_hands, winning_hands, wins

RULES = RuleSet.load("hktw")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_sheets_survive_json(data: st.DataObject) -> None:
    hand = data.draw(winning_hands())
    sheet = score(hand, data.draw(wins(hand)), RULES)
    assert ScoreSheet.from_dict(json.loads(json.dumps(sheet.export()))) == sheet


@settings(max_examples=40, deadline=None)
@given(any_hands())
def test_sheets_of_any_hand_survive_json(hand: Hand) -> None:
    sheet = score(hand, Win(), RULES)
    assert ScoreSheet.from_dict(json.loads(json.dumps(sheet.export()))) == sheet


@pytest.mark.parametrize(
    "text",
    [
        "22m 77m 44p 99p 33s 666s 88s W f1 +W",
        "147m 258p 369s ESWNCFP f1 +P",
        "19m 19p 9s 1s ESWNCFP {5555p} +P",
        "223344p 667788s 555m N f1 +N",
        "345m 678m 99p 67s EEE [CCC] f1 +4s",
    ],
)
def test_sheets_of_every_shape_survive_json(text: str) -> None:
    sheet = score(Hand.parse(text), Win(), RULES)
    assert ScoreSheet.from_dict(json.loads(json.dumps(sheet.export()))) == sheet


def test_lines_must_add_up() -> None:
    hand = Hand.parse("567m 345s WW 67p [234p] [NNN] f1 +8p")
    line = ScoreLine("self_draw", "自摸", "Self-draw", 1, (), "hktw 321")
    with pytest.raises(ScoringError, match="add up to 1"):
        ScoreSheet(hand, "hktw", win=True, lines=(line,), total=2, bases=1)
    with pytest.raises(ScoringError, match="says why"):
        ScoreSheet(hand, "hktw", win=False)


def test_a_line_names_its_tiles_and_its_row() -> None:
    sheet = score(Hand.parse("567m 345s WW 67p [234p] [NNN] f1 +8p"), Win(), RULES)
    lines = {line.id: line for line in sheet.lines}
    assert [tile.code for tile in lines["off_flower"].tiles] == ["f1"]
    assert [tile.code for tile in lines["wind_pung"].tiles] == ["N", "N", "N"]
    assert [tile.code for tile in lines["self_draw"].tiles] == ["8p"]
    assert lines["wind_pung"].source == "hktw 244"
    assert sheet.reading == "567m [234p] 678p* 345s [NNN] WW"
