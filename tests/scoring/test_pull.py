from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import LedgerError, RuleSet
from scoring.pull import Debt, Loss, Paid, PullMode, PullRounding, TableRules, cut, settle_all, settle_hand

EVERY = TableRules()
SEATS = ("East", "South", "West", "North")

Amounts = dict[tuple[str, str], int | Decimal]


def _lose(winner: str, **losses: int | Decimal) -> list[Loss]:
    return [Loss(payer, winner, amount) for payer, amount in losses.items()]


def _debts(debts: tuple[Debt, ...]) -> Amounts:
    return {(debt.debtor, debt.creditor): debt.amount for debt in debts}


def _evening(*hands: tuple[list[Loss], bool], rules: TableRules = EVERY) -> tuple[Amounts, Amounts]:
    """Play hands, and give the debts after the last and what was paid with it."""
    debts: tuple[Debt, ...] = ()
    paid: Amounts = {}
    for losses, self_draw in hands:
        debts, now = settle_hand(debts, losses, rules, self_draw=self_draw, dealer="East")
        paid = {(each.payer, each.payee): each.amount for each in now}
    return _debts(debts), paid


FIRST = (_lose("East", South=36, West=36, North=36), True)
SECOND = (_lose("East", South=20), False)


class TestTheMoneyOfHkfan:
    """計錢方法: base 10 and 2 a fan; East draws thirteen fan himself, then South deals five into East."""

    def test_a_self_draw_is_three_debts(self) -> None:
        assert _evening(FIRST) == ({(name, "East"): 36 for name in ("South", "West", "North")}, {})

    def test_south_is_pulled_and_the_others_stand(self) -> None:
        debts, paid = _evening(FIRST, SECOND)
        assert debts == {("South", "East"): 74, ("West", "East"): 36, ("North", "East"): 36}
        assert not paid

    def test_situation_one_east_collects_all(self) -> None:
        debts, paid = _evening(FIRST, SECOND, (_lose("West", North=14), False))
        assert paid == {("South", "East"): 74, ("West", "East"): 36, ("North", "East"): 36}
        assert debts == {("North", "West"): 14}

    def test_situation_two_east_deals_into_south_who_pays_half(self) -> None:
        debts, paid = _evening(FIRST, SECOND, (_lose("South", East=16), False))
        assert paid == {("South", "East"): 37, ("West", "East"): 36, ("North", "East"): 36}
        assert debts == {("East", "South"): 16}

    def test_situation_two_south_draws_it_himself(self) -> None:
        debts, paid = _evening(FIRST, SECOND, (_lose("South", East=16, West=14, North=14), True))
        assert paid == {("South", "East"): 37, ("West", "East"): 36, ("North", "East"): 36}
        assert debts == {("East", "South"): 16, ("West", "South"): 14, ("North", "South"): 14}

    def test_situation_three_east_goes_on(self) -> None:
        debts, _ = _evening(FIRST, SECOND, (_lose("East", South=14, West=14, North=14), True))
        assert debts == {("South", "East"): 125, ("West", "East"): 68, ("North", "East"): 68}

    def test_every_state_can_be_explained(self) -> None:
        debts, _ = settle_hand((), [Loss("South", "East", 36, "13 × 2 + 10")], EVERY)
        assert debts[0].explain() == "South owes East 36: 13 × 2 + 10"
        debts, _ = settle_hand(debts, [Loss("South", "East", 20, "5 × 2 + 10")], EVERY)
        assert debts[0].explain() == "South owes East 74: 36 × 1.5 + 5 × 2 + 10"
        assert debts[0].explain_zh() == "South 欠 East 74：36 × 1.5 + 5 × 2 + 10"
        _, paid = settle_hand(debts, [Loss("East", "South", 16, "3 × 2 + 10")], EVERY)
        assert paid[0].why == "South won from East and kicks (踢半): 74 / 2"
        _, paid = settle_hand(debts, [Loss("West", "South", 40)], EVERY, self_draw=True)
        assert paid[0].why == "South won by self-draw and kicks (踢半): 74 / 2"


class TestRounding:
    def test_a_pull_rounds_up_before_the_new_loss_is_added(self) -> None:
        # hktw: 11 becomes 16.5, which is 17.
        debts, _ = settle_hand((), _lose("West", South=11), EVERY)
        debts, _ = settle_hand(debts, _lose("West", South=13), EVERY)
        assert debts[0].explain() == "South owes West 30: 17 (11 × 1.5, rounded up) + 13"
        assert debts[0].explain_zh() == "South 欠 West 30：17（11 × 1.5，上捨） + 13"

    def test_a_kick_rounds_down(self) -> None:
        debts, paid = _evening((_lose("West", South=11), False), (_lose("South", West=6), False))
        assert paid == {("South", "West"): 5}
        assert debts == {("West", "South"): 6}

    def test_once_at_payment(self) -> None:
        rules = TableRules(rounding=PullRounding.AT_PAYMENT)
        hands = [(_lose("West", South=11), False)] * 3
        debts, _ = _evening(*hands, rules=rules)
        # 11, 27.5, 52.25; each step rounded it would be 11, 28, 53.
        assert debts == {("South", "West"): Decimal("52.25")}
        assert _evening(*hands)[0] == {("South", "West"): 53}
        _, paid = _evening(*hands, (_lose("East", North=1), False), rules=rules)
        assert paid == {("South", "West"): 53}
        _, paid = _evening(*hands, (_lose("South", West=1), False), rules=rules)
        assert paid == {("South", "West"): 26}

    def test_a_debt_that_was_never_pulled_is_not_rounded(self) -> None:
        for rounding in PullRounding:
            rules = TableRules(rounding=rounding, unit=2)
            _, paid = _evening(
                (_lose("West", South=Decimal("4.5")), False), (_lose("East", North=1), False), rules=rules
            )
            assert paid == {("South", "West"): Decimal("4.5")}

    def test_to_whole_fan(self) -> None:
        # Eleven and thirteen units of 10: what is 17 fan in fan is 170 in money.
        rules = TableRules(unit=10)
        debts, _ = _evening((_lose("West", South=110), False), (_lose("West", South=130), False), rules=rules)
        assert debts == {("South", "West"): 300}
        _, paid = _evening((_lose("West", South=110), False), (_lose("South", West=60), False), rules=rules)
        assert paid == {("South", "West"): 50}

    def test_hktw_rounds_to_a_fan_and_hkfan_to_a_dollar(self) -> None:
        assert TableRules.of(RuleSet.load("hktw").with_price(300, 60)).unit == 60
        assert TableRules.of(RuleSet.load("hkfan").with_price(50, 10)).unit == 1
        assert TableRules.of(RuleSet.load("hktw").with_price(5, 0)).unit == 1
        # A base of two and a half fan makes losses that are no whole fan: those round to a dollar.
        assert TableRules.of(RuleSet.load("hktw").with_price(5, 2)).unit == 1
        half = Decimal("0.5")
        assert TableRules.of(RuleSet.load("hktw").with_price(Decimal("2.5"), half)).unit == half

    def test_many_pulls_stay_exact(self) -> None:
        rules = TableRules(rounding=PullRounding.AT_PAYMENT)
        debts: tuple[Debt, ...] = ()
        for _ in range(60):
            debts, _ = settle_hand(debts, _lose("West", South=1), rules)
        # 1 + 1.5 + … + 1.5^59 = 2 × (1.5^60 - 1)
        assert Fraction(debts[0].amount) == 2 * (Fraction(3, 2) ** 60 - 1)

    def test_a_debt_that_grows_beyond_reason_is_refused(self) -> None:
        debts, _ = settle_hand((), _lose("West", South=10**15), EVERY)
        with pytest.raises(LedgerError, match="grows beyond"):
            settle_hand(debts, _lose("West", South=1), EVERY)


class TestWhoWins:
    def test_a_debtor_who_wins_from_others_pays_in_full(self) -> None:
        debts, paid = _evening((_lose("West", South=11), False), (_lose("South", North=8), False))
        assert paid == {("South", "West"): 11}
        assert debts == {("North", "South"): 8}

    def test_a_creditor_who_deals_into_another_is_paid_in_full(self) -> None:
        _, paid = _evening((_lose("West", South=11), False), (_lose("North", West=8), False))
        assert paid == {("South", "West"): 11}

    def test_a_self_draw_kicks_also_where_another_pays_for_all(self) -> None:
        # 全包: West fed South's kong and pays the three shares; South has won from East all the same.
        debts, paid = _evening((_lose("East", South=25), False), (_lose("South", West=40), True))
        assert paid == {("South", "East"): 12}
        assert debts == {("West", "South"): 40}

    def test_two_winners_who_owe_each_other_change_nothing_between_them(self) -> None:
        both = [Loss("East", "South", 9), Loss("East", "West", 7)]
        debts, paid = _evening((_lose("West", South=11), False), (both, False))
        assert not paid
        assert debts == {("South", "West"): 11, ("East", "South"): 9, ("East", "West"): 7}

    def test_each_winner_of_a_discard_pulls_for_himself(self) -> None:
        both = [Loss("East", "South", 10), Loss("East", "West", 8)]
        debts, _ = _evening((both, False), (both, False))
        assert debts == {("East", "South"): 25, ("East", "West"): 20}

    def test_a_debt_may_be_called_in_when_its_creditor_wins_elsewhere(self) -> None:
        debts, paid = _evening(FIRST, SECOND, rules=TableRules(hold=False))
        assert debts == {("South", "East"): 74}
        assert paid == {("West", "East"): 36, ("North", "East"): 36}

    def test_but_not_of_a_debtor_who_won_on_the_same_discard_or_of_a_self_draw(self) -> None:
        rules = TableRules(hold=False)
        both = [Loss("North", "East", 9), Loss("North", "South", 7)]
        assert _evening(SECOND, (both, False), rules=rules)[0]["South", "East"] == 20
        # 全包: East draws, West pays for all; a self-draw is a win from South too.
        assert _evening(SECOND, (_lose("East", West=60), True), rules=rules)[0]["South", "East"] == 20


class TestWhoPulls:
    DEALER = TableRules(mode=PullMode.DEALER_ONLY)

    def test_the_dealer_alone(self) -> None:
        debts, paid = _evening((_lose("West", South=11), False), rules=self.DEALER)
        assert (debts, paid) == ({}, {("South", "West"): 11})
        debts, paid = _evening(SECOND, SECOND, rules=self.DEALER)
        assert (debts, paid) == ({("South", "East"): 50}, {})

    def test_who_wins_from_the_dealer_kicks_and_is_paid_at_once(self) -> None:
        debts, paid = _evening(SECOND, (_lose("South", East=16), False), rules=self.DEALER)
        assert debts == {}
        assert paid == {("South", "East"): 10, ("East", "South"): 16}

    def test_the_dealers_debt_stands_beside_a_second_winner(self) -> None:
        both = [Loss("South", "East", 10), Loss("South", "West", 8)]
        debts, paid = _evening(SECOND, (both, False), rules=self.DEALER)
        assert debts == {("South", "East"): 40}
        assert paid == {("South", "West"): 8}

    def test_nobody(self) -> None:
        debts, paid = _evening(FIRST, rules=TableRules(mode=PullMode.OFF))
        assert debts == {}
        assert paid == {(name, "East"): 36 for name in ("South", "West", "North")}

    def test_the_books(self) -> None:
        modes = {name: TableRules.of(RuleSet.load(name)).mode for name in ("hktw", "tw16", "hkfan")}
        assert modes == {"hktw": PullMode.EVERY_HAND, "tw16": PullMode.OFF, "hkfan": PullMode.EVERY_HAND}

    def test_a_hand_names_its_dealer(self) -> None:
        with pytest.raises(LedgerError, match="names its dealer"):
            settle_hand((), _lose("West", South=1), self.DEALER)


class TestCut:
    RULES = TableRules(cut_every=3)

    def _pulled(self, times: int) -> tuple[Debt, ...]:
        debts: tuple[Debt, ...] = ()
        for _ in range(times):
            debts, _ = settle_hand(debts, _lose("West", South=2), self.RULES)
        return debts

    @pytest.mark.parametrize("pulls", [3, 6, 9])
    def test_a_right_at_three_and_again_at_six(self, pulls: int) -> None:
        debts = self._pulled(pulls)
        left, paid = cut(debts, "South", "West", self.RULES)
        assert left == ()
        assert [each.amount for each in paid] == [debts[0].amount]

    @pytest.mark.parametrize("pulls", [1, 2, 4, 5, 7])
    def test_not_in_between(self, pulls: int) -> None:
        with pytest.raises(LedgerError, match=f"may cut at pull {3 * (pulls // 3 + 1)} "):
            cut(self._pulled(pulls), "South", "West", self.RULES)

    def test_a_hand_that_the_creditor_wins_from_others_does_not_count(self) -> None:
        debts, _ = settle_hand(self._pulled(3), _lose("West", North=5), self.RULES)
        assert debts[0].pulls == 3
        assert cut(debts, "South", "West", self.RULES)[1][0].payer == "South"

    def test_after_a_cut_the_count_begins_anew(self) -> None:
        left, _ = cut(self._pulled(3), "South", "West", self.RULES)
        debts, _ = settle_hand(left, _lose("West", South=2), self.RULES)
        assert debts[0].pulls == 1

    def test_without_limit_there_is_no_cut(self) -> None:
        with pytest.raises(LedgerError, match="無限拉"):
            cut(self._pulled(3), "South", "West", EVERY)

    def test_no_debt_no_cut(self) -> None:
        with pytest.raises(LedgerError, match="West owes South nothing"):
            cut(self._pulled(3), "West", "South", self.RULES)

    def test_the_books(self) -> None:
        every = {name: TableRules.of(RuleSet.load(name)).cut_every for name in ("hktw", "hkfan")}
        assert every == {"hktw": 3, "hkfan": None}


@pytest.mark.parametrize(
    ("losses", "self_draw", "says"),
    [
        ([], False, "a hand that is won has losses"),
        ([Loss("East", "South", 1), Loss("East", "South", 2)], False, "one loss for each"),
        ([Loss("East", "South", 1), Loss("South", "West", 2)], False, "South can't win a hand and lose it"),
        ([Loss("East", "East", 1)], False, "East can't win a hand and lose it"),
        ([Loss("East", "South", 1), Loss("North", "West", 2)], False, "several win off one player"),
        ([Loss("East", "South", 1), Loss("East", "West", 1)], True, "a self-draw has one winner"),
    ],
)
def test_losses_that_are_no_hand(losses: list[Loss], *, self_draw: bool, says: str) -> None:
    with pytest.raises(LedgerError, match=says):
        settle_hand((), losses, EVERY, self_draw=self_draw)


@pytest.mark.parametrize("amount", [-1, 10**15 + 1, Decimal("NaN"), Decimal("Infinity"), True, 0.5])
def test_amounts_that_are_none(amount: object) -> None:
    with pytest.raises(LedgerError, match="an amount is a number from 0 to"):
        Loss("East", "South", amount)  # type: ignore[arg-type]
    with pytest.raises(LedgerError, match="an amount is a number from 0 to"):
        Paid("East", "South", amount, "", "")  # type: ignore[arg-type]


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[Loss], bool]:
    winner = draw(st.sampled_from(SEATS))
    others = [name for name in SEATS if name != winner]
    amounts = st.integers(0, 200)
    if draw(st.booleans()):
        return [Loss(name, winner, draw(amounts)) for name in others], True
    payer = draw(st.sampled_from(others))
    also = draw(st.sets(st.sampled_from([name for name in others if name != payer])))
    return [Loss(payer, name, draw(amounts)) for name in (winner, *also)], False


def now_paid(paid: tuple[Paid, ...], pair: tuple[str, str]) -> bool:
    """Whether the first of two players lost to the second by this hand, and paid at once."""
    return any((each.payer, each.payee) == pair and each.why.startswith("paid at once") for each in paid)


@given(
    st.lists(hands(), max_size=25),
    st.builds(
        TableRules,
        mode=st.sampled_from(PullMode),
        rounding=st.sampled_from(PullRounding),
        unit=st.sampled_from([1, 2, Decimal("0.5")]),
        hold=st.booleans(),
    ),
)
@settings(max_examples=150, deadline=None)
def test_laws(evening: list[tuple[list[Loss], bool]], rules: TableRules) -> None:
    debts: tuple[Debt, ...] = ()
    for losses, self_draw in evening:
        before = {(debt.debtor, debt.creditor): debt for debt in debts}
        debts, paid = settle_hand(debts, losses, rules, self_draw=self_draw, dealer="East")
        after = {(debt.debtor, debt.creditor): debt for debt in debts}
        # One debt a pair at most, and one way; all of them to the winners of this hand.
        assert len(after) == len(debts)
        assert not any((creditor, debtor) in after for debtor, creditor in after)
        winners = {loss.payee for loss in losses}
        for debt in debts:
            assert debt.creditor in winners
        # A debt either stands, or grows, or is paid: half of it, or in full but for rounding.
        settled = {
            (each.payer, each.payee): each.amount for each in paid if not each.why.startswith("paid at once")
        }
        assert set(settled) == set(before) - set(after)
        for pair, debt in before.items():
            if pair in after and after[pair].pulls > 1:
                assert after[pair].amount >= debt.amount
            elif pair not in after:
                owed, unit, due = Fraction(debt.amount), Fraction(rules.unit), Fraction(settled[pair])
                kicks = pair[0] in winners and (
                    self_draw or (pair[1], pair[0]) in after or now_paid(paid, pair[::-1])
                )
                assert (owed / 2 - unit < due <= owed / 2) if kicks else (owed <= due < owed + unit)
    assert {(each.payer, each.payee) for each in settle_all(debts, rules)} == set(_debts(debts))
