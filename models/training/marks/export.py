"""Export a trained mark reader to ONNX, check the file, and write down what was measured."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import onnxruntime
import torch

from datasets.photos import read_folder
from models.training.marks.measure import read_flowers
from models.training.marks.network import MarkNetwork
from vision.rectify import HEAD_HEIGHT, HEAD_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from datasets.photos import LabelledPhoto

__all__ = ["export"]

_OPSET: Final = 17
_DEV_FOLDERS: Final = ("dev_hk", "dev_riichi")
_MOST_DIFFERENCE: Final = 1e-3


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
    figures: dict[str, Any] = {
        "largest_onnx_difference": _write_onnx(network, out / "marks.onnx"),
        "held_out": read_flowers(network, kept).figures(),
    }
    for name in _DEV_FOLDERS:
        if (photos / name).is_dir():
            figures[name] = read_flowers(network, read_folder(photos / name)).figures()
    (out / "marks.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2), flush=True)
    return figures


def _write_onnx(network: MarkNetwork, path: Path) -> float:
    sample = torch.rand(3, 3, HEAD_HEIGHT, HEAD_WIDTH, generator=torch.Generator().manual_seed(1))
    plain = MarkNetwork()
    plain.load_state_dict(network.state_dict())
    plain.eval()
    torch.onnx.export(
        plain,
        (sample,),
        str(path),
        input_names=["heads"],
        output_names=["mark"],
        dynamic_axes={name: {0: "heads"} for name in ("heads", "mark")},
        opset_version=_OPSET,
        dynamo=False,
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    largest = 0.0
    for count in (1, 3):
        with torch.no_grad():
            expected = plain(sample[:count])
        given = session.run(["mark"], {"heads": sample[:count].numpy()})[0]
        largest = max(largest, float(np.abs(given - expected.numpy()).max()))
    if largest > _MOST_DIFFERENCE:
        raise RuntimeError(f"{path} gives other logits than the network: they differ by {largest:.2g}")
    return largest
