"""Measure an exported locator on labelled photos, on turned and tilted ones and on fresh scenes.

    python -m models.training.locator.measure models/locator.onnx --photos ../shared/photos/dev_hk
    python -m models.training.locator.measure models/locator.onnx --photos ../shared/photos/dev_hk --turn 45
    python -m models.training.locator.measure models/locator.onnx --scenes 60 --angle 50 --elevation 35

Upright photos are judged as the project's goal is stated: the bounding box of a quad against the labelled box
at IoU 0.5. On turned or tilted photos and on scenes the quads themselves are judged, so that a quad whose box
is right but whose corners are not counts as a miss; of the photos' tiles only those count whose label is
their outline, as in a level row.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.errors import DatasetError
from datasets.photos import read_folder
from datasets.scenes import SceneSpec, render_scene
from models.training.locator.eval import Found, Predictor, decode, letterbox, measure
from models.training.locator.export import OnnxPredictor
from models.training.locator.outlines import QuadTally, match_quads, tilt_picture, turn_picture
from models.training.locator.photos import outlined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["main"]

_THRESHOLDS: Final = (0.2, 0.3, 0.4, 0.5)
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
    parser.add_argument("--tilt", type=float, default=0.0, help="degrees to lower the camera by, below 80")
    parser.add_argument(
        "--scenes", type=int, default=0, help="how many fresh scenes to render and measure on"
    )
    parser.add_argument("--angle", type=float, help="degrees by which the scenes' rows lie turned")
    parser.add_argument("--elevation", type=float, help="degrees of the scenes' camera above the table")
    parser.add_argument(
        "--long-side", type=int, default=640, help="longer side of the network's input in pixels"
    )
    parser.add_argument(
        "--threshold", type=float, default=0.4, help="least score, for turned photos and scenes"
    )
    parser.add_argument("--misses", action="store_true", help="list the boxes missed at --threshold")
    options = parser.parse_args(arguments)
    if not 0 <= options.tilt < 80:
        parser.error(f"--tilt {options.tilt:g}: 0 to 80 degrees was expected")
    if not options.model.is_file():
        parser.error(f"{options.model} is not a file; an exported locator.onnx was expected")
    cv2.setNumThreads(1)
    predict = OnnxPredictor(options.model)
    try:
        photos = read_folder(options.photos) if options.photos else ()
    except DatasetError as error:
        parser.error(str(error))
    if options.turn is not None or options.tilt:
        _measure_turned(predict, photos, options)
    elif photos:
        thresholds = sorted({*_THRESHOLDS, options.threshold})
        for tally in measure(predict, photos, thresholds, options.long_side):
            print(tally)
            if options.misses and tally.threshold == options.threshold:
                for file, box in tally.missed:
                    print(f"    missed {file} {box}")
    if options.scenes:
        _measure_scenes(predict, options)


def _measure_turned(predict: Predictor, photos: Sequence[LabelledPhoto], options: argparse.Namespace) -> None:
    total = QuadTally()
    for photo in photos:
        known = outlined(photo, photo.boxes)
        image, labels = turn_picture(photo.pixels, photo.boxes, options.turn or 0.0)
        if options.tilt:
            image, labels = tilt_picture(image, labels, options.tilt)
        found = _look(predict, image, options)
        total += match_quads(found.quads[found.channels == 0], labels[known], labels[~known])
    print(
        f"turned by {options.turn or 0:g} and tilted by {options.tilt:g} degrees: {total} "
        "(unlabelled tiles count as false)"
    )


def _look(predict: Predictor, image: NDArray[np.uint8], options: argparse.Namespace) -> Found:
    tensor, scale = letterbox(image, options.long_side)
    return decode(*predict(tensor), scale, options.threshold)


def _measure_scenes(predict: Predictor, options: argparse.Namespace) -> None:
    faces, backs = QuadTally(), QuadTally()
    for number in range(options.scenes):
        spec = SceneSpec(size=(1000, 750), oversample=1.2, angle=options.angle, elevation=options.elevation)
        scene = render_scene(np.random.default_rng(_FRESH + number), spec)
        found = _look(predict, scene.image, options)
        for channel in (0, 1):
            labels = [tile.quad for tile in scene.tiles if (tile.code == "back") == bool(channel)]
            quads = found.quads[found.channels == channel]
            tally = match_quads(quads, np.array(labels, np.float32).reshape(-1, 4, 2), scene.unsure)
            if channel:
                backs += tally
            else:
                faces += tally
    print(f"{options.scenes} scenes, faces: {faces}")
    print(f"{options.scenes} scenes, backs: {backs}")


if __name__ == "__main__":
    main()
