"""Figures on what training never saw."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.benchmark import PhotoResult, match
from datasets.errors import LabelError
from datasets.photos import LabelledPhoto, LabelledTile
from models import load
from scoring.tile import KINDS, Tile
from vision import Sighting

pytest.importorskip("torch", reason="training needs the extra 'train'")

from models.training.classifier.network import BACK
from models.training.leftout import (
    LeftOutAnswers,
    decoded,
    figures,
    fitted_temperature,
    left_out_photos,
    odd_tiles,
    read_answers,
    write_answers,
)
from models.training.leftout.__main__ import main
from models.training.leftout.figures import chances, looked_closer
from models.training.leftout.photos import scattered_photos
from models.training.leftout.reading import false_inside, summed_up
from models.training.sets import read_sets

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"
needs_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no labelled photos at {PHOTOS}")


def answers_of(
    *rows: tuple[str, str, str, str], split: str = "train_hk", odd: str = "", fold: int = 0
) -> LeftOutAnswers:
    """Make answers of (design, file, what it shows, what it looks like), each rather sure of itself."""
    logits = np.zeros((len(rows), 44), np.float32)
    for row, (_, _, _, read) in zip(logits, rows, strict=True):
        row[Tile(read).index] = 6
    number = len(rows)
    return LeftOutAnswers(
        logits=logits,
        truth=np.array([Tile(label).index for _, _, label, _ in rows], np.int64),
        lies=np.zeros((number, 4), np.float32),
        marks=np.full((number, 4, 9), np.nan, np.float32),
        blank=np.full(number, np.nan),
        turns=np.zeros(number, np.int64),
        true_turns=np.full(number, -1, np.int64),
        embedding=np.zeros((number, 3), np.float32),
        design=np.array([design for design, _, _, _ in rows]),
        split=np.array([split] * number),
        file=np.array([file for _, file, _, _ in rows]),
        box=np.arange(number),
        odd=np.array([odd] * number),
        fold=np.full(number, fold, np.int64),
    )


def test_marks_and_the_colour_of_blank_tiles_have_their_say_only_where_they_were_asked() -> None:
    answers = answers_of(
        ("D01", "a.jpg", "h2", "f1"), ("D01", "a.jpg", "h2", "f1"), ("D01", "a.jpg", "P", "1m")
    )
    answers.lies[:, 0] = 9
    answers.marks[0] = 0
    answers.marks[0, :, 5] = 9
    answers.logits[2, BACK] = 9
    answers.blank[2] = 5.0
    odds = looked_closer(answers, chances(answers, 1.0), load()["marks"])
    kinds = odds.argmax(axis=1).tolist()
    assert kinds == [Tile("h2").index, Tile("f1").index, Tile("P").index]


def test_folds_of_different_networks_are_not_joined() -> None:
    one, other = answers_of(("D01", "a.jpg", "1m", "1m")), answers_of(("D01", "a.jpg", "1m", "1m"))
    with pytest.raises(LabelError, match="ask all of them again"):
        LeftOutAnswers.joined([one, replace(other, embedding=np.zeros((1, 5), np.float32))])


def test_flowers_and_faces_of_each_design_are_counted_apart() -> None:
    answers = answers_of(
        ("D01", "a.jpg", "1m", "1m"),
        ("D01", "a.jpg", "f1", "h1"),
        ("D03", "b.jpg", "2m", "3m"),
        ("D03", "b.jpg", "2m", "3m"),
        ("D03", "b.jpg", "4m", "4m"),
        ("D03", "b.jpg", "5m", "5m"),
    )
    first, second, whole, mean = figures(answers, *decoded(answers, chances(answers, 1.0), None))
    assert (first.name, first.faces, first.faces_right, first.flowers, first.flowers_right) == (
        "D01", 1, 1.0, 1, 0.0,
    )  # fmt: skip
    assert (second.faces_right, second.confusions, second.photos_right) == (0.5, (("2m", "3m", 2),), 0.0)
    assert math.isnan(second.flowers_right)
    assert (whole.faces, whole.faces_right) == (5, 0.6)
    assert (mean.faces_right, mean.flowers_right) == (0.75, 0.0)


def test_odd_tiles_count_by_themselves_only() -> None:
    fair = answers_of(("D01", "a.jpg", "1m", "1m"))
    odd = answers_of(("D01", "a.jpg", "C", "F"), ("D01", "a.jpg", "f2", "f2"), odd="dragon")
    answers = LeftOutAnswers.joined([fair, odd])
    figure = figures(answers, *decoded(answers, chances(answers, 1.0), None))[0]
    assert (figure.tiles, figure.odd, figure.odd_right) == (1, 2, 0.5)
    assert figure.photos_right == 1.0
    assert figure.confusions == ()


def test_what_a_set_holds_is_applied_to_a_photo_but_not_to_single_tiles() -> None:
    def never_plum(odds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.full(len(odds), Tile("f2").index), np.full(len(odds), 0.5)

    photo = answers_of(("D01", "a.jpg", "f1", "f1"))
    single = answers_of(("D01", "1_jpg.jpg", "f1", "f1"), split="aux_crops42")
    answers = LeftOutAnswers.joined([photo, single])
    kinds, sure = decoded(answers, chances(answers, 1.0), never_plum)
    assert [KINDS[kind].code for kind in kinds] == ["f2", "f1"]
    assert sure[0] == 0.5


def test_the_temperature_of_honest_doubt_is_higher() -> None:
    right = answers_of(*[("D01", "a.jpg", "1m", "1m")] * 20)
    doubtful = LeftOutAnswers.joined([right, answers_of(*[("D03", "b.jpg", "2m", "3m")] * 10)])
    assert fitted_temperature(doubtful) > fitted_temperature(right)


def test_kept_answers_come_back_as_they_were(tmp_path: Path) -> None:
    answers = answers_of(("D01", "a.jpg", "1m", "1m"), ("D03", "b.jpg", "h4", "f4"), fold=2)
    write_answers(answers, tmp_path / "kept" / "fold2.npz")
    again = read_answers(tmp_path / "kept" / "fold2.npz")
    for name in ("logits", "truth", "design", "file", "box", "fold"):
        assert np.array_equal(getattr(again, name), getattr(answers, name))
    with pytest.raises(LabelError, match="holds no answers of a fold"):
        read_answers(tmp_path / "none.npz")


def seen(kind: str, left: float, top: float) -> Sighting:
    return Sighting(
        ((left, top), (left + 30, top), (left + 30, top + 40), (left, top + 40)), Tile(kind), 0.99
    )


def result_of(labels: list[tuple[str, float, float]], sightings: list[Sighting]) -> PhotoResult:
    tiles = tuple(
        LabelledTile(Tile(kind), (left, top, left + 30, top + 40), line)
        for line, (kind, left, top) in enumerate(labels)
    )
    photo = LabelledPhoto(Path("a.jpg"), "train_hk", tiles, design="D01")
    return PhotoResult(photo, tuple(sightings), match(tiles, sightings))


def test_a_tile_that_is_not_there_is_false_between_labelled_ones_and_not_elsewhere() -> None:
    row = [("1m", 0.0, 0.0), ("2m", 30.0, 0.0), ("4m", 75.0, 0.0), ("5m", 300.0, 0.0)]
    found = [seen(kind, left, top) for kind, left, top in row]
    assert not list(false_inside(result_of(row, found)))
    # Over the gap of 15 pixels within the row, and over the wide one between it and a tile far off.
    within = seen("3m", 52.5, 0.0)
    beyond = seen("3m", 180.0, 0.0)
    assert list(false_inside(result_of(row, [*found, within, beyond]))) == [4]


def test_a_hand_is_right_when_all_its_fair_tiles_are() -> None:
    labels = [("1m", 0.0, 0.0), ("C", 30.0, 0.0)]
    wrong = result_of(labels, [seen("1m", 0, 0), seen("F", 30, 0)])
    missed = result_of(labels, [seen("1m", 0, 0)])
    assert summed_up("x", [wrong], {}).hands_right == 0.0
    assert summed_up("x", [wrong], {("train_hk", "a.jpg", 1): "dragon"}).hands_right == 1.0
    figure = summed_up("x", [wrong, missed], {})
    assert (figure.tiles, figure.found, figure.faces_right, figure.clean) == (4, 0.75, 2 / 3, 1.0)


@needs_photos
def test_a_fold_reads_its_designs_and_no_other() -> None:
    photos = left_out_photos(PHOTOS, 3, splits=("sheets",))
    assert {photo.design for photo in photos} == {"D03", "D04", "D05", "D05b", "D14", "D16"}


@needs_photos
def test_dev_photos_are_left_out_by_their_design_too() -> None:
    photos = left_out_photos(PHOTOS, 3, splits=("dev_hk",))
    assert {photo.design for photo in photos} == {"H02"}
    assert {shown.design for (split, _), shown in read_sets().items() if split == "dev_hk"} > {"H02"}


def test_odd_tiles_are_named_once_with_a_reason() -> None:
    assert set(odd_tiles().values()) == {"dragon", "advertising"}


@needs_photos
def test_tables_of_odd_tiles_and_scattered_photos_name_photos_that_there_are() -> None:
    named = {(split, file) for split, file, _ in odd_tiles()} | scattered_photos()
    assert all((PHOTOS / split / file).exists() for split, file in named)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["faces"], "nothing to measure"),
        (["faces", "--fold", "7", "x.onnx"], "folds are 0 to 3"),
        (["photos", "--fold", "0", "x.onnx", "--photos", "/nowhere"], "/nowhere/train_hk is not a folder"),
    ],
)
def test_what_can_not_be_measured_is_said_without_a_traceback(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


@needs_photos
def test_a_model_that_is_not_there_is_said_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["faces", "--photos", str(PHOTOS), "--split", "sheets", "--fold", "0", "none.onnx"]) == 2
    assert "none.onnx: the classifier can't be read" in capsys.readouterr().err
