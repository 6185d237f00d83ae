"""What a doubt asks, and its answers, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring import NotationError, Tile
from sikwu.report.words import Language, pick, say
from sikwu.stakes import EXPOSED
from vision import CONCEALED_KONG, OUTSIDE, Question, taken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sikwu.outcomes import Outcome
    from vision import Doubt, Reading

__all__ = ["answer_words", "chance", "question_words", "said_words", "tile_numbers", "worth"]

_ROLES: Final[Mapping[str, str]] = {
    "flowers": "花",
    "exposed": "明",
    "concealed": "暗",
    "winning": "食糊",
    CONCEALED_KONG: "暗槓",
    OUTSIDE: "不屬此牌",
    EXPOSED: "各組為明",
    "back": "蓋牌",
    "another": "另一隻",
    "nothing": "無",
}


def answer_words(answer: str, language: Language) -> str:
    """Write an answer: tiles by code and name, roles in the language; any other text as it stands."""
    if not answer:
        return say("not known", language)
    try:
        tile = Tile(answer)
    except NotationError:
        return " ".join(pick(language, word, _ROLES.get(word, word)) for word in _parts(answer))
    return f"{tile.code}{tile.chinese}"


def chance(p: float) -> str:
    """Write a probability."""
    return "<1%" if 0 < p < 0.005 else f"{p:.0%}"


def question_words(reading: Reading, doubt: Doubt, language: Language) -> str:
    """Put a doubt as a question, with the numbers of the tiles that it is about."""
    numbers = tile_numbers(doubt.sightings)
    now = answer_words(taken(reading, doubt), language)
    return say(f"ask {doubt.question.value}", language, numbers=numbers, now=now)


def tile_numbers(indices: Iterable[int]) -> str:
    """Write the numbers of tiles as a person counts them, from 1, runs as 4-6."""
    runs: list[list[int]] = []
    for index in sorted(indices):
        if runs and index == runs[-1][-1] + 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return " ".join(str(run[0] + 1) if len(run) == 1 else f"{run[0] + 1}-{run[-1] + 1}" for run in runs)


def worth(outcome: Outcome, unit: str, language: Language) -> str:
    """Say in a few words what a hand comes to: the fan and what is paid in all, or why it is no win."""
    if outcome.win:
        return say("worth", language, fan=outcome.fan, unit=unit, paid=outcome.paid)
    if outcome.hand is None:
        return say("no hand", language)
    if outcome.impossible is not None:
        return say("can't be told", language)
    if outcome.beyond:
        size = outcome.hand.size - outcome.beyond
        return say("no hand of", language, size=size, have=outcome.hand.size)
    return say("no win", language)


def said_words(reading: Reading, language: Language) -> list[str]:
    """List what a person has said of a reading: the tiles by number, what was read, what was said."""
    words = []
    for answer in reading.answers:
        key = "corrected" if answer.changed else "confirmed"
        numbers = tile_numbers(answer.sightings) or question_name(answer.question, language)
        was, now = answer_words(answer.was, language), answer_words(answer.answer, language)
        words.append(say(key, language, numbers=numbers, was=was, now=now))
    return words


def question_name(question: Question, language: Language) -> str:
    """Name what is asked in a word, where it is about no tile in particular."""
    if question is Question.WINNING:
        return pick(language, "winning tile", "食糊牌")
    return pick(language, "hand", "牌")


def _parts(answer: str) -> list[str]:
    """Take an answer apart into the words that have a translation."""
    return [answer] if answer in _ROLES else answer.split()
