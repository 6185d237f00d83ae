"""Moves tiles between the groups of a hand; each tile is in one at most, and the groups stay in order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.group import Group, MeldShape, Role
from vision.layout.splits import meld_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.tile import Tile
    from vision.layout.splits import Split
    from vision.sighting import Sighting

__all__ = ["cut", "one_winner", "ordered", "shaped", "with_loose", "without"]

_ORDER: Final = (Role.FLOWERS, Role.EXPOSED, Role.CONCEALED, Role.WINNING)


def ordered(groups: Iterable[Group]) -> list[Group]:
    """Sort: flowers, exposed melds, concealed kongs, concealed tiles, the winning tile, in reading order."""
    return sorted(groups, key=lambda each: (_ORDER.index(each.role), each.meld is None, each.sightings))


def with_loose(groups: Sequence[Group], role: Role, indices: Sequence[int]) -> list[Group]:
    """Add sightings to the one group of loose tiles that has this role."""
    if not indices:
        return list(groups)
    held = tuple(index for each in groups if _loose(each, role) for index in each.sightings)
    p = min((each.p for each in groups if _loose(each, role)), default=1.0)
    rest = [each for each in groups if not _loose(each, role)]
    return ordered([*rest, Group(role, None, tuple(sorted({*held, *indices})), p)])


def without(groups: Iterable[Group], indices: Sequence[int]) -> list[Group]:
    """Take sightings out of their groups; what stays of a meld keeps its role."""
    left = []
    for group in groups:
        kept = tuple(index for index in group.sightings if index not in indices)
        if kept:
            left.append(group if kept == group.sightings else replace(group, sightings=kept))
    return left


def one_winner(groups: Sequence[Group], index: int) -> list[Group]:
    """Make one sighting the winning tile; what won before is concealed."""
    before = [each for group in groups if group.role is Role.WINNING for each in group.sightings]
    rest = [group for group in without(groups, (index,)) if group.role is not Role.WINNING]
    rest = with_loose(rest, Role.CONCEALED, [each for each in before if each != index])
    return ordered([*rest, Group(Role.WINNING, None, (index,), 1.0)])


def shaped(groups: Sequence[Group], seen: Sequence[Sighting]) -> list[Group]:
    """Give melds the shape that their tiles have now; what is no concealed kong any more is loose."""
    kept: list[Group] = []
    loose: list[int] = []
    for group in groups:
        shape = meld_shape([seen[index].kind for index in group.sightings])
        if group.role is Role.EXPOSED:
            kept.append(replace(group, meld=shape))
        elif group.role is Role.CONCEALED and group.meld is not None and shape is not MeldShape.KONG:
            loose.extend(group.sightings)
        else:
            kept.append(group)
    return with_loose(kept, Role.CONCEALED, loose)


def cut(sizes: Split, indices: Sequence[int], tiles: Sequence[Tile | None]) -> list[Group]:
    """Make exposed melds of so many tiles each, one after the other."""
    groups, start = [], 0
    for size in sizes:
        part = slice(start, start + size)
        groups.append(Group(Role.EXPOSED, meld_shape(tiles[part]), tuple(sorted(indices[part])), 1.0))
        start += size
    return groups


def _loose(group: Group, role: Role) -> bool:
    return group.role is role and group.meld is None
