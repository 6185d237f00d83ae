"""Money: exact amounts, rounding where a rule asks for it, and amounts in JSON."""

from __future__ import annotations

import re
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow, localcontext
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

__all__ = [
    "Amount",
    "difference",
    "exactly",
    "halve",
    "parse_amount",
    "raise_by",
    "round_down",
    "round_up",
    "total",
    "whole",
    "write_amount",
]

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


def difference(amount: Amount, less: Amount) -> Amount:
    """Take one amount from another.

    >>> difference(5, Decimal("7.5"))
    Decimal('-2.5')
    """
    with exactly():
        return whole(amount - less)


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
