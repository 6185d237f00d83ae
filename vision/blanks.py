"""Tells a blank white dragon from a tile that lies face down, by the colour of the other faces.

On many sets 白 is a tile with nothing on it, and a network that sees one tile at a time takes it for a white
back. In the photo there is more to go by: the backs of a set nearly always have a colour of their own, and a
blank face has that of the other faces.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from scoring.tile import Tile
from vision.classifier import BACK_CLASS
from vision.rectify import rectify, stand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.classifier import Faces

__all__ = ["blank_odds", "same_ground", "tell_blanks", "with_blanks"]

_WHITE: Final = Tile("P").index
_LEAST: Final = 0.05
"""Chance of lying face down from which on a tile's colour is looked at."""
_SURE: Final = 0.9
_FACES: Final = 4
"""Fewer faces don't tell the colour of a set's faces."""
_MOST_FACES: Final = 16
_COLOUR: Final = 4.0
"""Spread of the blank faces' distance in a* and b* from the others (of a Japanese set 95 in 100 within 4)."""
_LIGHT: Final = 10.0
"""Spread of their difference in L*."""
_BACKS: Final = 60.0
"""Range of either over which backs of any colour lie about evenly."""
_WHITE_BACKS: Final = 0.05
"""Share of the sets whose backs look like their faces."""
_PRIOR: Final = 0.55
"""Odds of a blank face against a white back; low, so that a blank tile stays in doubt."""


def tell_blanks(pixels: NDArray[np.uint8], quads: NDArray[np.floating], faces: Faces) -> Faces:
    """Take what lies face down for a white dragon where it has the colour of the faces.

    Args:
        pixels: the photo in which the tiles were classified, RGB uint8 [H, W, 3].
        quads: their corners [N, 4, 2], as they were given to `Classifier.classify`.
        faces: what the classifier says about them.

    Returns:
        The same with other chances of 白 and of lying face down; as it was where fewer than four faces are
        sure.
    """
    odds = blank_odds(pixels, quads, faces.kinds)
    return faces if np.isnan(odds).all() else replace(faces, kinds=with_blanks(faces.kinds, odds))


def blank_odds(
    pixels: NDArray[np.uint8], quads: NDArray[np.floating], kinds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Tell the odds of a blank face against a back by colour alone.

    Args:
        pixels: the photo, RGB uint8 [H, W, 3].
        quads: corners [N, 4, 2] of its tiles, as they were given to `Classifier.classify`.
        kinds: probabilities [N, 44].

    Returns:
        Odds [N]; NaN for tiles that don't look as if they lay face down, and where nothing tells the colour.
    """
    odds = np.full(len(kinds), np.nan)
    suspects = np.flatnonzero(kinds[:, BACK_CLASS] >= _LEAST)
    faced = np.delete(kinds[:, :BACK_CLASS], _WHITE, axis=1).max(axis=1, initial=0)
    sure = np.flatnonzero(faced >= _SURE)[:_MOST_FACES]
    if len(suspects) and len(sure) >= _FACES:
        corners = stand(quads)
        told = same_ground(rectify(pixels, corners[suspects]), rectify(pixels, corners[sure]))
        odds[suspects] = told * _PRIOR
    return odds


def with_blanks(kinds: NDArray[np.float64], odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the probabilities [N, 44], those of 白 and of a back as the odds [N] of `blank_odds` tell them.

    Odds below 1 change nothing: a coloured tile is a back, or a face in bad light, as the network says.
    """
    joined = kinds.copy()
    which = np.flatnonzero(np.nan_to_num(odds) > 1)
    blank = joined[which, _WHITE] + joined[which, BACK_CLASS]
    share = np.maximum(joined[which, _WHITE] / blank, odds[which] / (1 + odds[which]))
    joined[which, _WHITE], joined[which, BACK_CLASS] = blank * share, blank * (1 - share)
    return joined


def same_ground(crops: NDArray[np.uint8], faces: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Tell how much the colour of blank tiles speaks for their being faces and not backs.

    Args:
        crops: the blank tiles, RGB uint8 [N, 80, 64, 3].
        faces: other tiles of the set, face up, RGB uint8 [M, 80, 64, 3].

    Returns:
        Likelihood ratios [N].
    """
    ground = np.median(_grounds(faces), axis=0)
    apart = _grounds(crops) - ground
    colour = np.hypot(apart[:, 1], apart[:, 2]) / _COLOUR
    light = apart[:, 0] / _LIGHT
    # A half-normal and a normal density, against an even one.
    face = np.exp(-(colour**2 + light**2) / 2) / (np.pi * _COLOUR * _LIGHT)
    back = _WHITE_BACKS * face + (1 - _WHITE_BACKS) / _BACKS**2
    return np.asarray(face / back, np.float64)


def _grounds(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Give the colour of each tile where nothing is painted, L*, a*, b* [N, 3]: its bright parts."""
    middles = crops[:, 12:-12, 10:-10].reshape(len(crops), -1, 3)
    bright = np.percentile(middles, 75, axis=1).astype(np.float32) / np.float32(255)
    return np.asarray(cv2.cvtColor(bright[None], cv2.COLOR_RGB2LAB)[0], np.float32)
