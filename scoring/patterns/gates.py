"""Nine gates: one, one, one, two to eight, nine, nine, nine of a suit (tw16 九連寶燈)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.partitions import Group
    from scoring.patterns.view import View

_LEAST: Final = {1: 3, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 3}


@pattern("pure_nine_gates", needs=facts.NO_HONOURS | facts.ONE_SUIT, won_matters=False)
def pure_nine_gates(view: View) -> Iterator[Match]:
    """清九連寶燈: the gates within a hand of one suit, whatever it waited on (tw16 清九連寶燈)."""
    groups = view.partition.groups
    if view.standard and len(view.suits) == 1 and not view.has_honours and _gates(view, groups):
        yield view.whole()


@pattern("mixed_nine_gates", needs=facts.NO_HONOURS | facts.TWO_SUITS, won_matters=False)
def mixed_nine_gates(view: View) -> Iterator[Match]:
    """混九連寶燈: the gates with an eye of their suit, and one group of another suit (tw16 混九連寶燈)."""
    if not view.standard or len(view.suits) != 2 or view.has_honours:
        return
    groups = view.partition.groups
    suit = groups[-1].first.suit
    own = [group for group in groups if group.first.suit is suit]
    if len(own) == len(groups) - 1 and _gates(view, own):
        yield view.whole()


def _gates(view: View, groups: Sequence[Group]) -> bool:
    """Whether groups hold the gates; none of them open where ``nine_gates_concealed`` says so."""
    if view.policies["nine_gates_concealed"] and any(group.melded for group in groups):
        return False
    held = Counter(tile.rank for group in groups for tile in group.tiles)
    return all(held[rank] >= least for rank, least in _LEAST.items())
