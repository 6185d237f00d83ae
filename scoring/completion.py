"""Completion: the kinds of tile that complete a waiting hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.hand import MELDS
from scoring.partitions import GROUPED, HAND_FORMS, Form, completes, pack
from scoring.tile import KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scoring.hand import Hand
    from scoring.ruleset import RuleSet
    from scoring.win import Win

__all__ = ["completing", "read_completing", "shapes", "waited_on"]

_HONOURS: Final = 3
"""Number of the part that the honours are, behind the three suits."""
_OF_SINGLES: Final = (Form.ORPHANS, Form.DISCONNECTED)
"""Forms with every honour in them."""


def completing(hand: Hand, forms: Collection[Form] = HAND_FORMS, *, melds: int = MELDS) -> tuple[Tile, ...]:
    """Give every kind of tile that completes the hand in one of the forms, in the order of `KINDS`.

    Kinds of which the player holds all four, melds included, are left out; tiles that lie dead on the table
    are not. The winning tile, if the hand has one, is set aside first. A hand that can't exist waits on
    nothing.

    Args:
        hand: the hand.
        forms: the shapes that count.
        melds: how many groups beside the eye the rule set wants.

    >>> from scoring.hand import Hand
    >>> completing(Hand.parse("6777m 345p 234s [456s] [123p]"))
    (Tile('5m'), Tile('6m'), Tile('8m'))
    """
    waiting = replace(hand, winning=None, flowers=())
    return () if waiting.problems(waiting=True, melds=melds) else read_completing(waiting, forms)


def shapes(hand: Hand, rules: RuleSet) -> Collection[Form]:
    """Give the shapes that a hand may win in; a meld bars 十三么 where it may have no kong (tw16 混13么)."""
    if hand.melds and not rules.policies["orphans_with_kong"]:
        return [form for form in rules.forms if form is not Form.ORPHANS]
    return rules.forms


def waited_on(hand: Hand, win: Win, rules: RuleSet) -> tuple[Tile, ...]:
    """Give the kinds that a hand, known to be possible, waits on under the policies of a rule set.

    The policies ``held_four_counts_as_wait`` and ``dead_tiles_count_as_waits`` say whether kinds count that
    can no longer come.
    """
    held_four = bool(rules.policies["held_four_counts_as_wait"])
    found = read_completing(hand, shapes(hand, rules), held_four=held_four)
    if rules.policies["dead_tiles_count_as_waits"]:
        return found
    return tuple(tile for tile in found if win.visible_counts.get(tile, 0) < 4)


def read_completing(hand: Hand, forms: Collection[Form], *, held_four: bool = False) -> tuple[Tile, ...]:
    """Give what `completing` gives, for a hand that is known to be possible.

    Args:
        hand: the hand.
        forms: the shapes that count.
        held_four: whether kinds count of which the player holds all four.
    """
    counts = list(hand.standing[:34])
    held = hand.copies
    if hand.winning is not None:
        counts[hand.winning.index] -= 1
        held = (*held[: hand.winning.index], held[hand.winning.index] - 1, *held[hand.winning.index + 1 :])
    found = _standard(counts) if Form.STANDARD in forms else []
    for form in forms:
        if form is not Form.STANDARD and _near(counts, hand, form):
            for index in range(34):
                # What pairs wait on is held already.
                if index not in found and (counts[index] or form in _OF_SINGLES):
                    counts[index] += 1
                    if completes(counts, hand.melds, form):
                        found.append(index)
                    counts[index] -= 1
    found.sort()
    return tuple([KINDS[index] for index in found if held_four or held[index] < 4])


def _standard(counts: Sequence[int]) -> list[int]:
    """Give the tiles that complete groups and an eye.

    Suits and honours are looked at apart. The tile goes where one tile is left over beside groups of three
    and makes the eye there, or where two are, and then the eye is in the other part with two left over.
    """
    over = []
    for number in range(4):
        size = sum(counts[9 * number : 9 * number + 9]) % 3
        if size:
            over.append(number)
        elif not _is_groups(counts, number):
            return []
    if len(over) == 1:
        return _making_eye(counts, over[0])
    if len(over) != 2:
        return []
    found = []
    for number, other in (over, over[::-1]):
        if _has_eye(counts, other):
            found += _making_group(counts, number)
    return found


def _is_groups(counts: Sequence[int], number: int) -> bool:
    """Whether a part is all chows and pungs."""
    if number == _HONOURS:
        return all(copies in {0, 3} for copies in counts[27:])
    return pack(counts, 9 * number) in GROUPED


def _has_eye(counts: Sequence[int], number: int) -> bool:
    """Whether a part is all chows and pungs but for one pair."""
    if number == _HONOURS:
        honours = counts[27:]
        return honours.count(2) == 1 and honours.count(0) + honours.count(3) == 6
    return _eyed(pack(counts, 9 * number), _weight(counts, number))


def _making_group(counts: Sequence[int], number: int) -> list[int]:
    """Give the tiles that make a part with two tiles left over all chows and pungs."""
    if number == _HONOURS:
        return [27 + counts[27:].index(2)] if _has_eye(counts, number) else []
    part = pack(counts, 9 * number)
    return [
        9 * number + rank
        for rank in range(-_weight(counts, number) % 3, 9, 3)
        if part + (1 << 3 * rank) in GROUPED
    ]


def _making_eye(counts: Sequence[int], number: int) -> list[int]:
    """Give the tiles that make a part with one tile left over all chows and pungs but for one pair."""
    if number == _HONOURS:
        honours = counts[27:]
        ones, twos = honours.count(1), honours.count(2)
        if (ones, twos) not in {(1, 0), (0, 2)} or 4 in honours:
            return []
        return [27 + rank for rank in range(7) if honours[rank] in {1, 2}]
    part, weight = pack(counts, 9 * number), _weight(counts, number)
    return [9 * number + rank for rank in range(9) if _eyed(part + (1 << 3 * rank), weight + rank)]


def _weight(counts: Sequence[int], number: int) -> int:
    """Add up the ranks of a suit, modulo three; those of chows and pungs come to nothing."""
    first = 9 * number
    return (sum(counts[first + 1 : first + 9 : 3]) + 2 * sum(counts[first + 2 : first + 9 : 3])) % 3


def _eyed(part: int, weight: int) -> bool:
    """Whether a packed suit is all chows and pungs but for one pair, whose rank its weight tells by three."""
    for shift in range(3 * (2 * weight % 3), 27, 9):
        if part >> shift & 7 > 1 and part - (2 << shift) in GROUPED:
            return True
    return False


def _near(counts: Sequence[int], hand: Hand, form: Form) -> bool:
    """Whether a special form may be one tile away, told by how many kinds there are once, twice and so on."""
    if form in _OF_SINGLES:
        kinds = 12 if form is Form.ORPHANS else 15
        melds = 1 if form is Form.ORPHANS else 0
        return len(hand.melds) <= melds and counts[27:].count(0) < 2 and counts.count(0) <= 34 - kinds
    return not hand.melds and counts.count(1) + counts.count(3) <= 2
