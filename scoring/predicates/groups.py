"""Predicates about the groups that the hand is read as."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.meld import MeldKind
from scoring.partitions import Form, GroupKind
from scoring.predicates.registry import count, of_tiles, word

if TYPE_CHECKING:
    from collections.abc import Collection

    from scoring.partitions import Group
    from scoring.patterns import View
    from scoring.predicates.tileset import TileSet

_KONGS: Final = {
    "exposed": MeldKind.KONG_EXPOSED,
    "added": MeldKind.KONG_ADDED,
    "concealed": MeldKind.KONG_CONCEALED,
}
_INSIDE: Final = "tiles that a group is made of"


def _inside(group: Group, among: Collection[int]) -> bool:
    return all(tile.index in among for tile in group.tiles)


def _touches(group: Group, among: Collection[int]) -> bool:
    return any(tile.index in among for tile in group.tiles)


def _of_kind(view: View, among: Collection[int], kind: GroupKind) -> int:
    return sum(group.kind is kind and _inside(group, among) for group in view.partition.groups)


def _chows(view: View, among: Collection[int], _sort: str) -> int:
    return _of_kind(view, among, GroupKind.CHOW)


def _pungs(view: View, among: Collection[int], _sort: str) -> int:
    return _of_kind(view, among, GroupKind.PUNG)


def _pairs(view: View, among: Collection[int], _sort: str) -> int:
    return _of_kind(view, among, GroupKind.PAIR)


def _concealed_pungs(view: View, among: Collection[int], _sort: str) -> int:
    return sum(pung.index in among for pung in view.concealed_pungs)


def _kongs(view: View, among: Collection[int], sort: str) -> int:
    return sum(
        meld.kind.is_kong and meld.tiles[0].index in among and (not sort or meld.kind is _KONGS[sort])
        for meld in view.hand.melds
    )


def _open_melds(view: View, among: Collection[int], sort: str) -> int:
    found = 0
    for meld in view.hand.melds:
        name = "kong" if meld.kind.is_kong else meld.kind.value
        inside = all(tile.index in among for tile in meld.tiles)
        found += meld.exposed and inside and sort in {"", name}
    return found


def _groups(view: View, among: Collection[int], _sort: str) -> int:
    return sum(_inside(group, among) for group in view.partition.groups)


def _groups_with(view: View, among: Collection[int], _sort: str) -> int:
    return sum(_touches(group, among) for group in view.partition.groups)


def _eye(view: View, tiles: TileSet) -> bool:
    return view.eye is not None and view.eye.index in tiles.kinds(view)


def _every_group_has(view: View, tiles: TileSet) -> bool:
    kinds = list(tiles.kinds(view))
    groups = view.partition.groups
    return bool(groups) and all(_touches(group, kinds) for group in groups)


def _filled(view: View) -> str | None:
    """Say what the winning tile filled in this reading."""
    won, tile = view.won, view.hand.winning
    if won is None or tile is None:
        return None
    if won.kind is not GroupKind.CHOW:
        eye = view.standard and won.kind is GroupKind.PAIR
        return "eye" if eye else won.kind.value
    low = won.first.rank
    if tile.rank == low + 1:
        return "middle"
    return "edge" if (low, tile.rank) in {(1, 3), (7, 7)} else "side"


count("chows", _chows, "chows", "順子數", of=_INSIDE)
count("pungs", _pungs, "pungs, kongs included", "刻子數（包括槓）", of=_INSIDE)
count(
    "concealed_pungs",
    _concealed_pungs,
    "pungs that count as concealed; the policy kong_as_concealed_pung says which kongs do",
    "暗刻數（哪些槓算暗刻由 kong_as_concealed_pung 決定）",
    of=_INSIDE,
)
count("kongs", _kongs, "kongs", "槓數", of=_INSIDE, sorts=tuple(_KONGS))
count(
    "pairs",
    _pairs,
    "pairs: the eye, or all the pairs of 嚦咕嚦咕",
    "對子數：眼，或嚦咕嚦咕的各對",
    of=_INSIDE,
)
count(
    "open_melds",
    _open_melds,
    "melds that lie open, concealed kongs not counted",
    "明露的組合數（暗槓除外）",
    of=_INSIDE,
    sorts=("chow", "pung", "kong"),
)
count(
    "groups",
    _groups,
    "groups of any sort, the eye and single tiles too",
    "組合數（眼及單張亦計）",
    of=_INSIDE,
)
count(
    "groups_with",
    _groups_with,
    "groups that hold at least one of the tiles, the eye and single tiles too",
    "帶有這些牌的組合數（眼及單張亦計）",
    of="tiles of which one is enough",
)
of_tiles("eye", _eye, "the eye of a standard hand is one of these", "眼是這些牌之一")
of_tiles(
    "every_group_has",
    _every_group_has,
    "every group, the eye too, holds at least one of these",
    "每組牌連眼都帶有這些牌之一",
)
word(
    "form", tuple(form.value for form in Form), lambda view: view.form.value, "the shape of the hand", "牌型"
)
word(
    "filled",
    ("edge", "middle", "side", "pung", "eye", "pair", "single"),
    _filled,
    "what the winning tile filled: a chow from its edge (12 or 89), in its middle or on one of two sides, a "
    "pung, the eye, or a pair or single tile of a special hand",
    "糊牌補成：邊張、嵌張、兩頭、刻子、眼，或特別牌型的對子、單張",
)
