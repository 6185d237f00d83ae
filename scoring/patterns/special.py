"""Hands of another shape than groups and an eye (hktw 組合類)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.partitions import Form, GroupKind
from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("seven_pairs_pung", needs=facts.SPECIAL)
def seven_pairs_pung(view: View) -> Iterator[Match]:
    """嚦咕嚦咕: seven pairs and a pung; more when eight pairs waited (八飛) (hktw 組合類)."""
    if view.form is Form.SEVEN_PAIRS:
        eight_pairs = view.won is not None and view.won.kind is GroupKind.PUNG
        yield view.whole(tier="eight_pairs" if eight_pairs else "ordinary")


@pattern("thirteen_orphans", needs=facts.SPECIAL)
def thirteen_orphans(view: View) -> Iterator[Match]:
    """十三幺; more when all thirteen waited for a pair (十三飛) (hktw 組合類)."""
    if view.form is Form.ORPHANS:
        paired_last = view.won is not None and view.won.kind is GroupKind.PAIR
        yield view.whole(tier="thirteen_sided" if paired_last else "ordinary")


@pattern("false_two_double_chows", won_matters=False)
def false_two_double_chows(view: View) -> Iterator[Match]:
    """假雙般高: the pairs of four numbers in a row (hktw 非常用).

    They are a 一般高 with the eye next to it, or four pairs of 嚦咕嚦咕.
    """
    if view.form is Form.SEVEN_PAIRS:
        yield from _four_pairs(view)
    elif view.eye is not None and view.eye.suit < 3:
        eye = view.eye
        for low in {eye.rank + 1, eye.rank - 3}:
            chows = [chow for chow in view.chows if chow.suit == eye.suit and chow.rank == low]
            if len(chows) > 1:
                yield view.at(*chows[:2], eye)


def _four_pairs(view: View) -> Iterator[Match]:
    pairs = {
        group.first.index: place
        for place, group in enumerate(view.partition.groups)
        if group.kind is GroupKind.PAIR
    }
    for start in sorted(pairs):
        row = range(start, start + 4)
        if start < 27 and start % 9 < 6 and all(index in pairs for index in row):
            yield view.at_places(sum(1 << pairs[index] for index in row))
