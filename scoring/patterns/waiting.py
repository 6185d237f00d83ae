"""How the hand waited, and the eye (hktw 型式類)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.partitions import GroupKind
from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("dual_pung_wait", needs=facts.WON_PUNG)
def dual_pung_wait(view: View) -> Iterator[Match]:
    """對碰: the winning tile made a pung of a concealed pair (hktw 型式類)."""
    if view.standard and view.won is not None and view.won.kind is GroupKind.PUNG:
        yield view.event()


@pattern("false_single_wait", needs=facts.MANY_WAITS | facts.WON_CLOSED)
def false_single_wait(view: View) -> Iterator[Match]:
    """假獨: read as an edge, a middle or the eye, though other kinds would have won too (hktw 型式類)."""
    if view.standard and len(view.waits) > 1 and _closed(view):
        yield view.event()


@pattern("single_wait", needs=facts.ONE_WAIT, won_matters=False)
def single_wait(view: View) -> Iterator[Match]:
    """獨獨: only one kind of tile could complete the hand, in whatever form (hktw 型式類)."""
    if view.won is not None and len(view.waits) == 1:
        yield view.event()


@pattern("eye_258", needs=facts.EYE_SUITED, won_matters=False)
def eye_258(view: View) -> Iterator[Match]:
    """將眼: the eye of a standard hand is a two, five or eight (hktw 型式類)."""
    if view.eye is not None and view.eye.suit < 3 and view.eye.rank in {2, 5, 8}:
        yield view.at(view.eye)


@pattern("dealer", partition_matters=False)
def dealer(view: View) -> Iterator[Match]:
    """莊家: the dealer's fan for his streak, asked for on the transfers that he is part of (hktw 型式類)."""
    yield Match(n=view.win.streak_counted)


def _closed(view: View) -> bool:
    """Whether the winning tile filled an edge, a middle or the eye in this partition."""
    won = view.won
    tile = view.hand.winning
    if won is None or tile is None:
        return False
    if won.kind is GroupKind.PAIR:
        return True
    if won.kind is not GroupKind.CHOW:
        return False
    low = won.first.rank
    return tile.rank == low + 1 or (low == 1 and tile.rank == 3) or (low == 7 and tile.rank == 7)


@pattern("dealer_streak", partition_matters=False)
def dealer_streak(view: View) -> Iterator[Match]:
    """連N拉N: how often the dealer has held the deal, for the transfers that he is part of (tw16 連N拉N)."""
    for match in dealer(view):
        if match.n:
            yield match
