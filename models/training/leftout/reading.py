"""Whole photos read by a locator and a classifier that did not see their design or table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.benchmark import calibration_error, compare
from models import load
from models.training.leftout.answers import file_facts
from models.training.leftout.photos import scattered_photos
from vision import Reader
from vision.classifier import Classifier
from vision.locator import Locator
from vision.marks import MarkReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from datasets.benchmark import Measure, PhotoResult
    from datasets.photos import LabelledPhoto, LabelledTile

__all__ = ["ReadFigures", "false_inside", "read_with", "reader_of", "summed_up"]

# Charts show jokers and doubled flowers that carry no label.
_CHART: Final = "chart"
_ONE_ROW: Final = 0.6
"""Labelled tiles nearer to each other than this share of their smaller side lie in one group."""


@dataclass(frozen=True)
class ReadFigures:
    """How whole photos of one design were read. Shares are of 1; an empty one is NaN.

    Attributes:
        name: of the design, or of what is summed up.
        photos: number of photos.
        tiles: number of labelled tiles.
        found: share of those that were found (IoU 0.5).
        faces_right: share of the found suit and honour tiles that were read right, odd ones left out.
        flowers_right: share of the found flowers that were read right, odd ones left out.
        hands_right: share of the photos in which every labelled tile (odd ones left out) was found and read
            right.
        clean: share of the photos without a false tile on a labelled one or between those of a group; only of
            photos whose boxes tell (no charts, no tiles that lie about at all angles).
        calibration_error: ECE of ``p`` on found tiles.
    """

    name: str
    photos: int
    tiles: int
    found: float
    faces_right: float
    flowers_right: float
    hands_right: float
    clean: float
    calibration_error: float


def reader_of(locator: Path | None, classifier: Path | None, marks: Path | None = None) -> Reader:
    """Make a reader of model files, each with the settings of the model that ships; None is what ships.

    Beside a classifier that is named, no mark reader is used but one that is named too: the one that ships
    has seen every design.

    Raises:
        LabelError: a file can't be read.
    """
    facts = dict(load())
    named = {"locator": locator, "classifier": classifier, "marks": marks}
    facts |= {name: file_facts(name, path, facts[name]) for name, path in named.items() if path is not None}
    return Reader(
        Locator(facts["locator"], threads=1),
        Classifier(facts["classifier"], threads=1),
        marks=MarkReader(facts["marks"], threads=1) if classifier is None or marks is not None else None,
    )


def read_with(reader: Reader, photos: Sequence[LabelledPhoto]) -> Measure:
    """Read every photo and compare with its labels.

    Args:
        reader: that saw none of them.
        photos: with their designs filled in.

    Raises:
        VisionError: a photo or a model can't be used.
    """
    return compare(photos, lambda photo: reader.read(photo.path).sightings)


def summed_up(
    name: str, results: Sequence[PhotoResult], odd: Mapping[tuple[str, str, int], str]
) -> ReadFigures:
    """Sum up photos.

    Args:
        name: what to call them.
        results: from `read_with`.
        odd: tiles that are no fair question, by folder, file and line; those with a note are none either.
    """
    measured = [
        (tile, sighting)
        for result in results
        for tile, sighting in result.pairs()
        if not _odd(result.photo, tile, odd)
    ]
    found = [(tile, sighting) for tile, sighting in measured if sighting is not None]
    scattered = scattered_photos()
    return ReadFigures(
        name=name,
        photos=len(results),
        tiles=sum(len(result.photo.tiles) for result in results),
        found=_share([sighting is not None for result in results for _, sighting in result.pairs()]),
        faces_right=_share(
            [sighting.kind == tile.kind for tile, sighting in found if not tile.kind.is_flower]
        ),
        flowers_right=_share([sighting.kind == tile.kind for tile, sighting in found if tile.kind.is_flower]),
        hands_right=_share(
            [not any(not _odd(result.photo, tile, odd) for tile, _ in result.misses()) for result in results]
        ),
        clean=_share(
            [
                not result.match.near and not any(True for _ in false_inside(result))
                for result in results
                if _CHART not in result.photo.tags
                and (result.photo.split, result.photo.file) not in scattered
            ]
        ),
        calibration_error=calibration_error(
            np.array([sighting.p for _, sighting in found]),
            np.array([sighting.kind == tile.kind for tile, sighting in found], bool),
        ),
    )


def false_inside(result: PhotoResult) -> Iterator[int]:
    """Yield the sightings that match no label but lie between labelled tiles that belong together.

    Labels are incomplete, but within a row of labelled tiles nothing else lies. A sighting counts whose
    centre lies in the hull of a group of labelled tiles and on none of them.
    """
    boxes = result.photo.boxes
    if not len(boxes):
        return
    corners = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    hulls = [cv2.convexHull(corners[group].reshape(-1, 2)) for group in _groups(boxes)]
    taken = {index for index in result.match.found if index is not None} | set(result.match.near)
    for index, sighting in enumerate(result.sightings):
        if index not in taken and any(
            cv2.pointPolygonTest(hull, sighting.centre, measureDist=False) > 0 for hull in hulls
        ):
            yield index


def _groups(boxes: np.ndarray) -> list[list[int]]:
    """Put boxes into groups of those that lie next to each other."""
    sides = (boxes[:, 2:] - boxes[:, :2]).min(axis=1)
    latest, earliest = (
        np.maximum(boxes[:, None, :2], boxes[:, :2]),
        np.minimum(boxes[:, None, 2:], boxes[:, 2:]),
    )
    gap = np.maximum(latest - earliest, 0)
    near = np.hypot(gap[..., 0], gap[..., 1]) < _ONE_ROW * np.minimum(sides[:, None], sides[None, :])
    group_of = np.arange(len(boxes))
    for one, other in np.argwhere(np.triu(near, 1)):
        group_of[group_of == group_of[other]] = group_of[one]
    return [np.flatnonzero(group_of == group).tolist() for group in np.unique(group_of)]


def _odd(photo: LabelledPhoto, tile: LabelledTile, odd: Mapping[tuple[str, str, int], str]) -> bool:
    return bool(tile.note) or (photo.split, photo.file, tile.line) in odd


def _share(outcomes: Sequence[bool]) -> float:
    return sum(outcomes) / len(outcomes) if outcomes else math.nan
