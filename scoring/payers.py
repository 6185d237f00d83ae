"""Payers: which seats pay for a win, and whose win one discard is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.errors import WinError
from scoring.win import WinBy, Wind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scoring.policies import Policy
    from scoring.ruleset import RuleSet
    from scoring.win import Win

__all__ = ["check_winners", "nearest", "payers"]


def payers(win: Win, policies: Mapping[str, Policy]) -> tuple[Wind, ...]:
    """Give the seats that pay: the one that gave the winning tile, or all three.

    A robbed flower is paid by the player robbed, or by all (`seven_robs_one_payer`, tw16 七搶一).
    """
    shared = win.by is WinBy.ROB_FLOWER and policies["seven_robs_one_payer"] == "all"
    if shared or not win.from_another:
        return win.losers
    if win.discarder is None:  # pragma: no cover - Win refuses this
        raise WinError("a win off another player needs a discarder")
    return (win.discarder,)


def nearest(discarder: Wind, winners: Collection[Wind]) -> Wind:
    """Give the winner whose turn comes first after the discarder's, East to South to West to North.

    He alone wins where the policy ``multi_ron`` is nearest.

    Raises:
        WinError: nobody wins, or the discarder wins off himself.

    >>> nearest(Wind.WEST, [Wind.SOUTH, Wind.EAST])
    <Wind.EAST: 'E'>
    """
    if not winners:
        raise WinError(f"nobody wins on the tile of {discarder.value}")
    if discarder in winners:
        raise WinError(f"{discarder.value} can't be winner and discarder")
    return min(winners, key=lambda seat: (seat.number - discarder.number) % len(Wind))


def check_winners(win: Win, rules: RuleSet) -> None:
    """Refuse several winners of one discard where a rule set has only one (`multi_ron`).

    Raises:
        WinError: several win on this discard, or did in the hand before.
    """
    if win.winners > 1:
        several = f"{win.winners} players can't win on one discard"
    elif win.previous_round_multi_ron:
        several = f"{win.previous_round_multi_ron} players can't have won off {win.seat.value} before"
    else:
        return
    if rules.policies["multi_ron"] == "nearest":
        raise WinError(
            f"{several}: {rules.id} has multi_ron = nearest, so that only the next in turn after the "
            "discarder wins"
        )
