"""The photos that a command is given: one, or several of one hand, which are read together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

from sikwu.errors import BadOptionError
from vision import annotate, join, load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from scoring import Tile
    from vision import Photo, Reader, Reading
    from vision.letterbox import Box

__all__ = ["MOST_PHOTOS", "check_photos", "draw_photos", "load_photos", "read_photos"]

MOST_PHOTOS: Final = 8
"""Photos of one hand that are read together; more are rather several hands."""


def check_photos(paths: Sequence[Path], region: Box | None) -> None:
    """Refuse before the work what can't be read together.

    Raises:
        BadOptionError: there are too many photos, one is given twice, or a region with several.
    """
    if len(paths) > MOST_PHOTOS:
        raise BadOptionError(
            f"{len(paths)} photos: those of one hand are read together, {MOST_PHOTOS} at most; "
            "for several hands run sikwu once for each"
        )
    twice = next((path for place, path in enumerate(paths) if path in paths[:place]), None)
    if twice is not None:
        raise BadOptionError(f"{twice}: the same photo is given twice; several photos show parts of one hand")
    if region is not None and len(paths) > 1:
        raise BadOptionError("--region goes with one photo; several have no pixels in common")


def load_photos(paths: Sequence[Path]) -> list[Photo]:
    """Load photos.

    Raises:
        CaptureError: one can't be taken in.
    """
    return [load(path) for path in paths]


def read_photos(
    photos: Sequence[Photo], reader: Reader, *, region: Box | None = None, winning_tile: Tile | None = None
) -> Reading:
    """Read one photo, or several of one hand together.

    Raises:
        VisionError: a photo can't be read.
    """
    if len(photos) == 1:
        return reader.read(photos[0], region=region, winning_tile=winning_tile)
    return join([reader.read(photo) for photo in photos], winning_tile=winning_tile)


def draw_photos(photos: Sequence[Photo], reading: Reading) -> NDArray[np.uint8]:
    """Draw what was read on the photos; several stand one below the other, as wide as the widest.

    Returns:
        RGB uint8 [H, W, 3].
    """
    drawn = [Image.fromarray(annotate(photo, reading, number=place)) for place, photo in enumerate(photos)]
    width = max(each.width for each in drawn)
    scaled = [
        each
        if each.width == width
        else each.resize((width, round(each.height * width / each.width)), Image.Resampling.BICUBIC)
        for each in drawn
    ]
    return np.concatenate([np.asarray(each, np.uint8) for each in scaled])
