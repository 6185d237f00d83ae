"""Waits: every tile that completes a waiting hand, how many are left, and what the hand is then worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from scoring.completion import waited_on
from scoring.score import score
from scoring.win import Win, WinBy, Wind

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.ruleset import RuleSet
    from scoring.sheet import ScoreSheet
    from scoring.tile import Tile

__all__ = ["Wait", "waits"]

_STANDING: Final = (
    "seat",
    "round",
    "dealer",
    "dealer_streak",
    "dice_forgotten",
    "declared",
    "discards_before_win",
    "any_calls",
    "visible_counts",
    "table_drew_no_flowers",
    "previous_round_multi_ron",
    "last_tile",
)
"""Circumstances that hold before the winning tile comes, whichever way it comes."""


@dataclass(frozen=True)
class Wait:
    """A kind of tile that completes a hand.

    Attributes:
        tile: the kind.
        left: copies that lie neither in the hand nor in sight.
        self_draw: the sheet when the player draws it.
        discard: the sheet when another player, who is not the dealer unless he was named, discards it.
    """

    tile: Tile
    left: int
    self_draw: ScoreSheet
    discard: ScoreSheet

    def export(self) -> dict[str, Any]:
        """Give the wait as JSON-able values."""
        return {
            "tile": self.tile.code,
            "left": self.left,
            "self_draw": self.self_draw.export(),
            "discard": self.discard.export(),
        }


def waits(hand: Hand, win: Win, rules: RuleSet) -> tuple[Wait, ...]:
    """List every kind of tile that a hand waits on, in the order of `scoring.KINDS`.

    A kind must be able to come: one of which the player holds all four is left out unless the policy
    ``held_four_counts_as_wait`` lets it in, and so is, under ``dead_tiles_count_as_waits = false``, one that
    lies wholly in sight. Each is scored twice with the best partition, once drawn and once discarded.

    Args:
        hand: a waiting hand: sixteen tiles of seventeen, a kong counted as three, without a winning tile.
        win: what is known already: seats, streak, declared ready, tiles in sight. Where the winning tile came
            from is passed over, but for the discarder.
        rules: the rule set.

    Raises:
        HandError: the hand can't exist, or has not the size of one that waits.
        WinError: the circumstances contradict the hand.

    >>> from scoring.hand import Hand
    >>> from scoring.ruleset import RuleSet
    >>> for wait in waits(Hand.parse("234m 678m 56s EEE 99p [CCC] f1"), Win(), RuleSet.load("hktw")):
    ...     print(wait.tile, wait.left, wait.self_draw.total, wait.discard.total)
    4s 4 16 15
    7s 4 16 15
    """
    hand.check(waiting=True, melds=rules.melds)
    found = []
    for tile in waited_on(hand, win, rules):
        drawn, discarded = _wins(win, tile, hand)
        complete = replace(hand, winning=tile)
        found.append(
            Wait(
                tile,
                _left(hand, win, tile),
                score(complete, drawn, rules),
                score(complete, discarded, rules),
            )
        )
    return tuple(found)


def _wins(win: Win, tile: Tile, hand: Hand) -> tuple[Win, Win]:
    """Give the win by self-draw and the one by discard with a tile, under what is known.

    A tile that lies wholly in sight is scored as the last copy would be.
    """
    standing = {name: getattr(win, name) for name in _STANDING}
    seen = win.visible_counts.get(tile, 0)
    standing["visible_counts"] = {
        **win.visible_counts,
        tile: max(0, min(seen, 3 - hand.concealed.count(tile))),
    }
    named = None if win.discarder is win.seat else win.discarder
    others = [wind for wind in Wind if wind not in {win.seat, win.dealer}]
    return (
        Win(by=WinBy.SELF_DRAW, **standing),
        Win(by=WinBy.DISCARD, discarder=named or others[0], **standing),
    )


def _left(hand: Hand, win: Win, tile: Tile) -> int:
    """Count the copies that the player can't see; melds of his own lie in sight too."""
    melded = Counter(each for meld in hand.melds for each in meld.tiles)[tile]
    return max(0, 4 - hand.concealed.count(tile) - max(melded, win.visible_counts.get(tile, 0)))
