"""Readers of the folders of labelled photos.

A folder holds pictures with YOLO label files beside them: in each line a class, in the order of
`scoring.tile.KINDS`, and a box's centre and size as shares of the picture's. Around it lie tables that say
more: which labels are known to be wrong, how each tile of a sheet is turned, what a scene shows, what a
single-tile picture is of.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image

from datasets.boxes import overlaps
from datasets.errors import LabelError
from scoring.tile import KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = [
    "SINGLE_TILES",
    "TILE_ASPECT",
    "LabelFix",
    "LabelledPhoto",
    "LabelledTile",
    "read_fixes",
    "read_folder",
    "suppress_doubles",
]

SINGLE_TILES: Final = "aux_crops42"
"""The folder whose pictures show one tile each, named by the table of files instead of by label files."""

TILE_ASPECT: Final = 3 / 4
"""Width of a tile's face over its height, about."""

# In photos with these tags nobody may take it that every tile stands upright.
_UNTOLD_TURNS: Final = {
    "flowers_only",
    "set_grid",
    "set_row",
    "individual_tiles_upside_down",
    "sideways",
    "upside_down",
    "upside_down_or_far_side",
    "scatter",
    "two_hands",
}
_PICTURES: Final = {".jpg", ".jpeg", ".png", ".webp"}


@dataclass(frozen=True)
class LabelFix:
    """What is known to be wrong about one line of a label file.

    Attributes:
        file: name of the picture.
        line: line of its label file, from 0.
        label: the code that the line carries.
        true: the code that it should carry, or None where the label must be dropped.
    """

    file: str
    line: int
    label: str
    true: str | None


@dataclass(frozen=True)
class LabelledTile:
    """One labelled tile of a photo.

    Attributes:
        kind: what it shows.
        box: x0, y0, x1, y1 in pixels of the picture, upright.
        line: line of the label file, from 0.
        turn: quarter-turns clockwise by which the face lies, 0-3, or None where nobody said.
        note: what the table of turns says about it ("dragon" for a pictured dragon, and so on), mostly empty.
    """

    kind: Tile
    box: tuple[float, float, float, float]
    line: int
    turn: int | None = None
    note: str = ""


@dataclass(frozen=True)
class LabelledPhoto:
    """A picture and its labelled tiles. Pixels are read when first asked for, and kept.

    Attributes:
        path: where the picture lies.
        split: name of its folder.
        tiles: the labelled tiles, in the order of the label file.
        tags: what the scene shows, as the table of scenes says.
        design: name of the tile design where a table tells it, else empty.
    """

    path: Path
    split: str
    tiles: tuple[LabelledTile, ...]
    tags: frozenset[str] = field(default_factory=frozenset)
    design: str = ""

    @property
    def file(self) -> str:
        """Name of the picture without its folder."""
        return self.path.name

    @cached_property
    def pixels(self) -> NDArray[np.uint8]:
        """The picture, RGB uint8 [H, W, 3].

        Raises:
            LabelError: the file is no picture.
        """
        return _read_pixels(self.path)

    @cached_property
    def boxes(self) -> NDArray[np.float32]:
        """Boxes of the tiles [N, 4]: x0, y0, x1, y1 in pixels."""
        return np.array([tile.box for tile in self.tiles], np.float32).reshape(-1, 4)


def read_fixes(table: Path, split: str) -> tuple[LabelFix, ...]:
    """Read the labels known to be wrong in one folder.

    Args:
        table: a table with the columns split, file, box, label, true, action (relabel or drop).
        split: the folder whose rows are wanted.

    Raises:
        LabelError: a row asks for an action that does not exist.
    """
    fixes = []
    for row in _rows(table):
        if row["split"] != split:
            continue
        if row["action"] not in {"relabel", "drop"}:
            raise LabelError(
                f"{table}: {row['file']} box {row['box']}: action {row['action']!r}; say relabel or drop"
            )
        true = row["true"] if row["action"] == "relabel" else None
        fixes.append(LabelFix(row["file"], int(row["box"]), row["label"], true))
    return tuple(fixes)


def read_folder(
    folder: Path, *, fixes: Sequence[LabelFix] | None = None, most_overlap: float = 0.6
) -> tuple[LabelledPhoto, ...]:
    """Read the labels of a folder of photos, sorted by file name.

    Doubled boxes are dropped and the known fixes applied. The tables are looked for beside the folder
    (``label_fixes.csv``, ``scene_tags.csv``, ``manifest.csv``) and in it (``turns.csv``); none of them is
    needed, except that the folder of single tiles takes its kinds from ``manifest.csv``.

    Args:
        folder: where pictures and label files lie.
        fixes: labels known to be wrong; those of ``label_fixes.csv`` when None.
        most_overlap: of two boxes whose IoU is above this, the later one is dropped as a double.

    Returns:
        One `LabelledPhoto` for each picture that has labels.

    Raises:
        LabelError: no such folder, no picture with labels in it, a label line that can't be read, a fix that
            doesn't fit its label.
    """
    if not folder.is_dir():
        raise LabelError(f"{folder} is not a folder; a folder of pictures with label files was expected")
    if folder.name == SINGLE_TILES:
        return _read_single_tiles(folder)
    if fixes is None:
        fixes = read_fixes(folder.parent / "label_fixes.csv", folder.name)
    fixes_of: dict[str, dict[int, LabelFix]] = {}
    for fix in fixes:
        fixes_of.setdefault(fix.file, {})[fix.line] = fix
    tags = {row["file"]: frozenset(row["tags"].split(";")) for row in _rows(folder.parent / "scene_tags.csv")}
    turns = {(row["file"], int(row["box"])): row for row in _rows(folder / "turns.csv")}
    photos = []
    for path in sorted(folder.iterdir()):
        labels = path.with_suffix(".txt")
        if path.suffix.lower() not in _PICTURES or not labels.exists():
            continue
        seen = tags.get(path.name, frozenset())
        tiles = _read_labels(labels, _size(path), fixes_of.get(path.name, {}))
        turned = _with_turns(tiles, path.name, turns, untold=not seen.isdisjoint(_UNTOLD_TURNS))
        keep = suppress_doubles([tile.box for tile in turned], most_overlap)
        design = turns[path.name, 0]["design_id"] if (path.name, 0) in turns else ""
        photos.append(LabelledPhoto(path, folder.name, tuple(turned[index] for index in keep), seen, design))
    if not photos:
        raise LabelError(f"{folder} holds no picture with a label file (the same name, ending in .txt)")
    return tuple(photos)


def suppress_doubles(boxes: Sequence[tuple[float, float, float, float]], most_overlap: float) -> list[int]:
    """Say which boxes to keep when one of two that overlap must go.

    Args:
        boxes: x0, y0, x1, y1 of each box.
        most_overlap: the later of two boxes whose IoU is above this goes.

    Returns:
        Places of the boxes that stay, rising.

    >>> suppress_doubles([(0, 0, 10, 10), (0, 0, 10, 9), (9, 0, 19, 10)], 0.6)
    [0, 2]
    """
    placed = np.array(boxes, np.float64).reshape(-1, 4)
    overlap = overlaps(placed, placed)
    kept: list[int] = []
    for index in range(len(boxes)):
        if all(overlap[index, other] <= most_overlap for other in kept):
            kept.append(index)
    return kept


def _read_labels(labels: Path, size: tuple[int, int], fixes: dict[int, LabelFix]) -> list[LabelledTile]:
    width, height = size
    tiles = []
    for line, text in enumerate(labels.read_text(encoding="utf-8").splitlines()):
        if not text.strip():
            continue
        try:
            number, x, y, across, down = text.split()
            kind = KINDS[int(number)]
            middle_x, middle_y, half_x, half_y = float(x), float(y), float(across) / 2, float(down) / 2
        except (ValueError, IndexError) as error:
            raise LabelError(
                f"{labels} line {line}: {text!r}; a label is a class 0-41, centre x, centre y, width, height"
            ) from error
        code = _fixed(str(kind), line, fixes, labels)
        if code is None:
            continue
        box = (
            (middle_x - half_x) * width,
            (middle_y - half_y) * height,
            (middle_x + half_x) * width,
            (middle_y + half_y) * height,
        )
        tiles.append(LabelledTile(Tile(code), box, line))
    return tiles


def _fixed(code: str, line: int, fixes: dict[int, LabelFix], labels: Path) -> str | None:
    fix = fixes.get(line)
    if fix is None:
        return code
    if fix.label != code:
        raise LabelError(f"{labels} line {line} says {code}, the list of fixes expects {fix.label} there")
    return fix.true


def _with_turns(
    tiles: Iterable[LabelledTile], file: str, turns: dict[tuple[str, int], dict[str, str]], *, untold: bool
) -> list[LabelledTile]:
    told = []
    for tile in tiles:
        row = turns.get((file, tile.line))
        turn: int | None = None if untold else 0
        note = ""
        if row is not None:
            turn, note = int(row["turn"]) // 90, row["note"]
        told.append(LabelledTile(tile.kind, tile.box, tile.line, turn, note))
    return told


def _read_single_tiles(folder: Path) -> tuple[LabelledPhoto, ...]:
    photos = []
    for row in _rows(folder.parent / "manifest.csv"):
        path = folder / row["file"]
        if row["split"] != folder.name or not path.exists():
            continue
        width, height = _size(path)
        tile = LabelledTile(Tile(row["tile"]), (0.0, 0.0, float(width), float(height)), 0, 0)
        photos.append(LabelledPhoto(path, folder.name, (tile,), design=row["design"]))
    return tuple(sorted(photos, key=lambda photo: photo.file))


def _rows(table: Path) -> list[dict[str, str]]:
    if not table.exists():
        return []
    with table.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _size(path: Path) -> tuple[int, int]:
    try:
        with Image.open(path) as picture:
            return picture.size
    except OSError as error:
        raise LabelError(f"{path} can't be read as a picture") from error


def _read_pixels(path: Path) -> NDArray[np.uint8]:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise LabelError(f"{path} can't be read as a picture")
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
