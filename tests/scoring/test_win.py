from __future__ import annotations

from typing import Any

import pytest

from scoring import Declared, FlowerWin, Replacement, Tile, Win, WinBy, Wind, WinError


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"by": WinBy.DISCARD}, "needs a discarder"),
        ({"discarder": Wind.WEST}, "has no discarder"),
        ({"by": WinBy.DISCARD, "seat": Wind.WEST, "discarder": Wind.WEST}, "winner and discarder"),
        ({"dealer_streak": -1}, "negative"),
        ({"winners": 2}, "only a discard"),
        ({"by": WinBy.DISCARD, "discarder": Wind.WEST, "winners": 4}, "1 to 3 winners"),
        ({"ippatsu": True}, "needs a declared ready"),
        ({"on_ready_discard": True}, "needs a discard"),
        (
            {"by": WinBy.DISCARD, "discarder": Wind.WEST, "replacement_chain": (Replacement.KONG,)},
            "ends in a self-draw",
        ),
        ({"kong_feeder": Wind.WEST}, "needs a kong"),
        ({"kong_feeder": Wind.SOUTH, "replacement_chain": (Replacement.KONG,)}, "feed a kong to itself"),
        ({"robbed_kong_on_kong": True}, "rob_kong"),
        ({"by": WinBy.HEAVENLY}, "the dealer's"),
        ({"by": WinBy.HEAVENLY, "seat": Wind.EAST, "declared": Declared.READY}, "before anybody"),
        ({"by": WinBy.DISCARD, "discarder": Wind.WEST, "dealer_first_discard": True}, "by the dealer"),
        (
            {"by": WinBy.DISCARD, "discarder": Wind.EAST, "dealer_first_discard": True, "last_tile": True},
            "last tile",
        ),
        (
            {
                "by": WinBy.DISCARD,
                "discarder": Wind.EAST,
                "dealer_first_discard": True,
                "discards_before_win": 3,
            },
            "pools are empty",
        ),
        ({"last_tile": True, "discards_before_win": 10}, "isn't reached with 10"),
        ({"by": WinBy.HEAVENLY, "seat": Wind.EAST, "discards_before_win": 1}, "before the first discard"),
        (
            {
                "by": WinBy.HEAVENLY,
                "seat": Wind.EAST,
                "replacement_chain": (Replacement.KONG,),
                "kong_feeder": Wind.WEST,
            },
            "fed to a kong",
        ),
        ({"ready_losers": (Wind.EAST, Wind.SOUTH)}, "S wins and isn't among the ready_losers"),
        ({"by": WinBy.HEAVENLY, "seat": Wind.EAST, "any_calls": True}, "first call"),
        (
            {
                "any_calls": False,
                "replacement_chain": (Replacement.KONG,),
                "kong_feeder": Wind.WEST,
            },
            "kong_feeder's discard",
        ),
        ({"by": WinBy.ROB_KONG, "discarder": Wind.WEST, "any_calls": False}, "called pung"),
        ({"discards_before_win": 81}, "no more than 80"),
        ({"first_draw": True, "any_calls": False, "discards_before_win": 4}, "three discards"),
        (
            {"declared": Declared.READY, "any_calls": False, "discards_before_win": 0},
            "declares ready",
        ),
        ({"visible_counts": {Tile("1m"): 5}}, "5 times"),
        ({"by": WinBy.FLOWERS}, "flower_win"),
        ({"by": WinBy.DISCARD, "discarder": Wind.WEST, "flower_win": FlowerWin.EIGHT}, "comes with"),
        ({"previous_round_multi_ron": 1}, "2 or 3"),
        ({"by": WinBy.DISCARD, "discarder": Wind.WEST, "first_draw": True}, "self-draw"),
    ],
)
def test_contradictions_are_refused(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(WinError, match=says):
        Win(**fields)


def test_every_contradiction_is_named_at_once() -> None:
    with pytest.raises(WinError) as caught:
        Win(discarder=Wind.WEST, ippatsu=True, dealer_streak=-1)
    assert len(str(caught.value).split("; ")) >= 3


def test_who_had_declared_ready_is_kept_in_the_order_of_the_seats_and_once() -> None:
    told = Win(ready_losers=(Wind.NORTH, Wind.EAST, Wind.NORTH))
    assert told.ready_losers == (Wind.EAST, Wind.NORTH)
    assert told == Win(ready_losers=(Wind.EAST, Wind.NORTH))


@pytest.mark.parametrize(
    ("win", "streak", "involved"),
    [
        (Win(), 0, False),
        (Win(seat=Wind.EAST), 0, True),
        (Win(seat=Wind.EAST, dealer_streak=2), 2, True),
        (Win(seat=Wind.EAST, dealer_streak=2, dice_forgotten=True), 0, True),
        (Win(by=WinBy.DISCARD, discarder=Wind.EAST, dealer_streak=2, dice_forgotten=True), 2, True),
        (Win(by=WinBy.DISCARD, discarder=Wind.WEST, dealer_streak=2), 2, False),
    ],
)
def test_the_dealer(win: Win, streak: int, *, involved: bool) -> None:
    assert win.streak_counted == streak
    assert win.dealer_is_involved is involved
