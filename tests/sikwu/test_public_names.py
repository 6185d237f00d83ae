"""Each package exports what its table of contents says, sorted, and nothing else by accident."""

from __future__ import annotations

import importlib

import pytest


@pytest.mark.parametrize("name", ["scoring", "vision", "models", "sikwu", "sikwu.table"])
def test_all_is_sorted_and_every_name_is_there_with_words_on_it(name: str) -> None:
    package = importlib.import_module(name)
    exported = package.__all__
    assert len(set(exported)) == len(exported)
    for item in exported:
        value = getattr(package, item)
        assert not callable(value) or value.__doc__, f"{name}.{item} has no docstring"


@pytest.mark.parametrize("name", ["scoring", "vision", "models", "sikwu"])
def test_arrows_run_one_way(name: str) -> None:
    """Nothing imports what lies above it: sikwu → vision → scoring."""
    from pathlib import Path  # noqa: PLC0415 - used here only

    above = {
        "scoring": ("vision", "models", "datasets", "sikwu"),
        "models": ("vision", "datasets", "sikwu", "scoring"),
        "vision": ("datasets", "sikwu"),
        "sikwu": ("datasets",),
    }[name]
    root = Path(__file__).parents[2]
    for file in sorted((root / name).rglob("*.py")):
        if "training" in file.parts:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            words = line.split()
            if len(words) > 1 and words[0] in {"import", "from"}:
                assert words[1].split(".")[0] not in above, f"{file}:{number}: {line.strip()}"
