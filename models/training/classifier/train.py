"""Train the classifier: ``python -m models.training.classifier --photos ../shared/photos --out DIR``.

Trains for a number of minutes, on a GPU if there is one and else on one core, keeps a checkpoint in DIR, goes
on from it with ``--resume``, and at the end sets the temperature on held-out photos and writes
``classifier.onnx``, ``weights.npz`` (to start from elsewhere, with ``--start``) and ``classifier.json`` (the
figures) there. ``--minutes 0 --resume`` only measures and exports.

``--drawn-only`` learns from drawn designs alone, which no labelled photo can spoil: a start for every fold.
``--fold N`` leaves the designs of one fold out, to measure on them (`models.training.leftout`).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import torch
from torch.nn import functional

from models.training.classifier.data import SHARES, Batch, CropMix, held_out, read_training_photos
from models.training.classifier.export import export
from models.training.classifier.network import ClassifierNetwork
from models.training.session import batches, begin, finish, go_on, options
from models.training.sets import left_out

if TYPE_CHECKING:
    from models.training.course import Course

__all__ = ["main", "turn_loss"]

_SMOOTHING: Final = 0.05
_TURN_SHARE: Final = 0.25


def main() -> None:
    """Read the command line, train, export."""
    chosen = options("models.training.classifier", __doc__)
    photos = read_training_photos(chosen.photos, Path(__file__).parent)
    if chosen.fold is not None:
        out = left_out(chosen.fold)
        photos = [photo for photo in photos if not out(photo.split, photo.file, photo.design)]
    kept = held_out(photos)
    course = begin(ClassifierNetwork, chosen)
    if chosen.minutes > 0:
        learnt = [] if chosen.drawn_only else [photo for photo in photos if photo.file not in kept]
        shares = {"drawn": 1.0} if chosen.drawn_only else SHARES

        def mix(seed: int) -> CropMix:
            return CropMix(learnt, seed, shares)

        go_on(
            course, batches(mix, chosen.seed + course.steps, chosen.workers), partial(_loss, course), chosen
        )
    network = finish(course, chosen)
    export(network, [photo for photo in photos if photo.file in kept], chosen.photos, chosen.out)


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
