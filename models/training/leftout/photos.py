"""The photos that a fold leaves out, and which of their tiles no rule of mahjong names."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from datasets.errors import LabelError
from datasets.photos import SINGLE_TILES, read_fixes, read_folder
from models.training.sets import design_of, left_out, read_sets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from datasets.photos import LabelledPhoto

__all__ = ["left_out_photos", "odd_tiles", "scattered_photos"]

TRAINED: Final = ("train_hk", "train_riichi", "sheets", SINGLE_TILES)
MEASURED: Final = ("dev_hk", "dev_riichi")
_OWN: Final = Path(__file__).parent
_FIXES: Final = _OWN.parent / "classifier" / "label_fixes.csv"


def left_out_photos(
    photos: Path, fold: int, by: Literal["design", "table"] = "design", splits: Iterable[str] = ()
) -> list[LabelledPhoto]:
    """Read the labelled photos that a fold leaves out, known wrong labels fixed.

    The folders that are only measured on (``dev_hk`` and ``dev_riichi``) are read too: their photos of other
    designs were not trained on either, but show tiles that were.

    Args:
        photos: the folder that holds the labelled folders.
        fold: which fold.
        by: whether the fold leaves out designs or tables.
        splits: folders to read; all when empty.

    Returns:
        The photos, each with its ``design`` filled in.

    Raises:
        LabelError: no such fold or folder, or a label that can't be read.
    """
    out, sets = left_out(fold, by), read_sets()
    left: list[LabelledPhoto] = []
    for split in tuple(splits) or (*TRAINED, *MEASURED):
        fixes = read_fixes(_FIXES, split) if split in TRAINED else None
        for photo in read_folder(photos / split, fixes=fixes):
            if not out(split, photo.file, photo.design):
                continue
            left.append(replace(photo, design=design_of(photo, sets)))
    return left


def odd_tiles(table: Path = _OWN / "odd.csv") -> dict[tuple[str, str, int], str]:
    """Read which labelled tiles show what no rule of mahjong names: pictured dragons, advertising flowers.

    Such tiles of the sheets carry a note with their label (`LabelledTile.note`) and are not in this table.

    Args:
        table: a table with the columns split, file, box, why.

    Returns:
        Why each is odd, by folder, file and line of the label file.

    Raises:
        LabelError: the table can't be read.
    """
    try:
        with table.open(encoding="utf-8", newline="") as lines:
            return {(row["split"], row["file"], int(row["box"])): row["why"] for row in csv.DictReader(lines)}
    except (OSError, KeyError, ValueError) as error:
        raise LabelError(f"{table} can't be read: it needs the columns split, file, box, why") from error


def scattered_photos(table: Path = _OWN / "scattered.csv") -> set[tuple[str, str]]:
    """Read in which photos tiles lie about at all angles, so that an upright box does not say how each lies.

    Cut out by its box, such a tile comes askew and with parts of others, as no locator would hand it on.

    Args:
        table: a table with the columns split, file.

    Raises:
        LabelError: the table can't be read.
    """
    try:
        with table.open(encoding="utf-8", newline="") as lines:
            return {(row["split"], row["file"]) for row in csv.DictReader(lines)}
    except (OSError, KeyError) as error:
        raise LabelError(f"{table} can't be read: it needs the columns split, file") from error
