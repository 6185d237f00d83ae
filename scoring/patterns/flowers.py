"""Flowers (hktw 花牌類, and the flower rows of 非常用)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.tile import Suit, Tile
from scoring.win import FlowerWin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("no_flowers", needs=facts.NO_FLOWERS, partition_matters=False)
def no_flowers(view: View) -> Iterator[Match]:
    """無花: the winner holds no flower (hktw 花牌類)."""
    if not view.hand.flowers:
        yield Match()


@pattern("off_flower", needs=facts.FLOWERS, partition_matters=False)
def off_flower(view: View) -> Iterator[Match]:
    """爛花: each flower whose number is not the seat's, East being one (hktw 花牌類)."""
    for place, flower in enumerate(view.hand.flowers):
        if not _of_seat(view, flower):
            yield view.at_flowers([place])


@pattern("seat_flower", needs=facts.FLOWERS, partition_matters=False)
def seat_flower(view: View) -> Iterator[Match]:
    """正花: each flower whose number is the seat's (hktw 花牌類)."""
    for place, flower in enumerate(view.hand.flowers):
        if _of_seat(view, flower):
            yield view.at_flowers([place])


@pattern("no_honours_no_flowers", needs=facts.NO_FLOWERS | facts.NO_HONOURS, partition_matters=False)
def no_honours_no_flowers(view: View) -> Iterator[Match]:
    """無字花: neither a flower nor an honour (hktw 花牌類)."""
    if not view.hand.flowers and not view.has_honours:
        yield view.whole()


@pattern("flower_set", needs=facts.FLOWERS, partition_matters=False)
def flower_set(view: View) -> Iterator[Match]:
    """一台花: all four plants, or all four seasons (hktw 花牌類)."""
    for series in (Suit.PLANTS, Suit.SEASONS):
        places = [place for place, flower in enumerate(view.hand.flowers) if flower.suit is series]
        if len(places) == 4:
            yield view.at_flowers(places)


@pattern("eight_flowers_win", needs=facts.FLOWERS, partition_matters=False)
def eight_flowers_win(view: View) -> Iterator[Match]:
    """大花糊: all eight flowers, and the holder chooses to win with them (hktw 花牌類)."""
    if view.win.flower_win is FlowerWin.EIGHT and len(view.hand.flowers) == 8:
        yield Match(tiles=view.hand.flowers)


@pattern("six_off_flowers", needs=facts.FLOWERS, partition_matters=False)
def six_off_flowers(view: View) -> Iterator[Match]:
    """六花不正: exactly six flowers, none of the seat's number (hktw 非常用)."""
    flowers = view.hand.flowers
    if len(flowers) == 6 and not any(_of_seat(view, flower) for flower in flowers):
        yield view.at_flowers(range(6))


@pattern("no_flowers_at_table", needs=facts.NO_FLOWERS, partition_matters=False)
def no_flowers_at_table(view: View) -> Iterator[Match]:
    """無花糊: nobody at the table has replaced a flower (hktw 非常用)."""
    if view.win.table_drew_no_flowers:
        yield Match()


def _of_seat(view: View, flower: Tile) -> bool:
    """Whether a flower's number is the seat's; some tables count 竹 as three and 菊 as four."""
    number = flower.rank
    if flower.suit is Suit.PLANTS and number > 2 and view.policies["flower_order"] == "竹3菊4":
        number = 7 - number
    return number == view.win.seat.number
