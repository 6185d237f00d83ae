"""What the camera command says about cameras and videos that can't be used."""

from __future__ import annotations

from sikwu.errors import BadOptionError

__all__ = ["CameraError"]


class CameraError(BadOptionError):
    """A camera or video that can't be opened, or showed no hand; the message says what would be right."""
