"""Players of a table by what people type: a name, the beginning of one, or a seat of the hand now played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from scoring import Wind
from sikwu.errors import BadOptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring import Ledger

__all__ = ["check_typeable", "find_player", "sorted_by_seat"]

_SEATS: Final = {
    word: wind for wind in Wind for word in (wind.value, wind.tile.chinese, wind.name)
}  # S, 南 or South


def find_player(text: str, ledger: Ledger) -> str:
    """Give the name of the player whom a text names: by name, by its beginning, or by seat (S, 南, South).

    Capital and small letters are the same. A whole name is that player's, whoever else's begins with it.

    Raises:
        BadOptionError: the text names nobody, or could name two.

    >>> from scoring import Ledger, TableRules
    >>> table = Ledger.open(("Ann", "Bob", "Cat", "Dan"), TableRules())
    >>> find_player("ca", table), find_player("S", table)
    ('Cat', 'Bob')
    """
    typed = normalize("NFC", text).casefold()
    fitting = {name: name for name in ledger.players if name.casefold() == typed}
    if not fitting:
        fitting = {name: name for name in ledger.players if typed and name.casefold().startswith(typed)}
        seat = _SEATS.get(text.upper())
        for name, wind in ledger.seats.items():
            if wind is seat:
                fitting.setdefault(name, f"{name}, who sits {wind.value} in this hand")
    if len(fitting) == 1:
        return next(iter(fitting))
    seats = ", ".join(f"{wind.value} {name}" for name, wind in sorted_by_seat(ledger))
    if not fitting:
        raise BadOptionError(f"{text!r} is nobody at this table; there are {seats}")
    raise BadOptionError(f"{text!r} could be {' or '.join(fitting.values())}; type more of the name")


def sorted_by_seat(ledger: Ledger) -> list[tuple[str, Wind]]:
    """Give the players with their seats in the hand now played, East first."""
    return sorted(ledger.seats.items(), key=lambda each: each[1].number)


def check_typeable(names: Sequence[str]) -> None:
    """Refuse a name that is a seat's sign: it could mean the player or whoever sits there.

    Raises:
        BadOptionError: there is such a name.
    """
    for name in names:
        if len(name) == 1 and normalize("NFKC", name).upper() in _SEATS:
            raise BadOptionError(
                f"{name} can't be a player's name: E S W N and 東南西北 are seats, which move with the deal"
            )
