"""How many labelled tiles a locator finds, while it trains and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from datasets.boxes import overlaps
from vision.letterbox import letterbox as prepare
from vision.quad import bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["Found", "Predictor", "Tally", "decode", "letterbox", "measure"]


class Predictor(Protocol):
    """What runs the exported graph: torch while training, onnxruntime afterwards."""

    def __call__(self, image: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Turn an image [1, 3, H, W] into scores [1, 2, h, w] and quads [1, 8, h, w]."""


@dataclass(frozen=True)
class Found:
    """Tiles found in one picture, best first: quads [N, 4, 2] in its pixels, scores [N], channels [N]."""

    quads: NDArray[np.float32]
    scores: NDArray[np.float32]
    channels: NDArray[np.int64]


@dataclass(frozen=True)
class Tally:
    """Counts over a folder.

    Attributes:
        threshold: least score that counts as found.
        labelled: labelled tiles.
        found: those that a face-up quad's bounding box matches at IoU 0.5.
        doubles: face-up quads whose centre lies in a labelled box but which match none.
        spoilt: photos with such a quad.
        photos: photos measured.
        elsewhere: face-up quads away from all labels; unlabelled tiles and false ones alike.
        backs: face-down quads.
        iou: mean IoU of the matches.
        missed: file names with the boxes that were missed.
    """

    threshold: float
    labelled: int
    found: int
    doubles: int
    spoilt: int
    photos: int
    elsewhere: int
    backs: int
    iou: float
    missed: tuple[tuple[str, tuple[float, ...]], ...]

    def __str__(self) -> str:
        """Put the figures on one line."""
        return (
            f"threshold {self.threshold:.2f}: found {self.found}/{self.labelled} = "
            f"{100 * self.found / max(1, self.labelled):.2f} %, "
            f"doubles {self.doubles} in {self.spoilt} of {self.photos} photos, "
            f"elsewhere {self.elsewhere}, backs {self.backs}, mean IoU {self.iou:.3f}"
        )


def letterbox(pixels: NDArray[np.uint8], longest: int = 640) -> tuple[NDArray[np.float32], float]:
    """Prepare a whole picture as the run time does.

    Returns:
        The input [1, 3, H, W], and input pixels per photo pixel.
    """
    height, width = pixels.shape[:2]
    image, record = prepare(pixels, (0, 0, width, height), longest)
    return image, record.width / width


def decode(
    score: NDArray[np.float32],
    quads: NDArray[np.float32],
    scale: float,
    least: float,
    most_overlap: float = 0.4,
) -> Found:
    """Take the peaks above `least`, best first, and drop those that overlap a better one."""
    channels, rows, columns = np.nonzero(score[0] > least)
    scores = score[0, channels, rows, columns]
    corners = quads[0][:, rows, columns].T.reshape(-1, 4, 2) / scale
    areas = np.array([cv2.contourArea(quad) for quad in corners])
    low, high = corners.min(axis=1), corners.max(axis=1)
    alive = areas >= 1.0
    kept: list[int] = []
    for index in np.argsort(-scores, kind="stable"):
        if not alive[index]:
            continue
        kept.append(int(index))
        near = alive & (low < high[index]).all(axis=1) & (high > low[index]).all(axis=1)
        near[kept] = False
        for other in np.nonzero(near)[0]:
            shared = float(cv2.intersectConvexConvex(corners[index], corners[other])[0])
            if shared > most_overlap * min(areas[other], areas[index]):
                alive[other] = False
    return Found(corners[kept].astype(np.float32), scores[kept], channels[kept].astype(np.int64))


def measure(
    predict: Predictor, photos: Sequence[LabelledPhoto], thresholds: Sequence[float], longest: int = 640
) -> list[Tally]:
    """Run a locator over labelled photos whose longer side is made `longest`, and count at each threshold."""
    found = []
    for photo in photos:
        image, scale = letterbox(photo.pixels, longest)
        score, quads = predict(image)
        found.append(decode(score, quads, scale, min(thresholds)))
    return [_tally(found, photos, threshold) for threshold in thresholds]


def _tally(found: Sequence[Found], photos: Sequence[LabelledPhoto], threshold: float) -> Tally:
    labelled = hits = doubles = spoilt = elsewhere = backs = 0
    total = 0.0
    missed: list[tuple[str, tuple[float, ...]]] = []
    for seen, photo in zip(found, photos, strict=True):
        good = (seen.scores >= threshold) & (seen.channels == 0)
        backs += int(((seen.scores >= threshold) & (seen.channels == 1)).sum())
        quads = seen.quads[good]
        boxes = bounds(quads)
        shared = overlaps(photo.boxes, boxes)
        free = set(range(len(boxes)))
        labelled += len(photo.boxes)
        for label, ious in zip(photo.boxes, shared.tolist(), strict=True):
            best = max(free, key=ious.__getitem__, default=None)
            if best is not None and ious[best] >= 0.5:
                free.remove(best)
                hits += 1
                total += ious[best]
            else:
                missed.append((photo.file, tuple(round(float(v), 1) for v in label)))
        doubled = doubles
        for index in free:
            x, y = (boxes[index, :2] + boxes[index, 2:]) / 2
            b = photo.boxes
            inside = bool(((b[:, 0] < x) & (b[:, 2] > x) & (b[:, 1] < y) & (b[:, 3] > y)).any())
            doubles += inside
            elsewhere += not inside
        spoilt += doubles > doubled
    return Tally(
        threshold,
        labelled,
        hits,
        doubles,
        spoilt,
        len(photos),
        elsewhere,
        backs,
        total / max(1, hits),
        tuple(missed),
    )
