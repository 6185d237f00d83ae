"""Write the trained locator as ONNX and check that the file says what the network says."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime
import torch

from models.training.locator.network import ExportedLocator, LocatorNetwork

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["OnnxPredictor", "TorchPredictor", "export"]

_SIZES = ((640, 640), (480, 640), (256, 416))
_SCORE_SLACK, _QUAD_SLACK = 1e-4, 0.05


class TorchPredictor:
    """Runs the network and its decoding in torch."""

    def __init__(self, network: LocatorNetwork) -> None:
        """Wrap `network`, which is set to evaluation."""
        self._graph = ExportedLocator(network).eval()
        self._device = next(network.parameters()).device

    def __call__(self, image: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Run one input."""
        with torch.inference_mode():
            score, quads = self._graph(torch.from_numpy(image).to(self._device))
        return score.cpu().numpy(), quads.cpu().numpy()


class OnnxPredictor:
    """Runs an exported file on one thread."""

    def __init__(self, path: Path) -> None:
        """Open `path`."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def __call__(self, image: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Run one input."""
        score, quads = self._session.run(["score", "quads"], {"image": image})
        return np.asarray(score, np.float32), np.asarray(quads, np.float32)


def export(network: LocatorNetwork, path: Path) -> str:
    """Write the network with its decoding to `path`.

    Returns:
        The file's sha256 in hexadecimal.

    Raises:
        RuntimeError: the file's outputs are not those of the network.
    """
    graph = ExportedLocator(network).cpu().eval()
    torch.onnx.export(
        graph,
        (torch.rand(1, 3, 640, 640),),
        str(path),
        input_names=["image"],
        output_names=["score", "quads"],
        dynamic_axes={
            "image": {2: "height", 3: "width"},
            "score": {2: "rows", 3: "columns"},
            "quads": {2: "rows", 3: "columns"},
        },
        opset_version=17,
        dynamo=False,
    )
    written, original = OnnxPredictor(path), TorchPredictor(network)
    rng = np.random.default_rng(0)
    for height, width in _SIZES:
        coarse = rng.random((1, 3, height // 16, width // 16)).repeat(16, 2).repeat(16, 3).astype(np.float32)
        score, quads = written(coarse)
        true_score, true_quads = original(coarse)
        agree = (score > 0) == (true_score > 0)  # a tie between neighbours may fall either way
        off_score = float(np.abs(score - true_score)[agree].max())
        off_quads = float(np.quantile(np.abs(quads - true_quads), 0.99))
        if off_score > _SCORE_SLACK or off_quads > _QUAD_SLACK or agree.mean() < 0.999:
            raise RuntimeError(
                f"{path} differs from the network at {width} x {height}: score by {off_score:.2g}, "
                f"corners by {off_quads:.2g} px"
            )
    return hashlib.sha256(path.read_bytes()).hexdigest()
