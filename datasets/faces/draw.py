"""Draws a tile's face or back in a design."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.canvas import HEIGHT, WIDTH, Canvas
from datasets.faces.flowers import draw_flower
from datasets.faces.suits import draw_bamboos, draw_dots
from scoring.tile import Tile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.faces.design import FaceDesign

__all__ = ["FACE_HEIGHT", "FACE_WIDTH", "draw_back", "draw_face"]

FACE_WIDTH: Final = WIDTH
FACE_HEIGHT: Final = HEIGHT
_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = {"E": "東", "S": "南", "W": "西", "N": "北"}


@lru_cache(maxsize=4096)
def _face(code: str, design: FaceDesign) -> bytes:
    tile = Tile(code)
    canvas = Canvas.blank(design.base)
    if tile.code in _WINDS:
        ink = design.wind_ink
        canvas.text(_WINDS[code], (16, 22, 80, 106), ink, design.honour_font, design.bold, design.shear)
    elif code == "C":
        canvas.text("中", (20, 18, 76, 110), design.red, design.honour_font, design.bold, design.shear)
    elif code == "F":
        canvas.text("發", (15, 20, 81, 108), design.green, design.honour_font, design.bold, design.shear)
    elif code == "P":
        _white(canvas, design)
    elif code.endswith("m"):
        _character(canvas, tile.rank, design)
    elif code.endswith("p"):
        draw_dots(canvas, tile.rank, design)
    elif code.endswith("s"):
        draw_bamboos(canvas, tile.rank, design)
    else:
        draw_flower(canvas, code[0], tile.rank, design)
    if design.index_corner and tile.is_suited:
        ink = design.red if design.index_inked else design.black
        canvas.text(str(tile.rank), (5, 5, 15, 21), ink, design.font, 2)
    return canvas.pixels().tobytes()


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
    coarse = rng.normal(0, 3.5, (8, 6, 1))
    marble = np.kron(coarse, np.ones((16, 16, 1))) + rng.normal(0, 1.5, (HEIGHT, WIDTH, 1))
    return np.clip(np.array(design.back, dtype=np.float64) + marble, 0, 255).astype(np.uint8)


def _character(canvas: Canvas, rank: int, design: FaceDesign) -> None:
    numeral = "伍" if rank == 5 and design.formal_five else _NUMERALS[rank - 1]
    canvas.text(numeral, (23, 13, 73, 55), design.numeral_ink, design.font, design.bold, design.shear)
    canvas.text("萬", (20, 62, 76, 116), design.red, design.font, design.bold, design.shear)


def _white(canvas: Canvas, design: FaceDesign) -> None:
    ink = design.cool
    if design.white == "frame":
        canvas.frame((17, 20, 79, 108), 7.0, ink)
        canvas.frame((17, 20, 79, 108), 2.4, design.base)
    elif design.white == "double":
        canvas.frame((14, 17, 82, 111), 3.0, ink)
        canvas.frame((22, 25, 74, 103), 4.0, ink)
    elif design.white == "cut":
        canvas.frame((16, 20, 80, 108), 8.0, ink, cut=12)
    elif design.white == "dashes":
        canvas.frame((16, 20, 80, 108), 9.0, ink)
        for k in range(5):
            canvas.line([(12, 30 + k * 17), (22, 36 + k * 17)], 3.0, design.base)
            canvas.line([(74, 30 + k * 17), (84, 36 + k * 17)], 3.0, design.base)
