"""Money: prices, exact amounts, rounding where a rule asks for it, and amounts in JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow, localcontext
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from scoring.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

__all__ = [
    "Amount",
    "Price",
    "check_amount",
    "exactly",
    "gains",
    "halve",
    "parse_amount",
    "raise_by",
    "round_down",
    "round_up",
    "total",
    "whole",
    "write_amount",
]

_Party = TypeVar("_Party")
_Party_co = TypeVar("_Party_co", covariant=True)

Amount = int | Decimal
"""An exact amount, in the unit of the price. Whole ones are `int`."""

_WRITTEN: Final = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_EXACT: Final = Context(prec=9999, traps=[Inexact, InvalidOperation, Overflow])


def exactly() -> AbstractContextManager[Context]:
    """Reckon without any rounding of `Decimal`; what can't be written out exactly raises ``Inexact``."""
    return localcontext(_EXACT)


def whole(amount: Amount) -> Amount:
    """Give an amount as `int` where it is whole, and otherwise without zeros at its end.

    >>> whole(Decimal("5.0")), whole(Decimal("2.50"))
    (5, Decimal('2.5'))
    """
    if isinstance(amount, int):
        return amount
    with exactly():
        integral = amount.to_integral_value()
        return int(integral) if amount == integral else amount.normalize()


def total(amounts: Iterable[Amount]) -> Amount:
    """Add amounts up.

    >>> total([Decimal("2.5"), Decimal("2.5"), 1])
    6
    """
    with exactly():
        return whole(sum(amounts, start=0))


class _Move(Protocol[_Party_co]):
    """Money from one party to another."""

    @property
    def payer(self) -> _Party_co: ...
    @property
    def payee(self) -> _Party_co: ...
    @property
    def amount(self) -> Amount: ...


def gains(moves: Sequence[_Move[_Party]], parties: Iterable[_Party]) -> dict[_Party, Amount]:
    """Give what each party gains or, negative, loses by moves of money, such as `scoring.Transfer`.

    Args:
        moves: who paid whom how much.
        parties: those that are asked about.
    """
    with exactly():
        return {
            party: whole(
                total(move.amount for move in moves if move.payee == party)
                - total(move.amount for move in moves if move.payer == party)
            )
            for party in parties
        }


def raise_by(amount: Amount, factor: Amount) -> Amount:
    """Multiply an amount, unrounded.

    >>> raise_by(11, Decimal("1.5"))
    Decimal('16.5')
    """
    with exactly():
        return whole(amount * factor)


def halve(amount: Amount) -> Amount:
    """Give half of an amount, unrounded.

    >>> halve(25)
    Decimal('12.5')
    """
    return raise_by(amount, Decimal("0.5"))


def round_up(amount: Amount, unit: Amount) -> Amount:
    """Round an amount from zero up to whole units (上捨).

    >>> round_up(Decimal("16.5"), 1), round_up(Decimal("25.5"), 10), round_up(30, 10)
    (17, 30, 30)
    """
    down = round_down(amount, unit)
    return down if down == amount else total((down, unit))


def round_down(amount: Amount, unit: Amount) -> Amount:
    """Round an amount from zero down to whole units (下捨).

    >>> round_down(Decimal("12.5"), 1), round_down(Decimal("25.5"), 10)
    (12, 20)
    """
    with exactly():
        return whole(amount // unit * unit)


def write_amount(amount: Amount) -> int | str:
    """Give an amount as JSON holds it exactly: a whole number, or a text where it is none.

    >>> write_amount(Decimal("11.0")), write_amount(Decimal("11.50"))
    (11, '11.50')
    """
    return int(amount) if amount == int(amount) else f"{amount:f}"


def parse_amount(value: object) -> Amount:
    """Read what `write_amount` gave.

    Raises:
        ValueError: it is no whole number and no text of a number.

    >>> parse_amount(11), parse_amount("11.50")
    (11, Decimal('11.50'))
    """
    if type(value) is int:
        return value
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return Decimal(value)
    raise ValueError(f"an amount is a whole number or a text like 2.5, not {value!r}")


_MOST_MONEY: Final = 10**12
_DECIMALS: Final = 6


@dataclass(frozen=True)
class Price:
    """What a hand costs: a base (底) and a price for each fan, in money. Whole amounts are kept as `int`.

    Amounts have a size that can be reckoned with exactly: at most 10^12, and six decimal places.

    Raises:
        RulesError: an amount is negative, too large, too fine or no number.

    >>> Price(Decimal("5.0"), Decimal("0.5"))
    Price(base=5, per=Decimal('0.5'))
    """

    base: int | Decimal
    per: int | Decimal

    def __post_init__(self) -> None:
        """Check the amounts, and make whole ones `int`."""
        for name in ("base", "per"):
            try:
                amount = check_amount(Decimal(getattr(self, name)))
            except RulesError as error:
                raise RulesError(f"price.{name}: {error}") from None
            object.__setattr__(self, name, amount)


def check_amount(amount: Decimal) -> int | Decimal:
    """Give an amount of money, a whole one as `int`.

    Raises:
        RulesError: it is negative, too large, too fine or no number.
    """
    exponent = amount.as_tuple().exponent
    # The exponent of what is no number is a word.
    if not isinstance(exponent, int) or not 0 <= amount <= _MOST_MONEY or exponent < -_DECIMALS:
        raise RulesError(
            f"expected an amount from 0 to {_MOST_MONEY} with at most {_DECIMALS} decimal places, "
            f"not {_shortened(str(amount))}"
        )
    return int(amount) if amount == amount.to_integral_value() else amount


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
