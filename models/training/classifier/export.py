"""Export a trained classifier to ONNX, check the file, and write down what was measured."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from datasets.photos import read_folder
from models.training.classifier.measure import best_temperature, read_drawn, read_photos
from models.training.classifier.network import ClassifierNetwork, ExportedClassifier
from models.training.onnx_file import write_onnx
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, MARGIN

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from datasets.photos import LabelledPhoto

__all__ = ["export"]

_DEV_FOLDERS: Final = ("dev_hk", "dev_riichi")
_FOREIGN_DESIGNS: Final = 20
_OUTPUTS: Final = ("kind", "turn", "embedding")


def export(
    network: ClassifierNetwork, kept: Sequence[LabelledPhoto], photos: Path, out: Path
) -> dict[str, Any]:
    """Find the temperature, write the ONNX file, check it, and measure on the dev folders.

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
    known, foreign = read_photos(network, kept), read_drawn(network, _FOREIGN_DESIGNS)
    temperature = best_temperature(known, foreign)
    copied = ClassifierNetwork()
    copied.load_state_dict(network.state_dict())
    shape = (3, CROP_HEIGHT, CROP_WIDTH)
    path = out / "classifier.onnx"
    difference = write_onnx(ExportedClassifier(copied), path, "crops", shape, _OUTPUTS)
    figures: dict[str, Any] = {
        "temperature": temperature,
        "temperature_of_known_designs": best_temperature(known, known),
        "largest_onnx_difference": difference,
        "margin": MARGIN,
        "held_out": known.figures(temperature),
        "foreign drawn designs": foreign.figures(temperature),
    }
    for name in _DEV_FOLDERS:
        if not (photos / name).is_dir():
            continue
        dev = read_folder(photos / name)
        for degrees in (0, -10, 10):
            title = f"{name} quads turned {degrees}" if degrees else name
            figures[title] = read_photos(network, dev, degrees).figures(temperature)
    (out / "classifier.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2), flush=True)
    return figures
