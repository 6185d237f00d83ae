"""Readings of pictured hands: of the layout alone, or of the whole picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.boxes import overlaps
from datasets.hands.judging import judge
from scoring.tile import Tile
from vision.layout import arrange, assemble
from vision.quad import areas, bounds
from vision.sighting import BACK, Sighting

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.hands.judging import Verdict
    from datasets.hands.truth import TrueHand
    from vision import Reader

__all__ = ["layout_alone", "sightings_of", "whole"]

_MOVED: Final = 0.03
_CORNER: Final = 0.025
"""Standard deviation of a located tile's shift and of each corner's, as shares of the tile's size."""
_SURE: Final = 0.995
_FOUND: Final = 0.4
"""IoU of upright boxes from which on a sighting is of a true tile."""


def sightings_of(truth: TrueHand, rng: np.random.Generator | None = None) -> list[Sighting]:
    """Make the sightings that a reader without a fault would have, in the order of the true tiles.

    Args:
        truth: the tiles.
        rng: where the error of the located corners comes from; None for none.
    """
    quads = truth.quads.astype(np.float64)
    if rng is not None and len(quads):
        sizes = np.sqrt(np.maximum(areas(quads), 1.0))[:, None, None]
        quads = quads + sizes * rng.normal(0, _MOVED, (len(quads), 1, 2))
        quads = quads + sizes * rng.normal(0, _CORNER, quads.shape)
    return [
        Sighting(
            quad=tuple((float(x), float(y)) for x, y in quad),  # type: ignore[arg-type]  # four of them
            kind=None if code == BACK else Tile(code),
            p=_SURE,
            found=_SURE,
        )
        for quad, code in zip(quads, truth.codes, strict=True)
    ]


def layout_alone(truth: TrueHand, rng: np.random.Generator | None = None) -> Verdict:
    """Judge the layout alone: every tile is seen where it lies and as what it shows."""
    arranged = arrange(sightings_of(truth, rng))
    hand, _ = assemble(arranged.sightings, arranged.groups)
    same = {index: index for index in range(len(truth.codes))}
    return judge(truth, same, arranged.groups, hand, arranged.doubts)


@dataclass(frozen=True)
class WholeReading:
    """What was made of one picture.

    Attributes:
        read: the verdict on the reading.
        told: the verdict on the layout of what was located, with every kind as it truly is.
        unseen: true tiles of the hand that were not located.
        misread: those that were read as another kind.
    """

    read: Verdict
    told: Verdict
    unseen: int
    misread: int


def whole(truth: TrueHand, picture: Path | NDArray[np.uint8], reader: Reader) -> WholeReading:
    """Let a reader read the picture and judge it.

    Raises:
        VisionError: the picture or a model can't be read.
    """
    reading = reader.read(picture)
    tile_of = _matched(truth, reading.sightings)
    read = judge(truth, tile_of, reading.groups, reading.hand, reading.doubts)
    named = [
        replace(each, kind=_kind(truth.codes[tile_of[index]]), p=_SURE, alternatives=())
        if index in tile_of
        else each
        for index, each in enumerate(reading.sightings)
    ]
    arranged = arrange(named)
    hand, _ = assemble(arranged.sightings, arranged.groups)
    told = judge(truth, tile_of, arranged.groups, hand, arranged.doubts)
    own = {member for group in truth.groups for member in group.members}
    misread = sum(
        reading.sightings[index].code != truth.codes[tile] for index, tile in tile_of.items() if tile in own
    )
    return WholeReading(read, told, len(own - set(tile_of.values())), misread)


def _kind(code: str) -> Tile | None:
    return None if code == BACK else Tile(code)


def _matched(truth: TrueHand, sightings: Sequence[Sighting]) -> dict[int, int]:
    """Give for each sighting the true tile that it is of, one to one, the best overlaps first."""
    if not len(truth.codes) or not sightings:
        return {}
    seen = bounds(np.array([sighting.quad for sighting in sightings], np.float64))
    overlap = overlaps(seen, bounds(truth.quads.astype(np.float64)))
    tile_of: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-overlap, axis=None, kind="stable").tolist():
        index, tile = divmod(flat, overlap.shape[1])
        if overlap[index, tile] < _FOUND:
            break
        if index not in tile_of and tile not in taken:
            tile_of[index] = tile
            taken.add(tile)
    return tile_of
