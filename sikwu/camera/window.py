"""The live picture with what is read drawn on it, and the keys."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

import cv2

from sikwu.camera.errors import CameraError
from vision import annotate, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision import Reading

__all__ = ["AGAIN", "QUIT", "TAKE", "Window", "has_screen"]

TAKE: Final = " "
QUIT: Final = "q"
AGAIN: Final = "r"

_TITLE: Final = "sikwu"
_ESCAPE: Final = 27


def has_screen() -> bool:
    """Tell whether there is a screen to show a window on."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Window:
    """A window; what it shows changes nothing about what is read."""

    def show(self, pixels: NDArray[np.uint8], reading: Reading | None, text: str, *, wait: int = 1) -> str:
        """Show a frame.

        Args:
            pixels: RGB uint8 [H, W, 3].
            reading: drawn on it; of this frame or a slightly earlier one.
            text: a line below, in ASCII.
            wait: milliseconds to wait for a key; 0 waits until one is pressed.

        Returns:
            The key that was pressed, in small letters; `QUIT` also where the window was closed; else nothing.

        Raises:
            CameraError: no window can be shown here.
        """
        drawn = pixels if reading is None else annotate(load(pixels), reading)
        picture = cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR)
        height = picture.shape[0]
        picture = cv2.copyMakeBorder(picture, 0, max(height // 20, 24), 0, 0, cv2.BORDER_CONSTANT)
        size = max(height / 1000, 0.45)
        cv2.putText(
            picture,
            text,
            (8, picture.shape[0] - 8),
            cv2.FONT_HERSHEY_SIMPLEX,
            size,
            (255, 255, 255),
            1,
            cv2.LINE_AA,
        )
        try:
            cv2.imshow(_TITLE, picture)
            code = cv2.waitKey(wait)
            open_ = cv2.getWindowProperty(_TITLE, cv2.WND_PROP_VISIBLE) > 0
        except cv2.error as error:
            raise CameraError(
                "no window can be shown here (an OpenCV without windows?); --headless reads without one"
            ) from error
        if code == _ESCAPE or not open_:
            return QUIT
        return chr(code & 0xFF).lower() if code >= 0 else ""

    def close(self) -> None:
        """Close the window."""
        cv2.destroyAllWindows()
