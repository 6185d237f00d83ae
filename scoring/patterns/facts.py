"""Facts about a hand and a partition of it, a bit each: what must be true for a pattern to be looked for.

They only save time. A pattern function says for itself when its pattern is there; naming facts in its
`@pattern` keeps it from being asked where the answer is no at first sight. Of a fact that is a number item n
says that there are n or more: ``PUNGS[3]``.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from scoring.hand import MOST_MELDS
from scoring.patterns.members import OUTER
from scoring.win import WinBy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.hand import Hand
    from scoring.patterns.members import Run, Stack
    from scoring.win import Win

_FREE: Final = count()


def _fact() -> int:
    return 1 << next(_FREE)


def _number(most: int) -> tuple[int, ...]:
    bits = [0]
    for _ in range(most):
        bits.append(bits[-1] | _fact())
    return tuple(bits)


# Of the hand.
HONOURS: Final = _fact()
"""A wind or a dragon."""
NO_HONOURS: Final = _fact()
NO_SUIT: Final = _fact()
ONE_SUIT: Final = _fact()
"""Tiles of exactly one suit, with honours or without; so the next two."""
TWO_SUITS: Final = _fact()
THREE_SUITS: Final = _fact()
QUADS: Final = _number(MOST_MELDS)
"""Tiles of which all four copies are there."""
FLOWERS: Final = _fact()
NO_FLOWERS: Final = _fact()
KONGS: Final = _fact()
ALL_MELDED: Final = _fact()
"""Nothing but the eye stands."""
CONCEALED: Final = _fact()
"""門前清."""
ONE_WAIT: Final = _fact()
MANY_WAITS: Final = _fact()

# Of the win.
DRAWN: Final = _fact()
"""The winner drew the winning tile, if need be for a robbed flower."""
CLAIMED: Final = _fact()
DECLARED: Final = _fact()
"""Somebody declared ready: the winner, or the one whose discard won."""
CHAIN: Final = _fact()
"""The winning tile replaced a kong or a flower."""
LAST_TILE: Final = _fact()
ROBBED: Final = _fact()
SEEN: Final = _fact()
"""It is known what lay in sight."""
EARLY: Final = _fact()
"""It is told how early the win was: the discards before it, a first discard or draw, an opening win."""
SEVERAL_WINNERS: Final = _fact()
"""This discard has several winners, or one in the hand before had."""

# Of the partition.
CHOWS: Final = _number(MOST_MELDS)
PUNGS: Final = _number(MOST_MELDS)
_FIRST_OF_OTHERS: Final = next(_FREE)
SPECIAL: Final = _fact()
"""It isn't made of groups and an eye."""
OUTSIDE: Final = _fact()
"""A terminal or an honour in every group and the eye."""
SHARED_NUMBER: Final = _fact()
"""A number that every group of suited tiles has."""
WON_PUNG: Final = _fact()
"""The winning tile completed a pung."""
WON_CLOSED: Final = _fact()
"""The winning tile filled an edge, a middle or the eye."""
QUADS_IN: Final = tuple(_fact() for _ in range(5))
"""All four copies of a tile in exactly so many groups, none of them a kong."""
EYE_SUITED: Final = _fact()
ALIKE: Final = _number(4)
"""Identical chows: 2, 3 or 4 of them; what consecutive pungs hold is taken for such up to 3."""
SAME_STARTS: Final = _fact()
"""Chows of the same numbers in two suits."""
SAME_STARTS_IN_ALL: Final = _fact()
SUIT_OF_CHOWS: Final = _number(3)
"""Different chows of one suit."""
ALIKE_TWICE: Final = _fact()
"""Two pairs of identical chows."""
STEPS: Final = _number(MOST_MELDS)
"""Chows of one suit in equal steps."""
OLD_YOUNG_CHOWS: Final = _fact()
THREE_SUITS_OF_CHOWS: Final = _fact()
WIND_PUNGS: Final = _number(4)
DRAGON_PUNGS: Final = _number(3)
CONCEALED_PUNGS: Final = tuple(_fact() for _ in range(MOST_MELDS + 1))
"""Exactly so many concealed pungs."""
SAME_NUMBER_PUNGS: Final = _fact()
"""Pungs of the same number in two suits."""
OLD_YOUNG_PUNGS: Final = _fact()
THREE_SUITS_OF_PUNGS: Final = _fact()
THREE_SUITS_WITH_EYE: Final = _fact()
"""Pungs in two suits and the eye in the third."""
ROW: Final = _number(MOST_MELDS)
"""Consecutive pungs of one suit."""
ROW_WITH_EYE: Final = _number(MOST_MELDS + 1)
"""Consecutive pungs of one suit, the eye being taken for one of them."""

EVERY: Final = (1 << next(_FREE)) - 1
"""All facts together."""
_ANY: Final = EVERY - ((1 << _FIRST_OF_OTHERS) - 1)
"""All facts of a partition but the numbers of chows and pungs, for one that isn't looked at closely."""

_BY_SUITS: Final = (NO_SUIT, ONE_SUIT, TWO_SUITS, THREE_SUITS)
# Flags of members: eleven bits for a suit, of which bits 1-9 are the ranks.
_SUITED: Final = (1 << 33) - 1
_ONES: Final = 1 << 1 | 1 << 12 | 1 << 23


def of_hand(hand: Hand, *, suits: int, honours: bool, quads: int, waits: int) -> int:
    """Find the facts that are true of a hand.

    Args:
        hand: the hand.
        suits: how many suits it has.
        honours: whether it has a wind or a dragon.
        quads: of how many tiles it has all four.
        waits: how many kinds it waited on.
    """
    has = _BY_SUITS[suits] | QUADS[min(quads, MOST_MELDS)]
    has |= HONOURS if honours else NO_HONOURS
    has |= FLOWERS if hand.flowers else NO_FLOWERS
    if waits:
        has |= ONE_WAIT if waits == 1 else MANY_WAITS
    if not hand.melds:
        return has | CONCEALED
    if len(hand.concealed) < 3:
        has |= ALL_MELDED
    for meld in hand.melds:
        if meld.kind.is_kong:
            has |= KONGS
    return has


def of_win(win: Win) -> int:
    """Find the facts that are true of a win."""
    has = DRAWN if win.drawn else CLAIMED
    if win.declared is not None or win.on_ready_discard:
        has |= DECLARED
    if win.replacement_chain:
        has |= CHAIN
    if win.last_tile:
        has |= LAST_TILE
    if win.by is WinBy.ROB_KONG:
        has |= ROBBED
    if win.visible_counts:
        has |= SEEN
    if win.discards_before_win is not None or win.dealer_first_discard or win.first_draw:
        has |= EARLY
    if win.by is WinBy.HEAVENLY:
        has |= EARLY
    if win.winners > 1 or win.previous_round_multi_ron:
        has |= SEVERAL_WINNERS
    return has


def of_chows(chows: Sequence[Run]) -> int:
    """Find the facts that are true of the chows of a partition."""
    has = CHOWS[len(chows)]
    if len(chows) < 2:
        return has
    starts = twins = triplets = fours = 0
    for chow in chows:
        flag = chow.flag
        fours |= triplets & flag
        triplets |= twins & flag
        twins |= starts & flag
        starts |= flag
    if twins:
        has |= ALIKE[2 + (triplets > 0) + (fours > 0)]
        if twins & twins - 1:
            has |= ALIKE_TWICE
    return has | _of_starts(starts)


def _of_starts(starts: int) -> int:
    """Find the facts that are true of chows of which one of each kind is looked at, told by their flags."""
    has = 0
    if starts & (starts >> 11 | starts >> 22):
        has = SAME_STARTS
        if starts & starts >> 11 & starts >> 22:
            has = SAME_STARTS | SAME_STARTS_IN_ALL
    one, two, three = starts & 0x7FF, starts >> 11 & 0x7FF, starts >> 22
    if one and two and three:
        has |= THREE_SUITS_OF_CHOWS
    most = max(one.bit_count(), two.bit_count(), three.bit_count())
    if most > 1:
        has |= SUIT_OF_CHOWS[min(most, 3)]
        if most > 2:
            has |= STEPS[_steps(starts)]
        if starts & starts >> 6 & _ONES:
            has |= OLD_YOUNG_CHOWS
    return has


def _steps(starts: int) -> int:
    """Give the length of the longest row of chows in equal steps, told by their flags."""
    longest = 0
    for width in (1, 2, 3):
        row = starts
        length = 0
        while row:
            row &= row >> width
            length += 1
        longest = max(longest, length)
    return min(longest, MOST_MELDS)


def of_pungs(pungs: Sequence[Stack], eye: Stack) -> int:
    """Find the facts that are true of the pungs of a partition with an eye."""
    held = concealed = 0
    for pung in pungs:
        held |= pung.flag
        concealed += pung.concealed
    has = PUNGS[len(pungs)] | CONCEALED_PUNGS[concealed]
    honours = held >> 33
    if honours:
        has |= WIND_PUNGS[(honours & 0b11110).bit_count()] | DRAGON_PUNGS[(honours >> 5).bit_count()]
        held &= _SUITED
    return has | _of_suited(held, eye) if held else has


def _of_suited(held: int, eye: Stack) -> int:
    """Find the facts that are true of suited pungs, told by their flags."""
    row = _row(held)
    has = ROW[row]
    if row > 2:
        has |= ALIKE[3]
    if held & (held >> 11 | held >> 22):
        has |= SAME_NUMBER_PUNGS
    if held & held >> 8 & _ONES:
        has |= OLD_YOUNG_PUNGS
    suits = (held & 0x7FF > 0) | (held & 0x3FF800 > 0) << 1 | (held > 0x3FFFFF) << 2
    if suits == 7:
        has |= THREE_SUITS_OF_PUNGS
    if eye.suit < 3:
        if suits | 1 << eye.suit == 7:
            has |= THREE_SUITS_WITH_EYE
        row = _row(held | eye.flag)
        has |= ROW_WITH_EYE[row]
        if row > 2:
            has |= ALIKE[2]
    return has


def _row(held: int) -> int:
    """Give the length of the longest row of consecutive kinds, told by their flags."""
    length = 0
    while held:
        held &= held << 1
        length += 1
    return length


def of_groups(chows: Sequence[Run], pungs: Sequence[Stack], eye: Stack | None, marks: int) -> int:
    """Find the facts that are true of a partition.

    Args:
        chows: its chows.
        pungs: its pungs.
        eye: its eye; where there is none, most facts are taken to be true.
        marks: what the marks of all its groups have in common.
    """
    if eye is None:
        return _ANY | CHOWS[len(chows)] | PUNGS[len(pungs)]
    has = of_chows(chows)
    if pungs:
        has |= of_pungs(pungs, eye)
    if marks:
        if marks & OUTER:
            has |= OUTSIDE
        if marks & ~OUTER:
            has |= SHARED_NUMBER
    if eye.suit < 3:
        has |= EYE_SUITED
    return has
