"""Which sighting is which labelled tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.boxes import overlaps
from vision.quad import bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.photos import LabelledTile
    from vision.sighting import Sighting

__all__ = ["FOUND", "Match", "match"]

FOUND: Final = 0.5
"""IoU of a sighting's upright box and a label's box from which on the tile counts as found."""

_NEAR: Final = 1.25


@dataclass(frozen=True)
class Match:
    """How the sightings of a photo and its labels go together.

    Attributes:
        found: for each labelled tile the index of its sighting, or None.
        near: indices of sightings that lie on a labelled tile and are not its match: doubled or misplaced
            ones. Sightings elsewhere are no mistake, since labels are incomplete.
    """

    found: tuple[int | None, ...]
    near: tuple[int, ...]


def match(tiles: Sequence[LabelledTile], sightings: Sequence[Sighting]) -> Match:
    """Match one to one, the best overlaps first.

    A sighting's upright box (the bounds of its quad) must overlap the label's box with an IoU of at least
    `FOUND`. A sighting lies on a labelled tile if its centre lies in the label's box enlarged by a quarter.
    """
    if not tiles or not sightings:
        return Match((None,) * len(tiles), ())
    boxes = np.array([tile.box for tile in tiles], np.float64)
    seen = bounds(np.array([sighting.quad for sighting in sightings], np.float64))
    overlap = overlaps(boxes, seen)
    found: list[int | None] = [None] * len(tiles)
    taken: set[int] = set()
    order = np.argsort(-overlap, axis=None, kind="stable")
    for label, index in zip(*(each.tolist() for each in np.unravel_index(order, overlap.shape)), strict=True):
        if overlap[label, index] < FOUND:
            break
        if found[label] is None and index not in taken:
            found[label] = index
            taken.add(index)
    near = [
        index
        for index, sighting in enumerate(sightings)
        if index not in taken and bool(_on(boxes, sighting.centre).any())
    ]
    return Match(tuple(found), tuple(near))


def _on(boxes: np.ndarray, centre: tuple[float, float]) -> np.ndarray:
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    half = (boxes[:, 2:] - boxes[:, :2]) / 2 * _NEAR
    return np.asarray((np.abs(np.array(centre) - middles) <= half).all(axis=1))
