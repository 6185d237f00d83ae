"""What the mark reader learns from: upper halves of flower tiles, drawn and photographed, and what is none.

Little of the picture is in them, so that nothing but the marks can be learnt. The photos of `dev_hk` and
`dev_riichi` are never read here: they are for measuring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.crops import Looseness, bent, loosened, photographed, recut, turned
from datasets.rows import row_quads
from models.training.classifier.data import DESIGNS, STEEP, Source, slope
from models.training.classifier.drawn import DrawnSheet, draw_sheet
from models.training.classifier.recombined import above
from models.training.marks.network import CLASSES, UNMARKED
from vision.rectify import HEAD_HEIGHT, rectify_heads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from datasets.faces import FaceDesign
    from datasets.photos import LabelledPhoto

__all__ = ["SHARES", "HeadBatch", "HeadMix"]

SHARES: Final = {
    "drawn": 0.4,
    "photographed": 0.12,
    "recombined": 0.16,
    "turned": 0.08,
    "drawn others": 0.14,
    "other tiles": 0.1,
}
"""Share of each source in a batch; the last three show no marks of an upright flower."""

_SEVERITY: Final = 0.6
_BENT: Final = 0.4
_RECUT: Final = 0.15
_SHEETS_AT_HAND: Final = 60
_NEW_SHEET_CHANCE: Final = 0.002
_OTHERS_AT_HAND: Final = 40
_NEW_OTHERS_CHANCE: Final = 0.001
_LOOSE: Final = Looseness(shift=0.03, scale=0.09, corner=0.04, angle=5.0)
_SEAM: Final = (0.62, 0.75)
"""Where the marks end, as a share of the crop's height."""
_SEAM_WIDTH: Final = 6


@dataclass(frozen=True)
class HeadBatch:
    """Crops and what they show.

    Attributes:
        heads: RGB uint8 [N, 64, 96, 3].
        marks: class numbers [N], int64, as `network.CLASSES`.
    """

    heads: NDArray[np.uint8]
    marks: NDArray[np.int64]


class HeadMix:
    """An endless mix of crops, the same for the same seed.

    Args:
        photos: what to cut from; none are needed where nothing but what is drawn has a share.
        seed: of the chance in everything.
        shares: share of each source, `SHARES` by default; those without photos are passed over.
    """

    def __init__(
        self, photos: Sequence[LabelledPhoto], seed: int, shares: Mapping[str, float] | None = None
    ) -> None:
        """Sort the tiles into flowers that say what they are and all others."""
        self._rng = np.random.default_rng(seed)
        self._flowers: list[Source] = []
        self._others: list[Source] = []
        for photo in photos:
            quads, _ = row_quads(photo.boxes)
            for tile, quad in zip(photo.tiles, quads, strict=True):
                if not tile.kind.is_flower:
                    self._others.append(Source(photo, tile, quad))
                elif not tile.note and tile.turn is not None and slope(quad) <= STEEP:
                    self._flowers.append(Source(photo, tile, quad))
        self._reach = _reach(self._flowers)
        self._sheets: list[DrawnSheet] = []
        self._other_sheets: list[DrawnSheet] = []
        able = {
            "drawn": True,
            "drawn others": True,
            "turned": True,
            "photographed": bool(self._flowers),
            "recombined": bool(self._flowers),
            "other tiles": bool(self._others),
        }
        shares = SHARES if shares is None else shares
        self._names = [name for name, share in shares.items() if share > 0 and able[name]]
        chances = np.array([shares[name] for name in self._names])
        self._chances = chances / chances.sum()

    def batch(self, size: int) -> HeadBatch:
        """Draw the next crops.

        Args:
            size: how many.
        """
        sources = self._rng.choice(len(self._names), size=size, p=self._chances)
        drawn = [self._draw(self._names[source]) for source in sources]
        return HeadBatch(
            np.stack([head for head, _ in drawn]), np.array([mark for _, mark in drawn], np.int64)
        )

    def _draw(self, source: str) -> tuple[NDArray[np.uint8], int]:
        rng = self._rng
        if source == "drawn":
            head, mark = self._drawn_flower(0)
        elif source == "drawn others":
            head, mark = self._drawn_other(), UNMARKED
        elif source == "turned":
            turn = int(rng.choice((1, 2, 2, 3)))
            real = bool(self._flowers) and rng.random() < 0.4
            head = self._cut(self._flower(), turn) if real else self._drawn_flower(turn)[0]
            mark = UNMARKED
        elif source == "other tiles":
            other = self._others[int(rng.integers(len(self._others)))]
            head, mark = self._cut(other, int(rng.choice((0, 0, 0, 1, 2, 2, 3)))), UNMARKED
        else:
            flower = self._flower()
            head, mark = self._cut(flower, 0), CLASSES.index(str(flower.tile.kind))
            if source == "recombined":
                head = self._over_another(head)
        if rng.random() < _RECUT:
            head = recut(head, rng)
        if rng.random() < _BENT:
            head = bent(head, rng)
        return photographed(head, rng, _SEVERITY), mark

    def _flower(self) -> Source:
        return self._flowers[int(np.searchsorted(self._reach, self._rng.random()))]

    def _cut(self, source: Source, turn: int) -> NDArray[np.uint8]:
        """Cut a photographed face that lies ``turn`` quarter-turns clockwise in the crop."""
        quad = loosened(source.quad, self._rng, _LOOSE)
        lies = turned(quad, (turn - (source.tile.turn or 0)) % 4)
        return np.asarray(rectify_heads(source.photo.pixels, lies[None])[0], np.uint8)

    def _over_another(self, head: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Put the marks of one tile above what lies there on another, in the same tone."""
        rng = self._rng
        sources = self._flowers if rng.random() < 0.6 else self._others or self._flowers
        other = self._cut(sources[int(rng.integers(len(sources)))], int(rng.choice((0, 0, 2))))
        if rng.random() < 0.3:
            other = other[..., rng.permutation(3)]
        tones = _tone(head), _tone(other)
        return above(head, other, tones, rng.uniform(*_SEAM) * HEAD_HEIGHT, _SEAM_WIDTH)

    def _drawn_flower(self, turn: int) -> tuple[NDArray[np.uint8], int]:
        rng = self._rng
        if len(self._sheets) < _SHEETS_AT_HAND or rng.random() < _NEW_SHEET_CHANCE:
            self._sheets.append(draw_sheet(int(rng.integers(DESIGNS)), flowers_only=True))
            del self._sheets[:-_SHEETS_AT_HAND]
        while True:
            sheet = self._sheets[int(rng.integers(len(self._sheets)))]
            place = int(rng.integers(len(sheet.codes)))
            marked = _marked(sheet.designs[place], sheet.codes[place])
            if marked is not None:
                return self._cut_drawn(sheet, place, turn), (
                    CLASSES.index(sheet.codes[place]) if marked else UNMARKED
                )

    def _drawn_other(self) -> NDArray[np.uint8]:
        rng = self._rng
        if len(self._other_sheets) < _OTHERS_AT_HAND or rng.random() < _NEW_OTHERS_CHANCE:
            self._other_sheets.append(draw_sheet(int(rng.integers(DESIGNS))))
            del self._other_sheets[:-_OTHERS_AT_HAND]
        sheet = self._other_sheets[int(rng.integers(len(self._other_sheets)))]
        others = [place for place, code in enumerate(sheet.codes) if code not in CLASSES]
        place = others[int(rng.integers(len(others)))]
        return self._cut_drawn(sheet, place, int(rng.choice((0, 0, 0, 1, 2, 2, 3))))

    def _cut_drawn(self, sheet: DrawnSheet, place: int, turn: int) -> NDArray[np.uint8]:
        quad = turned(loosened(sheet.quads[place], self._rng, _LOOSE), turn)
        return np.asarray(rectify_heads(sheet.pixels, quad[None])[0], np.uint8)


def _marked(design: FaceDesign, code: str) -> bool | None:
    """Tell whether a drawn flower's upper half says which one it is; None where it says so in part."""
    series = design.flowers.series[0 if code[0] == "f" else 1]
    if series.layout in {"top", "stack", "under"}:
        return True
    if series.layout == "bottom":
        return False
    return True if series.layout == "diagonal" and len(series.marks[0]) == 1 else None


def _tone(head: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Give the colour of the unprinted face: what most of a face's middle shows at its brightest."""
    return np.asarray(np.percentile(head[10:, 14:-14].reshape(-1, 3), 75, axis=0), np.float32)


def _reach(flowers: Sequence[Source]) -> NDArray[np.float64]:
    """Running sums of the chances: designs with few photographed flowers count as much as those with many."""
    groups = [(source.photo.design or source.photo.split, source.tile.kind) for source in flowers]
    often: dict[object, int] = {}
    for group in groups:
        often[group] = often.get(group, 0) + 1
    weights = np.array([often[group] ** -0.6 for group in groups])
    return np.asarray(np.cumsum(weights / max(weights.sum(), 1e-12)) - 1e-12, np.float64)
