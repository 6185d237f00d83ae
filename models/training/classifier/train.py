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
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.classifier.data import SHARES, Batch, CropMix, held_out, read_training_photos
from models.training.classifier.export import export
from models.training.classifier.network import ClassifierNetwork
from models.training.classifier.weights import read_weights, write_weights
from models.training.sets import left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from datasets.photos import LabelledPhoto

__all__ = ["main", "train"]

_BATCH: Final = 128
_PEAK_RATE: Final = 2e-3
_WEIGHT_DECAY: Final = 0.03
_SMOOTHING: Final = 0.05
_TURN_SHARE: Final = 0.25
_AVERAGE_KEPT: Final = 0.998
_SAVE_EVERY: Final = 120.0


@dataclass
class _State:
    network: ClassifierNetwork
    average: ClassifierNetwork
    optimizer: torch.optim.AdamW
    steps: int = 0
    minutes: float = 0.0


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
    state = _start(
        options.out / "checkpoint.pt", resume=options.resume, seed=options.seed, first=options.start
    )
    if options.minutes > 0:
        learnt = [] if options.drawn_only else [photo for photo in photos if photo.file not in kept]
        shares = {"drawn": 1.0} if options.drawn_only else SHARES
        batches = _batches(learnt, shares, options.seed + state.steps, options.workers)
        train(state, batches, options.minutes, options.peak, options.out / "checkpoint.pt")
    network = state.average.to("cpu")
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


def train(state: _State, batches: Iterator[Batch], minutes: float, peak: float, checkpoint: Path) -> None:
    """Train for a time, the learning rate rising for a twentieth of it and then falling along a cosine.

    Args:
        state: what is trained, changed in place.
        batches: crops to learn from, without end.
        minutes: how long.
        peak: highest learning rate.
        checkpoint: where the state is saved every two minutes and at the end.
    """
    begun = last_save = last_word = time.monotonic()
    before = state.minutes
    sums = torch.zeros(4)
    while (spent := (time.monotonic() - begun) / 60) < minutes:
        share = spent / minutes
        rate = peak * (share / 0.05 if share < 0.05 else 0.01 + 0.99 * (1 + math.cos(math.pi * share)) / 2)
        for group in state.optimizer.param_groups:
            group["lr"] = rate
        sums += _step(state, next(batches))
        now = time.monotonic()
        state.minutes = before + (now - begun) / 60
        if now - last_word > 30:
            loss, right, turns_right, count = sums.tolist()
            print(
                f"{state.minutes:6.1f} min  step {state.steps:6d}  rate {rate:.1e}  loss {loss / count:.3f}"
                f"  right {right / count:.4f}  turns {turns_right / count:.4f}",
                flush=True,
            )
            sums.zero_()
            last_word = now
        if now - last_save > _SAVE_EVERY:
            _save(state, checkpoint)
            last_save = now
    _save(state, checkpoint)


def _start(checkpoint: Path, *, resume: bool, seed: int, first: Path | None = None) -> _State:
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network, average = ClassifierNetwork(), ClassifierNetwork()
    if first is not None:
        read_weights(network, first)
    network.to(device=device, memory_format=torch.channels_last)
    average.load_state_dict(network.state_dict())
    average.to(device).eval()
    state = _State(network, average, torch.optim.AdamW(_weight_groups(network), lr=_PEAK_RATE))
    if resume:
        saved = torch.load(checkpoint, weights_only=True, map_location=device)
        network.load_state_dict(saved["network"])
        average.load_state_dict(saved["average"])
        state.optimizer.load_state_dict(saved["optimizer"])
        state.steps, state.minutes = saved["steps"], saved["minutes"]
    return state


def _weight_groups(network: nn.Module) -> list[dict[str, object]]:
    decayed = [weight for weight in network.parameters() if weight.ndim > 1]
    free = [weight for weight in network.parameters() if weight.ndim <= 1]
    return [{"params": decayed, "weight_decay": _WEIGHT_DECAY}, {"params": free, "weight_decay": 0.0}]


def _step(state: _State, batch: Batch) -> torch.Tensor:
    device = next(state.network.parameters()).device
    crops = torch.from_numpy(batch.crops).to(device).permute(0, 3, 1, 2).float().div(255)
    kinds, turns = torch.from_numpy(batch.kinds).to(device), torch.from_numpy(batch.turns).to(device)
    alike = torch.from_numpy(batch.alike).to(device)
    state.network.train()
    with torch.autocast(device.type, torch.bfloat16):
        kind_logits, turn_logits = state.network(crops)
    kind_logits, turn_logits = kind_logits.float(), turn_logits.float()
    known = turns >= 0
    loss = functional.cross_entropy(kind_logits, kinds, label_smoothing=_SMOOTHING)
    loss = loss + _TURN_SHARE * turn_loss(turn_logits[known], turns[known], alike[known])
    state.optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(state.network.parameters(), 5.0)
    state.optimizer.step()
    state.steps += 1
    _follow(state)
    told = known & ~alike
    right = (kind_logits.argmax(1) == kinds).float().mean()
    turned = (turn_logits.argmax(1) == turns)[told].float().mean()
    return torch.stack([loss.detach(), right, turned, torch.ones_like(right)]).cpu()


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


@torch.no_grad()
def _follow(state: _State) -> None:
    kept = min(_AVERAGE_KEPT, (state.steps + 1) / (state.steps + 10))
    current = state.network.state_dict()
    for name, value in state.average.state_dict().items():
        if value.dtype.is_floating_point:
            value.lerp_(current[name], 1 - kept)
        else:
            value.copy_(current[name])


def _save(state: _State, checkpoint: Path) -> None:
    part = checkpoint.with_suffix(".part")
    torch.save(
        {
            "network": state.network.state_dict(),
            "average": state.average.state_dict(),
            "optimizer": state.optimizer.state_dict(),
            "steps": state.steps,
            "minutes": state.minutes,
        },
        part,
    )
    part.replace(checkpoint)
