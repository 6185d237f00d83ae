"""What a table is set up with: its name, its players and the rules that they agreed on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scoring.ledger import Ledger
from scoring.pull import TableRules
from scoring.win import Wind
from sikwu.table.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Setup"]

_LONGEST = 80


@dataclass(frozen=True)
class Setup:
    """What a table is set up with. It stays as it is for the whole evening.

    Attributes:
        name: of the table, one in the whole database.
        players: the four of them, in seating order: East, South, West, North of the first hand.
        table_rules: how the hands hang together: who pulls, by how much, and so on.
        rules: JSON-able values that hold the rule set of the hands, see `sikwu.table.agreement`. Nothing
            here looks into them.
        dealer: of the first hand; `None` for the first player.
        round: wind of the first hand.
        streak: how often that dealer has dealt again before it (連莊).
    """

    name: str
    players: tuple[str, ...]
    table_rules: TableRules = field(default_factory=TableRules)
    rules: Mapping[str, Any] = field(default_factory=dict)
    dealer: str | None = None
    round: Wind = Wind.EAST
    streak: int = 0

    def __post_init__(self) -> None:
        """Refuse a name that couldn't be typed or printed.

        Raises:
            SetupError: it is empty, too long, or holds what doesn't print.
        """
        name = self.name
        if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST:
            raise SetupError(
                f"{name!r} is no name for a table: that has 1 to {_LONGEST} characters, all of which print, "
                "and no space at either end"
            )

    def open(self) -> Ledger:
        """Give the ledger as it is before the first hand.

        Raises:
            ScoringError: four players can't sit down like this.
        """
        return Ledger.open(
            self.players, self.table_rules, dealer=self.dealer, round=self.round, streak=self.streak
        )

    def export(self) -> dict[str, Any]:
        """Give the setup as JSON-able values."""
        return {
            "name": self.name,
            "players": list(self.players),
            "table_rules": self.table_rules.export(),
            "rules": dict(self.rules),
            "dealer": self.dealer,
            "round": self.round.value,
            "streak": self.streak,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Setup:
        """Build a setup from what `export` gave."""
        return cls(
            data["name"],
            tuple(data["players"]),
            TableRules.from_dict(data["table_rules"]),
            data["rules"],
            data["dealer"],
            Wind(data["round"]),
            data["streak"],
        )
