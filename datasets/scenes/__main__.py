"""``python -m datasets.scenes`` renders one scene to a file."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.errors import DatasetError
from datasets.faces import FaceDesign
from datasets.scenes import Arrangement, DrawnFaces, SceneSpec, render_scene
from scoring import Hand, NotationError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_PICTURES = (".jpg", ".jpeg", ".png")


def main(arguments: Sequence[str] | None = None) -> None:
    """Render one scene to a file from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.scenes", description="Render a scene of a hand."
    )
    parser.add_argument("--hand", help="the hand in sikwu's notation; a random one if left out")
    parser.add_argument("--seed", type=_seed, default=0, help="seed of everything that is left to chance")
    parser.add_argument("--design", type=_seed, help="seed of the tiles' design")
    parser.add_argument(
        "--size", type=_size, default=(1600, 1200), metavar="WIDTHxHEIGHT", help="pixels, such as 1600x1200"
    )
    parser.add_argument("--angle", type=_degrees, help="degrees by which the rows lie turned")
    parser.add_argument(
        "--elevation", type=_elevation, help="degrees of the camera above the table, 20 to 90"
    )
    parser.add_argument(
        "--plain", action="store_true", help="a friendly picture: felt, good light, nothing about"
    )
    parser.add_argument("--quality", type=int, default=88, help="JPEG quality")
    parser.add_argument("--out", type=Path, required=True, help="picture to write (.jpg or .png)")
    options = parser.parse_args(arguments)
    if options.out.suffix.lower() not in _PICTURES:
        parser.error(f"--out {options.out}: a picture's name ends in {' or '.join(_PICTURES)}")
    try:
        hand = None if options.hand is None else Hand.parse(options.hand)
        faces = None if options.design is None else DrawnFaces(FaceDesign.from_seed(options.design))
    except (DatasetError, NotationError) as error:
        parser.error(str(error))
    spec = SceneSpec(
        hand=hand,
        arrangement=Arrangement(jitter=0.5, kong="middle", row_gap=0.5) if options.plain else None,
        faces=faces,
        size=options.size,
        angle=options.angle,
        elevation=options.elevation,
        fill=0.82 if options.plain else None,
        others=not options.plain,
        clutter=not options.plain,
        plain=options.plain,
        oversample=2.0,
    )
    scene = render_scene(np.random.default_rng(options.seed), spec)
    picture = cv2.cvtColor(scene.image, cv2.COLOR_RGB2BGR)
    jpeg = options.out.suffix.lower() in {".jpg", ".jpeg"}
    if not cv2.imwrite(
        str(options.out), picture, [cv2.IMWRITE_JPEG_QUALITY, options.quality] if jpeg else []
    ):
        parser.error(f"{options.out} can't be written as a picture")


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise ValueError(text)
    return seed


def _degrees(text: str) -> float:
    degrees = float(text)
    if not math.isfinite(degrees):
        raise ValueError(text)
    return degrees


def _elevation(text: str) -> float:
    degrees = _degrees(text)
    if not 20 <= degrees <= 90:
        raise ValueError(text)
    return degrees


def _size(text: str) -> tuple[int, int]:
    width, height = (int(part) for part in text.split("x"))
    if min(width, height) < 64:
        raise ValueError(text)
    return width, height


if __name__ == "__main__":
    main()
