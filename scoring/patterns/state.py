"""How the hand was won (hktw 狀態類)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.win import Declared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("self_draw", needs=facts.DRAWN, partition_matters=False)
def self_draw(view: View) -> Iterator[Match]:
    """自摸: the winner drew the winning tile (hktw 狀態類)."""
    if view.drawn:
        yield view.event()


@pattern("concealed_hand", needs=facts.CONCEALED, partition_matters=False)
def concealed_hand(view: View) -> Iterator[Match]:
    """門前清: no meld but concealed kongs (hktw 狀態類)."""
    if view.concealed:
        yield view.whole()


@pattern("concealed_self_draw", needs=facts.CONCEALED | facts.DRAWN, partition_matters=False)
def concealed_self_draw(view: View) -> Iterator[Match]:
    """門清自摸: 門前清 won by self-draw (hktw 狀態類)."""
    if view.concealed and view.drawn:
        yield view.whole()


@pattern("ready", needs=facts.DECLARED, partition_matters=False)
def ready(view: View) -> Iterator[Match]:
    """叮: ready was declared; more with a concealed hand (hktw 狀態類)."""
    if view.win.declared is not None:
        yield Match(tier="concealed" if view.concealed else "melded")


@pattern("double_ready", needs=facts.DECLARED, partition_matters=False)
def double_ready(view: View) -> Iterator[Match]:
    """天叮: declared from the deal, or after the first draw (hktw 狀態類)."""
    if view.win.declared not in {None, Declared.READY}:
        yield Match()


@pattern("ippatsu", needs=facts.DECLARED, partition_matters=False)
def ippatsu(view: View) -> Iterator[Match]:
    """一發: won within the go-round after declaring, no call in between (hktw 狀態類)."""
    if view.win.ippatsu:
        yield view.event()


@pattern("win_on_ready_discard", needs=facts.DECLARED, partition_matters=False)
def win_on_ready_discard(view: View) -> Iterator[Match]:
    """食聽牌: the winning discard was a declaration of ready (hktw 狀態類)."""
    if view.win.on_ready_discard:
        yield view.event()


@pattern("half_melded", needs=facts.ALL_MELDED | facts.DRAWN, won_matters=False)
def half_melded(view: View) -> Iterator[Match]:
    """半求人: every group an open meld, the eye self-drawn (hktw 狀態類)."""
    if view.drawn and _all_melded(view):
        yield view.event()


@pattern("full_melded", needs=facts.ALL_MELDED | facts.CLAIMED, won_matters=False)
def full_melded(view: View) -> Iterator[Match]:
    """全求人: every group an open meld, the eye completed by another player's tile (hktw 狀態類)."""
    if not view.drawn and _all_melded(view):
        yield view.event()


@pattern("double_ron", needs=facts.SEVERAL_WINNERS, partition_matters=False)
def double_ron(view: View) -> Iterator[Match]:
    """一炮雙響: one discard, two winners (hktw 狀態類)."""
    if view.win.winners == 2:
        yield view.event()


@pattern("triple_ron", needs=facts.SEVERAL_WINNERS, partition_matters=False)
def triple_ron(view: View) -> Iterator[Match]:
    """一炮三響: one discard, three winners (hktw 狀態類)."""
    if view.win.winners == 3:
        yield view.event()


@pattern("kick_self_draw_bonus", needs=facts.SEVERAL_WINNERS | facts.DRAWN, partition_matters=False)
def kick_self_draw_bonus(view: View) -> Iterator[Match]:
    """錦上添花: self-drawn by the one who paid several winners in the hand before (hktw 狀態類)."""
    if view.drawn and view.win.previous_round_multi_ron:
        yield view.event(n=view.win.previous_round_multi_ron)


def _all_melded(view: View) -> bool:
    melds = view.hand.melds
    return (
        view.standard and len(melds) == len(view.partition.groups) - 1 and all(meld.exposed for meld in melds)
    )
