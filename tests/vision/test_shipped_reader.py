"""The reader with the models that ship, on the example picture and on real photos where they are at hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.benchmark import compare
from datasets.photos import read_folder
from scoring.tile import Tile
from vision.capture import load
from vision.group import Role
from vision.reader import Reader

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "hand.jpg"
PHOTOS = ROOT.parent / "shared" / "photos" / "dev_hk"
HAND = "234m 99s EE [345s] [CCC] [7777p] f1 h1 +E"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


@pytest.mark.parametrize("quarters", range(4))
def test_the_example_reads_the_same_at_every_quarter_turn(reader: Reader, quarters: int) -> None:
    pixels = np.rot90(load(EXAMPLE).pixels, -quarters)
    reading = reader.read(np.ascontiguousarray(pixels))
    assert str(reading.hand) == HAND
    assert reading.why is None
    assert {sighting.turn for sighting in reading.sightings if sighting.in_hand} == {quarters}
    assert [group.role for group in reading.groups] == [
        Role.FLOWERS,
        *[Role.EXPOSED] * 3,
        Role.CONCEALED,
        Role.WINNING,
    ]


def test_the_number_of_threads_changes_nothing(reader: Reader) -> None:
    assert Reader(threads=2).read(EXAMPLE).export() == reader.read(EXAMPLE).export()


def test_a_region_of_the_example_is_read_alone(reader: Reader) -> None:
    whole = reader.read(EXAMPLE)
    (flowers,) = whole.of_role(Role.FLOWERS)
    corners = np.array([whole.sightings[index].quad for index in flowers.sightings]).reshape(-1, 2)
    x, y = (corners.min(axis=0) - 10).astype(int).tolist()
    right, bottom = (corners.max(axis=0) + 10).astype(int).tolist()
    part = reader.read(EXAMPLE, region=(x, y, right - x, bottom - y))
    assert [sighting.code for sighting in part.sightings if sighting.in_hand] == ["f1", "h1"]


def test_a_named_winning_tile_moves_the_one_lying_apart_into_the_hand(reader: Reader) -> None:
    reading = reader.read(EXAMPLE, winning_tile=Tile("4m"))
    assert str(reading.hand) == "23m 99s EEE [345s] [CCC] [7777p] f1 h1 +4m"


@pytest.mark.parametrize("colour", [0, 90, 255])
def test_an_empty_picture_has_no_hand(reader: Reader, colour: int) -> None:
    reading = reader.read(np.full((300, 400, 3), colour, np.uint8))
    assert reading.hand is None
    assert reading.why == "no hand was seen"


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 900, 3), (900, 1, 3), (7, 5, 3)])
def test_tiny_pictures_are_read_too(reader: Reader, shape: tuple[int, int, int]) -> None:
    assert reader.read(np.zeros(shape, np.uint8)).hand is None


@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"the labelled photos aren't at {PHOTOS}")
def test_real_photos_are_read_as_well_as_the_manifest_says(reader: Reader) -> None:
    # Every eighth photo, so that the whole suite stays quick; `make bench` measures them all.
    photos = read_folder(PHOTOS)[::8]
    measure = compare(photos, lambda photo: reader.read(photo.path).sightings)
    assert measure.found >= 0.99
    assert measure.faces_right >= 0.99
    assert measure.precision_near >= 0.99
