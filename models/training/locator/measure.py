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
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.photos import read_folder
from datasets.scenes import SceneSpec, render_scene
from models.training.locator.eval import Found, Predictor, decode, letterbox, measure
from models.training.locator.export import OnnxPredictor
from models.training.locator.outlines import QuadTally, match_quads, turn_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["main"]

_THRESHOLDS: Final = (0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
_FRESH: Final = 1_000_000
"""First seed of the scenes measured on; training scenes have far smaller ones."""


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
