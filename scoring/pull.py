"""Pulling and kicking (拉／踢): what the players owe each other from hand to hand.

What a hand costs isn't paid at once but stands as a debt. The creditor who wins from the same debtor again
pulls him: the debt is raised to one and a half and the new loss added (拉). The debtor who wins from his
creditor kicks: he pays half (踢半). A debt whose creditor stops winning is paid in full (hktw 拉／踢, hkfan
計錢方法).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from scoring.errors import LedgerError
from scoring.money import (
    exactly,
    halve,
    parse_amount,
    raise_by,
    round_down,
    round_up,
    total,
    whole,
    write_amount,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.money import Amount, Price
    from scoring.ruleset import RuleSet

__all__ = [
    "Debt",
    "Loss",
    "Paid",
    "PullMode",
    "PullRounding",
    "TableRules",
    "cut",
    "may_cut",
    "settle_all",
    "settle_hand",
]

_MOST: Final = 10**15


class PullMode(Enum):
    """Who pulls. The value is the word of the policy ``pull_mode``."""

    EVERY_HAND = "every_hand"
    DEALER_ONLY = "dealer_only"
    OFF = "off"


class PullRounding(Enum):
    """When a pulled debt is rounded up. The value is the word of the policy ``pull_rounding``."""

    EACH_STEP = "each_step"
    AT_PAYMENT = "at_payment"


@dataclass(frozen=True)
class TableRules:
    """How the hands of an evening hang together, as far as a rule set's policies say it.

    Attributes:
        mode: who pulls: every winner (鋪鋪拉), the dealer alone (莊家拉), or nobody, who is paid at once.
        factor: by what a pull raises a debt.
        rounding: whether each pull rounds up, or only the payment.
        unit: what is rounded to, in money: 1, or the price of a fan where a base is so many whole fan.
        hold: whether a debt stands while its creditor wins from others.
        cut_every: how many pulls give the right to pay and stop (斬拉); `None` for never (無限拉).
        drawn_keeps_dealer: whether the dealer deals again after a drawn hand (臭莊).
    """

    mode: PullMode = PullMode.EVERY_HAND
    factor: Amount = Decimal("1.5")
    rounding: PullRounding = PullRounding.EACH_STEP
    unit: Amount = 1
    hold: bool = True
    cut_every: int | None = None
    drawn_keeps_dealer: bool = True

    @classmethod
    def of(cls, rules: RuleSet) -> TableRules:
        """Take the table's rules from a rule set: its policies, and the price of a fan to round to.

        >>> from scoring.ruleset import RuleSet
        >>> TableRules.of(RuleSet.load("hktw")).cut_every
        3
        """
        policies = rules.policies
        every = policies["pull_cut_every"]
        factor = policies["pull_factor"]
        return cls(
            PullMode(policies["pull_mode"]),
            factor if isinstance(factor, int | Decimal) else Decimal(str(factor)),
            PullRounding(policies["pull_rounding"]),
            rules.price.per if policies["pull_unit"] == "fan" and _in_fan(rules.price) else 1,
            policies["pull_hold_while_creditor_wins"] is True,
            every if isinstance(every, int) else None,
            policies["drawn_hand_keeps_dealer"] is True,
        )

    def export(self) -> dict[str, Any]:
        """Give the rules as JSON-able values."""
        return {
            "mode": self.mode.value,
            "factor": write_amount(self.factor),
            "rounding": self.rounding.value,
            "unit": write_amount(self.unit),
            "hold": self.hold,
            "cut_every": self.cut_every,
            "drawn_keeps_dealer": self.drawn_keeps_dealer,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TableRules:
        """Build the rules from what `export` gave."""
        return cls(
            PullMode(data["mode"]),
            parse_amount(data["factor"]),
            PullRounding(data["rounding"]),
            parse_amount(data["unit"]),
            data["hold"],
            data["cut_every"],
            data["drawn_keeps_dealer"],
        )


def _in_fan(price: Price) -> bool:
    """Whether a base is worth whole fan, so that every loss is."""
    with exactly():
        return price.per > 0 and price.base % price.per == 0


def _checked(amount: Amount) -> Amount:
    """Give an amount that can change hands, a whole one as `int`."""
    number = isinstance(amount, int) or (isinstance(amount, Decimal) and amount.is_finite())
    if not number or isinstance(amount, bool) or not 0 <= amount <= _MOST:
        raise LedgerError(f"an amount is a number from 0 to {_MOST}, not {amount}")
    return whole(amount)


@dataclass(frozen=True)
class Loss:
    """What one player loses to another by a hand.

    Attributes:
        payer: who loses.
        payee: who wins.
        amount: exact, from 0 to 10^15.
        sum: how it adds up, such as ``5 × 2 + 10``; the amount itself where that isn't known.

    Raises:
        LedgerError: the amount is no such number.
    """

    payer: str
    payee: str
    amount: Amount
    sum: str = ""

    def __post_init__(self) -> None:
        """Keep whole amounts as `int`, so that equal losses read alike."""
        object.__setattr__(self, "amount", _checked(self.amount))


@dataclass(frozen=True)
class Paid:
    """Money that moved.

    Attributes:
        payer: who paid, a player or the pot.
        payee: who got it.
        amount: exact.
        why: the reason with its sum, in English.
        why_zh: the same in traditional Chinese.

    Raises:
        LedgerError: the amount isn't one from 0 to 10^15.
    """

    payer: str
    payee: str
    amount: Amount
    why: str
    why_zh: str

    def __post_init__(self) -> None:
        """Keep whole amounts as `int`, so that equal payments read alike."""
        object.__setattr__(self, "amount", _checked(self.amount))


@dataclass(frozen=True)
class Debt:
    """What one player owes another and hasn't paid yet.

    Attributes:
        debtor: who owes.
        creditor: who is owed.
        amount: exact; with the policy ``pull_rounding = "at_payment"`` unrounded.
        pulls: hands in a row that the creditor has won from the debtor (拉一, 拉二, …).
        sum: how the amount adds up from the debt before, in English.
        sum_zh: the same in traditional Chinese.

    >>> debts, _ = settle_hand((), [Loss("South", "East", 36, "13 × 2 + 10")], TableRules())
    >>> debts, _ = settle_hand(debts, [Loss("South", "East", 20, "5 × 2 + 10")], TableRules())
    >>> debts[0].explain()
    'South owes East 74: 36 × 1.5 + 5 × 2 + 10'
    """

    debtor: str
    creditor: str
    amount: Amount
    pulls: int
    sum: str
    sum_zh: str

    def explain(self) -> str:
        """Say who owes whom how much, and how it adds up."""
        return f"{self.debtor} owes {self.creditor} {self.amount}: {self.sum}"

    def explain_zh(self) -> str:
        """Say the same in traditional Chinese."""
        return f"{self.debtor} 欠 {self.creditor} {self.amount}：{self.sum_zh}"


def settle_hand(
    debts: Sequence[Debt],
    losses: Sequence[Loss],
    rules: TableRules,
    *,
    self_draw: bool = False,
    dealer: str | None = None,
) -> tuple[tuple[Debt, ...], tuple[Paid, ...]]:
    """Let a won hand raise, halve and close the debts, and give what is paid now.

    A self-draw is a win from all three, also where one of them pays for all (hktw 自摸).

    Args:
        debts: as they stood before the hand.
        losses: of the hand, one for each loser and winner.
        rules: of the table.
        self_draw: whether the winner drew the winning tile himself.
        dealer: of the hand; needed where the dealer alone pulls.

    Raises:
        LedgerError: the losses can't belong to one hand.
    """
    _check(losses, rules, dealer, self_draw=self_draw)
    winners = {loss.payee for loss in losses}
    open_losses = {(loss.payer, loss.payee): loss for loss in losses}
    kept: list[Debt] = []
    paid: list[Paid] = []
    for debt in debts:
        loss = open_losses.get((debt.debtor, debt.creditor))
        if debt.creditor in winners:
            if loss is not None and _pulls(loss, rules, dealer):
                kept.append(_pulled(debt, loss, rules))
                del open_losses[debt.debtor, debt.creditor]
            elif rules.hold or loss is not None or self_draw or debt.debtor in winners:
                kept.append(debt)
            else:
                paid.append(_in_full(debt, rules, *_won_from_others(debt.creditor)))
        elif debt.debtor in winners and (self_draw or (debt.creditor, debt.debtor) in open_losses):
            paid.append(_kicked(debt, rules, self_draw=self_draw))
        elif debt.debtor in winners:
            paid.append(_in_full(debt, rules, *_won_from_others(debt.debtor)))
        else:
            paid.append(_in_full(debt, rules, f"{debt.creditor} didn't win", f"{debt.creditor} 沒有再贏"))
    for loss in open_losses.values():
        sums = loss.sum or str(loss.amount)
        if _pulls(loss, rules, dealer):
            kept.append(Debt(loss.payer, loss.payee, loss.amount, 1, sums, sums))
        else:
            why, why_zh = f"paid at once: {sums}", f"即時付清：{sums}"
            paid.append(Paid(loss.payer, loss.payee, loss.amount, why, why_zh))
    return tuple(kept), tuple(paid)


def may_cut(debt: Debt, rules: TableRules) -> bool:
    """Whether a debtor has the right to pay in full and end the pulling now (斬拉)."""
    return rules.cut_every is not None and debt.pulls % rules.cut_every == 0


def cut(
    debts: Sequence[Debt], debtor: str, creditor: str, rules: TableRules
) -> tuple[tuple[Debt, ...], tuple[Paid, ...]]:
    """Let a debtor pay in full and end the pulling (斬拉), and give what he pays.

    He has the right when he has just been pulled the third time, and again at the sixth and so on (hktw
    「無限拉」和「斬拉」); it stands until he is pulled once more.

    Raises:
        LedgerError: there is no such debt, or no such right now.
    """
    every = rules.cut_every
    if every is None:
        raise LedgerError("these rules have no cut (無限拉); the policy pull_cut_every gives the right")
    found = next((debt for debt in debts if (debt.debtor, debt.creditor) == (debtor, creditor)), None)
    if found is None:
        raise LedgerError(f"{debtor} owes {creditor} nothing that could be cut")
    if not may_cut(found, rules):
        right = found.pulls + every - found.pulls % every
        raise LedgerError(
            f"{debtor} may cut at pull {right} and then at every {every}; "
            f"{creditor} has pulled {found.pulls} so far"
        )
    why, why_zh = f"{debtor} cuts at pull {found.pulls}", f"{debtor} 於拉{found.pulls}斬拉"
    return tuple(debt for debt in debts if debt is not found), (_in_full(found, rules, why, why_zh),)


def settle_all(debts: Iterable[Debt], rules: TableRules) -> tuple[Paid, ...]:
    """Give the payments that clear every debt in full, as at the end of the evening."""
    return tuple(_in_full(debt, rules, "the table closes", "散枱") for debt in debts)


def _check(losses: Sequence[Loss], rules: TableRules, dealer: str | None, *, self_draw: bool) -> None:
    winners = {loss.payee for loss in losses}
    if not losses:
        raise LedgerError("a hand that is won has losses; a drawn one changes no debt")
    if self_draw and len(winners) > 1:
        raise LedgerError(f"a self-draw has one winner, not {' and '.join(sorted(winners))}")
    if len({(loss.payer, loss.payee) for loss in losses}) < len(losses):
        raise LedgerError("a hand has one loss for each loser and winner")
    for loss in losses:
        if loss.payer in winners:
            raise LedgerError(f"{loss.payer} can't win a hand and lose it to {loss.payee}")
    payers = {loss.payer for loss in losses}
    if len(winners) > 1 and len(payers) > 1:
        raise LedgerError(f"several win off one player, not off {' and '.join(sorted(payers))}")
    if rules.mode is PullMode.DEALER_ONLY and dealer is None:
        raise LedgerError("where the dealer alone pulls (莊家拉) a hand names its dealer")


def _pulls(loss: Loss, rules: TableRules, dealer: str | None) -> bool:
    """Whether a loss stands as a debt, and isn't paid at once."""
    if rules.mode is PullMode.DEALER_ONLY:
        return loss.payee == dealer
    return rules.mode is PullMode.EVERY_HAND


def _pulled(debt: Debt, loss: Loss, rules: TableRules) -> Debt:
    raised = raise_by(debt.amount, rules.factor)
    times = f"{debt.amount} × {rules.factor}"
    times_zh = times
    if rules.rounding is PullRounding.EACH_STEP:
        up = round_up(raised, rules.unit)
        if up != raised:
            times, times_zh = f"{up} ({times}, rounded up)", f"{up}（{times}，上捨）"
        raised = up
    amount = total((raised, loss.amount))
    if amount > _MOST:
        raise LedgerError(f"the debt of {debt.debtor} to {debt.creditor} grows beyond {_MOST}")
    sums = loss.sum or str(loss.amount)
    return Debt(
        debt.debtor,
        debt.creditor,
        amount,
        debt.pulls + 1,
        f"{times} + {sums}",
        f"{times_zh} + {sums}",
    )


def _won_from_others(name: str) -> tuple[str, str]:
    return f"{name} won from others", f"{name} 贏了別家"


def _kicked(debt: Debt, rules: TableRules, *, self_draw: bool) -> Paid:
    half = halve(debt.amount)
    down = round_down(half, rules.unit)
    note, note_zh = (", rounded down", "，下捨") if down != half else ("", "")
    how, how_zh = (
        ("by self-draw", "自摸") if self_draw else (f"from {debt.creditor}", f"贏回 {debt.creditor}")
    )
    return Paid(
        debt.debtor,
        debt.creditor,
        down,
        f"{debt.debtor} won {how} and kicks (踢半): {debt.amount} / 2{note}",
        f"{debt.debtor} {how_zh}，踢半：{debt.amount} / 2{note_zh}",
    )


def _in_full(debt: Debt, rules: TableRules, why: str, why_zh: str) -> Paid:
    # A debt that was never pulled is paid as it is: what is rounded up is the pull.
    rounds = rules.rounding is PullRounding.AT_PAYMENT and debt.pulls > 1
    due = round_up(debt.amount, rules.unit) if rounds else debt.amount
    note, note_zh = (", rounded up", "，上捨") if due != debt.amount else ("", "")
    return Paid(
        debt.debtor,
        debt.creditor,
        due,
        f"{why}: {debt.amount} in full{note}",
        f"{why_zh}：付足 {debt.amount}{note_zh}",
    )
