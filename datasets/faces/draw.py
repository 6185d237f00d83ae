"""Draws a tile's face or back in a design."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.bamboos import draw_bamboos
from datasets.faces.birds import draw_bird
from datasets.faces.canvas import HEIGHT, WIDTH, Canvas
from datasets.faces.dots import draw_dots
from datasets.faces.engraving import engrave
from datasets.faces.flowers import draw_flower
from datasets.faces.honours import draw_honour
from datasets.faces.numerals import draw_index, draw_numeral
from scoring.tile import Tile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.faces.design import FaceDesign

__all__ = ["FACE_HEIGHT", "FACE_WIDTH", "draw_back", "draw_face"]

FACE_WIDTH: Final = WIDTH
FACE_HEIGHT: Final = HEIGHT


@lru_cache(maxsize=1024)
def _face(code: str, design: FaceDesign) -> bytes:
    tile = Tile(code)
    canvas, hands = Canvas(design.base), design.hands
    if not tile.is_flower:
        draw_index(canvas, code, design.index, hands.indices)
    if tile.is_flower:
        draw_flower(canvas, code, design.flowers, (hands.flowers, hands.digits), design.seed)
    elif not tile.is_suited:
        draw_honour(canvas, code, design.honours, hands.honours, design.seed)
    elif code.endswith("m"):
        draw_numeral(canvas, tile.rank, design.numerals, (hands.numerals, hands.myriad))
    elif code.endswith("p"):
        draw_dots(canvas, tile.rank, design.dots)
    elif tile.rank == 1:
        draw_bird(canvas, design.bird, design.seed)
    else:
        draw_bamboos(canvas, tile.rank, design.bamboos)
    rng = np.random.default_rng((design.seed, tile.index, 5))
    return engrave(canvas.layers(), design.base, design.engraving, rng).tobytes()


def draw_face(code: str, design: FaceDesign) -> NDArray[np.uint8]:
    """Draw one tile's face, upright, seen from straight above.

    Args:
        code: the tile, as `scoring.Tile` names it.
        design: the look of the set.

    Returns:
        RGB uint8 [128, 96, 3]; the whole face, up to the edge where the body's rounding starts.

    Raises:
        NotationError: `code` names no tile.

    >>> from datasets.faces.design import FaceDesign
    >>> draw_face("5p", FaceDesign.from_seed(1)).shape
    (128, 96, 3)
    """
    return np.frombuffer(_face(code, design), dtype=np.uint8).reshape(HEIGHT, WIDTH, 3).copy()


def draw_back(design: FaceDesign) -> NDArray[np.uint8]:
    """Draw the back: a plain colour with the faint marbling of cast resin, RGB uint8 [128, 96, 3]."""
    rng = np.random.default_rng((design.seed, 7))
    coarse = rng.normal(0, 3.5, (8, 6)).repeat(16, axis=0).repeat(16, axis=1)
    marble = (coarse + rng.normal(0, 1.5, (HEIGHT, WIDTH)))[..., None]
    return np.clip(np.array(design.back, dtype=np.float64) + marble, 0, 255).astype(np.uint8)
