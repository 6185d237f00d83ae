"""A course of training: steps for some minutes, a running average of the weights, checkpoints."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

__all__ = ["Course"]

_T = TypeVar("_T")
_N = TypeVar("_N", bound=nn.Module)

_WEIGHT_DECAY: Final = 0.03
_AVERAGE_KEPT: Final = 0.998
_SAVE_EVERY: Final = 120.0
_SAY_EVERY: Final = 30.0
_RISE: Final = 0.05
_LAST_RATE: Final = 0.01


class Course(Generic[_N]):
    """A network in training, on a GPU if there is one.

    Args:
        network: what is trained, changed in place.
        average: another of its kind, which becomes the running average of its weights.

    Attributes:
        network: as given, on `device`.
        average: as given, on `device`, in evaluation mode.
        device: where both are.
        steps: taken so far.
        minutes: spent so far.
    """

    def __init__(self, network: _N, average: _N) -> None:
        """Put both on the device and make the optimizer."""
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network, self.average = network, average
        network.to(device=self.device, memory_format=torch.channels_last)
        average.load_state_dict(network.state_dict())
        average.to(self.device).eval()
        self.steps, self.minutes = 0, 0.0
        self._optimizer = torch.optim.AdamW(_weight_groups(network))

    def resume(self, checkpoint: Path) -> None:
        """Go on from a checkpoint.

        Raises:
            OSError: it can't be read.
        """
        saved = torch.load(checkpoint, weights_only=True, map_location=self.device)
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self._optimizer.load_state_dict(saved["optimizer"])
        self.steps, self.minutes = saved["steps"], saved["minutes"]

    def train(
        self,
        batches: Iterator[_T],
        loss: Callable[[_T], tuple[torch.Tensor, Mapping[str, torch.Tensor]]],
        *,
        minutes: float,
        peak: float,
        checkpoint: Path,
    ) -> None:
        """Train for a time, the learning rate rising for a twentieth of it and then falling along a cosine.

        Args:
            batches: what to learn from, without end.
            loss: gives the loss of a batch, and figures to print beside it.
            minutes: how long.
            peak: highest learning rate.
            checkpoint: where the state is saved every two minutes and at the end.
        """
        begun = last_save = last_word = time.monotonic()
        before, sums, count = self.minutes, dict[str, float](), 0
        while (spent := (time.monotonic() - begun) / 60) < minutes:
            rate = peak * _share_of_peak(spent / minutes)
            for group in self._optimizer.param_groups:
                group["lr"] = rate
            for name, value in self._step(next(batches), loss).items():
                sums[name] = sums.get(name, 0.0) + value
            count += 1
            now = time.monotonic()
            self.minutes = before + (now - begun) / 60
            if now - last_word > _SAY_EVERY:
                figures = "  ".join(f"{name} {value / count:.4f}" for name, value in sums.items())
                print(
                    f"{self.minutes:6.1f} min  step {self.steps:6d}  rate {rate:.1e}  {figures}", flush=True
                )
                sums, count, last_word = {}, 0, now
            if now - last_save > _SAVE_EVERY:
                self._save(checkpoint)
                last_save = now
        self._save(checkpoint)

    def _step(
        self, batch: _T, loss: Callable[[_T], tuple[torch.Tensor, Mapping[str, torch.Tensor]]]
    ) -> dict[str, float]:
        self.network.train()
        amount, figures = loss(batch)
        self._optimizer.zero_grad()
        amount.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimizer.step()
        self.steps += 1
        self._follow()
        return {"loss": float(amount.detach()), **{name: float(value) for name, value in figures.items()}}

    @torch.no_grad()
    def _follow(self) -> None:
        kept = min(_AVERAGE_KEPT, (self.steps + 1) / (self.steps + 10))
        current = self.network.state_dict()
        for name, value in self.average.state_dict().items():
            if value.dtype.is_floating_point:
                value.lerp_(current[name], 1 - kept)
            else:
                value.copy_(current[name])

    def _save(self, checkpoint: Path) -> None:
        part = checkpoint.with_suffix(".part")
        torch.save(
            {
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "steps": self.steps,
                "minutes": self.minutes,
            },
            part,
        )
        part.replace(checkpoint)


def _share_of_peak(share: float) -> float:
    if share < _RISE:
        return share / _RISE
    return _LAST_RATE + (1 - _LAST_RATE) * (1 + math.cos(math.pi * share)) / 2


def _weight_groups(network: nn.Module) -> list[dict[str, object]]:
    decayed = [weight for weight in network.parameters() if weight.ndim > 1]
    free = [weight for weight in network.parameters() if weight.ndim <= 1]
    return [{"params": decayed, "weight_decay": _WEIGHT_DECAY}, {"params": free, "weight_decay": 0.0}]
