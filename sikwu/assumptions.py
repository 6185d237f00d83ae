"""What was assumed of a win because nobody said it, and what it would be worth otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from scoring import Declared, MeldKind, Replacement, WinBy, Wind, WinError
from sikwu.outcomes import Outcome, outcome_of
from vision.exported import listed, mapping, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring import Hand, RuleSet, Win
    from sikwu.circumstances import Told

__all__ = ["Assumption", "assumptions"]

_Other: TypeAlias = "tuple[str, str, str, Hand, dict[str, Any]]"
"""Field, value taken, other value, the hand with it, what changes in the win."""


@dataclass(frozen=True)
class Assumption:
    """One circumstance that nobody told and that matters to the score.

    Attributes:
        name: of the field of `scoring.Win`; ``kongs`` for how open kongs came about.
        taken: what was assumed, in the words of the exchange format.
        otherwise: what the hand would come to with other values; each ``answer`` is such a value.
    """

    name: str
    taken: str
    otherwise: tuple[Outcome, ...]

    def export(self) -> dict[str, Any]:
        """Give the assumption as what JSON can hold."""
        return {
            "name": self.name,
            "taken": self.taken,
            "otherwise": [each.export() for each in self.otherwise],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Assumption:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a value is of another type.
        """
        whole = mapping(data, "an assumption")
        return cls(text(whole["name"]), text(whole["taken"]), listed(whole, "otherwise", Outcome.from_dict))


def assumptions(hand: Hand, told: Told, win: Win, rules: RuleSet) -> tuple[Assumption, ...]:
    """List what was assumed and matters: where another value gives another score or another sum.

    A hand that doesn't win, whatever was told of it, leaves nothing assumed. Of circumstances that seldom are
    only the plain case is tried: ready declared, the last tile, a replacement after a kong or flower that the
    hand holds.

    Args:
        hand: what was scored.
        told: what was told.
        win: the circumstances that were taken.
        rules: the rule set.
    """
    now = outcome_of(None, None, hand, win, rules)
    if now.sheet is None or not (now.win or now.sheet.runners_up):
        return ()
    hand = now.sheet.hand  # with the winning tile that was taken, where none is known
    now = outcome_of(None, None, hand, win, rules)
    found: dict[tuple[str, str], list[Outcome]] = {}
    for name, taken, value, other, changed in (*_usual(hand, told, win), *_rare(hand, told, win)):
        try:
            outcome = outcome_of(value, None, other, replace(win, **changed), rules)
        except WinError:  # it can't be, with what was told
            continue
        differs = (outcome.win, outcome.fan, outcome.paid) != (now.win, now.fan, now.paid)
        if differs and outcome.impossible is None:
            found.setdefault((name, taken), []).append(outcome)
    return tuple(Assumption(name, taken, tuple(each)) for (name, taken), each in found.items())


def _usual(hand: Hand, told: Told, win: Win) -> Iterator[_Other]:
    """Give what else might be so of what every win has."""
    if told.by is None and told.self_draw is None and told.discarder is None:
        for seat in win.losers:
            changed = {"by": WinBy.DISCARD, "discarder": seat, "replacement_chain": (), "kong_feeder": None}
            yield "by", win.by.value, f"discard from {seat.value}", hand, changed
    for name in ("seat", "round", "dealer"):
        if getattr(told, name) is None:
            now: Wind = getattr(win, name)
            for wind in Wind:
                if wind is not now:
                    yield name, now.value, wind.value, hand, {name: wind}
    if told.dealer_streak is None:
        yield "dealer_streak", "0", "1", hand, {"dealer_streak": 1}


def _rare(hand: Hand, told: Told, win: Win) -> Iterator[_Other]:
    """Give what else might be so of what few wins have."""
    if told.declared is None:
        yield "declared", "none", "ready", hand, {"declared": Declared.READY}
    if told.last_tile is None:
        yield "last_tile", "false", "true", hand, {"last_tile": True}
    if told.replacement_chain is None and win.by is WinBy.SELF_DRAW:
        if any(meld.kind.is_kong for meld in hand.melds):
            yield "replacement_chain", "none", "kong", hand, {"replacement_chain": (Replacement.KONG,)}
        if hand.flowers:
            yield "replacement_chain", "none", "flower", hand, {"replacement_chain": (Replacement.FLOWER,)}
    open_ = [meld for meld in hand.melds if meld.kind is MeldKind.KONG_EXPOSED]
    if open_ and win.kong_feeder is None:
        melds = tuple(
            replace(meld, kind=MeldKind.KONG_ADDED) if meld in open_ else meld for meld in hand.melds
        )
        yield "kongs", "kong_exposed", "kong_added", replace(hand, melds=melds), {}
