"""A short trial of a locator in training: which weights to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.photos import read_folder
from datasets.scenes import SceneSpec, render_scene
from models.training.locator.eval import decode, letterbox, measure
from models.training.locator.outlines import QuadTally, match_quads, turn_picture

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from models.training.locator.eval import Predictor

__all__ = ["Trials"]

_THRESHOLD: Final = 0.4
_SIDES: Final = (640, 416)
_SCENES: Final = 24
_FIRST_SCENE: Final = 2_000_000
"""Seed of the first scene; neither the training's nor the measurement's come near it."""
_TURNED_SIDE: Final = 512
_NOTHING: Final = np.zeros((0, 4, 2), np.float32)


class Trials:
    """Measures on dev_hk as it is and turned by 45 degrees, and on scenes that are rendered once.

    Attributes:
        best: the highest mark so far; negative before the first trial.
    """

    def __init__(self, photos: Path) -> None:
        """Read dev_hk and render the scenes.

        Args:
            photos: folder of the labelled photo folders.
        """
        self.best = -1.0
        self._photos = read_folder(photos / "dev_hk")
        self._turned = [turn_picture(each.pixels, each.boxes, 45) for each in self._photos[::4]]
        self._scenes = [
            render_scene(
                np.random.default_rng(_FIRST_SCENE + number), SceneSpec(size=(800, 600), oversample=1.2)
            )
            for number in range(_SCENES)
        ]

    def run(self, predict: Predictor) -> Iterator[str]:
        """Measure, say how it went, and note the mark: the mean share of tiles found, less those doubled."""
        marks = []
        for side in _SIDES:
            tally = measure(predict, self._photos, [_THRESHOLD], side)[0]
            marks.append((tally.found - tally.doubles) / tally.labelled)
            yield f"dev_hk at {side}: {tally}"
        turned = QuadTally()
        for image, labels in self._turned:
            turned += match_quads(_faces(predict, image, _TURNED_SIDE), labels, _NOTHING)
        marks.append(turned.found / max(1, turned.labelled))
        yield f"dev_hk turned: {turned}"
        rendered = QuadTally()
        for scene in self._scenes:
            labels = np.array([tile.quad for tile in scene.tiles if tile.code != "back"], np.float32)
            quads = _faces(predict, scene.image, _SIDES[0])
            rendered += match_quads(quads, labels.reshape(-1, 4, 2), scene.unsure)
        marks.extend(
            (
                (rendered.found - 0.5 * rendered.false) / max(1, rendered.labelled),
                rendered.tight / max(1, rendered.labelled),
            )
        )
        yield f"scenes: {rendered}"
        mark = float(np.mean(marks))
        self.best = max(self.best, mark)
        yield f"mark {mark:.4f}, best {self.best:.4f}"


def _faces(predict: Predictor, image: NDArray[np.uint8], side: int) -> NDArray[np.float32]:
    tensor, scale = letterbox(image, side)
    found = decode(*predict(tensor), scale, _THRESHOLD)
    return np.asarray(found.quads[found.channels == 0], np.float32)
