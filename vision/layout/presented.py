"""Which of the tiles on the table are the hand that is presented, and which may be."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.group import MeldShape
from vision.layout.plane import ASPECT
from vision.layout.splits import meld_shape
from vision.layout.spots import chains, heading, spots

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scoring.tile import Tile
    from vision.layout.plane import Table
    from vision.layout.spots import Spot

__all__ = ["Presented", "present"]

_SEEDS: Final = 6
_ALIGNED: Final = math.radians(17)
_LONE_ALIGNED: Final = math.radians(25)
_SIZES: Final = (0.65, 1.5)
_LEVEL: Final = 0.45
_FREE: Final = 0.5
_FARTHEST_BESIDE: Final = ASPECT + _FREE
"""Distance of two centres, both tiles sideways, with as much free space between them as may be."""
_SAME_ROW: Final = 0.6
_ROW_REACH: Final = 5.0
_NEXT_ROW: Final = 3.6
_OVERHANG: Final = 1.8
_LONE_REACH: Final = 2.7
_LONE_REACH_IN_ROW: Final = 3.4
_FLOWER_ALIGNED: Final = math.radians(12)
_FLOWER_REACH: Final = 3.2
_BACK_REACH: Final = 3.2
_BEHIND: Final = 0.7
_ROW: Final = 4
_KONG: Final = 4
_MOST: Final = 30
"""A hand with its flowers and kongs never has more tiles than this."""


@dataclass(frozen=True)
class Presented:
    """The hand that is presented, before roles.

    Attributes:
        facing: the direction in which its faces are read, radians clockwise on the table.
        spots: its tiles and those near it that may be its own, as its player sees them.
        seed: indices of the tiles of its longest unbroken row.
        rival: how much speaks for other tiles to be the hand, as a share of what speaks for these.
    """

    facing: float
    spots: tuple[Spot, ...]
    seed: frozenset[int]
    rival: float = 0.0


def present(table: Table, tiles: Sequence[Tile | None], seen_sizes: Sequence[float]) -> Presented | None:
    """Choose the hand: most tiles lying in line, and largest in the photo (nearest to the camera).

    Args:
        table: where the tiles lie.
        tiles: what they show; None for backs.
        seen_sizes: their sizes in the photo, in pixels.

    Returns:
        The hand, or None where no face is seen.
    """
    low, high = _SIZES
    sound = [index for index in range(len(tiles)) if low <= float(table.sizes[index]) <= high]
    faces = [index for index in sound if tiles[index] is not None]
    if not faces:
        return None
    found = chains(table, faces)
    # Nearness counts by its root: a few tiles close to the camera are no match for a whole hand.
    largest = max(seen_sizes[index] for index in faces)
    near = [math.sqrt(size / largest) for size in seen_sizes]
    candidates: list[tuple[float, Presented]] = []
    for seed in found[:_SEEDS]:
        direction = heading(table, tiles, seed)
        placed = spots(table, tiles, sound, direction)
        members = _grow(placed, seed)
        own = [spot for spot in members if spot.tile is not None and not spot.sideways]
        # The longest unbroken row counts once more, so that two chains of one hand agree about it.
        weight = sum(near[spot.index] for spot in own[:_MOST]) + sum(near[index] for index in seed)
        if _something_before(placed, members):
            weight *= _BEHIND
        candidates.append((weight, Presented(direction[1], tuple(members), frozenset(seed))))
    # `max` takes the first of equals.
    weight, hand = max(candidates, key=lambda each: each[0])
    taken = {spot.index for spot in hand.spots}
    rivals = [other for other, each in candidates if not any(spot.index in taken for spot in each.spots)]
    return replace(hand, rival=max(rivals, default=0.0) / weight)


def _something_before(placed: Sequence[Spot], members: Sequence[Spot]) -> bool:
    """Tell whether a row that reads the same way lies between these tiles and their player."""
    taken = {spot.index for spot in members}
    front = max(spot.y for spot in members)
    others = [spot for spot in placed if spot.index not in taken and spot.y > front + 1]
    return any(len(run) >= _ROW for run in _runs(others))


def _grow(placed: Sequence[Spot], seed: Sequence[int]) -> list[Spot]:
    """Take the seed's row, then the aligned runs within reach, then single tiles close by, then backs."""
    runs = _runs(placed)
    # A run that the seed is part of (a sideways tile in the row joins two chains) comes with it.
    members = [spot for spot in placed if spot.index in seed]
    whole = [run for run in runs if any(spot.index in seed for spot in run)]
    members = _united(members, *whole)
    # Four tiles face down in the row are a kong as a rule, and what lies beyond it is the hand's as well.
    covered = [run for run in _covered(placed) if any(_beside_row(run, each) for each in members)]
    bridge = [spot for run in covered for spot in run]
    members = _reached([*members, *bridge], [run for run in runs if run not in whole], _run_near)
    taken = {spot.index for spot in members}
    # A flower in a run of others' tiles is theirs.
    foreign = {
        spot.index
        for run in runs
        if not any(spot.index in taken for spot in run) and not all(_is_flower(spot) for spot in run)
        for spot in run
        if _is_flower(spot)
    }
    # Single faces lean on runs only, so that they can't wander off into the discards.
    opposite = {spot.index for run in runs if _opposite(run) for spot in run}
    single = [spot for spot in placed if spot.tile is not None and spot.index not in opposite | foreign]
    members = _united(members, [spot for spot in single if any(_lone(spot, each) for each in members)])
    flowers = [[spot] for spot in placed if _is_flower(spot) and spot.index not in foreign]
    members = _reached(members, flowers, _flower_beside)
    # On the player's own side nothing else lies, so a tile there may lean on another single one.
    nearest = max(spot.y for spot in members)
    before = [spot for spot in single if spot.y > nearest + 1]
    members = _united(members, [spot for spot in before if any(_lone(spot, each) for each in members)])
    backs = [[spot] for spot in placed if spot.tile is None and spot.lean <= _ALIGNED]
    return sorted(_reached(members, backs, _back_near), key=lambda spot: spot.index)


def _united(members: Sequence[Spot], *more: Sequence[Spot]) -> list[Spot]:
    return list({spot.index: spot for spots in (members, *more) for spot in spots}.values())


def _reached(
    members: list[Spot], waiting: list[list[Spot]], near: Callable[[Sequence[Spot], Spot], bool]
) -> list[Spot]:
    """Add again and again each run that is near one of the members."""
    while True:
        reached = [run for run in waiting if any(near(run, other) for other in members)]
        if not reached:
            return members
        members = _united(members, *reached)
        waiting = [run for run in waiting if run not in reached]


def _runs(placed: Sequence[Spot]) -> list[list[Spot]]:
    """Join faces side by side in the hand's direction, upright or sideways; single tiles are left out."""
    aligned = [spot for spot in placed if spot.lean <= _ALIGNED]
    kept = []
    for run in _joined([spot for spot in aligned if spot.tile is not None]):
        upright = sum(not spot.sideways for spot in run)
        # Two tiles at right angles are more often chance than a meld.
        if upright >= 2 and len(run) - upright <= upright:
            kept.append(run)
    # A concealed kong that shows two faces: backs alone may be the wall's, these four are not.
    for run in _joined(aligned):
        for place in range(len(run) - 3):
            four = run[place : place + 4]
            shown = sum(spot.tile is not None for spot in four)
            if shown == 2 and meld_shape([spot.tile for spot in four]) is MeldShape.KONG:
                kept.append(four)
    return kept


def _covered(placed: Sequence[Spot]) -> list[list[Spot]]:
    """Give the runs of just four tiles face down."""
    backs = [spot for spot in placed if spot.tile is None and spot.lean <= _ALIGNED and not spot.sideways]
    return [run for run in _joined(backs) if len(run) == _KONG]


def _beside_row(run: Sequence[Spot], other: Spot) -> bool:
    return any(_back_near([spot], other) for spot in run)


def _joined(spots: Sequence[Spot]) -> list[list[Spot]]:
    """Join tiles that lie side by side, each run in reading order, the runs ordered by their last tiles."""
    ordered = sorted(spots, key=lambda each: (each.x, each.index))
    last = list(range(len(ordered)))

    def run_of(place: int) -> int:
        while last[place] != place:
            place = last[place]
        return place

    for place, spot in enumerate(ordered):
        for before in range(place - 1, -1, -1):
            if spot.x - ordered[before].x > _FARTHEST_BESIDE:
                break
            if _beside(ordered[before], spot):
                last[run_of(before)] = place
    runs: dict[int, list[Spot]] = {}
    for place, spot in enumerate(ordered):
        runs.setdefault(run_of(place), []).append(spot)
    return [runs[place] for place in sorted(runs)]


def _beside(left: Spot, right: Spot) -> bool:
    step = right.x - left.x
    free = step - left.half_width - right.half_width
    return step >= 0.5 and free <= _FREE and abs(left.y - right.y) <= _LEVEL


def _run_near(run: Sequence[Spot], other: Spot) -> bool:
    same_row_only = _opposite(run)
    return any(_near(spot, other, same_row_only=same_row_only) for spot in run)


def _opposite(run: Sequence[Spot]) -> bool:
    """Tell whether most faces are seen upside down, as those of the player opposite are."""
    return sum(spot.turn == 2 for spot in run) > sum(spot.turn == 0 and spot.shows_turn for spot in run)


def _near(spot: Spot, other: Spot, *, same_row_only: bool) -> bool:
    along, across = abs(spot.x - other.x), abs(spot.y - other.y)
    if across <= _SAME_ROW + 0.04 * along:
        return along <= _ROW_REACH
    return not same_row_only and across <= _NEXT_ROW and along <= _OVERHANG


def _is_flower(spot: Spot) -> bool:
    return spot.tile is not None and spot.tile.is_flower


def _flower_beside(run: Sequence[Spot], other: Spot) -> bool:
    return _is_flower(other) and _lone(run[0], other)


def _lone(spot: Spot, other: Spot) -> bool:
    along, across = abs(spot.x - other.x), abs(spot.y - other.y)
    if spot.lean > _LONE_ALIGNED or other.tile is None:
        return False
    if _is_flower(spot):
        # Flowers lie in line with the hand; a flower at an angle is another player's.
        in_row = across <= _SAME_ROW and along <= _ROW_REACH
        return (
            spot.lean <= _FLOWER_ALIGNED
            and not spot.sideways
            and (in_row or math.hypot(along, across) <= _FLOWER_REACH)
        )
    return math.hypot(along, across) <= (_LONE_REACH_IN_ROW if across <= _LEVEL else _LONE_REACH)


def _back_near(run: Sequence[Spot], other: Spot) -> bool:
    spot = run[0]
    return abs(spot.y - other.y) <= _LEVEL and abs(spot.x - other.x) <= _BACK_REACH
