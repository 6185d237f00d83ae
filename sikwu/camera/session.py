"""From frames to what is taken: reads, lets them vote, and stops when the reading is steady or a key says so.

A video's frames are read one after the other. A camera's are read beside showing the picture: while one is
read those that come meanwhile are shown and dropped.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sikwu.camera.errors import CameraError
from sikwu.camera.sharpness import sharpness
from sikwu.camera.watch import Progress, Watch
from sikwu.camera.window import QUIT, TAKE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from sikwu.camera.source import Frame
    from sikwu.camera.votes import Voted
    from sikwu.camera.window import Window
    from vision import Reading

__all__ = ["Session", "Taken"]

_KEYS: Final = "space: take now   q: quit"


@dataclass(frozen=True, eq=False)
class Taken:
    """What was taken.

    Attributes:
        voted: what the frames said together.
        pixels: the frame that was taken, RGB uint8 [H, W, 3].
        steady: whether the reading was steady; with a doubt otherwise.
        facts: of the voting, for the JSON.
    """

    voted: Voted
    pixels: NDArray[np.uint8]
    steady: bool
    facts: dict[str, Any]


class Session:
    """Watches frames for one hand after the other.

    Args:
        read: reads the pixels of a frame.
        frames: in a row that make a reading steady.
        tiles: of a whole hand, a kong counted as three.
        window: shows the picture; None for none.
        live: whether frames may be dropped while one is read.
    """

    def __init__(
        self,
        read: Callable[[NDArray[np.uint8]], Reading],
        *,
        frames: int,
        tiles: int,
        window: Window | None = None,
        live: bool = False,
    ) -> None:
        """Have seen nothing yet."""
        self._read, self._frames, self._tiles = read, frames, tiles
        self._window = window
        self._pool = ThreadPoolExecutor(1) if live else None
        self._begin()

    def _begin(self) -> None:
        self._watch = Watch(self._frames, self._tiles)
        self._pixels: dict[int, NDArray[np.uint8]] = {}
        self._progress: Progress | None = None
        self._job: Future[Reading] | None = None
        self._asked: tuple[Frame, float] | None = None

    def close(self) -> None:
        """Stop reading."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def take(self, frames: Iterable[Frame]) -> Taken | None:
        """Watch until a reading is steady, the person takes one, or the frames end.

        Args:
            frames: of a camera or a video; they may go on afterwards.

        Returns:
            What was taken, of an unsteady reading the best; None where the person quits.

        Raises:
            CameraError: the frames ended, and in none a hand was seen.
        """
        self._begin()
        for frame in frames:
            self._look(frame)
            if self._progress is not None and self._progress.steady:
                return self._taken(self._progress.voted, steady=True)
            key = self._shown(frame)
            if key == QUIT:
                return None
            if key == TAKE and (voted := self._watch.unsteady("it was taken by hand")) is not None:
                return self._taken(voted, steady=False)
        voted = self._watch.unsteady("the video ended")
        if voted is None:
            raise CameraError(self._why_nothing())
        return self._taken(voted, steady=False)

    def _look(self, frame: Frame) -> None:
        """Read a frame, or let it be read beside the others."""
        if self._job is not None and self._asked is not None and self._job.done():
            asked, value = self._asked
            reading, self._job = self._job.result(), None
            self._count(asked, value, reading)
        if self._job is not None:
            return
        value = sharpness(frame.pixels)
        if not self._watch.wants(value):
            return
        if self._pool is None:
            self._count(frame, value, self._read(frame.pixels))
        else:
            self._asked, self._job = (frame, value), self._pool.submit(self._read, frame.pixels)

    def _count(self, frame: Frame, value: float, reading: Reading) -> None:
        self._pixels[frame.number] = frame.pixels
        self._progress = self._watch.add(frame.number, value, reading)
        needed = self._watch.frames_needed
        self._pixels = {number: pixels for number, pixels in self._pixels.items() if number in needed}

    def _shown(self, frame: Frame) -> str:
        if self._window is None:
            return ""
        if self._progress is None:
            return self._window.show(frame.pixels, None, f"looking   {_KEYS}")
        reading = self._progress.voted.reading
        run = f"{min(self._progress.run, self._frames)} of {self._frames}"
        return self._window.show(frame.pixels, reading, f"{reading.hand or ''}   {run}   {_KEYS}")

    def _taken(self, voted: Voted, *, steady: bool) -> Taken:
        facts = {
            "frame": voted.look.frame,
            "seen": self._watch.seen,
            "blurred": self._watch.blurred,
            "votes": voted.votes,
            "voted": voted.of,
            "steady": steady,
        }
        return Taken(voted, self._pixels[voted.look.frame], steady, facts)

    def _why_nothing(self) -> str:
        seen, blurred = self._watch.seen, self._watch.blurred
        if not seen:
            return "the video has no (further) frame that can be read; it may be damaged"
        return (
            f"the video ended and no hand was seen in it: {seen} frames were looked at, {blurred} of them "
            "blurred; hold the camera still over the whole hand for two seconds"
        )
