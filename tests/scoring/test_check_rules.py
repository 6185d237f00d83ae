from __future__ import annotations

import tempfile
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import PREDICATES, Fault, Hand, RulesError, RuleSet, Win, check_rules, rulefile, score, shipped
from scoring.faults import write_value

TITLE = 'extends = "hktw"\nzh = "家規"\n'


def _house(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _faults(path: Path) -> list[tuple[int | None, str, str]]:
    """Line, key and problem of every fault; the file must be the one given."""
    faults = check_rules(path)
    assert {fault.path for fault in faults} <= {str(path)}
    return [(fault.line, fault.key, fault.problem) for fault in faults]


@pytest.mark.parametrize("name", shipped())
def test_what_ships_has_no_fault(name: str) -> None:
    assert check_rules(name) == ()


def test_all_faults_of_a_file_are_found_in_one_go(tmp_path: Path) -> None:
    path = _house(
        tmp_path,
        """extends = "hktw"
colour = 1
[price]
base = 1.5
[limits]
minimum = -1
[policies]
repeat_countin = "all"
duck_adds_self_draw = "no"

[patterns.wind_pung]
valeu = 3
[patterns.dragon_pung]
value = "many"

[patterns.ready]
tiers = { melded = 1, hidden = 2 }

[patterns.mine]
zh = "我"
function = "wind_pun"
value = 3
forms = [
    "standard",
    "square",
]

[[exclusions]]
by = "mine"
drops = ["self_draw", "self_drew"]
why = { en = "so", cn = "是" }
""",
    )
    assert [(line, key) for line, key, _ in _faults(path)] == [
        (2, "colour"),
        (4, "price.base"),
        (6, "limits.minimum"),
        (8, "policies.repeat_countin"),
        (9, "policies.duck_adds_self_draw"),
        (12, "patterns.wind_pung.valeu"),
        (14, "patterns.dragon_pung.value"),
        (17, "patterns.ready.tiers.hidden"),
        (19, "patterns.mine.en"),
        (19, "patterns.mine.section"),
        (19, "patterns.mine.source"),
        (21, "patterns.mine.function"),
        (25, "patterns.mine.forms[2]"),
        (28, "exclusions[1].source"),
        (30, "exclusions[1].drops[2]"),
        (31, "exclusions[1].why.cn"),
        (31, "exclusions[1].why.zh"),
    ]


def test_each_fault_says_what_would_be_right(tmp_path: Path) -> None:
    path = _house(tmp_path, f'{TITLE}[patterns.wind_pung]\nvaleu = 3\n[policies]\nuncommon = ["all_gren"]\n')
    said = [str(fault) for fault in check_rules(path)]
    key, item = said
    assert key == f"{path}:4: patterns.wind_pung.valeu: there is no key 'valeu'; did you mean 'value'?"
    assert item.startswith(f"{path}:6: policies.uncommon: uncommon names 'all_gren', which is no pattern")
    assert item.endswith("did you mean 'all_green'?")


def test_load_raises_the_first_fault_and_counts_the_others(tmp_path: Path) -> None:
    path = _house(tmp_path, f"{TITLE}[price]\nbase = -1\nper = true\n")
    with pytest.raises(RulesError) as caught:
        RuleSet.load(path)
    assert str(caught.value).startswith(f"{path}:4: price.base: expected an amount from 0")
    assert str(caught.value).endswith("(and 1 more)")


def test_the_right_file_of_the_chain_is_blamed(tmp_path: Path) -> None:
    base = _house(
        tmp_path,
        TITLE + '[patterns.wind_pung]\nvalue = "x"\n[patterns.dragon_pung]\nvalue = "y"\n'
        '[[exclusions]]\nby = "wind_pung"\ndrops = ["nothing"]\nwhy = "x"\nsource = "y"\n',
        "base.toml",
    )
    top = _house(
        tmp_path,
        '# a comment\nextends = "base.toml"\n[patterns.dragon_pung]\nvalue = 3\nfamily = "cousins"\n'
        '[[exclusions]]\nby = "nobody"\ndrops = ["wind_pung"]\nwhy = "x"\nsource = "y"\n',
        "top.toml",
    )
    assert [(fault.path, fault.line, fault.key) for fault in check_rules(top)] == [
        (str(top), 5, "patterns.dragon_pung.family"),
        (str(top), 7, "exclusions[1].by"),
        (str(base), 4, "patterns.wind_pung.value"),
        (str(base), 9, "exclusions[1].drops[1]"),
    ]


def test_a_base_file_that_is_not_there_is_the_fault_of_the_line_that_names_it(tmp_path: Path) -> None:
    top = _house(tmp_path, '\nextends = "nowhere.toml"\n')
    (fault,) = check_rules(top)
    assert (fault.path, fault.line, fault.key) == (str(top), 2, "extends")
    assert "nowhere.toml" in fault.problem
    assert "a rule set is" in fault.problem
    (fault,) = check_rules(_house(tmp_path, "\nextends = 3\n"))
    assert (fault.line, fault.key) == (2, "extends")


def test_a_file_that_is_not_there_has_no_line(tmp_path: Path) -> None:
    (fault,) = check_rules(tmp_path / "none.toml")
    assert fault.line is None
    assert str(fault).startswith(f"{tmp_path / 'none.toml'}: No such file")


def test_a_circle_of_files_is_the_fault_of_the_line_that_closes_it(tmp_path: Path) -> None:
    one = _house(tmp_path, 'extends = "two.toml"\n', "one.toml")
    two = _house(tmp_path, '# two\nextends = "one.toml"\n', "two.toml")
    (fault,) = check_rules(one)
    assert (fault.path, fault.line, fault.key) == (str(two), 2, "extends")
    assert "extends itself" in fault.problem


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b'zh = "a"\nen = \n', 2),
        (b'zh = "a"\n[patterns', 2),
        (b'zh = "a"\nen = [\n\n', 2),
        (b'zh = "a"\n\nen = "\xff"\n', 3),
        (b"zh = " + b"[" * 5000, None),
    ],
)
def test_what_is_no_toml_names_the_line(tmp_path: Path, data: bytes, line: int | None) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(data)
    (fault,) = check_rules(path)
    assert (fault.path, fault.line, fault.key) == (str(path), line, "")
    assert fault.problem.startswith("not a TOML file")


def test_each_circle_of_exclusions_is_found(tmp_path: Path) -> None:
    entry = '[[exclusions]]\nby = "{}"\ndrops = ["{}"]\nwhy = "x"\nsource = "y"\n'
    path = _house(
        tmp_path,
        TITLE
        + entry.format("no_honours", "all_simples")
        + entry.format("ready", "ippatsu")
        + entry.format("ippatsu", "ready"),
    )
    assert [(line, key) for line, key, _ in _faults(path)] == [(3, "exclusions[1]"), (13, "exclusions[3]")]
    assert "ready is dropped by ippatsu is dropped by ready" in _faults(path)[1][2]


def test_a_file_of_its_own_needs_a_title_and_a_price(tmp_path: Path) -> None:
    assert [(line, key) for line, key, _ in _faults(_house(tmp_path, ""))] == [
        (1, "zh"),
        (1, "en"),
        (1, "price.base"),
        (1, "price.per"),
    ]


def test_a_row_says_who_decided_it(tmp_path: Path) -> None:
    ((line, key, problem),) = _faults(
        _house(
            tmp_path,
            TITLE
            + '[patterns.mine]\nzh = "我"\nen = "Mine"\nsection = "家"\nvalue = 3\nfunction = "wind_pung"\n',
        )
    )
    assert (line, key) == (3, "patterns.mine.source")
    assert "who decided it" in problem


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("patterns = 3", 3, "patterns"),
        ("patterns.wind_pung = 3", 3, "patterns.wind_pung"),
        ("patterns.mine = 3", 3, "patterns.mine"),
        ("exclusions = [3]", 3, "exclusions[1]"),
        ("exclusions = 3", 3, "exclusions"),
        ("policies = []", 3, "policies"),
        ("[families]\ncousins = 3", 4, "families.cousins"),
        ('"[families]" = 3', 3, '"[families]"'),
        ("[patterns.wind_pung]\nforms = 3", 4, "patterns.wind_pung.forms"),
        ("[patterns.wind_pung]\nby_count = 3", 4, "patterns.wind_pung.by_count"),
        ("[patterns.wind_pung]\ntiers = {}", 4, "patterns.wind_pung.tiers"),
        ("[patterns.wind_pung]\nformula = 3", 4, "patterns.wind_pung.formula"),
        ("[patterns.chicken]\nbeside_when = { duck_adds_self_draw = ['x'] }", 4, None),
        ("[patterns.chicken]\nfan_beside = -1", 4, "patterns.chicken.fan_beside"),
        ("[patterns.chicken]\nfamily_when = { duck_adds_self_draw = 'x' }", 4, None),
        (
            "[[exclusions]]\nby = 'wind_pung'\ndrops = ['*']\nwhy = 'x'\nsource = 'y'",
            5,
            "exclusions[1].drops",
        ),
        (
            "[[exclusions]]\nby = 'ready'\ndrops = ['self_draw']\nwhy = 'x'\nsource = 'y'\nwhen.ready = 3",
            8,
            "exclusions[1].when.ready",
        ),
    ],
)
def test_one_fault_one_line(tmp_path: Path, text: str, line: int, key: str | None) -> None:
    (fault,) = _faults(_house(tmp_path, f"{TITLE}{text}\n"))
    assert fault[0] == line
    assert key is None or fault[1] == key


def test_a_row_that_is_decided_last_may_drop_all_others(tmp_path: Path) -> None:
    path = _house(
        tmp_path, f"{TITLE}[[exclusions]]\nby = 'chicken'\ndrops = ['*']\nwhy = 'x'\nsource = 'y'\n"
    )
    rules = RuleSet.load(path)
    dropped = {one.drops for one in rules.exclusions if (one.by, one.source) == ("chicken", "y")}
    assert "self_draw" in dropped
    assert not dropped & {"dealer", "off_flower", "ready", "chicken", "duck"}


def test_a_fault_can_be_compared_and_written() -> None:
    assert str(Fault("a.toml", 3, "price.base", "no")) == "a.toml:3: price.base: no"
    assert str(Fault("a.toml", None, "", "no")) == "a.toml: no"


def _blocks() -> list[str]:
    """The examples in the reference of the format."""
    found: list[list[str]] = [[]]
    for line in (rulefile.__doc__ or "").split("\n"):
        if line.startswith("    ") or not line:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [text for lines in found if (text := textwrap.dedent("\n".join(lines)).strip())]


def test_the_reference_shows_no_key_that_there_isnt(tmp_path: Path) -> None:
    format_, composed = _blocks()
    problems = [str(fault) for fault in check_rules(_house(tmp_path, format_))]
    assert not [problem for problem in problems if "there is no key" in problem]
    assert check_rules(_house(tmp_path, f'extends = "hktw"\n{composed}\n')) == ()


_WORDS = st.sampled_from(
    (
        *("value", "exposed", "tiers", "formula", "where", "n", "function", "forms", "family", "off", "last"),
        *(
            "by",
            "drops",
            "why",
            "source",
            "when",
            "en",
            "zh",
            "minimum",
            "cap",
            "base",
            "per",
            "x",
            "",
            "beside",
        ),
        *("wind_pung", "ready", "chicken", "uncommon", "all", "any", "row", "of", "sort", "at_least"),
        *list(PREDICATES)[:12],
    )
)
_SCALARS = st.one_of(
    st.integers(-3, 9),
    st.booleans(),
    st.floats(0, 9),
    _WORDS,
    st.sampled_from(["2n+1", "19m F", "*", "hktw"]),
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_WORDS, inner, max_size=4)),
    max_leaves=10,
)
_ROWS = st.dictionaries(_WORDS, st.one_of(_VALUES, st.dictionaries(_WORDS, _VALUES, max_size=5)), max_size=4)
_FILES = st.fixed_dictionaries(
    {},
    optional={
        "price": _ROWS,
        "limits": _ROWS,
        "policies": _ROWS,
        "families": _ROWS,
        "patterns": _ROWS,
        "exclusions": st.one_of(_VALUES, st.lists(_ROWS, max_size=3)),
        "en": _VALUES,
        "id": _VALUES,
        "y": _VALUES,
    },
)


@settings(max_examples=120, deadline=None)
@given(_FILES)
def test_whatever_a_file_says_it_is_loaded_or_refused_with_a_line(table: dict[str, Any]) -> None:
    lines = ['extends = "hktw"', *(f"{key} = {write_value(value, 10**6)}" for key, value in table.items())]
    with tempfile.TemporaryDirectory() as folder:
        path = _house(Path(folder), "\n".join(lines))
        faults = check_rules(path)
        if faults:
            with pytest.raises(RulesError):
                RuleSet.load(path)
        else:
            score(Hand.parse("567m 345s WW 67p [234p] [NNN] f1 +8p"), Win(), RuleSet.load(path))
    for fault in faults:
        assert fault.line is not None
        assert lines[fault.line - 1].split(" = ", 1)[0] == fault.key.split(".")[0].split("[")[0]
