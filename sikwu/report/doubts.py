"""What is in doubt, and what each answer would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.padding import Padding
from rich.text import Text

from sikwu.report.questions import answer_words, chance, question_words, tile_numbers, worth
from sikwu.report.words import Language, pick, say
from vision import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from sikwu.outcomes import Outcome
    from sikwu.stakes import Both, Stake
    from sikwu.verdict import Verdict
    from vision import Doubt

__all__ = ["lay_out_doubts", "left_open", "unit_of"]

_NAMED: Final = 9
"""So many answers of one outcome are named; of more only the number."""


def lay_out_doubts(verdict: Verdict, language: Language) -> Iterator[RenderableType]:
    """Lay the doubts of a reading out, those on which most money hangs first.

    Each says what other answers come to, or that they change nothing; what the picture leaves open without an
    answer to choose from comes last.
    """
    if verdict.reading is None or not verdict.reading.doubts:
        return
    reading, doubts = verdict.reading, verdict.reading.doubts
    staked = {stake.doubt: stake for stake in verdict.stakes}
    rest = [place for place in range(len(doubts)) if place not in staked]
    yield Text(say("in doubt", language), style="bold yellow")
    for place in [*staked, *rest]:
        said = pick(
            language, _numbered(doubts[place], language), question_words(reading, doubts[place], language)
        )
        text = f"- {said}"
        if place in staked:
            text += f"  {_changes(staked[place], verdict, language)}"
        yield Padding(Text(text), (0, 0, 0, 2))


def left_open(verdict: Verdict, language: Language) -> str:
    """Say what else a hand may come to for what is in doubt; empty where nothing else."""
    outcomes = [
        outcome
        for stake in verdict.stakes
        for outcome in (stake.now, *stake.changing, *(each.outcome for each in stake.both))
    ]
    if not any(stake.matters for stake in verdict.stakes):
        return ""
    fans = [outcome.fan for outcome in outcomes if outcome.win]
    words = []
    if fans:
        low, high = min(fans), max(fans)
        words.append(f"{low if low == high else f'{low}-{high}'} {unit_of(verdict, language)}")
    if not all(outcome.win for outcome in outcomes):
        words.append(say("no win", language))
    return say("left open", language, range=pick(language, " or ", "或").join(words))


def unit_of(verdict: Verdict, language: Language) -> str:
    """Name what a hand is counted in."""
    sheet = verdict.sheet
    return pick(language, "fan", "番") if sheet is None else pick(language, sheet.unit, sheet.unit_zh)


def _numbered(doubt: Doubt, language: Language) -> str:
    """Give what a doubt says; about one tile with its number, by which it can be corrected."""
    if doubt.question is not Question.TILE or len(doubt.sightings) != 1:
        return doubt.text
    return f"{say('tiles at', language, numbers=doubt.sightings[0] + 1)}: {doubt.text}"


def _changes(stake: Stake, verdict: Verdict, language: Language) -> str:
    comma, unit = pick(language, ", ", "、"), unit_of(verdict, language)
    if not stake.matters:
        answers = _answers(stake.others, comma, language)
        return say("changes nothing", language, answers=answers)
    by_outcome: dict[str, list[Outcome]] = {}
    for outcome in stake.changing:
        by_outcome.setdefault(worth(outcome, unit, language), []).append(outcome)
    parts = [
        say("if", language, answers=_answers(outcomes, comma, language), worth=words)
        for words, outcomes in by_outcome.items()
    ]
    now = worth(stake.now, unit, language)
    same = [outcome for outcome in stake.others if outcome not in stake.changing]
    if same:
        parts.append(say("if same", language, answers=_answers(same, comma, language)))
    parts.extend(_together(both, verdict, language) for both in stake.both if both.doubt > stake.doubt)
    return say("ifs", language, ifs=pick(language, "; ", "；").join(parts), now=now)


def _together(both: Both, verdict: Verdict, language: Language) -> str:
    """Say what two answers come to together, on the first of the two doubts."""
    reading = verdict.reading
    doubt = None if reading is None else reading.doubts[both.doubt]
    about = "" if doubt is None else tile_numbers(doubt.sightings)
    return say(
        "if both",
        language,
        answer=answer_words(both.answer, language),
        question=say("tiles at", language, numbers=about) if about else "",
        other=answer_words(both.other, language),
        worth=worth(both.outcome, unit_of(verdict, language), language),
    )


def _answers(outcomes: Sequence[Outcome], comma: str, language: Language) -> str:
    if len(outcomes) > _NAMED:
        return say("of answers", language, n=len(outcomes))
    return comma.join(
        answer_words(each.answer or "", language) + ("" if each.p is None else f" ({chance(each.p)})")
        for each in outcomes
    )
