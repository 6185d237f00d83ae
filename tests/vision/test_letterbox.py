"""A part of a photo is resized for the network, and points come back to where they were."""

from __future__ import annotations

import numpy as np
import pytest

from vision.letterbox import letterbox


@pytest.mark.parametrize(
    ("box", "long_side", "shape"),
    [
        ((0, 0, 400, 300), 640, (480, 640)),
        ((0, 0, 400, 300), 320, (256, 320)),
        ((100, 50, 100, 200), 320, (320, 160)),
        ((0, 0, 400, 1), 320, (32, 320)),
    ],
)
def test_the_input_is_a_multiple_of_32_and_points_come_back(
    box: tuple[int, int, int, int], long_side: int, shape: tuple[int, int]
) -> None:
    image, record = letterbox(np.zeros((300, 400, 3), np.uint8), box, long_side)
    assert image.shape == (1, 3, *shape)
    assert max(record.width, record.height) == long_side
    corners = record.to_photo(np.array([[0, 0], [record.width, record.height]]))
    x, y, width, height = box
    assert corners == pytest.approx(np.array([[x, y], [x + width, y + height]]))


def test_colours_keep_their_order_and_the_padding_is_grey() -> None:
    pixels = np.zeros((30, 64, 3), np.uint8)
    pixels[:] = (255, 51, 0)
    image, _ = letterbox(pixels, (0, 0, 64, 30), 64)
    assert image[0, :, 0, 0].tolist() == pytest.approx([1.0, 0.2, 0.0])
    assert (image[0, :, 30:, :] == 0.5).all()


@pytest.mark.parametrize("size", [(1200, 1600), (1201, 1600), (300, 2402)])
def test_a_large_photo_is_averaged_over_all_its_pixels(size: tuple[int, int]) -> None:
    # Stripes one pixel wide must come out as their mean, in one step or in several.
    pixels = np.zeros((*size, 3), np.uint8)
    pixels[:, ::2] = 200
    image, record = letterbox(pixels, (0, 0, size[1], size[0]), 320)
    seen = image[0, :, 1 : record.height - 1, 1 : record.width - 1]
    assert np.abs(seen * 255 - 100).max() < 24
    assert seen.mean() * 255 == pytest.approx(100, abs=1)
