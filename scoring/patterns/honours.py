"""Winds and dragons (hktw 字牌類, and the wind rows of 非常用)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.patterns.members import Stack
    from scoring.patterns.view import View


@pattern("no_honours", needs=facts.NO_HONOURS, partition_matters=False)
def no_honours(view: View) -> Iterator[Match]:
    """無字: no wind and no dragon (hktw 字牌類)."""
    if not view.has_honours:
        yield view.whole()


@pattern("wind_pung", needs=facts.WIND_PUNGS[1], won_matters=False)
def wind_pung(view: View) -> Iterator[Match]:
    """風牌: each pung of a wind (hktw 字牌類)."""
    for pung in _winds(view):
        yield view.at(pung)


@pattern("round_wind_pung", needs=facts.WIND_PUNGS[1], won_matters=False)
def round_wind_pung(view: View) -> Iterator[Match]:
    """正風: a pung of the round's wind, on top of 風牌 (hktw 字牌類)."""
    for pung in _winds(view):
        if pung.rank == view.win.round.number:
            yield view.at(pung)


@pattern("seat_wind_pung", needs=facts.WIND_PUNGS[1], won_matters=False)
def seat_wind_pung(view: View) -> Iterator[Match]:
    """正位: a pung of the winner's own wind, on top of 風牌 (hktw 字牌類).

    Where it is the round's wind too its tier names the policy ``wind_double_role``, ``both_3`` for 3.
    """
    for pung in _winds(view):
        if pung.rank == view.win.seat.number:
            both = pung.rank == view.win.round.number
            yield view.at(pung, tier=f"both_{view.policies['wind_double_role']}" if both else "seat_alone")


@pattern("dragon_pung", needs=facts.DRAGON_PUNGS[1], won_matters=False)
def dragon_pung(view: View) -> Iterator[Match]:
    """三元牌: each pung of a dragon (hktw 字牌類)."""
    for pung in _dragons(view):
        yield view.at(pung)


@pattern("small_three_winds", needs=facts.WIND_PUNGS[2], won_matters=False)
def small_three_winds(view: View) -> Iterator[Match]:
    """小三風: two wind pungs and a third wind as the eye (hktw 字牌類)."""
    yield from _grouped(view, _of_winds(view, pungs=2, eye=True))


@pattern("big_three_winds", needs=facts.WIND_PUNGS[3], won_matters=False)
def big_three_winds(view: View) -> Iterator[Match]:
    """大三風: three wind pungs, whatever the eye (hktw 字牌類)."""
    winds = _winds(view)
    if len(winds) == 3:
        yield from _grouped(view, [view.at(*winds)])


@pattern("small_four_winds", needs=facts.WIND_PUNGS[3], won_matters=False)
def small_four_winds(view: View) -> Iterator[Match]:
    """小四喜: three wind pungs and the fourth wind as the eye (hktw 字牌類)."""
    yield from _grouped(view, _of_winds(view, pungs=3, eye=True))


@pattern("big_four_winds", needs=facts.WIND_PUNGS[4], won_matters=False)
def big_four_winds(view: View) -> Iterator[Match]:
    """大四喜: four wind pungs (hktw 字牌類)."""
    yield from _grouped(view, _of_winds(view, pungs=4, eye=False))


@pattern("small_three_dragons", needs=facts.DRAGON_PUNGS[2], won_matters=False)
def small_three_dragons(view: View) -> Iterator[Match]:
    """小三元: two dragon pungs and the third dragon as the eye (hktw 字牌類)."""
    dragons = _dragons(view)
    if len(dragons) == 2 and view.eye is not None and view.eye.is_dragon:
        yield view.at(*dragons, view.eye)


@pattern("big_three_dragons", needs=facts.DRAGON_PUNGS[3], won_matters=False)
def big_three_dragons(view: View) -> Iterator[Match]:
    """大三元: all three dragon pungs (hktw 字牌類)."""
    dragons = _dragons(view)
    if len(dragons) == 3:
        yield view.at(*dragons)


@pattern("all_honours", needs=facts.NO_SUIT, partition_matters=False)
def all_honours(view: View) -> Iterator[Match]:
    """字一色: winds and dragons only (hktw 字牌類)."""
    if not view.suits:
        yield view.whole()


@pattern("small_double_wind", needs=facts.WIND_PUNGS[1], won_matters=False)
def small_double_wind(view: View) -> Iterator[Match]:
    """小雙風: one wind pung and another wind as the eye (hktw 非常用)."""
    yield from _of_winds(view, pungs=1, eye=True)


@pattern("double_wind_pungs", needs=facts.WIND_PUNGS[2], won_matters=False)
def double_wind_pungs(view: View) -> Iterator[Match]:
    """雙風刻: two wind pungs, the eye no wind (hktw 非常用)."""
    yield from _of_winds(view, pungs=2, eye=False)


@pattern("proper_wind_pung", needs=facts.WIND_PUNGS[1], won_matters=False)
def proper_wind_pung(view: View) -> Iterator[Match]:
    """正風: a pung of the seat's wind or of the round's, by how many of the two it is (hkfan 3)."""
    proper = [view.win.seat.number, view.win.round.number]
    for pung in _winds(view):
        if pung.rank in proper:
            yield view.at(pung, tier="both_roles" if proper.count(pung.rank) == 2 else "one_role")


@pattern("other_wind_pung", needs=facts.WIND_PUNGS[1], won_matters=False)
def other_wind_pung(view: View) -> Iterator[Match]:
    """碰出不是正風: a pung of a wind that is neither the seat's nor the round's (hkfan 3)."""
    proper = {view.win.seat.number, view.win.round.number}
    for pung in _winds(view):
        if pung.rank not in proper:
            yield view.at(pung)


def _winds(view: View) -> list[Stack]:
    return [pung for pung in view.pungs if pung.is_wind]


def _dragons(view: View) -> list[Stack]:
    return [pung for pung in view.pungs if pung.is_dragon]


def _grouped(view: View, found: Iterable[Match]) -> Iterator[Match]:
    """Tag winds that count together ``with_suits`` where the hand isn't all honours (hktw 字一色)."""
    for match in found:
        yield replace(match, tag="with_suits") if view.suits else match


def _of_winds(view: View, *, pungs: int, eye: bool) -> Iterator[Match]:
    """Match exactly so many wind pungs, with or without a wind as the eye."""
    winds = _winds(view)
    pair = view.eye
    if pair is None or len(winds) != pungs or pair.is_wind is not eye:
        return
    yield view.at(*winds, pair) if eye else view.at(*winds)


@pattern("all_honours_deduction", needs=facts.NO_SUIT, won_matters=False)
def all_honours_deduction(view: View) -> Iterator[Match]:
    """Honours only, with 三元 or 四喜, big or little, as every standard hand of them has (tw16 字一色)."""
    if not view.suits and view.eye is not None:
        dragons = len(_dragons(view)) + view.eye.is_dragon
        winds = len(_winds(view)) + view.eye.is_wind
        if dragons == 3 or winds == 4:
            yield view.whole()
