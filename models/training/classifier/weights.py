"""The trained weights as a small file that goes with the project: training can go on from it anywhere.

The ONNX file that ships can't serve: its batch normalisation is folded away, and it may be quantised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

if TYPE_CHECKING:
    from pathlib import Path

    from torch import nn

__all__ = ["read_weights", "write_weights"]


def write_weights(network: nn.Module, path: Path) -> None:
    """Write a network's state, its numbers rounded to 16 bits.

    Args:
        network: the network.
        path: an ``.npz`` file, replaced if there is one.
    """
    part = path.with_suffix(".part")
    arrays = {
        name: value.half().numpy() if value.dtype.is_floating_point else value.numpy()
        for name, value in network.state_dict().items()
    }
    with part.open("wb") as file:
        np.savez_compressed(file, **arrays)
    part.replace(path)


def read_weights(network: nn.Module, path: Path) -> None:
    """Set a network's state from a file of weights or from the average in a checkpoint.

    Args:
        network: the network, changed in place.
        path: an ``.npz`` file of `write_weights`, or a ``.pt`` checkpoint of the training.

    Raises:
        OSError: the file can't be read.
        RuntimeError: it holds another network's state.
    """
    if path.suffix == ".pt":
        network.load_state_dict(torch.load(path, weights_only=True, map_location="cpu")["average"])
        return
    with np.load(path) as stored:
        network.load_state_dict({name: torch.from_numpy(stored[name]) for name in stored.files})
