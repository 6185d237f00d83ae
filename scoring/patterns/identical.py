"""Identical chows (hktw 般高類)."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.members import Run, Stack
    from scoring.patterns.view import View


@pattern("double_chow", needs=facts.ALIKE[2], won_matters=False)
def double_chow(view: View) -> Iterator[Match]:
    """一般高: two identical chows (hktw 般高類), or two pungs and the eye that hold them (hktw 小三連刻)."""
    yield from _alike(view, 2)
    yield from _in_pungs(view, 2)


@pattern("triple_chow", needs=facts.ALIKE[3], won_matters=False)
def triple_chow(view: View) -> Iterator[Match]:
    """三般高: three identical chows (hktw 般高類), or three pungs that hold them (hktw 大三連刻)."""
    yield from _alike(view, 3)
    yield from _in_pungs(view, 3)


@pattern("quadruple_chow", chows=4, needs=facts.ALIKE[4], won_matters=False)
def quadruple_chow(view: View) -> Iterator[Match]:
    """四般高: four identical chows (hktw 般高類)."""
    yield from _alike(view, 4)


@pattern("two_double_chows", chows=4, needs=facts.ALIKE_TWICE, won_matters=False)
def two_double_chows(view: View) -> Iterator[Match]:
    """雙般高: two different pairs of identical chows (hktw 般高類)."""
    for one, other in combinations(_stacks(view), 2):
        for first in combinations(one, 2):
            for second in combinations(other, 2):
                yield view.at(*first, *second)


def _stacks(view: View) -> list[list[Run]]:
    """Chows that occur more than once, together with their likes."""
    found: dict[tuple[int, int], list[Run]] = defaultdict(list)
    for chow in view.chows:
        found[chow.suit, chow.rank].append(chow)
    return [alike for alike in found.values() if len(alike) > 1]


def _alike(view: View, size: int) -> Iterator[Match]:
    if len(view.chows) < size:
        return
    for alike in _stacks(view):
        for chows in combinations(alike, size):
            yield view.at(*chows)


def _in_pungs(view: View, size: int) -> Iterator[Match]:
    """Re-read consecutive pungs of standing tiles as identical chows, the best that each run of pungs gives.

    Three pungs make three chows; where a run has no such three, two pungs and the eye next to them make
    two. Kongs and melded pungs stay what they are.
    """
    if not view.policies["run_adds_identical_chows"] or not view.standard:
        return
    for run in view.pung_rows:
        best = _best_of_run(view, run)
        if best is not None and best[0] == size:
            yield view.at(*best[1])


def _best_of_run(view: View, run: list[Stack]) -> tuple[int, tuple[Stack, ...]] | None:
    """Give the number of chows and the groups that hold them, 暗 before 明."""
    choices: list[tuple[int, tuple[Stack, ...]]] = []
    for width in (3, 2):
        for start in range(len(run) - width + 1):
            members = tuple(run[start : start + width])
            if any(pung.melded for pung in members):
                continue
            if width == 3:
                choices.append((3, members))
            elif view.eye is not None and _next_to(view.eye, members):
                choices.append((2, (*members, view.eye)))
        if choices:
            break
    choices.sort(key=lambda choice: view.at(*choice[1]).exposed)
    return choices[0] if choices else None


def _next_to(eye: Stack, run: tuple[Stack, ...]) -> bool:
    """Whether the eye continues a run of pungs at one of its ends."""
    return eye.suit == run[0].suit and eye.index in {run[0].index - 1, run[-1].index + 1}
