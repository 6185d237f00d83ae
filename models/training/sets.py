"""Which set and which table a photo shows, and what is left out together.

Most photos show one of a handful of sets on one of a handful of tables, so photos drawn by chance to test
on flatter a network: it has seen their tiles. The tables here say which tile design and which table each
photo shows, and divide both into folds. A fold of designs holds whole designs together with those whose
faces are the same drawings; a fold of tables holds whole tables. Who trains without a fold and measures on
it measures on what training never saw.

``sets.csv`` names design and table of each photo, as seen by eye; designs that the labelled sheets have are
called as there. ``folds.csv`` puts every design and every table into exactly one fold and says what it looks
like.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from datasets.errors import LabelError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from datasets.photos import LabelledPhoto

__all__ = [
    "FOLDS",
    "FoldTable",
    "LeftOut",
    "SetTable",
    "Shown",
    "design_of",
    "left_out",
    "read_folds",
    "read_sets",
]

FOLDS: Final = 4
"""Number of folds, of designs and of tables."""

SetTable = dict[tuple[str, str], "Shown"]
"""What each photo shows, by the name of its folder and its own."""

FoldTable = dict[tuple[str, str], int]
"""The fold of each design and table, by ``"design"`` or ``"table"`` and its name."""

LeftOut = Callable[[str, str, str], bool]
"""Says of a photo (its folder, its file, its design if a table of the labels tells it) if it is left out."""

_HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Shown:
    """What a photo shows.

    Attributes:
        design: name of the tile design.
        table: name of the table, or of the place, that the tiles lie on.
    """

    design: str
    table: str


def read_sets(table: Path = _HERE / "sets.csv") -> SetTable:
    """Read which design and table each photo shows.

    Args:
        table: a table with the columns split, file, design, table.

    Raises:
        LabelError: a column or a value is missing, or a photo is named twice.
    """
    sets: SetTable = {}
    for line, row in _rows(table, ("split", "file", "design", "table")):
        key = row["split"], row["file"]
        if key in sets:
            raise LabelError(f"{table} line {line}: {row['split']}/{row['file']} a second time; name it once")
        sets[key] = Shown(row["design"], row["table"])
    return sets


def read_folds(table: Path = _HERE / "folds.csv") -> FoldTable:
    """Read the fold of each design and each table.

    Args:
        table: a table with the columns sort (design or table), name, fold (from 0), why.

    Raises:
        LabelError: a column or a value is missing, an unknown sort, a fold that does not exist, a name given
            twice.
    """
    folds: FoldTable = {}
    for line, row in _rows(table, ("sort", "name", "fold", "why")):
        if row["sort"] not in {"design", "table"}:
            raise LabelError(f"{table} line {line}: sort {row['sort']!r}; say design or table")
        if row["fold"] not in {str(fold) for fold in range(FOLDS)}:
            raise LabelError(f"{table} line {line}: fold {row['fold']!r}; folds are 0 to {FOLDS - 1}")
        key = row["sort"], row["name"]
        if key in folds:
            raise LabelError(f"{table} line {line}: {row['sort']} {row['name']} a second time; name it once")
        folds[key] = int(row["fold"])
    return folds


def design_of(photo: LabelledPhoto, sets: Mapping[tuple[str, str], Shown]) -> str:
    """Name the design that a photo shows, as the tables here or those of the labels tell it.

    Args:
        photo: the photo.
        sets: from `read_sets`.

    Raises:
        LabelError: no table tells it.
    """
    return _design(photo.split, photo.file, photo.design, sets)


def left_out(
    fold: int,
    by: Literal["design", "table"] = "design",
    *,
    sets: Mapping[tuple[str, str], Shown] | None = None,
    folds: Mapping[tuple[str, str], int] | None = None,
) -> LeftOut:
    """Say which photos are kept from training in a fold, and measured on.

    Args:
        fold: from 0 to `FOLDS` - 1.
        by: whether whole designs are left out (for what reads faces) or whole tables (for what finds tiles).
            The pictures of single tiles lie on no table, and a fold of tables leaves none of them out.
        sets: what each photo shows; `read_sets` when None.
        folds: the fold of each design and table; `read_folds` when None.

    Returns:
        A function of a photo's folder, file and design (empty where only ``sets`` knows it). It raises a
        `LabelError` about a photo that no table names, because training on one by mistake spoils a measure.

    Raises:
        LabelError: no such fold.

    >>> out = left_out(0)
    >>> out("sheets", "raw-images_9.jpg", "D09"), out("sheets", "raw-images_3.jpg", "D03")
    (True, False)
    """
    if not 0 <= fold < FOLDS:
        raise LabelError(f"fold {fold}: folds are 0 to {FOLDS - 1}")
    shown = read_sets() if sets is None else sets
    fold_of = read_folds() if folds is None else folds

    def says(split: str, file: str, design: str = "") -> bool:
        if by == "design":
            name = _design(split, file, design, shown)
        elif (split, file) in shown:
            name = shown[split, file].table
        else:
            return False
        if (by, name) not in fold_of:
            raise LabelError(
                f"{split}/{file} shows {by} {name}, which is in no fold; add it to the table of folds"
            )
        return fold_of[by, name] == fold

    return says


def _design(split: str, file: str, design: str, sets: Mapping[tuple[str, str], Shown]) -> str:
    if (split, file) in sets:
        return sets[split, file].design
    if not design:
        raise LabelError(f"no table tells which design {split}/{file} shows; add it to the table of sets")
    return design


def _rows(table: Path, columns: tuple[str, ...]) -> Iterable[tuple[int, dict[str, str]]]:
    try:
        with table.open(encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            if tuple(reader.fieldnames or ()) != columns:
                raise LabelError(
                    f"{table} has the columns {reader.fieldnames}; wanted are {', '.join(columns)}"
                )
            rows = list(enumerate(reader, start=2))
    except OSError as error:
        raise LabelError(f"{table} can't be read: {error.strerror}") from error
    for line, row in rows:
        if not all(row[column] for column in columns):
            raise LabelError(f"{table} line {line}: a value is missing; each line says {', '.join(columns)}")
    return rows
