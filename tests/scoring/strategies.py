"""Hypothesis strategies that the tests of scoring share."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import assume
from hypothesis import strategies as st

from scoring import FLOWERS, KINDS, Declared, Hand, Meld, MeldKind, Replacement, Tile, Win, WinBy, Wind

if TYPE_CHECKING:
    from collections.abc import Sequence

_CHOWS = [KINDS[start : start + 3] for start in range(27) if start % 9 < 7]
_PUNGS = [(tile,) * 3 for tile in KINDS[:34]]


def _groups(pool: Sequence[Tile]) -> st.SearchStrategy[tuple[Tile, ...]]:
    allowed = set(pool)
    chows = [chow for chow in _CHOWS if allowed.issuperset(chow)]
    pungs = [pung for pung in _PUNGS if pung[0] in allowed]
    return st.one_of(*(st.sampled_from(choice) for choice in (chows, pungs) if choice))


pools = st.sampled_from([KINDS[:34], KINDS[:9], KINDS[18:27], KINDS[:18], KINDS[9:34], KINDS[18:34]])


@st.composite
def winning_hands(draw: st.DrawFn) -> Hand:
    """Standard hands of five groups and an eye, any of them melded, any standing tile the winning one."""
    pool = draw(pools)
    groups = [draw(_groups(pool)) for _ in range(5)]
    eye = draw(st.sampled_from(pool))
    declared = draw(st.lists(st.booleans(), min_size=5, max_size=5))
    melds = []
    standing = [eye, eye]
    for group, lies in zip(groups, declared, strict=True):
        if not lies:
            standing.extend(group)
        elif group[0] != group[1]:
            melds.append(Meld(MeldKind.CHOW, group, draw(st.sampled_from([None, *group]))))
        else:
            kind = draw(st.sampled_from([kind for kind in MeldKind if kind is not MeldKind.CHOW]))
            melds.append(Meld(kind, group + group[:1] * kind.is_kong))
    flowers = draw(st.lists(st.sampled_from(FLOWERS), unique=True, max_size=8))
    winning = draw(st.sampled_from(standing))
    standing.remove(winning)
    hand = Hand(tuple(standing), tuple(melds), tuple(flowers), winning)
    assume(max(Counter(hand.tiles).values()) <= 4)
    return hand


@st.composite
def close_tiles(draw: st.DrawFn, size: int = 17) -> Hand:
    """Hands without melds, drawn from four copies of a few kinds; some win."""
    low = draw(st.integers(0, 25))
    width = draw(st.integers(5, 9))
    wall = [tile for tile in KINDS[low : min(34, low + width)] for _ in range(4)]
    tiles = draw(st.permutations(wall))[:size]
    assume(len(tiles) == size)
    return Hand(tuple(tiles[1:]), winning=tiles[0])


@st.composite
def any_hands(draw: st.DrawFn) -> Hand:
    """Whatever can be written down, possible or not."""
    tiles = st.sampled_from(KINDS[:34])
    melds = []
    for kind in draw(st.lists(st.sampled_from(MeldKind), max_size=5)):
        members = draw(st.lists(tiles, min_size=3, max_size=3))
        if kind.is_kong:
            members = members[:1] * 4
        elif kind is MeldKind.PUNG:
            members = members[:1] * 3
        elif len(set(members)) == 1:
            kind = MeldKind.PUNG  # noqa: PLW2901 - three alike are written as a pung
        marks: list[Tile | None] = [None, *members]
        claimed = None if kind is MeldKind.KONG_CONCEALED else draw(st.sampled_from(marks))
        melds.append(Meld(kind, tuple(members), claimed))
    return Hand(
        tuple(draw(st.lists(tiles, max_size=17))),
        tuple(melds),
        tuple(draw(st.lists(st.sampled_from(FLOWERS), max_size=8))),
        draw(st.one_of(st.none(), tiles)),
    )


@st.composite
def wins(draw: st.DrawFn, hand: Hand | None = None) -> Win:
    """Circumstances that contradict neither each other nor a hand."""
    by = draw(st.sampled_from([WinBy.DISCARD, WinBy.SELF_DRAW, WinBy.ROB_KONG]))
    seat = draw(st.sampled_from(Wind))
    drawn = by is WinBy.SELF_DRAW
    kongs = 0 if hand is None else sum(meld.kind.is_kong for meld in hand.melds)
    flowers = 0 if hand is None else len(hand.flowers)
    last_tile = draw(st.booleans())
    chain = (Replacement.KONG,) * draw(st.integers(0, kongs)) + (Replacement.FLOWER,) * draw(
        st.integers(0, flowers)
    )
    return Win(
        by=by,
        seat=seat,
        round=draw(st.sampled_from(Wind)),
        discarder=None if drawn else draw(st.sampled_from([wind for wind in Wind if wind is not seat])),
        dealer=draw(st.sampled_from(Wind)),
        dealer_streak=draw(st.integers(0, 5)),
        dice_forgotten=draw(st.booleans()),
        declared=draw(st.sampled_from([None, *Declared])),
        replacement_chain=chain if drawn else (),
        last_tile=last_tile,
        winners=1 if drawn else draw(st.integers(1, 3)),
        discards_before_win=draw(st.one_of(st.none(), st.integers(16 if last_tile else 0, 60))),
        ready_losers=tuple(draw(st.sets(st.sampled_from([wind for wind in Wind if wind is not seat])))),
    )
