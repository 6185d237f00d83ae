"""Logits as probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["log_softmax", "softmax"]


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give the probabilities of logits, along the last axis.

    >>> softmax(np.zeros((1, 4))).tolist()
    [[0.25, 0.25, 0.25, 0.25]]
    """
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float64)


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give the logarithms of the probabilities of logits, along the last axis."""
    lowered = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(lowered - np.log(np.exp(lowered).sum(axis=-1, keepdims=True)), np.float32)
