"""Win: what the tiles can't show about how a hand was won."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.errors import WinError
from scoring.tile import WINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LONGEST_STREAK", "Declared", "FlowerWin", "Replacement", "Win", "WinBy", "Wind"]


class Wind(Enum):
    """A seat, or the wind of a round. The value is the code of its tile."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @property
    def tile(self) -> Tile:
        """The wind's tile."""
        return WINDS[self.number - 1]

    @property
    def number(self) -> int:
        """1 for East to 4 for North, also the number of the seat's flowers (正花)."""
        return "ESWN".index(self.value) + 1


class WinBy(Enum):
    """Where the winning tile came from. The value is the word of the exchange format."""

    DISCARD = "discard"
    SELF_DRAW = "self_draw"
    ROB_KONG = "rob_kong"
    HEAVENLY = "heavenly"
    FLOWERS = "flowers"
    ROB_FLOWER = "rob_flower"


class Declared(Enum):
    """How ready (叮, 聽牌) was declared. The value is the word of the exchange format."""

    READY = "ready"
    DOUBLE_READY = "double_ready"
    EARTHLY_READY = "earthly_ready"
    HEAVENLY_READY = "heavenly_ready"


class Replacement(Enum):
    """What a replacement tile was drawn for."""

    KONG = "kong"
    FLOWER = "flower"


class FlowerWin(Enum):
    """A win that flowers alone give."""

    EIGHT = "eight"
    SEVEN_ROB = "seven_rob"
    INITIAL = "initial"


_LOSERS: Final = {seat: tuple(wind for wind in Wind if wind is not seat) for seat in Wind}
LONGEST_STREAK: Final = 9999
_MOST_DISCARDS: Final = 144 - 4 * 16
_EARLY: Final = 15
"""Most discards that any row of early wins allows; the wall is far from its end then."""


@dataclass(frozen=True)
class Win:
    """The circumstances of a win. Every field has a default: a plain self-draw by South in the East round.

    Attributes:
        by: discard, self-draw, robbed kong, the dealer's opening hand, or flowers.
        seat: the winner's seat.
        round: the prevailing wind.
        discarder: who gave the winning tile; needed for a discard, a robbed kong and a robbed flower only.
        dealer: the dealer's seat.
        dealer_streak: how often the dealer has held the deal beyond the first hand (連莊, n).
        dice_forgotten: the dealer forgot to mark the streak: his own win counts as the first hand.
        declared: the kind of declared ready, if any.
        ippatsu: won within one go-round of declaring, no call in between (一發).
        on_ready_discard: the winning discard is the tile with which its owner declared ready (食聽牌).
        replacement_chain: unbroken run of replacements before the winning draw, in order.
        kong_feeder: whose discard was konged within that run (明槓).
        last_tile: won with the last tile of the wall, or on the discard that follows it.
        robbed_kong_on_kong: the robbed kong was declared on a kong's replacement tile.
        robbed_concealed_kong: the robbed kong was a concealed one.
        winners: how many players win on this discard.
        previous_round_multi_ron: 2 or 3 when as many won off this player in the hand before, else 0.
        discards_before_win: how many discards lie unclaimed, not counting the winning one; `None`: not told.
        any_calls: whether anybody has chowed, punged or konged. `None`: not told.
        dealer_first_discard: the winning tile is the dealer's first discard.
        first_draw: the winning tile is the winner's first draw.
        visible_counts: how often a kind could be seen by all, among discards and melds, before the win.
        table_drew_no_flowers: nobody has replaced a flower.
        flower_win: the win that flowers alone give, if claimed.
        ready_losers: the other players who had declared ready, in the order of their seats.

    Raises:
        WinError: two circumstances contradict each other.

    >>> Win(by=WinBy.DISCARD, discarder=Wind.EAST).dealer_is_involved
    True
    >>> Win(discarder=Wind.WEST)
    Traceback (most recent call last):
    ...
    scoring.errors.WinError: a self_draw has no discarder; leave out W or say discard
    """

    by: WinBy = WinBy.SELF_DRAW
    seat: Wind = Wind.SOUTH
    round: Wind = Wind.EAST
    discarder: Wind | None = None
    dealer: Wind = Wind.EAST
    dealer_streak: int = 0
    dice_forgotten: bool = False
    declared: Declared | None = None
    ippatsu: bool = False
    on_ready_discard: bool = False
    replacement_chain: tuple[Replacement, ...] = ()
    kong_feeder: Wind | None = None
    last_tile: bool = False
    robbed_kong_on_kong: bool = False
    robbed_concealed_kong: bool = False
    winners: int = 1
    previous_round_multi_ron: int = 0
    discards_before_win: int | None = None
    any_calls: bool | None = None
    dealer_first_discard: bool = False
    first_draw: bool = False
    visible_counts: Mapping[Tile, int] = field(default_factory=dict, hash=False)
    table_drew_no_flowers: bool = False
    flower_win: FlowerWin | None = None
    ready_losers: tuple[Wind, ...] = ()

    def __post_init__(self) -> None:
        """Refuse circumstances that contradict each other."""
        object.__setattr__(self, "visible_counts", dict(self.visible_counts))
        losers = sorted(set(self.ready_losers), key=lambda wind: wind.number)
        object.__setattr__(self, "ready_losers", tuple(losers))
        found = self._contradictions()
        if found:
            raise WinError("; ".join(found))

    @property
    def from_another(self) -> bool:
        """Whether another player gave the winning tile (a discard, a robbed kong or flower)."""
        by = self.by
        return by is WinBy.DISCARD or by is WinBy.ROB_KONG or by is WinBy.ROB_FLOWER

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the winning tile; after a robbed flower it is the tile drawn for it."""
        by = self.by
        return not (by is WinBy.DISCARD or by is WinBy.ROB_KONG)

    @property
    def is_dealer(self) -> bool:
        """Whether the winner is the dealer."""
        return self.seat is self.dealer

    @property
    def dealer_is_involved(self) -> bool:
        """Whether the dealer wins, or gave the winning tile."""
        return self.is_dealer or (self.from_another and self.discarder is self.dealer)

    @property
    def streak_counted(self) -> int:
        """The dealer's streak as it counts in this win: none for a dealer who wins and forgot to mark it."""
        return 0 if self.dice_forgotten and self.is_dealer else self.dealer_streak

    @property
    def losers(self) -> tuple[Wind, ...]:
        """The other three seats, in order."""
        return _LOSERS[self.seat]

    def _contradictions(self) -> list[str]:
        by = self.by.value
        found = []
        if self.from_another and self.discarder is None:
            found.append(f"a {by} needs a discarder: the seat that gave the winning tile")
        if not self.from_another and self.discarder is not None:
            found.append(f"a {by} has no discarder; leave out {self.discarder.value} or say discard")
        if self.discarder is self.seat:
            found.append(f"{self.seat.value} can't be winner and discarder")
        if self.kong_feeder is self.seat:
            found.append(f"{self.seat.value} can't feed a kong to itself")
        if self.seat in self.ready_losers:
            found.append(f"{self.seat.value} wins and isn't among the ready_losers; say declared")
        found.extend(
            f"{name} can't be negative; it is {value}"
            for name, value in (
                ("dealer_streak", self.dealer_streak),
                ("discards_before_win", self.discards_before_win or 0),
            )
            if value < 0
        )
        if self.dealer_streak > LONGEST_STREAK:
            found.append(f"dealer_streak can't be over {LONGEST_STREAK}")
        if not 1 <= self.winners <= 3:
            found.append(f"one discard has 1 to 3 winners, not {self.winners}")
        elif self.winners > 1 and self.by not in {WinBy.DISCARD, WinBy.ROB_KONG}:
            found.append(f"only a discard or a robbed kong can have {self.winners} winners, not a {by}")
        found.extend(
            f"{tile} can't be visible {copies} times"
            for tile, copies in self.visible_counts.items()
            if not 0 <= copies <= 4
        )
        return found + self._mistimed()

    def _mistimed(self) -> list[str]:
        by = self.by.value
        drawn = self.by in {WinBy.SELF_DRAW, WinBy.HEAVENLY, WinBy.FLOWERS}
        claims = (
            (self.ippatsu and self.declared is None, "ippatsu needs a declared ready"),
            (
                self.on_ready_discard and self.by is not WinBy.DISCARD,
                f"on_ready_discard needs a discard, not a {by}",
            ),
            (
                bool(self.replacement_chain) and not drawn,
                f"a replacement chain ends in a self-draw, not in a {by}",
            ),
            (
                self.kong_feeder is not None and Replacement.KONG not in self.replacement_chain,
                "kong_feeder needs a kong in the replacement chain",
            ),
            (
                self.robbed_kong_on_kong and self.by is not WinBy.ROB_KONG,
                "robbed_kong_on_kong needs by rob_kong",
            ),
            (
                self.robbed_concealed_kong and self.by is not WinBy.ROB_KONG,
                "robbed_concealed_kong needs by rob_kong",
            ),
            (
                (self.discards_before_win or 0) > _MOST_DISCARDS,
                f"no more than {_MOST_DISCARDS} tiles are left to discard after the deal",
            ),
            (
                self.first_draw and self.any_calls is False and (self.discards_before_win or 0) > 3,
                "without a call no more than three discards come before anybody's first draw",
            ),
            (
                self.declared in {Declared.READY, Declared.EARTHLY_READY}
                and self.any_calls is False
                and self.discards_before_win == 0,
                "who declares ready discards a tile, which lies in the pools if nobody has called it",
            ),
            (self.by is WinBy.HEAVENLY and not self.is_dealer, "a heavenly win is the dealer's"),
            (
                self.by is WinBy.HEAVENLY and self.kong_feeder is not None,
                "a heavenly win comes before the first discard, which nobody can have fed to a kong",
            ),
            (
                self.by is WinBy.HEAVENLY and self.declared is not None,
                "a heavenly win comes before anybody can declare ready",
            ),
            (
                self.dealer_first_discard
                and (self.by is not WinBy.DISCARD or self.discarder is not self.dealer),
                "dealer_first_discard needs a discard by the dealer",
            ),
            (self.first_draw and self.from_another, f"first_draw needs a self-draw, not a {by}"),
            (
                self.last_tile
                and (self.dealer_first_discard or self.first_draw or self.by is WinBy.HEAVENLY),
                "the last tile can't also be the first discard, the first draw or the opening hand",
            ),
            (
                self.last_tile
                and self.discards_before_win is not None
                and self.discards_before_win <= _EARLY,
                f"the last tile isn't reached with {self.discards_before_win} discards",
            ),
            (
                self.by is WinBy.HEAVENLY and ((self.discards_before_win or 0) > 0 or self.any_calls is True),
                "a heavenly win comes before the first discard and the first call",
            ),
            (
                self.any_calls is False and self.kong_feeder is not None,
                "any_calls is false, but a kong was made of kong_feeder's discard",
            ),
            (
                self.any_calls is False and self.by is WinBy.ROB_KONG and not self.robbed_concealed_kong,
                "any_calls is false, but the robbed kong was added to a called pung",
            ),
            (
                self.dealer_first_discard and (self.discards_before_win or 0) > 0,
                f"the pools are empty before the dealer's first discard, not at {self.discards_before_win}",
            ),
            (
                self.by is WinBy.FLOWERS and self.flower_win is None,
                "a win by flowers needs flower_win to say which",
            ),
            (
                self.by is WinBy.ROB_FLOWER and self.flower_win is FlowerWin.EIGHT,
                "a robbed flower gives seven_rob or initial, not eight",
            ),
            (
                self.flower_win is FlowerWin.SEVEN_ROB and self.by in {WinBy.FLOWERS, WinBy.SELF_DRAW},
                "seven_rob needs by rob_flower and from whom, who pays for it",
            ),
            (
                self.flower_win is not None and self.by in {WinBy.DISCARD, WinBy.ROB_KONG, WinBy.HEAVENLY},
                f"flower_win comes with by flowers, rob_flower or self_draw, not {by}",
            ),
            (
                self.previous_round_multi_ron not in {0, 2, 3},
                "previous_round_multi_ron is 2 or 3, or 0 when there was no multiple win",
            ),
        )
        return [reason for broken, reason in claims if broken]
