"""One tile seen in a photo."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scoring.errors import NotationError
from scoring.tile import Tile
from vision.errors import ReadingFormatError
from vision.exported import flag, integer, likely, listed, mapping, maybe, number, pair, text

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["BACK", "NOWHERE", "Corner", "Corners", "Sighting"]

_SURE: Final = 0.9

BACK: Final = "back"
"""How a face-down tile is written among the alternatives."""

Corner: TypeAlias = "tuple[float, float]"
"""x and y in pixels of the oriented photo."""

Corners: TypeAlias = (
    "tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]"
)
"""Four (x, y) in pixels of the oriented photo, clockwise as seen in it."""

NOWHERE: Final[Corners] = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
"""The quad of a tile that a person added and that has no place in the photo."""


@dataclass(frozen=True)
class Sighting:
    """One tile seen in a photo, face up or face down.

    Attributes:
        quad: the tile's corners, (x, y) in pixels of the oriented photo, which spans ``[0, width] x [0,
            height]``; clockwise from the face's top left corner as the face is read. A back has no top: its
            first side is
            one of the short ones.
        kind: what the face shows; None for a back.
        p: probability that the tile is this kind (or a back), given what a set holds and the other tiles in
            sight.
        alternatives: what else it may be, as (code, probability), likeliest first; the code is a tile's or
            ``back``.
        found: the locator's probability that a tile lies here at all.
        in_hand: whether the tile belongs to the hand that was read.
        margin: by how many nats (natural logarithm of a likelihood ratio) the best reading of all the tiles
            together in which this one shows something else is less likely; None where nobody worked it out.
        photo: number of the photo, from 0, where a hand was read from several.
        same: where another photo shows the same tile and that sighting stands for both, its index.

    Raises:
        ReadingFormatError: a probability outside 0..1, a negative margin, or a number that isn't finite.

    >>> upright = Sighting(((0, 0), (30, 0), (30, 40), (0, 40)), Tile("5s"), 0.99)
    >>> upright.code, upright.back, upright.turn, upright.centre
    ('5s', False, 0, (15.0, 20.0))
    """

    quad: Corners
    kind: Tile | None
    p: float
    alternatives: tuple[tuple[str, float], ...] = ()
    found: float = 1.0
    in_hand: bool = False
    margin: float | None = None
    photo: int = 0
    same: int | None = None

    def __post_init__(self) -> None:
        """Refuse numbers that can't be."""
        for name, value in (("p", self.p), ("found", self.found), *self.alternatives):
            if not 0 <= value <= 1:
                raise ReadingFormatError(f"a sighting's probability lies in 0..1; {name} is {value}")
        if self.margin is not None and not 0 <= self.margin < math.inf:
            raise ReadingFormatError(f"a sighting's margin is at least 0 and finite; it is {self.margin}")
        if len(self.quad) != 4 or not all(math.isfinite(x) and math.isfinite(y) for x, y in self.quad):
            raise ReadingFormatError(f"a sighting's quad is four finite corners, not {self.quad}")

    @property
    def back(self) -> bool:
        """Whether the tile lies face down."""
        return self.kind is None

    @property
    def placed_in_photo(self) -> bool:
        """Whether the tile has a place in the photo; one that a person added has none."""
        return self.quad != NOWHERE

    @property
    def sure(self) -> bool:
        """Whether the kind is likely enough to be shown without a mark."""
        return self.p >= _SURE

    @property
    def code(self) -> str:
        """The kind's code, or ``back``."""
        return BACK if self.kind is None else self.kind.code

    @property
    def centre(self) -> tuple[float, float]:
        """Mean of the corners, in pixels of the photo."""
        return sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4

    @property
    def angle(self) -> float:
        """Radians clockwise, -pi..pi, from the photo's x axis to the direction in which the face is read."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.quad
        return math.atan2((y1 - y0) + (y2 - y3), (x1 - x0) + (x2 - x3))

    @property
    def turn(self) -> int:
        """Quarter-turns clockwise, 0-3, by which the face is rotated in the photo, rounded; 0 is upright."""
        return round(self.angle / (math.pi / 2)) % 4

    def placed(self, *, in_hand: bool) -> Sighting:
        """Give the same sighting inside or outside the hand."""
        return replace(self, in_hand=in_hand)

    def export(self) -> dict[str, Any]:
        """Give the sighting as what JSON can hold: the attributes, and ``back``; a kind as its code."""
        return {
            "kind": None if self.kind is None else self.kind.code,
            "back": self.back,
            "quad": [list(corner) for corner in self.quad],
            "p": self.p,
            "alternatives": [[code, p] for code, p in self.alternatives],
            "found": self.found,
            "in_hand": self.in_hand,
            "margin": self.margin,
            "photo": self.photo,
            "same": self.same,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sighting:
        """Read what `export` wrote, also before there were margins or several photos.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            whole = mapping(data, "a sighting")
            return cls(
                quad=_quad(whole),
                kind=_kind(whole),
                p=number(whole["p"]),
                alternatives=listed(whole, "alternatives", likely),
                found=number(whole["found"]),
                in_hand=flag(whole["in_hand"]),
                margin=maybe(whole.get("margin"), number),
                photo=integer(whole.get("photo", 0)),
                same=maybe(whole.get("same"), integer),
            )
        except KeyError as error:
            raise ReadingFormatError(f"a sighting lacks {error}") from error
        except (ReadingFormatError, NotationError) as error:
            raise ReadingFormatError(f"no exported sighting: {error}") from error


def _kind(data: Mapping[str, Any]) -> Tile | None:
    kind, back = maybe(data["kind"], text), flag(data["back"])
    if (kind is None) != back:
        raise ReadingFormatError(f"a sighting is a kind or a back, not kind {kind!r}, back {back}")
    return None if kind is None else Tile(kind)


def _quad(data: Mapping[str, Any]) -> Corners:
    corners = listed(data, "quad", _corner)
    if len(corners) != 4:
        raise ReadingFormatError(f"a quad has four corners, not {len(corners)}")
    first, second, third, fourth = corners
    return first, second, third, fourth


def _corner(data: object) -> Corner:
    x, y = pair(data, "x and y")
    return number(x), number(y)
