"""Finds every tile in a photo, face up or face down, as four corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from models import load
from vision.errors import NetworkError, RegionError
from vision.letterbox import letterbox
from vision.network import Network
from vision.quad import areas, convex, short_sides, suppress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models import ModelFacts
    from vision.letterbox import Box, Letterbox

__all__ = ["Located", "Locator"]

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

    The steps are `prepare`, `run` and `decode`; `locate` takes all of them, and looks a second time and
    closer where
    the tiles came out small.

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
        first = self._look(pixels, whole, round(self.facts.setting("long_side")))
        if region is not None:
            box: Box | None = _clip(region, whole)
        else:
            box = self._small_part(first, whole)
        if box is None:
            return first
        return self._closer(pixels, first, box)

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
            of the
            input.

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
        centres = corners.mean(axis=1)
        x, y, width, height = record.box
        inside = (centres >= (x, y)).all(axis=1) & (centres <= (x + width, y + height)).all(axis=1)
        found = found.take(inside & convex(corners))
        found = found.take(areas(found.quads) >= _SMALLEST_AREA)
        return found.take(suppress(found.quads, found.scores, self.facts.setting("iou")))

    def _look(self, pixels: NDArray[np.uint8], box: Box, long_side: int) -> Located:
        image, record = self.prepare(pixels, box, long_side)
        score, quads = self.run(image)
        return self.decode(score, quads, record)

    def _small_part(self, first: Located, whole: Box) -> Box | None:
        """Give the part of the photo that holds the tiles, where they are too small to be located well."""
        if not len(first):
            return None
        scale = self.facts.setting("long_side") / max(whole[2:])
        size = float(np.median(short_sides(first.quads)))
        if size * scale >= self.facts.setting("small_side"):
            return None
        low, high = first.quads.min(axis=(0, 1)) - 2 * size, first.quads.max(axis=(0, 1)) + 2 * size
        (x, y), (right, bottom) = np.floor(low).astype(int).tolist(), np.ceil(high).astype(int).tolist()
        return _clip((x, y, right - x, bottom - y), whole)

    def _closer(self, pixels: NDArray[np.uint8], first: Located, box: Box) -> Located:
        """Look again at a part, at the size where its tiles come out well; trust that look more."""
        x, y, width, height = box
        centres = first.quads.mean(axis=1)
        inside = (centres >= (x, y)).all(axis=1) & (centres <= (x + width, y + height)).all(axis=1)
        size = float(np.median(short_sides(first.quads[inside]))) if inside.any() else max(width, height) / 20
        wanted = self.facts.setting("good_side") / max(size, 1.0) * max(width, height)
        most = self.facts.setting("longest_side")
        long_side = round(min(max(wanted, self.facts.setting("long_side")), most))
        second = self._look(pixels, box, long_side)
        # A tile that the rim of the part cuts is better seen in the first look, so both stay and the better
        # wins.
        both = second.join(first)
        order = np.concatenate([second.scores + 1, first.scores])
        return both.take(suppress(both.quads, order, self.facts.setting("iou")))


def _clip(region: Box, whole: Box) -> Box:
    x, y = max(region[0], 0), max(region[1], 0)
    right, bottom = min(region[0] + region[2], whole[2]), min(region[1] + region[3], whole[3])
    if right <= x or bottom <= y:
        raise RegionError(
            f"the region {','.join(map(str, region))} (x,y,width,height) has no area inside the photo, "
            f"which is {whole[2]} x {whole[3]}"
        )
    return x, y, right - x, bottom - y
