from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.rectify import CROP_HEIGHT, CROP_WIDTH, MARGIN, face_quads, rectify, stand

UPRIGHT = np.array([[30, 20], [90, 20], [90, 100], [30, 100]], np.float32)


def corner_colours(crop: np.ndarray) -> list[tuple[int, ...]]:
    """Colours well inside the four corners of a crop, clockwise from the top left."""
    x, y = CROP_WIDTH // 8, CROP_HEIGHT // 8
    places = [(y, x), (y, -x), (-y, -x), (-y, x)]
    return [tuple(int(value) for value in crop[place]) for place in places]


def quartered(size: int = 200) -> np.ndarray:
    """A photo whose tile at UPRIGHT has quarters red, green, blue, white, clockwise from its top left."""
    photo = np.zeros((size, size, 3), np.uint8)
    photo[20:60, 30:60] = (255, 0, 0)
    photo[20:60, 60:90] = (0, 255, 0)
    photo[60:100, 60:90] = (0, 0, 255)
    photo[60:100, 30:60] = (255, 255, 255)
    return photo


RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def test_the_first_corner_becomes_the_top_left_one() -> None:
    assert corner_colours(rectify(quartered(), UPRIGHT[None])[0]) == [RED, GREEN, BLUE, WHITE]
    assert corner_colours(rectify(quartered(), np.roll(UPRIGHT, -2, axis=0)[None])[0]) == [
        BLUE,
        WHITE,
        RED,
        GREEN,
    ]


@pytest.mark.parametrize("roll", range(4))
def test_stand_makes_the_long_sides_vertical_and_the_higher_side_the_top(roll: int) -> None:
    standing = stand(np.roll(UPRIGHT, roll, axis=0)[None])
    assert standing[0].tolist() == UPRIGHT.tolist()


@pytest.mark.parametrize("roll", range(4))
def test_stand_turns_a_lying_tile_upright(roll: int) -> None:
    lying = np.array([[20, 30], [100, 30], [100, 90], [20, 90]], np.float32)
    top, right = stand(np.roll(lying, roll, axis=0)[None])[0, :2].tolist(), lying.tolist()
    assert top in ([right[3], right[0]], [right[1], right[2]])


@pytest.mark.parametrize("turn", range(4))
def test_face_quads_undo_the_turn_that_the_classifier_reports(turn: int) -> None:
    # A crop that starts `turn` corners before the face's own shows the face turned clockwise.
    cut = np.roll(UPRIGHT, turn, axis=0)
    crop = rectify(quartered(), cut[None])[0]
    quarters = corner_colours(crop)
    assert quarters[turn] == RED
    assert face_quads(cut[None], np.array([turn]))[0].tolist() == UPRIGHT.tolist()


def test_a_tile_seen_aslant_is_straightened() -> None:
    seen = np.array([[80, 40], [150, 60], [140, 170], [60, 150]], np.float32)
    warp = cv2.getPerspectiveTransform(UPRIGHT - np.float32(0.5), seen - np.float32(0.5))
    photo = np.asarray(cv2.warpPerspective(quartered(), warp, (200, 200), flags=cv2.INTER_LINEAR), np.uint8)
    flat = rectify(quartered(), UPRIGHT[None])[0].astype(float)
    straightened = rectify(photo, seen[None])[0].astype(float)
    assert np.abs(flat - straightened).mean() < 6


def test_the_margin_shows_what_lies_around_the_tile() -> None:
    crop = rectify(quartered(), UPRIGHT[None])[0]
    rim = CROP_WIDTH * MARGIN / (1 + 2 * MARGIN)
    assert crop[CROP_HEIGHT // 2, int(rim) - 1].max() < 128
    assert crop[CROP_HEIGHT // 4, int(rim) + 1].tolist() == list(RED)


def test_fine_stripes_of_a_big_tile_average_instead_of_aliasing() -> None:
    photo = np.zeros((1000, 800, 3), np.uint8)
    photo[:, ::2] = 255
    quad = np.array([[[0, 0], [800, 0], [800, 1000], [0, 1000]]], np.float32)
    middle = rectify(photo, quad, margin=0.0)[0][5:-5, 5:-5].astype(float)
    assert abs(middle.mean() - 127.5) < 3
    assert middle.std() < 12


def test_a_tile_at_the_rim_of_the_photo_still_fills_its_crop() -> None:
    photo = np.full((50, 50, 3), 90, np.uint8)
    quad = np.array([[[-10, -10], [20, -10], [20, 30], [-10, 30]]], np.float32)
    assert (rectify(photo, quad)[0] == 90).all()


def test_no_quads_give_no_crops() -> None:
    assert rectify(quartered(), np.empty((0, 4, 2), np.float32)).shape == (0, CROP_HEIGHT, CROP_WIDTH, 3)
    assert stand(np.empty((0, 4, 2), np.float32)).shape == (0, 4, 2)


def test_wrong_arrays_are_refused_with_what_would_be_right() -> None:
    with pytest.raises(ValueError, match=r"quads are \[N, 4, 2\]"):
        stand(UPRIGHT)
    with pytest.raises(ValueError, match="RGB uint8"):
        rectify(np.zeros((10, 10), np.uint8), UPRIGHT[None])
    with pytest.raises(ValueError, match="one turn each"):
        face_quads(UPRIGHT[None], np.array([0, 1]))
    with pytest.raises(ValueError, match="one line"):
        rectify(quartered(), np.array([[[0, 0], [10, 0], [20, 0], [30, 0]]], np.float32))
    with pytest.raises(ValueError, match="not finite"):
        rectify(quartered(), np.full((1, 4, 2), np.nan, np.float32))
