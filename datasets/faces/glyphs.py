"""Ink masks of characters: from a font, or carved by hand; thickened, thinned, cut as outlines."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw

from datasets.faces.carved import CARVED, carve
from datasets.faces.fonts import cjk_fonts, latin_fonts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.faces.fonts import FontChoice

__all__ = ["Hand", "drawable", "glyph"]

_EM: Final = 72


@dataclass(frozen=True)
class Hand:
    """How one engraver writes.

    Attributes:
        font: what the characters are modelled on.
        weight: pixels that strokes are thickened by (thinned, below 0) on an em of 72.
        outline: whether only the edges of the strokes are cut.
        carved: seed of the hand that cuts skeleton characters where there is one; None: always the font.
        shear: how far characters lean.
        turn: radians that characters are turned by.
        stretch: how much of the box a character fills, across and down.
    """

    font: FontChoice
    weight: int = 0
    outline: bool = False
    carved: int | None = None
    shear: float = 0.0
    turn: float = 0.0
    stretch: tuple[float, float] = (1.0, 1.0)

    def plain(self) -> Hand:
        """The same hand with solid strokes, for what is too small for an outline."""
        return replace(self, outline=False)

    def turned_half(self) -> Hand:
        """The same hand writing upside down."""
        return replace(self, outline=False, turn=self.turn + math.pi)


def drawable(text: str) -> bool:
    """Whether any installed font (or a skeleton) has all of `text`."""
    return text in CARVED or any(font.draws(text) for font in cjk_fonts())


@lru_cache(maxsize=4096)
def glyph(hand: Hand, text: str) -> NDArray[np.uint8]:
    """Write `text`.

    A character that the hand's font lacks is taken from the first font that has it.

    Args:
        hand: who writes.
        text: characters in a line.

    Returns:
        Ink uint8 [H, W], 0 to 255, cropped; not to be changed.
    """
    if hand.carved is not None and text in CARVED:
        return _outlined(hand, carve(text, hand.carved, 9.0 + 1.8 * hand.weight))
    mask = _set(_with(hand.font, text), text)
    if hand.weight:
        size = abs(hand.weight) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        changed = np.asarray((cv2.dilate if hand.weight > 0 else cv2.erode)(mask, kernel), np.uint8)
        # A thin font has nothing to spare: eroded away, a character says nothing.
        if hand.weight > 0 or int(changed.sum()) > 0.45 * int(mask.sum()):
            mask = changed
    return _outlined(hand, mask)


def _outlined(hand: Hand, mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if not hand.outline:
        return mask
    thick = cv2.dilate(mask, np.ones((4, 4), np.uint8))
    inner = cv2.erode(thick, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    return np.asarray(cv2.subtract(thick, inner), np.uint8)


def _with(font: FontChoice, text: str) -> FontChoice:
    if font.draws(text):
        return font
    # Neighbours in the list are of a kind (brush, print, gothic), so the next one stands in best.
    fonts = cjk_fonts() if font in cjk_fonts() else latin_fonts()
    start = fonts.index(font) if font in fonts else 0
    ring = (*fonts[start:], *fonts[:start], *cjk_fonts())
    return next((other for other in ring if other.draws(text)), font)


@lru_cache(maxsize=4096)
def _set(font: FontChoice, text: str) -> NDArray[np.uint8]:
    loaded = font.load(_EM)
    left, top, right, bottom = loaded.getbbox(text)
    pad = 5
    size = (max(1, round(right - left)) + 2 * pad, max(1, round(bottom - top)) + 2 * pad)
    picture = Image.new("L", size, 0)
    ImageDraw.Draw(picture).text((pad - left, pad - top), text, font=loaded, fill=255)
    mask = np.array(picture)
    rows, columns = np.flatnonzero(mask.max(axis=1) > 60), np.flatnonzero(mask.max(axis=0) > 60)
    if not len(rows):
        return mask
    room = 2
    return np.ascontiguousarray(
        mask[max(rows[0] - room, 0) : rows[-1] + 1 + room, max(columns[0] - room, 0) : columns[-1] + 1 + room]
    )
