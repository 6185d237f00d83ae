"""Watches a hand frame by frame until its reading is steady."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sikwu.camera.sharpness import Gate
from sikwu.camera.votes import Look, Voted, shape_of, vote
from vision import Doubt, Question

if TYPE_CHECKING:
    from vision import Reading

__all__ = ["Progress", "Watch"]

_PATIENCE: Final = 3
"""A doubt that stays for so many times the frames that make a steady reading is taken for one that stays."""
_LIKELY: Final = 0.1
"""Probability of another role from which on a doubt about it is of weight."""


@dataclass(frozen=True)
class Progress:
    """How far the reading has come.

    Attributes:
        voted: what the frames say together.
        run: frames in a row in which the same hand won.
        steady: whether that is enough.
    """

    voted: Voted
    run: int
    steady: bool


class Watch:
    """Collects looks at one hand.

    A reading is steady when the same hand won the vote in so many frames in a row, it has the number of tiles
    of a hand, and no doubt of weight is left; or, with doubts, when it won in three times as many. A hand of
    another number of tiles is never steady by itself: something may cover the rest.

    Args:
        frames: in a row that make a reading steady.
        tiles: of a whole hand, a kong counted as three.
    """

    def __init__(self, frames: int = 4, tiles: int = 17) -> None:
        """Have seen nothing yet."""
        self.frames, self._tiles = frames, tiles
        self._gate = Gate()
        self._looks: deque[Look] = deque(maxlen=2 * frames)
        self._run, self._hand = 0, ""
        self._best: Progress | None = None
        self.seen = self.blurred = 0

    @property
    def frames_needed(self) -> set[int]:
        """Numbers of the frames that may still be taken."""
        best = set() if self._best is None else {self._best.voted.look.frame}
        return {each.frame for each in self._looks} | best

    @property
    def best(self) -> Progress | None:
        """The best so far: a whole hand before a part, then the longer run, the more tiles, the later."""
        return self._best

    def wants(self, sharpness: float) -> bool:
        """Tell whether a frame of that sharpness is worth reading, and count it."""
        self.seen += 1
        passes = self._gate.passes(sharpness)
        self.blurred += not passes
        return passes

    def add(self, frame: int, sharpness: float, reading: Reading) -> Progress:
        """Count the votes anew with what was read from one more frame."""
        self._looks.append(Look(frame, sharpness, reading))
        sharp = [each for each in self._looks if each.sharpness >= self._gate.least]
        voted = vote(sharp or list(self._looks)[-1:])
        hand = f"{voted.reading.hand} {shape_of(voted.reading)}"
        if hand != self._hand:
            self._run, self._hand = 0, hand
        # A frame that shows the tiles otherwise, with a hand before them, neither counts nor breaks the run.
        self._run += shape_of(reading) == shape_of(voted.reading)
        progress = Progress(voted, self._run, self._steady(voted.reading))
        if self._best is None or self._worth(progress) >= self._worth(self._best):
            self._best = progress
        return progress

    def unsteady(self, why: str) -> Voted | None:
        """Give the best reading so far with a doubt that says it never came to rest; None without a hand.

        Args:
            why: what ended the watching, such as ``the video ended``.
        """
        best = self._best
        if best is None or best.voted.reading.hand is None:
            return None
        text = (
            f"{why[0].upper()}{why[1:]} before the same hand was read in {self.frames} sharp frames in a "
            f"row: this one won in {best.run}."
        )
        reading = best.voted.reading
        return replace(
            best.voted, reading=replace(reading, doubts=(Doubt(Question.COUNT, (), text), *reading.doubts))
        )

    def _steady(self, reading: Reading) -> bool:
        if not self._whole(reading) or self._run < self.frames:
            return False
        return self._run >= _PATIENCE * self.frames or not any(map(_weighty, reading.doubts))

    def _whole(self, reading: Reading) -> bool:
        return reading.hand is not None and reading.hand.size == self._tiles

    def _worth(self, progress: Progress) -> tuple[bool, int, int]:
        reading = progress.voted.reading
        held = sum(len(group.sightings) for group in reading.groups)
        return self._whole(reading), progress.run, held


def _weighty(doubt: Doubt) -> bool:
    """Tell whether more frames may settle a doubt that changes the hand."""
    if doubt.question is Question.ROLE:
        return any(p >= _LIKELY for _, p in doubt.alternatives)
    return doubt.question is not Question.WINNING or bool(doubt.alternatives)
