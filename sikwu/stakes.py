"""What the doubts of a reading are about in fan and money, so that only what changes something is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring import Hand, NotationError, WinError, pay, score
from scoring.money import parse_amount, total, write_amount
from vision import AnswerError, ReadingFormatError, answered, possible_answers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from scoring import RuleSet, Win
    from vision import Doubt, Reading

__all__ = ["Outcome", "Stake", "stakes"]


@dataclass(frozen=True)
class Outcome:
    """What a hand would be worth under one answer to a doubt.

    Attributes:
        answer: the answer; None for what was taken.
        p: probability of the answer; None where the picture tells none.
        hand: the hand it makes; None where it makes none.
        win: whether that hand wins.
        fan: its total; 0 without a win.
        paid: what the others pay the winner together.
    """

    answer: str | None
    p: float | None
    hand: Hand | None
    win: bool
    fan: int
    paid: int | Decimal

    def same(self, other: Outcome) -> bool:
        """Tell whether another outcome comes to the same fan and the same money."""
        return (self.win, self.fan, self.paid) == (other.win, other.fan, other.paid)

    def export(self) -> dict[str, Any]:
        """Give the outcome as what JSON can hold; an amount that is no whole number becomes a text."""
        return {
            "answer": self.answer,
            "p": self.p,
            "hand": None if self.hand is None else str(self.hand),
            "win": self.win,
            "fan": self.fan,
            "paid": write_amount(self.paid),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Outcome:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            return cls(
                answer=None if data["answer"] is None else str(data["answer"]),
                p=None if data["p"] is None else float(data["p"]),
                hand=None if data["hand"] is None else Hand.parse(data["hand"]),
                win=bool(data["win"]),
                fan=int(data["fan"]),
                paid=parse_amount(data["paid"]),
            )
        except (KeyError, TypeError, ValueError, NotationError) as error:
            raise ReadingFormatError(f"no exported outcome: {error!r}") from error


@dataclass(frozen=True)
class Stake:
    """What one doubt is about.

    Attributes:
        doubt: which of the reading's doubts, by its place.
        now: what was taken.
        others: what the other answers come to, in the order of `vision.possible_answers`.
    """

    doubt: int
    now: Outcome
    others: tuple[Outcome, ...]

    @property
    def changing(self) -> tuple[Outcome, ...]:
        """The other answers that come to another sum."""
        return tuple(each for each in self.others if not each.same(self.now))

    @property
    def weight(self) -> float:
        """How much money is expected to hang on it; answers of no known probability share it alike."""
        even = 1 / (len(self.others) + 1)
        return sum(
            (even if each.p is None else each.p) * max(abs(float(each.paid - self.now.paid)), 1e-9)
            for each in self.changing
        )

    def export(self) -> dict[str, Any]:
        """Give the stake as what JSON can hold: ``doubt``, ``now``, ``others``."""
        return {
            "doubt": self.doubt,
            "now": self.now.export(),
            "others": [each.export() for each in self.others],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Stake:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            now, others = data["now"], data["others"]
            return cls(
                int(data["doubt"]),
                Outcome.from_dict(now),
                tuple(Outcome.from_dict(each) for each in others),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ReadingFormatError(f"no exported stake: {error!r}") from error


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
    now = _outcome(None, None, reading.hand, win, rules)
    found = []
    for place, doubt in enumerate(reading.doubts):
        others = tuple(
            _outcome(answer, p, answered(reading, doubt, answer).hand, win, rules)
            for answer, p in possible_answers(reading, doubt)
            if _can_be(reading, doubt, answer)
        )
        if others:
            found.append(Stake(place, now, others))
    return tuple(sorted(found, key=lambda each: (-each.weight, each.doubt)))


def _can_be(reading: Reading, doubt: Doubt, answer: str) -> bool:
    """Tell whether an answer makes a reading: a role that tiles can't have as they lie makes none."""
    try:
        answered(reading, doubt, answer)
    except AnswerError:
        return False
    return True


def _outcome(answer: str | None, p: float | None, hand: Hand | None, win: Win, rules: RuleSet) -> Outcome:
    if hand is None:
        return Outcome(answer, p, None, win=False, fan=0, paid=0)
    try:
        sheet = score(hand, win, rules)
        paid = pay(sheet, win, rules)
    except WinError:  # what was told of the win can't be true of this hand
        return Outcome(answer, p, hand, win=False, fan=0, paid=0)
    return Outcome(
        answer,
        p,
        hand,
        win=sheet.win,
        fan=sheet.total,
        paid=total(each.amount for each in paid.transfers if each.payee is win.seat),
    )
