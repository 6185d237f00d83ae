"""Tally: what one partition is worth, which rows count and which are swallowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.partitions import Form, Partition
    from scoring.patterns import Match, PatternFunction, View
    from scoring.ruleset import Pattern, Plan, Reason, RuleSet

__all__ = ["ByHand", "Counted", "Dropped", "Tally", "tally"]


@dataclass(frozen=True)
class Counted:
    """A row that matched, with its fan."""

    row: Pattern
    match: Match
    value: int


@dataclass(frozen=True)
class Dropped:
    """A row that matched and isn't counted, the row that swallowed it and why."""

    counted: Counted
    by: str
    why: Reason
    source: str


@dataclass(frozen=True)
class ByHand:
    """What is known of a hand before its partitions are looked at.

    Attributes:
        found: rows that matched and that every payer pays.
        share: rows that matched and that only the dealer's transfer adds.
        rows: rows that every partition is to be asked for.
    """

    found: tuple[Counted, ...]
    share: tuple[Counted, ...]
    rows: tuple[tuple[Pattern, PatternFunction], ...]


@dataclass(frozen=True)
class Tally:
    """A partition with the rows that count, in the order of the rule book, and those that don't.

    Attributes:
        partition: the reading.
        counted: rows that every payer pays.
        dealer_share: rows that only the dealer's transfer adds, when he is one of several payers.
        dropped: rows that matched and were swallowed.
        total: fan of `counted`.
    """

    partition: Partition
    counted: tuple[Counted, ...]
    dealer_share: tuple[Counted, ...]
    dropped: tuple[Dropped, ...]
    total: int


def tally(view: View, rules: RuleSet, known: dict[Form, ByHand]) -> Tally:
    """Count every row of a rule set in one partition.

    Rows of one family first compete for groups (`repeat_counting`), then exclusions are followed from the
    rows that nothing drops downwards; a row that was dropped drops nothing. Rows that are decided last come
    after all others.

    Args:
        view: the partition.
        rules: the rule set.
        known: rows for which the partition doesn't matter, filled and read here; one for a hand.
    """
    plan = rules.plans[view.form]
    if view.form not in known:
        known[view.form] = _by_hand(view, plan)
    found = list(known[view.form].found)
    chows, pungs = len(view.chows), len(view.pungs)
    for row, function in known[view.form].rows:
        if chows >= function.chows and pungs >= function.pungs:
            found.extend(_matches(view, row, function))
    rank = rules.rank
    found.sort(key=lambda one: rank[one.row.id])
    count = _Count(rules)
    for one in count.without_losers(found):
        count.settle(one)
    for row, function in plan.last:
        if count.leaves_room_for(row):
            for one in _matches(view, row, function):
                count.settle(one)
                count.recheck(row)
    order = rules.order
    lines = [one for kept in count.counted.values() for one in kept]
    lines.sort(key=lambda one: order[one.row.id])
    total = sum(one.value for one in lines)
    return Tally(view.partition, tuple(lines), known[view.form].share, tuple(count.dropped), total)


def _by_hand(view: View, plan: Plan) -> ByHand:
    """Find the rows for which the partition doesn't matter."""
    found: list[Counted] = []
    share: list[Counted] = []
    for row, function in plan.by_hand:
        if not row.on_dealer_transfers or view.win.dealer_is_involved:
            found.extend(_matches(view, row, function))
        elif not view.win.from_another:
            share.extend(_matches(view, row, function))
    honours = view.has_honours
    quads = 4 in view.counts
    rows = tuple(
        (row, function)
        for row, function in plan.by_partition
        if (honours or not function.honours) and (quads or not function.quads)
    )
    return ByHand(tuple(found), tuple(share), rows)


def _matches(view: View, row: Pattern, function: PatternFunction) -> list[Counted]:
    found = []
    for match in function.find(view):
        value = row.value.of(match)
        if value is not None:
            found.append(Counted(row, match, value))
    return found


class _Count:
    """The rows that count so far, and those that were dropped."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.counted: dict[str, list[Counted]] = {}
        self.dropped: list[Dropped] = []

    def without_losers(self, found: list[Counted]) -> list[Counted]:
        """Let the rows of each family compete; those that go on, in the order given."""
        families: dict[str, list[Counted]] = {}
        for one in found:
            if one.row.family:
                families.setdefault(one.row.family, []).append(one)
        lost: set[int] = set()
        once = self.rules.policies["repeat_counting"] == "once"
        for family, members in families.items():
            for loser, winner in _compete(members, once=once):
                lost.add(id(loser))
                self.dropped.append(
                    Dropped(loser, winner.row.id, self.rules.families[family], winner.row.source)
                )
        return [one for one in found if id(one) not in lost]

    def settle(self, one: Counted) -> None:
        """Count a row, or drop it when a counted row excludes it."""
        for exclusion in self.rules.incoming[one.row.id]:
            for other in self.counted.get(exclusion.by, ()):
                if exclusion.tag and other.match.tag != exclusion.tag:
                    continue
                if exclusion.anywhere or not one.match.places & ~other.match.places:
                    self.dropped.append(Dropped(one, exclusion.by, exclusion.why, exclusion.source))
                    return
        self.counted.setdefault(one.row.id, []).append(one)

    def leaves_room_for(self, row: Pattern) -> bool:
        """Whether the rows that count so far let a row be that is decided last."""
        others = self.counted.keys() - self.rules.beside(row)
        if not row.fan_beside:
            return not others
        return sum(one.value for item in others for one in self.counted[item]) == row.fan_beside

    def recheck(self, row: Pattern) -> None:
        """Drop what a row that was decided last excludes."""
        for item in list(self.counted):
            if any(exclusion.by == row.id for exclusion in self.rules.incoming[item]):
                for one in self.counted.pop(item):
                    self.settle(one)


def _compete(members: list[Counted], *, once: bool) -> list[tuple[Counted, Counted]]:
    """Decide which matches of a family count; give the losers, each with a winner in its way."""
    if len(members) < 2:
        return []
    winners = _disjoint(members) if once else _not_inside(members)
    chosen = {id(one) for one in winners}
    losers = [one for one in members if id(one) not in chosen]
    pairs = []
    for loser in losers:
        places = loser.match.places
        rival = max(winners, key=lambda one: (one.match.places & places).bit_count())
        pairs.append((loser, rival))
    return pairs


def _disjoint(members: Sequence[Counted]) -> list[Counted]:
    """Choose matches that share no place and are worth most together; of equal sums the fewest (方法一)."""
    best: tuple[tuple[int, int], list[Counted]] = ((-1, 0), [])
    ordered = sorted(members, key=lambda one: -one.value)
    chosen: list[Counted] = []

    def visit(start: int, used: int, total: int) -> None:
        nonlocal best
        rank = (total, -len(chosen))
        if rank > best[0]:
            best = (rank, list(chosen))
        for place in range(start, len(ordered)):
            one = ordered[place]
            if not one.match.places & used:
                chosen.append(one)
                visit(place + 1, used | one.match.places, total + one.value)
                chosen.pop()

    visit(0, 0, 0)
    return best[1]


def _not_inside(members: Sequence[Counted]) -> list[Counted]:
    """Choose every match that doesn't lie inside a larger one (方法二)."""
    ordered = sorted(members, key=lambda one: (-one.match.places.bit_count(), -one.value))
    winners: list[Counted] = []
    for one in ordered:
        inside = any(
            not one.match.places & ~other.match.places
            and (one.match.places != other.match.places or one.row is not other.row)
            for other in winners
        )
        if not inside:
            winners.append(one)
    return winners
