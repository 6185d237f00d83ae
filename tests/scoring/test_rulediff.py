from __future__ import annotations

from typing import TYPE_CHECKING

from scoring import Difference, RuleSet, diff_rules, shipped
from scoring.partitions import HAND_FORMS

if TYPE_CHECKING:
    from pathlib import Path


def _house(folder: Path, text: str) -> RuleSet:
    path = folder / "house.toml"
    path.write_text(f'extends = "hktw"\n{text}', encoding="utf-8")
    return RuleSet.load(path)


def test_equal_sets_have_no_difference(tmp_path: Path) -> None:
    for name in shipped():
        assert diff_rules(RuleSet.load(name), RuleSet.load(name)) == ()
    assert diff_rules(RuleSet.load("hktw"), _house(tmp_path, "")) == ()


def test_every_sort_of_difference_is_named(tmp_path: Path) -> None:
    hktw = RuleSet.load("hktw")
    house = _house(
        tmp_path,
        """
        zh = "家規"
        [hand]
        melds = 4
        forms = ["standard"]
        [price]
        per = "0.5"
        [limits]
        minimum = 3
        cap = 80
        [policies]
        repeat_counting = "all"
        [families]
        pure_steps = "one each"
        [patterns.wind_pung]
        value = 3
        common = false
        [patterns.ready]
        tiers = { melded = 5, concealed = 12 }
        [patterns.all_honours]
        where = { only_tiles = "honours" }
        family = "pure_steps"
        forms = ["standard"]
        [patterns.duck]
        beside = ["dealer"]
        beside_when = {}
        [patterns.off_flower]
        off = true
        [patterns.mine]
        zh = "我"
        en = "Mine"
        section = "家規"
        source = "house 1"
        by_count = { 1 = 2, 2 = 5 }
        function = "wind_pung"
        [[exclusions]]
        by = "mine"
        drops = ["self_draw"]
        why = "so"
        source = "house 2"
        anywhere = true
        tag = "x"
        implied = true
        when = { repeat_counting = "all" }
        """,
    )
    found = {(one.section, one.id): (one.left, one.right) for one in diff_rules(hktw, house)}
    assert found.pop(("row.beside", "duck"))[1] == "dealer"
    assert found.pop(("family", "pure_steps"))[1] == "one each"
    assert {key: sides for key, sides in found.items() if key[0] != "exclusion"} == {
        ("title", "zh"): (hktw.zh, "家規"),
        ("hand", "melds"): ("5", "4"),
        ("hand", "forms"): (
            "standard, seven_pairs_pung, sixteen_disconnected, thirteen_orphans",
            "standard",
        ),
        ("price", "per"): ("1", "0.5"),
        ("limits", "minimum"): ("0", "3"),
        ("limits", "cap"): ("none", "80"),
        ("policy", "repeat_counting"): ('"once"', '"all"'),
        ("row.value", "wind_pung"): ("1", "3"),
        ("row.common", "wind_pung"): ("true", "false"),
        ("row.value", "ready"): ("{ melded = 5, concealed = 10 }", "{ melded = 5, concealed = 12 }"),
        ("row.function", "all_honours"): ("all_honours", 'where = { only_tiles = "honours" }'),
        ("row.family", "all_honours"): ("", "pure_steps"),
        ("row.forms", "all_honours"): (", ".join(form.value for form in HAND_FORMS), "standard"),
        ("row.beside_when", "duck"): ('{ chicken_allows_ready = ["double_ready", "ready"] }', ""),
        ("row", "off_flower"): ("爛花 Off-seat flower: 1", ""),
        ("row", "mine"): ("", "我 Mine: { 1 = 2, 2 = 5 }"),
    }
    exclusions = {key[1]: sides for key, sides in found.items() if key[0] == "exclusion"}
    assert exclusions.pop("mine > self_draw") == (
        "",
        'so (house 2) anywhere tag x when { repeat_counting = "all" } implied',
    )
    assert all("off_flower" in item and not right for item, (_, right) in exclusions.items())


def test_the_other_way_round_the_sides_are_swapped(tmp_path: Path) -> None:
    one, two = RuleSet.load("hktw"), _house(tmp_path, "[patterns.wind_pung]\nvalue = 3\n")
    assert diff_rules(one, two) == (Difference("row.value", "wind_pung", "1", "3"),)
    assert diff_rules(two, one) == (Difference("row.value", "wind_pung", "3", "1"),)
