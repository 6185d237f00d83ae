"""Predicates about the tiles, however they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.predicates.registry import count, of_tiles

if TYPE_CHECKING:
    from collections.abc import Collection

    from scoring.patterns import View
    from scoring.predicates.tileset import TileSet

_COPIES: Final = {"": 1, "two": 2, "three": 3, "four": 4}


def _held(view: View, kind: int) -> int:
    """How many of a kind the hand has, its flowers too."""
    if kind < len(view.counts):
        return view.counts[kind]
    return sum(tile.index == kind for tile in view.hand.flowers)


def _only(view: View, tiles: TileSet) -> bool:
    kinds = tiles.kinds(view)
    return all(not held or kind in kinds for kind, held in enumerate(view.counts))


def _has(view: View, tiles: TileSet) -> bool:
    return all(_held(view, kind) >= copies for kind, copies in tiles.copies_in(view).items())


def _lacks(view: View, tiles: TileSet) -> bool:
    return not any(_held(view, kind) for kind in tiles.kinds(view))


def _tiles(view: View, among: Collection[int], _sort: str) -> int:
    return sum(held for kind, held in enumerate(view.counts) if kind in among)


def _kinds(view: View, among: Collection[int], sort: str) -> int:
    least = _COPIES[sort]
    return sum(held >= least for kind, held in enumerate(view.counts) if kind in among)


def _suits(view: View, among: Collection[int], _sort: str) -> int:
    return len({kind // 9 for kind in among if kind < 27 and view.counts[kind]})


def _numbers(view: View, among: Collection[int], _sort: str) -> int:
    return len({kind % 9 for kind in among if kind < 27 and view.counts[kind]})


def _flowers(view: View, among: Collection[int], _sort: str) -> int:
    return sum(tile.index in among for tile in view.hand.flowers)


of_tiles(
    "only_tiles",
    _only,
    "the hand, flowers aside, has no other tiles than these",
    "除花牌外只有這些牌",
)
of_tiles(
    "has_tiles",
    _has,
    "the hand or its flowers have every one of these, as often as it is written",
    "齊備這些牌（寫幾次便須有幾隻，花牌亦可）",
)
of_tiles("no_tiles", _lacks, "the hand and its flowers have none of these", "沒有任何這些牌（花牌亦計）")
count(
    "tiles",
    _tiles,
    "tiles of the hand, flowers aside, all four of a kong counted",
    "牌數（花牌除外，槓計四隻）",
    of="those counted",
)
count(
    "kinds",
    _kinds,
    "different tiles of the hand; with a sort only those that it has two, three or four of",
    "不同的牌有幾種；可只計有兩隻、三隻或四隻的",
    of="those counted",
    sorts=("two", "three", "four"),
)
count("suits", _suits, "suits that the hand has tiles of (萬筒索)", "萬筒索有幾門", of="the tiles looked at")
count(
    "numbers",
    _numbers,
    "different numbers that the hand's suited tiles bear",
    "數字牌有幾個不同數字",
    of="the tiles looked at",
)
count("flowers", _flowers, "flowers beside the hand", "花牌數", of="those counted")
