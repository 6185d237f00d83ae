"""Events of an evening at the table, in the order in which a `scoring.Ledger` takes them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scoring.claims import AwardClaim
from scoring.errors import LedgerError, ScoringError
from scoring.money import parse_amount, write_amount
from scoring.pull import Loss, Paid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Awarded", "Change", "Closed", "Cut", "Drawn", "Event", "Redone", "Undone", "Won", "read_event"]


@dataclass(frozen=True)
class Won:
    """A player won the hand.

    A discard with two or three winners is as many events; the hand is settled with the last of them.

    Attributes:
        winner: the player.
        losses: what the others lose to him.
        discarder: who gave the winning tile; `None` for a self-draw, also where one pays for all.
        winners: how many win on this discard.
        notes: what the losses rest on, JSON-able: the hand, the circumstances, the total, the photo. They are
            kept and not interpreted.
    """

    winner: str
    losses: tuple[Loss, ...]
    discarder: str | None = None
    winners: int = 1
    notes: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Keep notes of its own, which nobody else changes."""
        object.__setattr__(self, "notes", deepcopy(dict(self.notes)))

    def export(self) -> dict[str, Any]:
        """Give the event as JSON-able values, which `read_event` reads back."""
        return {
            "kind": "won",
            "winner": self.winner,
            "losses": [
                {"payer": loss.payer, "amount": write_amount(loss.amount), "sum": loss.sum}
                for loss in self.losses
            ],
            "discarder": self.discarder,
            "winners": self.winners,
            "notes": deepcopy(dict(self.notes)),
        }


@dataclass(frozen=True)
class Drawn:
    """Nobody won the hand (臭莊)."""

    def export(self) -> dict[str, Any]:
        """Give the event as JSON-able values."""
        return {"kind": "drawn"}


@dataclass(frozen=True)
class Awarded:
    """Cash that changes hands at once (現金獎), or a penalty.

    Attributes:
        claim: which award, and who.
        paid: what is paid, the pot being a party like a player.
        en: name of the award in English.
        zh: the same in traditional Chinese.
    """

    claim: AwardClaim
    paid: tuple[Paid, ...]
    en: str
    zh: str

    def export(self) -> dict[str, Any]:
        """Give the event as JSON-able values."""
        return {
            "kind": "awarded",
            "claim": self.claim.export(),
            "paid": [write_paid(paid) for paid in self.paid],
            "en": self.en,
            "zh": self.zh,
        }


@dataclass(frozen=True)
class Cut:
    """A debtor pays in full and ends the pulling (斬拉).

    Attributes:
        debtor: who pays.
        creditor: who has pulled him.
    """

    debtor: str
    creditor: str

    def export(self) -> dict[str, Any]:
        """Give the event as JSON-able values."""
        return {"kind": "cut", "debtor": self.debtor, "creditor": self.creditor}


@dataclass(frozen=True)
class Closed:
    """The evening ends: every debt is paid in full, the pot goes back to those who filled it."""

    def export(self) -> dict[str, Any]:
        """Give the event as JSON-able values."""
        return {"kind": "closed"}


@dataclass(frozen=True)
class Undone:
    """The last event that still stands is taken back."""

    def export(self) -> dict[str, Any]:
        """Give the event as JSON-able values."""
        return {"kind": "undone"}


@dataclass(frozen=True)
class Redone:
    """What was taken back last stands again."""

    def export(self) -> dict[str, Any]:
        """Give the event as JSON-able values."""
        return {"kind": "redone"}


Change = Won | Drawn | Awarded | Cut | Closed
"""An event that does something of its own, and can be undone."""

Event = Change | Undone | Redone


def read_event(data: Mapping[str, Any]) -> Event:
    """Build an event from what its ``export`` gave.

    Raises:
        LedgerError: it is none.

    >>> read_event({"kind": "cut", "debtor": "South", "creditor": "West"})
    Cut(debtor='South', creditor='West')
    """
    try:
        return _READERS[data["kind"]](data)
    except (KeyError, TypeError, AttributeError, ValueError, ScoringError) as error:
        raise LedgerError(f"no event that can be read: {error}") from error


def write_paid(paid: Paid) -> dict[str, Any]:
    """Give a payment as JSON-able values."""
    return {
        "payer": paid.payer,
        "payee": paid.payee,
        "amount": write_amount(paid.amount),
        "why": paid.why,
        "why_zh": paid.why_zh,
    }


def _won(data: Mapping[str, Any]) -> Won:
    return Won(
        data["winner"],
        tuple(
            Loss(loss["payer"], data["winner"], parse_amount(loss["amount"]), loss["sum"])
            for loss in data["losses"]
        ),
        data["discarder"],
        _whole(data["winners"]),
        data["notes"],
    )


def _awarded(data: Mapping[str, Any]) -> Awarded:
    return Awarded(
        AwardClaim.from_dict(data["claim"]),
        tuple(
            Paid(paid["payer"], paid["payee"], parse_amount(paid["amount"]), paid["why"], paid["why_zh"])
            for paid in data["paid"]
        ),
        data["en"],
        data["zh"],
    )


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"a number of winners is a whole number, not {value!r}")
    return value


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Event]]] = {
    "won": _won,
    "drawn": lambda _: Drawn(),
    "awarded": _awarded,
    "cut": lambda data: Cut(data["debtor"], data["creditor"]),
    "closed": lambda _: Closed(),
    "undone": lambda _: Undone(),
    "redone": lambda _: Redone(),
}
