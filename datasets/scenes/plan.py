"""Where each tile of a scene lies: a hand in front of its player, and what else is on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from scoring.hand import Hand
from scoring.meld import Meld, MeldKind
from scoring.tile import KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = [
    "BACK",
    "TILE_DEPTH",
    "TILE_HEIGHT",
    "Arrangement",
    "PlannedTile",
    "Role",
    "lay_hand",
    "lay_others",
    "random_hand",
]

BACK: Final = "back"
TILE_HEIGHT: Final = 4 / 3
"""Height of a face in tile widths."""
TILE_DEPTH: Final = 0.82
"""How thick a tile is, in tile widths."""

Role = Literal["flowers", "exposed", "concealed", "winning", "outside"]


@dataclass(frozen=True)
class PlannedTile:
    """One tile on the table. Lengths are in tile widths, see `scenes_camera.Camera`.

    Attributes:
        code: the face that is up, or `BACK`.
        x: middle of the tile, to the reader's right.
        y: middle of the tile, away from the reader.
        turn: radians counter-clockwise, seen from above, from upright for the reader.
        role: what the tile is in the hand.
        meld: number of its meld among the hand's declared melds, if it belongs to one.
        meld_kind: ``chow``, ``pung`` or ``kong`` for a tile of a declared meld.
        z: height of the tile's underside above the cloth.
        standing: the tile stands on its long edge's end and shows its face to the reader's side.
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


@dataclass(frozen=True)
class Arrangement:
    """How a player lays a hand out.

    Attributes:
        rows: 2 puts flowers and melds in a row behind the concealed tiles, 1 puts all in one row.
        flowers_right: flowers at the right end of their row and not at the left.
        claimed: how the claimed tile of a meld shows: ``sideways``, ``middle`` (of a chow) or ``none``.
        kong: which tiles of a concealed kong lie face-down: ``all``, ``middle`` or ``ends``.
        winning: where the winning tile lies: ``right``, ``left``, ``front`` (nearer the reader) or
            ``sideways`` (right, turned).
        apart: how far from the row the winning tile lies.
        gap: between groups.
        jitter: how untidy the rows are; 0 is ruled, 1 is a usual table.
        row_gap: between the rows.
    """

    rows: int = 2
    flowers_right: bool = False
    claimed: Literal["sideways", "middle", "none"] = "none"
    kong: Literal["all", "middle", "ends"] = "all"
    winning: Literal["right", "left", "front", "sideways"] = "right"
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
            gap=float(rng.uniform(0.0, 0.8)),
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
    at: float = 0.0

    def put(self, tile: PlannedTile, *, sideways: bool = False) -> PlannedTile:
        breadth = TILE_HEIGHT if sideways else 1.0
        drop = (TILE_HEIGHT - 1.0) / 2 if sideways else 0.0
        x = self.at + breadth / 2
        slack = abs(float(self.rng.normal(0, 0.012 * self.jitter)))
        self.at += breadth + slack
        return replace(
            tile,
            x=x,
            y=self.y - drop + float(self.rng.normal(0, 0.035 * self.jitter)),
            turn=(math.pi / 2 if sideways else 0.0) + float(self.rng.normal(0, 0.012 * self.jitter)),
        )


def lay_hand(hand: Hand, arrangement: Arrangement, rng: np.random.Generator) -> list[PlannedTile]:
    """Lay a hand in front of its player, about the origin.

    The concealed row lies nearer the reader (smaller y) than the row of flowers and melds.
    """
    near = _Row(0.0, arrangement.jitter, rng)
    far = near if arrangement.rows == 1 else _Row(TILE_HEIGHT + arrangement.row_gap, arrangement.jitter, rng)
    laid: list[PlannedTile] = []

    def flowers() -> None:
        laid.extend(far.put(PlannedTile(tile.code, 0, 0, role="flowers")) for tile in hand.flowers)
        far.at += arrangement.gap if hand.flowers else 0.0

    if not arrangement.flowers_right:
        flowers()
    for number, meld in enumerate(hand.melds):
        laid.extend(_lay_meld(meld, number, arrangement, far))
        far.at += arrangement.gap
    if arrangement.flowers_right:
        flowers()
    if far is not near and hand.concealed:
        shift = float(rng.uniform(-0.5, 0.5)) * abs(far.at - len(hand.concealed))
        near.at = (far.at - len(hand.concealed)) / 2 + shift * 0.6
    start = near.at
    laid.extend(near.put(PlannedTile(tile.code, 0, 0, role="concealed")) for tile in hand.concealed)
    if hand.winning is not None:
        laid.append(_lay_winning(hand.winning, arrangement, start, near, rng))
    middle_x = (min(tile.x for tile in laid) + max(tile.x for tile in laid)) / 2
    middle_y = (min(tile.y for tile in laid) + max(tile.y for tile in laid)) / 2
    return [replace(tile, x=tile.x - middle_x, y=tile.y - middle_y) for tile in laid]


def _lay_meld(meld: Meld, number: int, arrangement: Arrangement, row: _Row) -> list[PlannedTile]:
    codes = [tile.code for tile in meld.tiles]
    word = "kong" if meld.kind.is_kong else meld.kind.value
    down: set[int] = set()
    if meld.kind is MeldKind.KONG_CONCEALED:
        down = {"all": {0, 1, 2, 3}, "middle": {1, 2}, "ends": {0, 3}}[arrangement.kong]
    aside = -1
    if meld.claimed is not None and meld.kind is MeldKind.CHOW:
        aside = codes.index(meld.claimed.code)
        if arrangement.claimed == "middle":
            codes.insert(1, codes.pop(aside))
    elif meld.exposed:
        aside = len(codes) - 1
    put = []
    for index, code in enumerate(codes):
        tile = PlannedTile(BACK if index in down else code, 0, 0, role="exposed", meld=number, meld_kind=word)
        put.append(row.put(tile, sideways=arrangement.claimed == "sideways" and index == aside))
    return put


def _lay_winning(
    tile: Tile, arrangement: Arrangement, start: float, row: _Row, rng: np.random.Generator
) -> PlannedTile:
    planned = PlannedTile(tile.code, 0, 0, role="winning")
    if arrangement.winning == "left":
        return replace(planned, x=start - arrangement.apart - 0.5, y=row.y, turn=float(rng.normal(0, 0.03)))
    if arrangement.winning == "front":
        x = float(rng.uniform(start, row.at))
        y = row.y - TILE_HEIGHT - arrangement.apart * 0.5
        return replace(planned, x=x, y=y, turn=float(rng.normal(0, 0.05)))
    sideways = arrangement.winning == "sideways"
    turn = (math.pi / 2 if sideways else 0.0) + float(rng.normal(0, 0.03))
    return replace(planned, x=row.at + arrangement.apart + 0.5, y=row.y, turn=turn)


def lay_others(laid: Sequence[PlannedTile], rng: np.random.Generator) -> list[PlannedTile]:
    """Put discards, walls and other players' standing tiles around what is laid already, without overlaps."""
    top = max((tile.y for tile in laid), default=0.0) + TILE_HEIGHT
    groups: list[list[PlannedTile]] = []
    if rng.random() < 0.3:
        groups.append(_standing(top, rng))
    if rng.random() < 0.5:
        groups.extend(_wall(top, rng) for _ in range(int(rng.integers(1, 4))))
    if rng.random() < 0.65:
        groups.append(_pool(top, rng))
    if rng.random() < 0.3:
        places = rng.uniform([-11, -5], [11, 3], (int(rng.integers(1, 6)), 2))
        groups.extend([_loose(float(x), float(y), rng, down=0.5)] for x, y in places)
    taken = [(tile.x, tile.y) for tile in laid]
    kept: list[PlannedTile] = []
    for group in groups:
        clear = [tile for tile in group if all(math.hypot(tile.x - x, tile.y - y) > 1.7 for x, y in taken)]
        taken.extend((tile.x, tile.y) for tile in clear)
        kept.extend(clear)
    return kept


def _any_code(rng: np.random.Generator) -> str:
    return KINDS[int(rng.integers(34 if rng.random() < 0.9 else 42))].code


def _loose(x: float, y: float, rng: np.random.Generator, down: float) -> PlannedTile:
    code = BACK if rng.random() < down else _any_code(rng)
    return PlannedTile(code, x, y, turn=float(rng.uniform(0, 2 * math.pi)))


def _pool(top: float, rng: np.random.Generator) -> list[PlannedTile]:
    """Lay discards: scattered, or in neat rows before each player."""
    x, y = float(rng.uniform(-5, 5)), top + float(rng.uniform(2.0, 6.0))
    if rng.random() < 0.4:
        turn = float(rng.integers(4)) * math.pi / 2 + float(rng.normal(0, 0.04))
        count, across = int(rng.integers(4, 24)), int(rng.integers(5, 8))
        cos, sin = math.cos(turn), math.sin(turn)
        neat = []
        for k in range(count):
            u, v = (k % across - across / 2) * 1.02, -(k // across) * (TILE_HEIGHT + 0.03)
            neat.append(PlannedTile(_any_code(rng), x + cos * u - sin * v, y + sin * u + cos * v, turn))
        return neat
    spread, down = (
        float(rng.uniform(1.5, 4.5)),
        float(rng.choice([0.0, 0.1, 0.5, 1.0], p=[0.4, 0.15, 0.2, 0.25])),
    )
    pile: list[PlannedTile] = []
    for _ in range(int(rng.integers(8, 70))):
        px, py = x + float(rng.normal(0, spread)), y + float(rng.normal(0, spread * 0.6))
        if all(math.hypot(tile.x - px, tile.y - py) > 1.3 for tile in pile):
            pile.append(_loose(px, py, rng, down))
    return pile


def _wall(top: float, rng: np.random.Generator) -> list[PlannedTile]:
    """Lay a wall: a row of face-down tiles, mostly two high."""
    turn = float(rng.integers(2)) * math.pi / 2 + float(rng.normal(0, 0.1))
    x, y = float(rng.uniform(-9, 9)), top + float(rng.uniform(1.0, 9.0))
    if rng.random() < 0.25:
        y, turn = top - float(rng.uniform(5.0, 6.5)), float(rng.normal(0, 0.05))
    high = 1 if rng.random() < 0.4 else 2
    cos, sin = math.cos(turn), math.sin(turn)
    length = int(rng.integers(2, 18))
    return [
        PlannedTile(
            BACK,
            x + cos * (k - length / 2) * 1.01,
            y + sin * (k - length / 2) * 1.01,
            turn,
            z=level * TILE_DEPTH,
        )
        for k in range(length)
        for level in range(high)
    ]


def _standing(top: float, rng: np.random.Generator) -> list[PlannedTile]:
    """Stand another player's tiles up; from the reader's side their backs show, or their faces by chance."""
    x, y = float(rng.uniform(-6, 6)), top + float(rng.uniform(3.0, 9.0))
    backs = rng.random() < 0.7
    length = int(rng.integers(3, 17))
    turn = float(rng.normal(0, 0.12))
    return [
        PlannedTile(
            BACK if backs else _any_code(rng),
            x + math.cos(turn) * (k - length / 2) * 1.01,
            y + math.sin(turn) * (k - length / 2) * 1.01,
            turn,
            standing=True,
        )
        for k in range(length)
    ]
