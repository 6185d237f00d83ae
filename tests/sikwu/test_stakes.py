"""What doubts are about in fan and money, and what is assumed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from scoring import Hand, RuleSet, WinBy, Wind
from sikwu import Told, Verdict, judge_hand, judge_reading
from sikwu.stakes import EXPOSED
from tests.sikwu.doubted import DRAGON, EYE, EYE_TOO, FLOWER, GROUPS, NINE, OPEN, WON, doubted
from tests.vision.tabled import laid
from vision import Doubt, Question, answered

if TYPE_CHECKING:
    from sikwu.stakes import Stake

TOLD = Told(self_draw=True, seat=Wind.SOUTH, round=Wind.EAST, dealer=Wind.EAST, dealer_streak=0)
RULES = RuleSet.load("hktw")


def judged(*doubts: Doubt) -> Verdict:
    return judge_reading(doubted(*doubts), TOLD, RULES)


def stakes_of(*doubts: Doubt) -> tuple[Stake, ...]:
    return judged(*doubts).stakes


def test_a_tile_read_otherwise_is_scored_as_that_hand() -> None:
    (stake,) = stakes_of(DRAGON)
    (other,) = stake.others
    assert (other.answer, other.p, other.win) == ("F", 0.4, False)
    assert str(other.hand) == "234678m 99s EE [345s] [CCF] f1 +9s"
    assert stake.now.win
    assert stake.now.paid > 0
    assert stake.matters


def test_each_outcome_is_what_the_corrected_reading_scores() -> None:
    (stake,) = stakes_of(WON)
    for outcome in stake.others:
        assert outcome.hand is not None
        typed = judge_hand(outcome.hand, TOLD, RULES)
        assert typed.sheet is not None
        assert (outcome.win, outcome.fan) == (typed.sheet.win, typed.sheet.total)
        assert dict(outcome.payments) == {
            seat.value: amount for seat, amount in typed.payments.by_payer.items()
        }


def test_what_changes_nothing_is_listed_and_does_not_matter() -> None:
    foreign = Doubt(Question.TILE, (18,), "W is not sure.", (("N", 0.4),))  # lies outside
    first, last = stakes_of(foreign, DRAGON)
    assert (first.doubt, last.doubt) == (1, 0)
    assert (first.matters, last.matters) == (True, False)


def test_the_order_is_by_money_weighted_with_probability() -> None:
    found = stakes_of(FLOWER, DRAGON, NINE, OPEN)
    assert [stake.weight for stake in found] == sorted((stake.weight for stake in found), reverse=True)
    assert found[0].doubt == 1  # as likely as not to cost the whole win


def test_two_doubts_that_only_matter_together_are_both_asked() -> None:
    """The eye is two E or two 5p, each a win of its own worth; with one of each there is none."""
    by_doubt = {stake.doubt: stake for stake in stakes_of(EYE, EYE_TOO)}
    (both,) = by_doubt[0].both
    assert (both.answer, both.doubt, both.other) == ("5p", 1, "5p")
    assert both.outcome.win
    assert both.outcome.p == pytest.approx(0.06)
    assert not any(outcome.win for outcome in by_doubt[0].others)
    assert "55p" in str(both.outcome.hand)


def test_a_false_win_stays_one_though_an_answer_would_win() -> None:
    doubt = Doubt(Question.TILE, (4,), "F is not sure.", (("C", 0.49),))
    verdict = judge_reading(laid(*GROUPS[:2], ("exposed", "FCC"), *GROUPS[3:], doubts=(doubt,)), TOLD, RULES)
    assert verdict.sheet is not None
    assert not verdict.sheet.win
    assert verdict.payments.transfers == ()
    assert [outcome.win for outcome in verdict.stakes[0].changing] == [True]


def test_a_tile_that_is_a_flower_leaves_no_hand_of_seventeen() -> None:
    flower = Doubt(Question.TILE, (13,), "9s is not sure.", (("f2", 0.3), ("back", 0.1)))
    (stake,) = stakes_of(flower)
    assert [outcome.beyond for outcome in stake.others] == [-1, 0]
    assert stake.others[1].hand is None


def test_everything_concealed_is_set_beside_melds_laid_open() -> None:
    row = ("concealed", "234m678m99sEE345s555p")
    doubt = Doubt(Question.ROLE, tuple(range(16)), "Everything is taken as concealed.")
    verdict = judge_reading(laid(row, ("winning", "E"), doubts=(doubt,)), TOLD, RULES)
    (stake,) = verdict.stakes
    (laid_open,) = stake.others
    assert laid_open.answer == EXPOSED
    assert str(laid_open.hand) == "99s EE [234m] [678m] [555p] [345s] +E"
    assert 0 < laid_open.fan < stake.now.fan


def test_a_role_that_contradicts_what_was_told_is_said_to_be_impossible() -> None:
    told = Told(self_draw=True, any_calls=False)
    doubt = Doubt(Question.ROLE, (0, 1, 2), "234m: taken as concealed.", (("exposed", 0.3),))
    verdict = judge_reading(
        laid(("concealed", "234m678m99sEE345s555p"), ("winning", "E"), doubts=(doubt,)), told, RULES
    )
    assert verdict.stakes[0].others[0].impossible is not None


def test_a_tile_too_many_is_asked_by_which_of_them_lies_outside() -> None:
    many = Doubt(Question.COUNT, (1, 2, 3, 4, 15), "5 tiles in the picture were read as E; a set has 4.")
    found = laid(("concealed", "9sEEEE9s234m678m345sE5p"), ("winning", "5p"), doubts=(many,))
    assert found.hand is not None
    assert found.hand.size == 18
    (stake,) = judge_reading(found, TOLD, RULES).stakes
    assert (stake.now.beyond, stake.now.win) == (1, False)
    assert [outcome.answer for outcome in stake.others] == [f"outside {n}" for n in (2, 3, 4, 5, 16)]
    assert all(outcome.beyond == 0 for outcome in stake.others)
    assert answered(found, many, "outside 16").doubts == ()
    enough = answered(found, many, "outside 16")
    assert judge_reading(replace(enough, doubts=(many,)), TOLD, RULES).stakes == ()


def test_a_verdict_with_stakes_comes_back_the_same() -> None:
    data = judged(NINE, EYE, EYE_TOO, WON, OPEN).export()
    assert json.loads(json.dumps(Verdict.from_dict(json.loads(json.dumps(data))).export())) == json.loads(
        json.dumps(data)
    )


HAND = Hand.parse("234m 678m EE 56s [345p] [999s] h1 +7s")


def test_only_what_matters_is_called_an_assumption() -> None:
    found = {each.name: each for each in judge_hand(HAND, Told(), RULES).assumptions}
    assert {"by", "seat", "last_tile", "replacement_chain"} <= set(found)
    assert found["by"].taken == "self_draw"
    chosen = next(each for each in found["by"].otherwise if each.answer == "discard from W")
    typed = judge_hand(HAND, Told(by=WinBy.DISCARD, discarder=Wind.WEST), RULES)
    assert typed.sheet is not None
    assert chosen.fan == typed.sheet.total
    assert all(outcome.answer != "kong" for outcome in found["replacement_chain"].otherwise)


def test_what_was_told_is_no_assumption() -> None:
    names = {each.name for each in judge_hand(HAND, TOLD, RULES).assumptions}
    assert not names & {"by", "seat", "round", "dealer", "dealer_streak"}


def test_what_no_win_was_told_of_assumes_nothing() -> None:
    assert judge_hand(Hand.parse("234m 678m EE 56s [345p] [999s] h1 +1m"), Told(), RULES).assumptions == ()
