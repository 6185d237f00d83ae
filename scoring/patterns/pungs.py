"""Pungs and kongs (hktw 刻子類, consecutive ones apart)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from scoring.meld import MeldKind
from scoring.partitions import GroupKind
from scoring.patterns import facts
from scoring.patterns.registry import ALL, Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.patterns.members import Stack
    from scoring.patterns.view import View


@pattern("kong_exposed", needs=facts.KONGS, won_matters=False)
def kong_exposed(view: View) -> Iterator[Match]:
    """明槓、加槓: each kong that lies open (hktw 刻子類 槓)."""
    yield from _kongs(view, MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED)


@pattern("kong_concealed", needs=facts.KONGS, won_matters=False)
def kong_concealed(view: View) -> Iterator[Match]:
    """暗槓: each kong of four drawn tiles (hktw 刻子類 槓)."""
    yield from _kongs(view, MeldKind.KONG_CONCEALED)


@pattern("two_concealed_pungs", needs=facts.CONCEALED_PUNGS[2])
def two_concealed_pungs(view: View) -> Iterator[Match]:
    """雙暗刻: exactly two concealed pungs (hktw 刻子類)."""
    yield from _concealed(view, 2)


@pattern("three_concealed_pungs", needs=facts.CONCEALED_PUNGS[3])
def three_concealed_pungs(view: View) -> Iterator[Match]:
    """三暗刻: exactly three concealed pungs (hktw 刻子類)."""
    yield from _concealed(view, 3)


@pattern("four_concealed_pungs", needs=facts.CONCEALED_PUNGS[4])
def four_concealed_pungs(view: View) -> Iterator[Match]:
    """四暗刻: exactly four concealed pungs (hktw 刻子類)."""
    yield from _concealed(view, 4)


@pattern("five_concealed_pungs", pungs=ALL)
def five_concealed_pungs(view: View) -> Iterator[Match]:
    """五暗刻: every group a concealed pung (hktw 刻子類)."""
    if view.concealed_pungs == view.pungs:
        yield view.whole()


@pattern("old_young_pungs", needs=facts.OLD_YOUNG_PUNGS, won_matters=False)
def old_young_pungs(view: View) -> Iterator[Match]:
    """老少刻: pungs of the one and the nine of a suit (hktw 刻子類)."""
    for one, other in _suited_pairs(view):
        if one.suit == other.suit and {one.rank, other.rank} == {1, 9}:
            yield view.at(one, other)


@pattern("double_pung", needs=facts.SAME_NUMBER_PUNGS, won_matters=False)
def double_pung(view: View) -> Iterator[Match]:
    """雙同刻: pungs of the same number in two suits (hktw 刻子類)."""
    for one, other in _suited_pairs(view):
        if one.rank == other.rank:
            yield view.at(one, other)


@pattern("small_triple_pung", needs=facts.SAME_NUMBER_PUNGS | facts.THREE_SUITS_WITH_EYE, won_matters=False)
def small_triple_pung(view: View) -> Iterator[Match]:
    """小三色同刻: two pungs and the eye of one number in the three suits (hktw 刻子類)."""
    for trio in _with_eye(view):
        if trio[0].rank == trio[1].rank == trio[2].rank:
            yield view.at(*trio)


@pattern("triple_pung", needs=facts.SAME_NUMBER_PUNGS | facts.THREE_SUITS_OF_PUNGS, won_matters=False)
def triple_pung(view: View) -> Iterator[Match]:
    """大三色同刻: pungs of one number in all three suits (hktw 刻子類)."""
    for trio in combinations(view.pungs, 3):
        if _three_suits(trio) and trio[0].rank == trio[1].rank == trio[2].rank:
            yield view.at(*trio)


@pattern("small_mixed_run", needs=facts.THREE_SUITS_WITH_EYE, won_matters=False)
def small_mixed_run(view: View) -> Iterator[Match]:
    """小三色連刻: two pungs and the eye, one in each suit, of consecutive numbers (hktw 刻子類)."""
    for trio in _with_eye(view):
        if _consecutive(trio):
            yield view.at(*trio)


@pattern("big_mixed_run", needs=facts.THREE_SUITS_OF_PUNGS, won_matters=False)
def big_mixed_run(view: View) -> Iterator[Match]:
    """大三色連刻: three pungs, one in each suit, of consecutive numbers (hktw 刻子類)."""
    for trio in combinations(view.pungs, 3):
        if _three_suits(trio) and _consecutive(trio):
            yield view.at(*trio)


@pattern("all_pungs", pungs=ALL, won_matters=False)
def all_pungs(view: View) -> Iterator[Match]:
    """對對糊: every group a pung (hktw 刻子類)."""
    yield view.whole()


@pattern("all_concealed_pungs_self_draw", pungs=ALL)
def all_concealed_pungs_self_draw(view: View) -> Iterator[Match]:
    """坎坎胡: all concealed pungs and no kong; off a discard only where the eye waited (hktw 刻子類)."""
    if not all(pung.concealed and not pung.kong for pung in view.pungs):
        return
    eye_won = view.won is not None and view.won.kind is GroupKind.PAIR
    if view.drawn or (eye_won and view.policies["concealed_all_pungs_pair_wait_ron"]):
        yield view.whole()


@pattern("five_kongs", pungs=ALL, needs=facts.KONGS, won_matters=False)
def five_kongs(view: View) -> Iterator[Match]:
    """廿二羅漢: every group a kong (hktw 刻子類)."""
    if all(pung.kong for pung in view.pungs):
        yield view.whole()


def _kongs(view: View, *kinds: MeldKind) -> Iterator[Match]:
    for place, group in enumerate(view.partition.groups):
        if group.meld is not None and group.meld.kind in kinds:
            yield view.at_places(1 << place)


def _concealed(view: View, number: int) -> Iterator[Match]:
    pungs = view.concealed_pungs
    if len(pungs) == number:
        yield view.at(*pungs)


def _suited_pairs(view: View) -> Iterator[tuple[Stack, Stack]]:
    return combinations([pung for pung in view.pungs if pung.suit < 3], 2)


def _with_eye(view: View) -> Iterator[tuple[Stack, Stack, Stack]]:
    """Pairs of pungs together with the eye, all three of different suits."""
    eye = view.eye
    if eye is not None and eye.suit < 3:
        for one, other in combinations(view.pungs, 2):
            if _three_suits((one, other, eye)):
                yield one, other, eye


def _three_suits(stacks: Sequence[Stack]) -> bool:
    suits = {stack.suit for stack in stacks}
    return len(suits) == 3 and 3 not in suits


def _consecutive(stacks: Sequence[Stack]) -> bool:
    ranks = sorted(stack.rank for stack in stacks)
    return ranks[1] == ranks[0] + 1 and ranks[2] == ranks[1] + 1


@pattern("at_least_three_concealed_pungs", pungs=3)
def at_least_three_concealed_pungs(view: View) -> Iterator[Match]:
    """三暗坎: three concealed pungs or more, which the book counts once (tw16 三暗坎)."""
    pungs = view.concealed_pungs
    if len(pungs) >= 3:
        yield view.at(*pungs)
