"""All eight flowers, kept or won with (tw16 滿花, 七搶一, 配牌花胡)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.win import FlowerWin, WinBy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("full_flowers", needs=facts.FLOWERS, partition_matters=False)
def full_flowers(view: View) -> Iterator[Match]:
    """滿花: all eight flowers lie beside the hand (tw16 花牌)."""
    if len(view.hand.flowers) == 8:
        yield view.at_flowers(range(8))


@pattern("seven_robs_one", partition_matters=False)
def seven_robs_one(view: View) -> Iterator[Match]:
    """七搶一: seven flowers, and the eighth taken from the player who drew it (tw16 七搶一)."""
    robbed = view.win.by is WinBy.ROB_FLOWER and view.win.flower_win is None
    if robbed or view.win.flower_win is FlowerWin.SEVEN_ROB:
        yield Match(tiles=view.hand.flowers)


@pattern("initial_eight_flowers_win", partition_matters=False)
def initial_eight_flowers_win(view: View) -> Iterator[Match]:
    """配牌花胡: eight flowers from the deal, or seven and another player has the eighth (tw16 配牌花胡)."""
    if view.win.flower_win is FlowerWin.INITIAL:
        yield Match(tiles=view.hand.flowers)
