"""Predicates about how and when the hand was won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.predicates.registry import count, flag, of_tiles, word
from scoring.win import Declared, Replacement, WinBy, Wind

if TYPE_CHECKING:
    from collections.abc import Collection

    from scoring.patterns import View
    from scoring.predicates.tileset import TileSet

_WINDS: Final = tuple(wind.value for wind in Wind)


def _winning_tile(view: View, tiles: TileSet) -> bool:
    return view.hand.winning is not None and view.hand.winning.index in tiles.kinds(view)


def _declared(view: View) -> str:
    return "none" if view.win.declared is None else view.win.declared.value


def _discards(view: View, _among: Collection[int], _sort: str) -> int | None:
    return view.win.discards_before_win


def _replacements(view: View, _among: Collection[int], sort: str) -> int:
    chain = view.win.replacement_chain
    return len(chain) if not sort else chain.count(Replacement(sort))


def _waits(view: View, among: Collection[int], _sort: str) -> int:
    return sum(tile.index in among for tile in view.waits)


def _winners(view: View, _among: Collection[int], _sort: str) -> int:
    return view.win.winners


def _dealer_streak(view: View, _among: Collection[int], _sort: str) -> int:
    return view.win.streak_counted


def _copies_seen(view: View, _among: Collection[int], _sort: str) -> int:
    tile = view.hand.winning
    return 0 if tile is None else view.win.visible_counts.get(tile, 0)


of_tiles("winning_tile", _winning_tile, "the winning tile is one of these", "糊牌是這些牌之一")
word(
    "won_by",
    tuple(by.value for by in WinBy),
    lambda view: view.win.by.value,
    "where the winning tile came from",
    "如何食糊",
)
flag("drawn", lambda view: view.drawn, "the winner drew the winning tile himself", "自摸")
flag(
    "concealed",
    lambda view: view.concealed,
    "nothing lies open but concealed kongs; the winning tile may be a discard",
    "門前清（暗槓不限，可出銃）",
)
flag("dealer", lambda view: view.win.is_dealer, "the winner is the dealer", "食糊者是莊家")
word("seat", _WINDS, lambda view: view.win.seat.value, "the winner's seat", "門風")
word("round", _WINDS, lambda view: view.win.round.value, "the wind of the round", "圈風")
word(
    "declared",
    ("none", *(declared.value for declared in Declared)),
    _declared,
    "how ready was declared",
    "如何報叮",
)
flag(
    "last_tile",
    lambda view: view.win.last_tile,
    "won with the last tile of the wall or the discard after it",
    "海底或河底",
)
flag("first_draw", lambda view: view.win.first_draw, "won with the winner's first draw", "第一次摸牌便食糊")
flag(
    "dealer_first_discard",
    lambda view: view.win.dealer_first_discard,
    "won on the dealer's first discard",
    "食莊家第一隻出牌",
)
flag(
    "ippatsu", lambda view: view.win.ippatsu, "won within a go-round of declaring, no call in between", "一發"
)
flag(
    "on_ready_discard",
    lambda view: view.win.on_ready_discard,
    "won on the tile with which another player declared ready",
    "食聽牌",
)
flag(
    "any_calls",
    lambda view: view.win.any_calls,
    "somebody has called a tile; where nobody says, neither true nor false holds",
    "有人上碰槓過（未說明則真假皆不成立）",
)
count(
    "discards",
    _discards,
    "tiles in the pools before the win; none of the bounds holds where it isn't told",
    "食糊前枱面的出牌數（未說明則不成立）",
)
count(
    "replacements",
    _replacements,
    "links of the unbroken chain of replacement tiles that ends in the winning tile",
    "食糊前連續補牌的次數",
    sorts=tuple(link.value for link in Replacement),
)
count("waits", _waits, "kinds of tile that the hand waited on", "聽牌種數", of="those counted")
count("winners", _winners, "players who win on this tile", "同時食糊的人數")
count(
    "dealer_streak",
    _dealer_streak,
    "hands that the dealer has held the deal beyond the first; none where he wins and forgot to mark them",
    "連莊數（莊家忘放骰子而食糊則為零）",
)
count(
    "copies_seen",
    _copies_seen,
    "copies of the winning tile that lay in sight before the win",
    "糊牌在枱面已見的隻數",
)
