"""Tally: what each partition of a hand is worth, which rows count and which are swallowed."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.patterns import HandView, View, facts
from scoring.payers import payers
from scoring.ruleset import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.hand import Hand
    from scoring.partitions import Form, Group, Partition
    from scoring.patterns import Match
    from scoring.ruleset import Asked, Batches, Exclusion, RuleSet
    from scoring.tile import Tile
    from scoring.win import Win

__all__ = ["Dropped", "Tally", "beside_each_other", "tally"]


class Dropped(NamedTuple):
    """A row that matched and isn't counted, the row that swallowed it and why."""

    match: Match
    by: str
    why: Reason
    source: str


class Tally(NamedTuple):
    """A partition with the rows that count, in the order of the rule book, and those that don't.

    Attributes:
        partition: the reading.
        counted: rows that every payer pays.
        dealer_share: rows that only the dealer's transfer adds, when he is one of several payers.
        dropped: rows that matched and were swallowed.
        total: fan of `counted`.
    """

    partition: Partition
    counted: Sequence[Match]
    dealer_share: Sequence[Match]
    dropped: Sequence[Dropped]
    total: int

    def blamed(self) -> Sequence[Dropped]:
        """Give what was dropped, each by a row that counts.

        A match that lost to one which was itself dropped is laid to the row that dropped that one.
        """
        counted = {one.asked.row.id for one in self.counted}
        if all(lost.by in counted for lost in self.dropped):
            return self.dropped
        # Losing to another match of the same row says nothing of why that one doesn't count.
        droppers = {
            lost.match.asked.row.id: lost for lost in self.dropped if lost.by != lost.match.asked.row.id
        }
        found = []
        for lost in self.dropped:
            last = lost
            passed = {last.by}
            while last.by not in counted and last.by in droppers and droppers[last.by].by not in passed:
                last = droppers[last.by]
                passed.add(last.by)
            found.append(lost._replace(by=last.by, why=last.why, source=last.source))
        return found


_INSIDE: Final = Reason(
    "it lies wholly inside a larger one of its kind (方法二)", "完全包含在同類較大的番種內（方法二）"
)
_RANK: Final = attrgetter("asked.rank")
_ORDER: Final = attrgetter("asked.order")


def tally(
    partitions: Iterable[Partition], hand: Hand, win: Win, rules: RuleSet, waits: tuple[Tile, ...]
) -> list[Tally]:
    """Count every row of a rule set in every partition.

    Rows of one family first compete for groups (`repeat_counting`), then exclusions are followed from the
    rows that nothing drops downwards; a row that was dropped drops nothing. Rows that are decided last come
    after all others.

    Args:
        partitions: the partitions of the hand, those of one form together.
        hand: the hand.
        win: the circumstances of the win.
        rules: the rule set.
        waits: kinds that the hand waited on before the winning tile.
    """
    paying = payers(win, rules.policies)
    for_all = win.is_dealer or paying == (win.dealer,)
    of_hand = HandView(hand, win, rules.policies, waits, rules.melds)
    tallies = []
    form: Form | None = None
    groups: tuple[Group, ...] = ()
    of_groups: list[Match] = []
    for partition in partitions:
        view = View(partition, of_hand)
        if partition.form is not form:
            form = partition.form
            plan = rules.plans[form]
            by_hand = _matches(view, plan.by_hand)
        # Who drew the winning tile opens nothing with it, wherever it goes.
        if partition.groups is not groups or not view.drawn:
            groups = partition.groups
            of_groups = _matches(view, plan.by_groups)
        found = [*by_hand, *of_groups, *_matches(view, plan.by_partition)]
        found.sort(key=_RANK)
        shared, share = (found, []) if for_all else _apart(found, dealer_pays=win.dealer in paying)
        tallies.append(_count(view, rules, plan.last, shared, share))
    return tallies


def _apart(found: Iterable[Match], *, dealer_pays: bool) -> tuple[list[Match], list[Match]]:
    """Part the rows that all pay from those of the dealer's share, where he is one of several who pay.

    Where he neither wins nor pays, nobody has those rows.
    """
    shared: list[Match] = []
    share: list[Match] = []
    for one in found:
        (share if one.asked.row.on_dealer_transfers else shared).append(one)
    return shared, share if dealer_pays else []


def _matches(view: View, batches: Batches) -> list[Match]:
    """Find the matches of those rows whose needs are met."""
    lacks = facts.EVERY ^ view.has
    found = []
    for needs, rows in batches:
        if not needs & lacks:
            for asked in rows:
                fixed = asked.fixed
                for match in asked.find(view):
                    value = asked.value_of(match) if fixed is None else fixed
                    if value is not None:
                        match.asked = asked
                        match.value = value
                        found.append(match)
    return found


def _count(
    view: View, rules: RuleSet, last: Iterable[Asked], found: list[Match], share: list[Match]
) -> Tally:
    """Decide which of the matches count."""
    count = _Count()
    settle = count.settle
    for one in count.without_losers(found, rules):
        settle(one)
    lacks = facts.EVERY ^ view.has
    for asked in last:
        if not asked.needs & lacks and count.leaves_room_for(asked):
            for one in _matches(view, ((0, (asked,)),)):
                count.settle(one)
                count.recheck(asked)
    every = len(count.counted)
    # What counts for all may drop what only the dealer adds, but not the other way round.
    for one in count.without_losers(share, rules):
        settle(one)
    lines, share = count.counted[:every], count.counted[every:]
    lines.sort(key=_ORDER)
    share.sort(key=_ORDER)
    return Tally(view.partition, lines, share, count.dropped, sum([one.value for one in lines]))


def beside_each_other(found: Iterable[Match], rules: RuleSet) -> list[Match]:
    """Give those matches that count where there are no others, in the order of the rule book."""
    count = _Count()
    for one in count.without_losers(sorted(found, key=_RANK), rules):
        count.settle(one)
    return sorted(count.counted, key=_ORDER)


class _Count:
    """The rows that count so far, and those that were dropped."""

    __slots__ = ("counted", "dropped", "present")

    def __init__(self) -> None:
        self.counted: list[Match] = []
        self.dropped: list[Dropped] = []
        self.present = 0
        """The set of the rows that count."""

    def without_losers(self, found: list[Match], rules: RuleSet) -> list[Match]:
        """Let the rows of each family compete; those that go on, in the order given."""
        families: dict[str, list[Match]] = {}
        crowded = False
        for one in found:
            family = one.asked.family
            if family:
                if family in families:
                    families[family].append(one)
                    crowded = True
                else:
                    families[family] = [one]
        if not crowded:
            return found
        lost: set[int] = set()
        once = rules.policies["repeat_counting"] == "once"
        for family, members in families.items():
            if len(members) > 1:
                for loser, winner in _compete(members, once=once):
                    lost.add(id(loser))
                    row = winner.asked.row
                    why = rules.families[family] if once else _INSIDE
                    self.dropped.append(Dropped(loser, row.id, why, row.source))
        return [one for one in found if id(one) not in lost] if lost else found

    def settle(self, one: Match) -> None:
        """Count a row, or drop it when a counted row excludes it."""
        asked = one.asked
        if asked.droppers & self.present:
            exclusion = self._excludes(one)
            if exclusion is not None:
                self.dropped.append(Dropped(one, exclusion.by, exclusion.why, exclusion.source))
                return
        self.counted.append(one)
        self.present |= asked.bit

    def _excludes(self, one: Match) -> Exclusion | None:
        """Give the first exclusion that drops a row."""
        incoming = one.asked.incoming
        first: tuple[int, Exclusion] | None = None
        hits = one.asked.droppers & self.present
        while hits:
            bit = hits & -hits
            hits ^= bit
            for place, exclusion in incoming[bit]:
                if (first is None or place < first[0]) and self._reaches(bit, exclusion, one):
                    first = (place, exclusion)
        return None if first is None else first[1]

    def _reaches(self, bit: int, exclusion: Exclusion, one: Match) -> bool:
        """Whether a counted match of the row that the bit stands for drops another match."""
        if exclusion.anywhere and not exclusion.tag:
            return True
        for other in self.counted:
            if (
                other.asked.bit == bit
                and (exclusion.anywhere or not one.places & ~other.places)
                and (not exclusion.tag or other.tag == exclusion.tag)
            ):
                return True
        return False

    def leaves_room_for(self, asked: Asked) -> bool:
        """Whether the rows that count so far let a row be that is decided last."""
        if not asked.row.fan_beside:
            return not self.present & ~asked.beside
        fan = sum(one.value for one in self.counted if not one.asked.bit & asked.beside)
        return fan == asked.row.fan_beside

    def recheck(self, last: Asked) -> None:
        """Drop what a row that was decided last excludes."""
        rows = {one.asked.rank: one.asked for one in self.counted if one.asked.droppers & last.bit}
        for asked in rows.values():
            again = [one for one in self.counted if one.asked is asked]
            self.counted = [one for one in self.counted if one.asked is not asked]
            self.present &= ~asked.bit
            for one in again:
                self.settle(one)


def _compete(members: list[Match], *, once: bool) -> list[tuple[Match, Match]]:
    """Decide which matches of a family count; give the losers, each with a winner in its way."""
    if once and len(members) == 2:
        one, other = members
        if one.places & other.places and max(one.value, other.value) > 0:
            return [(one, other)] if other.value > one.value else [(other, one)]
    winners = _disjoint(members) if once else _not_inside(members)
    chosen = {id(one) for one in winners}
    losers = [one for one in members if id(one) not in chosen]
    pairs = []
    for loser in losers:
        places = loser.places
        rival = max(winners, key=lambda one: (one.places & places).bit_count())
        pairs.append((loser, rival))
    return pairs


def _disjoint(members: Sequence[Match]) -> Sequence[Match]:
    """Choose matches that share no place and are worth most together; of equal sums the fewest (方法一)."""
    taken = 0
    for one in members:
        if one.places & taken or one.value <= 0:
            break
        taken |= one.places
    else:
        return members
    best: tuple[tuple[int, int], list[Match]] = ((-1, 0), [])
    ordered = sorted(members, key=lambda one: -one.value)
    chosen: list[Match] = []

    def visit(start: int, used: int, total: int) -> None:
        nonlocal best
        rank = (total, -len(chosen))
        if rank > best[0]:
            best = (rank, list(chosen))
        for place in range(start, len(ordered)):
            one = ordered[place]
            if not one.places & used:
                chosen.append(one)
                visit(place + 1, used | one.places, total + one.value)
                chosen.pop()

    visit(0, 0, 0)
    return best[1]


def _not_inside(members: Sequence[Match]) -> list[Match]:
    """Choose every match that doesn't lie inside a larger one (方法二)."""
    ordered = sorted(members, key=lambda one: (-one.places.bit_count(), -one.value))
    winners: list[Match] = []
    for one in ordered:
        inside = any(
            not one.places & ~other.places and (one.places != other.places or one.asked is not other.asked)
            for other in winners
        )
        if not inside:
            winners.append(one)
    return winners
