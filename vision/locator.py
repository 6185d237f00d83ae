"""Finds every tile in a photo, face up or face down, as four corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from models import load
from vision.errors import NetworkError
from vision.letterbox import clip, letterbox
from vision.network import Network
from vision.quad import areas, convex, short_sides, suppress, usual_side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models import ModelFacts
    from vision.letterbox import Box, Letterbox

__all__ = ["Located", "Locator"]

_MUCH_SMALLER: Final = 0.5
_SMALLEST_AREA: Final = 12.0
"""Square pixels of the photo below which no face can be read."""


@dataclass(frozen=True, eq=False)
class Located:
    """Tiles found in a photo.

    Attributes:
        quads: corners [N, 4, 2], float64, clockwise from any corner, pixels of the photo.
        scores: probability [N] that a tile lies there.
        backs: whether [N] it looks like a face-down tile.
    """

    quads: NDArray[np.float64]
    scores: NDArray[np.float64]
    backs: NDArray[np.bool_]

    def __len__(self) -> int:
        """Give the number of tiles."""
        return len(self.scores)

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Located:
        """Give those that an index or mask array selects."""
        return Located(self.quads[which], self.scores[which], self.backs[which])

    def join(self, other: Located) -> Located:
        """Give these and then the others, without looking for doubled ones."""
        return Located(
            np.concatenate([self.quads, other.quads]),
            np.concatenate([self.scores, other.scores]),
            np.concatenate([self.backs, other.backs]),
        )


class Locator:
    """Finds every tile in a photo, face up or face down, as four corners.

    The steps are `prepare`, `run` and `decode`; `locate` takes all of them, and looks a second time where the
    tiles came out too small or too large to be located well.

    Args:
        facts: the manifest's entry; by default the locator that ships.
        threads: see `Network`.
    """

    def __init__(self, facts: ModelFacts | None = None, *, threads: int | None = None) -> None:
        """Remember the model; it is loaded when first run."""
        self.facts = load()["locator"] if facts is None else facts
        self._network = Network(self.facts, threads=threads)

    def locate(self, pixels: NDArray[np.uint8], region: Box | None = None) -> Located:
        """Find the tiles of a photo.

        Args:
            pixels: RGB uint8 [H, W, 3].
            region: a box of the photo to look at more closely as well, x, y, width, height in pixels.

        Raises:
            NetworkError: the model can't be used.
            RegionError: the region has no area inside the photo.
        """
        height, width = pixels.shape[:2]
        whole = (0, 0, width, height)
        box = whole if region is None else clip(region, whole)
        first_side = round(self.facts.setting("long_side"))
        first = self._look(pixels, whole, first_side)
        box, second_side = self._second_look(first, box, first_side / max(whole[2:]))
        if second_side == first_side and box == whole:
            return first
        second = self._look(pixels, box, second_side)
        # Where both looks saw a tile, that one counts in which it was of the better size.
        misfit = [
            np.abs(np.log(short_sides(each.quads) * side / max(part[2:]) / self.facts.setting("good_side")))
            for each, side, part in ((first, first_side, whole), (second, second_side, box))
        ]
        both = first.join(second)
        return both.take(
            suppress(both.quads, both.scores - np.concatenate(misfit), self.facts.setting("iou"))
        )

    def prepare(
        self, pixels: NDArray[np.uint8], box: Box, long_side: int
    ) -> tuple[NDArray[np.float32], Letterbox]:
        """Resize and pad a part of the photo; see `letterbox`."""
        return letterbox(pixels, box, long_side)

    def run(self, image: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Run the network.

        Args:
            image: float32 [1, 3, H, W] from `prepare`.

        Returns:
            Scores [1, 2, h, w] (face up, face down; zero except at peaks) and corners [1, 8, h, w] in pixels
            of the input.

        Raises:
            NetworkError: the model can't be used.
        """
        score, quads = self._network.run({"image": image}, ("score", "quads"))
        if score.ndim != 4 or score.shape[:2] != (1, 2) or quads.shape != (1, 8, *score.shape[2:]):
            raise NetworkError(
                f"{self.facts.path} gives score {list(score.shape)} and quads {list(quads.shape)}; "
                "wanted are [1, 2, h, w] and [1, 8, h, w]"
            )
        return score, quads

    def decode(self, score: NDArray[np.float32], quads: NDArray[np.float32], record: Letterbox) -> Located:
        """Turn the network's output into tiles in the photo, without doubled ones."""
        heights = score[0].max(axis=0)
        rows, columns = np.nonzero(heights >= self.facts.setting("score"))
        corners = record.to_photo(quads[0][:, rows, columns].T.reshape(-1, 4, 2).astype(np.float64))
        found = Located(
            corners,
            heights[rows, columns].astype(np.float64),
            score[0, 1, rows, columns] > score[0, 0, rows, columns],
        )
        found = found.take(_centred_in(corners, record.box) & convex(corners))
        found = found.take(areas(found.quads) >= _SMALLEST_AREA)
        return found.take(suppress(found.quads, found.scores, self.facts.setting("iou")))

    def _look(self, pixels: NDArray[np.uint8], box: Box, long_side: int) -> Located:
        image, record = self.prepare(pixels, box, long_side)
        score, quads = self.run(image)
        return self.decode(score, quads, record)

    def _second_look(self, first: Located, box: Box, scale: float) -> tuple[Box, int]:
        """Tell where to look again and at which longer side, so that the tiles there come out well.

        Args:
            first: what was found in the whole photo.
            box: the part that matters.
            scale: pixels of the first look's input for one of the photo.

        Returns:
            The part and its longer side in the input; the first look's own where another is of no use.
        """
        good = self.facts.setting("good_side")
        inside = _centred_in(first.quads, box)
        if not inside.any():
            return box, round(scale * max(box[2:]))
        sides = short_sides(first.quads[inside])
        usual = usual_side(first.quads[inside])
        if self.facts.setting("small_side") <= usual * scale <= self.facts.setting("large_side"):
            return box, round(scale * max(box[2:]))
        if usual * scale < good:
            quads = first.quads[inside][sides > _MUCH_SMALLER * usual]
            low, high = quads.min(axis=(0, 1)) - 2 * usual, quads.max(axis=(0, 1)) + 2 * usual
            left, top = np.floor(low).astype(int).tolist()
            right, bottom = np.ceil(high).astype(int).tolist()
            box = clip((left, top, right - left, bottom - top), box)
        return box, round(min(good / usual * max(box[2:]), self.facts.setting("longest_side")))


def _centred_in(quads: NDArray[np.float64], box: Box) -> NDArray[np.bool_]:
    """Tell for each quad [N] whether its centre lies in a box."""
    x, y, width, height = box
    centres = quads.mean(axis=1)
    return np.asarray(
        (centres >= (x, y)).all(axis=1) & (centres <= (x + width, y + height)).all(axis=1), np.bool_
    )
