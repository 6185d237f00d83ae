"""Train the mark reader: ``python -m models.training.marks --photos ../shared/photos --out DIR``.

Trains for a number of minutes, on a GPU if there is one and else on one core, keeps a checkpoint in DIR, goes
on from it with ``--resume``, and at the end writes ``marks.onnx``, ``weights.npz`` (to start from elsewhere,
with ``--start``) and ``marks.json`` (figures) there. ``--minutes 0 --resume`` only measures and exports.

``--drawn-only`` learns from drawn designs alone, which no labelled photo can spoil: a start for every fold.
``--fold N`` leaves the designs of one fold out, to measure on them (`models.training.leftout`).
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.classifier.data import held_out, read_training_photos
from models.training.classifier.weights import read_weights, write_weights
from models.training.course import Course
from models.training.marks.data import HeadBatch, HeadMix
from models.training.marks.export import export
from models.training.marks.network import UNMARKED, MarkNetwork
from models.training.sets import design_of, left_out, read_sets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from datasets.photos import LabelledPhoto

__all__ = ["main"]

_BATCH: Final = 128
_PEAK_RATE: Final = 2e-3
_SMOOTHING: Final = 0.05
_TABLES: Final = Path(__file__).parent.parent / "classifier"


def main() -> None:
    """Read the command line, train, export."""
    parser = argparse.ArgumentParser(prog="python -m models.training.marks", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder that holds the labelled folders")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoint and exported model")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to train")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    parser.add_argument("--seed", type=int, default=0, help="of the crops and the first weights")
    parser.add_argument("--peak", type=float, default=_PEAK_RATE, help="highest learning rate")
    parser.add_argument("--start", type=Path, help="weights to start from: weights.npz or a checkpoint.pt")
    parser.add_argument("--drawn-only", action="store_true", help="learn from drawn designs alone")
    parser.add_argument("--fold", type=int, help="leave the designs of this fold out")
    parser.add_argument("--workers", type=int, default=0, help="processes that make crops; 0 makes them here")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    sets = read_sets()
    photos = [
        replace(photo, design=design_of(photo, sets))
        for photo in read_training_photos(options.photos, _TABLES)
    ]
    if options.fold is not None:
        out = left_out(options.fold)
        photos = [photo for photo in photos if not out(photo.split, photo.file, photo.design)]
    kept = held_out(photos)
    torch.manual_seed(options.seed)
    network = MarkNetwork()
    if options.start is not None:
        read_weights(network, options.start)
    course = Course(network, MarkNetwork())
    checkpoint = options.out / "checkpoint.pt"
    if options.resume:
        course.resume(checkpoint)
    if options.minutes > 0:
        learnt = [] if options.drawn_only else [photo for photo in photos if photo.file not in kept]
        batches = _batches(learnt, options.seed + course.steps, options.workers)
        course.train(
            batches,
            partial(_loss, course),
            minutes=options.minutes,
            peak=options.peak,
            checkpoint=checkpoint,
        )
    trained = course.average
    trained.to("cpu")
    write_weights(trained, options.out / "weights.npz")
    export(trained, [photo for photo in photos if photo.file in kept], options.photos, options.out)


def _loss(course: Course[MarkNetwork], batch: HeadBatch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    heads = torch.from_numpy(batch.heads).to(course.device).permute(0, 3, 1, 2).float().div(255)
    marks = torch.from_numpy(batch.marks).to(course.device)
    with torch.autocast(course.device.type, torch.bfloat16):
        logits = course.network(heads)
    logits = logits.float()
    right = (logits.argmax(1) == marks).float()
    flower = marks != UNMARKED
    return functional.cross_entropy(logits, marks, label_smoothing=_SMOOTHING), {
        "flowers": right[flower].mean(),
        "others": right[~flower].mean(),
    }


class _Batches(IterableDataset[HeadBatch]):
    """Batches of a mix of crops without end, of another seed in each worker."""

    def __init__(self, photos: Sequence[LabelledPhoto], seed: int) -> None:
        self._photos, self._seed = photos, seed

    def __iter__(self) -> Iterator[HeadBatch]:
        worker = get_worker_info()
        cv2.setNumThreads(1)
        mix = HeadMix(self._photos, self._seed + 1_000_003 * (0 if worker is None else worker.id))
        while True:
            yield mix.batch(_BATCH)


def _batches(photos: Sequence[LabelledPhoto], seed: int, workers: int) -> Iterator[HeadBatch]:
    return iter(DataLoader(_Batches(photos, seed), batch_size=None, num_workers=workers))
