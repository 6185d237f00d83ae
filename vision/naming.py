"""What the networks say about the tiles of a photo: sightings, and doubts about their kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tile import KINDS, Tile
from vision.classifier import BACK_CLASS, NOT_A_TILE_CLASS
from vision.copies import COPIES, settle
from vision.doubt import Doubt, Question
from vision.rectify import face_quads
from vision.sighting import BACK, Sighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models import ModelFacts
    from vision.classifier import Faces
    from vision.copies import Settled

__all__ = ["name_tiles"]

_SHOWN: Final = 4
_LEAST_SHOWN: Final = 0.002


def name_tiles(
    quads: NDArray[np.float32], found: NDArray[np.float64], faces: Faces, facts: ModelFacts
) -> tuple[list[Sighting], list[Doubt]]:
    """Say what each tile is, given all the others and what a set of tiles can hold.

    Args:
        quads: corners [N, 4, 2] of the tiles as they were cut, pixels of the photo.
        found: the locator's probability [N] of each.
        faces: what the classifier says about them.
        facts: the classifier's entry in the manifest; its settings say what is dropped and what is in doubt.

    Returns:
        The sightings, without those that are likely no tile, and the doubts about their kinds and numbers.
    """
    turned = face_quads(quads, faces.turns.argmax(axis=1)) if len(quads) else quads
    keep = np.flatnonzero(faces.kinds[:, NOT_A_TILE_CLASS] < facts.setting("not_a_tile"))
    settled = settle(faces.kinds[keep], excess=facts.setting("alternative"))
    sightings = [
        _sighting(
            (quads if settled.kinds[place] == BACK_CLASS else turned)[index],
            settled,
            place,
            float(found[index]),
        )
        for place, index in enumerate(keep.tolist())
    ]
    alone = faces.kinds[keep, settled.alone]
    was = {
        place: _code(int(settled.alone[place]))
        for place in np.flatnonzero(settled.alone != settled.kinds).tolist()
    }
    least = facts.setting("doubt")
    return sightings, [*_tile_doubts(sightings, was, least), *_count_doubts(sightings, alone >= least)]


def _sighting(quad: NDArray[np.float32], settled: Settled, place: int, found: float) -> Sighting:
    # Rounded, so that the export is short and the same on every machine.
    corners = [(round(float(x), 2), round(float(y), 2)) for x, y in quad]
    first, second, third, fourth = corners
    kind, chances = int(settled.kinds[place]), settled.chances[place]
    order = np.argsort(-chances[: BACK_CLASS + 1], kind="stable").tolist()
    others = [other for other in order if other != kind and chances[other] >= _LEAST_SHOWN][:_SHOWN]
    return Sighting(
        quad=(first, second, third, fourth),
        kind=None if kind == BACK_CLASS else KINDS[kind],
        p=_rounded(float(chances[kind])),
        alternatives=tuple((_code(other), _rounded(float(chances[other]))) for other in others),
        found=_rounded(found),
        margin=round(float(settled.margins[place]), 2),
    )


def _rounded(p: float) -> float:
    return round(min(max(p, 0.0), 1.0), 4)


def _code(kind: int) -> str:
    return BACK if kind == BACK_CLASS else KINDS[kind].code


def _tile_doubts(sightings: Sequence[Sighting], was: dict[int, str], least: float) -> list[Doubt]:
    """Say which tiles aren't sure, and which were taken for something else than they look like."""
    doubts = []
    for index in sorted(range(len(sightings)), key=lambda each: (sightings[each].p, each)):
        each = sightings[index]
        if index in was:
            text = (
                f"{each.code} looks more like {was[index]}, of which there would be more than a set holds; "
                f"it was taken for {each.code}."
            )
        elif each.p < least:
            text = f"{each.code} is not sure (p {each.p:.2f})."
        else:
            continue
        doubts.append(Doubt(Question.TILE, (index,), text, each.alternatives))
    return doubts


def _count_doubts(sightings: Sequence[Sighting], sure: NDArray[np.bool_]) -> list[Doubt]:
    """Say of which kinds there are more than a set holds.

    Only tiles that are sure by themselves count: that there are too many of them makes each less sure.
    """
    doubts = []
    read: dict[Tile, list[int]] = {}
    for index in np.flatnonzero(sure).tolist():
        if (kind := sightings[index].kind) is not None:
            read.setdefault(kind, []).append(index)
    for tile, indices in sorted(read.items()):
        most = COPIES[tile.index]
        if len(indices) > most:
            text = f"{len(indices)} tiles in the picture were read as {tile}; a set has {most}."
            doubts.append(Doubt(Question.COUNT, tuple(indices), text))
    return doubts
