"""The reader joins what the networks say; here their places are taken by arithmetic."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image

from models import ModelFacts
from scoring.tile import Tile
from tests.vision.tabletop import HEIGHT, WIDTH, Tabletop
from vision.annotate import annotate
from vision.capture import load
from vision.classifier import BACK_CLASS, CLASSES, NOT_A_TILE_CLASS, Faces
from vision.doubt import Question
from vision.errors import PhotoFileError, RegionError
from vision.group import Role
from vision.locator import Located
from vision.reader import Reader
from vision.reading import Reading

if TYPE_CHECKING:
    from vision.letterbox import Box
    from vision.sighting import Sighting

SETTINGS = {"not_a_tile": 0.8, "doubt": 0.9, "alternative": 0.05, "temperature": 1.0}


class Told:
    """Stands for both networks: it knows what lies where."""

    def __init__(self, sightings: list[Sighting], chances: dict[int, dict[int, float]] | None = None) -> None:
        self.sightings = sightings
        self.chances = chances or {}
        self.facts = ModelFacts("locator", Path("none"), "0" * 64, "", "", (), SETTINGS, {}, "")

    def locate(self, pixels: np.ndarray, region: Box | None = None) -> Located:
        assert pixels.shape == (HEIGHT, WIDTH, 3)
        assert region is None or len(region) == 4
        # A locator starts at any corner.
        quads = [np.roll(np.array(each.quad), place, axis=0) for place, each in enumerate(self.sightings)]
        backs = np.array([each.back for each in self.sightings], np.bool_)
        corners = np.array(quads, np.float64).reshape(-1, 4, 2)
        return Located(corners, np.full(len(quads), 0.9), backs)

    def classify(self, pixels: np.ndarray, quads: np.ndarray) -> Faces:
        assert pixels.shape == (HEIGHT, WIDTH, 3)
        kinds, turns = np.zeros((len(quads), CLASSES)), np.zeros((len(quads), 4))
        for place, (quad, each) in enumerate(zip(quads, self.sightings, strict=True)):
            rows = self.chances.get(place) or {BACK_CLASS if each.kind is None else each.kind.index: 0.99}
            for kind, p in rows.items():
                kinds[place, kind] = p
            distance = np.linalg.norm(quad - np.array(each.quad[0]), axis=1)
            turns[place, int(distance.argmin())] = 1.0
        return Faces(kinds, turns)


class FromAnySize(Told):
    """Knows what lies where in a photo of 3200 x 2400 pixels, also made smaller; notes what it was shown."""

    def __init__(self, sightings: list[Sighting], shown: list[tuple[int, ...]]) -> None:
        super().__init__(sightings)
        self.shown = shown

    def locate(self, pixels: np.ndarray, region: Box | None = None) -> Located:
        self.shown.append((*pixels.shape[:2], *(region or ())))
        located = super().locate(np.zeros((HEIGHT, WIDTH, 3), np.uint8))
        return replace(located, quads=located.quads * pixels.shape[0] / 2400)

    def classify(self, pixels: np.ndarray, quads: np.ndarray) -> Faces:
        self.shown.append(pixels.shape[:2])
        return super().classify(np.zeros((HEIGHT, WIDTH, 3), np.uint8), quads * 2400 / pixels.shape[0])


def table() -> Tabletop:
    tabletop = Tabletop()
    tabletop.row("f1 C C C", y=-1.7)
    tabletop.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p _ _ 5p")
    tabletop.put("back", 3, -8)
    tabletop.put("7s", 9, -9, 77)
    return tabletop


def read(told: Told, **options: object) -> Reading:
    classifier = Told(told.sightings, told.chances)
    classifier.facts = replace(told.facts, name="classifier", sha256="1" * 64)
    return Reader(told, classifier).read(picture(told.sightings), **options)  # type: ignore[arg-type]  # passed on


def picture(sightings: list[Sighting]) -> np.ndarray:
    """Paint nothing but the backs: a blank tile of the faces' colour would be taken for a white dragon."""
    pixels = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for each in sightings:
        if each.back:
            cv2.fillConvexPoly(pixels, np.round(each.quad).astype(np.int32), (30, 90, 170))
    return pixels


@pytest.mark.parametrize("rotation", [0, 45, 90, 180, 250])
def test_quads_start_at_the_faces_top_left_and_groups_follow_reading_order(rotation: float) -> None:
    sightings = table().seen(rotation=rotation, tilt=20)
    reading = read(Told(sightings))
    assert str(reading.hand) == "123456789m 34p EE [CCC] f1 +5p"
    assert reading.why is None
    assert [group.role for group in reading.groups] == [
        Role.FLOWERS,
        Role.EXPOSED,
        Role.CONCEALED,
        Role.WINNING,
    ]
    held = [index for group in reading.groups for index in group.sightings]
    assert held == list(range(18))
    assert [reading.sightings[index].code for index in held] == [each.code for each in sightings[:18]]
    for seen, laid in zip(reading.sightings, sightings[:18], strict=False):
        assert np.array(seen.quad) == pytest.approx(np.array(laid.quad), abs=0.01)
    assert sorted(each.code for each in reading.sightings if not each.in_hand) == ["7s", "back"]
    assert Reading.from_dict(reading.export()) == reading


def test_the_same_photo_gives_the_same_reading_and_every_stage_its_time() -> None:
    told = Told(table().seen())
    first, second = read(told), read(told)
    assert first == second
    assert first.export() == second.export()
    assert [stage for stage, _ in first.timings] == ["capture", "locate", "classify", "layout"]
    assert first.models == (("locator", "0" * 64), ("classifier", "1" * 64))


def test_what_is_surely_no_tile_is_dropped_and_what_may_be_none_is_a_doubt() -> None:
    sightings = table().seen()
    sure = {NOT_A_TILE_CLASS: 0.95, Tile("C").index: 0.05}
    unsure = {NOT_A_TILE_CLASS: 0.6, Tile("9m").index: 0.4}
    reading = read(Told(sightings, {18: sure, 12: unsure}))
    assert len(reading.sightings) == len(sightings) - 1
    doubt = next(doubt for doubt in reading.doubts if doubt.question is Question.TILE)
    assert [reading.sightings[index].code for index in doubt.sightings] == ["9m"]


def test_a_tile_beside_the_hand_that_is_left_out_unsurely_is_a_doubt() -> None:
    tabletop = Tabletop()
    tabletop.row("h4 f1", y=-1.7)
    left_out = tabletop.put("N", 2.6, -1.6)
    tabletop.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p 5p 6p 6p _ _ 6p", x=-8)
    far = tabletop.put("W", 2.5, -7)
    unsure = {
        left_out: {Tile("N").index: 0.3, Tile("h2").index: 0.28},
        far: {Tile("W").index: 0.3, Tile("h3").index: 0.28},
    }
    reading = read(Told(tabletop.seen(tilt=20), unsure))
    assert str(reading.hand) == "123456789m 34566p EE h4 f1 +6p"
    doubt, undivided = reading.doubts
    assert undivided.question is Question.ROLE
    assert doubt.question is Question.TILE
    assert [reading.sightings[index].code for index in doubt.sightings] == ["N"]
    assert doubt.text == "N is not sure (p 0.30); it lies beside the hand and was left out of it."
    assert doubt.alternatives == (("h2", 0.28),)


def test_a_second_copy_of_a_flower_is_corrected_and_listed() -> None:
    tabletop = Tabletop()
    tabletop.row("f1 f2 C C C", y=-1.7)
    tabletop.row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 3p 4p _ _ 5p")
    misread = {Tile("f1").index: 0.55, Tile("f2").index: 0.4}
    reading = read(Told(tabletop.seen(), {1: misread}))
    assert reading.hand is not None
    assert [str(tile) for tile in reading.hand.flowers] == ["f1", "f2"]
    (doubt,) = reading.doubts
    assert doubt.question is Question.TILE
    assert doubt.text.startswith("f2 looks more like f1")
    (index,) = doubt.sightings
    moved = reading.sightings[index]
    # The other f1 is sure, so this one is f2 but for the chance of two sets: 0.55 * 0.05 against 0.4.
    assert moved.p == pytest.approx(0.95 * 0.4 / 0.4275, abs=2e-4)
    ((code, p),) = doubt.alternatives
    assert code == "f1"
    assert p == pytest.approx(0.95 * 0.0275 / 0.4275, abs=2e-4)
    assert moved.margin == pytest.approx(np.log(0.4 / 0.0275), abs=0.006)
    assert Reading.from_dict(reading.export()) == reading


def test_five_of_a_kind_without_an_alternative_stay_and_the_hand_says_so() -> None:
    tabletop = Tabletop()
    tabletop.row("C C C E E E", y=-1.7)
    tabletop.row("1m 2m 3m 4m 5m 6m 7m 8m E E _ _ 9m")
    reading = read(Told(tabletop.seen()))
    assert reading.why is not None
    assert "E occurs 5 times" in reading.why
    assert Question.COUNT in {doubt.question for doubt in reading.doubts}
    (count,) = (doubt for doubt in reading.doubts if doubt.question is Question.COUNT)
    assert count.text == "5 tiles in the picture were read as E; a set has 4."
    assert [reading.sightings[index].code for index in count.sightings] == ["E"] * 5


def test_a_photo_without_tiles_is_read_as_no_hand() -> None:
    reading = read(Told([]))
    assert (reading.hand, reading.why, reading.sightings) == (None, "no hand was seen", ())
    assert Reading.from_dict(reading.export()) == reading


def test_bad_input_is_refused(tmp_path: Path) -> None:
    told = Told(table().seen())
    with pytest.raises(PhotoFileError):
        Reader(told, told).read(tmp_path / "missing.jpg")
    for region in ((0, 0, 0, 10), (5000, 0, 10, 10), (0, 0, -5, 10)):
        with pytest.raises(RegionError, match="no area inside the photo"):
            read(told, region=region)


@pytest.mark.parametrize("scale", [0.1, 0.5, 2.0])
def test_the_annotated_picture_outlines_every_tile_at_any_size(scale: float) -> None:
    sightings = table().seen(tilt=20, rotation=30)
    reading = read(Told(sightings))
    small = Reading.from_dict(reading.export())
    data = small.export()
    for sighting in data["sightings"]:
        sighting["quad"] = [[x * scale, y * scale] for x, y in sighting["quad"]]
    small = Reading.from_dict(data)
    photo = load(np.full((round(HEIGHT * scale), round(WIDTH * scale), 3), 90, np.uint8))
    drawn = annotate(photo, small)
    assert drawn.dtype == np.uint8
    assert max(drawn.shape) >= 900
    grown = drawn.shape[1] / photo.width
    changed = (drawn != 90).any(axis=2)
    for sighting in small.sightings:
        # The middle of the lower side lies on the outline.
        x, y = ((np.array(sighting.quad[2]) + np.array(sighting.quad[3])) / 2 * grown).round().astype(int)
        assert changed[max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3].any()
    assert annotate(photo, small, outside=False)[..., 0].astype(int).sum() != drawn[..., 0].astype(int).sum()


@pytest.mark.parametrize(
    ("times", "shown"),
    [
        (2, [(1200, 1600, 100, 50, 1451, 1101), (1200, 1600)]),
        (1, [(1200, 1600, 100, 50, 1451, 1101), (2400, 3200, 201, 101, 2900, 2200), (2400, 3200)]),
    ],
)
def test_a_large_jpeg_is_read_at_half_its_size_unless_its_tiles_are_small(
    times: int, shown: list[tuple[int, ...]]
) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (3200, 2400)).save(buffer, "JPEG")
    sightings = []
    for each in table().seen():
        first, second, third, fourth = ((x * times, y * times) for x, y in each.quad)
        sightings.append(replace(each, quad=(first, second, third, fourth)))
    seen: list[tuple[int, ...]] = []
    reading = Reader(FromAnySize(sightings, seen), FromAnySize(sightings, seen)).read(
        buffer.getvalue(), region=(201, 101, 2900, 2200)
    )
    assert seen == shown
    assert (reading.photo.width, reading.photo.height) == (3200, 2400)
    corners = np.array([each.quad for each in reading.sightings])
    laid = np.array([each.quad for each in sightings])
    assert np.sort(corners.mean(axis=(1, 2))) == pytest.approx(np.sort(laid.mean(axis=(1, 2))), abs=0.01)
