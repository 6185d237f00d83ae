"""Cash awards in rule files: a house's own, their faults, and two books compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring import (
    POT,
    AwardClaim,
    AwardError,
    Flow,
    RuleSet,
    Tile,
    check_claim,
    check_rules,
    diff_rules,
    pay_award,
)

if TYPE_CHECKING:
    from pathlib import Path

    from scoring.money import Amount

SEATS = ("E", "S", "W", "N")
HKTW = RuleSet.load("hktw")


def _write(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(f'extends = "hktw"\n{text}', encoding="utf-8")
    return path


def _house(folder: Path, text: str) -> RuleSet:
    return RuleSet.load(_write(folder, text))


def _paid(rules: RuleSet, claim: AwardClaim) -> list[tuple[str, str, Amount]]:
    return [(one.payer, one.payee, one.amount) for one in pay_award(claim, SEATS, rules)]


def test_a_house_changes_adds_and_strikes_awards(tmp_path: Path) -> None:
    rules = _house(
        tmp_path,
        """
        [awards.mixed_flower_run_cash]
        bases = 1
        [awards.false_win]
        bases = 2
        [awards.wrong_kong]
        off = true
        [awards.late]
        zh = "遲到"
        en = "Late to the table"
        source = "our table"
        fan = 3
        pays = "pot"
        """,
    )
    assert _paid(rules, AwardClaim("mixed_flower_run_cash", "S")) == [
        ("E", "S", 5),
        ("W", "S", 5),
        ("N", "S", 5),
    ]
    assert _paid(rules, AwardClaim("false_win", "S")) == [("S", "E", 10), ("S", "W", 10), ("S", "N", 10)]
    assert _paid(rules, AwardClaim("late", "S")) == [("S", POT, 3)]
    with pytest.raises(AwardError, match="no award 'wrong_kong'"):
        pay_award(AwardClaim("wrong_kong", "S"), SEATS, rules)
    assert rules.awards["mixed_flower_run_cash"].pays is Flow.OTHERS


def test_a_house_without_the_double_award_pays_one_base_for_any_tile(tmp_path: Path) -> None:
    rules = _house(tmp_path, "[awards.follow_discard_double]\noff = true\n")
    claim = AwardClaim("follow_discard", "S", tile=Tile("5p"), nth=2)
    assert _paid(rules, claim) == [("S", "E", 5), ("S", "W", 5), ("S", "N", 5)]
    check_claim(AwardClaim("follow_discard", "S"), (), SEATS, rules)


def test_a_rule_set_of_its_own_may_have_cash(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'zh = "自訂"\nen = "Own"\n[price]\nbase = 4\nper = 1\n'
        '[awards.kong]\nzh = "槓"\nen = "Kong"\nsource = "us"\nbases = 2\npays = "others"\n',
        encoding="utf-8",
    )
    assert _paid(RuleSet.load(path), AwardClaim("kong", "S")) == [("E", "S", 8), ("W", "S", 8), ("N", "S", 8)]


def test_two_books_are_compared_award_by_award(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        """
        [awards.wrong_kong]
        off = true
        [awards.flower_set_cash]
        bases = "1.5"
        pays = "pot"
        once = false
        [awards.false_win]
        fan = 20
        [awards.follow_discard]
        becomes = { award = "follow_discard_double", from_nth = 3 }
        """,
    )
    found = {(one.section, one.id): (one.left, one.right) for one in diff_rules(HKTW, house)}
    simples = "2345678m 2345678p 2345678s"
    assert found == {
        ("award", "wrong_kong"): ("槓錯牌 Wrong kong: bases = 2", ""),
        ("award.worth", "flower_set_cash"): ("bases = 1", "bases = 1.5"),
        ("award.pays", "flower_set_cash"): ("others", "pot"),
        ("award.once", "flower_set_cash"): ("true", "false"),
        ("award.worth", "false_win"): ('fan = "false_win_fan"', "fan = 20"),
        ("award.becomes", "follow_discard"): (
            f'{{ award = "follow_discard_double", tiles = "{simples}", from_nth = 2 }}',
            '{ award = "follow_discard_double", from_nth = 3 }',
        ),
    }


MINE = '[awards.mine]\nzh = "我"\nen = "Mine"\nsource = "us"\n'


def test_all_faults_of_awards_are_found_in_one_go_with_their_lines(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        """[awards.flower_set_cash]
base = 2
[awards.false_win]
fan = "false_win_fen"
[awards.wrong_kong]
bases = 0
pays = "everybody"
[awards.follow_discard]
becomes = { award = "follow_discard_triple", tiles = "5x", from_nth = 1, of = 3 }
[awards.mixed_flower_run_cash]
ends = [
    "flower_set_cash",
    "flower_set_kash",
]
flowers = "all"
repeats_when = "pull_mode"
[awards.dice_triple]
once = "yes"
[awards.mine]
zh = "我"
bases = 1.5
fan = 3
[awards.yours]
off = true
""",
    )
    assert [(fault.line, fault.key) for fault in check_rules(path)] == [
        (3, "awards.flower_set_cash.base"),
        (5, "awards.false_win.fan"),
        (7, "awards.wrong_kong.bases"),
        (8, "awards.wrong_kong.pays"),
        (10, "awards.follow_discard.becomes.of"),
        (10, "awards.follow_discard.becomes.award"),
        (10, "awards.follow_discard.becomes.tiles"),
        (10, "awards.follow_discard.becomes.from_nth"),
        (14, "awards.mixed_flower_run_cash.ends[2]"),
        (16, "awards.mixed_flower_run_cash.flowers"),
        (17, "awards.mixed_flower_run_cash.repeats_when"),
        (19, "awards.dice_triple.once"),
        (20, "awards.mine.en"),
        (20, "awards.mine.source"),
        (20, "awards.mine"),
        (20, "awards.mine.pays"),
        (25, "awards.yours.off"),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[awards.false_win]\nfann = 3\n", "there is no key 'fann'; did you mean 'fan'?"),
        (f"{MINE}pays = 'pot'\n", "needs one of bases, fan; it has none"),
        (f"{MINE}pays = 'pot'\nbases = 1\nfan = 1\n", "needs one of bases, fan; it has both"),
        (f"{MINE}pays = 'pot'\nbases = -1\n", "expected an amount from 0"),
        (f"{MINE}pays = 'pot'\nbases = 1001\n", "worth more than 0 and at most 1000 bases"),
        (f"{MINE}pays = 'pot'\nbases = 0.5\n", 'a text like "2.5", not 0.5'),
        (f"{MINE}pays = 'pot'\nfan = 0\n", "worth from 1 to"),
        (f"{MINE}pays = 'pot'\nfan = 'pull_mode'\n", "a policy that is one"),
        (f"{MINE}bases = 1\n", "expected who pays whom, it is missing"),
        (
            f"{MINE}pays = 'other'\nbases = 1\n",
            "expected who pays whom, not \"other\"; did you mean 'others'?",
        ),
        (f"{MINE}pays = 'multi_ron'\nbases = 1\n", "expected who pays whom"),
        (f"{MINE}pays = 'pot'\nbases = 1\nrepeats_when = 'mixed_run_repeats'\n", "add once = true"),
        ("[awards.wrong_kong]\nbecomes = { award = 'false_win', from_nth = 2 }\n", "add follows = true"),
        ("[awards.follow_discard]\nbecomes = { award = 'false_win' }\n", "needs tiles, from_nth or both"),
        (
            "[awards.follow_discard]\nbecomes = { award = 'follow_discard', from_nth = 2 }\n",
            "there is no award",
        ),
        (
            "[awards.follow_discard]\nbecomes = { award = 'false_win', tiles = 'seat_wind' }\n",
            "depends on a win, and nobody has won yet",
        ),
        ("[awards]\nfalse_win = 3\n", "expected a table, not 3"),
        ("awards = 3\n", "expected a table, not 3"),
    ],
)
def test_a_fault_says_what_would_be_right(tmp_path: Path, text: str, problem: str) -> None:
    assert any(problem in fault.problem for fault in check_rules(_write(tmp_path, text)))
