"""A short film of the example photo: the camera moves, blurs for a while, and an arm passes over the hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

EXAMPLE = Path(__file__).parents[3] / "examples" / "hand.jpg"
SIZE = (1200, 900)
RATE = 10.0
_SKIN = (120, 160, 210)


def shots(kinds: str) -> Iterator[NDArray[np.uint8]]:
    """Give frames, BGR uint8: ``s`` sharp, ``b`` blurred, ``a`` an arm over the hand, ``e`` empty."""
    photo = cv2.imread(str(EXAMPLE))
    assert photo is not None
    for number, kind in enumerate(kinds):
        shift = np.array([[1, 0, 6 * np.sin(number)], [0, 1, 4 * np.cos(number)]], np.float32)
        moved = cv2.warpAffine(
            photo, shift, (photo.shape[1], photo.shape[0]), borderMode=cv2.BORDER_REPLICATE
        )
        frame = cv2.resize(moved, SIZE, interpolation=cv2.INTER_AREA)
        if kind == "b":
            frame = cv2.GaussianBlur(frame, (31, 31), 9)
        elif kind == "a":
            arm = np.array([[500, 0], [640, 0], [760, 900], [560, 900]], np.int32)
            arm[:, 0] += 20 * number
            cv2.fillConvexPoly(frame, arm, _SKIN)
        elif kind == "e":
            frame = np.full_like(frame, (60, 90, 30))
        yield np.asarray(frame, np.uint8)


def film(path: Path, frames: Sequence[NDArray[np.uint8]] | str) -> Path:
    """Write frames as a Motion-JPEG file, which OpenCV writes and reads without a codec."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, SIZE)
    assert writer.isOpened()
    for frame in shots(frames) if isinstance(frames, str) else frames:
        writer.write(frame)
    writer.release()
    return path
