"""Which melds two photos both show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.group import MeldShape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.group import Group
    from vision.sighting import Sighting

__all__ = ["MeldPair", "codes_of", "pair_melds", "pair_tiles"]


@dataclass(frozen=True)
class MeldPair:
    """A meld in one photo that is taken for one in the other.

    Attributes:
        first: the meld in the first photo.
        second: likewise in the second.
        sure: whether nothing else can be: a set has no tiles for two such melds, or the neighbouring meld is
            the same too.
    """

    first: Group
    second: Group
    sure: bool


def codes_of(seen: Sequence[Sighting], group: Group) -> tuple[str, ...]:
    """Give the codes of a meld's tiles in the order of the codes; of a kong each is the face that shows."""
    codes = sorted(seen[index].code for index in group.sightings)
    if group.meld is MeldShape.KONG:
        faces = [seen[index].code for index in group.sightings if not seen[index].back]
        return tuple(faces[:1] * 4) if faces else tuple(codes)
    return tuple(codes)


def pair_melds(seen: Sequence[Sighting], first: Sequence[Group], second: Sequence[Group]) -> list[MeldPair]:
    """Pair the melds of two photos, in the order in which they lie as far as that goes.

    Args:
        seen: the sightings of both photos.
        first: melds of the first photo in reading order.
        second: of the second.
    """
    places = _in_order(
        [[_alike(codes_of(seen, one), codes_of(seen, other)) for other in second] for one in first]
    )
    beside = {(one + step, other + step) for one, other in places for step in (-1, 1)}
    pairs = []
    for one, other in places:
        fixed = _fixed(codes_of(seen, first[one])) or (one, other) in beside
        pairs.append(MeldPair(first[one], second[other], fixed))
    free_first = [group for place, group in enumerate(first) if place not in {one for one, _ in places}]
    free_second = [group for place, group in enumerate(second) if place not in {other for _, other in places}]
    for group in free_first:
        codes = codes_of(seen, group)
        match = next((each for each in free_second if _alike(codes, codes_of(seen, each))), None)
        if match is not None:
            free_second.remove(match)
            pairs.append(MeldPair(group, match, _fixed(codes)))
    return pairs


def pair_tiles(
    seen: Sequence[Sighting], first: Sequence[int], second: Sequence[int]
) -> list[tuple[int, int]]:
    """Pair the tiles of one meld as two photos show it: in the order in which they lie, equal kinds only.

    A kong that shows backs is paired by place.
    """
    if any(seen[index].back for index in (*first, *second)) and len(first) == len(second):
        return list(zip(first, second, strict=True))
    free = list(second)
    pairs = []
    for index in first:
        match = next((other for other in free if seen[other].code == seen[index].code), None)
        if match is not None:
            free.remove(match)
            pairs.append((index, match))
    return pairs


def _fixed(codes: tuple[str, ...]) -> bool:
    """Tell whether a set can't hold a second meld like this: three and three of a kind are more than four."""
    return len(set(codes)) == 1 and "back" not in codes


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether two melds are equal, or a pung and a kong of one kind."""
    return one == other or (_fixed(one) and set(one) == set(other))


def _in_order(alike: Sequence[Sequence[bool]]) -> list[tuple[int, int]]:
    """Find the longest common run of melds, places in the first and in the second, in order."""
    rows, columns = len(alike), len(alike[0]) if alike else 0
    longest = [[0] * (columns + 1) for _ in range(rows + 1)]
    for one in reversed(range(rows)):
        for other in reversed(range(columns)):
            paired = 1 + longest[one + 1][other + 1] if alike[one][other] else 0
            longest[one][other] = max(paired, longest[one + 1][other], longest[one][other + 1])
    places, one, other = [], 0, 0
    while one < rows and other < columns:
        if alike[one][other] and longest[one][other] == 1 + longest[one + 1][other + 1]:
            places.append((one, other))
            one, other = one + 1, other + 1
        elif longest[one + 1][other] >= longest[one][other + 1]:
            one += 1
        else:
            other += 1
    return places
