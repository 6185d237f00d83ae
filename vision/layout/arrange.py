"""From sightings to the groups of the hand presented, and what of it is in doubt."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.doubt import Doubt, Question
from vision.group import Group, MeldShape, Role
from vision.layout.asking import indices_of, likeliest_cut, part_doubts, undivided, winning_doubts
from vision.layout.parts import parts_of
from vision.layout.plane import lay_flat
from vision.layout.presented import present
from vision.layout.roles import Place, cast, kongs_among
from vision.layout.rows import own_flowers, rows_of
from vision.layout.splits import meld_shape
from vision.layout.spots import turned
from vision.quad import areas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.tile import Tile
    from vision.layout.plane import Table
    from vision.layout.presented import Presented
    from vision.layout.roles import Casting, Part
    from vision.layout.rows import Row
    from vision.layout.splits import Split
    from vision.layout.spots import Spot
    from vision.letterbox import Box
    from vision.sighting import Corners, Sighting

__all__ = ["Arrangement", "arrange"]

_TRUSTED: Final = 0.85
"""Probability from which on a tile helps to find the table's plane."""
_FOUND: Final = 0.55
_BELIEVED: Final = 0.25
_RIVAL: Final = 0.75
"""Share of the evidence from which on another group of tiles may be the hand."""


@dataclass(frozen=True)
class Arrangement:
    """The hand presented.

    Attributes:
        sightings: all of them, with ``in_hand`` set; quads of the hand start where the hand as a whole says.
        groups: flowers, exposed melds, concealed kongs, concealed tiles, winning tile, each in reading order.
        doubts: roles, boundaries, winning tile, covered tiles.
    """

    sightings: tuple[Sighting, ...]
    groups: tuple[Group, ...]
    doubts: tuple[Doubt, ...]


def arrange(
    sightings: Sequence[Sighting], *, region: Box | None = None, winning_tile: Tile | None = None
) -> Arrangement:
    """Find the hand presented among all tiles seen and group it.

    Flowers and exposed melds lie in a row farther from the player, concealed tiles nearer; a sideways tile
    was claimed;
    four tiles some of which lie face down are a concealed kong; the winning tile lies apart. Nothing is
    decided by
    which hand would win.

    Args:
        sightings: all tiles seen; each quad starts at its face's top left corner.
        region: only tiles whose centre lies in this box (x, y, width, height, pixels of the photo) may be of
            the hand.
        winning_tile: the tile that won, where somebody says so; it is looked for among the concealed tiles.
    """
    inside = [
        index
        for index, each in enumerate(sightings)
        if not _hardly(each) and (region is None or _within(each.centre, region))
    ]
    quads = np.array([sightings[index].quad for index in inside], np.float64).reshape(-1, 4, 2)
    tiles = [sightings[index].kind for index in inside]
    sure = [sightings[index].kind is not None and sightings[index].p >= _TRUSTED for index in inside]
    table = lay_flat(quads, np.array(sure, np.bool_))
    hand = present(table, tiles, np.sqrt(np.maximum(areas(quads), 0.0)).tolist())
    if hand is None:
        return Arrangement(tuple(each.placed(in_hand=False) for each in sightings), (), ())
    spots = [replace(spot, index=inside[spot.index]) for spot in hand.spots]
    hand = replace(hand, spots=tuple(spots), seed=frozenset(inside[index] for index in hand.seed))
    rows = rows_of(spots)
    chances = {index: sightings[index].p * sightings[index].found for index in inside}
    parts = parts_of(rows, hand, chances)
    casting = cast(parts)
    groups, doubts = _grouped(rows, parts, casting)
    if hand.rival >= _RIVAL:
        text = "Other tiles could be the hand as well; the longest rows near the camera were taken."
        doubts.append(Doubt(Question.ROLE, (), text))
    groups, more = _won(groups, sightings, winning_tile)
    held = {index for group in groups for index in group.sightings}
    starts = _starts(hand, table, inside)
    placed = tuple(
        replace(each, quad=_restarted(each.quad, starts[index]), in_hand=True)
        if index in held
        else each.placed(in_hand=False)
        for index, each in enumerate(sightings)
    )
    return Arrangement(placed, tuple(groups), (*doubts, *more, *undivided(groups)))


def _starts(hand: Presented, table: Table, inside: Sequence[int]) -> dict[int, int]:
    """Tell at which corner each quad of the hand really starts, now that it's known how the hand lies.

    The whole table shows which sides are the long ones, and a face that looks the same upside down stands as
    the hand does.
    """
    starts = {}
    place = {index: number for number, index in enumerate(inside)}
    for spot in hand.spots:
        number = place[spot.index]
        away = abs(turned(float(table.angles[number]) - hand.facing)) > math.pi / 2
        half = 2 if away and not spot.shows_turn and not spot.sideways else 0
        starts[spot.index] = int(table.starts[number]) + half
    return starts


def _restarted(quad: Corners, start: int) -> Corners:
    first, second, third, fourth = (quad[(start + place) % 4] for place in range(4))
    return first, second, third, fourth


def _hardly(sighting: Sighting) -> bool:
    """Tell whether neither model believes in a sighting: such a one splits rows and joins what lies apart."""
    return sighting.found < _FOUND and sighting.p * sighting.found < _BELIEVED


def _within(centre: tuple[float, float], region: Box) -> bool:
    x, y, width, height = region
    return x <= centre[0] <= x + width and y <= centre[1] <= y + height


def _grouped(rows: Sequence[Row], parts: Sequence[Part], casting: Casting) -> tuple[list[Group], list[Doubt]]:
    """Make groups of the parts' places, and doubts of what is not sure about them."""
    doubts: list[Doubt] = []
    melded: list[Group] = []
    winning: list[Group] = []
    standing: list[tuple[Part, float]] = []
    for part, place, chances in zip(parts, casting.places, casting.chances, strict=True):
        p = round(chances[place], 4)
        if place is Place.CONCEALED:
            standing.append((part, p))
        elif place is Place.EXPOSED:
            melded.extend(_cut(part, likeliest_cut(part), p))
        elif place is Place.KONG:
            melded.append(Group(Role.CONCEALED, MeldShape.KONG, indices_of(part.spots), p))
        elif place is Place.WINNING:
            winning.append(Group(Role.WINNING, None, indices_of(part.spots), p))
        doubts.extend(part_doubts(part, place, chances))
    # Exposed melds first, then the concealed kongs, each in reading order.
    melded.sort(key=lambda group: group.role is Role.CONCEALED)
    outside = [part for part, place in zip(parts, casting.places, strict=True) if place is Place.OUTSIDE]
    flowers = own_flowers(rows, {spot.index for part in outside for spot in part.spots})
    groups = [Group(Role.FLOWERS, None, indices_of(flowers), 1.0)] if flowers else []
    groups += melded
    if standing:
        carved, rest, more = _carved(standing, groups, winning)
        doubts.extend(more)
        groups += carved
        if rest:
            groups.append(Group(Role.CONCEALED, None, indices_of(rest), min(p for _, p in standing)))
    return groups + winning, doubts


def _cut(part: Part, cut: Split, p: float) -> list[Group]:
    groups, start = [], 0
    for size in cut:
        spots = part.spots[start : start + size]
        groups.append(Group(Role.EXPOSED, meld_shape([spot.tile for spot in spots]), indices_of(spots), p))
        start += size
    return groups


def _carved(
    standing: Sequence[tuple[Part, float]], groups: Sequence[Group], winning: Sequence[Group]
) -> tuple[list[Group], list[Spot], list[Doubt]]:
    """Take the kongs that lie in the row like other tiles: as many as the number of tiles asks for."""
    spots = [spot for part, _ in standing for spot in part.spots]
    tiles = [spot.tile for spot in spots]
    melds = sum(group.meld is not None for group in groups)
    wanted = kongs_among(tiles, len(winning) + 3 * melds)
    copies = Counter(tile for tile in tiles if tile is not None)
    four = [tile for tile, count in copies.items() if count == 4][:wanted]
    carved, doubts = [], []
    for tile in four:
        indices = indices_of(spot for spot in spots if spot.tile == tile)
        carved.append(Group(Role.CONCEALED, MeldShape.KONG, indices, 0.75))
        text = f"The four {tile} are taken for a concealed kong, which the number of tiles asks for."
        doubts.append(Doubt(Question.ROLE, indices, text, (("concealed", 0.25),)))
    return carved, [spot for spot in spots if spot.tile not in four], doubts


def _won(
    groups: Sequence[Group], sightings: Sequence[Sighting], named: Tile | None
) -> tuple[list[Group], list[Doubt]]:
    """Settle the winning tile: the one that is named, or the one that lies apart."""
    apart = next((group for group in groups if group.role is Role.WINNING), None)
    if named is None:
        return list(groups), winning_doubts(apart, sightings)
    pool = next((group for group in groups if group.role is Role.CONCEALED and group.meld is None), None)
    indices = (() if pool is None else pool.sightings) + (() if apart is None else apart.sightings)
    bearers = [index for index in indices if sightings[index].kind == named]
    if not bearers:
        text = f"The winning tile is said to be {named}, and no concealed tile was read as that."
        return list(groups), [Doubt(Question.WINNING, (), text)]
    # The one lying apart comes last in `indices`, and of equal tiles in the row any will do.
    won = bearers[-1]
    rest = tuple(index for index in indices if index != won)
    kept = [group for group in groups if group is not pool and group is not apart]
    if rest:
        kept.append(Group(Role.CONCEALED, None, rest, 1.0 if pool is None else pool.p))
    return [*kept, Group(Role.WINNING, None, (won,), 1.0)], []
