"""What is in doubt, and what each answer would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.padding import Padding
from rich.text import Text

from sikwu.report.words import Language, pick, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from sikwu.stakes import Outcome, Stake
    from sikwu.verdict import Verdict

__all__ = ["lay_out_doubts", "lay_out_range"]

_NAMED: Final = 9
"""So many answers of one outcome are named; of more only the number."""


def lay_out_doubts(verdict: Verdict, language: Language) -> Iterator[RenderableType]:
    """Lay the doubts of a reading out, those on which most money hangs first.

    Each says what other answers come to, or that they change nothing; what the picture leaves open without an
    answer to choose from comes last.
    """
    if verdict.reading is None or not verdict.reading.doubts:
        return
    doubts = verdict.reading.doubts
    staked = {stake.doubt: stake for stake in verdict.stakes}
    rest = [place for place in range(len(doubts)) if place not in staked]
    yield Text("in doubt", style="bold yellow")
    for place in [*staked, *rest]:
        text = f"- {doubts[place].text}"
        if place in staked:
            text += f"  {_changes(staked[place], verdict, language)}"
        yield Padding(Text(text), (0, 0, 0, 2))


def lay_out_range(verdict: Verdict, language: Language) -> Iterator[RenderableType]:
    """Say beside a total that the doubts leave others open."""
    outcomes = [outcome for stake in verdict.stakes for outcome in (stake.now, *stake.changing)]
    if not any(stake.changing for stake in verdict.stakes):
        return
    wins = [outcome.fan for outcome in outcomes if outcome.win]
    words = []
    if wins:
        low, high = min(wins), max(wins)
        words.append(
            f"{low} {_unit(verdict, language)}" if low == high else f"{low}-{high} {_unit(verdict, language)}"
        )
    if not all(outcome.win for outcome in outcomes):
        words.append(say("no win", language))
    yield Text(say("left open", language, range=pick(language, " or ", "或").join(words)), style="yellow")


def _changes(stake: Stake, verdict: Verdict, language: Language) -> str:
    comma = pick(language, ", ", "、")
    if not stake.changing:
        answers = _answers(stake.others, comma, language)
        return say("changes nothing", language, answers=answers)
    by_outcome: dict[str, list[Outcome]] = {}
    for outcome in stake.changing:
        by_outcome.setdefault(_worth(outcome, verdict, language), []).append(outcome)
    parts = [
        say("if", language, answers=_answers(outcomes, comma, language), worth=worth)
        for worth, outcomes in by_outcome.items()
    ]
    now = _worth(stake.now, verdict, language)
    same = [outcome for outcome in stake.others if outcome not in stake.changing]
    if same:
        parts.append(say("if same", language, answers=_answers(same, comma, language)))
    return say("ifs", language, ifs=pick(language, "; ", "；").join(parts), now=now)


def _answers(outcomes: list[Outcome] | tuple[Outcome, ...], comma: str, language: Language) -> str:
    if len(outcomes) > _NAMED:
        return say("of answers", language, n=len(outcomes))
    return comma.join(
        str(each.answer) if each.p is None else f"{each.answer} ({each.p:.2f})" for each in outcomes
    )


def _worth(outcome: Outcome, verdict: Verdict, language: Language) -> str:
    if outcome.win:
        return f"{outcome.fan} {_unit(verdict, language)}"
    return say("no hand" if outcome.hand is None else "no win", language)


def _unit(verdict: Verdict, language: Language) -> str:
    sheet = verdict.sheet
    return pick(language, "fan", "番") if sheet is None else pick(language, sheet.unit, sheet.unit_zh)
