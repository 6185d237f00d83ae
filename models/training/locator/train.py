"""Train the locator and export it.

    python -m models.training.locator --photos ../shared/photos --out runs/locator --minutes 60

trains from nothing, or goes on with one of

    --resume --settle                        from OUT/checkpoint.pt
    --from models/locator.onnx --rate 4e-4   from the file that ships, where no checkpoint is left
    --resume --minutes 0                     only to export

With ``--settle`` the network so far first names the unlabelled tiles of the photos. A process beside the
training renders scenes into OUT/scenes until there are `--render` of them; they are mixed in as they come.
The run leaves ``checkpoint.pt`` (every two minutes), ``best.pt`` (the weights that did best on the trials)
and ``locator.onnx`` in `--out`. A GPU is used where there is one.

For figures on sets and tables never seen, leave their photos out and cut no faces from photos: ``--drawn
--fold 0 --last``, or ``--leave-out 'train_hk/*' 'sheets/raw-images_9*'``.
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

from datasets.errors import DatasetError
from models.training.locator.examples import Example, Source, cut, mosaic
from models.training.locator.export import TorchPredictor, export
from models.training.locator.network import LocatorNetwork
from models.training.locator.photos import photo_sources, settle
from models.training.locator.scenes import SceneFolder
from models.training.locator.start import network_from_file
from models.training.locator.targets import as_targets, loss, stack, to_device
from models.training.locator.trial import Trials

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from models.training.locator.eval import Predictor

__all__ = ["main"]

_RATE: Final = 2.5e-3
_MOSAICS: Final = 0.3
_KEPT_AVERAGE: Final = 0.998
_SHARES: Final = {"train_hk": 0.66, "train_riichi": 0.2, "sheets": 0.14}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.locator", description="Train the locator."
    )
    parser.add_argument("--photos", type=Path, required=True, help="folder of the labelled photo folders")
    parser.add_argument("--out", type=Path, required=True, help="where checkpoint.pt and locator.onnx go")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to train; 0 only exports")
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--resume", action="store_true", help="go on from OUT/checkpoint.pt")
    start.add_argument("--from", dest="start", type=Path, help="go on from an exported locator.onnx")
    parser.add_argument(
        "--settle",
        action="store_true",
        help="with --resume or --from: let the network so far find unlabelled tiles first",
    )
    parser.add_argument(
        "--scenes", type=Path, help="folder of rendered scenes to mix in; OUT/scenes if left out"
    )
    parser.add_argument("--render", type=int, default=1800, help="how many scenes that folder is to hold")
    parser.add_argument("--drawn", action="store_true", help="render scenes with drawn faces only")
    parser.add_argument(
        "--scene-share", type=float, default=0.4, help="share of the examples that are scenes"
    )
    parser.add_argument(
        "--leave-out", nargs="+", default=[], metavar="PATTERN", help="photos not to learn from: folder/file"
    )
    parser.add_argument("--fold", type=int, help="fold of tables and of designs not to learn from either")
    parser.add_argument("--rate", type=float, default=_RATE, help="peak learning rate")
    parser.add_argument("--size", type=int, default=480, help="side of the squares cut, a multiple of 32")
    parser.add_argument("--batch", type=int, default=8, help="squares in a step")
    parser.add_argument("--threads", type=int, default=1, help="threads for torch")
    parser.add_argument("--seed", type=int, default=0, help="seed of the examples' chance")
    parser.add_argument("--trial-every", type=float, default=10.0, help="minutes between trials")
    parser.add_argument(
        "--last", action="store_true", help="export the last weights and not those best on the trials"
    )
    options = parser.parse_args(arguments)
    if options.settle and not (options.resume or options.start):
        parser.error("--settle needs a network that has learned something: --resume or --from FILE")
    if options.size < 64 or options.size % 32:
        parser.error(f"--size {options.size}: a multiple of 32, 64 or more, was expected")
    if options.resume and not (options.out / "checkpoint.pt").is_file():
        parser.error(f"--resume: {options.out / 'checkpoint.pt'} isn't there; use --from models/locator.onnx")
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.scenes is None:
        options.scenes = options.out / "scenes"
    try:
        with _renderer(options):
            network = train(options)
    except (DatasetError, OSError, ValueError) as error:
        parser.error(str(error))
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
    command += ["--count", str(options.render), *(["--drawn"] if options.drawn else [])]
    process = subprocess.Popen(command)  # noqa: S603 - our own module
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def train(options: argparse.Namespace) -> LocatorNetwork:
    """Train as the options say, and give the averaged network."""
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    checkpoint, best = options.out / "checkpoint.pt", options.out / "best.pt"
    state: dict[str, Any] = torch.load(checkpoint, weights_only=True) if options.resume else {}
    if options.start is not None:
        network = network_from_file(options.start)
    else:
        network = LocatorNetwork(folded=bool(state.get("folded", False)))
    network.to(device, memory_format=torch.channels_last)
    average = copy.deepcopy(network)
    average.eval()
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-4)
    step = 0
    if state:
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step = state["step"]
    if options.minutes > 0:
        step = _run(options, network, average, optimiser, step)
        _save(checkpoint, network, average, optimiser, step)
    if not options.last and best.is_file():
        average.load_state_dict(torch.load(best, weights_only=True, map_location=device))
    return average


def _run(
    options: argparse.Namespace,
    network: LocatorNetwork,
    average: LocatorNetwork,
    optimiser: torch.optim.Optimizer,
    first: int,
) -> int:
    """Take steps until the time is up, and give the number of the last one."""
    trials = Trials(options.photos)
    if options.start is not None or options.resume:
        _try(trials, average, options.out, 0.0)
    examples = _examples(options, TorchPredictor(average), np.random.default_rng((options.seed, first)))
    start = saved = reported = tried = time.monotonic()
    step = first
    parts: dict[str, float] = {}
    while (spent := (time.monotonic() - start) / 60) < options.minutes:
        rate = options.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * spent / options.minutes)))
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step - first + 1) / 150)
        pieces = _learn(network, optimiser, [next(examples) for _ in range(options.batch)])
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
            _save(options.out / "checkpoint.pt", network, average, optimiser, step)
        if now - tried > 60 * options.trial_every:
            _try(trials, average, options.out, spent)
            tried = time.monotonic()
    _try(trials, average, options.out, spent)
    return step


def _try(trials: Trials, average: LocatorNetwork, out: Path, spent: float) -> None:
    """Measure the averaged weights and keep them where they are the best so far."""
    best = trials.best
    for line in trials.run(TorchPredictor(average)):
        print(f"    {spent:5.1f} min {line}", flush=True)
    if trials.best > best:
        torch.save(average.state_dict(), out / "best.pt")


def _learn(
    network: LocatorNetwork, optimiser: torch.optim.Optimizer, batch: Sequence[Example]
) -> dict[str, float]:
    """Take one step and give the parts of the loss."""
    device = next(network.parameters()).device
    image = torch.from_numpy(np.stack([example.image for example in batch])).to(device)
    image = (image.permute(0, 3, 1, 2).float() / 255).contiguous(memory_format=torch.channels_last)
    targets = to_device(stack([as_targets(example) for example in batch]), device)
    network.train()
    with torch.autocast(device.type, torch.bfloat16):
        heat, corners = network(image)
    value, pieces = loss(heat, corners, targets)
    optimiser.zero_grad(set_to_none=True)
    value.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimiser.step()
    return pieces


def _examples(options: argparse.Namespace, so_far: Predictor, rng: np.random.Generator) -> Iterator[Example]:
    sources, names = photo_sources(options.photos, options.leave_out, options.fold)
    if options.settle:
        sources = settle(sources, so_far)
    folders = [name.split("/")[0] for name in names]
    weights = np.array([_SHARES[folder] / folders.count(folder) for folder in folders])
    weights /= weights.sum()
    scenes = SceneFolder(options.scenes)
    print(f"learning from {len(sources)} photos and the scenes in {options.scenes}", flush=True)

    def pick() -> Source:
        if rng.random() < options.scene_share:
            scene = scenes.pick(rng)
            if scene is not None:
                return scene
        return sources[int(rng.choice(len(sources), p=weights))]

    while True:
        if rng.random() < _MOSAICS:
            yield mosaic([pick() for _ in range(4)], options.size, rng)
        else:
            yield cut(pick(), options.size, rng)


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
        "folded": network.folded,
        "network": network.state_dict(),
        "average": average.state_dict(),
        "optimiser": optimiser.state_dict(),
        "step": step,
    }
    unfinished = path.with_suffix(".part")
    torch.save(state, unfinished)
    unfinished.replace(path)
