"""What the person says about a win, and what is assumed where nothing was said."""

from __future__ import annotations

from dataclasses import dataclass, fields

from scoring import Declared, Replacement, Win, WinBy, Wind, WinError

__all__ = ["Told"]


@dataclass(frozen=True)
class Told:
    """The circumstances of a win that a photo can't show, each `None` where nothing was said.

    Attributes:
        seat: the winner's seat.
        round: the prevailing wind.
        self_draw: won by self-draw; excludes `discarder`.
        discarder: the seat that discarded the winning tile.
        dealer: the dealer's seat.
        dealer_streak: how often the dealer has held the deal beyond the first hand.
        declared: how ready was declared; nothing said means not declared, and so with all that follow.
        replacement_chain: unbroken run of replacements before the winning draw, in order.
        last_tile: won with the last tile of the wall, or on the discard that follows it.
        discards_before_win: how many discards nobody has claimed, not counting the one that won.

    >>> win, assumed = Told(seat=Wind.WEST, discarder=Wind.NORTH).win()
    >>> win.by.value, assumed
    ('discard', ('round E', 'dealer E', 'dealer streak 0'))
    """

    seat: Wind | None = None
    round: Wind | None = None
    self_draw: bool | None = None
    discarder: Wind | None = None
    dealer: Wind | None = None
    dealer_streak: int | None = None
    declared: Declared | None = None
    replacement_chain: tuple[Replacement, ...] | None = None
    last_tile: bool | None = None
    discards_before_win: int | None = None

    def win(self) -> tuple[Win, tuple[str, ...]]:
        """Give the win, and in words every default that was taken because nothing was said.

        Raises:
            WinError: what was said contradicts itself.
        """
        if self.self_draw and self.discarder is not None:
            raise WinError(f"a win is a self-draw or comes from {self.discarder.value}, not both")
        by = WinBy.SELF_DRAW if self.discarder is None else WinBy.DISCARD
        said = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name != "self_draw" and getattr(self, field.name) is not None
        }
        win = Win(by=by, **said)
        assumed = []
        if self.self_draw is None and self.discarder is None:
            assumed.append("won by self-draw")
        assumed.extend(
            f"{name} {wind.value}"
            for name, wind in (("seat", win.seat), ("round", win.round), ("dealer", win.dealer))
            if name not in said
        )
        if "dealer_streak" not in said:
            assumed.append(f"dealer streak {win.dealer_streak}")
        return win, tuple(assumed)
