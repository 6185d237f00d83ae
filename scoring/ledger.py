"""Ledger: an evening at the table as a value, events in and a new ledger out.

It keeps who deals and how long, the debts between the players (拉／踢), what was paid, and the pot.
Nothing in it changes: `Ledger.record` gives another one, and the same events give the same ledger.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from scoring.claims import POT, AwardClaim, check_claim, counted_as, pay_award
from scoring.errors import LedgerError
from scoring.events import Awarded, Closed, Cut, Drawn, Redone, Undone, Won
from scoring.money import gains, total
from scoring.payers import nearest
from scoring.pull import Loss, Paid, TableRules, cut, settle_all, settle_hand
from scoring.win import LONGEST_STREAK, Wind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.events import Change, Event
    from scoring.money import Amount
    from scoring.payment import Payments
    from scoring.pull import Debt
    from scoring.ruleset import RuleSet
    from scoring.win import Win

__all__ = ["Entry", "Ledger"]

_LONGEST_NAME: Final = 20
_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u3164\ufe00-\ufe0f\u2800\uffa0\U000e0100-\U000e01ef]"
)
"""What prints as nothing: two names that differ in it alone look alike."""


@dataclass(frozen=True)
class Entry:
    """An event that stands, and what it did.

    Attributes:
        event: the event.
        paid: the money that moved with it.
        hand: number of the hand that was played, from 1.
        round: the prevailing wind then.
        dealer: who dealt.
        streak: how often he had held the deal beyond the first hand.
    """

    event: Change
    paid: tuple[Paid, ...]
    hand: int
    round: Wind
    dealer: str
    streak: int


@dataclass(frozen=True)
class _Opening:
    """How a table began."""

    players: tuple[str, ...]
    rules: TableRules
    round: Wind
    dealer: str
    streak: int


@dataclass(frozen=True)
class Ledger:
    """An evening at the table. Make one with `Ledger.open`.

    Attributes:
        opening: how the table began.
        round: the prevailing wind of the hand now played.
        dealer: who deals it.
        streak: how often he has held the deal beyond the first hand (連莊, n).
        hand: its number, from 1.
        debts: what is owed and not paid, oldest first.
        pot: what lies in the middle of the table and from whom, for the next winner.
        claims: the awards of the hand now played.
        wins: of a discard with several winners, those recorded so far.
        multi_ron: who dealt into two or three winners in the hand before, and into how many (錦上添花).
        closed: whether everything is settled.
        entries: the events that stand, in order.
        undone: the events that were taken back and can stand again, the last one first.

    >>> table = Ledger.open(("Ann", "Bob", "Cat", "Dan"), TableRules())
    >>> table = table.record(Won("Ann", (Loss("Bob", "Ann", 36, "13 × 2 + 10"),), "Bob"))
    >>> table = table.record(Won("Ann", (Loss("Bob", "Ann", 20, "5 × 2 + 10"),), "Bob"))
    >>> table.debts[0].explain(), table.dealer, table.streak
    ('Bob owes Ann 74: 36 × 1.5 + 5 × 2 + 10', 'Ann', 2)
    >>> table.record(Closed()).standings
    {'Ann': 74, 'Bob': -74, 'Cat': 0, 'Dan': 0}
    """

    opening: _Opening
    round: Wind
    dealer: str
    streak: int
    hand: int = 1
    debts: tuple[Debt, ...] = ()
    pot: tuple[tuple[str, Amount], ...] = ()
    claims: tuple[AwardClaim, ...] = ()
    wins: tuple[Won, ...] = ()
    multi_ron: tuple[str, int] | None = None
    closed: bool = False
    entries: tuple[Entry, ...] = field(default=(), hash=False)
    undone: tuple[Change, ...] = field(default=(), hash=False)

    @classmethod
    def open(
        cls,
        players: Sequence[str],
        rules: TableRules,
        *,
        round: Wind = Wind.EAST,  # noqa: A002 - the name of the thing
        dealer: str | None = None,
        streak: int = 0,
    ) -> Ledger:
        """Open a table.

        Args:
            players: four names as they sit and play, the first dealer of a round first.
            rules: how the hands hang together.
            round: the prevailing wind of the first hand.
            dealer: who deals it; by default the first player.
            streak: how often he has held the deal already.

        Raises:
            LedgerError: the names aren't four different ones, or can't be used.
        """
        names = tuple(players)
        _check_names(names)
        first = names[0] if dealer is None else dealer
        if first not in names:
            raise LedgerError(f"the dealer is one of {', '.join(names)}, not {first}")
        if type(streak) is not int or not 0 <= streak <= LONGEST_STREAK:
            raise LedgerError(f"a streak is a number from 0 to {LONGEST_STREAK}, not {streak}")
        opening = _Opening(names, rules, round, first, streak)
        return cls(opening, round, first, streak)

    @property
    def players(self) -> tuple[str, ...]:
        """The four names as they sit and play, the first dealer of a round first."""
        return self.opening.players

    @property
    def rules(self) -> TableRules:
        """How the hands hang together."""
        return self.opening.rules

    @property
    def seats(self) -> dict[str, Wind]:
        """The seat of each player in the hand now played; the dealer sits East."""
        first = self.players.index(self.dealer)
        winds = tuple(Wind)
        return {name: winds[(place - first) % 4] for place, name in enumerate(self.players)}

    @property
    def standings(self) -> dict[str, Amount]:
        """What each player has gained or, negative, lost in money that moved. With the pot it is zero."""
        return gains([paid for entry in self.entries for paid in entry.paid], self.players)

    @property
    def pot_total(self) -> Amount:
        """What lies in the middle of the table."""
        return total(amount for _, amount in self.pot)

    @property
    def if_closed(self) -> dict[str, Amount]:
        """The standings if every debt were paid in full now."""
        return self.standings if self.closed else replace(self, wins=()).record(Closed()).standings

    def record(self, event: Event) -> Ledger:
        """Give the ledger after an event.

        What an event says of money is taken as it says it: what a hand costs is reckoned by `won`, and
        whether an award can be claimed is looked at by `award`.

        Raises:
            LedgerError: the event can't follow; the message says what could.
        """
        if isinstance(event, Undone):
            return self._undo()
        if isinstance(event, Redone):
            return self._redo()
        return replace(self._after(event), undone=())

    def replay(self, events: Iterable[Event]) -> Ledger:
        """Record events one after the other.

        Raises:
            LedgerError: one of them can't follow upon those before it; the message says which.
        """
        ledger = self
        for number, event in enumerate(events, 1):
            try:
                ledger = ledger.record(event)
            except LedgerError as error:
                raise LedgerError(f"event {number}: {error}") from error
        return ledger

    def won(self, win: Win, payments: Payments, notes: Mapping[str, Any] | None = None) -> Won:
        """Make the event of a win that was scored.

        Args:
            win: with the seats of the hand now played.
            payments: what it costs whom.
            notes: what it rests on, JSON-able.

        Raises:
            LedgerError: the win is of another hand: another round, dealer, streak or hand before it.
        """
        self._check_circumstances(win)
        names = {seat: name for name, seat in self.seats.items()}
        return Won(
            names[win.seat],
            tuple(
                Loss(names[each.payer], names[each.payee], each.amount, each.sum)
                for each in payments.transfers
            ),
            None if win.discarder is None else names[win.discarder],
            win.winners,
            notes or {},
        )

    def award(self, claim: AwardClaim, rules: RuleSet) -> Awarded:
        """Make the event of an award, if it can be claimed in the hand now played.

        Raises:
            AwardError: it can't; the message says why.
            LedgerError: it is the dealer's, and another player claims it.
        """
        check_claim(claim, self.claims, self.players, rules)
        row = counted_as(claim, rules)
        if row.dealer and claim.player != self.dealer:
            raise LedgerError(f"{row.zh} {row.en} is the dealer's, who is {self.dealer}, not {claim.player}")
        return Awarded(claim, pay_award(claim, self.players, rules), row.en, row.zh)

    def _undo(self) -> Ledger:
        if not self.entries:
            raise LedgerError("there is nothing to undo")
        *events, last = (entry.event for entry in self.entries)
        opening = self.opening
        start = Ledger(opening, opening.round, opening.dealer, opening.streak)
        return replace(start.replay(events), undone=(last, *self.undone))

    def _redo(self) -> Ledger:
        if not self.undone:
            raise LedgerError("there is nothing to redo: nothing was undone since the last event")
        event, *others = self.undone
        return replace(self._after(event), undone=tuple(others))

    def _after(self, event: Change) -> Ledger:
        if self.closed:
            raise LedgerError("the table is closed; undo that to go on")
        if self.wins and not isinstance(event, Won | Awarded):
            raise LedgerError(self._missing())
        match event:
            case Won():
                changed, paid = self._win(event)
            case Drawn():
                changed, paid = self._next_hand(keeps=self.rules.drawn_keeps_dealer), ()
            case Awarded():
                changed, paid = self._award(event)
            case Cut():
                self._known(event.debtor, event.creditor)
                debts, paid = cut(self.debts, event.debtor, event.creditor, self.rules)
                changed = replace(self, debts=debts)
            case Closed():
                paid = (*settle_all(self.debts, self.rules), *self._empty_pot(None))
                changed = replace(self, debts=(), pot=(), closed=True)
            case _:
                raise LedgerError(f"no event of a table: {event!r}")
        entry = Entry(event, paid, self.hand, self.round, self.dealer, self.streak)
        return replace(changed, entries=(*self.entries, entry))

    def _win(self, event: Won) -> tuple[Ledger, tuple[Paid, ...]]:
        self._check_win(event)
        wins = (*self.wins, event)
        if len(wins) < event.winners:
            return replace(self, wins=wins), ()
        debts, paid = settle_hand(
            self.debts,
            [loss for win in wins for loss in win.losses],
            self.rules,
            self_draw=event.discarder is None,
            dealer=self.dealer,
        )
        names = {win.winner for win in wins}
        ahead = replace(
            self._next_hand(keeps=self.dealer in names),
            debts=debts,
            pot=(),
            multi_ron=(event.discarder, len(wins)) if event.discarder and len(wins) > 1 else None,
        )
        return ahead, (*paid, *self._empty_pot(self._collector(names, event.discarder)))

    def _check_circumstances(self, win: Win) -> None:
        """Refuse a win that isn't of the hand now played."""
        claims = (
            ("round", win.round.value, self.round.value),
            ("dealer", win.dealer.value, self.seats[self.dealer].value),
            ("streak", win.dealer_streak, self.streak),
        )
        for what, said, known in claims:
            if said != known:
                raise LedgerError(f"the win has {what} {said}, and at this table it is {known}")
        discarder, winners = self.multi_ron or (self.dealer, 0)
        known = winners if self.seats[discarder] is win.seat else 0
        if win.previous_round_multi_ron not in {0, known}:
            raise LedgerError(
                f"the win has {win.previous_round_multi_ron} winners off {win.seat.value} in the hand "
                f"before, and at this table there were {known}"
            )

    def _check_win(self, event: Won) -> None:
        self._known(event.winner, *(loss.payer for loss in event.losses))
        if event.discarder is not None:
            self._known(event.discarder)
        if event.discarder == event.winner:
            raise LedgerError(f"{event.winner} can't win on his own discard")
        if any(loss.payee != event.winner or loss.payer == event.winner for loss in event.losses):
            raise LedgerError(f"the losses of {event.winner}'s hand go from others to {event.winner}")
        if (
            type(event.winners) is not int
            or not 1 <= event.winners <= 3
            or (event.winners > 1 and event.discarder is None)
        ):
            raise LedgerError(f"a discard has 1 to 3 winners and a self-draw one, not {event.winners}")
        self._check_payers(event)
        if self.wins:
            first = self.wins[0]
            if (event.discarder, event.winners) != (first.discarder, first.winners):
                raise LedgerError(self._missing())
            if event.winner in {win.winner for win in self.wins}:
                raise LedgerError(f"{event.winner}'s win is recorded already; {self._missing()}")

    def _check_payers(self, event: Won) -> None:
        """Refuse losses that no win has: the discarder pays, or all three do, or one for them."""
        payers = [loss.payer for loss in event.losses]
        others = [name for name in self.players if name != event.winner]
        alone = payers == [event.discarder] if event.discarder else len(payers) == 1
        together = sorted(payers) == sorted(others) and event.winners == 1
        if not (alone or together):
            raise LedgerError(
                f"a win is paid by {event.discarder or 'one'} alone or by all three others, "
                f"not by {', '.join(payers) or 'nobody'}"
            )

    def _missing(self) -> str:
        """Say which wins of a discard are still to come."""
        first = self.wins[0]
        names = ", ".join(win.winner for win in self.wins)
        return (
            f"{first.discarder}'s discard has {first.winners} winners, of whom {names} is recorded; "
            f"record the other {first.winners - len(self.wins)}, or undo"
        )

    def _next_hand(self, *, keeps: bool) -> Ledger:
        """Move on to the next hand: the dealer deals again, or the deal passes to his right."""
        fresh = replace(self, hand=self.hand + 1, claims=(), wins=(), multi_ron=None)
        if keeps:
            return replace(fresh, streak=self.streak + 1)
        dealer = self.players[(self.players.index(self.dealer) + 1) % 4]
        winds = tuple(Wind)
        ended = dealer == self.players[0]
        wind = winds[self.round.number % 4] if ended else self.round
        return replace(fresh, dealer=dealer, streak=0, round=wind)

    def _award(self, event: Awarded) -> tuple[Ledger, tuple[Paid, ...]]:
        for paid in event.paid:
            self._known(paid.payer, *([] if paid.payee == POT else [paid.payee]))
        pot = tuple((paid.payer, paid.amount) for paid in event.paid if paid.payee == POT)
        return replace(self, pot=(*self.pot, *pot), claims=(*self.claims, event.claim)), event.paid

    def _collector(self, winners: Iterable[str], discarder: str | None) -> str:
        """Give the winner who takes the pot: of several the next in turn after the discarder."""
        names = {self.seats[name]: name for name in winners}
        if discarder is None or len(names) == 1:
            return next(iter(names.values()))
        return names[nearest(self.seats[discarder], names)]

    def _empty_pot(self, winner: str | None) -> tuple[Paid, ...]:
        """Give the pot to a winner, or back to those who filled it."""
        if winner is None:
            return tuple(
                Paid(POT, name, amount, "nobody won the pot: it goes back", "無人贏得，退回")
                for name, amount in self.pot
            )
        if not self.pot:
            return ()
        return (Paid(POT, winner, self.pot_total, f"{winner} takes the pot", f"{winner} 收取枱面"),)

    def _known(self, *names: str) -> None:
        for name in names:
            if name not in self.players:
                raise LedgerError(f"{name} isn't at this table; {', '.join(self.players)} are")


def _check_names(names: Sequence[str]) -> None:
    if len(names) != 4 or len({normalize("NFKC", name).casefold() for name in names}) != 4:
        raise LedgerError(f"a table has four players with different names, not {', '.join(names) or 'none'}")
    for name in names:
        usable = (
            name[:1].isalnum() and name.isprintable() and name == normalize("NFC", " ".join(name.split()))
        )
        reserved = normalize("NFKC", name).casefold() in {POT, "枱面"}
        if not usable or reserved or _INVISIBLE.search(name) or len(name) > _LONGEST_NAME:
            raise LedgerError(
                f"{name!r} can't be a player's name; it begins with a letter or digit, has at most "
                f"{_LONGEST_NAME} characters that show, composed ones (NFC), and isn't {POT}"
            )
