"""How a part of a photo was resized and padded for a network, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.errors import RegionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Box", "Letterbox", "clip", "letterbox"]

Box: TypeAlias = "tuple[int, int, int, int]"
"""An upright box in the photo: x, y, width, height in pixels."""

_STRIDE: Final = 32
_GREY: Final = 0.5


@dataclass(frozen=True)
class Letterbox:
    """How a part of a photo was resized and padded for a network.

    Attributes:
        box: the part of the photo.
        width: width of the resized part in the network's input; what lies right of it is padding.
        height: likewise, below.
    """

    box: Box
    width: int
    height: int

    def to_photo(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Map points [..., 2] from the network's input to the photo, both in pixels.

        >>> Letterbox((100, 50, 320, 160), 640, 320).to_photo(np.array([640, 320])).tolist()
        [420.0, 210.0]
        """
        x, y, width, height = self.box
        return np.asarray(points * np.array([width / self.width, height / self.height]) + np.array([x, y]))


def clip(region: Box, whole: Box) -> Box:
    """Give the part of a region that lies inside a photo, or inside a part of one.

    Raises:
        RegionError: they have no area in common.

    >>> clip((-10, 20, 50, 100), (0, 0, 640, 80))
    (0, 20, 40, 60)
    """
    x, y = max(region[0], whole[0]), max(region[1], whole[1])
    right = min(region[0] + region[2], whole[0] + whole[2])
    bottom = min(region[1] + region[3], whole[1] + whole[3])
    if right <= x or bottom <= y:
        raise RegionError(
            f"the region {','.join(map(str, region))} (x,y,width,height) has no area inside the photo, "
            f"which is {whole[2]} x {whole[3]} pixels"
        )
    return x, y, right - x, bottom - y


def letterbox(pixels: NDArray[np.uint8], box: Box, long_side: int) -> tuple[NDArray[np.float32], Letterbox]:
    """Cut a box out of a photo, resize it so that its longer side is ``long_side`` and pad it with grey.

    Args:
        pixels: RGB uint8 [H, W, 3].
        box: the part to take; it lies inside the photo.
        long_side: pixels of the longer side after resizing.

    Returns:
        The network's input, float32 [1, 3, h, w], RGB 0..1, h and w multiples of 32, padded on the right and
        at the bottom; and the record of what was done.

    >>> image, record = letterbox(np.zeros((480, 640, 3), np.uint8), (0, 0, 640, 480), 320)
    >>> image.shape, record.width, record.height
    ((1, 3, 256, 320), 320, 240)
    """
    x, y, width, height = box
    scale = long_side / max(width, height)
    new_width, new_height = max(1, round(width * scale)), max(1, round(height * scale))
    part = np.ascontiguousarray(pixels[y : y + height, x : x + width])
    # Exact halves first: OpenCV averages two by two pixels in a tenth of the time that other areas take.
    while part.shape[0] % 2 == part.shape[1] % 2 == 0 and part.shape[1] >= 2 * new_width > 2:
        part = _resized(part, part.shape[1] // 2, part.shape[0] // 2, cv2.INTER_AREA)
    if part.shape[:2] != (new_height, new_width):
        part = _resized(part, new_width, new_height, cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    padded = (-(-new_height // _STRIDE) * _STRIDE, -(-new_width // _STRIDE) * _STRIDE)
    image = np.empty((1, 3, *padded), np.float32)
    image[:, :, new_height:] = image[:, :, :, new_width:] = _GREY
    for channel in range(3):
        inside = image[0, channel, :new_height, :new_width]
        np.divide(part[:, :, channel], np.float32(255), out=inside, dtype=np.float32)
    return image, Letterbox(box, new_width, new_height)


def _resized(pixels: NDArray[np.uint8], width: int, height: int, how: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=how), np.uint8)
