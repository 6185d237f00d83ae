"""The conversation: tiles shown, the score as it stands, the next question, what the person types."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TextIO, TypeAlias

from scoring import WinError
from sikwu.errors import BadEntryError
from sikwu.interactive.entries import correct, word_of
from sikwu.interactive.rows import tile_rows
from sikwu.report.doubts import left_open, unit_of
from sikwu.report.questions import answer_words, chance, question_words, worth
from sikwu.report.words import Language, say
from sikwu.verdict import judge_reading
from vision import AnswerError, Question, answered, confirmed, taken

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring import RuleSet
    from sikwu.circumstances import Told
    from sikwu.outcomes import Outcome
    from sikwu.stakes import Stake
    from sikwu.verdict import Verdict
    from vision import Doubt, Reading

__all__ = ["BROKEN_OFF", "Lines", "Talk", "converse", "talk"]

BROKEN_OFF: Final = 130
"""Exit status of a conversation that was broken off, as shells give it."""

_Key: TypeAlias = tuple[Question, tuple[int, ...]]

_LISTED: Final = 12
"""Answers that are listed; of a tile any other can be typed."""


class Lines:
    """Lines that a person types, or that another program sends.

    Args:
        source: what they are read from.
        prompt: what is written before each.
        out: where to.
    """

    def __init__(self, source: TextIO, out: TextIO, prompt: str = "> ") -> None:
        """Remember the streams."""
        self._source, self._out, self._prompt = source, out, prompt

    def write(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()

    def ask(self) -> str | None:
        """Read the next line without what surrounds it; None at the end of the input."""
        self._out.write(self._prompt)
        self._out.flush()
        line = self._source.readline()
        return line.strip() if line else None


@dataclass(frozen=True)
class Talk:
    """What a conversation came to.

    Attributes:
        reading: as it stands at the end.
        broken_off: whether the person broke it off (Ctrl-C).
    """

    reading: Reading
    broken_off: bool = False


def converse(reading: Reading, told: Told, rules: RuleSet, language: Language, *, aside: bool) -> Talk:
    """Have the conversation in the terminal, or with what is piped in.

    Args:
        reading: what was read.
        told: the circumstances of the win.
        rules: the rule set.
        language: of what is written.
        aside: whether to write to standard error, so that standard output holds the result alone.

    Raises:
        WinError: what was told contradicts itself, or the hand that was read.
    """
    judge_reading(reading, told, rules)
    return talk(reading, told, rules, Lines(sys.stdin, sys.stderr if aside else sys.stdout), language)


@dataclass(frozen=True)
class _Asked:
    """A question, its answers in the order listed, and which one an empty line gives."""

    doubt: Doubt
    options: tuple[tuple[str, float | None, Outcome], ...]
    default: int


def talk(reading: Reading, told: Told, rules: RuleSet, lines: Lines, language: Language) -> Talk:
    """Ask what is in doubt and changes the score, the weightiest first; take corrections at any time.

    After each entry everything is scored anew. Nothing is asked that changes neither score nor payments. At
    the end of the input, and where it is broken off, what was said so far stands.

    Args:
        reading: what was read.
        told: the circumstances of the win.
        rules: the rule set.
        lines: what is typed, and where to write.
        language: of what is written.
    """
    history, passed = [reading], set[_Key]()
    judge = partial(judge_reading, told=told, rules=rules)
    try:
        lines.write(*tile_rows(reading, language), say("type help", language))
        while True:
            asked = _put(history[-1], passed, judge, lines, language)
            line = lines.ask()
            if line is None:
                lines.write("")
                return Talk(history[-1])
            word = word_of(line)
            if word == "done" or (not line and asked is None):
                return Talk(history[-1])
            if word == "help":
                lines.write(say("entries", language))
            elif word == "show":
                lines.write(*tile_rows(history[-1], language))
            elif word == "undo":
                _undo(history, lines, language)
            elif asked is not None and (word == "skip" or (not line and asked.default < 0)):
                passed.add(_key(asked.doubt))
            else:
                _take(line, asked, history, lines, language)
    except KeyboardInterrupt:
        lines.write("")
        return Talk(history[-1], broken_off=True)


def _put(
    reading: Reading, passed: set[_Key], judge: Callable[[Reading], Verdict], lines: Lines, language: Language
) -> _Asked | None:
    """Write what stands and the next question; None where none is left that changes anything."""
    try:
        verdict = judge(reading)
    except WinError as error:  # the hand isn't one that could be won as was told
        lines.write(f"! {error}")
        return None
    lines.write(_standing(verdict, language))
    stake = next(
        (each for each in verdict.stakes if each.matters and _key(reading.doubts[each.doubt]) not in passed),
        None,
    )
    if stake is None:
        lines.write(say("nothing to ask", language))
        return None
    asked = _asked(reading, stake)
    lines.write(question_words(reading, asked.doubt, language))
    if language is Language.ENGLISH:
        lines.write(f"  {asked.doubt.text}")
    unit = unit_of(verdict, language)
    for place, (answer, p, outcome) in enumerate(asked.options[:_LISTED]):
        entered = "  [Enter]" if place == asked.default else ""
        likely = "" if p is None else f" {chance(p)}"
        lines.write(
            f"  {place + 1}  {answer_words(answer, language)}{likely}  "
            f"{worth(outcome, unit, language)}{entered}"
        )
    if len(asked.options) > _LISTED:
        lines.write(say("or type", language, n=len(asked.options) - _LISTED))
    return asked


def _standing(verdict: Verdict, language: Language) -> str:
    """Say in one line what the hand comes to as it stands."""
    reading, sheet = verdict.reading, verdict.sheet
    hand = "" if reading is None or reading.hand is None else f"{reading.hand}  "
    if sheet is None:
        why = "" if reading is None else reading.why or ""
        return f"{say('no hand', language)}  {why}"
    if not sheet.win:
        words = f"{say('no win', language)}: {sheet.why if language is Language.ENGLISH else sheet.why_zh}"
    else:
        paid = ", ".join(
            f"{transfer.payer.value} → {transfer.payee.value} {transfer.amount}"
            for transfer in verdict.payments.transfers
        )
        words = f"{sheet.total} {unit_of(verdict, language)}  {paid}"
    open_ = left_open(verdict, language)
    return f"= {hand}{words}" + (f"  ({open_})" if open_ else "")


def _asked(reading: Reading, stake: Stake) -> _Asked:
    """List the answers, what was taken first, and find the likeliest."""
    doubt = reading.doubts[stake.doubt]
    now = taken(reading, doubt)
    known = [each.p for each in stake.others if each.p is not None]
    p = None
    if len(known) == len(stake.others):
        own = doubt.question is Question.TILE and reading.sightings[doubt.sightings[0]].p
        p = own or max(0.0, 1 - sum(known))
    options = ((now, p, stake.now), *((str(each.answer), each.p, each) for each in stake.others))
    if p is None:
        return _Asked(doubt, options, 0 if now else -1)
    return _Asked(
        doubt, options, max(range(len(options)), key=lambda place: (options[place][1] or 0, -place))
    )


def _take(line: str, asked: _Asked | None, history: list[Reading], lines: Lines, language: Language) -> None:
    """Apply an entry, or say why it can't be."""
    reading = history[-1]
    try:
        if asked is not None and (not line or (line.isascii() and line.isdigit())):
            place = asked.default if not line else int(line[:9]) - 1
            if not 0 <= place < len(asked.options):
                raise BadEntryError(say("no such answer", language, line=line, n=len(asked.options)))  # noqa: TRY301
            answer = asked.options[place][0]
            history.append(
                confirmed(reading, asked.doubt) if place == 0 else answered(reading, asked.doubt, answer)
            )
        else:
            history.append(correct(reading, line, None if asked is None else asked.doubt))
    except (AnswerError, BadEntryError) as error:
        lines.write(f"! {error}")
    else:
        lines.write(*tile_rows(history[-1], language))


def _key(doubt: Doubt) -> _Key:
    """Give what tells a doubt from others; two can have the same words."""
    return doubt.question, doubt.sightings


def _undo(history: list[Reading], lines: Lines, language: Language) -> None:
    if len(history) == 1:
        lines.write(say("nothing to undo", language))
        return
    history.pop()
    lines.write(*tile_rows(history[-1], language))
