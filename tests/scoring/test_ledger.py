"""An evening at the table: who deals, what is owed, what was paid, and taking it back."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    POT,
    AwardClaim,
    Awarded,
    AwardError,
    Closed,
    Cut,
    Drawn,
    Hand,
    Ledger,
    LedgerError,
    Loss,
    Paid,
    Payments,
    PullMode,
    PullRounding,
    Redone,
    RuleSet,
    TableRules,
    Undone,
    Win,
    WinBy,
    Wind,
    Won,
    pay,
    read_event,
    score,
)

if TYPE_CHECKING:
    from scoring import Event

NAMES = ("Ann", "Bob", "Cat", "Dan")
ANN, BOB, CAT, DAN = NAMES
HKTW = RuleSet.load("hktw")
HKFAN = RuleSet.load("hkfan")


def _table(rules: RuleSet = HKTW) -> Ledger:
    return Ledger.open(NAMES, TableRules.of(rules))


def _ron(winner: str, discarder: str, amount: int = 10, winners: int = 1) -> Won:
    return Won(winner, (Loss(discarder, winner, amount),), discarder, winners)


def _draw(winner: str, amount: int = 10) -> Won:
    return Won(winner, tuple(Loss(name, winner, amount) for name in NAMES if name != winner))


def _owed(ledger: Ledger) -> dict[tuple[str, str], int | Decimal]:
    return {(debt.debtor, debt.creditor): debt.amount for debt in ledger.debts}


class TestTheDeal:
    def test_the_first_player_deals_and_sits_east(self) -> None:
        table = _table()
        assert (table.dealer, table.streak, table.round, table.hand) == (ANN, 0, Wind.EAST, 1)
        assert table.seats == {ANN: Wind.EAST, BOB: Wind.SOUTH, CAT: Wind.WEST, DAN: Wind.NORTH}

    def test_a_dealer_who_wins_deals_again(self) -> None:
        table = _table().record(_ron(ANN, CAT)).record(_draw(ANN))
        assert (table.dealer, table.streak, table.hand) == (ANN, 2, 3)

    def test_a_drawn_hand_keeps_dealer_streak_and_debts(self) -> None:
        table = _table().record(_ron(BOB, CAT)).record(_ron(BOB, CAT))
        drawn = table.record(Drawn())
        assert (drawn.dealer, drawn.streak, drawn.hand) == (BOB, 2, 4)
        assert drawn.debts == table.debts

    def test_a_drawn_hand_passes_the_deal_where_the_house_says_so(self) -> None:
        rules = TableRules.of(HKTW.with_policies({"drawn_hand_keeps_dealer": False}))
        table = Ledger.open(NAMES, rules).record(Drawn())
        assert (table.dealer, table.streak) == (BOB, 0)

    def test_another_winner_passes_the_deal_and_the_seats_move(self) -> None:
        table = _table().record(_ron(DAN, ANN))
        assert (table.dealer, table.streak) == (BOB, 0)
        assert table.seats == {ANN: Wind.NORTH, BOB: Wind.EAST, CAT: Wind.SOUTH, DAN: Wind.WEST}

    def test_a_dealer_among_several_winners_deals_again(self) -> None:
        table = _table().record(_ron(CAT, BOB, winners=2)).record(_ron(ANN, BOB, winners=2))
        assert (table.dealer, table.streak) == (ANN, 1)

    def test_the_round_wind_turns_when_the_deal_has_gone_round(self) -> None:
        table = _table()
        rounds = []
        for _ in range(17):
            rounds.append(table.round.value)
            winner = next(name for name in NAMES if name != table.dealer)
            table = table.record(_ron(winner, table.dealer))
        assert "".join(rounds) == "EEEESSSSWWWWNNNNE"
        assert table.dealer == BOB

    def test_a_table_can_be_opened_in_the_middle(self) -> None:
        table = Ledger.open(NAMES, TableRules(), round=Wind.SOUTH, dealer=CAT, streak=2)
        assert (table.seats[CAT], table.streak) == (Wind.EAST, 2)
        table = table.record(_ron(ANN, CAT))
        assert (table.dealer, table.round) == (DAN, Wind.SOUTH)
        table = table.record(_ron(CAT, DAN))
        assert (table.dealer, table.round) == (ANN, Wind.WEST)


class TestSeveralWinners:
    def test_the_hand_is_settled_with_the_last_of_them(self) -> None:
        half = _table().record(_ron(BOB, DAN, 12, winners=2))
        assert (half.hand, half.debts, [win.winner for win in half.wins]) == (1, (), [BOB])
        whole = half.record(_ron(CAT, DAN, 7, winners=2))
        assert (whole.hand, whole.wins) == (2, ())
        assert _owed(whole) == {(DAN, BOB): 12, (DAN, CAT): 7}

    def test_until_then_only_the_others_can_be_recorded(self) -> None:
        half = _table().record(_ron(BOB, DAN, winners=3))
        for event in (
            _ron(CAT, DAN),
            _ron(CAT, ANN, winners=3),
            _draw(CAT),
            Drawn(),
            Closed(),
            Cut(DAN, BOB),
        ):
            with pytest.raises(LedgerError, match=r"Dan's discard has 3 winners, of whom Bob .* other 2"):
                half.record(event)
        with pytest.raises(LedgerError, match="Bob's win is recorded already"):
            half.record(_ron(BOB, DAN, winners=3))
        back = half.record(Undone())
        assert (back.wins, back.entries, back.hand) == ((), (), 1)
        assert back.record(Redone()) == half

    def test_who_dealt_into_two_is_remembered_for_one_hand(self) -> None:
        # 錦上添花: he who draws the next hand himself is worth more.
        table = _table().record(_ron(BOB, DAN, winners=2)).record(_ron(CAT, DAN, winners=2))
        assert table.multi_ron == (DAN, 2)
        assert table.record(_ron(BOB, DAN)).multi_ron is None
        assert table.record(Drawn()).multi_ron is None


class TestThePot:
    RULES = HKFAN

    def _penalty(self, table: Ledger, name: str) -> Ledger:
        return table.record(table.award(AwardClaim("called_pung_refused", name), self.RULES))

    def test_it_goes_to_the_winner(self) -> None:
        table = self._penalty(_table(self.RULES), BOB)
        assert (table.pot_total, table.standings[BOB]) == (10, -10)
        table = table.record(_ron(CAT, DAN))
        assert (table.pot_total, table.standings[CAT]) == (0, 10)

    def test_a_drawn_hand_leaves_it(self) -> None:
        table = self._penalty(self._penalty(_table(self.RULES), BOB).record(Drawn()), BOB)
        assert table.pot_total == 20
        assert table.record(_draw(ANN)).standings[ANN] == 20

    def test_of_several_winners_the_next_after_the_discarder_takes_it(self) -> None:
        table = self._penalty(_table(self.RULES), BOB)
        table = table.record(_ron(CAT, DAN, winners=2)).record(_ron(BOB, DAN, winners=2))
        assert table.standings == {ANN: 0, BOB: 0, CAT: 0, DAN: 0}
        assert table.entries[-1].paid[-1].payee == BOB

    def test_when_the_table_closes_it_goes_back(self) -> None:
        table = self._penalty(_table(self.RULES), BOB).record(Closed())
        assert set(table.standings.values()) == {0}


class TestAwards:
    def test_they_are_paid_at_once_and_never_pulled(self) -> None:
        table = _table(HKTW.with_price(10, 2))
        event = table.award(AwardClaim("concealed_kong_cash", BOB), HKTW.with_price(10, 2))
        table = table.record(event)
        assert table.standings == {ANN: -10, BOB: 30, CAT: -10, DAN: -10}
        assert table.debts == ()

    def test_half_a_base_is_exact(self) -> None:
        table = _table().record(_table().award(AwardClaim("mixed_flower_run_cash", DAN), HKTW))
        assert table.standings[DAN] == Decimal("7.5")

    def test_once_a_hand(self) -> None:
        claim = AwardClaim("mixed_flower_run_cash", DAN)
        table = _table().record(_table().award(claim, HKTW))
        with pytest.raises(AwardError, match="once a hand"):
            table.award(claim, HKTW)
        later = table.record(Drawn())
        assert later.award(claim, HKTW).claim == claim

    def test_the_dice_are_the_dealers(self) -> None:
        with pytest.raises(LedgerError, match="is the dealer's, who is Ann, not Bob"):
            _table().award(AwardClaim("dice_triple", BOB), HKTW)

    def test_a_false_win_does_not_end_the_hand(self) -> None:
        table = _table().record(_table().award(AwardClaim("false_win", CAT), HKTW))
        assert table.standings == {ANN: 30, BOB: 30, CAT: -90, DAN: 30}
        assert (table.hand, table.dealer) == (1, ANN)


class TestCut:
    def test_the_third_pull_gives_the_right(self) -> None:
        table = _table()
        for amount in (11, 13, 9):
            table = table.record(_ron(CAT, BOB, amount))
        table = table.record(Cut(BOB, CAT))
        assert table.debts == ()
        assert table.standings == {ANN: 0, BOB: -54, CAT: 54, DAN: 0}
        assert table.hand == 4

    def test_not_before(self) -> None:
        with pytest.raises(LedgerError, match="may cut at pull 3"):
            _table().record(_ron(CAT, BOB)).record(Cut(BOB, CAT))


class TestUndo:
    def test_it_takes_the_last_event_back_and_redo_brings_it_again(self) -> None:
        one = _table().record(_ron(BOB, CAT, 11))
        two = one.record(_ron(BOB, CAT, 13))
        back = two.record(Undone())
        assert (back.debts, back.entries, back.dealer) == (one.debts, one.entries, one.dealer)
        assert back.record(Redone()) == two

    def test_all_the_way_and_back(self) -> None:
        events: list[Event] = [_ron(BOB, CAT), _draw(BOB), Drawn(), _ron(ANN, BOB), Closed()]
        table = _table().replay(events)
        back = table.replay([Undone()] * 5)
        assert (back.entries, back.debts, back.hand, back.closed) == ((), (), 1, False)
        assert back.replay([Redone()] * 5) == table

    def test_there_must_be_something(self) -> None:
        with pytest.raises(LedgerError, match="nothing to undo"):
            _table().record(Undone())
        with pytest.raises(LedgerError, match="nothing to redo"):
            _table().record(Redone())
        with pytest.raises(LedgerError, match="nothing to redo"):
            _table().replay([Drawn(), Undone(), Drawn(), Redone()])


class TestTheEnd:
    def test_it_settles_everything(self) -> None:
        table = _table().replay([_draw(BOB, 36), _ron(BOB, CAT, 20)])
        assert table.if_closed == {ANN: -36, BOB: 146, CAT: -74, DAN: -36}
        closed = table.record(Closed())
        assert closed.standings == table.if_closed == closed.if_closed
        assert closed.debts == ()

    def test_then_nothing_follows_but_taking_it_back(self) -> None:
        closed = _table().record(_ron(BOB, CAT)).record(Closed())
        for event in (_ron(BOB, CAT), Drawn(), Closed(), Cut(CAT, BOB)):
            with pytest.raises(LedgerError, match="closed"):
                closed.record(event)
        assert closed.record(Undone()).closed is False


class TestThroughTheLedger:
    """What the debts know of a hand reaches them."""

    def test_a_self_draw_that_one_pays_for_all_kicks(self) -> None:
        table = _table().record(_ron(ANN, BOB, 25))
        table = table.record(Won(BOB, (Loss(CAT, BOB, 40),)))
        assert table.standings[BOB] == -12

    def test_the_dealer_alone_pulls_also_when_the_deal_has_moved(self) -> None:
        table = Ledger.open(NAMES, TableRules(mode=PullMode.DEALER_ONLY))
        table = table.record(_ron(BOB, ANN, 10)).record(_ron(BOB, CAT, 7))
        assert table.standings[BOB] == 10
        assert _owed(table) == {(CAT, BOB): 7}

    def test_what_was_claimed_stays_claimed_when_another_award_comes_between(self) -> None:
        table = _table()
        for name in ("mixed_flower_run_cash", "concealed_kong_cash"):
            table = table.record(table.award(AwardClaim(name, DAN), HKTW))
        with pytest.raises(AwardError, match="once a hand"):
            table.award(AwardClaim("mixed_flower_run_cash", DAN), HKTW)

    def test_undo_goes_back_to_a_table_as_it_was_opened(self) -> None:
        table = Ledger.open(NAMES, TableRules(), round=Wind.WEST, dealer=CAT, streak=3)
        back = table.record(Drawn()).record(Undone())
        assert (back.round, back.dealer, back.streak, back.hand) == (Wind.WEST, CAT, 3, 1)
        assert table.record(_ron(ANN, BOB)).record(Undone()).record(_ron(CAT, BOB)).streak == 4

    def test_an_event_comes_back_from_json_with_all_that_it_holds(self) -> None:
        event = Won(ANN, (Loss(BOB, ANN, Decimal("2.50"), "1 × 0.5 + 2"),), BOB, 1, {"hand": "+E"})
        assert read_event(event.export()) == event
        assert read_event(event.export()).export() == event.export()

    def test_amounts_add_up_however_fine_they_are(self) -> None:
        fine = Decimal("0.1000000000000000000000000000000001")
        table = Ledger.open(NAMES, TableRules(mode=PullMode.OFF))
        table = table.record(Won(ANN, (Loss(BOB, ANN, fine),), BOB))
        assert (table.standings[ANN], table.standings[BOB]) == (fine, fine.copy_negate())


class TestAWinThatWasScored:
    @pytest.mark.parametrize(
        ("win", "says"),
        [
            (Win(round=Wind.WEST), "round W, and at this table it is E"),
            (Win(seat=Wind.WEST, dealer=Wind.NORTH), "dealer N, and at this table it is E"),
            (Win(dealer_streak=5), "streak 5, and at this table it is 0"),
            (Win(previous_round_multi_ron=2), "2 winners off S in the hand before"),
        ],
    )
    def test_it_must_be_of_the_hand_now_played(self, win: Win, says: str) -> None:
        with pytest.raises(LedgerError, match=says):
            _table().won(win, Payments())

    def test_seats_become_players(self) -> None:
        # Bob deals, so Ann sits North; she wins off Cat, who sits South.
        table = _table().record(_ron(DAN, ANN))
        hand = Hand.parse("234m 678m EE 56s [345p] [999s] h1 +7s")
        win = Win(by=WinBy.DISCARD, seat=Wind.NORTH, discarder=Wind.SOUTH)
        event = table.won(win, pay(score(hand, win, HKTW), win, HKTW), {"hand": str(hand)})
        assert (event.winner, event.discarder) == (ANN, CAT)
        assert event.losses == (Loss(CAT, ANN, 36, "31 × 1 + 5"),)
        assert table.record(event).debts[0].explain() == "Cat owes Ann 36: 31 × 1 + 5"


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (_ron("Eve", BOB), "Eve isn't at this table"),
        (_ron(ANN, "Eve"), "Eve isn't at this table"),
        (Won(ANN, (Loss(BOB, ANN, 1),), ANN), "can't win on his own discard"),
        (Won(ANN, (Loss(BOB, CAT, 1),), BOB), "the losses of Ann's hand go from others to Ann"),
        (Won(ANN, (Loss(ANN, ANN, 1),), BOB), "the losses of Ann's hand go from others to Ann"),
        (Won(ANN, (Loss(BOB, ANN, 1),), BOB, 4), "1 to 3 winners"),
        (Won(ANN, (Loss(BOB, ANN, 1),), None, 2), "a self-draw one"),
        (Won(ANN, ()), "not by nobody"),
        (Won(ANN, (), BOB, 2), "paid by Bob alone"),
        (Won(ANN, (Loss(CAT, ANN, 1),), BOB, 2), "paid by Bob alone or by all three others, not by Cat"),
        (Won(ANN, (Loss(BOB, ANN, 1), Loss(CAT, ANN, 1))), "not by Bob, Cat"),
        (Won(ANN, (Loss(BOB, ANN, 1), Loss(CAT, ANN, 1), Loss(DAN, ANN, 1)), BOB, 2), "paid by Bob alone"),
        (Cut(BOB, "Eve"), "Eve isn't at this table"),
        (Awarded(AwardClaim("x", ANN), (Paid("Eve", ANN, 1, "", ""),), "", ""), "Eve isn't at this table"),
    ],
)
def test_events_that_cannot_be(event: Event, says: str) -> None:
    with pytest.raises(LedgerError, match=says):
        _table().record(event)


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Bob", "Cat"),
        ("Ann", "Bob", "Cat", "ann"),
        ("Ann", "Bob", "Cat", ""),
        ("Ann", "Bob", "Cat", " Dan"),
        ("Ann", "Bob", "Cat", "=1+1"),
        ("Ann", "Bob", "Cat", "D\nan"),
        ("Ann", "Bob", "Cat", "Pot"),
        ("Ann", "Bob", "Cat", "Jose\u0301"),
        ("Ann", "Bob", "Cat", "Ａｎｎ"),
        ("Ann", "Bob", "Cat", "Dan\ufe0f"),
        ("Ann", "Bob", "Cat", "\u3164"),
        ("Ann", "Bob", "Cat", "Dan\u2800"),
        ("Ann", "Bob", "Cat", "Da  n"),
        ("Ann", "Bob", "Cat", "ＰＯＴ"),
        ("Ann", "Bob", "Cat", "枱面"),
        ("Ann", "Bob", "Cat", "D" * 21),
    ],
)
def test_names_that_cannot_be_used(names: tuple[str, ...]) -> None:
    with pytest.raises(LedgerError):
        Ledger.open(names, TableRules())


def test_names_may_be_chinese() -> None:
    assert Ledger.open(("阿明", "阿珍", "陳太", "嫲嫲"), TableRules()).seats["嫲嫲"] is Wind.NORTH


def test_a_replay_says_which_event_does_not_fit() -> None:
    with pytest.raises(LedgerError, match="event 2: Bob owes Ann nothing"):
        _table().replay([Drawn(), Cut(BOB, ANN)])


WON = _ron(ANN, BOB).export()
PAID = {"payer": ANN, "payee": BOB, "amount": 1, "why": "", "why_zh": ""}
AWARDED = {
    "kind": "awarded",
    "claim": AwardClaim("false_win", ANN).export(),
    "paid": [PAID],
    "en": "",
    "zh": "",
}


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "lost"},
        {"kind": "won"},
        {"kind": "awarded", "claim": 3},
        {**WON, "winners": "2"},
        {**WON, "winners": True},
        *(
            {**WON, "losses": [{"payer": BOB, "amount": amount, "sum": ""}]}
            for amount in (0.1, "NaN", "Infinity", True, -1, "-1", None)
        ),
        *({**AWARDED, "paid": [{**PAID, "amount": amount}]} for amount in (0.1, "NaN", -10)),
    ],
)
def test_what_is_no_event(data: dict[str, object]) -> None:
    with pytest.raises(LedgerError, match="no event that can be read"):
        read_event(data)


AMOUNTS = st.one_of(st.integers(0, 300), st.decimals(0, 300, places=2))


@st.composite
def evenings(draw: st.DrawFn) -> tuple[Ledger, list[Event]]:
    """Draw a table, and events that can follow one another, undone and redone ones among them."""
    rules = draw(st.sampled_from([HKTW, HKFAN]))
    table_rules = draw(
        st.builds(
            TableRules,
            mode=st.sampled_from(PullMode),
            rounding=st.sampled_from(PullRounding),
            unit=st.sampled_from([1, 2, Decimal("0.5")]),
            hold=st.booleans(),
            cut_every=st.sampled_from([None, 1, 3]),
            drawn_keeps_dealer=st.booleans(),
        )
    )
    start = table = Ledger.open(NAMES, table_rules)
    events: list[Event] = []
    for _ in range(draw(st.integers(0, 20))):
        event = draw(_following(table, rules))
        try:
            table = table.record(event)
        except LedgerError:
            continue
        events.append(event)
    return start, events


@st.composite
def _following(draw: st.DrawFn, table: Ledger, rules: RuleSet) -> Event:
    winner, payer = draw(st.permutations(NAMES))[:2]
    claim = AwardClaim(draw(st.sampled_from(["called_pung_refused", "false_win"])), winner)
    others: list[Event] = [
        Drawn(),
        table.award(claim, rules),
        Cut(winner, payer),
        Closed(),
        Undone(),
        Redone(),
    ]
    return draw(st.one_of(_wins(table, winner, payer), st.sampled_from(others)))


@st.composite
def _wins(draw: st.DrawFn, table: Ledger, winner: str, payer: str) -> Won:
    """Draw a win: the one that is missing of a discard with several winners, if there is any."""
    if table.wins:
        first = table.wins[0]
        assert first.discarder is not None
        return Won(winner, (Loss(first.discarder, winner, draw(AMOUNTS)),), first.discarder, first.winners)
    if draw(st.booleans()):
        return Won(winner, tuple(Loss(name, winner, draw(AMOUNTS)) for name in NAMES if name != winner))
    return Won(winner, (Loss(payer, winner, draw(AMOUNTS)),), payer, draw(st.sampled_from([1, 1, 2, 3])))


@given(evenings())
@settings(max_examples=150, deadline=None)
def test_laws_of_an_evening(evening: tuple[Ledger, list[Event]]) -> None:
    start, events = evening
    table = start.replay(events)
    # The same events give the same ledger, also by way of their JSON form.
    assert start.replay(read_event(event.export()) for event in events) == table
    # Every event's payments are of players or the pot, and nothing is made or lost.
    assert sum(table.standings.values()) + table.pot_total == 0
    for entry in table.entries:
        assert all(paid.payer != paid.payee and paid.amount >= 0 for paid in entry.paid)
        assert {party for paid in entry.paid for party in (paid.payer, paid.payee)} <= {*NAMES, POT}
    # To undo and redo is to do nothing.
    if table.entries:
        assert table.record(Undone()).record(Redone()) == table
    # Settling everything leaves no debt, and pays each creditor what he is owed, but for rounding up.
    if not table.wins and not table.closed:
        closed = table.record(Closed())
        assert (closed.debts, closed.pot_total, sum(closed.standings.values())) == ((), 0, 0)
        due = {(debt.debtor, debt.creditor): debt.amount for debt in table.debts}
        paid = {
            (each.payer, each.payee): each.amount for each in closed.entries[-1].paid if each.payer != POT
        }
        assert set(paid) == set(due)
        assert all(due[pair] <= paid[pair] < due[pair] + table.rules.unit for pair in due)
