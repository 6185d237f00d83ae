"""What holds for every hand in every rule set that ships, whatever the circumstances and the switches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import POLICIES, Hand, RuleSet, ScoreSheet, Win, completing, partitions, pay, score, shipped
from scoring.tally import tally
from tests.scoring.strategies import winning_hands, wins

if TYPE_CHECKING:
    from random import Random

EVERY = {system: RuleSet.load(system).with_policies({"uncommon": "all"}) for system in shipped()}
# Rows that are about certain suits, by the function that finds them.
OF_A_SUIT = {"all_green", "all_green_with_dragon", "all_blue"}


def _without_rows_of_a_suit(rules: RuleSet) -> RuleSet:
    kept = {row.id: row for row in rules.patterns.values() if row.function not in OF_A_SUIT}
    exclusions = [one for one in rules.exclusions if one.by in kept and one.drops in kept]
    return replace(rules, patterns=kept, exclusions=tuple(exclusions))


PLAIN = {system: _without_rows_of_a_suit(rules) for system, rules in EVERY.items()}

_CHOICES: dict[str, list[Any]] = {
    name: list(switch.choices) if isinstance(switch.choices, tuple) else [[1], [2], [1, 2]]
    for name, switch in POLICIES.items()
}
_CHOICES |= {
    name: [0, int(switch.default), 7] for name, switch in POLICIES.items() if type(switch.default) is int
}
_CHOICES["wind_double_role"] = [2, 3, 4]
_CHOICES["pull_factor"] = ["1", "1.5", "2"]
_CHOICES["pull_cut_every"] = ["none", 1, 3]
_CHOICES["uncommon"] = ["none", "all"]

policies = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in _CHOICES.items()})
systems = pytest.mark.parametrize("system", shipped())


def _said(sheet: ScoreSheet) -> dict[str, Any]:
    """Give a sheet without what names the order of its tiles."""
    return {key: value for key, value in sheet.export().items() if key != "hand"}


def _check(sheet: ScoreSheet, hand: Hand, rules: RuleSet) -> None:
    """Check what must be true of the sheet of every hand that is complete."""
    assert sum(line.value for line in sheet.lines) == sheet.total
    assert sum(sheet.items.values()) == sheet.total
    held = {*hand.tiles, *hand.flowers}
    for line in (*sheet.lines, *sheet.dealer_share_extra):
        assert held.issuperset(line.tiles)
        assert rules.patterns[line.id].source == line.source
    for runner in sheet.runners_up:
        assert sum(line.value for line in runner.lines) == runner.total
        assert not sheet.win or runner.total <= sheet.total
    for lost in sheet.dropped:
        assert lost.by in {line.id for line in sheet.lines if line.reading == lost.line.reading}
        assert lost.why
        assert lost.why_zh


@systems
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_every_sheet_adds_up_and_is_the_best(system: str, data: st.DataObject) -> None:
    rules = EVERY[system]
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    sheet = score(hand, win, rules)
    _check(sheet, hand, rules)
    found = partitions(hand, rules.forms)
    if sheet.win:
        assert set(sheet.partitions) | {runner.partition for runner in sheet.runners_up} <= set(found)
        totals = [one.total for one in tally(found, hand, win, rules, sheet.waits)]
        assert max(totals) <= sheet.total
        assert sheet.total == max(totals) if sheet.bases == 1 else sheet.total <= sum(totals)
    else:
        assert sheet.why
    assert sum(pay(sheet, win, rules).net.values()) == 0


@systems
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_no_match_is_both_counted_and_not(system: str, data: st.DataObject) -> None:
    rules = EVERY[system]
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    waits = completing(hand, rules.forms)
    for one in tally(partitions(hand, rules.forms), hand, win, rules, waits):
        counted = [(match.asked.row.id, match.places, match.tiles, match.n) for match in one.counted]
        dropped = [
            (lost.match.asked.row.id, lost.match.places, lost.match.tiles, lost.match.n)
            for lost in one.dropped
        ]
        if rules.policies["repeat_counting"] == "once":
            assert not set(counted) & set(dropped)
        present = {row for row, *_ in counted}
        for match in one.counted:
            for exclusion in rules.incoming[match.asked.row.id]:
                assert not (exclusion.anywhere and not exclusion.tag and exclusion.by in present)
        for match in one.counted:
            rivals = [
                other
                for other in one.counted
                if other is not match and other.asked.family and other.asked.family == match.asked.family
            ]
            if rules.policies["repeat_counting"] == "once":
                assert not any(other.places & match.places for other in rivals)


@systems
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_switch_makes_a_crash(system: str, data: st.DataObject) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    rules = RuleSet.load(system).with_policies(data.draw(policies))
    if rules.policies["multi_ron"] == "nearest":
        win = replace(win, winners=1)
    sheet = score(hand, win, rules)
    assert sheet.win or sheet.why
    _check(sheet, hand, rules)
    assert sum(pay(sheet, win, rules).net.values()) == 0


@systems
@settings(max_examples=40, deadline=None)
@given(data=st.data(), suits=st.permutations("mps"))
def test_renaming_the_suits_changes_nothing(system: str, data: st.DataObject, suits: list[str]) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    renamed = Hand.parse(str(hand).translate(str.maketrans("mps", "".join(suits))))
    one, other = score(hand, win, PLAIN[system]), score(renamed, win, PLAIN[system])
    assert (one.total, one.bases) == (other.total, other.bases)
    # Of partitions worth the same the first is kept, and which that is may change with the suits.
    if sum(runner.total == one.total for runner in one.runners_up) == 0 and one.bases == 1:
        assert one.items == other.items


@systems
@settings(max_examples=40, deadline=None)
@given(data=st.data(), random=st.randoms(use_true_random=False))
def test_the_order_of_tiles_changes_nothing(system: str, data: st.DataObject, random: Random) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    tiles = list(hand.concealed)
    random.shuffle(tiles)
    other = Hand(tuple(tiles), hand.melds, hand.flowers, hand.winning)
    assert score(other, win, EVERY[system]) == score(hand, win, EVERY[system])
    melds = list(hand.melds)
    random.shuffle(melds)
    moved = Hand(tuple(tiles), tuple(melds), hand.flowers, hand.winning)
    assert score(moved, win, EVERY[system]).items == score(hand, win, EVERY[system]).items


@settings(max_examples=60, deadline=None)
@given(winning_hands())
def test_a_sheet_says_the_same_twice(hand: Hand) -> None:
    for rules in EVERY.values():
        assert _said(score(hand, Win(), rules)) == _said(score(hand, Win(), rules))
