"""Frames of a camera or a video file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from sikwu.camera.errors import CameraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["Device", "Frame", "Video"]

_A_SECOND: Final = 5
"""Frames of a video that are read for each of its seconds, where nobody says otherwise."""
_USUAL_RATE: Final = 30.0
_MOST_RATE: Final = 1000.0


@dataclass(frozen=True, eq=False)
class Frame:
    """One frame.

    Attributes:
        number: from 0, of all frames of the video or since the camera was opened.
        pixels: RGB uint8 [H, W, 3].
    """

    number: int
    pixels: NDArray[np.uint8]


class Video:
    """A video file; always the same frames of it, however long they take to read.

    Args:
        path: the file.
        every: read each so-manieth frame; by default five for each second of the video.

    Raises:
        CameraError: the file is missing or can't be opened as a video.
    """

    def __init__(self, path: Path, every: int | None = None) -> None:
        """Open the file."""
        try:
            if not path.is_file():
                raise CameraError(
                    f"--video {path}: {'a folder, not a video' if path.is_dir() else 'no such file'}"
                )
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise CameraError(f"--video {path}: {getattr(error, 'strerror', None) or error}") from error
        self.path, self.sha256 = path, digest
        self._capture = _opened(str(path))
        if self._capture is None:
            raise CameraError(
                f"--video {path}: not a video that can be read here; MP4, MOV, AVI, MKV and WebM are, "
                "as phones write them (a photo is for sikwu read)"
            )
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        usual = rate if 0 < rate < _MOST_RATE else _USUAL_RATE
        self.every = max(round(usual / _A_SECOND), 1) if every is None else every
        self.count = 0

    def __iter__(self) -> Iterator[Frame]:
        """Give the frames that are read; `count` tells afterwards how many there were in all."""
        while self._capture is not None and self._capture.grab():
            number = self.count
            self.count += 1
            if number % self.every:
                continue
            got, pixels = self._capture.retrieve()
            if got and pixels is not None:
                yield Frame(number, _rgb(pixels))

    def facts(self) -> dict[str, Any]:
        """Give what is kept about the video, so that anybody can read it again."""
        return {"video": str(self.path), "sha256": self.sha256, "every": self.every}

    def close(self) -> None:
        """Close the file."""
        if self._capture is not None:
            self._capture.release()


class Device:
    """A camera; frames that nobody fetches in time are dropped.

    Args:
        number: of the camera, 0 for the first.

    Raises:
        CameraError: there is no such camera, or another program holds it.
    """

    def __init__(self, number: int) -> None:
        """Open the camera."""
        self.number = number
        self._capture = _opened(number)
        if self._capture is None:
            raise CameraError(
                f"--device {number}: no camera opens there; plug one in, close what else uses it, try "
                "another number, or give a recording with --video FILE"
            )
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self.count = 0

    def __iter__(self) -> Iterator[Frame]:
        """Give frames as they come.

        Raises:
            CameraError: the camera gives no more.
        """
        while True:
            got, pixels = self._capture.read() if self._capture is not None else (False, None)
            if not got or pixels is None:
                raise CameraError(
                    f"--device {self.number}: the camera gave {self.count} frames and then no more; "
                    "plug it in again, or try another number"
                )
            self.count += 1
            yield Frame(self.count - 1, _rgb(pixels))

    def facts(self) -> dict[str, Any]:
        """Give what is kept about the camera."""
        return {"device": self.number}

    def close(self) -> None:
        """Let the camera go."""
        if self._capture is not None:
            self._capture.release()


def _opened(source: str | int) -> Any:  # noqa: ANN401 - OpenCV's capture, or None
    """Open a capture, without what the decoders print about a file or number that is none."""
    logging = getattr(getattr(cv2, "utils", None), "logging", None)
    if logging is not None:
        logging.setLogLevel(logging.LOG_LEVEL_SILENT)
    try:
        capture = cv2.VideoCapture(source)
    except cv2.error:
        return None
    if capture.isOpened():
        return capture
    capture.release()
    return None


def _rgb(pixels: Any) -> NDArray[np.uint8]:  # noqa: ANN401 - OpenCV's array, BGR
    return np.ascontiguousarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)
