"""Where each tile of a scene lies: a hand in front of its player, and what else is on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from scoring.hand import Hand
from scoring.meld import Meld, MeldKind
from scoring.tile import KINDS, Tile

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "BACK",
    "TILE_DEPTH",
    "TILE_HEIGHT",
    "Arrangement",
    "PlannedTile",
    "Role",
    "lay_hand",
    "random_hand",
]

BACK: Final = "back"
TILE_HEIGHT: Final = 4 / 3
"""Height of a face in tile widths."""
TILE_DEPTH: Final = 0.82
"""How thick a tile is, in tile widths."""

_IN_ROW: Final = {"raised", "none"}
_DOWN: Final = {"all": {0, 1, 2, 3}, "middle": {1, 2}, "ends": {0, 3}, "one": {0}}

Role = Literal["flowers", "exposed", "concealed", "winning", "outside"]


@dataclass(frozen=True)
class PlannedTile:
    """One tile on the table. Lengths are in tile widths, see `datasets.scenes.camera.Camera`.

    Attributes:
        code: the face that is up, or `BACK`.
        x: middle of the tile, to the reader's right.
        y: middle of the tile, away from the reader.
        turn: radians counter-clockwise, seen from above, from upright for the reader.
        role: what the tile is in the hand.
        meld: number of its meld among the hand's declared melds, if it belongs to one.
        meld_kind: ``chow``, ``pung`` or ``kong`` for a tile of a declared meld.
        z: height of the tile's underside above the cloth.
        standing: the tile stands on its lower end and shows its face to the reader's side.
        lean: radians by which a standing tile leans back.
    """

    code: str
    x: float
    y: float
    turn: float = 0.0
    role: Role = "outside"
    meld: int | None = None
    meld_kind: str | None = None
    z: float = 0.0
    standing: bool = False
    lean: float = 0.0


@dataclass(frozen=True)
class Arrangement:
    """How a player lays a hand out.

    Attributes:
        rows: 2 puts flowers and melds in a row behind the concealed tiles, 1 puts all in one row.
        flowers_right: flowers at the right end of their row and not at the left.
        claimed: how the claimed tile of a meld shows: ``sideways``, ``middle`` (of a chow) or ``none``.
        kong: which tiles of a concealed kong lie face-down: ``all``, ``middle``, ``ends``, ``one`` (the
            first) or ``shown``: none, and it lies at the right end of the concealed tiles.
        added: the fourth tile of an exposed kong lies in the ``row`` or on ``top`` of the middle one.
        winning: where the winning tile lies: ``right``, ``left``, ``front`` (nearer the reader), ``beyond``
            (farther away than what lies there), ``sideways`` (right, turned), ``raised`` (in its place
            among the concealed tiles, pushed out of the row) or ``none``: in its place like any other.
        nearer: the row of flowers and melds lies nearer the reader than the concealed tiles.
        apart: how far from the row the winning tile lies.
        gap: between groups.
        jitter: how untidy the rows are; 0 is ruled, 1 is a usual table.
        row_gap: between the rows.
    """

    rows: int = 2
    flowers_right: bool = False
    claimed: Literal["sideways", "middle", "none"] = "none"
    kong: Literal["all", "middle", "ends", "one", "shown"] = "all"
    added: Literal["row", "top"] = "row"
    winning: Literal["right", "left", "front", "beyond", "sideways", "raised", "none"] = "right"
    nearer: bool = False
    apart: float = 0.9
    gap: float = 0.45
    jitter: float = 0.6
    row_gap: float = 0.35

    @classmethod
    def random(cls, rng: np.random.Generator) -> Arrangement:
        """Pick how an unknown player does it."""
        return cls(
            rows=1 if rng.random() < 0.3 else 2,
            flowers_right=bool(rng.random() < 0.3),
            claimed=(["sideways", "middle", "none", "none"] * 1)[int(rng.integers(4))],  # type: ignore[arg-type]  # the list holds only these
            kong=["all", "middle", "ends"][int(rng.integers(3))],  # type: ignore[arg-type]  # the list holds only these
            winning=["right", "right", "left", "front", "sideways"][int(rng.integers(5))],  # type: ignore[arg-type]  # the list holds only these
            apart=float(rng.uniform(0.5, 1.6)),
            gap=0.0 if rng.random() < 0.3 else float(rng.uniform(0.0, 0.8)),
            jitter=float(rng.uniform(0.1, 1.6)),
            row_gap=float(rng.uniform(0.02, 0.9)),
        )


def random_hand(rng: np.random.Generator) -> Hand:
    """Deal a hand of five melds and an eye, some of them declared, with a winning tile and flowers."""
    left = {tile.code: 4 for tile in KINDS if not tile.is_flower}
    groups: list[Meld] = []
    while len(groups) < 5:
        groups.append(_take_meld(left, rng))
    pairs = [code for code, copies in left.items() if copies >= 2]
    eye = Tile(pairs[int(rng.integers(len(pairs)))])
    open_count = int(rng.integers(0, 6)) if rng.random() < 0.8 else 0
    declared = [_declare(group, left, rng) for group in groups[:open_count]]
    rest = [tile for group in groups[open_count:] for tile in group.tiles] + [eye, eye]
    winning: Tile | None = None
    if rng.random() < 0.8:
        winning = rest.pop(int(rng.integers(len(rest))))
    flowers = [tile for tile in KINDS if tile.is_flower]
    count = int(rng.choice(9, p=[0.2, 0.2, 0.2, 0.15, 0.1, 0.05, 0.05, 0.025, 0.025]))
    drawn = tuple(flowers[int(i)] for i in rng.permutation(8)[:count])
    return Hand(tuple(rest), tuple(declared), drawn, winning)


def _take_meld(left: dict[str, int], rng: np.random.Generator) -> Meld:
    while True:
        if rng.random() < 0.6:
            start, suit = int(rng.integers(1, 8)), "mps"[int(rng.integers(3))]
            codes = [f"{start + k}{suit}" for k in range(3)]
            kind = MeldKind.CHOW
        else:
            codes = [list(left)[int(rng.integers(len(left)))]] * 3
            kind = MeldKind.PUNG
        if all(left[code] >= codes.count(code) for code in codes):
            for code in codes:
                left[code] -= 1
            return Meld(kind, tuple(Tile(code) for code in codes))


def _declare(group: Meld, left: dict[str, int], rng: np.random.Generator) -> Meld:
    code = group.tiles[0].code
    if group.kind is MeldKind.PUNG and left[code] and rng.random() < 0.55:
        left[code] -= 1
        kind = MeldKind.KONG_CONCEALED if rng.random() < 0.6 else MeldKind.KONG_EXPOSED
        return Meld(kind, (*group.tiles, group.tiles[0]))
    return replace(group, claimed=group.tiles[int(rng.integers(3))])


@dataclass
class _Row:
    """A row being laid from left to right."""

    y: float
    jitter: float
    rng: np.random.Generator
    height: float
    depth: float
    at: float = 0.0

    def put(self, tile: PlannedTile, *, sideways: bool = False) -> PlannedTile:
        breadth = self.height if sideways else 1.0
        drop = (self.height - 1.0) / 2 if sideways else 0.0
        x = self.at + breadth / 2
        slack = abs(float(self.rng.normal(0, 0.012 * self.jitter)))
        self.at += breadth + slack
        return replace(
            tile,
            x=x,
            y=self.y - drop + float(self.rng.normal(0, 0.035 * self.jitter)),
            turn=(math.pi / 2 if sideways else 0.0) + float(self.rng.normal(0, 0.012 * self.jitter)),
        )


def lay_hand(
    hand: Hand,
    arrangement: Arrangement,
    rng: np.random.Generator,
    height: float = TILE_HEIGHT,
    depth: float = TILE_DEPTH,
) -> list[PlannedTile]:
    """Lay a hand in front of its player, about the origin.

    The concealed row lies nearer the reader (smaller y) than the row of flowers and melds, unless that
    one is `Arrangement.nearer`.

    Args:
        hand: what is laid.
        arrangement: how.
        rng: source of chance.
        height: height of a face in tile widths.
        depth: how thick a tile is.
    """
    near = _Row(0.0, arrangement.jitter, rng, height, depth)
    away = (height + arrangement.row_gap) * (-1 if arrangement.nearer else 1)
    far = near if arrangement.rows == 1 else _Row(away, arrangement.jitter, rng, height, depth)
    laid: list[PlannedTile] = []

    def flowers() -> None:
        laid.extend(far.put(PlannedTile(tile.code, 0, 0, role="flowers")) for tile in hand.flowers)
        far.at += arrangement.gap if hand.flowers else 0.0

    if not arrangement.flowers_right:
        flowers()
    shown: list[tuple[int, Meld]] = []
    for number, meld in enumerate(hand.melds):
        if arrangement.kong == "shown" and meld.kind is MeldKind.KONG_CONCEALED:
            shown.append((number, meld))
            continue
        laid.extend(_lay_meld(meld, number, arrangement, far))
        far.at += arrangement.gap
    if arrangement.flowers_right:
        flowers()
    if far is not near and hand.concealed:
        shift = float(rng.uniform(-0.5, 0.5)) * abs(far.at - len(hand.concealed))
        near.at = (far.at - len(hand.concealed)) / 2 + shift * 0.6
    start = near.at
    laid.extend(_lay_concealed(hand, arrangement, near))
    for number, meld in shown:
        near.at += arrangement.gap
        laid.extend(_lay_meld(meld, number, arrangement, near))
    if hand.winning is not None and arrangement.winning not in _IN_ROW:
        laid.append(_lay_winning(hand.winning, arrangement, start, near, laid))
    middle_x = (min(tile.x for tile in laid) + max(tile.x for tile in laid)) / 2
    middle_y = (min(tile.y for tile in laid) + max(tile.y for tile in laid)) / 2
    return [replace(tile, x=tile.x - middle_x, y=tile.y - middle_y) for tile in laid]


def _lay_concealed(hand: Hand, arrangement: Arrangement, row: _Row) -> list[PlannedTile]:
    """Lay the concealed tiles, the winning one among them where it doesn't lie apart, before its equals."""
    tiles = list(hand.concealed)
    place = -1
    if hand.winning is not None and arrangement.winning in _IN_ROW:
        place = sum(tile < hand.winning for tile in tiles)
        tiles.insert(place, hand.winning)
    put = []
    for index, tile in enumerate(tiles):
        won = index == place and arrangement.winning == "raised"
        laid = row.put(PlannedTile(tile.code, 0, 0, role="winning" if won else "concealed"))
        put.append(replace(laid, y=laid.y + 0.35 + arrangement.apart * 0.4) if won else laid)
    return put


def _lay_meld(meld: Meld, number: int, arrangement: Arrangement, row: _Row) -> list[PlannedTile]:
    codes = [tile.code for tile in meld.tiles]
    word = "kong" if meld.kind.is_kong else meld.kind.value
    down: set[int] = set()
    if meld.kind is MeldKind.KONG_CONCEALED:
        down = _DOWN.get(arrangement.kong, set())
    aside = -1
    if meld.claimed is not None and meld.kind is MeldKind.CHOW:
        aside = codes.index(meld.claimed.code)
        if arrangement.claimed == "middle":
            codes.insert(1, codes.pop(aside))
    elif meld.exposed:
        aside = len(codes) - 1
    put: list[PlannedTile] = []
    for index, code in enumerate(codes):
        if index == 3 and meld.exposed and arrangement.added == "top":
            put.append(replace(put[1], z=row.depth))
            continue
        tile = PlannedTile(BACK if index in down else code, 0, 0, role="exposed", meld=number, meld_kind=word)
        put.append(row.put(tile, sideways=arrangement.claimed == "sideways" and index == aside))
    return put


def _lay_winning(
    tile: Tile, arrangement: Arrangement, start: float, row: _Row, laid: list[PlannedTile]
) -> PlannedTile:
    planned, rng = PlannedTile(tile.code, 0, 0, role="winning"), row.rng
    if arrangement.winning == "left":
        return replace(planned, x=start - arrangement.apart - 0.5, y=row.y, turn=float(rng.normal(0, 0.03)))
    if arrangement.winning == "front":
        x = float(rng.uniform(start, row.at))
        y = row.y - row.height - arrangement.apart * 0.5
        return replace(planned, x=x, y=y, turn=float(rng.normal(0, 0.05)))
    if arrangement.winning == "beyond":
        x = float(rng.uniform(start, row.at))
        y = (
            max((each.y for each in laid if abs(each.x - x) < 1.5), default=row.y)
            + row.height
            + arrangement.apart * 0.5
        )
        return replace(planned, x=x, y=y, turn=float(rng.normal(0, 0.05)))
    sideways = arrangement.winning == "sideways"
    turn = (math.pi / 2 if sideways else 0.0) + float(rng.normal(0, 0.03))
    return replace(planned, x=row.at + arrangement.apart + 0.5, y=row.y, turn=turn)
