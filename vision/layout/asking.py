"""What is asked about a hand that was grouped: roles, bounds, covered tiles, the tile that won."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from scoring.notation import write_tiles
from vision.doubt import Doubt, Question
from vision.group import MeldShape, Role
from vision.layout.roles import Place
from vision.layout.splits import meld_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vision.group import Group
    from vision.layout.roles import Part
    from vision.layout.splits import Split
    from vision.layout.spots import Spot
    from vision.sighting import Sighting

__all__ = ["indices_of", "likeliest_cut", "part_doubts", "undivided", "winning_doubts"]

_SURE: Final = 0.9
_SHOWN: Final = 0.02
_WHOLE_HAND: Final = 13
"""So many concealed tiles leave room for one meld elsewhere; with none seen, melds may lie among them."""
_HIGHER: Final = 0.15
"""How far, in tile widths, a tile lies off the middle of its neighbours if it lies higher, seen aslant."""
_ROLES: Final = {
    Place.CONCEALED: "concealed",
    Place.EXPOSED: "exposed",
    Place.KONG: "concealed kong",
    Place.WINNING: "winning",
    Place.OUTSIDE: "outside",
}


def indices_of(spots: Iterable[Spot]) -> tuple[int, ...]:
    """Give which sightings tiles are, in their order."""
    return tuple(spot.index for spot in spots)


def part_doubts(part: Part, place: Place, chances: dict[Place, float]) -> Iterator[Doubt]:
    """Ask what isn't sure about one part. Which tile won is asked once for the hand, not here."""
    if place is Place.KONG and all(spot.tile is None for spot in part.spots):
        text = "Four tiles lie face down; they are taken for a concealed kong of an unknown kind."
        yield Doubt(Question.COVERED, indices_of(part.spots), text)
    won = place is Place.WINNING or chances.get(Place.WINNING, 0) > 1 - _SURE
    if chances[place] < _SURE and not won:
        yield _role(part, place, chances)
    if place is Place.EXPOSED:
        yield from _stacked(part)
    if place is Place.EXPOSED and len(part.cuts) > 1:
        yield _boundary(part, likeliest_cut(part))


def _stacked(part: Part) -> Iterator[Doubt]:
    """Ask about a pung whose middle tile seems to lie higher: of a kong the fourth is often laid on it."""
    start = 0
    for size in likeliest_cut(part):
        spots = part.spots[start : start + size]
        start += size
        if meld_shape([spot.tile for spot in spots]) is not MeldShape.PUNG:
            continue
        one, middle, other = spots
        off = math.hypot(middle.x - (one.x + other.x) / 2, middle.y - (one.y + other.y) / 2)
        if off >= _HIGHER and not any(spot.sideways for spot in spots):
            text = f"The middle one of {_written(spots)} may lie on another one, which would make it a kong."
            yield Doubt(Question.COVERED, indices_of(spots), text)


def _role(part: Part, place: Place, chances: dict[Place, float]) -> Doubt:
    others = sorted(
        ((_ROLES[other], round(p, 4)) for other, p in chances.items() if other is not place and p >= _SHOWN),
        key=lambda each: (-each[1], each[0]),
    )
    text = f"{_written(part.spots)}: taken as {_ROLES[place]}; where the tiles lie doesn't settle it."
    return Doubt(Question.ROLE, indices_of(part.spots), text, tuple(others))


def _boundary(part: Part, chosen: Split) -> Doubt:
    def written(cut: Split) -> str:
        words, start = [], 0
        for size in cut:
            words.append(_written(part.spots[start : start + size]))
            start += size
        return " ".join(words)

    others = tuple((written(cut), round(1 / len(part.cuts), 4)) for cut in part.cuts if cut != chosen)
    text = f"The exposed tiles are cut into {written(chosen)}; they can also be cut otherwise."
    return Doubt(Question.BOUNDARY, indices_of(part.spots), text, others)


def undivided(groups: Sequence[Group]) -> Iterator[Doubt]:
    """Say that a hand without a sign of an exposed meld may have some: a concealed hand is worth more."""
    if any(group.role is Role.EXPOSED for group in groups):
        return
    for group in groups:
        if group.role is Role.CONCEALED and len(group.sightings) >= _WHOLE_HAND:
            text = (
                "Everything is taken as concealed: no meld lies apart or shows a sideways tile. "
                "Exposed melds laid against the other tiles would look the same."
            )
            yield Doubt(Question.ROLE, group.sightings, text)


def winning_doubts(apart: Group | None, sightings: Sequence[Sighting]) -> list[Doubt]:
    """Ask which tile won where none lies apart, or the one that does hardly does."""
    if apart is None:
        text = "No tile lies apart from the hand, so the picture doesn't show which tile won."
        return [Doubt(Question.WINNING, (), text)]
    if apart.p >= _SURE:
        return []
    code = sightings[apart.sightings[0]].code
    text = f"{code} lies a little apart and is taken for the winning tile."
    return [Doubt(Question.WINNING, apart.sightings, text, (("another", round(1 - apart.p, 4)),))]


def _written(spots: Sequence[Spot]) -> str:
    return write_tiles([spot.tile for spot in spots if spot.tile is not None]) or "Face-down tiles"


def likeliest_cut(part: Part) -> Split:
    """Give the way to cut a part into melds that its sideways tiles and gaps fit best."""
    return min(part.cuts, key=partial(_strain, part))


def _strain(part: Part, cut: Split) -> tuple[int, float, Split]:
    """Tell how badly a cut fits: melds with two sideways tiles, then free space inside melds."""
    crowded, space, start = 0, 0.0, 0
    for size in cut:
        spots = part.spots[start : start + size]
        crowded += sum(spot.sideways for spot in spots) > 1
        space += sum(_free(one, other) for one, other in pairwise(spots))
        start += size
    return crowded, round(space, 3), cut


def _free(one: Spot, other: Spot) -> float:
    return other.x - one.x - one.half_width - other.half_width
