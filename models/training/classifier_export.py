"""Measure a trained classifier, set its temperature, export it to ONNX."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import onnxruntime
import torch
from torch import nn
from torch.nn import functional

from datasets.photos import read_folder
from datasets.rows import row_quads
from models.training.classifier_data import HALF_TURN_ALIKE
from models.training.classifier_network import CLASSES, ClassifierNetwork
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, MARGIN, rectify, stand

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto, LabelledTile

__all__ = ["calibration_error", "cut", "export", "measure", "run"]

_OPSET: Final = 17
_DEV_FOLDERS: Final = ("dev_hk", "dev_riichi")


def cut(photo: LabelledPhoto, degrees: float = 0.0) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Cut every labelled tile of a photo as the run time would, from its box or from its row.

    Args:
        photo: the photo.
        degrees: by how much each quad is turned about its centre, as if the corners were that much off.

    Returns:
        Crops, RGB uint8 [N, 80, 64, 3], and by how many quarter-turns clockwise a tile that stands upright in
        the photo lies in each crop [N], since a box that is wider than high is cut lying.
    """
    quads, _ = row_quads(photo.boxes)
    middles = quads.mean(axis=1, keepdims=True)
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    rotation = np.array([[cosine, sine], [-sine, cosine]], np.float32)
    given = middles + (quads - middles) @ rotation
    standing = stand(given)
    starts = np.abs(standing - given[:, :1]).sum(axis=2).argmin(axis=1)
    return rectify(photo.pixels, standing), starts


@torch.no_grad()
def run(network: nn.Module, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the logits of kind [N, 44] and turn [N, 4] of crops, RGB uint8 [N, 80, 64, 3]."""
    kinds, turns = [np.empty((0, len(CLASSES)), np.float32)], [np.empty((0, 4), np.float32)]
    network.eval()
    for start in range(0, len(crops), 256):
        part = torch.from_numpy(crops[start : start + 256]).permute(0, 3, 1, 2).float().div(255)
        kind, turn = network(part)
        kinds.append(kind.numpy())
        turns.append(turn.numpy())
    return np.concatenate(kinds), np.concatenate(turns)


def measure(
    network: nn.Module, photos: Sequence[LabelledPhoto], temperature: float = 1.0, degrees: float = 0.0
) -> dict[str, float]:
    """Measure a classifier on the labelled boxes of photos.

    Args:
        network: what is measured.
        photos: what it is measured on.
        temperature: the logits of the kind are divided by it before they become probabilities.
        degrees: by how much each quad is turned about its centre first.

    Returns:
        ``tiles``; ``right``, the share whose kind is right; ``flowers`` and ``flowers_right``;
        ``turns_right``, among the tiles whose turn is known and shows; ``calibration_error`` (ECE) of the
        first guess.
    """
    logits, turn_guesses = [], []
    tiles: list[LabelledTile] = []
    for photo in photos:
        crops, starts = cut(photo, degrees)
        kind, turn = run(network, crops)
        logits.append(kind)
        turn_guesses.append((turn.argmax(1) - starts) % 4)
        tiles.extend(photo.tiles)
    odds = _softmax(np.concatenate(logits) / temperature)
    guesses = odds.argmax(1)
    right = guesses == np.array([tile.kind.index for tile in tiles])
    flower = np.array([tile.kind.is_flower for tile in tiles])
    told = np.array([tile.turn is not None and str(tile.kind) not in HALF_TURN_ALIKE for tile in tiles])
    lies = np.concatenate(turn_guesses) == np.array([tile.turn or 0 for tile in tiles])
    return {
        "tiles": len(tiles),
        "right": float(right.mean()),
        "flowers": int(flower.sum()),
        "flowers_right": float(right[flower].mean()) if flower.any() else math.nan,
        "turns_right": float(lies[told].mean()) if told.any() else math.nan,
        "calibration_error": calibration_error(odds.max(1), right),
    }


def calibration_error(confidence: NDArray[np.floating], right: NDArray[np.bool_], bins: int = 15) -> float:
    """Expected calibration error: how far confidence and accuracy lie apart, over bins of equal width.

    Args:
        confidence: probability of the first guess [N].
        right: whether that guess was right [N].
        bins: how many bins from 0 to 1.

    >>> calibration_error(np.array([0.9, 0.9, 0.9, 0.9]), np.array([True, True, True, False]))
    0.15
    """
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    error = 0.0
    for place in range(bins):
        inside = places == place
        if inside.any():
            error += float(inside.mean()) * abs(
                float(confidence[inside].mean()) - float(right[inside].mean())
            )
    return round(error, 6)


def export(
    network: ClassifierNetwork, kept: Sequence[LabelledPhoto], photos: Path, out: Path
) -> dict[str, Any]:
    """Set the temperature on held-out photos, write the ONNX file, check it, and measure on the dev folders.

    Args:
        network: the trained network.
        kept: photos that it was not trained on.
        photos: the folder that holds the labelled folders.
        out: where ``classifier.onnx`` and ``classifier.json`` go.

    Returns:
        The figures written to ``classifier.json``.

    Raises:
        RuntimeError: the exported file does not give what the network gives.
    """
    network.eval()
    temperature = _best_temperature(network, kept)
    path = out / "classifier.onnx"
    difference = _write_onnx(network, path)
    figures: dict[str, Any] = {
        "temperature": temperature,
        "largest_onnx_difference": difference,
        "margin": MARGIN,
        "held_out": measure(network, kept, temperature),
    }
    for name in _DEV_FOLDERS:
        if not (photos / name).is_dir():
            continue
        dev = read_folder(photos / name)
        figures[name] = measure(network, dev, temperature)
        for degrees in (-10, 10):
            figures[f"{name} quads turned {degrees}"] = measure(network, dev, temperature, degrees)
    (out / "classifier.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2), flush=True)
    return figures


def _best_temperature(network: nn.Module, kept: Sequence[LabelledPhoto]) -> float:
    logits = []
    kinds: list[int] = []
    for photo in kept:
        for degrees in (-8.0, 0.0, 8.0):
            logits.append(run(network, cut(photo, degrees)[0])[0])
            kinds.extend(tile.kind.index for tile in photo.tiles)
    stacked, labels = torch.from_numpy(np.concatenate(logits)), torch.tensor(kinds)
    candidates = [round(0.2 * 1.04**step, 3) for step in range(70)]
    losses = [float(functional.cross_entropy(stacked / candidate, labels)) for candidate in candidates]
    return candidates[int(np.argmin(losses))]


def _write_onnx(network: ClassifierNetwork, path: Path) -> float:
    sample = torch.rand(3, 3, CROP_HEIGHT, CROP_WIDTH, generator=torch.Generator().manual_seed(1))
    plain = ClassifierNetwork()
    plain.load_state_dict(network.state_dict())
    plain.eval()
    torch.onnx.export(
        plain,
        (sample,),
        str(path),
        input_names=["crops"],
        output_names=["kind", "turn"],
        dynamic_axes={"crops": {0: "crops"}, "kind": {0: "crops"}, "turn": {0: "crops"}},
        opset_version=_OPSET,
        dynamo=False,
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    largest = 0.0
    for count in (1, 3):
        with torch.no_grad():
            expected = plain(sample[:count])
        given = session.run(["kind", "turn"], {"crops": sample[:count].numpy()})
        largest = max(
            largest, *(float(np.abs(a - b.numpy()).max()) for a, b in zip(given, expected, strict=True))
        )
    if largest > 1e-3:
        raise RuntimeError(f"{path} gives other logits than the network: they differ by {largest:.2g}")
    return largest


def _softmax(logits: NDArray[np.floating]) -> NDArray[np.float32]:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
