from __future__ import annotations

import numpy as np
import pytest

from datasets.rows import row_quads


def tilted_row(degrees: float, count: int = 5, stretch: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Corners [N, 4, 2] of a row of tiles 30 x 40 tilted clockwise, and their upright boxes [N, 4]."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    across, down = np.array([cosine, sine]) * 30, np.array([-sine, cosine]) * 40
    tile = np.array([np.zeros(2), across, across + down, down])
    quads = (np.array([tile + number * across for number in range(count)]) + 200) * (stretch, 1)
    return quads, np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


@pytest.mark.parametrize("degrees", [-40, -20, 10, 25, 40])
@pytest.mark.parametrize("stretch", [0.75, 1.0, 1.3])
def test_a_tilted_row_gets_its_own_corners(degrees: float, stretch: float) -> None:
    quads, boxes = tilted_row(degrees, stretch=stretch)
    found, askew = row_quads(boxes)
    assert askew.all()
    assert found == pytest.approx(quads, abs=1e-3)


@pytest.mark.parametrize("degrees", [60, 75, -65])
def test_a_row_beyond_45_degrees_keeps_its_corners_in_another_order(degrees: float) -> None:
    quads, boxes = tilted_row(degrees)
    found, askew = row_quads(boxes)
    assert askew.all()
    apart = np.linalg.norm(found[:, :, None] - quads[:, None], axis=3)
    assert apart.min(axis=2).max() < 1e-3


def test_a_level_row_keeps_its_boxes() -> None:
    _, boxes = tilted_row(2)
    found, askew = row_quads(boxes)
    assert not askew.any()
    assert found[:, 0] == pytest.approx(boxes[:, :2])
    assert found[:, 2] == pytest.approx(boxes[:, 2:])


def test_scattered_tiles_and_pairs_keep_their_boxes() -> None:
    _, boxes = tilted_row(30, count=2)
    assert not row_quads(boxes)[1].any()
    rng = np.random.default_rng(3)
    corners = rng.uniform(0, 2000, (8, 2))
    assert not row_quads(np.concatenate([corners, corners + 50], axis=1))[1].any()


def test_no_boxes_give_no_quads() -> None:
    quads, askew = row_quads(np.empty((0, 4)))
    assert quads.shape == (0, 4, 2)
    assert askew.shape == (0,)
