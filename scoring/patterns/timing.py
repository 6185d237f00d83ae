"""When the hand was won (hktw 時態類, and 十五隻內)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.win import Replacement, WinBy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("kong_replacement_win", needs=facts.CHAIN, partition_matters=False)
def kong_replacement_win(view: View) -> Iterator[Match]:
    """槓上自摸: the tile drawn for a kong won (hktw 時態類)."""
    if _chain(view) == (Replacement.KONG,):
        yield view.event()


@pattern("kong_on_kong_win", needs=facts.CHAIN, partition_matters=False)
def kong_on_kong_win(view: View) -> Iterator[Match]:
    """槓上槓自摸: two kongs or more in a row, the last tile drawn for them won (hktw 時態類)."""
    chain = _chain(view)
    if len(chain) > 1 and set(chain) == {Replacement.KONG} and not _all_mixed(view):
        yield view.event(n=len(chain))


@pattern("flower_replacement_win", needs=facts.CHAIN, partition_matters=False)
def flower_replacement_win(view: View) -> Iterator[Match]:
    """花上自摸: the tile drawn for a flower won, n flowers in a row (hktw 時態類)."""
    chain = _chain(view)
    if set(chain) == {Replacement.FLOWER} and (len(chain) == 1 or not _all_mixed(view)):
        yield view.event(n=len(chain))


@pattern("mixed_replacement_win", needs=facts.CHAIN, partition_matters=False)
def mixed_replacement_win(view: View) -> Iterator[Match]:
    """混花槓自摸: kongs and flowers in a row, the last tile drawn for them won (hktw 時態類)."""
    chain = _chain(view)
    if len(set(chain)) == 2 or (len(chain) > 1 and _all_mixed(view)):
        yield view.event(n=len(chain))


@pattern("rob_kong", needs=facts.ROBBED, partition_matters=False)
def rob_kong(view: View) -> Iterator[Match]:
    """搶槓: won on the tile that another player was adding to a pung (hktw 時態類)."""
    if view.win.by is WinBy.ROB_KONG:
        yield view.event()


@pattern("rob_kong_on_kong", needs=facts.ROBBED, partition_matters=False)
def rob_kong_on_kong(view: View) -> Iterator[Match]:
    """搶槓上槓: the robbed kong was made of another kong's replacement (hktw 時態類)."""
    if view.win.robbed_kong_on_kong:
        yield view.event()


@pattern("last_tile_draw", needs=facts.LAST_TILE | facts.DRAWN, partition_matters=False)
def last_tile_draw(view: View) -> Iterator[Match]:
    """海底撈月: self-drawn with the last tile of the wall (hktw 時態類)."""
    if view.win.last_tile and view.drawn:
        yield view.event()


@pattern("last_tile_discard", needs=facts.LAST_TILE | facts.CLAIMED, partition_matters=False)
def last_tile_discard(view: View) -> Iterator[Match]:
    """河底撈魚: won on the discard that follows the last tile (hktw 時態類)."""
    if view.win.last_tile and view.win.by is WinBy.DISCARD:
        yield view.event()


@pattern("last_of_four", needs=facts.SEEN, partition_matters=False)
def last_of_four(view: View) -> Iterator[Match]:
    """明四絕: the other three copies of the winning tile lay in sight (hktw 時態類)."""
    tile = view.hand.winning
    if tile is not None and view.win.visible_counts.get(tile, 0) == 3:
        yield view.event()


@pattern("last_of_eight", needs=facts.SEEN | facts.MANY_WAITS, partition_matters=False)
def last_of_eight(view: View) -> Iterator[Match]:
    """明八絕: two kinds waited on, seven of their tiles in sight (hktw 時態類)."""
    yield from _last_of(view, 2)


@pattern("last_of_twelve", needs=facts.SEEN | facts.MANY_WAITS, partition_matters=False)
def last_of_twelve(view: View) -> Iterator[Match]:
    """明十二絕: three kinds waited on, eleven of their tiles in sight (hktw 時態類)."""
    yield from _last_of(view, 3)


@pattern("within_4", needs=facts.EARLY, partition_matters=False)
def within_4(view: View) -> Iterator[Match]:
    """四隻內: no more than four tiles in the pools (hktw 時態類)."""
    yield from _within(view, 4)


@pattern("within_7", needs=facts.EARLY, partition_matters=False)
def within_7(view: View) -> Iterator[Match]:
    """七隻內: no more than seven tiles in the pools (hktw 時態類)."""
    yield from _within(view, 7)


@pattern("within_10", needs=facts.EARLY, partition_matters=False)
def within_10(view: View) -> Iterator[Match]:
    """十隻內: no more than ten tiles in the pools (hktw 時態類)."""
    yield from _within(view, 10)


@pattern("within_15", needs=facts.EARLY, partition_matters=False)
def within_15(view: View) -> Iterator[Match]:
    """十五隻內: no more than fifteen tiles in the pools (hktw 非常用)."""
    yield from _within(view, 15)


@pattern("human_win", needs=facts.EARLY, partition_matters=False)
def human_win(view: View) -> Iterator[Match]:
    """人糊: 四隻內 and nobody has called a tile (hktw 時態類)."""
    if view.win.any_calls is False:
        yield from _within(view, 4)


@pattern("earthly_win", needs=facts.EARLY, partition_matters=False)
def earthly_win(view: View) -> Iterator[Match]:
    """地糊: won on the dealer's first discard (hktw 時態類)."""
    if view.win.dealer_first_discard:
        yield view.event()


@pattern("heavenly_win", needs=facts.EARLY, partition_matters=False)
def heavenly_win(view: View) -> Iterator[Match]:
    """天糊: the dealer's opening seventeen tiles, flowers replaced (hktw 時態類)."""
    kongs = any(meld.kind.is_kong for meld in view.hand.melds)
    if view.win.by is WinBy.HEAVENLY and not (kongs and view.policies["heavenly_with_kong"] == "deny"):
        yield view.whole()


def _chain(view: View) -> tuple[Replacement, ...]:
    """Give the replacements before the win that count.

    They are all of them, or where the last link decides the last and those of its sort right before it.
    """
    chain = view.win.replacement_chain
    if view.policies["replacement_chain"] != "last_link":
        return chain
    start = len(chain)
    while start and chain[start - 1] is chain[-1]:
        start -= 1
    return chain[start:]


def _all_mixed(view: View) -> bool:
    """Whether every chain of two or more counts as 混花槓, of one sort or of both."""
    return view.policies["replacement_chain"] == "mixed_for_all"


def _within(view: View, tiles: int) -> Iterator[Match]:
    pools = view.win.discards_before_win
    if pools is not None and pools <= tiles:
        yield view.event()


def _last_of(view: View, kinds: int) -> Iterator[Match]:
    """Match when every copy but one of the kinds waited on lay in sight."""
    visible = sum(view.win.visible_counts.get(tile, 0) for tile in view.waits)
    if len(view.waits) == kinds and visible == 4 * kinds - 1:
        yield view.event()


@pattern("early_win_of_others", partition_matters=False)
def early_win_of_others(view: View) -> Iterator[Match]:
    """人胡: no more than four tiles in the pools, called or not, won by another than the dealer (hkfan 9)."""
    if not view.win.is_dealer:
        yield from _within(view, 4)
