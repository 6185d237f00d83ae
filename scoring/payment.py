"""Payments: who pays whom how much for one hand, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.dealer import dealer_lines, has_flower_win
from scoring.errors import RulesError, WinError
from scoring.money import gains, parse_amount, raise_by, total, write_amount
from scoring.payers import check_winners, payers
from scoring.values import MOST_FAN
from scoring.win import Wind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal

    from scoring.ruleset import RuleSet
    from scoring.sheet import ScoreLine, ScoreSheet
    from scoring.win import Win

__all__ = ["Payments", "Transfer", "pay", "pay_fan"]


@dataclass(frozen=True)
class Transfer:
    """One player pays another.

    Attributes:
        payer: who pays.
        payee: who gets it.
        amount: in the unit of the price, exact.
        reasons: how it adds up, one sentence each, in English.
        reasons_zh: the same in traditional Chinese.
        sum: how it adds up, in numbers: ``5 × 2 + 10`` for five fan at 2 and a base of 10.
    """

    payer: Wind
    payee: Wind
    amount: int | Decimal
    reasons: tuple[str, ...]
    reasons_zh: tuple[str, ...] = ()
    sum: str = ""


@dataclass(frozen=True)
class Payments:
    """The transfers of one hand."""

    transfers: tuple[Transfer, ...] = ()

    @property
    def by_payer(self) -> dict[Wind, int | Decimal]:
        """What each payer pays altogether."""
        found: dict[Wind, int | Decimal] = {}
        for transfer in self.transfers:
            found[transfer.payer] = total((found.get(transfer.payer, 0), transfer.amount))
        return found

    @property
    def net(self) -> dict[Wind, int | Decimal]:
        """What each of the four seats gains or, negative, loses; the four add up to zero."""
        return gains(self.transfers, Wind)

    def export(self) -> list[dict[str, Any]]:
        """Give the transfers as JSON-able values; an amount that is no whole number becomes a text."""
        return [
            {
                "payer": transfer.payer.value,
                "payee": transfer.payee.value,
                "amount": write_amount(transfer.amount),
                "reasons": list(transfer.reasons),
                "reasons_zh": list(transfer.reasons_zh),
                "sum": transfer.sum,
            }
            for transfer in self.transfers
        ]

    @classmethod
    def from_dict(cls, data: Iterable[Mapping[str, Any]]) -> Payments:
        """Build payments from what `export` gave."""
        return cls(
            tuple(
                Transfer(
                    Wind(item["payer"]),
                    Wind(item["payee"]),
                    parse_amount(item["amount"]),
                    tuple(item["reasons"]),
                    tuple(item["reasons_zh"]),
                    item["sum"],
                )
                for item in data
            )
        )


def pay(sheet: ScoreSheet, win: Win, rules: RuleSet, *, names: Mapping[Wind, str] | None = None) -> Payments:
    """Say who pays for a hand: base × bases + price × fan (hktw 底).

    The discarder pays alone, a self-draw is paid by all three. The dealer's fan (2n+1) counts on the
    transfers that he takes part in: when a player who isn't the dealer draws it himself, only the dealer's
    share is raised (hktw 莊家). Where the win follows a kong made of a discard, its discarder pays for all
    (hktw 槓上自摸: 明槓出銃者全包). Each share is for no more fan than the rule set's cap (封頂), the
    dealer's fan included. A loser who had declared ready leaves the dealer's fan out of his share where the
    policy ``ready_loser_pays_dealer_fan`` is false (hkfan 規則: 聽牌者不輸加番).

    Args:
        sheet: of the hand; one that doesn't win costs nothing.
        win: the circumstances that the sheet was made with.
        rules: the rule set that it was made with, with its price and its cap.
        names: what the reasons call the seats; by default their letters.

    Raises:
        WinError: the rule set has no such win (`multi_ron`).
        RulesError: the sheet was made with another rule set, whose rows this one hasn't.
    """
    check_winners(win, rules)
    if not sheet.win:
        return Payments()
    try:
        counted = tuple(line for line in sheet.lines if rules.patterns[line.id].on_dealer_transfers)
    except KeyError as error:
        raise RulesError(f"{rules.id} has no row {error}; the sheet was made with {sheet.rules}") from error
    fan = sheet.total - sum(line.value for line in counted)
    return _settle(_Worth(fan, counted + sheet.dealer_share_extra, sheet.bases), win, rules, names or {})


def pay_fan(
    fan: int,
    win: Win,
    rules: RuleSet,
    *,
    bases: int = 1,
    names: Mapping[Wind, str] | None = None,
) -> Payments:
    """Say who pays for a hand that the players have counted themselves.

    Everything is as in `pay`, but for the dealer's fan: it is taken from the rule set's rows
    (`scoring.dealer_fan`), once for each base.

    Args:
        fan: of the hand, what several winners or the way of winning add included, the dealer's fan left out.
        win: the circumstances. Those that just add fan to the hand change nothing here.
        rules: the rule set, with its price, its cap and the fan that a hand needs.
        bases: 2 for a hand that is paid in two readings (嚦咕嚦咕 that is a standard hand too), else 1.
        names: what the reasons call the seats; by default their letters.

    Raises:
        WinError: the fan is negative, beyond all counting or too little to win (起糊); the bases are neither
            1 nor 2, or 2 where the rule set pays one reading; or the rule set has no such win.

    >>> from scoring.ruleset import RuleSet
    >>> from scoring.win import Win, WinBy, Wind
    >>> rules = RuleSet.load("hkfan").with_price(10, 2)
    >>> paid = pay_fan(10, Win(seat=Wind.WEST, dealer_streak=3), rules)
    >>> [(transfer.payer.value, transfer.sum, transfer.amount) for transfer in paid.transfers]
    [('E', '17 × 2 + 10', 44), ('S', '10 × 2 + 10', 30), ('N', '10 × 2 + 10', 30)]
    """
    _check_count(fan, bases, rules)
    check_winners(win, rules)
    if not has_flower_win(win, rules):
        raise WinError(f"{rules.id} has no such win by flowers")
    return _settle(
        _Worth(fan, dealer_lines(win, rules) * bases, bases, by_players=True), win, rules, names or {}
    )


@dataclass(frozen=True)
class _Worth:
    """What a hand is worth: fan for all who pay, and the rows for the transfers of the dealer."""

    fan: int
    dealer: tuple[ScoreLine, ...]
    bases: int
    by_players: bool = False


def _check_count(fan: int, bases: int, rules: RuleSet) -> None:
    """Refuse a count that can't be."""
    unit = rules.unit.en
    if type(fan) is not int or not 0 <= fan <= MOST_FAN:
        # A number of more than 4300 digits can't be written.
        given = f", not {fan!r}" if type(fan) is not int or abs(fan) <= MOST_FAN else ""
        raise WinError(f"a hand has a whole number of {unit} from 0 to {MOST_FAN}{given}")
    if bases not in {1, 2}:
        raise WinError("a hand is paid with one base, or with two in two readings; bases is 1 or 2")
    if bases == 2 and rules.policies["dual_reading"] != "both":
        raise WinError(f"{rules.id} pays a hand in its better reading, with one base (dual_reading = best)")
    if fan < rules.limits.minimum:
        needed = rules.limits.minimum
        raise WinError(
            f"the hand has {fan} {unit} without the dealer's, and {rules.id} needs {needed} to win"
        )


def _settle(worth: _Worth, win: Win, rules: RuleSet, names: Mapping[Wind, str]) -> Payments:
    """Give each payer's share, or all of them to the one who pays for all."""
    paying = payers(win, rules.policies)
    shares = [_share(worth, win, rules, payer, names, alone=len(paying) == 1) for payer in paying]
    feeder = win.kong_feeder
    if feeder is None or not rules.policies["kong_feeder_pays_all"]:
        return Payments(tuple(shares))
    amount = total(share.amount for share in shares)
    name = _called(feeder, names)
    reasons = [f"{name} fed the kong and pays for all (全包)"]
    reasons_zh = [f"{name} 打出明槓的牌，全包"]
    for share in shares:
        name = _called(share.payer, names)
        reasons.extend(f"{name}'s share: {reason}" for reason in share.reasons)
        reasons_zh.extend(f"{name} 的一份：{reason}" for reason in share.reasons_zh)
    sums = " + ".join(f"({share.sum})" for share in shares)
    return Payments((Transfer(feeder, win.seat, amount, tuple(reasons), tuple(reasons_zh), sums),))


def _called(seat: Wind, names: Mapping[Wind, str]) -> str:
    return names.get(seat, seat.value)


def _share(
    worth: _Worth, win: Win, rules: RuleSet, payer: Wind, names: Mapping[Wind, str], *, alone: bool
) -> Transfer:
    """What one payer owes, with the sum written out."""
    price, cap, unit = rules.price, rules.limits.cap, rules.unit
    of_dealer = worth.dealer if win.is_dealer or payer is win.dealer else ()
    left_out = payer in win.ready_losers and not rules.policies["ready_loser_pays_dealer_fan"]
    extra = () if left_out else of_dealer
    fan = worth.fan + sum(line.value for line in extra)
    paid = fan if cap is None else min(fan, cap)
    amount = total((raise_by(price.base, worth.bases), raise_by(price.per, paid)))
    sums = f"{price.base} × {worth.bases}", f"{price.per} = {amount}"
    reasons = [f"base {sums[0]} + {paid} {unit.en} × {sums[1]}"]
    reasons_zh = [f"底 {sums[0]} + {paid} {unit.zh} × {sums[1]}"]
    if paid < fan:
        reasons.append(f"{rules.id} caps the {fan} {unit.en} at {cap} for each payer (封頂)")
        reasons_zh.append(f"{fan} {unit.zh}，{rules.id} 封頂每家 {cap} {unit.zh}")
    only = not (alone or win.is_dealer)
    for line in extra if only or worth.by_players else ():
        share, share_zh = ("'s share alone", "只加莊家一份") if only else ("", "為莊家而加")
        reasons.append(f"{line.value} of the {fan} {unit.en} for the dealer{share}: {line.zh} {line.en}")
        reasons_zh.append(f"{fan} {unit.zh}中 {line.value} {unit.zh}{share_zh}：{line.zh}")
    name = _called(payer, names)
    for line in of_dealer if left_out else ():
        reasons.append(
            f"{name} had declared ready and leaves out {line.value} {unit.en}: {line.zh} {line.en}"
        )
        reasons_zh.append(f"{name} 已聽牌，不加 {line.value} {unit.zh}：{line.zh}")
    if of_dealer and payer in win.ready_losers and not left_out:
        reasons.append(
            f"{name} had declared ready; under {rules.id} the dealer's {unit.en} counts all the same"
        )
        reasons_zh.append(f"{name} 已聽牌，{rules.id} 照計")
    written = f"{paid} × {price.per} + {price.base}" + (f" × {worth.bases}" if worth.bases > 1 else "")
    return Transfer(payer, win.seat, amount, tuple(reasons), tuple(reasons_zh), written)
