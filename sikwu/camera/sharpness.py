"""How sharp a frame is, and whether it is sharp enough beside those before it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

import cv2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Gate", "sharpness"]

_WIDTH: Final = 640
"""Frames are measured at this width, so that noise in large ones doesn't pass for detail."""
_SHARE: Final = 0.5
_RECENT: Final = 20


def sharpness(pixels: NDArray[np.uint8]) -> float:
    """Measure sharpness: the variance of the Laplacian of the brightness.

    Args:
        pixels: RGB uint8 [H, W, 3].

    Returns:
        A number from 0; it can be compared between frames of one scene only.

    >>> import numpy as np
    >>> edges = np.zeros((40, 40, 3), np.uint8)
    >>> edges[:, 20:] = 255
    >>> sharpness(edges) > sharpness(cv2.GaussianBlur(edges, (9, 9), 3)) > sharpness(edges * 0) == 0
    True
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    if grey.shape[1] > _WIDTH:
        height = max(round(grey.shape[0] * _WIDTH / grey.shape[1]), 1)
        grey = cv2.resize(grey, (_WIDTH, height), interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())


class Gate:
    """Passes frames that are sharp beside the best of those before them."""

    def __init__(self) -> None:
        """Have seen nothing yet."""
        self._recent: deque[float] = deque(maxlen=_RECENT)

    @property
    def least(self) -> float:
        """The sharpness below which a frame is blurred."""
        return _SHARE * max(self._recent, default=0.0)

    def passes(self, value: float) -> bool:
        """Tell whether a frame of that sharpness passes; either way it is remembered."""
        self._recent.append(value)
        return value >= self.least
