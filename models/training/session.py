"""What the trainings of the classifier and of the mark reader share: options, batches, a start and an end."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

import cv2
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.classifier.weights import read_weights, write_weights
from models.training.course import Course

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["BATCH", "Mix", "batches", "begin", "finish", "go_on", "options"]

_B_co = TypeVar("_B_co", covariant=True)
_N = TypeVar("_N", bound=nn.Module)
_T = TypeVar("_T")

BATCH: Final = 128
"""Crops in a batch."""

_PEAK_RATE: Final = 2e-3
_SEEDS_APART: Final = 1_000_003


class Mix(Protocol[_B_co]):
    """An endless mix of crops."""

    def batch(self, size: int) -> _B_co:
        """Draw the next crops."""


def options(name: str, description: str | None) -> argparse.Namespace:
    """Read the command line of a training, make its folder, and keep to one thread.

    Args:
        name: of the module that is run.
        description: what ``--help`` prints first.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=description)
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
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    chosen.out.mkdir(parents=True, exist_ok=True)
    return chosen


def begin(make: Callable[[], _N], chosen: argparse.Namespace) -> Course[_N]:
    """Start a course, from random weights, from ``--start``, or from the checkpoint with ``--resume``.

    Raises:
        OSError: a file can't be read.
    """
    torch.manual_seed(chosen.seed)
    network = make()
    if chosen.start is not None:
        read_weights(network, chosen.start)
    course = Course(network, make())
    if chosen.resume:
        course.resume(_checkpoint(chosen))
    return course


def go_on(
    course: Course[_N],
    made: Iterator[_T],
    loss: Callable[[_T], tuple[torch.Tensor, dict[str, torch.Tensor]]],
    chosen: argparse.Namespace,
) -> None:
    """Train for as long as the command line says."""
    course.train(made, loss, minutes=chosen.minutes, peak=chosen.peak, checkpoint=_checkpoint(chosen))


def finish(course: Course[_N], chosen: argparse.Namespace) -> _N:
    """Write the average of the weights as ``weights.npz``, and give that network on the CPU."""
    network = course.average
    network.to("cpu")
    write_weights(network, chosen.out / "weights.npz")
    return network


def batches(make: Callable[[int], Mix[_B_co]], seed: int, workers: int) -> Iterator[_B_co]:
    """Give batches of a mix of crops without end, of another seed in each worker.

    Args:
        make: makes a mix of a seed.
        seed: of the first worker.
        workers: processes that draw crops; with 0 they are drawn here.
    """
    return iter(DataLoader(_Batches(make, seed), batch_size=None, num_workers=workers))


class _Batches(IterableDataset[_B_co], Generic[_B_co]):
    def __init__(self, make: Callable[[int], Mix[_B_co]], seed: int) -> None:
        self._make, self._seed = make, seed

    def __iter__(self) -> Iterator[_B_co]:
        worker = get_worker_info()
        cv2.setNumThreads(1)
        mix = self._make(self._seed + _SEEDS_APART * (0 if worker is None else worker.id))
        while True:
            yield mix.batch(BATCH)


def _checkpoint(chosen: argparse.Namespace) -> Path:
    folder: Path = chosen.out
    return folder / "checkpoint.pt"
