"""Export a trained mark reader to ONNX, check the file, and write down what was measured."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from datasets.photos import read_folder
from models.training.marks.measure import read_flowers
from models.training.marks.network import MarkNetwork
from models.training.onnx_file import write_onnx
from vision.rectify import HEAD_HEIGHT, HEAD_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from datasets.photos import LabelledPhoto

__all__ = ["export"]

_DEV_FOLDERS: Final = ("dev_hk", "dev_riichi")


def export(network: MarkNetwork, kept: Sequence[LabelledPhoto], photos: Path, out: Path) -> dict[str, Any]:
    """Write the ONNX file, check it, and measure on held-out photos and on the dev folders.

    Args:
        network: the trained network.
        kept: photos that it was not trained on.
        photos: the folder that holds the labelled folders.
        out: where ``marks.onnx`` and ``marks.json`` go.

    Returns:
        The figures written to ``marks.json``.

    Raises:
        RuntimeError: the exported file does not give what the network gives.
    """
    network.eval()
    copied = MarkNetwork()
    copied.load_state_dict(network.state_dict())
    shape = (3, HEAD_HEIGHT, HEAD_WIDTH)
    figures: dict[str, Any] = {
        "largest_onnx_difference": write_onnx(copied, out / "marks.onnx", "heads", shape, ("mark",)),
        "held_out": read_flowers(network, kept).figures(),
    }
    for name in _DEV_FOLDERS:
        if (photos / name).is_dir():
            figures[name] = read_flowers(network, read_folder(photos / name)).figures()
    (out / "marks.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2), flush=True)
    return figures
