"""Go on from an exported locator where no checkpoint is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.training.locator.network import LocatorNetwork

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["network_from_file"]


def network_from_file(path: Path) -> LocatorNetwork:
    """Read the weights of an exported locator back into a network that can be trained on.

    The file's convolutions have the batch normalisation folded into them, so the network comes without it.
    Weights that were quantised are taken at the values that they stand for.

    Raises:
        OSError: the file can't be read.
        ValueError: it holds no locator of this shape.
    """
    try:
        graph = onnx.load(str(path)).graph
    except OSError:
        raise
    except Exception as error:  # protobuf's own error type is private
        raise ValueError(f"{path} can't be read as an ONNX file; a locator.onnx was expected") from error
    values = _constants(graph)
    stored = [
        [values.get(name) for name in node.input[1:]]
        for node in graph.node
        if node.op_type == "Conv" and node.input[1] in values
    ]
    network = LocatorNetwork(folded=True)
    convolutions = _in_running_order(network)
    shapes = [list(each.weight.shape) for each in convolutions]
    found = [[] if not pair or pair[0] is None else list(pair[0].shape) for pair in stored]
    if shapes != found:
        raise ValueError(
            f"{path} holds {len(found)} convolutions {found}; a locator has {len(shapes)}: {shapes}"
        )
    for convolution, pair in zip(convolutions, stored, strict=True):
        weight, bias = pair[0], pair[1] if len(pair) > 1 else None
        if weight is None or bias is None or convolution.bias is None:
            raise ValueError(f"{path}: a convolution {list(convolution.weight.shape)} has no bias stored")
        with torch.no_grad():
            convolution.weight.copy_(torch.from_numpy(weight.copy()))
            convolution.bias.copy_(torch.from_numpy(bias.copy()))
    return network


def _constants(graph: onnx.GraphProto) -> dict[str, NDArray[np.float32]]:
    """Give all stored arrays by name, their copies, and what DequantizeLinear makes of quantised ones."""
    raw = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    values = {name: np.asarray(array, np.float32) for name, array in raw.items()}
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in values:  # equal arrays are stored once
            values[node.output[0]] = values[node.input[0]]
        if node.op_type != "DequantizeLinear" or node.input[0] not in raw:
            continue
        numbers, scale = raw[node.input[0]].astype(np.float32), raw[node.input[1]].astype(np.float32)
        zero = raw[node.input[2]].astype(np.float32) if len(node.input) > 2 else np.zeros_like(scale)
        axis = next((each.i for each in node.attribute if each.name == "axis"), 1)
        if scale.ndim == 1 and scale.size > 1:
            shape = [1] * numbers.ndim
            shape[axis] = -1
            scale, zero = scale.reshape(shape), zero.reshape(shape)
        values[node.output[0]] = np.asarray((numbers - zero) * scale, np.float32)
    return values


def _in_running_order(network: LocatorNetwork) -> list[nn.Conv2d]:
    """Give the convolutions in the order in which they run: the order that the export writes them in."""
    order: list[nn.Conv2d] = []
    hooks = []
    for module in network.modules():
        if isinstance(module, nn.Conv2d):

            def note(this: nn.Module, _arguments: object, _result: object) -> None:
                if isinstance(this, nn.Conv2d):
                    order.append(this)

            hooks.append(module.register_forward_hook(note))
    with torch.inference_mode():
        network(torch.zeros(1, 3, 32, 32))
    for hook in hooks:
        hook.remove()
    return order
