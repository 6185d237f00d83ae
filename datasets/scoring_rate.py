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
import statistics
import sys
import time
from collections import Counter
from random import Random
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


def deal(chance: Random, pool: Sequence[Tile], groups: int) -> Deal:
    """Deal a winning hand of so many groups and an eye.

    Args:
        chance: where chance comes from.
        pool: kinds of tile that may occur, each four times at most.
        groups: chows and pungs beside the eye.
    """
    kinds = [tile.index for tile in pool]
    choices = [(index,) * 3 for index in kinds]
    choices += [
        (index, index + 1, index + 2)
        for index in kinds
        if index < 27 and index % 9 < 7 and index + 1 in kinds and index + 2 in kinds
    ]
    while True:
        indices = [chance.choice(kinds)] * 2
        for _ in range(groups):
            indices += chance.choice(choices)
        if max(Counter(indices).values()) <= 4:
            tiles = [KINDS[index] for index in indices]
            return tiles, chance.choice(tiles), chance.random() < 0.5, chance.randrange(4)


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


def _calls(
    prepared: Callable[[Deal], Callable[[], object]],
    chance: Random,
    pool: Sequence[Tile],
    groups: int,
    hands: int,
) -> Callable[[], Sequence[Callable[[], object]]]:
    return lambda: [prepared(deal(chance, pool, groups)) for _ in range(hands)]


def main(arguments: list[str] | None = None) -> int:
    """Run the measurement from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.scoring_rate", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--rules", default="hktw", help="rule set of ours")
    parser.add_argument("--hands", type=int, default=2000, help="hands in a round")
    parser.add_argument("--rounds", type=int, default=9, help="rounds; the median of them counts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        peer = _peer()
    except ImportError as missing:
        print(f"{missing}; install the extra: pip install 'sikwu[bench]'", file=sys.stderr)
        return 2
    ours = _ours(RuleSet.load(options.rules))
    chance = Random(options.seed)  # noqa: S311 - hands to time, no secret
    for name, pool in POOLS.items():
        engines = {
            "sikwu": _calls(ours, chance, pool, 5, options.hands),
            "mahjong": _calls(peer, chance, pool, 4, options.hands),
        }
        measure(engines, 1)  # tables are made on first use
        rates = measure(engines, options.rounds)
        print(
            f"{name:10} sikwu {rates['sikwu']:7.0f} hands a second   mahjong {rates['mahjong']:7.0f}   "
            f"ratio {rates['sikwu'] / rates['mahjong']:.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
