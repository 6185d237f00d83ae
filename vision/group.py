"""Tiles of a hand that lie together and play one role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from vision.errors import ReadingFormatError
from vision.exported import chance, integer, listed, mapping, maybe

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Group", "MeldShape", "Role"]


class Role(Enum):
    """What a group of tiles is in the hand."""

    FLOWERS = "flowers"
    EXPOSED = "exposed"
    CONCEALED = "concealed"
    WINNING = "winning"


class MeldShape(Enum):
    """The shape of a meld, whoever may see it."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"


@dataclass(frozen=True)
class Group:
    """Tiles of a hand that lie together and play one role.

    Attributes:
        role: the flowers, an exposed meld, concealed tiles, or the winning tile. A concealed kong is a group
            of its own with the role ``concealed`` and the meld ``kong``.
        meld: the shape of the meld; None where the group is none.
        sightings: indices into the reading's sightings, in reading order.
        p: probability that the group has this role and these bounds.
    """

    role: Role
    meld: MeldShape | None
    sightings: tuple[int, ...]
    p: float

    def export(self) -> dict[str, Any]:
        """Give the group as what JSON can hold."""
        return {
            "role": self.role.value,
            "meld": None if self.meld is None else self.meld.value,
            "sightings": list(self.sightings),
            "p": self.p,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Group:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            whole = mapping(data, "a group")
            return cls(
                role=Role(whole["role"]),
                meld=maybe(whole["meld"], MeldShape),
                sightings=listed(whole, "sightings", integer),
                p=chance(whole["p"]),
            )
        except KeyError as error:
            raise ReadingFormatError(f"a group lacks {error}") from error
        except ValueError as error:  # among them every ReadingFormatError
            raise ReadingFormatError(f"no exported group: {error}") from error
