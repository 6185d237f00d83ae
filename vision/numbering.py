"""Numbers what was seen in reading order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.doubt import Doubt
    from vision.group import Group
    from vision.sighting import Sighting

__all__ = ["in_reading_order"]


def in_reading_order(
    sightings: Sequence[Sighting], groups: Sequence[Group], doubts: Sequence[Doubt]
) -> tuple[tuple[Sighting, ...], tuple[Group, ...], tuple[Doubt, ...]]:
    """Number sightings anew: the hand's in reading order, then the others photo by photo from the top.

    Args:
        sightings: all tiles seen.
        groups: of the hand, in reading order; their indices and those of the doubts are numbered anew.
        doubts: what is in doubt.
    """
    held = [index for group in groups for index in group.sightings]
    others = sorted(
        set(range(len(sightings))) - set(held),
        key=lambda index: (
            sightings[index].photo,
            sightings[index].centre[1],
            sightings[index].centre[0],
            index,
        ),
    )
    order = [*held, *others]
    place = {index: number for number, index in enumerate(order)}
    return (
        tuple(_same_renumbered(sightings[index], place) for index in order),
        tuple(replace(group, sightings=tuple(place[index] for index in group.sightings)) for group in groups),
        tuple(
            replace(doubt, sightings=tuple(sorted(place[index] for index in doubt.sightings)))
            for doubt in doubts
        ),
    )


def _same_renumbered(sighting: Sighting, place: dict[int, int]) -> Sighting:
    return sighting if sighting.same is None else replace(sighting, same=place[sighting.same])
