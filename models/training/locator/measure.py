"""Measure an exported locator on labelled photos, on turned photos and on fresh scenes.

    python -m models.training.locator.measure models/locator.onnx --photos ../shared/photos/dev_hk
    python -m models.training.locator.measure models/locator.onnx --photos ../shared/photos/dev_hk --turn 45
    python -m models.training.locator.measure models/locator.onnx --scenes 60

Upright photos are judged as the project's goal is stated: the bounding box of a quad against the labelled box
at IoU 0.5. On turned photos and scenes the quads themselves are judged, so that a quad whose box is right but
whose corners are not counts as a miss.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.photos import read_folder
from datasets.scenes import SceneSpec, render_scene
from models.training.locator.eval import Found, Predictor, decode, letterbox, measure
from models.training.locator.export import OnnxPredictor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["QuadTally", "main", "match_quads", "turn_picture"]

_THRESHOLDS: Final = (0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
_FRESH: Final = 1_000_000
"""First seed of the scenes measured on; training scenes have far smaller ones."""


@dataclass(frozen=True)
class QuadTally:
    """Counts over pictures whose tiles' corners are known.

    Attributes:
        labelled: tiles.
        found: those matched by a quad of the right channel at IoU 0.5 of the outlines.
        tight: those matched at IoU 0.75.
        false: quads that match neither a tile nor one that may be taken either way.
        iou: sum of the matches' IoU.
    """

    labelled: int = 0
    found: int = 0
    tight: int = 0
    false: int = 0
    iou: float = 0.0

    def __add__(self, other: QuadTally) -> QuadTally:
        """Add two counts up."""
        return QuadTally(
            self.labelled + other.labelled,
            self.found + other.found,
            self.tight + other.tight,
            self.false + other.false,
            self.iou + other.iou,
        )

    def __str__(self) -> str:
        """Put the figures on one line."""
        share, tight = (100 * count / max(1, self.labelled) for count in (self.found, self.tight))
        mean = self.iou / max(1, self.found)
        return (
            f"{self.found}/{self.labelled} = {share:.2f} % at IoU 0.5, {tight:.2f} % at 0.75, "
            f"mean IoU {mean:.3f}, false {self.false}"
        )


def match_quads(
    quads: NDArray[np.float32], labels: NDArray[np.float32], either: NDArray[np.float32]
) -> QuadTally:
    """Match quads [N, 4, 2] to labelled quads [M, 4, 2]; those that hit one of `either` are not false."""
    free = set(range(len(quads)))
    tally = QuadTally(labelled=len(labels))
    for label in labels:
        ious = {index: _iou(quads[index], label) for index in free}
        best = max(ious, key=lambda index: ious[index], default=None)
        if best is not None and ious[best] >= 0.5:
            free.remove(best)
            tally += QuadTally(found=1, tight=int(ious[best] >= 0.75), iou=ious[best])
    wrong = [index for index in free if all(_iou(quads[index], other) < 0.3 for other in either)]
    return tally + QuadTally(false=len(wrong))


def _iou(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    if np.abs(one.mean(axis=0) - other.mean(axis=0)).max() > np.abs(other - other.mean(axis=0)).max():
        return 0.0
    shared = float(cv2.intersectConvexConvex(cv2.convexHull(one), cv2.convexHull(other))[0])
    return shared / max(1e-6, cv2.contourArea(one) + cv2.contourArea(other) - shared)


def turn_picture(
    pixels: NDArray[np.uint8], boxes: NDArray[np.float32], degrees: float
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Turn a picture clockwise on a grey canvas that holds all of it.

    Returns:
        The picture and its boxes as quads [N, 4, 2].
    """
    height, width = pixels.shape[:2]
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    wide = math.ceil(abs(width * cos) + abs(height * sin))
    high = math.ceil(abs(width * sin) + abs(height * cos))
    matrix = np.array(
        [
            [cos, -sin, wide / 2 - cos * width / 2 + sin * height / 2],
            [sin, cos, high / 2 - sin * width / 2 - cos * height / 2],
        ]
    )
    turned = cv2.warpAffine(pixels, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderValue=[128, 128, 128])
    x0, y0, x1, y1 = boxes.T
    quads = np.stack([np.stack(corner, 1) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], 1)
    return np.asarray(turned, np.uint8), (quads @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.locator.measure", description="Measure a locator."
    )
    parser.add_argument("model", type=Path, help="an exported locator")
    parser.add_argument("--photos", type=Path, help="a folder of labelled photos")
    parser.add_argument("--turn", type=float, help="degrees to turn the photos by, clockwise")
    parser.add_argument(
        "--scenes", type=int, default=0, help="how many fresh scenes to render and measure on"
    )
    parser.add_argument(
        "--threshold", type=float, default=0.3, help="least score, for turned photos and scenes"
    )
    parser.add_argument("--misses", action="store_true", help="list the boxes missed at --threshold")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    predict = OnnxPredictor(options.model)
    if options.photos and options.turn is not None:
        total = QuadTally()
        for photo in read_folder(options.photos):
            image, labels = turn_picture(photo.pixels, photo.boxes, options.turn)
            found = _look(predict, image, options.threshold)
            total += match_quads(found.quads[found.channels == 0], labels, np.zeros((0, 4, 2), np.float32))
        print(f"turned by {options.turn:g} degrees: {total} (unlabelled tiles count as false)")
    elif options.photos:
        for tally in measure(predict, read_folder(options.photos), sorted({*_THRESHOLDS, options.threshold})):
            print(tally)
            if options.misses and tally.threshold == options.threshold:
                for file, box in tally.missed:
                    print(f"    missed {file} {box}")
    if options.scenes:
        _measure_scenes(predict, options.scenes, options.threshold)


def _look(predict: Predictor, image: NDArray[np.uint8], threshold: float) -> Found:
    tensor, scale = letterbox(image)
    return decode(*predict(tensor), scale, threshold)


def _measure_scenes(predict: Predictor, count: int, threshold: float) -> None:
    faces, backs = QuadTally(), QuadTally()
    for number in range(count):
        scene = render_scene(
            np.random.default_rng(_FRESH + number), SceneSpec(size=(1000, 750), oversample=1.2)
        )
        found = _look(predict, scene.image, threshold)
        for channel in (0, 1):
            labels = [tile.quad for tile in scene.tiles if (tile.code == "back") == bool(channel)]
            quads = found.quads[found.channels == channel]
            tally = match_quads(quads, np.array(labels, np.float32).reshape(-1, 4, 2), scene.unsure)
            if channel:
                backs += tally
            else:
                faces += tally
    print(f"{count} scenes, faces: {faces}")
    print(f"{count} scenes, backs: {backs}")


if __name__ == "__main__":
    main()
