"""How many hands sikwu scores in a second, and how many a peer does, in the same run on the same cores.

``python -m datasets.scoring_rate`` deals winning hands, of any tiles and of one suit, and lets both engines
score them in turns, round after round. The peer is *mahjong* (MIT), the Japanese-rules scorer that is used
most; it reads fourteen tiles where sikwu reads seventeen. Both are dealt hands in the same way: groups and an
eye drawn at random, any of the tiles the winning one, all of them concealed, won off another player or drawn
with even chance. Every hand is new, and dealing isn't timed. Needs the extra ``bench``.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from scoring import KINDS, Hand, RuleSet, Win, WinBy, Wind, score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scoring import Tile

__all__ = ["Deal", "deal", "main", "measure"]

POOLS: Final = {"any tiles": KINDS[:34], "one suit": KINDS[:9]}
"""What hands are made of, by the name that is printed."""

Deal = tuple[list["Tile"], "Tile", bool, int]
"""Tiles of a winning hand in the order dealt, the winning tile, whether it was drawn, the winner's seat."""


def deal(random: random.Random, pool: Sequence[Tile], groups: int) -> Deal:
    """Deal a winning hand of so many groups and an eye.

    Args:
        random: where chance comes from.
        pool: kinds of tile that may occur, each four times at most.
        groups: chows and pungs beside the eye.
    """
    kinds = {tile.index for tile in pool}
    choices = [[index] * 3 for index in sorted(kinds)]
    choices += [
        [index, index + 1, index + 2] for index in sorted(kinds) if index % 9 < 7 and index + 2 in kinds - {*range(27, 34)}
    ]
    while True:
        indices = [random.choice(sorted(kinds))] * 2
        for _ in range(groups):
            indices += random.choice(choices)
        if max(Counter(indices).values()) <= 4:
            tiles = [KINDS[index] for index in indices]
            return tiles, random.choice(tiles), random.random() < 0.5, random.randrange(4)


def measure(
    engines: dict[str, Callable[[], Sequence[Callable[[], object]]]], rounds: int
) -> dict[str, float]:
    """Let engines work through their hands in turns; the median rate of each, in hands a second.

    Args:
        engines: gives an engine's calls for a round, a fresh hand each.
        rounds: how often each engine is timed.
    """
    rates: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(rounds):
        for name, calls_of in engines.items():
            calls = calls_of()
            gc.collect()
            started = time.perf_counter()
            for call in calls:
                call()
            rates[name].append(len(calls) / (time.perf_counter() - started))
    return {name: statistics.median(found) for name, found in rates.items()}


def _ours(rules: RuleSet) -> Callable[[Deal], Callable[[], object]]:
    def prepared(dealt: Deal) -> Callable[[], object]:
        tiles, winning, drawn, seat = dealt
        rest = list(tiles)
        rest.remove(winning)
        hand = Hand(tuple(rest), winning=winning)
        winds = tuple(Wind)
        win = Win(
            by=WinBy.SELF_DRAW if drawn else WinBy.DISCARD,
            seat=winds[seat],
            discarder=None if drawn else winds[seat - 1],
        )
        return lambda: score(hand, win, rules)

    return prepared


def _peer() -> Callable[[Deal], Callable[[], object]]:
    from mahjong.constants import EAST  # noqa: PLC0415 - an extra: only this comparison needs it
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415 - as above
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415 - as above

    estimate = HandCalculator().estimate_hand_value

    def prepared(dealt: Deal) -> Callable[[], object]:
        tiles, winning, drawn, seat = dealt
        copies: Counter[int] = Counter()
        numbers = []
        for tile in tiles:
            numbers.append(4 * tile.index + copies[tile.index])
            copies[tile.index] += 1
        config: Any = HandConfig(is_tsumo=drawn, player_wind=EAST + seat, round_wind=EAST)
        return lambda: estimate(numbers, 4 * winning.index, config=config)

    return prepared
