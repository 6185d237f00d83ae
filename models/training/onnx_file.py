"""Write a trained network as an ONNX file, and compare the file with the network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import onnxruntime
import torch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from torch import nn

__all__ = ["write_onnx"]

_OPSET: Final = 17
_MOST_DIFFERENCE: Final = 1e-3


def write_onnx(
    network: nn.Module, path: Path, given: str, shape: tuple[int, int, int], outputs: Sequence[str]
) -> float:
    """Write a network, and run the file beside it.

    Args:
        network: set to evaluation mode here; gives a tensor, or one for each output.
        path: the file to write.
        given: name of its input, float32 [N, C, H, W] with any N.
        shape: C, H, W.
        outputs: names of its outputs, each with N first.

    Returns:
        The largest difference between what the file gives and what the network gives.

    Raises:
        RuntimeError: that is more than rounding.
    """
    network.eval()
    sample = torch.rand(3, *shape, generator=torch.Generator().manual_seed(1))
    torch.onnx.export(
        network,
        (sample,),
        str(path),
        input_names=[given],
        output_names=list(outputs),
        dynamic_axes={name: {0: given} for name in (given, *outputs)},
        opset_version=_OPSET,
        dynamo=False,
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    largest = 0.0
    for count in (1, 3):
        with torch.no_grad():
            expected = network(sample[:count])
        expected = expected if isinstance(expected, tuple) else (expected,)
        answers = session.run(list(outputs), {given: sample[:count].numpy()})
        apart = [
            float(np.abs(one - other.numpy()).max()) for one, other in zip(answers, expected, strict=True)
        ]
        largest = max(largest, *apart)
    if largest > _MOST_DIFFERENCE:
        raise RuntimeError(f"{path} gives other logits than the network: they differ by {largest:.2g}")
    return largest
