"""The vote of several frames on what the hand is.

The frames vote on two things. How the tiles are grouped (roles, melds and how many tiles each has) is taken
from the frames that agree on it in the greatest number. What each tile shows is then told by all looks at it
together, also from frames that group the hand otherwise. The result has the quads of one frame: the sharpest
of those that won.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision import Doubt, Group, Question, Reading, Sighting
from vision.joining.fused import fused
from vision.layout.assemble import assemble
from vision.quad import iou
from vision.regroup import shaped

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Look", "Voted", "match", "shape_of", "vote"]

_OVERLAP: Final = 0.3
"""Two quads of which so much is common (IoU) show the same tile."""

Shape: TypeAlias = "tuple[tuple[str, str, int], ...]"
"""Role, meld and number of tiles of each group."""


@dataclass(frozen=True)
class Look:
    """What was read from one frame.

    Attributes:
        frame: its number.
        sharpness: as `sharpness` measures it.
        reading: of that frame by itself.
    """

    frame: int
    sharpness: float
    reading: Reading


@dataclass(frozen=True)
class Voted:
    """What several frames together say.

    Attributes:
        reading: with the quads and the photo of the frame that was taken.
        look: at that frame.
        votes: frames that group the tiles so.
        of: frames that voted.
    """

    reading: Reading
    look: Look
    votes: int
    of: int


def vote(looks: Sequence[Look]) -> Voted:
    """Let looks at one hand vote.

    Args:
        looks: one at least, in the order of the frames.

    Raises:
        ValueError: there is none.
    """
    if not looks:
        raise ValueError("without a look there is no vote")
    shapes = Counter(shape_of(each.reading) for each in looks)
    last = {shape_of(each.reading): place for place, each in enumerate(looks)}
    # Of equally many votes those that see more tiles win: a hand before the camera hides some.
    won = max(shapes, key=lambda shape: (shapes[shape], sum(size for _, _, size in shape), last[shape]))
    winners = [each for each in looks if shape_of(each.reading) == won]
    taken = max(winners, key=lambda each: (each.sharpness, each.frame))
    others = [each.reading for each in looks if each is not taken]
    return Voted(_voted(taken.reading, others), taken, len(winners), len(looks))


def shape_of(reading: Reading) -> Shape:
    """Give how a reading groups the tiles, whatever they show."""
    return tuple(
        (group.role.value, "" if group.meld is None else group.meld.value, len(group.sightings))
        for group in reading.groups
    )


def match(first: Sequence[Sighting], second: Sequence[Sighting]) -> dict[int, int]:
    """Find the same tiles in two frames between which the camera may have moved.

    Args:
        first: sightings of one frame.
        second: of the other.

    Returns:
        Places in the first to those in the second.
    """
    moved = _moved(first, second)
    pairs = []
    for one, sighting in enumerate(first):
        quad = np.array(sighting.quad, np.float32)
        reach = math.dist(sighting.quad[0], sighting.quad[2])
        x, y = sighting.centre
        for other, mate in enumerate(second):
            if math.dist((x + moved[0], y + moved[1]), mate.centre) < reach:
                common = iou(quad + np.array(moved, np.float32), np.array(mate.quad, np.float32))
                if common >= _OVERLAP:
                    pairs.append((-common, one, other))
    found: dict[int, int] = {}
    for _, one, other in sorted(pairs):
        if one not in found and other not in found.values():
            found[one] = other
    return found


def _moved(first: Sequence[Sighting], second: Sequence[Sighting]) -> tuple[float, float]:
    """Give the shift in pixels on which the most tiles of equal kinds agree; of equal ones the smallest."""
    shifts = [
        (other.centre[0] - one.centre[0], other.centre[1] - one.centre[1])
        for one in first
        for other in second
        if one.code == other.code
    ]
    if not shifts:
        return 0.0, 0.0
    every = np.array(shifts)
    side = min(math.dist(each.quad[0], each.quad[1]) for each in first) / 2
    near = np.linalg.norm(every[:, None] - every[None], axis=2) < side
    order = sorted(range(len(shifts)), key=lambda at: (-int(near[at].sum()), math.hypot(*shifts[at]), at))
    agreed = every[near[order[0]]].mean(axis=0)
    return float(agreed[0]), float(agreed[1])


def _voted(taken: Reading, others: Sequence[Reading]) -> Reading:
    """Let all looks say what the tiles of one frame show."""
    matched = [(reading, match(taken.sightings, reading.sightings)) for reading in others]
    seen = [
        fused([sighting, *(reading.sightings[mates[place]] for reading, mates in matched if place in mates)])
        for place, sighting in enumerate(taken.sightings)
    ]
    groups = tuple(shaped(taken.groups, seen))
    hand, why = assemble(seen, groups)
    return replace(
        taken,
        sightings=tuple(seen),
        groups=groups,
        hand=hand,
        why=why,
        doubts=_doubts(taken, seen, groups),
    )


def _doubts(taken: Reading, seen: Sequence[Sighting], groups: Sequence[Group]) -> tuple[Doubt, ...]:
    """Ask anew which kinds aren't sure; what one frame asks of places and numbers stays."""
    held = {index for group in groups for index in group.sightings}
    beside = {index for doubt in taken.doubts if doubt.question is Question.TILE for index in doubt.sightings}
    unsure = sorted(
        (index for index in held | beside if not seen[index].sure), key=lambda index: (seen[index].p, index)
    )
    kinds = [
        Doubt(
            Question.TILE,
            (index,),
            f"{seen[index].code} is not sure (p {seen[index].p:.2f}).",
            seen[index].alternatives,
        )
        for index in unsure
    ]
    return (*kinds, *(doubt for doubt in taken.doubts if doubt.question is not Question.TILE))
