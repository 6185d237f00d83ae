"""Ready from the start, and the wins that follow at once (tw16 地聽, 天聽, 地聽一發, 人胡, 地胡)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.win import Declared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("earthly_ready", needs=facts.DECLARED | facts.CONCEALED, partition_matters=False)
def earthly_ready(view: View) -> Iterator[Match]:
    """地聽: declared with the first discard, by the dealer too, and the hand kept concealed (tw16 地聽)."""
    if _earthly(view):
        yield Match()


@pattern("heavenly_ready", needs=facts.DECLARED | facts.CONCEALED, partition_matters=False)
def heavenly_ready(view: View) -> Iterator[Match]:
    """天聽: declared from the deal by a player who isn't the dealer, the hand kept concealed (tw16 天聽)."""
    if _heavenly(view):
        yield Match()


@pattern("earthly_ready_ippatsu", needs=facts.DECLARED | facts.CONCEALED, partition_matters=False)
def earthly_ready_ippatsu(view: View) -> Iterator[Match]:
    """地聽一發: 地聽 won within the first go-round after declaring, whatever was called (tw16 地聽一發)."""
    if _earthly(view) and view.win.ippatsu:
        yield view.event()


@pattern("heavenly_ready_ippatsu", needs=facts.DECLARED | facts.CONCEALED, partition_matters=False)
def heavenly_ready_ippatsu(view: View) -> Iterator[Match]:
    """人胡: 天聽 won on the first tile that some player discards (tw16 人胡).

    The dealer's first discard is such a tile; otherwise the circumstances say that it was the first go-round.
    """
    if _heavenly(view) and (view.win.ippatsu or view.win.dealer_first_discard):
        yield view.event()


@pattern("first_draw_win", needs=facts.EARLY | facts.CONCEALED, partition_matters=False)
def first_draw_win(view: View) -> Iterator[Match]:
    """地胡: a player who isn't the dealer wins with the first draw, nothing melded before (tw16 地胡).

    A hand that this draw completes was ready from the deal, so that nobody has to have declared it.
    """
    if view.win.first_draw and not view.win.is_dealer and view.concealed:
        yield view.event()


def _heavenly(view: View) -> bool:
    return view.concealed and not view.win.is_dealer and view.win.declared is Declared.HEAVENLY_READY


def _earthly(view: View) -> bool:
    """Whether 地聽 was declared; what the dealer declares when the play begins is always that."""
    declared = view.win.declared
    return view.concealed and (
        declared is Declared.EARTHLY_READY or (declared is Declared.HEAVENLY_READY and view.win.is_dealer)
    )
