from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from scoring import POLICIES, Hand, RulesError, RuleSet, Win, score, shipped
from scoring.policies import check_policy, read_policy

if TYPE_CHECKING:
    from pathlib import Path

HAND = Hand.parse("567m 345s WW 67p [234p] [NNN] f1 +8p")


def test_every_row_has_names_a_source_and_a_value() -> None:
    for row in RuleSet.load("hktw").patterns.values():
        assert row.zh
        assert row.en
        assert row.section
        document, line = row.source.split()
        assert document == "hktw"
        assert int(line) > 0
        assert str(row.value)


def test_every_exclusion_has_a_reason_and_a_source() -> None:
    for exclusion in RuleSet.load("hktw").exclusions:
        assert exclusion.why.en != exclusion.why.zh
        assert exclusion.source


def test_the_uncommon_table_is_off_unless_named() -> None:
    rules = RuleSet.load("hktw")
    assert "all_green" not in {row.id for row in rules.active}
    named = rules.with_policies({"uncommon": ["all_green"]})
    assert {row.id for row in named.active} - {row.id for row in rules.active} == {"all_green"}
    assert len(rules.with_policies({"uncommon": "all"}).active) == len(rules.patterns)


def test_a_row_comes_behind_all_that_can_drop_it() -> None:
    rules = RuleSet.load("hktw").with_policies({"uncommon": "all"})
    place = {row.id: number for number, row in enumerate(rules.active)}
    assert all(place[exclusion.by] < place[exclusion.drops] for exclusion in rules.exclusions)


def _house(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_house_rule_extends_another(tmp_path: Path) -> None:
    path = _house(
        tmp_path,
        """
        extends = "hktw"
        zh = "家規"
        [price]
        base = 50
        per = 10
        [policies]
        repeat_counting = "all"
        [patterns.wind_pung]
        value = 3
        [patterns.off_flower]
        off = true
        [patterns.any_wind]
        zh = "風"
        en = "Another row for winds"
        section = "家規"
        source = "house 1"
        function = "wind_pung"
        value = 7
        [[exclusions]]
        by = "any_wind"
        drops = ["self_draw"]
        why = "the house says so"
        source = "house 2"
        anywhere = true
        """,
    )
    rules = RuleSet.load(path)
    assert (rules.id, rules.zh, rules.en) == (str(path), "家規", RuleSet.load("hktw").en)
    assert (rules.price.base, rules.price.per) == (50, 10)
    assert rules.policies["repeat_counting"] == "all"
    assert rules.sha256 != RuleSet.load("hktw").sha256
    sheet = score(HAND, Win(), rules)
    assert sheet.items == {"wind_pung": 3, "any_wind": 7}
    assert "off_flower" not in rules.patterns


def test_a_house_rule_may_extend_a_house_rule(tmp_path: Path) -> None:
    _house(tmp_path, 'extends = "hktw"\n[patterns.wind_pung]\nvalue = 3\n', "one.toml")
    rules = RuleSet.load(_house(tmp_path, 'extends = "one.toml"\n[patterns.self_draw]\nvalue = 2\n'))
    assert score(HAND, Win(), rules).items == {"off_flower": 1, "wind_pung": 3, "self_draw": 2}


def test_the_same_file_gives_the_same_digest() -> None:
    assert RuleSet.load("hktw").sha256 == RuleSet.load("hktw").sha256
    assert shipped() == tuple(sorted(shipped()))
    assert "hktw" in shipped()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colour = 1", "there is no key 'colour'"),
        ("[patterns.wind_pung]\nworth = 3", "patterns.wind_pung.worth: there is no key 'worth'"),
        ("[patterns.wind_pung]\nvalue = -3000000", "patterns.wind_pung.value"),
        ("[patterns.wind_pung]\nvalue = 1.5", "patterns.wind_pung.value"),
        ("[patterns.wind_pung]\nexposed = 1", "needs one of value"),
        ("[patterns.wind_pung]\nvalue = 1\nformula = '2n'", "needs one of value"),
        ("[patterns.wind_pung]\nformula = 'n squared'", "a text like 2n+1"),
        ("[patterns.wind_pung]\nby_count = { two = 3 }", "the keys are counts"),
        ("[patterns.wind_pung]\nby_count = {}", "a table of numbers"),
        ("[patterns.wind_pung]\nfamily = 'cousins'", "there is no family 'cousins'"),
        ("[patterns.wind_pung]\nforms = ['square']", "there is no form 'square'"),
        ("[patterns.wind_pung]\ncommon = 1", "expected true or false"),
        (
            "[patterns.wind_pung]\nbeside = ['nothing']",
            "patterns.wind_pung.beside[1]: there is no pattern 'nothing'",
        ),
        ("[patterns.mine]\nvalue = 3", "patterns.mine.zh: expected a text, it is missing"),
        (
            "[patterns.mine]\nvalue = 3\nzh = '我'\nen = 'Mine'\nsection = '家規'",
            "patterns.mine.source: it is missing; name the document and line that the row comes from",
        ),
        (
            "[patterns.mine]\nvalue = 3\nzh = '我'\nen = 'Mine'\nsection = '家規'\nsource = 'house'",
            "no pattern function 'mine'",
        ),
        ("[policies]\nrepeat_counting = 'twice'", 'policy repeat_counting is "once" or "all", not "twice"'),
        ("[policies]\ndiscard_opens_pattern = 1", "policy discard_opens_pattern is true or false, not 1"),
        ("[policies]\nmixed_step_steps = ['one']", "a list of step widths"),
        ("[policies]\nuncommon = 'some'", "a list of pattern ids"),
        ("[policies]\nweather = 'fair'", "there is no policy 'weather'"),
        ("[price]\nbase = 0.5", "price.base: expected a whole number"),
        ("[price]\ncap = 5", "price.cap: there is no key 'cap'"),
        ("[[exclusions]]\nby = 'nothing'", "drops: expected a list of words"),
        (
            "[[exclusions]]\nby = 'nothing'\ndrops = ['self_draw']\nwhy = 'x'\nsource = 'y'",
            "there is no pattern 'nothing'",
        ),
        (
            "[[exclusions]]\nby = 'wind_pung'\ndrops = ['self_draw']\nsource = 'y'",
            "why: expected a text, it is missing",
        ),
        (
            "[[exclusions]]\nby = 'no_honours'\ndrops = ['all_simples']\nwhy = 'x'\nsource = 'y'",
            "exclusions run in a circle",
        ),
        ("exclusions = 3", "expected [[exclusions]] tables"),
        ("patterns = 3", "patterns: expected a table"),
        ("not toml at all", "not a TOML file"),
        ("[patterns.wind_pung]\nfamily = ['cousins']", "patterns.wind_pung.family: expected a text"),
        ("[patterns.wind_pung]\noff = 1", "patterns.wind_pung.off: expected true or false"),
        ("[patterns.no_such_row]\noff = true", "patterns.no_such_row.off: there is no such row to strike"),
        ("[patterns.wind_pung]\nvalue = 10000000", "patterns.wind_pung.value"),
        ("[patterns.wind_pung]\nformula = '99999999n'", "patterns.wind_pung.formula"),
        ("[patterns.wind_pung]\nby_count = { '٣' = 3 }", "the keys are counts"),
        (
            "[patterns.ready]\ntiers = { hidden = 10 }",
            "patterns.ready.tiers.hidden: there is no key 'hidden'",
        ),
        (
            "[patterns.chicken]\nbeside_when = { implied_patterns = ['ready'] }",
            "there is no policy 'implied_patterns' that is true or false",
        ),
        ("[policies]\nuncommon = ['no_such_row']", "uncommon names 'no_such_row'"),
        ("[price]\nbase = 10000000000000", "price.base: expected an amount from 0"),
        (f"[price]\nbase = {'9' * 5000}", "not a TOML file"),
        (f"zh = {'[' * 5000}", "not a TOML file"),
        ("id = 3", "id: expected a text"),
    ],
)
def test_mistakes_name_the_file_and_the_key(tmp_path: Path, text: str, says: str) -> None:
    path = _house(tmp_path, f"extends = 'hktw'\n{text}\n" if "not toml" not in text else text)
    with pytest.raises(RulesError) as caught:
        RuleSet.load(path)
    assert str(path) in str(caught.value)
    assert says in str(caught.value)


def test_a_rule_set_that_is_not_there(tmp_path: Path) -> None:
    for source in ("nowhere", tmp_path / "none.toml", tmp_path, "nul\0"):
        with pytest.raises(RulesError, match="a rule set is"):
            RuleSet.load(source)


def test_what_a_rule_set_of_its_own_leaves_out_has_its_default(tmp_path: Path) -> None:
    rules = RuleSet.load(_house(tmp_path, "zh = '空'\nen = 'Empty'\n[price]\nbase = 1\nper = 1\n"))
    assert rules.policies == {name: switch.default for name, switch in POLICIES.items()}


def test_every_switch_is_described_and_can_be_set_to_its_default() -> None:
    for name, switch in POLICIES.items():
        assert switch.en, name
        assert switch.zh, name
        assert check_policy(name, switch.default, "here") == switch.default


@pytest.mark.parametrize(
    ("given", "kept"),
    [("1.5", "1.5"), ("1.50", "1.5"), ("2.000", "2"), (2, "2"), ("01.25", "1.25"), ("1", "1"), (100, "100")],
)
def test_the_factor_of_a_pull_is_an_exact_number(given: object, kept: str) -> None:
    assert read_policy("pull_factor", given) == kept
    assert Decimal(kept) == Decimal(str(given))


@pytest.mark.parametrize("given", [1.5, "0.99", 0, True, "1.5x", "-2", "1e2", "١", "NaN", "", "100.5", [2]])
def test_a_factor_that_no_pull_can_have(given: object) -> None:
    with pytest.raises(RulesError, match="pull_factor is a number from 1 to 100"):
        read_policy("pull_factor", given)


def test_a_debt_may_be_paid_off_at_a_number_of_pulls_or_never() -> None:
    assert [read_policy("pull_cut_every", value) for value in ("none", 1, 3)] == ["none", 1, 3]
    for given in (0, -3, True, "3", "never", 1.0):
        with pytest.raises(RulesError, match='pull_cut_every is "none" or a number from 1, not'):
            read_policy("pull_cut_every", given)


def test_the_books_differ_in_what_is_pulled_and_in_their_cash() -> None:
    names = ("pull_mode", "pull_unit", "pull_cut_every", "called_pung_penalty", "mixed_run_repeats")
    said = {system: [RuleSet.load(system).policies[name] for name in names] for system in shipped()}
    assert said["hktw"] == ["every_hand", "fan", 3, "each", False]
    assert said["hkfan"] == ["every_hand", "money", "none", "pot", True]
    assert said["tw16"][0] == "off"


def test_a_value_may_be_a_policy(tmp_path: Path) -> None:
    rules = RuleSet.load(_house(tmp_path, "extends = 'hktw'\n[policies]\nconcealed_self_draw_value = 7\n"))
    assert {row.id: str(row.value) for row in rules.active}["concealed_self_draw"] == "7"


def test_a_circle_of_files(tmp_path: Path) -> None:
    _house(tmp_path, "extends = 'two.toml'\n", "one.toml")
    path = _house(tmp_path, "extends = 'one.toml'\n", "two.toml")
    with pytest.raises(RulesError, match="extends itself"):
        RuleSet.load(path)
    path = _house(tmp_path, f"extends = '../{tmp_path.name}/three.toml'\n", "three.toml")
    with pytest.raises(RulesError, match=r"three\.toml extends .*three\.toml"):
        RuleSet.load(path)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert RuleSet.load(_house(tmp_path, "\ufeffextends = 'hktw'\n")).price.base == 5


def test_switches_are_checked() -> None:
    rules = RuleSet.load("hktw")
    with pytest.raises(RulesError, match="no policy"):
        rules.with_policies({"weather": "fair"})
    with pytest.raises(RulesError, match="is no pattern"):
        rules.with_policies({"uncommon": ["weather"]})
