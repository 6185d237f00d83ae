"""Payments: who pays whom how much for one hand, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.errors import WinError
from scoring.win import WinBy, Wind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal

    from scoring.policies import Policy
    from scoring.ruleset import RuleSet
    from scoring.sheet import ScoreSheet
    from scoring.win import Win

__all__ = ["Payments", "Transfer", "pay", "payers", "write_amount"]


def write_amount(amount: int | Decimal) -> int | str:
    """Give an amount as JSON holds it exactly: a whole number, or a text where it is none.

    >>> from decimal import Decimal
    >>> write_amount(Decimal("11.0")), write_amount(Decimal("11.50"))
    (11, '11.50')
    """
    return int(amount) if amount == int(amount) else str(amount)


@dataclass(frozen=True)
class Transfer:
    """One player pays another.

    Attributes:
        payer: who pays.
        payee: who gets it.
        amount: in the unit of the price, exact.
        reasons: how it adds up, one sentence each, in English.
        reasons_zh: the same in traditional Chinese.
    """

    payer: Wind
    payee: Wind
    amount: int | Decimal
    reasons: tuple[str, ...]
    reasons_zh: tuple[str, ...] = ()


@dataclass(frozen=True)
class Payments:
    """The transfers of one hand."""

    transfers: tuple[Transfer, ...] = ()

    @property
    def by_payer(self) -> dict[Wind, int | Decimal]:
        """What each payer pays altogether."""
        found: dict[Wind, int | Decimal] = {}
        for transfer in self.transfers:
            found[transfer.payer] = found.get(transfer.payer, 0) + transfer.amount
        return found

    @property
    def net(self) -> dict[Wind, int | Decimal]:
        """What each of the four seats gains or, negative, loses; the four add up to zero."""
        found: dict[Wind, int | Decimal] = dict.fromkeys(Wind, 0)
        for transfer in self.transfers:
            found[transfer.payer] -= transfer.amount
            found[transfer.payee] += transfer.amount
        return found

    def export(self) -> list[dict[str, Any]]:
        """Give the transfers as JSON-able values; an amount that is no whole number becomes a text."""
        return [
            {
                "payer": transfer.payer.value,
                "payee": transfer.payee.value,
                "amount": write_amount(transfer.amount),
                "reasons": list(transfer.reasons),
                "reasons_zh": list(transfer.reasons_zh),
            }
            for transfer in self.transfers
        ]

    @classmethod
    def from_dict(cls, data: Iterable[Mapping[str, Any]]) -> Payments:
        """Build payments from what `export` gave."""
        from decimal import Decimal  # noqa: PLC0415 - only a file with fractions of the unit needs it

        return cls(
            tuple(
                Transfer(
                    Wind(item["payer"]),
                    Wind(item["payee"]),
                    item["amount"] if isinstance(item["amount"], int) else Decimal(item["amount"]),
                    tuple(item["reasons"]),
                    tuple(item["reasons_zh"]),
                )
                for item in data
            )
        )


def pay(sheet: ScoreSheet, win: Win, rules: RuleSet) -> Payments:
    """Say who pays for a hand: base × bases + price × fan (hktw 底).

    The discarder pays alone, a self-draw is paid by all three. The dealer's fan (2n+1) counts on the
    transfers that he takes part in: when a player who isn't the dealer draws it himself, only the dealer's
    share is raised (hktw 莊家). Where the win follows a kong made of a discard, its discarder pays for all
    (hktw 槓上自摸: 明槓出銃者全包). Each share is for no more fan than the rule set's cap (封頂), the
    dealer's fan included.

    Args:
        sheet: of the hand; one that doesn't win costs nothing.
        win: the circumstances that the sheet was made with.
        rules: the rule set, with its price and its cap.
    """
    if not sheet.win:
        return Payments()
    shares = {payer: _share(sheet, win, rules, payer) for payer in payers(win, rules.policies)}
    feeder = win.kong_feeder
    if feeder is not None and rules.policies["kong_feeder_pays_all"] and not win.from_another:
        amount = sum((share.amount for share in shares.values()), start=0)
        reasons = [f"{feeder.value} fed the kong and pays for all (全包)"]
        reasons_zh = [f"{feeder.value} 打出明槓的牌，全包"]
        for payer, share in shares.items():
            reasons.extend(f"{payer.value}'s share: {reason}" for reason in share.reasons)
            reasons_zh.extend(f"{payer.value} 的一份：{reason}" for reason in share.reasons_zh)
        return Payments((Transfer(feeder, win.seat, amount, tuple(reasons), tuple(reasons_zh)),))
    return Payments(tuple(shares.values()))


def payers(win: Win, policies: Mapping[str, Policy]) -> tuple[Wind, ...]:
    """Give the seats that pay: the one that gave the winning tile, or all three.

    A robbed flower is paid by the player robbed, or by all (`seven_robs_one_payer`, tw16 七搶一).
    """
    shared = win.by is WinBy.ROB_FLOWER and policies["seven_robs_one_payer"] == "all"
    if shared or not win.from_another:
        return win.losers
    if win.discarder is None:  # pragma: no cover - Win refuses this
        raise WinError("a win off another player needs a discarder")
    return (win.discarder,)


def _share(sheet: ScoreSheet, win: Win, rules: RuleSet, payer: Wind) -> Transfer:
    """What one payer owes, with the sum written out."""
    price, cap, unit = rules.price, rules.limits.cap, rules.unit
    extra = sheet.dealer_share_extra if payer is win.dealer else ()
    fan = sheet.total + sum(line.value for line in extra)
    paid = fan if cap is None else min(fan, cap)
    amount = price.base * sheet.bases + price.per * paid
    sums = f"{price.base} × {sheet.bases}", f"{price.per} = {amount}"
    reasons = [f"base {sums[0]} + {paid} {unit.en} × {sums[1]}"]
    reasons_zh = [f"底 {sums[0]} + {paid} {unit.zh} × {sums[1]}"]
    if paid < fan:
        reasons.append(f"{rules.id} caps the {fan} {unit.en} at {cap} for each payer (封頂)")
        reasons_zh.append(f"{fan} {unit.zh}，{rules.id} 封頂每家 {cap} {unit.zh}")
    for line in extra:
        reasons.append(
            f"{line.value} of the {fan} {unit.en} for the dealer's share alone: {line.zh} {line.en}"
        )
        reasons_zh.append(f"{fan} {unit.zh}中 {line.value} {unit.zh}只加莊家一份：{line.zh}")
    return Transfer(payer, win.seat, amount, tuple(reasons), tuple(reasons_zh))
