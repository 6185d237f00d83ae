"""From the locator's output to tiles in the photo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from models import ModelFacts
from vision.errors import NetworkError, RegionError
from vision.letterbox import Box, Letterbox
from vision.locator import Locator

if TYPE_CHECKING:
    from collections.abc import Sequence

Corners = tuple[float, float, float, float]

SETTINGS = {
    "long_side": 320.0,
    "score": 0.4,
    "iou": 0.5,
    "small_side": 22.0,
    "large_side": 70.0,
    "good_side": 40.0,
    "longest_side": 640.0,
}


def facts(path: Path = Path("missing.onnx")) -> ModelFacts:
    return ModelFacts("locator", path, "0" * 64, "image", "not", (), SETTINGS, {}, "none")


class Painted(Locator):
    """A locator whose network sees upright tiles exactly where they lie in the photo."""

    def __init__(self, tiles: Sequence[Corners]) -> None:
        super().__init__(facts())
        self.tiles = tiles
        self.looks: list[Letterbox] = []

    def prepare(self, pixels: np.ndarray, box: Box, long_side: int) -> tuple[np.ndarray, Letterbox]:
        image, record = super().prepare(pixels, box, long_side)
        self.looks.append(record)
        return image, record

    def run(self, image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        assert image.shape[0] == 1
        return output(self.tiles, self.looks[-1])


def output(tiles: Sequence[Corners], record: Letterbox) -> tuple[np.ndarray, np.ndarray]:
    """What a perfect network with cells of 4 pixels says about upright boxes of the photo."""
    cells = (record.height // 4 + 8, record.width // 4 + 8)
    score, quads = np.zeros((1, 2, *cells), np.float32), np.zeros((1, 8, *cells), np.float32)
    x, y, width, height = record.box
    for place, (left, top, right, bottom) in enumerate(tiles):
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
        inside = (corners - (x, y)) * (record.width / width, record.height / height)
        column, row = (inside.mean(axis=0) // 4).astype(int)
        if 0 <= row < cells[0] and 0 <= column < cells[1]:
            score[0, 0, row, column] = 0.9 - 0.01 * place
            quads[0, :, row, column] = inside.ravel()
    return score, quads


def test_peaks_become_quads_in_the_photo() -> None:
    record = Letterbox((100, 50, 640, 320), 320, 160)
    located = Locator(facts()).decode(*output([(200, 100, 230, 140), (300, 100, 330, 140)], record), record)
    assert located.quads[0] == pytest.approx(np.array([[200, 100], [230, 100], [230, 140], [200, 140]]))
    assert located.scores.tolist() == pytest.approx([0.9, 0.89])
    assert located.backs.tolist() == [False, False]


def test_weak_doubled_degenerate_and_outlying_peaks_are_dropped() -> None:
    record = Letterbox((0, 0, 320, 320), 320, 320)
    tiles = [
        (10, 10, 40, 50),
        (14, 12, 44, 52),
        (100, 100, 100.2, 140),
        (200, 300, 230, 345),
        (60, 10, 90, 50),
    ]
    score, quads = output(tiles, record)
    rows, columns = np.nonzero(score[0, 0])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if score[0, 0, row, column] == pytest.approx(0.86):
            score[0, 0, row, column] = 0.39
    located = Locator(facts()).decode(score, quads, record)
    assert located.quads[:, 0].tolist() == [[10, 10]]


def test_a_face_down_tile_is_told_by_its_channel() -> None:
    record = Letterbox((0, 0, 320, 320), 320, 320)
    score, quads = output([(10, 10, 40, 50)], record)
    assert Locator(facts()).decode(score[:, ::-1].copy(), quads, record).backs.tolist() == [True]


def sides(record: Letterbox) -> tuple[Box, int]:
    return record.box, max(record.width, record.height)


def test_tiles_of_a_good_size_take_one_look() -> None:
    locator = Painted([(100, 100, 164, 180)])
    assert len(locator.locate(np.zeros((480, 640, 3), np.uint8))) == 1
    assert [sides(look) for look in locator.looks] == [((0, 0, 640, 480), 320)]


def test_small_tiles_take_a_second_look_from_near() -> None:
    tiles = [(300 + 32 * place, 200, 330 + 32 * place, 240) for place in range(5)]
    locator = Painted(tiles)
    located = locator.locate(np.zeros((960, 1280, 3), np.uint8))
    assert sorted(located.quads[:, 0, 0].tolist()) == pytest.approx([300, 332, 364, 396, 428])
    assert len(locator.looks) == 2
    box, side = sides(locator.looks[1])
    assert box[0] < 300
    assert box[0] + box[2] > 460
    assert box[2] < 400
    # The tiles, 30 pixels wide, are now about as wide as they should be.
    assert 30 * side / box[2] == pytest.approx(SETTINGS["good_side"], rel=0.01)


def test_large_tiles_take_a_second_look_from_afar() -> None:
    locator = Painted([(100, 100, 300, 380)])
    located = locator.locate(np.zeros((480, 640, 3), np.uint8))
    assert located.quads[0] == pytest.approx(
        np.array([[100, 100], [300, 100], [300, 380], [100, 380]]), abs=0.5
    )
    assert [sides(look) for look in locator.looks] == [((0, 0, 640, 480), 320), ((0, 0, 640, 480), 128)]


def test_the_second_look_is_no_larger_than_its_limit() -> None:
    locator = Painted([(30 * place, 500, 30 * place + 6, 508) for place in range(60)])
    locator.locate(np.zeros((1000, 2000, 3), np.uint8))
    assert [side for _, side in map(sides, locator.looks)] == [320, 640]


def test_a_region_is_looked_at_from_near_and_the_rest_stays() -> None:
    tiles = [(100, 100, 150, 170), (500, 300, 550, 370)]
    locator = Painted(tiles)
    located = locator.locate(np.zeros((960, 1280, 3), np.uint8), region=(60, 60, 300, 300))
    assert len(located) == 2
    box, side = sides(locator.looks[1])
    assert box[0] >= 60
    assert box[0] + box[2] <= 360
    assert side > 320 * box[2] / 1280


@pytest.mark.parametrize("region", [(2000, 0, 10, 10), (0, 0, 0, 5), (-20, 0, 10, 10)])
def test_a_region_outside_of_the_photo_is_refused(region: tuple[int, int, int, int]) -> None:
    with pytest.raises(RegionError, match="no area inside the photo"):
        Painted([]).locate(np.zeros((480, 640, 3), np.uint8), region=region)


def test_nothing_found_is_nothing() -> None:
    assert len(Painted([]).locate(np.zeros((480, 640, 3), np.uint8))) == 0


def test_a_missing_file_and_a_wrong_one_are_named(tmp_path: Path) -> None:
    image = np.zeros((1, 3, 32, 32), np.float32)
    with pytest.raises(NetworkError, match=r"can't be read at missing\.onnx"):
        Locator(facts()).run(image)
    path = tmp_path / "locator.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(NetworkError, match="sha256"):
        Locator(facts(path)).run(image)


def test_no_network_runs_on_no_thread() -> None:
    with pytest.raises(NetworkError, match="at least one thread"):
        Locator(facts(), threads=0)
