"""What the person says about a win, and what is assumed where nothing was said."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from scoring import Declared, FlowerWin, Replacement, Tile, Win, WinBy, Wind, WinError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Told"]


@dataclass(frozen=True)
class Told:
    """The circumstances of a win that a photo can't show, each `None` where nothing was said.

    The fields are those of `scoring.Win`, and `self_draw`, which says `by` in the common case. Nothing said
    about a rare one means that it wasn't so.

    Attributes:
        by: where the winning tile came from.
        self_draw: won by self-draw; excludes `discarder`.

    >>> win, assumed = Told(seat=Wind.WEST, discarder=Wind.NORTH).win()
    >>> win.by.value, assumed
    ('discard', ('round E', 'dealer E', 'dealer streak 0'))
    """

    by: WinBy | None = None
    self_draw: bool | None = None
    discarder: Wind | None = None
    seat: Wind | None = None
    round: Wind | None = None
    dealer: Wind | None = None
    dealer_streak: int | None = None
    dice_forgotten: bool | None = None
    declared: Declared | None = None
    ippatsu: bool | None = None
    on_ready_discard: bool | None = None
    replacement_chain: tuple[Replacement, ...] | None = None
    kong_feeder: Wind | None = None
    last_tile: bool | None = None
    robbed_kong_on_kong: bool | None = None
    robbed_concealed_kong: bool | None = None
    winners: int | None = None
    previous_round_multi_ron: int | None = None
    discards_before_win: int | None = None
    any_calls: bool | None = None
    dealer_first_discard: bool | None = None
    first_draw: bool | None = None
    visible_counts: Mapping[Tile, int] | None = None
    table_drew_no_flowers: bool | None = None
    flower_win: FlowerWin | None = None
    ready_losers: tuple[Wind, ...] | None = None

    def win(self) -> tuple[Win, tuple[str, ...]]:
        """Give the win, and in words every default that was taken because nothing was said.

        Raises:
            WinError: what was said contradicts itself.
        """
        said = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name not in {"self_draw", "by"} and getattr(self, field.name) is not None
        }
        by = self._by()
        win = Win(by=by or WinBy.SELF_DRAW, **said)
        assumed = [] if by else ["won by self-draw"]
        assumed.extend(
            f"{name} {wind.value}"
            for name, wind in (("seat", win.seat), ("round", win.round), ("dealer", win.dealer))
            if name not in said
        )
        if "dealer_streak" not in said:
            assumed.append(f"dealer streak {win.dealer_streak}")
        return win, tuple(assumed)

    def _by(self) -> WinBy | None:
        """Say where the winning tile came from, as far as it was said."""
        if self.self_draw and self.discarder is not None:
            raise WinError(f"a win is a self-draw or comes from {self.discarder.value}, not both")
        if self.self_draw and self.by not in {None, WinBy.SELF_DRAW}:
            raise WinError(f"a win is a self-draw or a {self.by.value if self.by else ''}, not both")
        if self.by is not None:
            return self.by
        if self.self_draw:
            return WinBy.SELF_DRAW
        return None if self.discarder is None else WinBy.DISCARD
