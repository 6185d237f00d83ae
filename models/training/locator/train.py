"""Train the locator and export it.

    python -m models.training.locator --photos ../shared/photos --out runs/locator --minutes 30
    python -m models.training.locator --photos ../shared/photos --out runs/locator --resume --settle
    python -m models.training.locator --photos ../shared/photos --out runs/locator --minutes 0 --resume

The second lets the half-trained network name the photos' unlabelled tiles before it goes on; the last only
exports. A process beside the training renders scenes into OUT/scenes until there are `--render` of them; they
are mixed in as they come. The run leaves ``checkpoint.pt`` (every two minutes) and ``locator.onnx`` in
`--out`.
"""

from __future__ import annotations

import argparse
import copy
import math
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
import torch

from datasets.photos import read_folder
from models.training.locator.eval import Predictor, measure
from models.training.locator.examples import Example, Source, cut, mosaic
from models.training.locator.export import TorchPredictor, export
from models.training.locator.network import LocatorNetwork
from models.training.locator.photos import photo_sources, settle
from models.training.locator.scenes import SceneFolder
from models.training.locator.targets import as_targets, loss, stack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["main"]

_SIZE: Final = 480
_BATCH: Final = 8
_RATE: Final = 2.5e-3
_MOSAICS: Final = 0.3
_KEPT_AVERAGE: Final = 0.998
_THRESHOLDS: Final = (0.2, 0.3, 0.4, 0.5)
_SHARES: Final = {"train_hk": 0.66, "train_riichi": 0.2, "sheets": 0.14}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.locator", description="Train the locator."
    )
    parser.add_argument("--photos", type=Path, required=True, help="folder of the labelled photo folders")
    parser.add_argument("--out", type=Path, required=True, help="where checkpoint.pt and locator.onnx go")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to train; 0 only exports")
    parser.add_argument("--resume", action="store_true", help="go on from OUT/checkpoint.pt")
    parser.add_argument(
        "--settle",
        action="store_true",
        help="with --resume: let the network so far find unlabelled tiles first",
    )
    parser.add_argument(
        "--scenes", type=Path, help="folder of rendered scenes to mix in; OUT/scenes if left out"
    )
    parser.add_argument("--render", type=int, default=1800, help="how many scenes that folder is to hold")
    parser.add_argument(
        "--scene-share", type=float, default=0.4, help="share of the examples that are scenes"
    )
    parser.add_argument("--rate", type=float, default=_RATE, help="peak learning rate")
    parser.add_argument("--threads", type=int, default=1, help="threads for torch")
    parser.add_argument("--seed", type=int, default=0, help="seed of the examples' chance")
    parser.add_argument(
        "--measure-every", type=float, default=8.0, help="minutes between measurements on dev_hk"
    )
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.scenes is None:
        options.scenes = options.out / "scenes"
    with _renderer(options):
        network = train(options)
    digest = export(network, options.out / "locator.onnx")
    print(f"wrote {options.out / 'locator.onnx'} sha256 {digest}")


@contextmanager
def _renderer(options: argparse.Namespace) -> Iterator[None]:
    """Render what is missing of the scenes in a process of its own, for as long as the training runs."""
    if options.minutes <= 0 or options.render <= 0:
        yield
        return
    module = "models.training.locator.scenes"
    command = [sys.executable, "-m", module, str(options.scenes), "--photos", str(options.photos)]
    process = subprocess.Popen([*command, "--count", str(options.render)])  # noqa: S603 - our own module
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def train(options: argparse.Namespace) -> LocatorNetwork:
    """Train as the options say, and give the averaged network."""
    torch.manual_seed(options.seed)
    network = LocatorNetwork()
    network.to(memory_format=torch.channels_last)
    average = copy.deepcopy(network)
    average.eval()
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-4)
    checkpoint = options.out / "checkpoint.pt"
    step = 0
    if options.resume:
        state: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step = state["step"]
    if options.minutes <= 0:
        return average
    dev = read_folder(options.photos / "dev_hk")
    examples = _examples(options, TorchPredictor(average), np.random.default_rng((options.seed, step)))
    start = saved = reported = measured = time.monotonic()
    first = step
    parts: dict[str, float] = {}
    while (spent := (time.monotonic() - start) / 60) < options.minutes:
        rate = options.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * spent / options.minutes)))
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step - first + 1) / 150)
        pieces = _learn(network, optimiser, [next(examples) for _ in range(_BATCH)])
        step += 1
        _average(average, network, min(_KEPT_AVERAGE, (1 + step) / (20 + step)))
        parts = {name: 0.98 * parts.get(name, number) + 0.02 * number for name, number in pieces.items()}
        now = time.monotonic()
        if now - reported > 30:
            reported = now
            shown = " ".join(f"{name} {number:.4f}" for name, number in parts.items())
            print(f"{spent:6.1f} min step {step} rate {rate:.2e} {shown}", flush=True)
        if now - saved > 120:
            saved = now
            _save(checkpoint, network, average, optimiser, step)
        if now - measured > 60 * options.measure_every:
            measured = now
            for tally in measure(TorchPredictor(average), dev, _THRESHOLDS):
                print(f"    dev_hk {tally}", flush=True)
    _save(checkpoint, network, average, optimiser, step)
    for tally in measure(TorchPredictor(average), dev, _THRESHOLDS):
        print(f"    dev_hk {tally}", flush=True)
    return average


def _learn(
    network: LocatorNetwork, optimiser: torch.optim.Optimizer, batch: Sequence[Example]
) -> dict[str, float]:
    """Take one step and give the parts of the loss."""
    image = torch.from_numpy(np.stack([example.image for example in batch])).permute(0, 3, 1, 2).float() / 255
    targets = stack([as_targets(example) for example in batch])
    network.train()
    with torch.autocast("cpu", torch.bfloat16):
        heat, corners = network(image.contiguous(memory_format=torch.channels_last))
    value, pieces = loss(heat, corners, targets)
    optimiser.zero_grad(set_to_none=True)
    value.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimiser.step()
    return pieces


def _examples(options: argparse.Namespace, so_far: Predictor, rng: np.random.Generator) -> Iterator[Example]:
    sources, names = photo_sources(options.photos)
    if options.settle:
        sources = settle(sources, so_far)
    folders = [name.split("/")[0] for name in names]
    weights = np.array([_SHARES[folder] / folders.count(folder) for folder in folders])
    weights /= weights.sum()
    scenes = SceneFolder(options.scenes)

    def pick() -> Source:
        if rng.random() < options.scene_share:
            scene = scenes.pick(rng)
            if scene is not None:
                return scene
        return sources[int(rng.choice(len(sources), p=weights))]

    while True:
        if rng.random() < _MOSAICS:
            yield mosaic([pick() for _ in range(4)], _SIZE, rng)
        else:
            yield cut(pick(), _SIZE, rng)


def _average(average: LocatorNetwork, network: LocatorNetwork, keep: float) -> None:
    with torch.no_grad():
        for mean, new in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.mul_(keep).add_(new, alpha=1 - keep)
            else:
                mean.copy_(new)


def _save(
    path: Path, network: LocatorNetwork, average: LocatorNetwork, optimiser: torch.optim.Optimizer, step: int
) -> None:
    state = {
        "network": network.state_dict(),
        "average": average.state_dict(),
        "optimiser": optimiser.state_dict(),
        "step": step,
    }
    unfinished = path.with_suffix(".part")
    torch.save(state, unfinished)
    unfinished.replace(path)
