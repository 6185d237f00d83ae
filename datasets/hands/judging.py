"""What is right and what is wrong about how a hand was grouped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasets.hands.deal import wins
from datasets.hands.truth import TrueGroup, TrueHand, TrueRole
from scoring.meld import MeldKind
from vision.doubt import Question
from vision.group import Role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.hand import Hand
    from vision.doubt import Doubt
    from vision.group import Group

__all__ = ["Verdict", "judge"]


@dataclass(frozen=True)
class Verdict:
    """What is right and what is wrong about one reading.

    Attributes:
        name: of the picture.
        facts: the conventions that show in it.
        faults: what is wrong with groups, roles and the winning tile, in words; empty where all is right.
        doubted: the reading lists some doubt.
        unasked: the faults about which no doubt of the reading asks: its doubts about the winning tile ask
            about faults of that, those about roles, bounds, covered and missing tiles about all others, and
            so does a hand that can't exist.
        told: the reading has a hand that could be scored: one that can exist, seventeen tiles and all.
        same: that hand is the true one; None where the truth has none.
        as_win: the reading's hand wins.
    """

    name: str
    facts: dict[str, str]
    faults: tuple[str, ...]
    doubted: bool
    unasked: tuple[str, ...]
    told: bool
    same: bool | None
    as_win: bool

    @property
    def right(self) -> bool:
        """Whether groups, roles and winning tile are all right."""
        return not self.faults

    @property
    def wrong(self) -> bool:
        """Whether the hand that would be scored isn't the true one."""
        return self.told and (bool(self.faults) if self.same is None else not self.same)


def judge(
    truth: TrueHand,
    tile_of: Mapping[int, int],
    groups: Sequence[Group],
    hand: Hand | None,
    doubts: Sequence[Doubt],
) -> Verdict:
    """Compare a reading with the truth.

    Args:
        truth: what is true.
        tile_of: index of each sighting to the index of the true tile that it is of; others are of none.
        groups: of the reading.
        hand: likewise.
        doubts: likewise.
    """

    def tiles(*roles: Role) -> frozenset[int]:
        return frozenset(index for group in groups if group.role in roles for index in members(group))

    def members(group: Group) -> tuple[int, ...]:
        # What is no known tile gets a number of its own below 0.
        return tuple(tile_of.get(index, -1 - index) for index in group.sightings)

    faults = [
        *_flower_faults(truth, tiles(Role.FLOWERS)),
        *_winning_faults(truth, tiles(Role.WINNING)),
        *_meld_faults(
            truth, {frozenset(members(group)): group for group in groups if group.meld is not None}
        ),
        *_place_faults(truth, tiles(Role.CONCEALED, Role.EXPOSED, Role.WINNING), tiles(Role.FLOWERS)),
    ]
    faults = list(dict.fromkeys(faults))
    possible = hand is not None and not hand.problems()
    same = None if truth.hand is None else hand is not None and _key(hand) == _key(truth.hand)
    return Verdict(
        name=truth.name,
        facts=truth.facts,
        faults=tuple(faults),
        doubted=bool(doubts),
        unasked=_unasked(faults, {doubt.question for doubt in doubts}, impossible=not possible),
        told=possible,
        same=same,
        as_win=hand is not None and wins(hand),
    )


def _unasked(faults: Sequence[str], asked: set[Question], *, impossible: bool) -> tuple[str, ...]:
    others = impossible or bool(asked - {Question.WINNING, Question.TILE})
    return tuple(
        fault for fault in faults if not (Question.WINNING in asked if "winning" in fault else others)
    )


def _flower_faults(truth: TrueHand, seen: frozenset[int]) -> list[str]:
    true = truth.tiles_of(TrueRole.FLOWERS)
    faults = ["a flower is left out"] if true - seen else []
    return [*faults, "a flower of others is taken"] if seen - true else faults


def _winning_faults(truth: TrueHand, seen: frozenset[int]) -> list[str]:
    true = truth.tiles_of(TrueRole.WINNING)
    if seen == true or (not seen and truth.winning_open):
        return []
    # Of equal concealed tiles any may be the one that won: the hand is the same.
    standing = true | truth.tiles_of(TrueRole.CONCEALED)
    if true and seen <= standing and _codes(truth, seen) == _codes(truth, true):
        return []
    if not seen:
        return ["the winning tile isn't seen apart"]
    return ["another tile is taken for the winning one" if true else "a winning tile where none lies apart"]


def _codes(truth: TrueHand, tiles: frozenset[int]) -> list[str]:
    return sorted(truth.codes[tile] for tile in tiles)


def _meld_faults(truth: TrueHand, seen: dict[frozenset[int], Group]) -> list[str]:
    faults: list[str] = []
    due = {frozenset(group.members): group for group in truth.of_role(TrueRole.EXPOSED, TrueRole.KONG)}
    may = {frozenset(group.members) for group in truth.of_role(TrueRole.UNSETTLED)}
    for tiles, group in due.items():
        if tiles not in seen:
            faults.append(_missed(group, tiles, seen))
        elif (seen[tiles].role is Role.CONCEALED) != (group.role is TrueRole.KONG):
            faults.append("exposed and concealed kong are mistaken for one another")
        elif group.shape is not None and seen[tiles].meld is not group.shape:
            faults.append(f"a {group.shape.value} is taken for another meld")
    for tiles in seen:
        if tiles in due or tiles in may:
            continue
        if any(tiles & other for other in due):
            continue  # told above
        faults.append(
            "concealed tiles are taken for a meld" if min(tiles) >= 0 else "others' tiles make a meld"
        )
    return faults


def _missed(group: TrueGroup, tiles: frozenset[int], seen: dict[frozenset[int], Group]) -> str:
    what = "a concealed kong" if group.role is TrueRole.KONG else "an exposed meld"
    if any(tiles & other for other in seen):
        return f"{what} is cut otherwise"
    return f"{what} is not seen as such"


def _place_faults(truth: TrueHand, seen: frozenset[int], flowers: frozenset[int]) -> list[str]:
    true = truth.tiles_of(*(role for role in TrueRole if role is not TrueRole.FLOWERS))
    faults = ["a tile of the hand is left out"] if true - seen - flowers else []
    return [*faults, "a tile of others is taken in"] if seen - true else faults


def _key(hand: Hand) -> tuple[object, ...]:
    """Give what of a hand counts, in no order: of a claimed tile only a chow's."""
    melds = sorted(
        (
            meld.kind.value,
            tuple(tile.index for tile in meld.tiles),
            -1 if meld.claimed is None or meld.kind is not MeldKind.CHOW else meld.claimed.index,
        )
        for meld in hand.melds
    )
    return hand.concealed, tuple(melds), tuple(sorted(hand.flowers)), hand.winning
