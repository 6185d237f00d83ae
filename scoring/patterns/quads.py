"""All four copies of a tile in different groups (hktw 四歸類). Kongs have rows of their own."""

from __future__ import annotations

from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.patterns.view import View
    from scoring.tile import Tile


@pattern("quad_in_two", needs=facts.QUADS_IN[2], won_matters=False)
def quad_in_two(view: View) -> Iterator[Match]:
    """四歸一: a pung and a chow; two pairs of 嚦咕嚦咕; a pung of an orphan in 十三幺 (hktw 四歸類)."""
    yield from _single(view, 2)


@pattern("quad_in_three", chows=2, needs=facts.QUADS_IN[3], won_matters=False)
def quad_in_three(view: View) -> Iterator[Match]:
    """四歸二: two chows and the eye (hktw 四歸類)."""
    yield from _single(view, 3)


@pattern("quad_in_four", chows=4, needs=facts.QUADS_IN[4], won_matters=False)
def quad_in_four(view: View) -> Iterator[Match]:
    """四歸四: four chows (hktw 四歸類)."""
    yield from _single(view, 4)


@pattern("eight_in_three", chows=1, pungs=2, needs=facts.QUADS[2], won_matters=False)
def eight_in_three(view: View) -> Iterator[Match]:
    """八歸三: two tiles, all copies of both in the same three groups (hktw 四歸類)."""
    yield from _together(view, 2, 3)


@pattern("twelve_in_four", chows=1, needs=facts.QUADS[3], won_matters=False)
def twelve_in_four(view: View) -> Iterator[Match]:
    """十二歸四: three tiles, all copies of each in the same four groups (hktw 四歸類)."""
    yield from _together(view, 3, 4)


def _match(view: View, tiles: Sequence[Tile], places: int) -> Match:
    """Match tiles: 明 when a group of theirs is open, or the winning discard is one of them (hktw 四歸一)."""
    exposed = bool(places & view.melded_places)
    if view.win.from_another and view.policies["discard_opens_pattern"]:
        if view.policies["quad_concealment"] == "group":
            exposed = bool(places & view.open_places)
        else:
            exposed = exposed or view.hand.winning in tiles
    return Match(places, tuple([tile for tile in tiles for _ in range(4)]), exposed)


def _single(view: View, groups: int) -> Iterator[Match]:
    """Match single tiles that lie in so many groups.

    Of tiles that lie in the very same groups one counts, a 暗 one if there is any.
    """
    by_places: dict[int, list[Match]] = {}
    for tile, places in view.quads:
        if places.bit_count() == groups:
            by_places.setdefault(places, []).append(_match(view, [tile], places))
    per_kind = view.policies["quads_same_groups"] == "per_kind" or view.policies["repeat_counting"] == "all"
    for matches in by_places.values():
        if per_kind or len(matches) == 1:
            yield from matches
        else:
            yield min(matches, key=attrgetter("exposed"))


def _together(view: View, kinds: int, groups: int) -> Iterator[Match]:
    if not view.standard:
        return
    for choice in combinations(view.quads, kinds):
        places = 0
        for _, held in choice:
            places |= held
        if places.bit_count() == groups:
            yield _match(view, [tile for tile, _ in choice], places)
