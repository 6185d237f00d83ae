"""A verdict as a person reads it in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group as Stack
from rich.table import Table
from rich.text import Text

from sikwu.report.assumed import otherwise
from sikwu.report.doubts import lay_out_doubts, left_open, unit_of
from sikwu.report.questions import said_words
from sikwu.report.sheet import headline, lay_out_no_win, lay_out_payments, lay_out_win, notes
from sikwu.report.words import ROLES, Language, assumption, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from scoring import Wind
    from sikwu.verdict import Verdict
    from vision import Group, Reading

__all__ = ["report"]


def report(
    verdict: Verdict,
    language: Language = Language.ENGLISH,
    *,
    explain: bool = False,
    names: Mapping[Wind, str] | None = None,
) -> RenderableType:
    """Lay a verdict out: tiles and groups, doubts, score lines, payments, assumptions.

    Args:
        verdict: what was found.
        language: of headings, rows and reasons; what is said of the photo itself is in English.
        explain: whether to show every other reading of the hand and why it loses.
        names: of the players at a table, by seat.
    """
    parts: list[RenderableType] = []
    if verdict.reading is not None:
        parts.extend(_reading(verdict.reading))
        parts.extend(notes(say("said", language), said_words(verdict.reading, language)))
        parts.extend(lay_out_doubts(verdict, language))
        parts.append(Text(""))
    if verdict.sheet is None:
        why = "" if verdict.reading is None else verdict.reading.why or ""
        parts.append(headline(say("no hand", language), why, "yellow"))
        parts.extend(_caution(verdict, language))
    elif verdict.sheet.win:
        parts.extend(
            lay_out_win(verdict.sheet, language, explain=explain, caution=left_open(verdict, language))
        )
        if verdict.payments.transfers:
            parts.append(lay_out_payments(verdict.payments, language, names))
        assumed = [assumption(text, language) for text in verdict.assumed]
        parts.extend(notes(say("assumed", language), assumed))
        unit = unit_of(verdict, language)
        others = [words for each in verdict.assumptions for words in otherwise(each, unit, language)]
        parts.extend(notes(say("otherwise", language), others))
    else:
        parts.extend(lay_out_no_win(verdict.sheet, language, explain=explain))
        parts.extend(_caution(verdict, language))
    return Stack(*parts)


def _caution(verdict: Verdict, language: Language) -> Iterator[RenderableType]:
    """Say of a hand that doesn't win what else it may be for what is in doubt."""
    open_ = left_open(verdict, language)
    if open_:
        yield Text(open_, style="yellow")


def _reading(reading: Reading) -> Iterator[RenderableType]:
    for number, photo in enumerate(reading.photos):
        here = [each for each in reading.sightings if each.photo == number and each.placed_in_photo]
        outside = sum(not each.in_hand and each.same is None for each in here)
        again = sum(each.same is not None for each in here)
        size = f"{photo.width} x {photo.height}"
        twice = f", {again} of an earlier photo" if again else ""
        yield Text(
            f"{photo.path or 'photo'}  {size}  {len(here)} tiles seen{twice}, {outside} outside the hand"
        )
    if reading.tile_set is not None:
        yield Text(f"read with the enrolled set {reading.tile_set.name}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("group", no_wrap=True)
    table.add_column("tiles", overflow="fold")
    table.add_column("least sure", justify="right", no_wrap=True)
    for group in reading.groups:
        table.add_row(_group_name(group), _group_tiles(reading, group), _least_sure(reading, group))
    if reading.groups:
        yield table
    if reading.hand is not None:
        yield Text.assemble("hand  ", (str(reading.hand), "bold"))


def _group_name(group: Group) -> str:
    name = ROLES[group.role]
    return name if group.meld is None else f"{name} {group.meld.value}"


def _group_tiles(reading: Reading, group: Group) -> Text:
    text = Text()
    for place, index in enumerate(group.sightings):
        sighting = reading.sightings[index]
        if place:
            text.append("  ")
        name = "back" if sighting.kind is None else f"{sighting.kind.code}{sighting.kind.chinese}"
        text.append(name, style="" if sighting.sure else "yellow")
    return text


def _least_sure(reading: Reading, group: Group) -> str:
    index = min(group.sightings, key=lambda each: reading.sightings[each].p)
    return f"{reading.sightings[index].code} {reading.sightings[index].p:.1%}"
