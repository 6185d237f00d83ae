"""Rendered scenes on disk: written by a process of their own, read by the training.

    python -m models.training.locator.scenes runs/scenes --photos ../shared/photos --count 1500 --seed 0

Half of the sets have drawn faces, half have faces cut from the training photos; those are for training only.
"""

from __future__ import annotations

import argparse
import time
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.faces import FaceDesign, draw_back
from datasets.photos import read_folder
from datasets.scenes import SceneSpec, render_scene
from datasets.scenes.collage import draw_collage
from models.training.locator.examples import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.faces.canvas import Colour

__all__ = ["PhotoFaces", "SceneFolder", "main"]

_LOOK_AGAIN: Final = 60.0
_KEPT: Final = 1200
_NO_TILES: Final = 0.3
"""Share of the pictures that show things which are no tiles, and nothing else."""


class SceneFolder:
    """A folder of scenes (``N.jpg`` with ``N.npz``) that may still be filling up."""

    def __init__(self, folder: Path) -> None:
        """Read `folder`, which need not exist yet."""
        self._folder = folder
        self._files: list[Path] = []
        self._looked = -_LOOK_AGAIN
        self._cache: OrderedDict[Path, Source] = OrderedDict()

    def pick(self, rng: np.random.Generator) -> Source | None:
        """Give a scene at random, or None while there is none."""
        if time.monotonic() - self._looked > _LOOK_AGAIN:
            self._looked = time.monotonic()
            self._files = sorted(self._folder.glob("*.npz")) if self._folder.is_dir() else []
        if not self._files:
            return None
        file = self._files[int(rng.integers(len(self._files)))]
        if file not in self._cache:
            self._cache[file] = _read(file)
            while len(self._cache) > _KEPT:
                self._cache.popitem(last=False)
        return self._cache[file]


def _read(file: Path) -> Source:
    picture = cv2.imread(str(file.with_suffix(".jpg")), cv2.IMREAD_COLOR)
    if picture is None:
        raise OSError(f"{file.with_suffix('.jpg')} can't be read as a picture")
    image = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
    with np.load(file) as stored:
        quads, channels, unsure = stored["quads"], stored["channels"], stored["unsure"]
    unknown = np.zeros((image.shape[0] // 4, image.shape[1] // 4, 2), np.uint8)
    for quad in unsure:  # tiles too much covered or cut off to be called either way
        layer = np.zeros(unknown.shape[:2], np.uint8)
        cv2.fillConvexPoly(layer, (quad / 4).astype(np.int32), [1])
        unknown[layer > 0] = 1
    known = np.ones(len(quads), bool)
    return Source(image, quads.astype(np.float32), channels.astype(np.int64), known, unknown, exact=True)


class PhotoFaces:
    """Faces cut from labelled photos, one design; for training only, never for a picture that ships."""

    def __init__(self, crops: dict[str, list[NDArray[np.uint8]]], seed: int) -> None:
        """Take one set's crops by code; a kind that it lacks is stood in for by another of the set."""
        self._crops = crops
        self._rng = np.random.default_rng(seed)
        self._design = FaceDesign.from_seed(seed)
        some = next(iter(crops.values()))[0].reshape(-1, 3)
        bright = some[some.sum(axis=1) >= np.quantile(some.sum(axis=1), 0.6)].mean(axis=0)
        self.ivory: Colour = (int(bright[0]), int(bright[1]), int(bright[2]))
        self.layer: Colour = self._design.back

    def face(self, code: str) -> NDArray[np.uint8]:
        """Pick a crop."""
        codes = list(self._crops)
        crops = self._crops[code if code in self._crops else codes[int(self._rng.integers(len(codes)))]]
        return crops[int(self._rng.integers(len(crops)))]

    def back(self) -> NDArray[np.uint8]:
        """Draw a plain back: no photo shows one with a label."""
        return draw_back(self._design)


def _photo_sets(photos: Path) -> list[dict[str, list[NDArray[np.uint8]]]]:
    """Cut the flat sheets and single-tile pictures into sets of faces by design."""
    sets: dict[str, dict[str, list[NDArray[np.uint8]]]] = {}
    for folder in ("sheets", "aux_crops42"):
        for photo in read_folder(photos / folder):
            for tile in photo.tiles:
                if tile.turn is None:
                    continue
                x0, y0, x1, y1 = (round(value) for value in tile.box)
                crop = photo.pixels[max(0, y0) : y1, max(0, x0) : x1]
                upright = np.ascontiguousarray(np.rot90(crop, tile.turn))
                if min(upright.shape[:2]) < 24:
                    continue
                face = np.asarray(cv2.resize(upright, (96, 128), interpolation=cv2.INTER_AREA), np.uint8)
                sets.setdefault(f"{folder} {photo.design}", {}).setdefault(tile.kind.code, []).append(face)
    return [crops for crops in sets.values() if len(crops) >= 12]


def main(arguments: Sequence[str] | None = None) -> None:
    """Render the scenes that a folder lacks from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.locator.scenes", description="Render scenes."
    )
    parser.add_argument("folder", type=Path, help="where N.jpg and N.npz go")
    parser.add_argument("--photos", type=Path, required=True, help="folder of the labelled photo folders")
    parser.add_argument("--count", type=int, default=1500, help="how many scenes")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first scene")
    parser.add_argument(
        "--drawn", action="store_true", help="only drawn faces, for figures on sets never seen"
    )
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    sets = [] if options.drawn else _photo_sets(options.photos)
    for number in range(options.seed, options.seed + options.count):
        picture = options.folder / f"{number:05d}.jpg"
        labels = picture.with_suffix(".npz")
        if labels.exists():
            continue
        rng = np.random.default_rng((number, 1))
        if rng.random() < _NO_TILES:
            empty = np.zeros((0, 4, 2), np.float32)
            _write(picture, draw_collage(rng, (720, 600)), empty, np.zeros(0, np.int64), empty)
            continue
        faces = (
            PhotoFaces(sets[int(rng.integers(len(sets)))], number) if rng.random() < 0.5 and sets else None
        )
        size = [(800, 600), (600, 800), (720, 720)][int(rng.integers(3))]
        scene = render_scene(rng, SceneSpec(faces=faces, size=size, oversample=1.2))
        quads = np.array([tile.quad for tile in scene.tiles], np.float32).reshape(-1, 4, 2)
        channels = np.array([tile.code == "back" for tile in scene.tiles], np.int64)
        _write(picture, scene.image, quads, channels, scene.unsure)


def _write(
    picture: Path,
    image: NDArray[np.uint8],
    quads: NDArray[np.float32],
    channels: NDArray[np.int64],
    unsure: NDArray[np.float32],
) -> None:
    """Write a scene and then its labels, which a reader waits for."""
    bgr = cv2.cvtColor(image, cv2.COLOR_RGB2BGR)
    cv2.imwrite(str(picture), bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])
    unfinished = picture.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, quads=quads, channels=channels, unsure=unsure)
    unfinished.replace(picture.with_suffix(".npz"))


if __name__ == "__main__":
    main()
