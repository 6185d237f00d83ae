"""Thirteen orphans by the group that goes with them (tw16 混13么, 清13么)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.partitions import Form
from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.tile import ORPHANS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("mixed_thirteen_orphans", needs=facts.SPECIAL, won_matters=False)
def mixed_thirteen_orphans(view: View) -> Iterator[Match]:
    """混十三么: the group is a chow, or a pung of a simple (tw16 混13么)."""
    if view.form is Form.ORPHANS and not _pure(view):
        yield view.whole()


@pattern("pure_thirteen_orphans", needs=facts.SPECIAL, won_matters=False)
def pure_thirteen_orphans(view: View) -> Iterator[Match]:
    """清十三么: the group is a pung of a terminal or an honour (tw16 清13么)."""
    if view.form is Form.ORPHANS and _pure(view):
        yield view.whole()


def _pure(view: View) -> bool:
    return all(tile in ORPHANS for tile in view.tiles)
