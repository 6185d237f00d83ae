"""The waits of a hand as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group as Stack
from rich.table import Table
from rich.text import Text

from sikwu.report.words import Language, pick, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from scoring import Hand, RuleSet, ScoreSheet, Wait

__all__ = ["report_waits"]


def report_waits(
    hand: Hand, found: Sequence[Wait], rules: RuleSet, language: Language = Language.ENGLISH
) -> RenderableType:
    """Lay out every tile that completes a hand, the copies left, and its fan drawn and discarded."""
    if not found:
        return Text(f"{hand}\n{say('no wait', language)}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("tile", language), no_wrap=True)
    table.add_column(say("left", language), justify="right")
    for way in ("drawn", "discarded"):
        table.add_column(say(way, language), justify="right", no_wrap=True)
        table.add_column(say("row", language), overflow="fold")
    for wait in found:
        table.add_row(
            f"{wait.tile.code}{wait.tile.chinese}",
            str(wait.left),
            *_worth(wait.self_draw),
            *_worth(wait.discard),
        )
    copies = sum(wait.left for wait in found)
    kinds = say("waits", language, kinds=len(found), copies=copies)
    comma = pick(language, ", ", "，")
    return Stack(Text(f"{hand}  {kinds}{comma}{say('rules', language)} {rules.id}"), table)


def _worth(sheet: ScoreSheet) -> tuple[str, str]:
    """Give the fan and the rows of a sheet; a dash and the reason where it doesn't win."""
    if not sheet.win:
        return "-", sheet.why
    names = {line.id: line.zh for line in sheet.lines}
    return str(sheet.total), " ".join(f"{names[item]}{value}" for item, value in sheet.items.items())
