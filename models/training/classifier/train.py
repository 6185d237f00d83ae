"""Train the classifier: ``python -m models.training.classifier --photos ../shared/photos --out DIR``.

Trains for a number of minutes, on a GPU if there is one and else on one core, keeps a checkpoint in DIR, goes
on from it with ``--resume``, and at the end sets the temperature on held-out photos and writes
``classifier.onnx``, ``weights.npz`` (to start from elsewhere, with ``--start``) and ``classifier.json`` (the
figures) there. ``--minutes 0 --resume`` only measures and exports.

``--drawn-only`` learns from drawn designs alone, which no labelled photo can spoil: a start for every fold.
``--fold N`` leaves the designs of one fold out, to measure on them (`models.training.leftout`).
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.classifier.data import SHARES, Batch, CropMix, held_out, read_training_photos
from models.training.classifier.export import export
from models.training.classifier.network import ClassifierNetwork
from models.training.classifier.weights import read_weights, write_weights
from models.training.course import Course
from models.training.sets import left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from datasets.photos import LabelledPhoto

__all__ = ["main", "turn_loss"]

_BATCH: Final = 128
_PEAK_RATE: Final = 2e-3
_SMOOTHING: Final = 0.05
_TURN_SHARE: Final = 0.25


def main() -> None:
    """Read the command line, train, export."""
    parser = argparse.ArgumentParser(prog="python -m models.training.classifier", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder that holds the labelled folders")
    parser.add_argument(
        "--out", type=Path, required=True, help="folder for the checkpoint and the exported model"
    )
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
    photos = read_training_photos(options.photos, Path(__file__).parent)
    if options.fold is not None:
        out = left_out(options.fold)
        photos = [photo for photo in photos if not out(photo.split, photo.file, photo.design)]
    kept = held_out(photos)
    torch.manual_seed(options.seed)
    classifier = ClassifierNetwork()
    if options.start is not None:
        read_weights(classifier, options.start)
    course = Course(classifier, ClassifierNetwork())
    checkpoint = options.out / "checkpoint.pt"
    if options.resume:
        course.resume(checkpoint)
    if options.minutes > 0:
        learnt = [] if options.drawn_only else [photo for photo in photos if photo.file not in kept]
        shares = {"drawn": 1.0} if options.drawn_only else SHARES
        batches = _batches(learnt, shares, options.seed + course.steps, options.workers)
        course.train(
            batches,
            partial(_loss, course),
            minutes=options.minutes,
            peak=options.peak,
            checkpoint=checkpoint,
        )
    network = course.average
    network.to("cpu")
    write_weights(network, options.out / "weights.npz")
    export(network, [photo for photo in photos if photo.file in kept], options.photos, options.out)


class _Batches(IterableDataset[Batch]):
    """Batches of a mix of crops without end, of another seed in each worker."""

    def __init__(self, photos: Sequence[LabelledPhoto], shares: Mapping[str, float], seed: int) -> None:
        self._photos, self._shares, self._seed = photos, shares, seed

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        cv2.setNumThreads(1)
        mix = CropMix(
            self._photos, self._seed + 1_000_003 * (0 if worker is None else worker.id), self._shares
        )
        while True:
            yield mix.batch(_BATCH)


def _batches(
    photos: Sequence[LabelledPhoto], shares: Mapping[str, float], seed: int, workers: int
) -> Iterator[Batch]:
    return iter(DataLoader(_Batches(photos, shares, seed), batch_size=None, num_workers=workers))


def _loss(course: Course[ClassifierNetwork], batch: Batch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    crops = torch.from_numpy(batch.crops).to(course.device).permute(0, 3, 1, 2).float().div(255)
    kinds, turns = torch.from_numpy(batch.kinds).to(course.device), torch.from_numpy(batch.turns)
    turns, alike = turns.to(course.device), torch.from_numpy(batch.alike).to(course.device)
    with torch.autocast(course.device.type, torch.bfloat16):
        kind_logits, turn_logits = course.network(crops)
    kind_logits, turn_logits = kind_logits.float(), turn_logits.float()
    known = turns >= 0
    loss = functional.cross_entropy(kind_logits, kinds, label_smoothing=_SMOOTHING)
    loss = loss + _TURN_SHARE * turn_loss(turn_logits[known], turns[known], alike[known])
    told = known & ~alike
    return loss, {
        "right": (kind_logits.argmax(1) == kinds).float().mean(),
        "turns": (turn_logits.argmax(1) == turns)[told].float().mean(),
    }


def turn_loss(logits: torch.Tensor, turns: torch.Tensor, alike: torch.Tensor) -> torch.Tensor:
    """Mean loss of the turn; where a half-turn changes nothing, only quarter against half counts.

    Args:
        logits: [N, 4].
        turns: the true quarter-turns [N].
        alike: bool [N], whether the face looks the same turned by half.
    """
    if not len(turns):
        return logits.sum() * 0
    odds = functional.log_softmax(logits, dim=1)
    exact = odds.gather(1, turns[:, None])[:, 0]
    opposite = odds.gather(1, ((turns + 2) % 4)[:, None])[:, 0]
    return -torch.where(alike, torch.logaddexp(exact, opposite), exact).mean()
