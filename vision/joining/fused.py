"""What several looks at one tile say together."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.tile import Tile
from vision.sighting import BACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sighting import Sighting

__all__ = ["KINDS_APART", "agree", "chances", "fused"]

KINDS_APART: Final = 34.0
"""Two tiles picked blindly are alike about once in so many times."""

_FLOOR: Final = 0.0005
"""Probability of a kind that isn't among those that a sighting names."""
_SHOWN: Final = 4
_LEAST_SHOWN: Final = 0.002


def chances(sighting: Sighting) -> dict[str, float]:
    """Give the probability of each kind that a sighting names, by its code."""
    return {sighting.code: sighting.p, **dict(sighting.alternatives)}


def agree(one: Sighting, other: Sighting) -> float:
    """Give the logarithm of how much likelier two sightings are as one tile than as any two.

    >>> from scoring.tile import Tile
    >>> from vision.sighting import Sighting
    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> five, six = (Sighting(square, Tile(code), 0.99) for code in ("5s", "6s"))
    >>> round(agree(five, five), 2), agree(five, six) < 0
    (3.51, True)
    """
    first, second = chances(one), chances(other)
    both = sum(p * second.get(code, _FLOOR) for code, p in first.items())
    return math.log(KINDS_APART * max(both, _FLOOR))


def fused(looks: Sequence[Sighting], best: int = 0) -> Sighting:
    """Give what several sightings of one tile say together.

    The kind is the one whose logarithms of probability sum to the most. The probability given is that of
    their mean: the looks show the same face, so that many of them don't make a doubtful face a sure one.

    Args:
        looks: at one tile, at least one.
        best: whose quad and place are kept.
    """
    kept = looks[best]
    if len(looks) == 1:
        return kept
    told = [chances(each) for each in looks]
    codes = sorted({code for each in told for code in each})
    nats = {
        code: sum(math.log(max(each.get(code, 0.0), _FLOOR)) for each in told) / len(told) for code in codes
    }
    # What no look names is left as much as it is in the mean.
    unnamed = sum(max(1 - sum(each.values()), 0.0) for each in told) / len(told)
    whole = sum(math.exp(value) for value in nats.values())
    share = {code: (1 - unnamed) * math.exp(value) / whole for code, value in nats.items()}
    order = sorted(codes, key=lambda code: (-share[code], code))
    first, others = order[0], [code for code in order[1:] if share[code] >= _LEAST_SHOWN][:_SHOWN]
    return replace(
        kept,
        kind=None if first == BACK else Tile(first),
        p=_rounded(share[first]),
        alternatives=tuple((code, _rounded(share[code])) for code in others),
        found=_rounded(max(each.found for each in looks)),
        margin=None,
    )


def _rounded(p: float) -> float:
    return round(min(max(p, 0.0), 1.0), 4)
