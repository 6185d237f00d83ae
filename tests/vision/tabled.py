"""Readings for tests of what comes after the picture: tiles in groups, with the doubts that a test wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.notation import parse_tiles
from vision.group import Group, Role
from vision.layout.assemble import assemble
from vision.layout.splits import meld_shape
from vision.reading import PhotoFacts, Reading
from vision.sighting import Sighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.doubt import Doubt


def laid(*groups: tuple[str, str], doubts: Sequence[Doubt] = (), sure: float = 0.99) -> Reading:
    """Lay a hand out: each group a role and tiles, numbered from 0 in order; ``outside`` is none."""
    seen: list[Sighting] = []
    made: list[Group] = []
    for row, (role, tiles) in enumerate(groups):
        first = len(seen)
        for tile in parse_tiles(tiles):
            x, y = 40.0 * (len(seen) - first), 60.0 * row
            quad = ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))
            seen.append(Sighting(quad, tile, sure, in_hand=role != "outside"))
        if role != "outside":
            meld = meld_shape([each.kind for each in seen[first:]]) if role in {"exposed", "kong"} else None
            part = Role.CONCEALED if role == "kong" else Role(role)
            made.append(Group(part, meld, tuple(range(first, len(seen))), 0.95))
    hand, why = assemble(seen, made)
    photo = PhotoFacts("table.jpg", "ab" * 32, 640, 480)
    return Reading(photo, tuple(seen), tuple(made), hand, why, tuple(doubts), (("locator", "12" * 32),))
