"""Compare variants of one network: file size, time of a run, figures of whole readings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import onnxruntime

from datasets.benchmark import compare as measure
from datasets.photos import LabelledPhoto, LabelledTile, read_folder
from datasets.scenes import SceneSpec, render_scene
from datasets.timing import medians
from models import load
from scoring.tile import Tile
from vision import Reader
from vision.classifier import Classifier
from vision.locator import Locator
from vision.marks import MarkReader
from vision.quad import bounds
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, HEAD_HEIGHT, HEAD_WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from vision import Sighting

__all__ = ["compare", "fresh_scenes", "reader_with"]

_DEV: Final = ("dev_hk", "dev_riichi")
_FRESH: Final = 2_000_000
"""First seed of the scenes; training uses far smaller ones."""

_ROUNDS: Final = 9
_SAMPLES: Final = {
    "locator": ("image", (1, 3, 512, 512)),
    "classifier": ("crops", (25, 3, CROP_HEIGHT, CROP_WIDTH)),
    "marks": ("heads", (8, 3, HEAD_HEIGHT, HEAD_WIDTH)),
}


def compare(
    name: str,
    files: Mapping[str, Path],
    photos: Path,
    *,
    others: Mapping[str, Path] | None = None,
    scenes: int = 24,
) -> None:
    """Print size, time on one thread and on two, and the figures of whole readings for each file.

    Args:
        name: of the network in the manifest.
        files: variants of that network; the settings are those of the manifest for all of them.
        photos: the folder of the labelled folders; dev folders that it lacks are left out.
        others: files of other networks; by default those that ship.
        scenes: how many fresh scenes with drawn designs to read as well.
    """
    for variant, path in files.items():
        print(f"{variant}: {path.stat().st_size / 1e6:.2f} MB")
    for threads in (1, 2):
        taken = medians([_run(name, path, threads) for path in files.values()], _ROUNDS)
        parts = ", ".join(
            f"{variant} {1000 * each:.1f} ms" for variant, each in zip(files, taken, strict=True)
        )
        print(f"one run of {_SAMPLES[name][1]} on {threads} thread(s): {parts}", flush=True)
    sources: dict[str, tuple[Sequence[LabelledPhoto], Callable[[LabelledPhoto], NDArray[np.uint8]]]] = {
        each: (read_folder(photos / each), lambda photo: photo.pixels)
        for each in _DEV
        if (photos / each).is_dir()
    }
    if scenes:
        rendered = fresh_scenes(scenes)
        sources[f"{scenes} scenes"] = ([*rendered], lambda photo: rendered[photo])
    for source, (labelled, pixels) in sources.items():
        for variant, path in files.items():
            reader = reader_with({**(others or {}), name: path})
            found = measure(labelled, _seeing(reader, pixels))
            print(f"{source}, {variant}: {_line(found.export())}", flush=True)


def _seeing(
    reader: Reader, pixels: Callable[[LabelledPhoto], NDArray[np.uint8]]
) -> Callable[[LabelledPhoto], tuple[Sighting, ...]]:
    return lambda photo: reader.read(pixels(photo)).sightings


def _line(figures: Mapping[str, Any]) -> str:
    wanted = (
        "found",
        "precision_near",
        "faces_right",
        "flowers_right",
        "photos_right",
        "calibration_error",
        "sure_and_wrong",
    )
    return ", ".join(f"{key} {figures[key]:.4g}" for key in wanted if figures[key] is not None)


def reader_with(paths: Mapping[str, Path], threads: int | None = None) -> Reader:
    """Make a reader with other files than those that ship, under the manifest's settings."""
    facts = {name: each.at(paths[name]) if name in paths else each for name, each in load().items()}
    return Reader(
        Locator(facts["locator"], threads=threads),
        Classifier(facts["classifier"], threads=threads),
        marks=MarkReader(facts["marks"], threads=threads),
    )


def _run(name: str, path: Path, threads: int) -> Callable[[], object]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    given, shape = _SAMPLES[name]
    feeds = {given: np.random.default_rng(0).random(shape, np.float32)}
    return lambda: session.run(None, feeds)


def fresh_scenes(count: int) -> dict[LabelledPhoto, NDArray[np.uint8]]:
    """Render scenes with designs that training never drew: the labels and the pixels of each."""
    scenes = {}
    for number in range(count):
        rng = np.random.default_rng(_FRESH + number)
        scene = render_scene(rng, SceneSpec(size=(1280, 960), oversample=1.0))
        tiles = tuple(
            LabelledTile(Tile(tile.code), _box(tile.quad), line)
            for line, tile in enumerate(scene.tiles)
            if tile.code != "back"
        )
        scenes[LabelledPhoto(Path(f"scene-{number}"), "scenes", tiles)] = scene.image
    return scenes


def _box(quad: NDArray[np.float32]) -> tuple[float, float, float, float]:
    left, top, right, bottom = bounds(quad).tolist()
    return left, top, right, bottom
