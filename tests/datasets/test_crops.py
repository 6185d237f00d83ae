from __future__ import annotations

import numpy as np
import pytest

from datasets.crops import (
    Looseness,
    box_quad,
    loosened,
    photographed,
    recut,
    reinked,
    turned,
    upright_crop,
)
from vision.rectify import face_quads

EXACT = Looseness(shift=0, scale=0, corner=0, angle=0, wild=0)
QUAD = box_quad((20, 10, 50, 50))


def half_and_half() -> np.ndarray:
    """A photo whose tile at QUAD is white in its upper half and black in its lower half."""
    photo = np.zeros((100, 100, 3), np.uint8)
    photo[10:30, 20:50] = 255
    return photo


def test_no_looseness_moves_nothing() -> None:
    assert loosened(QUAD, np.random.default_rng(1), EXACT) == pytest.approx(QUAD, abs=1e-4)


def test_looseness_moves_corners_by_a_share_of_the_tile() -> None:
    moved = np.array([loosened(QUAD, np.random.default_rng(seed)) for seed in range(200)])
    off = np.linalg.norm(moved - QUAD, axis=2)
    assert 1 < off.mean() < 6
    assert off.max() < 40


def test_loose_corners_stay_clockwise() -> None:
    for seed in range(200):
        x, y = loosened(QUAD, np.random.default_rng(seed)).T
        assert np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0


@pytest.mark.parametrize(("turn", "white"), [(0, "top"), (1, "right"), (2, "bottom"), (3, "left")])
def test_a_turn_is_clockwise_in_the_crop(turn: int, white: str) -> None:
    crop = upright_crop(half_and_half(), QUAD, turn, np.random.default_rng(1), EXACT)[..., 0].astype(float)
    sides = {"top": crop[8:38], "bottom": crop[42:72], "left": crop[:, 6:30], "right": crop[:, 34:58]}
    assert max(sides, key=lambda side: float(sides[side].mean())) == white
    assert face_quads(turned(QUAD, turn)[None], np.array([turn]))[0].tolist() == QUAD.tolist()


def test_the_same_chance_gives_the_same_crop() -> None:
    crops = [
        photographed(upright_crop(half_and_half(), QUAD, 0, rng), rng)
        for rng in (np.random.default_rng(5), np.random.default_rng(5), np.random.default_rng(6))
    ]
    assert np.array_equal(crops[0], crops[1])
    assert not np.array_equal(crops[0], crops[2])


def test_photographing_keeps_shape_and_side() -> None:
    clean = upright_crop(half_and_half(), QUAD, 0, np.random.default_rng(1), EXACT)
    for seed in range(100):
        seen = photographed(clean, np.random.default_rng(seed))
        assert seen.shape == clean.shape
        assert seen.dtype == np.uint8
    assert np.array_equal(photographed(clean, np.random.default_rng(1), severity=0), clean)


def test_photographing_never_mirrors() -> None:
    striped = np.zeros((80, 64, 3), np.uint8)
    striped[:, :20] = 255
    lefter = [
        float(seen[:, :20].mean()) >= float(seen[:, -20:].mean())
        for seen in (photographed(striped, np.random.default_rng(seed)) for seed in range(200))
    ]
    # Glare and a covered corner can outshine the stripe now and then; a mirror would do it half of the time.
    assert sum(lefter) > 190


def test_other_inks_keep_light_and_shape() -> None:
    red = np.zeros((80, 64, 3), np.uint8)
    red[:40, :, 0] = 200
    inks = {tuple(reinked(red, np.random.default_rng(seed))[0, 0].tolist()) for seed in range(30)}
    assert inks == {(200, 0, 0), (0, 200, 0), (0, 0, 200)}
    assert (reinked(red, np.random.default_rng(1))[40:] == 0).all()


def test_recut_strokes_are_broader_or_finer() -> None:
    stroke = np.full((80, 64, 3), 255, np.uint8)
    stroke[30:36, 10:50] = 0
    areas = {int((recut(stroke, np.random.default_rng(seed)) == 0).sum()) for seed in range(30)}
    before = int((stroke == 0).sum())
    assert min(areas) < before < max(areas)
