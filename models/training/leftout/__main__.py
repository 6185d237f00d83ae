"""``python -m models.training.leftout faces`` and ``… photos``: measure on what training never saw.

``faces --photos ../shared/photos --fold 0 DIR0/classifier.onnx --fold 1 DIR1/classifier.onnx …`` asks each
fold's classifier about the labelled tiles of the designs that it was trained without. ``--save DIR`` keeps
the answers as ``foldK.npz``; ``--saved DIR`` sums up kept ones without asking again.

``photos --photos ../shared/photos --fold 0 DIR0/classifier.onnx … --locator FILE`` reads the whole photos of
those designs, or with ``--by table`` those of the tables that the fold leaves out.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.errors import DatasetError, LabelError
from models import ModelsError, load
from models.training.leftout.answers import LeftOutAnswers, ask, file_facts, read_answers, write_answers
from models.training.leftout.figures import chances, decoded, figures, fitted_temperature, looked_closer
from models.training.leftout.photos import left_out_photos, odd_tiles
from models.training.leftout.reading import read_with, reader_of, summed_up
from models.training.leftout.report import face_lines, reading_lines
from models.training.sets import FOLDS
from scoring.tile import KINDS
from vision import VisionError
from vision.copies import settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from datasets.benchmark import PhotoResult

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure from the command line; give the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.leftout",
        description="Measure networks on designs and tables that they were not trained on.",
    )
    commands = parser.add_subparsers(required=True)
    faces = commands.add_parser("faces", help="ask classifiers about labelled tiles")
    faces.add_argument("--save", type=Path, metavar="DIR", help="keep the answers there, foldK.npz")
    faces.add_argument("--saved", type=Path, metavar="DIR", help="sum up kept answers, ask nothing")
    faces.add_argument(
        "--temperature", type=float, help="of the logits; by default the one that fits the other folds best"
    )
    faces.set_defaults(run=_faces)
    photos = commands.add_parser("photos", help="read whole photos")
    photos.add_argument("--locator", type=Path, help="ONNX file; by default the locator that ships")
    photos.add_argument(
        "--by", choices=("design", "table"), default="design", help="what the folds leave out"
    )
    photos.set_defaults(run=_photos)
    for each in (faces, photos):
        each.add_argument("--photos", type=Path, default=Path("../shared/photos"), help="labelled folders")
        each.add_argument(
            "--fold",
            nargs=2,
            action="append",
            default=[],
            metavar=("K", "FILE"),
            help="a fold and the ONNX classifier that was trained without it; give it once for each fold",
        )
        each.add_argument(
            "--marks",
            nargs=2,
            action="append",
            default=[],
            metavar=("K", "FILE"),
            help="a fold and the ONNX mark reader that was trained without it",
        )
        each.add_argument("--split", action="append", default=[], help="only photos of this folder")
        each.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        rows, text = options.run(options)
        if options.json is not None:
            options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except (DatasetError, ModelsError, VisionError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    print("\n".join(text))
    return 0


def _faces(options: argparse.Namespace) -> tuple[list[object], list[str]]:
    facts = load()["classifier"]
    marks, parts = dict(_files(options.marks)), []
    if options.saved is not None:
        parts = [read_answers(path) for path in sorted(options.saved.glob("fold[0-9]*.npz"))]
    for fold, file in _folds(options, needed=not parts):
        photos = left_out_photos(options.photos, fold, splits=options.split)
        asked = marks.get(fold)
        second = None if asked is None else file_facts("marks", asked, load()["marks"])
        answers = ask(file_facts("classifier", file, facts), photos, fold, second)
        if options.save is not None:
            write_answers(answers, options.save / f"fold{fold}.npz")
        parts.append(answers)
    everything = LeftOutAnswers.joined(parts)
    odds, temperatures = np.empty((len(everything), len(KINDS) + 2)), []
    for fold in sorted(set(everything.fold.tolist())):
        others = everything.take(everything.fold != fold)
        temperature = options.temperature or fitted_temperature(others if len(others) else everything)
        temperatures.append(f"fold {fold}: temperature {temperature:.3f}")
        own = everything.fold == fold
        odds[own] = chances(everything.take(own), temperature)
    odds = looked_closer(everything, odds, load()["marks"])
    alone = figures(everything, *decoded(everything, odds, None))
    together = figures(everything, *decoded(everything, odds, _settled))
    rows: list[object] = [
        {"alone": one.export(), "together": other.export()}
        for one, other in zip(alone, together, strict=True)
    ]
    return rows, [*temperatures, "", *face_lines(alone, together)]


def _photos(options: argparse.Namespace) -> tuple[list[object], list[str]]:
    results: list[PhotoResult] = []
    marks = dict(_files(options.marks))
    for fold, file in _folds(options, needed=True):
        photos = left_out_photos(options.photos, fold, options.by, options.split or _WHOLE)
        results += read_with(reader_of(options.locator, file, marks.get(fold)), photos).results
    odd = odd_tiles()
    names = sorted({result.photo.design for result in results})
    summed = [
        summed_up(name, [result for result in results if result.photo.design == name], odd) for name in names
    ]
    summed.append(summed_up("all", results, odd))
    return [vars(each) for each in summed], list(reading_lines(summed))


_WHOLE = ("train_hk", "train_riichi", "dev_hk", "dev_riichi")


def _folds(options: argparse.Namespace, *, needed: bool) -> list[tuple[int, Path]]:
    folds = _files(options.fold)
    if needed and not folds:
        raise LabelError("nothing to measure: name a classifier for at least one fold, --fold K FILE")
    return folds


def _files(named: Iterable[tuple[str, str]]) -> list[tuple[int, Path]]:
    """Read what --fold and --marks name."""
    files = []
    for number, file in named:
        if number not in {str(fold) for fold in range(FOLDS)}:
            raise LabelError(f"fold {number} ({file}): folds are 0 to {FOLDS - 1}")
        files.append((int(number), Path(file)))
    return files


def _settled(odds: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Apply what a set can hold to all tiles of a photo."""
    settled = settle(odds, excess=load()["classifier"].setting("alternative"))
    return settled.kinds, settled.chances[np.arange(len(odds)), settled.kinds]


if __name__ == "__main__":
    sys.exit(main())
