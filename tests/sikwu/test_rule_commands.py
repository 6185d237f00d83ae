"""``sikwu rules``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scoring import PREDICATES, TILE_WORDS, RuleSet, shipped

if TYPE_CHECKING:
    from tests.sikwu.conftest import Run


EXAMPLE = Path(__file__).parents[2] / "examples" / "house.toml"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(
        """extends = "hktw"
zh = "家規"
en = "House"

[price]
base = 10

[policies]
chicken_allows_ready = false

[patterns.all_pungs]
value = 33

[patterns.eye_258]
off = true
""",
        encoding="utf-8",
    )
    return path


def test_list_names_every_rule_set(run: Run) -> None:
    status, out, _ = run("rules", "list")
    assert status == 0
    assert all(name in out for name in shipped())


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("language", ["en", "zh"])
def test_show_names_every_row(run: Run, monkeypatch: pytest.MonkeyPatch, name: str, language: str) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    status, out, _ = run("rules", "show", name, "--lang", language)
    assert status == 0
    for row in RuleSet.load(name).patterns.values():
        assert row.id in out
        assert row.zh in out


def test_show_a_row_with_what_it_bars(run: Run) -> None:
    _, out, _ = run("rules", "show", "hktw", "--row", "all_simples")
    assert "keeps from counting" in out
    assert "no_honours" in out
    status, _, err = run("rules", "show", "hktw", "--row", "weather")
    assert status == 2
    assert "no such row" in err


def test_show_as_json(run: Run) -> None:
    _, out, _ = run("rules", "show", "hktw", "--json")
    data = json.loads(out)
    assert [row["id"] for row in data["patterns"]] == list(RuleSet.load("hktw").patterns)


def test_show_lists_cash_awards_with_who_pays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    _, out, _ = run("rules", "show", "hktw")
    line = next(line for line in out.splitlines() if "mixed_flower_run_cash" in line)
    assert " ".join(line.split()) == (
        "0.5 bases 一台草 Mixed flower run mixed_flower_run_cash "
        "each of the others pays (once a hand) hktw 123"
    )
    _, out, _ = run("rules", "show", "hkfan", "--lang", "zh")
    lines = {words[2]: words for words in map(str.split, out.splitlines()) if len(words) > 2}
    assert lines["一台草"][:5] == ["0.5", "底", "一台草", "mixed_flower_run_cash", "三家各付"]
    assert lines["詐胡"][:2] == ["30", "番"]
    assert lines["叫碰不碰"][4] == "放枱面，由食糊者收取"
    _, out, _ = run("rules", "show", "tw16")
    assert "who pays" not in out


def test_show_one_cash_award(run: Run) -> None:
    _, out, _ = run("rules", "show", "hktw", "--row", "follow_discard")
    assert "followed 2 times running paid as 追兩底" in out
    _, out, _ = run("rules", "show", "hkfan", "--row", "flower_set_cash", "--lang", "zh")
    assert "其後不可再收 一台草" in out


def test_show_cash_awards_as_json(run: Run) -> None:
    _, out, _ = run("rules", "show", "hktw", "--json")
    awards = {award["id"]: award for award in json.loads(out)["awards"]}
    assert list(awards) == list(RuleSet.load("hktw").awards)
    assert awards["mixed_flower_run_cash"]["bases"] == "0.5"
    assert awards["false_win"]["fan"] == "false_win_fan"
    assert awards["follow_discard"]["becomes"] == {
        "award": "follow_discard_double",
        "tiles": "2345678m 2345678p 2345678s",
        "from_nth": 2,
    }


def test_a_composed_row_is_shown_as_its_file_says_it(run: Run) -> None:
    _, out, _ = run("rules", "show", str(EXAMPLE), "--row", "seven_sevens")
    assert 'tiles = { of = "78m 78p 78s", at_least = 8 }' in out


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_predicate_is_listed(run: Run, language: str) -> None:
    _, out, _ = run("rules", "predicates", "--lang", language)
    assert all(name in out for name in (*PREDICATES, *TILE_WORDS))


def test_check_a_good_file(run: Run, house: Path) -> None:
    status, out, _ = run("rules", "check", str(house), "hktw")
    assert status == 0
    assert out.count("no faults") == 2


def test_check_names_every_fault_with_line_and_key(run: Run, house: Path) -> None:
    house.write_text(
        house.read_text(encoding="utf-8")
        .replace("value = 33", "value = true")
        .replace("chicken_allows_ready", "chicken_alows_ready"),
        encoding="utf-8",
    )
    status, out, _ = run("rules", "check", str(house))
    assert status == 2
    assert "house.toml:9: policies.chicken_alows_ready" in out
    assert "house.toml:12: patterns.all_pungs.value" in out


def test_diff_shows_what_a_house_changed(run: Run, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    status, out, _ = run("rules", "diff", "hktw", str(house))
    assert status == 0
    for words in ("all_pungs", "33", "eye_258", "chicken_allows_ready", "base"):
        assert words in out
    _, out, _ = run("rules", "diff", "hktw", str(house), "--json")
    assert {each["id"] for each in json.loads(out)["differences"]} >= {"all_pungs", "eye_258", "base"}


def test_no_difference(run: Run) -> None:
    assert "are the same" in run("rules", "diff", "hktw", "hktw")[1]


def test_the_example_of_a_house_has_no_faults_and_scores(run: Run) -> None:
    assert run("rules", "check", str(EXAMPLE))[0] == 0
    _, out, _ = run(
        "score", "678m 678p 7788s [789p] [777m] +7s", "--from", "W", "--rules", str(EXAMPLE), "--json"
    )
    sheet = json.loads(out)["sheet"]
    assert {line["id"]: line["value"] for line in sheet["lines"]}["seven_sevens"] == 28
