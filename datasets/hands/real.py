"""Real photos whose layout was seen by eye: ``real.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.errors import LabelError
from datasets.hands.truth import TrueGroup, TrueHand, TrueRole
from datasets.photos import read_folder
from scoring.tile import Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from datasets.photos import LabelledPhoto

__all__ = ["RealHand", "read_real"]

_TABLE: Final = Path(__file__).with_name("real.toml")
_LISTS: Final = {
    "exposed": TrueRole.EXPOSED,
    "kongs": TrueRole.KONG,
    "unsettled": TrueRole.UNSETTLED,
}
_FLAT: Final = {"flowers": TrueRole.FLOWERS, "concealed": TrueRole.CONCEALED}
_KEYS: Final = {
    "file",
    "split",
    "laid",
    "note",
    "winning",
    "winning_open",
    "relabel",
    "unlabelled",
    *_LISTS,
    *_FLAT,
}


@dataclass(frozen=True, eq=False)
class RealHand:
    """A real photo and how its hand is laid out.

    Attributes:
        photo: where the picture lies.
        split: its folder's name.
        truth: the labelled tiles, each quad the label's upright box, and the groups.
    """

    photo: Path
    split: str
    truth: TrueHand


def read_real(
    photos: Path, *, splits: Iterable[str] | None = None, table: Path = _TABLE
) -> tuple[RealHand, ...]:
    """Read the photos of the table, in its order.

    Args:
        photos: the folder that holds the folders of labelled photos.
        splits: the folders wanted; all by default.
        table: the table.

    Raises:
        LabelError: a photo, a label line or a key of the table doesn't exist, or a tile is named twice.
    """
    rows: list[dict[str, Any]] = tomllib.loads(table.read_text(encoding="utf-8"))["photo"]
    wanted = sorted({row["split"] for row in rows} if splits is None else set(splits))
    seen = {(split, each.file): each for split in wanted for each in read_folder(photos / split)}
    hands = []
    for row in rows:
        if row["split"] not in wanted:
            continue
        photo = seen.get((row["split"], row["file"]))
        if photo is None:
            raise LabelError(f"{table}: {photos / row['split']} holds no labelled {row['file']}")
        hands.append(RealHand(photo.path, photo.split, _truth(row, photo, table)))
    return tuple(hands)


def _truth(row: dict[str, Any], photo: LabelledPhoto, table: Path) -> TrueHand:
    where = f"{table}: {row['file']}"
    unknown = sorted(set(row) - _KEYS)
    if unknown:
        raise LabelError(f"{where}: no such key: {', '.join(unknown)}; there are {', '.join(sorted(_KEYS))}")
    place = {tile.line: index for index, tile in enumerate(photo.tiles)}
    used: set[int] = set()

    def members(lines: list[int]) -> tuple[int, ...]:
        for line in lines:
            if line not in place:
                raise LabelError(f"{where}: the label file has no line {line}")
            if line in used:
                raise LabelError(f"{where}: line {line} is named twice")
            used.add(line)
        return tuple(place[line] for line in lines)

    relabel = {int(line): code for line, code in row.get("relabel", {}).items()}
    codes = [str(Tile(relabel.get(tile.line, str(tile.kind)))) for tile in photo.tiles]
    boxes = [tile.box for tile in photo.tiles]
    flat = {role: members(row.get(name, [])) for name, role in _FLAT.items()}
    height, width = photo.pixels.shape[:2]
    for extra in row.get("unlabelled", []):
        x0, y0, x1, y1 = extra["box"]
        boxes.append((x0 * width, y0 * height, x1 * width, y1 * height))
        codes.append(str(Tile(extra["kind"])))
        flat[_FLAT[extra["list"]]] += (len(boxes) - 1,)
    groups = [TrueGroup(role, members(each)) for name, role in _LISTS.items() for each in row.get(name, [])]
    groups += [TrueGroup(role, tiles) for role, tiles in flat.items() if tiles]
    if "winning" in row:
        groups.append(TrueGroup(TrueRole.WINNING, members([row["winning"]])))
    corners = np.array(boxes, np.float32)[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    facts = {
        "laid": row["laid"],
        "photos": row["split"],
        "winning": "shown" if "winning" in row else "not shown",
        "settled": "in part" if "unsettled" in row else "all",
    }
    return TrueHand(
        row["file"], corners, tuple(codes), tuple(groups), row.get("winning_open", False), None, facts
    )
