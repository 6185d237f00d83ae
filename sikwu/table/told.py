"""What is said about a win at a table, where players are named and the ledger knows who sits where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring import Replacement
from sikwu.errors import BadOptionError
from sikwu.table.players import find_player

if TYPE_CHECKING:
    from scoring import Ledger, Wind
    from sikwu.circumstances import Told

__all__ = ["ToldByName"]


@dataclass(frozen=True)
class ToldByName:
    """The circumstances of a win that neither the tiles nor the ledger show.

    Attributes:
        others: those that have nothing to do with players; its seats, round, dealer and streak are empty.
        discarder: who gave the winning tile.
        kong_feeder: whose discard was konged.
        ready_losers: the other players who had declared ready.
    """

    others: Told
    discarder: str | None = None
    kong_feeder: str | None = None
    ready_losers: tuple[str, ...] | None = None

    def at(self, ledger: Ledger, winner: str) -> Told:
        """Give the circumstances with what the ledger knows: seats, round, dealer, streak, 錦上添花.

        Args:
            ledger: before the win.
            winner: the name of the player.

        Raises:
            BadOptionError: a name fits nobody or two, or nobody said how he won.
            WinError: what was said contradicts itself.
        """

        def seat(text: str | None) -> Wind | None:
            return None if text is None else ledger.seats[find_player(text, ledger)]

        self._check(ledger, winner)
        losers = self.ready_losers
        told = replace(
            self.others,
            seat=ledger.seats[winner],
            round=ledger.round,
            dealer=ledger.seats[ledger.dealer],
            dealer_streak=ledger.streak,
            discarder=seat(self.discarder),
            kong_feeder=seat(self.kong_feeder),
            ready_losers=None
            if losers is None
            else tuple(ledger.seats[find_player(text, ledger)] for text in losers),
        )
        win, assumed = told.win()
        if assumed:
            raise BadOptionError(f"say how {winner} won: --self-draw, or --from PLAYER for a discard")
        if ledger.multi_ron is not None and not win.from_another:
            discarder, winners = ledger.multi_ron
            if discarder == winner:
                told = replace(told, previous_round_multi_ron=winners)
        return told

    def _check(self, ledger: Ledger, winner: str) -> None:
        """Refuse by their names what would be refused by seats."""
        if self.discarder is not None and self.others.self_draw:
            name = find_player(self.discarder, ledger)
            raise BadOptionError(f"a win is a self-draw or comes from {name}, not both")
        if self.kong_feeder is not None and Replacement.KONG not in (self.others.replacement_chain or ()):
            raise BadOptionError("--kong-feeder goes with --after kong: the win follows that kong")
        ready = [("--ready-loser", text) for text in self.ready_losers or ()]
        for option, text in (("--from", self.discarder), ("--kong-feeder", self.kong_feeder), *ready):
            if text is not None and find_player(text, ledger) == winner:
                raise BadOptionError(f"{option} {text}: {winner} is the winner; name another player")
