"""Train the mark reader: ``python -m models.training.marks --photos ../shared/photos --out DIR``.

Trains for a number of minutes, on a GPU if there is one and else on one core, keeps a checkpoint in DIR, goes
on from it with ``--resume``, and at the end writes ``marks.onnx``, ``weights.npz`` (to start from elsewhere,
with ``--start``) and ``marks.json`` (figures) there. ``--minutes 0 --resume`` only measures and exports.

``--drawn-only`` learns from drawn designs alone, which no labelled photo can spoil: a start for every fold.
``--fold N`` leaves the designs of one fold out, to measure on them (`models.training.leftout`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import torch
from torch.nn import functional

from models.training.classifier.data import held_out, read_training_photos
from models.training.marks.data import HeadMix
from models.training.marks.export import export
from models.training.marks.network import UNMARKED, MarkNetwork
from models.training.session import batches, begin, finish, go_on, options
from models.training.sets import design_of, left_out, read_sets

if TYPE_CHECKING:
    from models.training.course import Course
    from models.training.marks.data import HeadBatch

__all__ = ["main"]

_SMOOTHING: Final = 0.05
_TABLES: Final = Path(__file__).parent.parent / "classifier"


def main() -> None:
    """Read the command line, train, export."""
    chosen = options("models.training.marks", __doc__)
    sets = read_sets()
    photos = [
        replace(photo, design=design_of(photo, sets))
        for photo in read_training_photos(chosen.photos, _TABLES)
    ]
    if chosen.fold is not None:
        out = left_out(chosen.fold)
        photos = [photo for photo in photos if not out(photo.split, photo.file, photo.design)]
    kept = held_out(photos)
    course = begin(MarkNetwork, chosen)
    if chosen.minutes > 0:
        learnt = [] if chosen.drawn_only else [photo for photo in photos if photo.file not in kept]

        def mix(seed: int) -> HeadMix:
            return HeadMix(learnt, seed)

        go_on(
            course, batches(mix, chosen.seed + course.steps, chosen.workers), partial(_loss, course), chosen
        )
    network = finish(course, chosen)
    export(network, [photo for photo in photos if photo.file in kept], chosen.photos, chosen.out)


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
