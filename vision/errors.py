"""The exceptions of the reader.

::

    VisionError
    ├── CaptureError (ValueError)
    │   ├── PhotoFileError          the file is missing, a folder, or can't be opened
    │   ├── PictureFormatError      the bytes are no picture of a known format, or a damaged one
    │   ├── PhotoTooLargeError      more bytes or pixels than the limit
    │   └── PixelsError             an array of another shape or dtype than a photo's
    ├── NetworkError (RuntimeError) a model can't be loaded or isn't what the manifest promises
    ├── RegionError (ValueError)    a region that lies outside the photo or isn't one
    ├── ReadingFormatError (ValueError)   a dictionary that is no exported reading
    ├── SetFormatError (ValueError) a set of tiles with a name or pictures that can't be, or a damaged file
    └── EnrolmentError (ValueError) what was said to lie in a photo isn't what is seen there
"""

from __future__ import annotations

__all__ = [
    "AnswerError",
    "CaptureError",
    "EnrolmentError",
    "NetworkError",
    "PhotoFileError",
    "PhotoTooLargeError",
    "PictureFormatError",
    "PixelsError",
    "ReadingFormatError",
    "RegionError",
    "SetFormatError",
    "VisionError",
]


class VisionError(Exception):
    """Root of everything that `vision` raises on purpose."""


class CaptureError(VisionError, ValueError):
    """A photo can't be taken in."""


class PhotoFileError(CaptureError):
    """The photo's file is missing, a folder, or can't be opened."""


class PictureFormatError(CaptureError):
    """The bytes are no picture of a known format, or a damaged one."""


class PhotoTooLargeError(CaptureError):
    """The photo has more bytes or pixels than the limit, which the message names."""


class PixelsError(CaptureError):
    """An array of another shape or dtype than a photo's."""


class NetworkError(VisionError, RuntimeError):
    """A model can't be loaded, or its inputs and outputs aren't what the manifest promises."""


class RegionError(VisionError, ValueError):
    """A region that has no area or lies outside the photo."""


class ReadingFormatError(VisionError, ValueError):
    """A dictionary that is no exported reading; the message names the key."""


class SetFormatError(VisionError, ValueError):
    """A set of tiles whose name or pictures can't be, or bytes that are no stored set."""


class EnrolmentError(VisionError, ValueError):
    """What was said to lie in a photo isn't what is seen there; the message counts both."""


class AnswerError(VisionError, ValueError):
    """An answer to a doubt that is none to that question, or that can't be; the message says what can."""
