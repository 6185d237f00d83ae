from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from datasets.scoring_rate import POOLS, deal, main, measure
from scoring import Hand, RuleSet, Win, score

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("pool", POOLS)
def test_hands_that_are_dealt_win(pool: str) -> None:
    rules = RuleSet.load("hktw")
    chance = Random(3)  # noqa: S311 - hands to try, no secret
    for _ in range(30):
        tiles, winning, _, _ = deal(chance, POOLS[pool], 5)
        rest = list(tiles)
        rest.remove(winning)
        assert len(tiles) == 17
        assert set(tiles) <= set(POOLS[pool])
        assert max(Counter(tiles).values()) <= 4
        assert score(Hand(tuple(rest), winning=winning), Win(), rules).win


def test_engines_take_turns_and_get_fresh_hands() -> None:
    seen: list[str] = []

    def engine(name: str) -> Callable[[], list[Callable[[], object]]]:
        return lambda: [lambda: seen.append(name), lambda: seen.append(name)]

    rates = measure({"one": engine("one"), "other": engine("other")}, rounds=2)
    assert seen == ["one", "one", "other", "other"] * 2
    assert min(rates.values()) > 0


def test_without_the_peer_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mahjong.constants", None)
    assert main(["--hands", "1", "--rounds", "1"]) == 2
    assert "sikwu[bench]" in capsys.readouterr().err
