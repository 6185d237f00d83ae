"""Characters as an engraver cuts them: a few strokes, many of them short for what a font would write out.

Our own skeletons in a square of 100 by 100; every set's hand moves the strokes a little.
"""

# ruff: noqa: E501, ISC004 - one skeleton to a line, or to a pair of lines, reads best

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CARVED", "carve"]

_GRASS: Final = "8,18 92,18|32,5 32,32|68,5 68,32"
_BAMBOO_TOP: Final = "22,5 8,28|16,18 42,18|30,20 27,36|64,5 52,28|58,18 92,18|76,20 73,36"
_TREE: Final = "5,32 42,32|24,8 24,95|24,36 4,68|26,42 41,60"

CARVED: Final[dict[str, tuple[str, ...]]] = {
    "梅": (
        f"{_TREE}|58,5 45,28|52,20 95,20|58,36 52,80 93,80|58,36 90,36 85,82 77,80|45,58 98,58"
        "|68,42 74,50|66,64 72,74",
        "4,32 42,28|25,8 25,92 15,84|4,66 40,54|58,5 45,28|52,20 95,20|60,36 54,82 94,82|60,36 90,36 86,94"
        "|45,60 98,60|72,44 72,76",
        f"{_TREE}|60,6 46,26|54,18 94,18|54,34 54,90 90,90 90,34 54,34|46,60 98,60|72,36 70,88",
    ),
    "蘭": (
        f"{_GRASS}|22,45 78,45|8,65 92,65|48,65 30,90 80,86|68,74 85,96",
        "28,6 38,25|72,6 62,25|16,36 84,36|25,60 75,60|5,90 95,90",
        f"{_BAMBOO_TOP}|22,58 78,58|5,90 95,90",
        f"{_GRASS}|22,52 78,52|6,88 94,88",
        f"{_GRASS}|12,38 12,95|12,38 40,38 40,60 12,60|12,49 40,49|60,38 88,38 88,95 80,90"
        "|60,38 60,60 88,60|60,49 88,49|30,70 70,70|50,64 50,95|38,76 62,76 62,86 38,86 38,76",
        f"{_GRASS}|14,40 14,94|14,40 86,40 86,94 78,90|28,58 72,58|50,46 50,92|48,66 30,84|52,66 70,84",
    ),
    "菊": (
        f"{_GRASS}|30,34 12,62|26,44 90,44 84,92 74,86|30,66 70,66|50,52 50,94|36,53 42,62|64,53 58,62"
        "|48,68 30,88|52,68 70,86",
        f"{_GRASS}|20,40 20,95|20,40 82,40 82,95 73,91|50,42 50,92|30,56 72,56|30,73 72,73",
        f"{_BAMBOO_TOP}|30,40 10,66|26,46 88,46 84,94 74,89|30,68 70,68|50,54 50,94|48,70 32,88|52,70 68,86",
        f"{_GRASS}|34,36 12,58|28,44 90,44 86,92 76,88|28,64 72,64|50,50 50,90",
    ),
    "竹": (
        "22,5 5,45|12,30 48,30|30,30 30,92|66,5 52,45|58,30 97,30|80,30 80,95 68,86",
        "25,6 6,50|12,35 45,27|28,34 26,72|66,6 56,36|56,31 96,22|76,28 76,96",
        "24,4 6,40|14,28 46,28|32,30 14,66|32,46 32,92|68,4 54,40|60,28 97,28|80,30 80,94 70,86",
    ),
    "春": (
        "18,14 82,14|22,28 78,28|6,42 94,42|50,3 45,42 5,75|55,42 95,72|32,58 68,58 68,95 32,95 32,58|32,76 68,76",
        "14,16 84,12|20,30 80,26|4,46 96,40|48,2 42,46 4,80|56,44 96,78|36,62 66,62 64,96 36,96 36,62|36,78 66,78",
    ),
    "夏": (
        "10,8 90,8|50,10 44,20|26,22 74,22 74,60 26,60 26,22|26,35 74,35|26,47 74,47|42,62 10,84"
        "|40,70 72,70 20,98|38,76 92,98",
        "8,10 92,8|28,22 74,22 72,54 28,54 28,22|28,38 72,38|36,56 8,78|34,66 74,64 16,98|36,74 94,98",
        "34,4 12,24|22,14 90,14|28,26 74,26 72,56 28,56 28,26|28,41 72,41|38,58 10,80|36,66 74,66 20,98|38,74 92,98",
    ),
    "秋": (
        "36,5 14,16|4,34 46,34|26,14 26,95|24,36 4,66|28,42 44,60|58,32 52,54|94,28 82,50|74,6 72,55 48,94"
        "|74,52 97,94",
        "38,4 12,14|4,32 48,30|27,12 25,95|24,36 3,70|29,40 46,62|56,26 60,50|92,20 84,46|76,6 70,58 46,96"
        "|72,54 98,92",
    ),
    "冬": (
        "42,4 10,42|38,18 78,18 14,66|34,26 94,62|44,62 58,72|38,80 56,94",
        "46,2 12,36|42,16 80,14 10,64|36,24 96,60|40,62 60,68|36,80 62,92",
        "40,4 14,40|36,20 76,18 16,60|36,30 92,58|34,68 66,66|30,82 70,80|50,60 50,96",
    ),
    "1": ("34,22 52,8 52,92", "52,6 52,94", "34,24 52,8 52,92|34,92 70,92"),
    "2": (
        "22,30 28,12 50,6 72,14 75,34 56,58 22,90 80,90",
        "24,26 34,9 60,7 74,24 70,44 24,86 46,80 80,92",
    ),
    "3": (
        "24,16 48,6 72,16 70,36 46,46 74,58 76,78 50,94 22,82",
        "24,8 74,8 46,40 72,50 76,76 50,94 22,84",
    ),
    "4": ("60,95 60,6 18,68 86,68", "62,94 62,40|50,6 18,62 86,62", "64,94 64,6 16,66 84,66"),
    "一": ("8,52 92,46", "6,46 30,54 94,48"),
    "二": ("22,24 78,20|6,80 94,76", "20,28 76,22|4,78 96,80"),
    "三": ("20,14 80,12|26,48 74,45|5,86 95,82", "16,18 84,12|22,50 78,46|4,84 96,84"),
    "四": (
        "12,16 88,16 84,86 18,86 12,16|38,18 36,50 22,66|60,18 60,56 84,60",
        "10,20 90,16 82,88 16,86 10,20|38,20 34,62|62,18 62,60",
    ),
}  # fmt: skip
"""Skeletons by character: strokes parted by ``|``, each of points ``x,y`` in the order of writing."""


def carve(character: str, hand: int, weight: float) -> NDArray[np.uint8]:
    """Cut a character.

    Args:
        character: a key of `CARVED`.
        hand: seed of the engraver's hand: which of the forms, and how the strokes stray.
        weight: width of the strokes in a square of 100.

    Returns:
        Ink uint8 [H, W], 0 to 255, cropped to the strokes.
    """
    rng = np.random.default_rng((hand, ord(character)))
    forms = CARVED[character]
    form = forms[int(rng.integers(len(forms)))]
    stray, taper, lift = rng.uniform(0.5, 3.2), rng.uniform(0.45, 1.15), rng.uniform(-6, 3)
    ink = np.zeros((128, 128), np.uint8)
    strokes = form.split("|")
    # Many broad strokes would run into one another.
    weight *= min(1.0, max(0.62, 9 / len(strokes)))
    for stroke in strokes:
        points = np.array([[float(v) for v in point.split(",")] for point in stroke.split(" ")])
        points += rng.normal(0, stray, points.shape)
        points[-1, 1] += lift * 0.4
        _cut(ink, points + 14, weight * rng.uniform(0.85, 1.15), taper)
    rows, columns = np.flatnonzero(ink.max(axis=1) > 40), np.flatnonzero(ink.max(axis=0) > 40)
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _cut(ink: NDArray[np.uint8], points: NDArray[np.float64], weight: float, taper: float) -> None:
    """Draw one stroke whose width goes from `weight` to `taper` times that."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    reach = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0, reach[-1], max(3, int(reach[-1] / 9)))
    path = np.stack([np.interp(at, reach, points[:, axis]) for axis in (0, 1)], axis=1)
    widths = np.linspace(weight, weight * taper, len(path))
    fixed = np.round(path * 16).astype(int).tolist()
    for start, end, width in zip(fixed[:-1], fixed[1:], widths[1:], strict=True):
        cv2.line(ink, start, end, 255, max(2, round(float(width))), cv2.LINE_AA, 4)
