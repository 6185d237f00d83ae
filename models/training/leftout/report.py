"""The figures of left-out designs as lines of text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from models.training.leftout.figures import DesignFigures
    from models.training.leftout.reading import ReadFigures

__all__ = ["face_lines", "reading_lines"]

_MOST_CONFUSIONS = 6


def face_lines(alone: Sequence[DesignFigures], together: Sequence[DesignFigures]) -> Iterator[str]:
    """Yield a table of what each tile looks like alone, and of what it is with the rest of its photo.

    Args:
        alone: figures of each tile's likeliest kind.
        together: of the same tiles after what a set can hold was applied.
    """
    yield (f"{'':<16} {'':>6} {'each tile alone':^44}   {'with what a set can hold':^60}")
    yield (
        f"{'design':<16} {'faces':>6} {'right':>8} {'flowers':>8} {'right':>8} {'ECE':>6} {'sure':>5}"
        f"   {'faces':>8} {'flowers':>8} {'ECE':>6} {'sure':>5} {'photos right':>14} {'odd':>11}"
    )
    for one, other in zip(alone, together, strict=True):
        yield (
            f"{one.name:<16} {one.faces:>6} {_share(one.faces_right):>8} {one.flowers:>8}"
            f" {_share(one.flowers_right):>8} {_number(one.calibration_error):>6} {one.sure_and_wrong:>5}"
            f"   {_share(other.faces_right):>8} {_share(other.flowers_right):>8}"
            f" {_number(other.calibration_error):>6} {other.sure_and_wrong:>5}"
            f" {_share(other.photos_right):>8}/{other.photos:<5} {_share(other.odd_right):>7}/{other.odd:<3}"
        )
    yield ""
    yield "label > read, with what a set can hold:"
    for other in together:
        if other.confusions:
            shown = ", ".join(
                f"{label} > {read} {count}" for label, read, count in other.confusions[:_MOST_CONFUSIONS]
            )
            yield f"  {other.name:<14} {shown}"


def reading_lines(figures: Sequence[ReadFigures]) -> Iterator[str]:
    """Yield a table of how whole photos were read."""
    yield (
        f"{'design':<16} {'photos':>6} {'tiles':>6} {'found':>8} {'faces':>8} {'flowers':>8}"
        f" {'hands right':>12} {'no false':>9} {'ECE':>6}"
    )
    for each in figures:
        yield (
            f"{each.name:<16} {each.photos:>6} {each.tiles:>6} {_share(each.found):>8}"
            f" {_share(each.faces_right):>8} {_share(each.flowers_right):>8}"
            f" {_share(each.hands_right):>12} {_share(each.clean):>9} {_number(each.calibration_error):>6}"
        )


def _share(figure: float) -> str:
    return "-" if math.isnan(figure) else f"{figure:.2%}"


def _number(figure: float) -> str:
    return "-" if math.isnan(figure) else f"{figure:.3f}"
