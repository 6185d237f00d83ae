"""The tiles of a photo in rows, as a person lists them who looks at it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.plane import lay_flat
from vision.layout.rows import rows_of
from vision.layout.spots import chains, heading, spots, turned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sighting import Sighting

__all__ = ["rows_of_photo"]

_TRUSTED: Final = 0.8


def rows_of_photo(sightings: Sequence[Sighting], *, backs: bool = False) -> tuple[tuple[int, ...], ...]:
    """Put the face-up tiles in rows: from the top of the photo down, each from left to right.

    Left and right are the photo's; how the faces are turned plays no part, and rows may lie askew.

    Args:
        sightings: all tiles seen.
        backs: whether tiles that lie face down stand in the rows as well, or are left out.

    Returns:
        The rows, each the indices of its tiles.
    """
    faces = [index for index, each in enumerate(sightings) if backs or not each.back]
    if not faces:
        return ()
    quads = np.array([sightings[index].quad for index in faces], np.float64)
    sure = np.array([sightings[index].p >= _TRUSTED for index in faces], np.bool_)
    table = lay_flat(quads, sure)
    tiles = [sightings[index].kind for index in faces]
    places = list(range(len(faces)))
    line, _ = heading(table, tiles, chains(table, places)[0])
    # Tiles that lie sideways make a chain that runs down the photo; rows are read across it all the same.
    line = turned(line - math.pi / 2 * round(line / (math.pi / 2)))
    rows = rows_of(spots(table, tiles, places, (line, line)))
    return tuple(tuple(faces[spot.index] for spot in row.spots) for row in rows)
