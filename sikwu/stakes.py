"""What the doubts of a reading are about in fan and money, so that only what changes something is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sikwu.outcomes import Outcome, outcome_of
from vision import AnswerError, Question, ReadingFormatError, answered, possible_answers
from vision.exported import integer, listed, mapping, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring import RuleSet, Win
    from vision import Doubt, Reading

__all__ = ["EXPOSED", "Both", "Stake", "stakes"]

EXPOSED: Final = "melds exposed"
"""The answer that not all is concealed: each meld but the one with the winning tile lies open."""

_DOUBTS_PAIRED: Final = 5
"""Doubts that are looked at two by two: those on which most hangs, and the likeliest answers of each."""
_ANSWERS_PAIRED: Final = 2
_PAIRS: Final = 24


@dataclass(frozen=True)
class Both:
    """What an answer comes to together with an answer to another doubt.

    Attributes:
        answer: to the stake's own doubt.
        doubt: which other doubt of the reading, by its place.
        other: the answer to that.
        outcome: of both; its ``answer`` is the stake's own, its ``p`` that of both.
    """

    answer: str
    doubt: int
    other: str
    outcome: Outcome

    def export(self) -> dict[str, Any]:
        """Give it as what JSON can hold."""
        return {
            "answer": self.answer,
            "doubt": self.doubt,
            "other": self.other,
            "outcome": self.outcome.export(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Both:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        whole = mapping(data, "a pair of answers")
        outcome = Outcome.from_dict(whole["outcome"])
        return cls(text(whole["answer"]), integer(whole["doubt"]), text(whole["other"]), outcome)


@dataclass(frozen=True)
class Stake:
    """What one doubt is about.

    Attributes:
        doubt: which of the reading's doubts, by its place.
        now: what was taken.
        others: what the other answers come to, in the order of `vision.possible_answers`.
        both: what some of them come to together with an answer to another doubt, where that is something else
            than what was taken and than what either comes to alone.
    """

    doubt: int
    now: Outcome
    others: tuple[Outcome, ...]
    both: tuple[Both, ...] = ()

    @property
    def changing(self) -> tuple[Outcome, ...]:
        """The other answers that come to another sum."""
        return tuple(each for each in self.others if not each.same(self.now))

    @property
    def matters(self) -> bool:
        """Whether an answer can change the score or who pays what."""
        return bool(self.changing or self.both)

    @property
    def weight(self) -> float:
        """How much money is expected to hang on it; answers of no known probability share it alike."""
        even = 1 / (len(self.others) + 1)
        alone = {each.answer: each.away(self.now) for each in self.others}
        single = sum(
            (even if each.p is None else each.p) * max(each.away(self.now), 1e-9) for each in self.changing
        )
        joint = sum(
            (each.outcome.p or 0.0) * max(each.outcome.away(self.now) - alone.get(each.answer, 0.0), 1e-9)
            for each in self.both
        )
        return single + joint

    def export(self) -> dict[str, Any]:
        """Give the stake as what JSON can hold: ``doubt``, ``matters``, ``now``, ``others``, ``both``."""
        return {
            "doubt": self.doubt,
            "matters": self.matters,
            "now": self.now.export(),
            "others": [each.export() for each in self.others],
            "both": [each.export() for each in self.both],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Stake:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            whole = mapping(data, "a stake")
            return cls(
                integer(whole["doubt"]),
                Outcome.from_dict(whole["now"]),
                listed(whole, "others", Outcome.from_dict),
                listed(whole, "both", Both.from_dict) if "both" in whole else (),
            )
        except KeyError as error:
            raise ReadingFormatError(f"a stake lacks {error}") from error


def stakes(reading: Reading, win: Win, rules: RuleSet) -> tuple[Stake, ...]:
    """Work out what each doubt of a reading is about.

    No answer is preferred for what it is worth: what was taken stays taken, and the others are only told.

    Args:
        reading: what was read.
        win: the circumstances.
        rules: the rule set.

    Returns:
        One for each doubt that leaves answers open, those on which most money hangs first.
    """
    now = outcome_of(None, None, reading.hand, win, rules)
    found: list[Stake] = []
    told: dict[tuple[int, str], Reading] = {}
    for place, doubt in enumerate(reading.doubts):
        others: list[Outcome] = []
        for answer, p in possible_answers(reading, doubt):
            try:
                told[place, answer] = answered(reading, doubt, answer)
            except AnswerError:  # tiles can't play that role as they lie
                continue
            others.append(outcome_of(answer, p, told[place, answer].hand, win, rules))
        others.extend(_laid_open(reading, doubt, now, win, rules))
        if others:
            found.append(Stake(place, now, tuple(others)))
    both = _both(reading, found, told, win, rules)
    found = [Stake(each.doubt, each.now, each.others, tuple(both.get(each.doubt, ()))) for each in found]
    return tuple(sorted(found, key=lambda each: (-each.weight, each.doubt)))


def _laid_open(reading: Reading, doubt: Doubt, now: Outcome, win: Win, rules: RuleSet) -> Iterator[Outcome]:
    """Say what a hand taken as wholly concealed comes to with its melds exposed."""
    if doubt.question is not Question.ROLE or doubt.alternatives or not doubt.sightings:
        return
    if reading.hand is not None and (laid := now.laid_open(reading.hand)) is not None:
        yield outcome_of(EXPOSED, None, laid, win, rules)


def _both(
    reading: Reading,
    found: Sequence[Stake],
    told: Mapping[tuple[int, str], Reading],
    win: Win,
    rules: RuleSet,
) -> dict[int, list[Both]]:
    """Look at the likeliest answers to two doubts together."""
    likely = sorted(found, key=lambda each: (-each.weight, each.doubt))[:_DOUBTS_PAIRED]
    answers = [
        (stake.doubt, outcome)
        for stake in sorted(likely, key=lambda each: each.doubt)
        for outcome in [each for each in stake.others if each.p is not None][:_ANSWERS_PAIRED]
    ]
    pairs = [
        ((one.p or 0.0) * (other.p or 0.0), first, one, second, other)
        for place, (first, one) in enumerate(answers)
        for second, other in answers[place + 1 :]
        if first != second
    ]
    pairs.sort(key=lambda each: -each[0])
    both: dict[int, list[Both]] = {}
    for p, first, one, second, other in pairs[:_PAIRS]:
        mine, theirs = str(one.answer), str(other.answer)
        after = told[first, mine]
        doubt = reading.doubts[second]
        if doubt not in after.doubts:  # the first answer has settled it
            continue
        try:
            hand = answered(after, doubt, theirs).hand
        except AnswerError:
            continue
        outcome = outcome_of(mine, p, hand, win, rules)
        if not any(outcome.same(each) for each in (found[0].now, one, other)):
            both.setdefault(first, []).append(Both(mine, second, theirs, outcome))
            swapped = outcome_of(theirs, p, hand, win, rules)
            both.setdefault(second, []).append(Both(theirs, first, mine, swapped))
    return both
