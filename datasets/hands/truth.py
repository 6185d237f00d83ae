"""What is true of a pictured hand: its tiles, how they group, and what the picture doesn't settle."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scoring.hand import Hand
    from vision.group import MeldShape

__all__ = ["TrueGroup", "TrueHand", "TrueRole"]


class TrueRole(Enum):
    """What a group of tiles is in the hand."""

    FLOWERS = "flowers"
    EXPOSED = "exposed"
    KONG = "concealed kong"
    CONCEALED = "concealed"
    WINNING = "winning"
    UNSETTLED = "unsettled"
    """Exposed or concealed: the picture doesn't tell."""


@dataclass(frozen=True)
class TrueGroup:
    """Tiles that play one role together.

    Attributes:
        role: the role.
        members: indices of the tiles, in the order they lie. A tile that another covers isn't among them.
        shape: the shape of a declared meld; None for other groups and where nobody said.
    """

    role: TrueRole
    members: tuple[int, ...]
    shape: MeldShape | None = None


@dataclass(frozen=True, eq=False)
class TrueHand:
    """A pictured hand.

    Attributes:
        name: of the picture: a file or a seed.
        quads: corners of every tile that is known, float32 [N, 4, 2], pixels of the picture, clockwise from
            the face's top left.
        codes: what each of them shows, or ``back``.
        groups: of the hand; tiles that no group names are none of it.
        winning_open: the tile of the winning group may be another one: none is right as well.
        hand: the hand that the picture shows, the winning tile among the concealed ones where it doesn't lie
            apart; None where not told.
        facts: convention to the way in which it shows here.
    """

    name: str
    quads: NDArray[np.float32]
    codes: tuple[str, ...]
    groups: tuple[TrueGroup, ...]
    winning_open: bool = False
    hand: Hand | None = None
    facts: dict[str, str] = field(default_factory=dict)

    def of_role(self, *roles: TrueRole) -> tuple[TrueGroup, ...]:
        """Give the groups of some roles, in their order."""
        return tuple(group for group in self.groups if group.role in roles)

    def tiles_of(self, *roles: TrueRole) -> frozenset[int]:
        """Give the tiles of some roles."""
        return frozenset(index for group in self.of_role(*roles) for index in group.members)
