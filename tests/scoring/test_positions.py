from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import shipped
from scoring.faults import KeyPath, write_key, write_value
from scoring.rulefile.positions import read_positions


def _paths(value: object, path: KeyPath = ()) -> set[KeyPath]:
    """Every key and list item that tomllib finds."""
    found = {path} if path else set()
    if isinstance(value, dict):
        for name, item in value.items():
            found |= _paths(item, (*path, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            found |= _paths(item, (*path, place))
    return found


TEXT = '''# [not.a.table]
title = "a # b = [c]"

[plain]
"quoted.key" = 1 # comment ]
'literal key' = 'C:\\'
dotted.inner . deep = true
"caf\\u00e9" = 2

[ spaced . "x y" ]
inline = { a = 1, b.c = [ 1, { d = """
multi ""quotes"" \\""" still
""""" }, 3 ] }
long = """
[fake]
key = 1
"""
literal = \'\'\'
[[fake]]
\'\'\'\'
after = 1979-05-27 07:32:00

[[list]]
name = "one"
[list.below]
x = [
    # a comment ] in a list
    1,
    [ 2, 3 ],
]
[[list]]
name = "two"
[[list.nested]]
y = 1
[[list.nested]]
y = 2
empty = {}
none = []
'''
LINES = {
    ("title",): 2,
    ("plain",): 4,
    ("plain", "quoted.key"): 5,
    ("plain", "literal key"): 6,
    ("plain", "dotted"): 7,
    ("plain", "dotted", "inner", "deep"): 7,
    ("plain", "café"): 8,
    ("spaced",): 10,
    ("spaced", "x y"): 10,
    ("spaced", "x y", "inline", "a"): 11,
    ("spaced", "x y", "inline", "b", "c", 1, "d"): 11,
    ("spaced", "x y", "inline", "b", "c", 2): 13,
    ("spaced", "x y", "long"): 14,
    ("spaced", "x y", "literal"): 18,
    ("spaced", "x y", "after"): 21,
    ("list",): 23,
    ("list", 0): 23,
    ("list", 0, "below", "x"): 26,
    ("list", 0, "below", "x", 0): 28,
    ("list", 0, "below", "x", 1, 1): 29,
    ("list", 1): 31,
    ("list", 1, "name"): 32,
    ("list", 1, "nested", 0): 33,
    ("list", 1, "nested", 1, "y"): 36,
    ("list", 1, "nested", 1, "none"): 38,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_way_to_write_a_key_has_its_line(newline: str) -> None:
    text = TEXT.replace("\n", newline)
    found = read_positions(text)
    assert set(found) == _paths(tomllib.loads(text))
    assert {key: found[key] for key in LINES} == LINES


@pytest.mark.parametrize("name", shipped())
def test_the_files_that_ship_have_a_line_for_every_key(name: str) -> None:
    text = (resources.files("scoring") / "rules" / f"{name}.toml").read_text(encoding="utf-8")
    lines = text.split("\n")
    found = read_positions(text)
    assert set(found) == _paths(tomllib.loads(text))
    for key, line in found.items():
        name_of = [part for part in key if isinstance(part, str)][-1]
        if not isinstance(key[-1], int):
            assert name_of in lines[line - 1]


_TEXTS = st.text(st.sampled_from("ab #\"'\\[]{}=,.\n\t発"), max_size=8)
_VALUES = st.recursive(
    st.one_of(st.integers(-9, 9), st.booleans(), _TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXTS, inner, max_size=3)),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(_TEXTS, _VALUES, max_size=4), st.integers(0, 3))
def test_whatever_is_written_is_found_on_its_line(table: dict[str, Any], blank: int) -> None:
    text = "\n" * blank + "\n".join(
        f"{write_key((name,))} = {write_value(value, 10**6)}" for name, value in table.items()
    )
    assert tomllib.loads(text) == table
    found = read_positions(text)
    assert set(found) == _paths(table)
    order = list(table)
    assert all(line == blank + 1 + order.index(str(key[0])) for key, line in found.items())


@pytest.mark.parametrize("text", ["[", "a = ", 'a = "x', "a = [1", "= 1", "[[a", "a = {b", 'a = "\\', "a"])
def test_what_is_no_toml_is_left_at_what_was_found(text: str) -> None:
    assert read_positions(f"first = 1\n{text}")["first",] == 1
