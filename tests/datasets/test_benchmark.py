"""The benchmark counts what it says it counts."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from datasets.benchmark import Measure, calibration_error, compare, match
from datasets.benchmark.__main__ import main
from datasets.benchmark.report import lines, write_misses
from datasets.photos import LabelledPhoto, LabelledTile
from scoring.tile import Tile
from vision.sighting import Sighting

if TYPE_CHECKING:
    from pathlib import Path


def label(code: str, x: float, line: int = 0) -> LabelledTile:
    return LabelledTile(Tile(code), (x, 100.0, x + 30, 140.0), line)


def seen(code: str, x: float, p: float = 0.99, y: float = 100.0) -> Sighting:
    quad = ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))
    return Sighting(quad, None if code == "back" else Tile(code), p)


def photo(tmp_path: Path, *tiles: LabelledTile, name: str = "a") -> LabelledPhoto:
    path = tmp_path / f"{name}.png"
    Image.new("RGB", (640, 480)).save(path)
    return LabelledPhoto(path, "dev", tiles)


def test_matching_is_one_to_one_and_takes_the_best_overlap() -> None:
    tiles = [label("1m", 100), label("2m", 131)]
    sightings = [seen("1m", 110), seen("1m", 101), seen("2m", 131), seen("9s", 400)]
    matched = match(tiles, sightings)
    assert matched.found == (1, 2)
    # The doubled one lies on a label; the one far off may be a tile that nobody labelled.
    assert matched.near == (0,)


def test_an_overlap_of_less_than_half_is_not_found() -> None:
    matched = match([label("1m", 100)], [seen("1m", 112)])
    assert matched.found == (None,)
    assert matched.near == (0,)
    assert match([label("1m", 100)], []).found == (None,)
    assert match([], [seen("1m", 100)]) == match([], [])


def test_a_neighbour_without_a_label_is_no_mistake() -> None:
    assert match([label("1m", 100)], [seen("1m", 100), seen("2m", 131)]).near == ()


def test_the_figures_of_two_photos(tmp_path: Path) -> None:
    wholly = photo(tmp_path, label("1m", 100), label("f1", 200), name="a")
    partly = photo(tmp_path, label("1m", 100), label("f2", 200), label("C", 300), label("P", 400), name="b")
    sightings = {
        "a.png": [seen("1m", 100, 0.9), seen("f1", 200, 0.8)],
        "b.png": [seen("7m", 100, 0.95), seen("f2", 200, 0.7), seen("back", 300, 0.6), seen("P", 407, 0.5)],
    }
    measure = compare([wholly, partly], lambda each: sightings[each.file])
    assert (measure.photos, measure.tiles) == (2, 6)
    assert measure.found == 1.0
    assert measure.faces_right == pytest.approx(4 / 6)
    assert measure.flowers_right == 1.0
    assert measure.right == pytest.approx(4 / 6)
    assert measure.photos_right == 0.5
    assert measure.false_near == 0
    assert measure.precision_near == 1.0
    assert measure.sure_and_wrong == 1
    assert measure.confusions == (("1m", "7m", 1), ("C", "back", 1))
    assert measure.kinds == (
        ("1m", 2, 2, 1),
        ("C", 1, 1, 0),
        ("P", 1, 1, 1),
        ("f1", 1, 1, 1),
        ("f2", 1, 1, 1),
    )
    # Bins of a fifteenth: 0.9 and 0.95 fall apart, each other one lies alone.
    gaps = [1 - 0.9, 0.95, 1 - 0.8, 1 - 0.7, 0.6, 1 - 0.5]
    assert measure.calibration_error == pytest.approx(sum(gaps) / 6)
    assert json.loads(json.dumps(measure.export()))["confusions"] == [["1m", "7m", 1], ["C", "back", 1]]


def test_missed_and_doubled_tiles_count(tmp_path: Path) -> None:
    measure = compare(
        [photo(tmp_path, label("1m", 100), label("2m", 200))], lambda _: [seen("1m", 100), seen("1m", 108)]
    )
    assert measure.found == 0.5
    assert measure.faces_right == 1.0
    assert measure.precision_near == 0.5
    assert measure.confusions == (("2m", "missed", 1),)
    assert any("missed" in line for line in lines(measure, every_kind=True))


def test_no_photos_give_no_figures() -> None:
    assert math.isnan(Measure(()).found)
    assert math.isnan(Measure(()).calibration_error)


def test_every_miss_gets_a_picture(tmp_path: Path) -> None:
    one = photo(tmp_path, label("1m", 5, line=3), label("2m", 600, line=4), label("3m", 300, line=5))
    measure = compare([one], lambda _: [seen("7m", 5, 0.4), seen("3m", 300)])
    assert write_misses(measure, tmp_path / "misses") == 2
    names = sorted(each.name for each in (tmp_path / "misses").iterdir())
    assert names == ["a_03_1m_as_7m.png", "a_04_2m_as_missed.png"]
    assert np.asarray(Image.open(tmp_path / "misses" / names[0])).any()


def test_a_folder_that_is_none_is_named_and_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
    assert main([str(tmp_path)]) == 2
    assert "holds no picture with a label file" in capsys.readouterr().err


def test_a_folder_that_misses_cant_be_written_to_is_named_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo(tmp_path, name="a")
    (tmp_path / "a.txt").write_text("4 0.5 0.5 0.1 0.2\n", encoding="utf-8")
    assert main([str(tmp_path), "--misses", str(tmp_path / "a.txt")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"--misses {tmp_path / 'a.txt'}: no folder that can be written to: ")


def test_what_there_is_no_figure_for_is_null_and_a_dash(tmp_path: Path) -> None:
    measure = compare([photo(tmp_path, label("1m", 100))], lambda _: [])
    exported = json.loads(json.dumps(measure.export(), allow_nan=False))
    assert exported["found"] == 0
    assert exported["flowers_right"] is None
    assert exported["calibration_error"] is None
    text = "\n".join(lines(measure))
    assert "  flowers                     -\n" in text
    assert "nan" not in text


def test_the_command_prints_figures_and_writes_misses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    Image.new("RGB", (320, 240), (90, 90, 90)).save(folder / "grey.png")
    # A label where no tile is: the reader must miss it.
    (folder / "grey.txt").write_text("4 0.5 0.5 0.1 0.2\n", encoding="utf-8")
    assert main([str(folder), "--json", "--threads", "1", "--misses", str(tmp_path / "misses")]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["tiles"] == 1
    assert figures["found"] == 0
    assert figures["confusions"] == [["5m", "missed", 1]]
    assert [each.name for each in (tmp_path / "misses").iterdir()] == ["grey_00_5m_as_missed.png"]
    assert main([str(folder), "--kinds", "--threads", "1"]) == 0
    assert "photos wholly right" in capsys.readouterr().out


def test_confidence_that_keeps_its_word_has_no_calibration_error() -> None:
    right = np.array([True] * 3 + [False])
    assert calibration_error(np.full(4, 0.75), right) == pytest.approx(0)
    assert calibration_error(np.full(4, 1.0), right) == pytest.approx(0.25)
