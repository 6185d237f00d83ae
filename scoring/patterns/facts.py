"""Facts about a hand and a partition of it, a bit each: what must be true for a pattern to be looked for.

They only save time. A pattern function says for itself when its pattern is there; naming facts in its
`@pattern` keeps it from being asked where the answer is no at first sight.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ALIKE",
    "ALL_MELDED",
    "ANY_GROUPS",
    "CHAIN",
    "CLAIMED",
    "CONCEALED",
    "CONCEALED_TWICE",
    "DECLARED",
    "DRAGON_PUNG",
    "DRAWN",
    "EARLY",
    "EYE_SUITED",
    "FLOWERS",
    "HONOURS",
    "KONGS",
    "LAST_TILE",
    "MANY_WAITS",
    "NEIGHBOURS",
    "NO_FLOWERS",
    "NO_HONOURS",
    "ONE_SUIT",
    "ONE_WAIT",
    "OUTSIDE",
    "PUNGS_OF_TWO_SUITS",
    "QUADS",
    "ROBBED",
    "SAME_NUMBER_PUNGS",
    "SAME_STARTS",
    "SEEN",
    "SEVERAL_WINNERS",
    "SHARED_NUMBER",
    "SPECIAL",
    "SUIT_OF_THREE",
    "SUIT_OF_TWO",
    "THREE_SUITS",
    "THREE_SUITS_OF_CHOWS",
    "TWIN_CHOWS",
    "TWO_SUITS",
    "WIND_PUNG",
    "at_least",
]


def at_least(chows: int, pungs: int) -> int:
    """Give the bits for so many chows and pungs or more, sixteen of each at most."""
    return (1 << chows) - 1 | (1 << pungs) - 1 << 16


# Of the hand.
HONOURS: Final = 1 << 32
"""A wind or a dragon."""
NO_HONOURS: Final = 1 << 33
ONE_SUIT: Final = 1 << 34
"""Tiles of one suit, with honours or without."""
TWO_SUITS: Final = 1 << 35
THREE_SUITS: Final = 1 << 36
QUADS: Final = 1 << 37
"""All four copies of a tile."""
FLOWERS: Final = 1 << 38
NO_FLOWERS: Final = 1 << 39
KONGS: Final = 1 << 40
ALL_MELDED: Final = 1 << 41
"""Nothing but the eye stands."""
CONCEALED: Final = 1 << 42
"""門前清."""
ONE_WAIT: Final = 1 << 43
MANY_WAITS: Final = 1 << 44

# Of the win.
DRAWN: Final = 1 << 45
CLAIMED: Final = 1 << 46
"""Another player gave the winning tile."""
DECLARED: Final = 1 << 47
"""Somebody declared ready: the winner, or the one whose discard won."""
CHAIN: Final = 1 << 48
"""The winning tile replaced a kong or a flower."""
LAST_TILE: Final = 1 << 49
ROBBED: Final = 1 << 50
SEEN: Final = 1 << 51
"""It is known what lay in sight."""
EARLY: Final = 1 << 52
"""It is told how early the win was: the discards before it, a first discard or draw, an opening win."""
SEVERAL_WINNERS: Final = 1 << 53
"""This discard has several winners, or one in the hand before had."""

# Of the partition.
SPECIAL: Final = 1 << 54
"""It isn't made of groups and an eye."""
TWIN_CHOWS: Final = 1 << 55
"""Two identical chows."""
ALIKE: Final = 1 << 56
"""Two identical chows, or consecutive pungs that may hold such."""
SAME_STARTS: Final = 1 << 57
"""Chows of the same numbers in two suits."""
SUIT_OF_TWO: Final = 1 << 58
"""Two different chows of one suit."""
SUIT_OF_THREE: Final = 1 << 59
"""Three different chows of one suit."""
THREE_SUITS_OF_CHOWS: Final = 1 << 60
WIND_PUNG: Final = 1 << 61
DRAGON_PUNG: Final = 1 << 62
SAME_NUMBER_PUNGS: Final = 1 << 63
"""Pungs of the same number in two suits."""
NEIGHBOURS: Final = 1 << 64
"""Two consecutive pungs, or a pung and the eye next to it."""
EYE_SUITED: Final = 1 << 65
OUTSIDE: Final = 1 << 66
"""A terminal or an honour in every group and the eye."""
SHARED_NUMBER: Final = 1 << 67
"""A number that every group of suited tiles has."""
CONCEALED_TWICE: Final = 1 << 68
"""Two concealed pungs or more."""
PUNGS_OF_TWO_SUITS: Final = 1 << 69
"""Pungs in two suits."""

ANY_GROUPS: Final = (1 << 70) - (1 << 54)
"""All facts of a partition, for those whose groups aren't looked at closely."""
