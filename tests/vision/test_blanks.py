"""A blank tile of the faces' colour is a white dragon; one of another colour lies face down."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tile import Tile
from vision.blanks import same_ground, tell_blanks
from vision.classifier import BACK_CLASS, CLASSES, Faces

IVORY, BLUE = (236, 230, 214), (40, 90, 170)
QUADS = np.array(
    [[[x, 10], [x + 30, 10], [x + 30, 50], [x, 50]] for x in range(10, 10 + 6 * 40, 40)], np.float32
)


def photo_of(last: tuple[int, int, int]) -> np.ndarray:
    """Five painted faces and a tile with nothing on it."""
    pixels = np.full((60, 260, 3), (20, 90, 50), np.uint8)
    for place in range(6):
        left = 10 + 40 * place
        pixels[10:50, left : left + 30] = IVORY if place < 5 else last
        if place < 5:
            pixels[22:36, left + 8 : left + 20] = (160, 30, 30)
    return pixels


def faces_of(back: float, faces: int = 5) -> Faces:
    kinds = np.full((6, CLASSES), 1e-4)
    for place in range(6):
        kinds[place, place if place < faces else BACK_CLASS] = 0.99
    kinds[5] = 1e-4
    kinds[5, BACK_CLASS], kinds[5, Tile("P").index] = back, 1 - back
    return Faces(kinds / kinds.sum(axis=1, keepdims=True), np.full((6, 4), 0.25))


def white(faces: Faces) -> float:
    return float(faces.kinds[5, Tile("P").index])


def test_a_blank_tile_of_the_faces_colour_is_a_white_dragon_in_doubt() -> None:
    told = tell_blanks(photo_of(IVORY), QUADS, faces_of(0.97))
    assert 0.6 < white(told) < 0.9
    assert told.kinds.sum(axis=1) == pytest.approx(np.ones(6))


def test_a_tile_of_another_colour_lies_face_down() -> None:
    assert white(tell_blanks(photo_of(BLUE), QUADS, faces_of(0.97))) < 0.04


def test_a_framed_white_dragon_stays_what_it_is() -> None:
    faces = faces_of(0.01)
    assert tell_blanks(photo_of(IVORY), QUADS, faces) is faces


def test_few_faces_tell_nothing_of_the_colour() -> None:
    faces = faces_of(0.97, faces=2)
    assert tell_blanks(photo_of(IVORY), QUADS, faces) is faces


def test_the_ratio_falls_with_the_distance_of_the_colours() -> None:
    faces = np.full((5, 80, 64, 3), IVORY, np.uint8)
    tiles = np.stack([np.full((80, 64, 3), colour, np.uint8) for colour in (IVORY, (222, 214, 190), BLUE)])
    near, farther, other = same_ground(tiles, faces)
    assert near > farther > 1 > other
