"""``python -m datasets.enrolment``: what it helps, and whom it harms, to show the reader a set first.

``drawn`` draws sets that no network was trained on, shows the reader one photo of each, and reads others.
``photos`` shows it labelled photos of a set and reads a folder of labelled photos. Where the tiles lie is
taken from the labels, so that only naming is measured; naming is what `Reader` does, physical facts and all.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.boxes import overlaps
from datasets.errors import DatasetError
from datasets.photos import read_folder
from datasets.rows import row_quads
from datasets.setphotos import draw_set_photo
from models import load as load_models
from scoring.tile import KINDS
from vision import Classifier, Photo, Reader, Reading, TileSet, VisionError, load
from vision.locator import Located
from vision.marks import MarkReader
from vision.quad import bounds
from vision.rectify import rectify, stand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from models import ModelFacts
    from vision.letterbox import Box

__all__ = ["LabelledQuads", "Tally", "main"]

_FIRST: Final = 500_000
"""Designs are trained on up to the seed 100,000; those after that are measured on elsewhere."""
_TESTS: Final = 3


@dataclass(frozen=True, eq=False)
class LabelledQuads:
    """A photo, and its tiles by somebody's word.

    Attributes:
        name: of the photo.
        photo: the photo.
        quads: corners [N, 4, 2], clockwise, pixels of the photo.
        kinds: places [N] in `scoring.tile.KINDS`.
        usual: bool [N], whether the tile is one that counts: no joker, no advertisement.
    """

    name: str
    photo: Photo
    quads: NDArray[np.float32]
    kinds: NDArray[np.int64]
    usual: NDArray[np.bool_]

    def to_set(self, name: str) -> TileSet:
        """Make a set of the tiles that count."""
        crops = rectify(self.photo.pixels, stand(self.quads[self.usual]))
        return TileSet(name, crops, tuple(self.kinds[self.usual].tolist()), (self.photo.sha256,))


@dataclass(frozen=True)
class _Models:
    """The networks that name tiles, and readers that use them."""

    classifier: Classifier
    marks: MarkReader | None

    def reader(
        self, pointed: _Pointed, *, sets: Sequence[TileSet] = (), only_set: TileSet | None = None
    ) -> Reader:
        return Reader(pointed, self.classifier, marks=self.marks, sets=sets, only_set=only_set)


class _Pointed:
    """Stands for a locator: it finds what was labelled."""

    def __init__(self, facts: ModelFacts) -> None:
        self.facts = facts
        self.quads: NDArray[np.float32] = np.zeros((0, 4, 2), np.float32)

    def locate(self, pixels: NDArray[np.uint8], region: Box | None = None) -> Located:  # noqa: ARG002 - `TileLocator`
        count = len(self.quads)
        return Located(self.quads.astype(np.float64), np.ones(count), np.zeros(count, np.bool_))


class Tally:
    """Counts how tiles were named.

    Attributes:
        right: by ``faces`` or ``flowers``, tiles named right.
        tiles: likewise, all.
        taken: photos that were taken to show the set.
        photos: all photos.
        better: tiles that only the set made right.
        worse: tiles that the set made wrong.
    """

    def __init__(self) -> None:
        """Start from nothing."""
        self.before: Counter[str] = Counter()
        self.after: Counter[str] = Counter()
        self.tiles: Counter[str] = Counter()
        self.taken = self.photos = self.better = self.worse = 0

    def add(self, labelled: LabelledQuads, before: Reading, after: Reading) -> None:
        """Count one photo, read without and with the set."""
        self.photos += 1
        self.taken += after.tile_set is not None
        plain, helped = _named(labelled, before), _named(labelled, after)
        for kind, usual, one, other in zip(labelled.kinds, labelled.usual, plain, helped, strict=True):
            if not usual:
                continue
            word = "flowers" if KINDS[kind].is_flower else "faces"
            self.tiles[word] += 1
            self.before[word] += one == kind
            self.after[word] += other == kind
            self.better += one != kind == other
            self.worse += one == kind != other

    def lines(self) -> Iterable[str]:
        """Yield the figures."""
        yield f"photos taken to show the set   {self.taken} of {self.photos}"
        for word in ("faces", "flowers"):
            if self.tiles[word]:
                before, after = (count[word] / self.tiles[word] for count in (self.before, self.after))
                yield f"{word:8} {self.tiles[word]:6}   without {before:8.2%}   with {after:8.2%}"
        yield f"tiles made right {self.better}, made wrong {self.worse}"


def _named(labelled: LabelledQuads, reading: Reading) -> list[int]:
    """Give what each labelled tile was read as; -1 where nothing was."""
    if not reading.sightings:
        return [-1] * len(labelled.kinds)
    seen = bounds(np.array([each.quad for each in reading.sightings], np.float64))
    overlap = overlaps(bounds(labelled.quads), seen)
    kinds = [-1 if each.kind is None else each.kind.index for each in reading.sightings]
    return [kinds[row.argmax()] if row.max() > 0.5 else -1 for row in overlap]


def _read(labelled: LabelledQuads, reader: Reader, pointed: _Pointed) -> Reading:
    pointed.quads = labelled.quads
    return reader.read(labelled.photo)


def _drawn(options: argparse.Namespace, models: _Models) -> None:
    pointed = _Pointed(load_models()["locator"])
    plain = models.reader(pointed)
    own, others = Tally(), Tally()
    last: list[LabelledQuads] = []
    for design in range(options.first, options.first + options.designs):
        rng = np.random.default_rng(design)
        shown = _of_drawn(design, rng, in_order=True)
        tests = [_of_drawn(design, rng, in_order=False) for _ in range(_TESTS)]
        tiles = shown.to_set(str(design))
        reader = models.reader(pointed, sets=[tiles])
        for tally, photos in ((own, tests), (others, last)):
            for each in photos:
                tally.add(each, _read(each, plain, pointed), _read(each, reader, pointed))
        last = tests
        print(f"\r{design}: ", *own.lines(), sep="\n", file=sys.stderr, flush=True)
    print("other photos of the set that was shown", *own.lines(), sep="\n  ")
    print("photos of another drawn set", *others.lines(), sep="\n  ")


def _of_drawn(design: int, rng: np.random.Generator, *, in_order: bool) -> LabelledQuads:
    pixels, kinds, quads = draw_set_photo(design, rng, in_order=in_order)
    return LabelledQuads(str(design), load(pixels), quads, kinds, np.ones(len(kinds), np.bool_))


def _photos(options: argparse.Namespace, models: _Models) -> None:
    for path in options.enrol:
        if not path.is_file():
            raise DatasetError(f"--enrol {path}: no such file; each --enrol names one labelled photo")
    pointed = _Pointed(load_models()["locator"])
    plain = models.reader(pointed)
    tests = list(_labelled(options.read))
    for path in options.enrol:
        (shown,) = _labelled([path])
        tiles = shown.to_set(path.stem)
        readers = {"auto": models.reader(pointed, sets=[tiles])}
        if options.only:
            readers["named"] = models.reader(pointed, only_set=tiles)
        for word, reader in readers.items():
            tally = Tally()
            for each in tests:
                if each.photo.sha256 not in tiles.photos:
                    tally.add(each, _read(each, plain, pointed), _read(each, reader, pointed))
            print(
                f"{path.name} shown, {len(tiles.kinds)} tiles, {word}", *tally.lines(), sep="\n  ", flush=True
            )


def _labelled(paths: Sequence[Path]) -> Iterable[LabelledQuads]:
    """Yield the labelled photos of folders, or single ones of them."""
    for path in paths:
        if not path.exists():
            raise DatasetError(f"{path}: no such file or folder")
        folder = path if path.is_dir() else path.parent
        found = [photo for photo in read_folder(folder) if path.is_dir() or photo.path == path]
        if not found:
            raise DatasetError(f"{path}: no labelled photo")
        for photo in found:
            quads, _ = row_quads(photo.boxes)
            kinds = np.array([tile.kind.index for tile in photo.tiles], np.int64)
            usual = np.array([not tile.note for tile in photo.tiles], np.bool_)
            yield LabelledQuads(photo.file, load(photo.path), quads, kinds, usual)


def _from_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on, not {text}")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it from the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.enrolment", description="What enrolling helps.")
    parser.add_argument("--classifier", type=Path, metavar="FILE", help="an ONNX file instead of what ships")
    parser.add_argument(
        "--marks",
        type=Path,
        metavar="FILE",
        help="an ONNX file instead of the mark reader that ships; beside another classifier none by default",
    )
    parser.add_argument("--threads", type=int, help="threads of the network")
    ways = parser.add_subparsers(required=True)
    drawn = ways.add_parser("drawn", help="sets that are drawn")
    drawn.add_argument("--designs", type=_from_one, default=20, help="how many sets")
    drawn.add_argument("--first", type=_from_one, default=_FIRST, help="seed of the first design")
    drawn.set_defaults(run=_drawn)
    photos = ways.add_parser("photos", help="sets in labelled photos")
    photos.add_argument("--enrol", type=Path, action="append", required=True, help="a labelled photo to show")
    photos.add_argument(
        "--read", type=Path, action="append", required=True, help="a folder of labelled photos, or one photo"
    )
    photos.add_argument("--only", action="store_true", help="also read as if every photo showed the set")
    photos.set_defaults(run=_photos)
    options = parser.parse_args(arguments)
    try:
        files = {"classifier": options.classifier, "marks": options.marks}
        facts = {
            name: load_models()[name] if file is None else load_models()[name].at(file)
            for name, file in files.items()
        }
        wanted = options.classifier is None or options.marks is not None
        models = _Models(
            Classifier(facts["classifier"], threads=options.threads),
            MarkReader(facts["marks"], threads=options.threads) if wanted else None,
        )
        options.run(options, models)
    except (DatasetError, VisionError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
