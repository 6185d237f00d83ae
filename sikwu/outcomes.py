"""What a hand comes to, short enough to be set beside what it would come to otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from scoring import Hand, Meld, NotationError, ScoreSheet, WinBy, WinError, pay, score
from scoring.completion import shapes
from scoring.money import parse_amount, total, write_amount
from scoring.partitions import Form, partitions
from vision import ReadingFormatError
from vision.exported import chance, flag, mapping, maybe, text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from scoring import RuleSet, Win

__all__ = ["Outcome", "outcome_of"]


@dataclass(frozen=True)
class Outcome:
    """What a hand would be worth under one answer.

    Attributes:
        answer: the answer; None for what was taken.
        p: probability of the answer; None where the picture tells none.
        hand: the hand it makes; None where it makes none.
        win: whether that hand wins.
        fan: its total; 0 without a win.
        paid: what the others pay the winner together.
        payments: what each pays, by the letter of the seat.
        beyond: by how many tiles the hand has too many, or negative too few, for any win.
        impossible: why what was told of the win can't be true of this hand; None where it can.
        sheet: the whole score; not kept in JSON.
    """

    answer: str | None
    p: float | None
    hand: Hand | None
    win: bool
    fan: int
    paid: int | Decimal
    payments: tuple[tuple[str, int | Decimal], ...] = ()
    beyond: int = 0
    impossible: str | None = None
    sheet: ScoreSheet | None = field(default=None, compare=False, repr=False)

    def same(self, other: Outcome) -> bool:
        """Tell whether another outcome comes to the same fan and the same money."""
        return (self.win, self.fan, self.payments) == (other.win, other.fan, other.payments)

    def away(self, other: Outcome) -> float:
        """Give how much money is between this outcome and another."""
        return abs(float(self.paid - other.paid))

    def laid_open(self, hand: Hand) -> Hand | None:
        """Give the hand with every meld exposed but the one that the winning tile completed.

        None where it is no winning hand of groups and an eye, or has none to expose.
        """
        sheet = self.sheet
        if sheet is None or not sheet.win or sheet.partitions[0].form is not Form.STANDARD:
            return None
        partition = sheet.partitions[0]
        melds = [
            Meld.of(group.tiles)
            for place, group in enumerate(partition.groups)
            if group.meld is None and group is not partition.eye and place != partition.won
        ]
        left = list(sheet.hand.concealed)
        for meld in melds:
            for tile in meld.tiles:
                left.remove(tile)
        return replace(sheet.hand, concealed=tuple(left), melds=(*hand.melds, *melds)) if melds else None

    def export(self) -> dict[str, Any]:
        """Give the outcome as what JSON can hold; an amount that is no whole number becomes a text."""
        return {
            "answer": self.answer,
            "p": self.p,
            "hand": None if self.hand is None else str(self.hand),
            "win": self.win,
            "fan": self.fan,
            "paid": write_amount(self.paid),
            "payments": {seat: write_amount(amount) for seat, amount in self.payments},
            "beyond": self.beyond,
            "impossible": self.impossible,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Outcome:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            whole = mapping(data, "an outcome")
            payments = mapping(whole.get("payments", {}), "payments")
            return cls(
                answer=maybe(whole["answer"], text),
                p=maybe(whole["p"], chance),
                hand=maybe(whole["hand"], lambda each: Hand.parse(text(each))),
                win=flag(whole["win"]),
                fan=int(whole["fan"]),
                paid=parse_amount(whole["paid"]),
                payments=tuple((seat, parse_amount(amount)) for seat, amount in payments.items()),
                beyond=int(whole.get("beyond", 0)),
                impossible=maybe(whole.get("impossible"), text),
            )
        except ReadingFormatError:
            raise
        except (KeyError, TypeError, ValueError, NotationError) as error:
            raise ReadingFormatError(f"no exported outcome: {error!r}") from error


def outcome_of(answer: str | None, p: float | None, hand: Hand | None, win: Win, rules: RuleSet) -> Outcome:
    """Score a hand under one answer.

    Args:
        answer: the answer; None for what was taken.
        p: its probability.
        hand: the hand it makes, if any.
        win: the circumstances.
        rules: the rule set.
    """
    if hand is None:
        return Outcome(answer, p, None, win=False, fan=0, paid=0)
    beyond = hand.size - 3 * rules.melds - 2
    if not _may_win(hand, win, rules):  # what it lacks to win is worked out for the hand itself alone
        return Outcome(answer, p, hand, win=False, fan=0, paid=0, beyond=beyond)
    try:
        sheet = score(hand, win, rules)
        paid = pay(sheet, win, rules)
    except WinError as error:
        return Outcome(answer, p, hand, win=False, fan=0, paid=0, beyond=beyond, impossible=str(error))
    return Outcome(
        answer,
        p,
        hand,
        win=sheet.win,
        fan=sheet.total,
        paid=total(each.amount for each in paid.transfers if each.payee is win.seat),
        payments=tuple((seat.value, amount) for seat, amount in paid.by_payer.items()),
        beyond=beyond,
        sheet=sheet,
    )


def _may_win(hand: Hand, win: Win, rules: RuleSet) -> bool:
    """Tell whether the tiles make any winning shape, or a win by flowers is claimed, which needs none."""
    if win.by is WinBy.ROB_FLOWER or win.flower_win is not None:
        return True
    return bool(partitions(hand, shapes(hand, rules), melds=rules.melds))
