"""Verdict: everything that is said about one hand, from the photo to the payments."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Any

from scoring import Payments, RuleSet, ScoreSheet, Tile, Win, pay, score
from scoring.money import write_amount
from sikwu._version import __version__
from sikwu.assumptions import Assumption, assumptions
from sikwu.stakes import Stake, stakes
from vision import Reader, Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring import Hand
    from sikwu.circumstances import Told
    from vision import Photo

__all__ = ["Verdict", "judge_hand", "judge_photo", "judge_reading", "write_win"]


@dataclass(frozen=True)
class Verdict:
    """Everything that is said about one hand.

    Attributes:
        reading: what was read from the photo; `None` for a typed hand.
        sheet: what the hand is worth, or why it doesn't win; `None` where the photo gives no hand.
        payments: who pays whom; empty without a win.
        circumstances: of the win, by the words of the exchange format, defaults left out.
        assumed: in words, every circumstance that nobody told.
        rules: the rule set's ``id``, ``sha256``, ``base``, ``per`` and ``policies``, for running it again.
        program: version of sikwu.
        stakes: what the reading's doubts are about in fan and money, the weightiest first.
        assumptions: what nobody told and matters to the score, and what it would be otherwise.
    """

    reading: Reading | None
    sheet: ScoreSheet | None
    payments: Payments
    circumstances: Mapping[str, Any]
    assumed: tuple[str, ...]
    rules: Mapping[str, Any]
    program: str = __version__
    stakes: tuple[Stake, ...] = ()
    assumptions: tuple[Assumption, ...] = ()

    def export(self) -> dict[str, Any]:
        """Give the verdict as JSON-able values; the README lists the keys, `from_dict` reads them back."""
        sheet = None if self.sheet is None else self.sheet.export()
        if self.reading is None:
            said: dict[str, Any] = {
                "hand": None if self.sheet is None else str(self.sheet.hand),
                "why": None if self.sheet is None or self.sheet.win else self.sheet.why,
                "versions": {},
            }
        else:
            said = self.reading.export()
        versions = {"program": self.program, **said.pop("versions"), "rules": dict(self.rules)}
        return {
            **said,
            "circumstances": dict(self.circumstances),
            "assumed": list(self.assumed),
            "assumptions": [each.export() for each in self.assumptions],
            "sheet": sheet,
            "payments": self.payments.export(),
            "stakes": [each.export() for each in self.stakes],
            "versions": versions,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Verdict:
        """Build a verdict from what `export` gave.

        Raises:
            ReadingFormatError, ScoringError: a part of it is none.
        """
        return cls(
            reading=Reading.from_dict(data) if "photo" in data else None,
            sheet=None if data["sheet"] is None else ScoreSheet.from_dict(data["sheet"]),
            payments=Payments.from_dict(data["payments"]),
            circumstances=dict(data["circumstances"]),
            assumed=tuple(data["assumed"]),
            rules=dict(data["versions"]["rules"]),
            program=data["versions"]["program"],
            stakes=tuple(Stake.from_dict(each) for each in data.get("stakes", ())),
            assumptions=tuple(Assumption.from_dict(each) for each in data.get("assumptions", ())),
        )


def judge_hand(hand: Hand, told: Told, rules: RuleSet) -> Verdict:
    """Score a hand that was typed and say who pays.

    Raises:
        WinError: the circumstances contradict each other or the hand.

    >>> from scoring import Hand, Wind
    >>> from sikwu.circumstances import Told
    >>> hand = Hand.parse("234m 678m EE 56s [345p] [999s] h1 +7s")
    >>> verdict = judge_hand(hand, Told(discarder=Wind.WEST), RuleSet.load("hktw"))
    >>> verdict.sheet.items, verdict.payments.by_payer
    ({'off_flower': 1, 'chicken': 30}, {<Wind.WEST: 'W'>: 36})
    """
    return _judge(None, hand, told, rules)


def judge_photo(
    photo: Photo,
    told: Told,
    rules: RuleSet,
    *,
    reader: Reader | None = None,
    winning_tile: Tile | None = None,
    region: tuple[int, int, int, int] | None = None,
) -> Verdict:
    """Read a photo of a revealed hand, score what it shows and say who pays.

    Args:
        photo: as `vision.load` gives it.
        told: what the photo can't show.
        rules: the rule set.
        reader: to use again for many photos; by default a new one with the shipped models.
        winning_tile: which tile won, where the photo doesn't show it lying apart.
        region: where the hand lies, x, y, width, height in pixels of the oriented photo.

    Raises:
        WinError: the circumstances contradict each other or the hand.
        VisionError: the photo can't be read.
    """
    reading = (reader or Reader()).read(photo, region=region, winning_tile=winning_tile)
    return judge_reading(reading, told, rules)


def judge_reading(reading: Reading, told: Told, rules: RuleSet) -> Verdict:
    """Score what was read from a photo and say who pays.

    Raises:
        WinError: the circumstances contradict each other or the hand.
    """
    return _judge(reading, reading.hand, told, rules)


def _judge(reading: Reading | None, hand: Hand | None, told: Told, rules: RuleSet) -> Verdict:
    win, assumed = told.win()
    sheet = None if hand is None else score(hand, win, rules)
    return Verdict(
        reading=reading,
        sheet=sheet,
        payments=Payments() if sheet is None else pay(sheet, win, rules),
        circumstances=write_win(win),
        assumed=assumed,
        rules={
            "id": rules.id,
            "sha256": rules.sha256,
            "base": write_amount(rules.price.base),
            "per": write_amount(rules.price.per),
            "policies": {name: _word(value) for name, value in rules.policies.items()},
        },
        stakes=() if reading is None else stakes(reading, win, rules),
        assumptions=() if hand is None else assumptions(hand, told, win, rules),
    )


def write_win(win: Win) -> dict[str, Any]:
    """Write a win's fields by the words of the exchange format; `by`, seats and streak always.

    Other fields that say nothing are left out.
    """
    always = {"by", "seat", "round", "dealer", "dealer_streak"}
    plain = Win()
    return {
        field.name: _word(getattr(win, field.name))
        for field in fields(win)
        if field.name in always or getattr(win, field.name) != getattr(plain, field.name)
    }


def _word(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [_word(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _word(each) for key, each in value.items()}
    return value
