"""Claims of cash awards and penalties: who had which, whether it can be, and what is paid (現金獎)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scoring.awards import SEVEN_SORTS, Flow
from scoring.errors import AwardError
from scoring.faults import hint
from scoring.pull import Paid
from scoring.tile import Tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.awards import Award
    from scoring.ruleset import RuleSet

__all__ = ["POT", "AwardClaim", "check_claim", "counted_as", "pay_award"]

POT: Final = "pot"
"""The middle of the table, a party to payments like a player; who wins the hand takes what lies there."""


@dataclass(frozen=True)
class AwardClaim:
    """An award that happened in the hand now played.

    Attributes:
        award: the id of the award.
        player: whose it is; of two players the first, who pays.
        other: of two players the second.
        tile: for a discard that was followed (追) the tile.
        nth: for such a discard how many times running the player was followed (一追再追: 2).

    Raises:
        AwardError: `nth` is no number from 1.
    """

    award: str
    player: str
    other: str | None = None
    tile: Tile | None = None
    nth: int = 1

    def __post_init__(self) -> None:
        """Refuse what can't be counted."""
        if type(self.nth) is not int or self.nth < 1:
            raise AwardError(f"a discard is followed the first time or a later one, not {self.nth!r}")

    def export(self) -> dict[str, Any]:
        """Give the claim as JSON-able values."""
        return {
            "award": self.award,
            "player": self.player,
            "other": self.other,
            "tile": None if self.tile is None else self.tile.code,
            "nth": self.nth,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AwardClaim:
        """Build the claim from what `export` gave; `other`, `tile` and `nth` may be left out.

        Raises:
            AwardError: it is none.
            NotationError: the tile is none.

        >>> from scoring import AwardClaim
        >>> claim = AwardClaim("follow_discard", "South", tile=Tile("5p"), nth=2)
        >>> AwardClaim.from_dict(claim.export()) == claim
        True
        """
        for key, wanted in (("award", str), ("player", str), ("other", str | None), ("tile", str | None)):
            if not isinstance(data.get(key), wanted):
                raise AwardError(f"{key} of an award is a text, not {data.get(key)!r}")
        code = data.get("tile")
        tile = None if code is None else Tile(code)
        return cls(data["award"], data["player"], data.get("other"), tile, data.get("nth", 1))


def counted_as(claim: AwardClaim, rules: RuleSet) -> Award:
    """Give the award that a claim is paid as: a discard followed again may count as another (一追再追).

    Raises:
        AwardError: the rule set has no such award.

    >>> from scoring import AwardClaim, RuleSet, counted_as
    >>> claim = AwardClaim("follow_discard", "South", tile=Tile("5p"))
    >>> counted_as(claim, RuleSet.load("hktw")).bases, counted_as(claim, RuleSet.load("hkfan")).bases
    (2, 1)
    """
    row = _named(claim.award, rules)
    if row.becomes is not None and row.becomes.holds(claim.tile, claim.nth):
        return rules.awards[row.becomes.award]
    return row


def check_claim(
    claim: AwardClaim, claims: Sequence[AwardClaim], players: Sequence[str], rules: RuleSet
) -> None:
    """Refuse an award that can't be.

    That a `dealer` award is the dealer's isn't looked at here; who the dealer is a `scoring.Ledger` knows.

    Args:
        claim: the award.
        claims: what was claimed before in the same hand, in order.
        players: the names of those at the table.
        rules: the rule set.

    Raises:
        AwardError: the rule set has no such award, a player isn't at the table, the second of two players or
            the tile is missing or too much, the player had it already and it is paid once, another award has
            ended it, or the eight flowers can't make it beside what was claimed before.
    """
    _check_parts(claim, players, rules)
    row = rules.awards[claim.award]
    for before in claims:
        if before.player != claim.player:
            continue
        other = rules.awards.get(before.award)
        if before.award == claim.award and row.once_under(rules.policies):
            raise AwardError(f"{claim.player} has had {_name(row)} in this hand, and it is paid once a hand")
        if other is not None and claim.award in other.ends:
            raise AwardError(f"{claim.player} has had {_name(other)} in this hand, which ends {_name(row)}")
    if row.flowers and not _flowers_reach((*claims, claim), rules):
        taken = (one for one in claims if one.award in rules.awards and rules.awards[one.award].flowers)
        held = ", ".join(f"{_name(rules.awards[one.award])} of {one.player}" for one in taken)
        raise AwardError(f"the eight flowers can't make {_name(row)} of {claim.player} beside {held}")


def pay_award(claim: AwardClaim, players: Sequence[str], rules: RuleSet) -> tuple[Paid, ...]:
    """Give what is paid for an award, exact, in the order of the players.

    What was claimed before isn't looked at, see `check_claim`.

    Args:
        claim: the award.
        players: the names of those at the table.
        rules: the rule set, with its price.

    Raises:
        AwardError: the claim can't be, whatever was claimed before.

    >>> from scoring import AwardClaim, RuleSet, pay_award
    >>> rules = RuleSet.load("hktw").with_price(10, 2)
    >>> paid = pay_award(AwardClaim("mixed_flower_run_cash", "S"), ("E", "S", "W", "N"), rules)
    >>> [(one.payer, one.payee, one.amount) for one in paid]
    [('E', 'S', 5), ('W', 'S', 5), ('N', 'S', 5)]
    >>> paid[0].why
    '一台草 Mixed flower run: 0.5 × 10'
    """
    _check_parts(claim, players, rules)
    row = counted_as(claim, rules)
    tile, tile_zh = ("", "") if claim.tile is None else (f" {claim.tile.code}", f"（{claim.tile.chinese}）")
    sums = row.sum(rules.price, rules.policies)
    why, why_zh = f"{_name(row)}{tile}: {sums}", f"{row.zh}{tile_zh}：{sums}"
    amount = row.amount(rules.price, rules.policies)
    flow = row.flow(rules.policies)
    if flow is Flow.POT:
        return (Paid(claim.player, POT, amount, why, why_zh),)
    if flow is Flow.FIRST:
        return (Paid(claim.player, str(claim.other), amount, why, why_zh),)
    others = [name for name in players if name != claim.player]
    pairs = [(name, claim.player) if flow is Flow.OTHERS else (claim.player, name) for name in others]
    return tuple(Paid(payer, payee, amount, why, why_zh) for payer, payee in pairs)


def _named(item: str, rules: RuleSet) -> Award:
    if item not in rules.awards:
        raise AwardError(f"{rules.id} has no award {item!r}; {hint(item, rules.awards)}")
    return rules.awards[item]


def _name(row: Award) -> str:
    return f"{row.zh} {row.en}"


def _check_parts(claim: AwardClaim, players: Sequence[str], rules: RuleSet) -> None:
    """Refuse a claim that says too little or too much, whatever was claimed before."""
    row = _named(claim.award, rules)
    for name in (claim.player, claim.other):
        if name is not None and name not in players:
            raise AwardError(f"{name} isn't at the table; {hint(name, players)}")
    if row.flow(rules.policies) is Flow.FIRST:
        if claim.other is None:
            raise AwardError(f"{_name(row)} is between two: name the player whom {claim.player} pays")
        if claim.other == claim.player:
            raise AwardError(f"{_name(row)} is between two: {claim.player} can't pay himself")
    elif claim.other is not None:
        raise AwardError(f"{_name(row)} has no second player; leave {claim.other} out")
    _check_tile(claim, row, rules)


def _check_tile(claim: AwardClaim, row: Award, rules: RuleSet) -> None:
    if not row.follows:
        if claim.tile is not None or claim.nth != 1:
            raise AwardError(f"{_name(row)} is about no discard; leave the tile and its number of times out")
        return
    if claim.tile is not None and claim.tile.is_flower:
        raise AwardError(f"{_name(row)}: {claim.tile.code} is a flower, which nobody discards")
    if row.becomes is not None and row.becomes.tiles and claim.tile is None:
        raise AwardError(f"{_name(row)} is paid by the tile; name the tile that was followed")
    for less in rules.awards.values():
        becomes = less.becomes
        if becomes is None or becomes.award != row.id or claim.tile is None:
            continue
        if not becomes.holds(claim.tile, claim.nth):
            raise AwardError(f"{claim.tile.code} followed once is {_name(less)}, not {_name(row)}")


def _flowers_reach(claims: Sequence[AwardClaim], rules: RuleSet) -> bool:
    """Whether eight different flowers can make all that was claimed in one hand.

    Seven of one player and one of another is claimed once, and leaves nobody else a run of four: he who has
    the seven can have mixed one, and have one series.

    The flowers of one award claimed twice are apart, and so are those of two players; a player's mixed run
    and his series may share some. Each run has every number, and there are two flowers of each. So one
    player can make two of each sort at most; two players can make one each, and of the same sort, since who
    holds a whole series leaves the other whole, and who mixes leaves a mixed one; three can't.
    """
    times = Counter(
        (claim.player, claim.award)
        for claim in claims
        if claim.award in rules.awards and rules.awards[claim.award].flowers
    )
    runs: dict[str, dict[str, int]] = {}
    for (player, award), count in times.items():
        sort = rules.awards[award].flowers
        if sort not in SEVEN_SORTS:
            held = runs.setdefault(player, {})
            held[sort] = max(held.get(sort, 0), count)
    sevens = [_who_has_seven(claim, rules) for claim in claims]
    seven = [name for name in sevens if name is not None]
    if seven:
        return (
            len(seven) == 1
            and set(runs) <= set(seven)
            and all(count == 1 for held in runs.values() for count in held.values())
        )
    if len(runs) == 1:
        return all(count <= 2 for held in runs.values() for count in held.values())
    one, *rest = runs.values()
    return len(rest) == 1 and sum(one.values()) == 1 and one == rest[0]


def _who_has_seven(claim: AwardClaim, rules: RuleSet) -> str | None:
    """Give who has seven flowers by a claim that is about all eight; `None` for another claim."""
    sort = rules.awards[claim.award].flowers if claim.award in rules.awards else ""
    return {"seven_of_first": claim.player, "seven_of_second": claim.other}.get(sort)
