"""Which suits and types a hand has (hktw 組合類, and the colour rows of 非常用)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.tile import Suit, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View

_GREEN: Final = frozenset(Tile(code) for code in ("2s", "3s", "4s", "6s", "8s", "F"))
_BLUE: Final = frozenset(Tile(code) for code in ("E", "S", "W", "N", "P", "8p"))


@pattern("missing_suit", needs=facts.TWO_SUITS, partition_matters=False)
def missing_suit(view: View) -> Iterator[Match]:
    """缺一門: exactly one suit is missing; honours spoil it unless the policy allows them (hktw 組合類)."""
    if len(view.suits) == 2 and (not view.has_honours or view.policies["void_suit_allows_honours"]):
        yield view.whole()


@pattern("five_types", needs=facts.HONOURS | facts.THREE_SUITS, won_matters=False)
def five_types(view: View) -> Iterator[Match]:
    """五門齊: winds, dragons and all three suits; big when each has a group of three (hktw 組合類)."""
    if _five(view):
        yield view.whole(tier=_size(view))


@pattern("seven_types", needs=facts.HONOURS | facts.THREE_SUITS | facts.FLOWERS, won_matters=False)
def seven_types(view: View) -> Iterator[Match]:
    """七門齊: 五門齊 with a plant and a season beside it (hktw 組合類)."""
    series = {flower.suit for flower in view.hand.flowers}
    if _five(view) and {Suit.PLANTS, Suit.SEASONS} <= series:
        yield Match(tiles=(*view.tiles, *view.hand.flowers), tier=_size(view))


@pattern("half_flush", needs=facts.HONOURS | facts.ONE_SUIT, partition_matters=False)
def half_flush(view: View) -> Iterator[Match]:
    """混一色: one suit and honours (hktw 組合類)."""
    if len(view.suits) == 1 and view.has_honours:
        yield view.whole()


@pattern("full_flush", needs=facts.NO_HONOURS | facts.ONE_SUIT, partition_matters=False)
def full_flush(view: View) -> Iterator[Match]:
    """清一色: one suit only (hktw 組合類)."""
    if len(view.suits) == 1 and not view.has_honours:
        yield view.whole()


@pattern("all_green", partition_matters=False)
def all_green(view: View) -> Iterator[Match]:
    """綠一色: 23468 of bamboo and 發, in any mixture (hktw 非常用)."""
    if _GREEN.issuperset(view.tiles):
        yield view.whole()


@pattern("all_blue", partition_matters=False)
def all_blue(view: View) -> Iterator[Match]:
    """藍一色: winds, 白 and the eight of dots (hktw 非常用)."""
    if _BLUE.issuperset(view.tiles):
        yield view.whole()


@pattern("all_tiles_win", needs=facts.NO_HONOURS | facts.ONE_SUIT | facts.MANY_WAITS, partition_matters=False)
def all_tiles_win(view: View) -> Iterator[Match]:
    """張張可胡: a hand of one suit that waited on all nine numbers of it (hktw 非常用)."""
    if (
        len(view.suits) == 1
        and not view.has_honours
        and len(view.waits) == 9
        and {tile.index // 9 for tile in view.waits} == view.suits
    ):
        yield view.whole()


def _five(view: View) -> bool:
    return view.has_winds and view.has_dragons and len(view.suits) == 3


def _size(view: View) -> str:
    """Say ``big`` when each of the five types has a group of three tiles."""
    types = {chow.suit for chow in view.chows}
    for pung in view.pungs:
        types.add(pung.suit if pung.suit < 3 else 3 + pung.is_dragon)
    return "big" if len(types) == 5 else "ordinary"


@pattern("all_green_with_dragon", partition_matters=False)
def all_green_with_dragon(view: View) -> Iterator[Match]:
    """綠一色: 23468 of bamboo and 發, which must be there (tw16 綠一色)."""
    if _GREEN.issuperset(view.tiles) and view.has_dragons and view.suits:
        yield view.whole()
