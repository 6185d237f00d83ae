"""Settlement as JSON lines: ledgers, cash awards and the dealer's fan, cases in and results out.

Every case has ``kind`` and may have ``id``, ``system`` (a rule set that ships, or a path), ``switches`` and
``price`` (``base``, ``per``). Players are the seats E, S, W and N, who don't move here; a debt is written
``S>E``: South owes East.

- ``ledger``: ``steps``, each with a ``hand``: ``losses`` (``{"S>E": 36}``, what South loses to East),
  ``self_draw``, ``drawn``, ``dealer`` (needed where the dealer alone pulls) and ``cut`` (``"S>E"``: South
  pays and ends the pulling, after the losses). The result has ``steps``, each with ``pending``,
  ``paid_now`` and ``pull_counts``, by the same pairs. With ``unit`` (``fan``, ``tai`` or ``money``) 拉 and 踢
  round to whole ones of that, and without it as the rule set says.
- ``cash``: ``event`` with ``type`` (an award of the rule set), ``player``, or ``dealer`` for the dice, or
  ``first`` and ``second``, and ``tile`` and ``nth`` for 追. The result has ``delta``: what each seat
  gains, and the ``pot``; who gains and loses nothing is left out.
- ``dealer_value``: ``streak``. The result has ``fan``: what the dealer's transfers add.

Each result has ``id``, ``kind`` and ``error``.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from scoring.claims import POT, AwardClaim, check_claim, pay_award
from scoring.dealer import dealer_fan
from scoring.errors import LedgerError, NotationError, RulesError
from scoring.jsonlines import (
    answer_lines,
    read_amount,
    read_flag,
    read_list,
    read_name,
    read_number,
    read_object,
    read_rules,
    read_text,
    read_word,
    refuse_misspelt,
    shown,
)
from scoring.money import check_amount, gains, total, write_amount
from scoring.pull import Loss, TableRules, cut, settle_hand
from scoring.tile import Tile
from scoring.win import Wind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scoring.money import Amount
    from scoring.pull import Debt, Paid
    from scoring.ruleset import RuleSet

__all__ = ["settle_case", "settle_lines"]

_SEATS: Final = tuple(wind.value for wind in Wind)
_UNITS: Final = ("fan", "tai", "money")
_HAND_KEYS: Final = ("losses", "self_draw", "drawn", "dealer", "cut")
_EVENT_KEYS: Final = ("type", "player", "dealer", "first", "second", "tile", "nth")


def settle_lines(lines: Iterable[str | bytes]) -> Iterator[dict[str, Any]]:
    """Settle cases, one JSON object a line, and give one result for each in order.

    Empty lines are passed over. A line that can't be read or settled gives a result whose ``error`` says why;
    the others are not touched by it.
    """
    loaded: dict[str, RuleSet] = {}
    return answer_lines(lines, lambda case: settle_case(case, loaded), _failure)


def settle_case(case: Mapping[str, Any], loaded: dict[str, RuleSet] | None = None) -> dict[str, Any]:
    """Settle one case and give its result.

    Keys that hold expectations (``expected…``, ``title`` and the like) are passed over.

    Args:
        case: a case of one of the three kinds.
        loaded: rule sets by name, kept from case to case.

    Raises:
        ScoringError: the case can't be read or settled.

    >>> settle_case({"kind": "dealer_value", "system": "tw16", "streak": 2})["fan"]
    5
    """
    if not isinstance(case, dict):
        raise NotationError(f"a case is a JSON object, not {shown(case)}")
    kind = read_text(case.get("kind"), "kind")
    if kind not in _KINDS:
        raise NotationError(f"kind: expected {', '.join(_KINDS)}, not {shown(kind)}")
    rules = read_rules(case, loaded if loaded is not None else {})
    return {"id": read_name(case), "kind": kind, **_KINDS[kind](case, rules), "error": None}


def _failure(name: object, reason: str) -> dict[str, Any]:
    return {"id": name, "kind": None, "error": reason}


def _ledger(case: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    table = TableRules.of(rules)
    if case.get("unit") is not None:
        if case["unit"] not in _UNITS:
            raise NotationError(f"unit: expected {', '.join(_UNITS)}, not {shown(case['unit'])}")
        table = replace(table, unit=1)
    debts: tuple[Debt, ...] = ()
    steps = []
    for number, item in enumerate(read_list(case.get("steps"), "steps"), 1):
        where = f"steps: {number}: hand"
        step = read_object(item, f"steps: {number}")
        try:
            debts, paid = _hand(read_object(step.get("hand"), where), debts, table, where)
        except LedgerError as error:
            raise LedgerError(f"{where}: {error}") from None
        steps.append(
            {
                "pending": {_pair(debt.debtor, debt.creditor): write_amount(debt.amount) for debt in debts},
                "paid_now": _by_pair(paid),
                "pull_counts": {_pair(debt.debtor, debt.creditor): debt.pulls for debt in debts},
            }
        )
    return {"steps": steps}


def _hand(
    hand: Mapping[str, Any], debts: tuple[Debt, ...], table: TableRules, where: str
) -> tuple[tuple[Debt, ...], tuple[Paid, ...]]:
    """Take one hand of a ledger, and the cut that may follow it."""
    refuse_misspelt(hand, _HAND_KEYS, where)
    losses = [
        Loss(*_parties(pair, f"{where}: losses"), _amount(amount, f"{where}: losses: {pair}"))
        for pair, amount in read_object(hand.get("losses", {}), f"{where}: losses").items()
    ]
    drawn = read_flag(hand.get("drawn", False), f"{where}: drawn")
    self_draw = read_flag(hand.get("self_draw", False), f"{where}: self_draw")
    if drawn and (losses or self_draw):
        raise LedgerError("a drawn hand has no losses and no winner")
    if self_draw and not losses:
        raise LedgerError("a self-draw has losses")
    paid: tuple[Paid, ...] = ()
    if losses:
        dealer = hand.get("dealer")
        named = None if dealer is None else read_word(Wind, dealer, f"{where}: dealer").value
        debts, paid = settle_hand(debts, losses, table, self_draw=self_draw, dealer=named)
    if hand.get("cut") is not None:
        parties = _parties(read_text(hand["cut"], f"{where}: cut"), f"{where}: cut")
        debts, more = cut(debts, *parties, table)
        paid = (*paid, *more)
    return debts, paid


def _amount(value: object, where: str) -> Amount:
    """Read an amount with as many digits as a price can have."""
    amount = read_amount(value, where)
    try:
        return check_amount(Decimal(amount))
    except RulesError as error:
        raise NotationError(f"{where}: {error}") from None


def _parties(pair: str, where: str) -> tuple[str, str]:
    payer, arrow, payee = pair.partition(">")
    if not arrow or payer not in _SEATS or payee not in _SEATS or payer == payee:
        raise NotationError(f"{where}: expected two seats like S>E (South owes East), not {shown(pair)}")
    return payer, payee


def _pair(payer: str, payee: str) -> str:
    return f"{payer}>{payee}"


def _by_pair(paid: Iterable[Paid]) -> dict[str, int | str]:
    found: dict[str, list[Any]] = {}
    for each in paid:
        found.setdefault(_pair(each.payer, each.payee), []).append(each.amount)
    return {pair: write_amount(total(amounts)) for pair, amounts in found.items()}


def _cash(case: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    event = read_object(case.get("event"), "event")
    refuse_misspelt(event, _EVENT_KEYS, "event")
    named = [key for key in ("player", "dealer", "first") if event.get(key) is not None]
    if len(named) != 1:
        raise NotationError("event: expected one of player, dealer and first, to say whom it is about")
    seats = {
        key: read_word(Wind, event[key], f"event: {key}").value
        for key in (*named, "second")
        if event.get(key) is not None
    }
    tile = event.get("tile")
    claim = AwardClaim(
        read_text(event.get("type"), "event: type"),
        seats[named[0]],
        seats.get("second"),
        None if tile is None else Tile(read_text(tile, "event: tile")),
        read_number(event.get("nth", 1), "event: nth"),
    )
    check_claim(claim, (), _SEATS, rules)
    delta = gains(pay_award(claim, _SEATS, rules), (*_SEATS, POT))
    return {"delta": {name: write_amount(gain) for name, gain in delta.items() if gain}}


def _dealer_value(case: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    streak = read_number(case.get("streak"), "streak")
    return {"fan": dealer_fan(rules, streak)}


_KINDS: Final[Mapping[str, Callable[[Mapping[str, Any], RuleSet], dict[str, Any]]]] = {
    "ledger": _ledger,
    "cash": _cash,
    "dealer_value": _dealer_value,
}
