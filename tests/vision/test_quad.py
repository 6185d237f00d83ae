"""Areas, overlaps and suppression of quads."""

from __future__ import annotations

import numpy as np
import pytest

from vision.quad import areas, bounds, convex, iou, short_sides, suppress

SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])


def test_area_is_negative_against_the_clock() -> None:
    assert areas(np.stack([SQUARE, SQUARE[::-1]])).tolist() == [4.0, -4.0]


def test_bounds_and_short_sides() -> None:
    slanted = np.array([[[0.0, 3.0], [4.0, 0.0], [7.0, 4.0], [3.0, 7.0]]])
    assert bounds(slanted).tolist() == [[0.0, 0.0, 7.0, 7.0]]
    assert short_sides(np.array([[[0.0, 0.0], [3.0, 0.0], [3.0, 5.0], [0.0, 5.0]]])).tolist() == [3.0]


def test_only_clockwise_convex_finite_quads_pass() -> None:
    dented = SQUARE.copy()
    dented[2] = (0.5, 0.5)
    crossed = SQUARE[[0, 2, 1, 3]]
    flat = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    endless = SQUARE.copy()
    endless[0, 0] = np.nan
    quads = np.stack([SQUARE, np.roll(SQUARE, 1, axis=0), SQUARE[::-1], dented, crossed, flat, endless])
    assert convex(quads).tolist() == [True, True, False, False, False, False, False]


@pytest.mark.parametrize(
    ("other", "overlap"),
    [(SQUARE, 1.0), (SQUARE + 1, 1 / 7), (SQUARE + 2, 0.0), (SQUARE / 2, 0.25), (SQUARE[[1, 2, 3, 0]], 1.0)],
)
def test_overlap_of_squares(other: np.ndarray, overlap: float) -> None:
    assert iou(SQUARE, other) == pytest.approx(overlap)


def test_overlap_of_a_square_and_the_same_turned_by_an_eighth() -> None:
    turned = np.array([[1.0, 1 - 2**0.5], [1 + 2**0.5, 1.0], [1.0, 1 + 2**0.5], [1 - 2**0.5, 1.0]])
    octagon = 8 * (2**0.5 - 1)
    assert iou(SQUARE, turned) == pytest.approx(octagon / (8 - octagon))


def test_of_quads_on_one_another_the_best_stays_and_neighbours_stay() -> None:
    quads = np.stack([SQUARE, SQUARE + 0.1, SQUARE + np.array([2.1, 0]), SQUARE + np.array([2.2, 0.1])])
    assert suppress(quads, np.array([0.5, 0.9, 0.8, 0.8]), 0.5).tolist() == [1, 2]


def test_slanting_neighbours_whose_boxes_overlap_both_stay() -> None:
    tile = np.array([[0.0, 0.0], [10.0, 10.0], [0.0, 20.0], [-10.0, 10.0]])
    quads = np.stack([tile, tile + np.array([10.5, 10.5])])
    assert suppress(quads, np.array([0.9, 0.8]), 0.3).tolist() == [0, 1]


def test_nothing_is_suppressed_of_nothing() -> None:
    assert suppress(np.zeros((0, 4, 2)), np.zeros(0), 0.5).tolist() == []


def test_half_of_a_face_and_its_whole_are_one_tile() -> None:
    whole = np.array([[0.0, 0.0], [30.0, 0.0], [30.0, 40.0], [0.0, 40.0]])
    half = np.array([[8.0, 0.0], [22.0, 0.0], [22.0, 40.0], [8.0, 40.0]])
    assert iou(whole, half) < 0.5
    assert suppress(np.stack([half, whole]), np.array([0.8, 0.9]), 0.5).tolist() == [1]
