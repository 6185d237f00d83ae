"""What the classifier learns from: labelled photos, backs that we draw, and crops that show no single tile.

Sources and their shares are in `SHARES`. Within a source rare kinds are drawn more often than they occur. The
photos of `dev_hk` and `dev_riichi` are never read here: they are for measuring.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from datasets.crops import Looseness, bent, photographed, recut, reinked, upright_crop
from datasets.photos import SINGLE_TILES, LabelledPhoto, LabelledTile, read_fixes, read_folder
from datasets.rows import row_quads
from models.training.classifier.decoys import draw_back, draw_decoy
from models.training.classifier.drawn import DrawnSheet, draw_sheet
from models.training.classifier.network import BACK, NOT_A_TILE
from models.training.classifier.recombined import laid_as, recombined
from scoring.tile import Tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = [
    "DESIGNS",
    "FOLDERS",
    "HALF_TURN_ALIKE",
    "SHARES",
    "STEEP",
    "Batch",
    "CropMix",
    "Source",
    "held_out",
    "read_training_photos",
    "slope",
]

FOLDERS: Final = ("train_hk", "train_riichi", "sheets", SINGLE_TILES)
"""The folders that are trained on."""

HALF_TURN_ALIKE: Final = frozenset(
    ["P", "1p", "2p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s"]
)
"""Kinds that look (nearly) the same when turned by half: for them only quarter against half is learnt."""

SHARES: Final = {
    "train_hk": 0.17,
    "train_riichi": 0.07,
    "sheets": 0.12,
    SINGLE_TILES: 0.08,
    "recombined": 0.1,
    "drawn": 0.38,
    "back": 0.04,
    "decoy": 0.04,
}
"""Share of each source in a batch."""

# Photos stretched to squares show many tiles wider than high; those are cut lying.
_TURN_CHANCES: Final = (0.36, 0.2, 0.24, 0.2)
STEEP: Final = 0.6
"""Steeper (see `slope`), which corner is a tile's top left is chance, and a noted turn says nothing."""

# Flowers are what differs most between designs, and photos show the fewest of them. With more than this a
# face with a digit or letter in its corner is soon taken for a flower.
_DRAWN_FLOWERS: Final = 0.4
# Small characters in the corners of flowers are what must be learnt from them, and heavy weather hides those.
_DRAWN_SEVERITY: Final = 0.7
_FLOWER_SEVERITY: Final = 0.5
_REINKED: Final = 0.15
_RECUT: Final = 0.12
_BENT: Final = 0.2
_RARE_POWER: Final = 0.5
_SHEETS_AT_HAND: Final = 50
_NEW_SHEET_CHANCE: Final = 0.004
DESIGNS: Final = 100_000
"""Seeds of drawn designs from this on are never trained on."""


@dataclass(frozen=True)
class Batch:
    """Crops and what they show.

    Attributes:
        crops: RGB uint8 [N, 80, 64, 3].
        kinds: class numbers [N], int64, as `classifier_network.CLASSES`.
        turns: quarter-turns clockwise [N], int64; -1 where nobody knows or nothing is to be learnt.
        alike: bool [N], whether the face looks the same turned by half.
    """

    crops: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    turns: NDArray[np.int64]
    alike: NDArray[np.bool_]


def read_training_photos(photos: Path, own_tables: Path) -> list[LabelledPhoto]:
    """Read every folder that is trained on, its wrong labels fixed and its turns filled in.

    Args:
        photos: the folder that holds the labelled folders.
        own_tables: the folder of ``label_fixes.csv``, wrong training labels that we found, and of
            ``turns.csv``, how tiles lie that don't stand upright in their photo (an empty turn: unknown).

    Raises:
        datasets.errors.LabelError: a folder is missing or can't be read.
    """
    turns = _read_turns(own_tables / "turns.csv")
    read: list[LabelledPhoto] = []
    for name in FOLDERS:
        for photo in read_folder(photos / name, fixes=read_fixes(own_tables / "label_fixes.csv", name)):
            tiles = tuple(
                replace(tile, turn=turns.get((name, photo.file, tile.line), tile.turn))
                for tile in photo.tiles
            )
            read.append(replace(photo, tiles=tiles))
    return read


def _read_turns(table: Path) -> dict[tuple[str, str, int], int | None]:
    if not table.exists():
        return {}
    with table.open(encoding="utf-8", newline="") as lines:
        return {
            (row["split"], row["file"], int(row["box"])): int(row["turn"]) if row["turn"] else None
            for row in csv.DictReader(lines)
        }


def held_out(photos: Sequence[LabelledPhoto]) -> set[str]:
    """Choose the photos that are kept from training, to set the temperature on.

    Photos are taken in blocks of neighbours by file name, because those are often of one table.

    Args:
        photos: everything that could be trained on.

    Returns:
        File names, about one in eighteen of the photos of whole scenes.
    """
    names: set[str] = set()
    for split in ("train_hk", "train_riichi"):
        files = sorted(photo.file for photo in photos if photo.split == split)
        names.update(file for place, file in enumerate(files) if place // 7 % 18 == 9)
    return names


class Source(NamedTuple):
    """A labelled tile, its photo, and its corners [4, 2] there, as upright boxes and rows give them."""

    photo: LabelledPhoto
    tile: LabelledTile
    quad: NDArray[np.float32]


class CropMix:
    """An endless mix of crops, the same for the same seed.

    Args:
        photos: what to cut from; none are needed where the shares name only "drawn".
        seed: of the chance in everything.
        shares: share of each source, `SHARES` by default; sources without photos are passed over.
    """

    def __init__(
        self, photos: Sequence[LabelledPhoto], seed: int, shares: Mapping[str, float] | None = None
    ) -> None:
        """Weigh the sources and the kinds in them."""
        shares = SHARES if shares is None else shares
        self._rng = np.random.default_rng(seed)
        self._tiles: dict[str, list[Source]] = {}
        for photo in photos:
            quads, _ = row_quads(photo.boxes)
            self._tiles.setdefault(photo.split, []).extend(
                Source(photo, tile, quad) for tile, quad in zip(photo.tiles, quads, strict=True)
            )
        # Running sums of the chances: a place is found in them faster than `choice` would draw it.
        self._reach = {
            split: _reach([source.tile for source in tiles]) for split, tiles in self._tiles.items()
        }
        self._sheets: tuple[list[DrawnSheet], list[DrawnSheet]] = ([], [])
        self._scenes = [photo for photo in photos if photo.split != SINGLE_TILES]
        self._heads = [
            source
            for split in ("sheets", SINGLE_TILES, "train_hk")
            for source in self._tiles.get(split, [])
            if source.tile.kind.is_flower and source.tile.turn is not None and slope(source.quad) <= STEEP
        ]
        able = {
            **dict.fromkeys(self._tiles, True),
            "drawn": True,
            "back": bool(self._scenes),
            "decoy": bool(self._scenes),
            "recombined": bool(self._heads),
        }
        self._names = [name for name, share in shares.items() if share > 0 and able.get(name, False)]
        chances = np.array([shares[name] for name in self._names])
        self._chances = chances / chances.sum()

    def batch(self, size: int) -> Batch:
        """Draw the next crops.

        Args:
            size: how many.
        """
        sources = self._rng.choice(len(self._names), size=size, p=self._chances)
        drawn = [self._draw(self._names[source]) for source in sources]
        return Batch(
            np.stack([crop for crop, _, _, _ in drawn]),
            np.array([kind for _, kind, _, _ in drawn], np.int64),
            np.array([turn for _, _, turn, _ in drawn], np.int64),
            np.array([alike for _, _, _, alike in drawn], np.bool_),
        )

    def _draw(self, source: str) -> tuple[NDArray[np.uint8], int, int, bool]:
        rng = self._rng
        if source in {"back", "decoy"}:
            photo = self._scenes[int(rng.integers(len(self._scenes)))]
            draw = draw_back if source == "back" else draw_decoy
            return photographed(draw(photo, rng), rng), BACK if source == "back" else NOT_A_TILE, -1, False
        if source == "drawn":
            return self._draw_drawn()
        if source == "recombined":
            return self._draw_recombined()
        place = int(np.searchsorted(self._reach[source], rng.random()))
        photo, tile, quad = self._tiles[source][place]
        turn = int(rng.choice(4, p=_TURN_CHANCES))
        loose = Looseness() if rng.random() < 0.8 else Looseness(0.05, 0.1, 0.04, 8.0)
        crop = upright_crop(photo.pixels, quad, turn, rng, loose)
        if rng.random() < _REINKED and not tile.kind.is_flower and not tile.note:
            crop = reinked(crop, rng)
        if rng.random() < _RECUT:
            crop = recut(crop, rng)
        if rng.random() < _BENT:
            crop = bent(crop, rng)
        crop = photographed(crop, rng)
        lies = -1 if tile.turn is None or slope(quad) > STEEP else (turn + tile.turn) % 4
        return crop, tile.kind.index, lies, str(tile.kind) in HALF_TURN_ALIKE

    def _draw_recombined(self) -> tuple[NDArray[np.uint8], int, int, bool]:
        rng = self._rng
        head, picture = (self._heads[int(place)] for place in rng.integers(len(self._heads), size=2))
        loose = Looseness(shift=0.02, corner=0.02, angle=3.0)
        cut = [
            upright_crop(each.photo.pixels, each.quad, -(each.tile.turn or 0) % 4, rng, loose)
            for each in (head, picture)
        ]
        crop, turn = recombined(cut[0], cut[1], rng), int(rng.choice(4, p=_TURN_CHANCES))
        if rng.random() < _BENT:
            crop = bent(crop, rng)
        crop = photographed(laid_as(crop, turn), rng, _FLOWER_SEVERITY)
        return crop, head.tile.kind.index, turn, False

    def _draw_drawn(self) -> tuple[NDArray[np.uint8], int, int, bool]:
        rng = self._rng
        flowers = bool(rng.random() < _DRAWN_FLOWERS)
        sheets = self._sheets[flowers]
        if len(sheets) < _SHEETS_AT_HAND or rng.random() < _NEW_SHEET_CHANCE:
            sheets.append(draw_sheet(int(rng.integers(DESIGNS)), flowers_only=flowers))
            del sheets[:-_SHEETS_AT_HAND]
        sheet = sheets[int(rng.integers(len(sheets)))]
        place = int(rng.integers(len(sheet.codes)))
        code, turn = sheet.codes[place], int(rng.choice(4, p=_TURN_CHANCES))
        # A drawn tile is seen squarely; a photographed one seldom is.
        loose = Looseness(shift=0.03, scale=0.1, corner=0.045, angle=6.0)
        crop = upright_crop(sheet.pixels, sheet.quads[place], turn, rng, loose)
        if rng.random() < _BENT:
            crop = bent(crop, rng)
        crop = photographed(crop, rng, _DRAWN_SEVERITY)
        if code == "back":
            return crop, BACK, -1, False
        return crop, Tile(code).index, turn, code in HALF_TURN_ALIKE


def slope(quad: NDArray[np.float32]) -> float:
    """Tell how much the first side of a quad [4, 2] falls or rises for its length across the photo."""
    across = quad[1] - quad[0]
    return float(abs(across[1]) / max(abs(across[0]), 1e-6))


def _reach(tiles: Sequence[LabelledTile]) -> NDArray[np.float64]:
    often = Counter(tile.kind for tile in tiles)
    weights = np.array(
        [often[tile.kind] ** -_RARE_POWER * (1.4 if tile.kind.is_flower else 1.0) for tile in tiles]
    )
    return np.asarray(np.cumsum(weights / weights.sum()) - 1e-12, np.float64)
