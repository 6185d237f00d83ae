"""What role each part of a hand plays, weighed by where it lies and never by what would win.

Rows are cut at their clear gaps into parts. Each way to give the parts their roles gets a weight (a sum, in
natural logarithms of odds) from the table's conventions, and from the number of tiles that every hand has:
seventeen with a kong counted as three. Whether the tiles make a winning hand is not looked at.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from vision.group import MeldShape
from vision.layout.rows import CLEAR_GAP
from vision.layout.splits import Split, meld_shape, splits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.tile import Tile
    from vision.layout.spots import Spot

__all__ = ["Casting", "Part", "Place", "cast", "kongs_among"]

_HAND: Final = 17
_MOST_WAYS: Final = 4000
_USUAL_CHANCE: Final = 0.7
_HARDLY: Final = 0.5
_OFF_ROW: Final = 0.8


class Place(Enum):
    """What a part can be."""

    CONCEALED = "concealed"
    EXPOSED = "exposed"
    KONG = "concealed kong"
    WINNING = "winning"
    OUTSIDE = "outside"


@dataclass(frozen=True)
class Part:
    """Neighbouring tiles of a row without a clear gap, flowers left out.

    Attributes:
        spots: the tiles, in reading order.
        row: number of the row, 0 the farthest from the player.
        last_row: number of the row nearest to the player.
        before: free space before the part in its row, in tile widths; infinite at the row's start.
        after: likewise behind it.
        touched: free space before and behind it up to concealed or exposed tiles; infinite where flowers,
            a kong with a face-down tile or nothing lies beside it.
        flowers: whether a flower lies in the same row.
        parts_in_row: how many parts the row has.
        main: whether the part lies in the hand's longest unbroken row.
        raised: how far a single tile is shifted out of its row, or lies from the hand, in tile widths.
        lean: the mean angle between the tiles and the hand's direction, radians.
        chance: the least probability, among its tiles, that a tile lies there and is what it was read as.
        beyond: whether the part lies farther from the player than every row.
    """

    spots: tuple[Spot, ...]
    row: int
    last_row: int
    before: float
    after: float
    touched: tuple[float, float]
    flowers: bool
    parts_in_row: int
    main: bool
    raised: float
    lean: float
    chance: float
    beyond: bool

    @property
    def cuts(self) -> tuple[Split, ...]:
        """Every way to cut the part into melds."""
        return splits([spot.tile for spot in self.spots])

    @property
    def apart(self) -> float:
        """How far a single tile lies from its neighbours, in tile widths."""
        beside = min(self.before, self.after)
        return max(beside if math.isfinite(beside) else 0.0, self.raised)


@dataclass(frozen=True)
class Casting:
    """The likeliest roles.

    Attributes:
        places: of each part.
        chances: of each part, the probability of each place.
    """

    places: tuple[Place, ...]
    chances: tuple[dict[Place, float], ...]


def cast(parts: Sequence[Part]) -> Casting:
    """Weigh every way to give the parts roles.

    Returns:
        The best, with the probabilities of the others. Of equal ways the first in the order of `Place` is
        taken.
    """
    options = [_options(part) for part in parts]
    weighed = [(local + _whole(parts, places), places) for local, places in _ways(options)]
    best = max(weight for weight, _ in weighed)
    chosen = next(places for weight, places in weighed if weight == best)
    total = sum(math.exp(weight - best) for weight, _ in weighed)
    chances: list[dict[Place, float]] = [dict.fromkeys(each, 0.0) for each in options]
    for weight, places in weighed:
        for chance, place in zip(chances, places, strict=True):
            chance[place] += math.exp(weight - best) / total
    return Casting(chosen, tuple(chances))


def _ways(options: Sequence[dict[Place, float]]) -> list[tuple[float, tuple[Place, ...]]]:
    """List the ways to take one option for each part, at most one of them the winning tile.

    With very many parts only the likeliest beginnings are followed.
    """
    ways: list[tuple[float, tuple[Place, ...]]] = [(0.0, ())]
    for choices in options:
        ways = [
            (weight + more, (*places, place))
            for weight, places in ways
            for place, more in choices.items()
            if place is not Place.WINNING or Place.WINNING not in places
        ]
        if len(ways) > _MOST_WAYS:
            ways = sorted(ways, key=lambda way: -way[0])[:_MOST_WAYS]
    return ways


def _options(part: Part) -> dict[Place, float]:
    """Weigh what a part can be, by itself."""
    backs = sum(spot.tile is None for spot in part.spots)
    shape = meld_shape([spot.tile for spot in part.spots])
    if backs:
        # Four tiles of which some lie face down are a concealed kong; other backs are the wall's.
        kong = shape is MeldShape.KONG
        return {Place.KONG: 1.0, Place.OUTSIDE: 0.0 if backs == 4 else -2.0} if kong else {Place.OUTSIDE: 0.0}
    sideways = sum(spot.sideways for spot in part.spots)
    weights = {Place.CONCEALED: _concealed(part, sideways)}
    if part.cuts:
        weights[Place.EXPOSED] = _exposed(part, sideways)
    if shape is MeldShape.KONG and not sideways:
        weights[Place.KONG] = 0.6 + (0.6 if part.row == part.last_row else -0.8)
    if len(part.spots) == 1:
        weights[Place.WINNING] = _winning(part)
    if not part.main or part.row < part.last_row - 1:
        # Even the longest unbroken row is somebody's discards where two others lie nearer the player.
        weights[Place.OUTSIDE] = _outside(part)
    elif len(part.spots) == 1 and part.chance < _HARDLY:
        # What is hardly seen at the end of a row may be no tile at all.
        weights[Place.OUTSIDE] = -2.0 - 4 * math.log(max(part.chance, 0.05) / _HARDLY)
    return weights


def _concealed(part: Part, sideways: int) -> float:
    weight = -4.0 * sideways if len(part.spots) > 1 else 0.0
    if part.cuts and not any(_sorted(part, cut) for cut in part.cuts):
        # Concealed tiles are kept sorted; in a claimed chow the claimed tile may lie in the middle.
        weight -= 2.0
    if part.row < part.last_row and len(part.spots) <= 4:
        weight -= 0.4
    if len(part.spots) == 1:
        weight -= 2.5 * max(part.raised - 0.6, 0.0)
    return weight


def _sorted(part: Part, cut: Split) -> bool:
    """Tell whether each meld of a cut lies in order, rising or falling."""
    start = 0
    for size in cut:
        indices = [spot.tile.index for spot in part.spots[start : start + size] if spot.tile is not None]
        if indices not in (sorted(indices), sorted(indices, reverse=True)):
            return False
        start += size
    return True


def _winning(part: Part) -> float:
    near = min(max(5 * (part.apart - 0.25), -2.0), 3.0)
    # Beyond the next row's place a single tile is more and more a discard, on the table's side above all.
    far = 1.5 * max(part.raised - 1.5, 0.0) + (1.0 if part.beyond else 0.0)
    if part.spots[0].sideways and part.raised > _OFF_ROW:
        # Off the row a tile that lies across is more likely a discard.
        far += 1.0
    # What is hardly read is often no tile at all, but a pattern on the cloth.
    hardly = 4 * math.log(min(max(part.chance, 0.05) / _USUAL_CHANCE, 1.0))
    return near - far - 4 * part.lean + hardly


def _exposed(part: Part, sideways: int) -> float:
    melds = min(len(cut) for cut in part.cuts)
    weight = min(4.0 * sideways, 6.0)
    if sideways > melds:
        weight -= 6.0
    if part.last_row:
        # Beyond the concealed tiles as a rule, but some tables lay them nearer the player.
        weight += 1.6 if part.row < part.last_row else -1.0
    else:
        weight -= 0.5
    if part.flowers:
        # Flowers lie with the exposed melds.
        weight += 2.0 if part.last_row else 1.0
    if max(part.touched) < CLEAR_GAP or (min(part.touched) < CLEAR_GAP and not sideways):
        # It touches concealed tiles, or seems to.
        weight -= 1.7
    if melds == 1:
        weight += 0.5
    return weight


def _outside(part: Part) -> float:
    # Discards lie at any angle; melds that were laid down singly are askew by a little.
    weight = -4.0 + (8 if len(part.spots) == 1 else 5) * part.lean + max(part.raised - 1.6, 0.0)
    if len(part.spots) == 1 and part.raised > 1.0:
        # A single tile out of the rows: any discard that came to lie near.
        return weight + (4.0 if part.beyond else 3.0)
    if part.row < part.last_row:
        weight += 1.0
    if part.row < part.last_row - 1:
        # A hand lies in two rows as a rule, seldom in three.
        weight += 2.0
    if len(part.spots) <= 2:
        weight += 1.0
    return weight


def _whole(parts: Sequence[Part], places: Sequence[Place]) -> float:
    """Weigh a whole way: the number of tiles, and where the concealed tiles lie."""
    concealed = [part for part, place in zip(parts, places, strict=True) if place is Place.CONCEALED]
    standing = [spot.tile for part in concealed for spot in part.spots]
    weight = 0.0 if concealed else -5.0
    rows = {part.row for part in concealed}
    weight -= 1.2 * max(len(rows) - 1, 0)
    if len(concealed) > 1:
        # Concealed tiles lie together: laid out in pieces all of them or none.
        weight -= 0.3 * (len(concealed) - 1)
    others = sum(place is Place.WINNING for place in places)
    counts = [others + melded for melded in _melded(parts, places)]
    return weight + max(-_loss(kongs_among(standing, count), standing, count) for count in counts)


def kongs_among(standing: Sequence[Tile | None], others: int) -> int:
    """Tell how many fours among the concealed tiles must be kongs for the number of tiles to be a hand's.

    Args:
        standing: the concealed tiles without the winning tile.
        others: number of the other tiles, kongs counted as three.

    >>> from scoring.notation import parse_tiles
    >>> kongs_among(parse_tiles("EEEE 123456789m 123p CC"), 0)
    1
    >>> kongs_among(parse_tiles("EEEE 23456789m 123p CC"), 0)
    0
    """
    fours = sum(count == 4 for tile, count in Counter(standing).items() if tile is not None)
    return min(range(fours + 1), key=lambda kongs: (_loss(kongs, standing, others), kongs))


def _loss(kongs: int, standing: Sequence[Tile | None], others: int) -> float:
    return 0.5 * kongs - _count(len(standing) + others - kongs)


def _melded(parts: Sequence[Part], places: Sequence[Place]) -> list[int]:
    """List how many tiles the melds can count, kongs as three."""
    ways = {0}
    for part, place in zip(parts, places, strict=True):
        if place is Place.EXPOSED:
            ways = {have + 3 * len(cut) for have in ways for cut in part.cuts}
        elif place is Place.KONG:
            ways = {have + 3 for have in ways}
    return sorted(ways)


def _count(count: int) -> float:
    if count == _HAND:
        return 1.5
    if count > _HAND:
        return -2.5 - 0.8 * (count - _HAND)
    return 0.0 if count % 3 == 2 else -2.0
