"""Reads a photo of a revealed hand."""

from __future__ import annotations

import math
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from vision.blanks import tell_blanks
from vision.capture import Photo, load
from vision.classifier import Classifier
from vision.doubt import Doubt, Question
from vision.errors import SetFormatError
from vision.layout import arrange, assemble
from vision.letterbox import clip
from vision.locator import Locator
from vision.marks import MarkReader
from vision.naming import name_tiles
from vision.numbering import in_reading_order
from vision.quad import usual_side
from vision.reading import PhotoFacts, Reading
from vision.rectify import stand
from vision.sets.likeness import EnrolledSet
from vision.sets.tileset import TileSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models import ModelFacts
    from scoring.tile import Tile
    from vision.capture import Source
    from vision.classifier import Faces
    from vision.letterbox import Box
    from vision.locator import Located
    from vision.sets.tileset import SetFacts
    from vision.sighting import Sighting

__all__ = ["FaceClassifier", "Reader", "TileLocator"]

_WELL_SHOWN: Final = 40
"""Width of a tile in pixels from which on more of them show no more of its face."""

_BESIDE: Final = (0.7, 1.3)
"""Beside a tile lies what is at least so many of its short sides away, at most so many of its long ones."""


class TileLocator(Protocol):
    """What a reader needs of a locator; `Locator` is the one that ships."""

    facts: ModelFacts

    def locate(self, pixels: NDArray[np.uint8], region: Box | None = None) -> Located:
        """Find the tiles; see `Locator.locate`."""


class FaceClassifier(Protocol):
    """What a reader needs of a classifier; `Classifier` is the one that ships."""

    facts: ModelFacts

    def classify(self, pixels: NDArray[np.uint8], quads: NDArray[np.floating]) -> Faces:
        """Tell what the tiles show; see `Classifier.classify`."""


class Reader:
    """Reads photos of revealed hands. One reader can read any number of photos, one after the other.

    Args:
        locator: finds the tiles; by default the model that ships.
        classifier: tells what they show; by default the model that ships.
        marks: looks again at what may be a flower; by default the model that ships, beside another
            classifier none.
        threads: how many threads the shipped models may use; the result is the same with any number.
        sets: sets of tiles that were enrolled. A photo that shows one of them, as far as its tiles can tell,
            is read with its help; any other is read as if there were none.
        only_set: the one set that all photos show, whatever their tiles tell.

    Raises:
        NetworkError: sets were given with a classifier that can't compare tiles with them.
        SetFormatError: what was given is no set, or both ``sets`` and ``only_set``.
    """

    def __init__(
        self,
        locator: TileLocator | None = None,
        classifier: FaceClassifier | None = None,
        *,
        marks: MarkReader | None = None,
        threads: int | None = None,
        sets: Sequence[TileSet] = (),
        only_set: TileSet | None = None,
    ) -> None:
        """Remember the models; they are loaded when first run."""
        self._locator: TileLocator = Locator(threads=threads) if locator is None else locator
        self._classifier: FaceClassifier = Classifier(threads=threads) if classifier is None else classifier
        self._marks = MarkReader(threads=threads) if classifier is None and marks is None else marks
        if isinstance(sets, TileSet):
            raise SetFormatError("sets is a list of sets; the one that all photos show is only_set")
        if only_set is not None and sets:
            raise SetFormatError("either the photos show only_set, or it is to be found out which of sets")
        self._only = None if only_set is None else EnrolledSet(only_set, self._classifier)
        self._sets = tuple(EnrolledSet(each, self._classifier) for each in sets)

    def read(
        self, photo: Source | Photo, *, region: Box | None = None, winning_tile: Tile | None = None
    ) -> Reading:
        """Read a photo.

        Args:
            photo: a path, the bytes of a file, an array (see `vision.capture.load`), or a photo loaded
                before.
            region: where the hand lies, x, y, width, height in pixels of the oriented photo; by default it is
                looked for.
            winning_tile: which tile won, where the photo doesn't show it lying apart.

        Returns:
            The reading. A photo without tiles gives one without a hand, whose ``why`` says so.

        Raises:
            CaptureError: the photo can't be taken in.
            RegionError: the region has no area inside the photo.
            NetworkError: a model can't be used.
        """
        start = perf_counter()
        taken = photo if isinstance(photo, Photo) else load(photo)
        if region is not None:
            clip(region, (0, 0, taken.width, taken.height))  # refused before the work, whatever the locator
        loaded = perf_counter()
        pixels, located = self._find(taken, region)
        found = perf_counter()
        quads = stand(located.quads)
        faces = self._classifier.classify(pixels, quads)
        if self._marks is not None:
            faces = self._marks.look_again(pixels, quads, faces)
        faces, tile_set = self._compared(tell_blanks(pixels, quads, faces))
        if pixels is taken.reduced:
            quads = taken.to_photo(quads).astype(np.float32)
        seen, doubts = name_tiles(quads, located.scores, faces, self._classifier.facts)
        classified = perf_counter()
        arranged = arrange(seen, region=region, winning_tile=winning_tile)
        sightings, groups, arranged_doubts = in_reading_order(
            arranged.sightings, arranged.groups, (*doubts, *arranged.doubts)
        )
        hand, why = assemble(sightings, groups)
        done = perf_counter()
        return Reading(
            photo=PhotoFacts.of(taken),
            sightings=sightings,
            groups=groups,
            hand=hand,
            why=why,
            doubts=_of_the_hand(arranged_doubts, sightings),
            models=tuple((each.name, each.sha256) for each in self._models()),
            tile_set=tile_set,
            timings=(
                ("capture", loaded - start),
                ("locate", found - loaded),
                ("classify", classified - found),
                ("layout", done - classified),
            ),
        )

    def _models(self) -> list[ModelFacts]:
        facts = [self._locator.facts, self._classifier.facts]
        return facts if self._marks is None else [*facts, self._marks.facts]

    def _find(self, taken: Photo, region: Box | None) -> tuple[NDArray[np.uint8], Located]:
        """Find the tiles in the reduced photo, or in the whole one where they come out small in that.

        Returns:
            The pixels in which the tiles show well enough to be read, the photo's or those of the reduced
            one, and the tiles in pixels of those.
        """
        part = None if region is None else taken.to_reduced(region)
        located = self._locator.locate(taken.reduced, part)
        if taken.factor == 1 or not len(located) or usual_side(located.quads) >= _WELL_SHOWN:
            return taken.reduced, located
        return taken.pixels, self._locator.locate(taken.pixels, region)

    def _compared(self, faces: Faces) -> tuple[Faces, SetFacts | None]:
        """Let the enrolled set that a photo shows have its say in what the tiles are."""
        chosen, likeness = self._only, None if self._only is None else self._only.likeness(faces)
        if chosen is None:
            for each in self._sets:
                likely = each.likeness(faces)
                if likely.close and (likeness is None or likely.closeness > likeness.closeness):
                    chosen, likeness = each, likely
        if chosen is None or likeness is None or not len(faces.kinds):
            return faces, None
        return replace(
            faces, kinds=chosen.blend(faces, likeness, named=self._only is not None)
        ), chosen.tiles.facts


def _of_the_hand(doubts: Sequence[Doubt], sightings: Sequence[Sighting]) -> tuple[Doubt, ...]:
    """Leave out doubts about tiles elsewhere on the table: they change nothing.

    A tile beside the hand's own is another matter: read right it may be one of them.
    """
    held = [sighting for sighting in sightings if sighting.in_hand]
    kept = []
    for doubt in doubts:
        about_hand = any(sightings[index].in_hand for index in doubt.sightings)
        if not doubt.sightings or about_hand or doubt.question is Question.ROLE:
            kept.append(doubt)
        elif doubt.question is Question.TILE and any(
            _beside(sightings[index], other) for index in doubt.sightings for other in held
        ):
            text = f"{doubt.text[:-1]}; it lies beside the hand and was left out of it."
            kept.append(replace(doubt, text=text))
    return tuple(kept)


def _beside(one: Sighting, held: Sighting) -> bool:
    """Tell whether a face lies next to one of the hand's tiles, is about as large and doesn't cover it."""
    if one.back:
        return False
    low, high = _BESIDE
    distance = math.dist(one.centre, held.centre)
    sides = _sides(held)
    alike = low <= sum(_sides(one)) / sum(sides) <= 1 / low
    return alike and low * min(sides) <= distance <= high * max(sides)


def _sides(sighting: Sighting) -> list[float]:
    return [math.dist(sighting.quad[place - 1], sighting.quad[place]) for place in range(4)]
