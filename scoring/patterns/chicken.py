"""Hands without any pattern (hktw 組合類). Rule sets ask for these after all other rows are decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("chicken", needs=facts.CLAIMED, won_matters=False)
def chicken(view: View) -> Iterator[Match]:
    """雞糊: a standard hand won off another player.

    The rule set says which rows may stand beside it (hktw 組合類), or what they must be worth (hkfan 3).
    Whether ready may have been declared is the policy ``chicken_allows_ready``.
    """
    allowed = view.win.declared is None or view.policies["chicken_allows_ready"]
    if view.standard and not view.drawn and allowed:
        yield view.whole()


@pattern("duck", needs=facts.DRAWN, won_matters=False)
def duck(view: View) -> Iterator[Match]:
    """鴨胡: as 雞糊, self-drawn (hktw 組合類)."""
    if view.standard and view.drawn:
        yield view.whole()


@pattern("plain_hand")
def plain_hand(view: View) -> Iterator[Match]:
    """屁糊: a standard hand without any pattern, worth nothing (tw16 屁餬)."""
    if view.standard:
        yield view.whole()
