"""The figures of a reader on labelled photos."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.benchmark.calibration import calibration_error
from datasets.benchmark.matching import match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from datasets.benchmark.matching import Match
    from datasets.photos import LabelledPhoto, LabelledTile
    from vision.sighting import Sighting

__all__ = ["Measure", "PhotoResult", "compare"]

_SURE: Final = 0.9


@dataclass(frozen=True)
class PhotoResult:
    """One photo with what was seen in it.

    Attributes:
        photo: with its labels.
        sightings: what the reader saw.
        match: how they go together.
    """

    photo: LabelledPhoto
    sightings: tuple[Sighting, ...]
    match: Match

    def pairs(self) -> Iterator[tuple[LabelledTile, Sighting | None]]:
        """Yield each labelled tile with its sighting, None where it was not found."""
        for tile, index in zip(self.photo.tiles, self.match.found, strict=True):
            yield tile, None if index is None else self.sightings[index]

    def misses(self) -> Iterator[tuple[LabelledTile, Sighting | None]]:
        """Yield the labelled tiles that were not found or not read right."""
        for tile, sighting in self.pairs():
            if sighting is None or sighting.kind != tile.kind:
                yield tile, sighting


@dataclass(frozen=True)
class Measure:
    """The figures of a reader on labelled photos. Shares are of 1; an empty one is NaN.

    >>> Measure(()).photos
    0
    """

    results: tuple[PhotoResult, ...]

    @property
    def photos(self) -> int:
        """Number of photos."""
        return len(self.results)

    @property
    def tiles(self) -> int:
        """Number of labelled tiles."""
        return sum(len(result.photo.tiles) for result in self.results)

    @property
    def found(self) -> float:
        """Share of the labelled tiles that were found."""
        return _share([sighting is not None for _, sighting in self._pairs()])

    @property
    def faces_right(self) -> float:
        """Share of the found tiles whose kind was read right."""
        return _share([sighting.kind == tile.kind for tile, sighting in self._found()])

    @property
    def flowers_right(self) -> float:
        """Share of the found flowers whose kind was read right."""
        return _share([sighting.kind == tile.kind for tile, sighting in self._found() if tile.kind.is_flower])

    @property
    def right(self) -> float:
        """Share of the labelled tiles that were found and read right."""
        return _share(
            [sighting is not None and sighting.kind == tile.kind for tile, sighting in self._pairs()]
        )

    @property
    def photos_right(self) -> float:
        """Share of the photos whose labelled tiles were all found and read right."""
        return _share([not any(result.misses()) for result in self.results])

    @property
    def false_near(self) -> int:
        """Number of sightings that lie on a labelled tile and aren't its match."""
        return sum(len(result.match.near) for result in self.results)

    @property
    def precision_near(self) -> float:
        """Share of the sightings on labelled tiles that are their match."""
        found = len(list(self._found()))
        return found / (found + self.false_near) if found + self.false_near else float("nan")

    @property
    def calibration_error(self) -> float:
        """Expected calibration error of ``p`` on found tiles."""
        found = list(self._found())
        return calibration_error(
            np.array([sighting.p for _, sighting in found]),
            np.array([sighting.kind == tile.kind for tile, sighting in found], bool),
        )

    @property
    def sure_and_wrong(self) -> int:
        """Number of found tiles read wrong with a ``p`` of at least 0.9."""
        return sum(sighting.kind != tile.kind and sighting.p >= _SURE for tile, sighting in self._found())

    @property
    def confusions(self) -> tuple[tuple[str, str, int], ...]:
        """What was read wrong: label, what was read (``missed`` where nothing was), how often."""
        counts = Counter(
            (tile.kind.code, "missed" if sighting is None else sighting.code)
            for result in self.results
            for tile, sighting in result.misses()
        )
        ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
        return tuple((label, read, count) for (label, read), count in ordered)

    @property
    def kinds(self) -> tuple[tuple[str, int, int, int], ...]:
        """For each labelled kind: code, labelled, found, read right."""
        labelled: Counter[str] = Counter()
        found: Counter[str] = Counter()
        right: Counter[str] = Counter()
        order = {}
        for tile, sighting in self._pairs():
            order[tile.kind.code] = tile.kind.index
            labelled[tile.kind.code] += 1
            found[tile.kind.code] += sighting is not None
            right[tile.kind.code] += sighting is not None and sighting.kind == tile.kind
        codes = sorted(order, key=lambda code: order[code])
        return tuple((code, labelled[code], found[code], right[code]) for code in codes)

    def export(self) -> dict[str, Any]:
        """Give the figures as what JSON can hold; what there is no figure for is None."""
        figures = {
            "photos": self.photos,
            "tiles": self.tiles,
            "found": self.found,
            "faces_right": self.faces_right,
            "flowers_right": self.flowers_right,
            "right": self.right,
            "photos_right": self.photos_right,
            "false_near": self.false_near,
            "precision_near": self.precision_near,
            "calibration_error": self.calibration_error,
            "sure_and_wrong": self.sure_and_wrong,
            "confusions": [list(each) for each in self.confusions],
            "kinds": [list(each) for each in self.kinds],
        }
        return {
            name: None if isinstance(figure, float) and math.isnan(figure) else figure
            for name, figure in figures.items()
        }

    def _pairs(self) -> Iterator[tuple[LabelledTile, Sighting | None]]:
        for result in self.results:
            yield from result.pairs()

    def _found(self) -> Iterator[tuple[LabelledTile, Sighting]]:
        for tile, sighting in self._pairs():
            if sighting is not None:
                yield tile, sighting


def _share(outcomes: Sequence[bool]) -> float:
    return sum(outcomes) / len(outcomes) if outcomes else float("nan")


def compare(photos: Iterable[LabelledPhoto], see: Callable[[LabelledPhoto], Sequence[Sighting]]) -> Measure:
    """Let a reader see each photo and compare with the labels.

    Args:
        photos: with their labels.
        see: gives the sightings of a photo.
    """
    results = []
    for photo in photos:
        sightings = tuple(see(photo))
        results.append(PhotoResult(photo, sightings, match(photo.tiles, sightings)))
    return Measure(tuple(results))
