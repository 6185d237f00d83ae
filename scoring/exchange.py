"""Hands as JSON lines: the exchange format of cases in and results out.

A case has the keys ``system`` (a rule set that ships, or a path), ``switches``, ``tiles`` (concealed tiles
without the winning tile), ``melds`` (``{"type", "tiles"}``), ``flowers``, ``win`` (``tile``, ``by``,
``from``), ``circumstances`` and ``price`` (``base``, ``per``); only ``tiles`` and ``win`` must be there. A
result has ``id``, ``win``, ``items``, ``total``, ``bases``, ``dealer_share_extra``, ``payments``,
``waits``, ``reading`` and ``error``; a hand that doesn't win has ``why``.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scoring.errors import NotationError, WinError
from scoring.hand import Hand
from scoring.jsonlines import (
    answer_lines,
    read_flag,
    read_list,
    read_name,
    read_number,
    read_object,
    read_rules,
    read_text,
    read_word,
    shown,
)
from scoring.meld import Meld, MeldKind
from scoring.money import write_amount
from scoring.notation import parse_tiles
from scoring.payment import pay
from scoring.score import score
from scoring.tile import Tile
from scoring.win import Declared, FlowerWin, Replacement, Win, WinBy, Wind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scoring.payment import Payments
    from scoring.ruleset import RuleSet
    from scoring.sheet import ScoreSheet

__all__ = ["read_case", "read_win", "result_of", "score_case", "score_lines"]

_Word = TypeVar("_Word", bound=Enum)

_FLAGS: Final = (
    "dice_forgotten",
    "ippatsu",
    "on_ready_discard",
    "last_tile",
    "robbed_kong_on_kong",
    "robbed_concealed_kong",
    "dealer_first_discard",
    "first_draw",
    "table_drew_no_flowers",
)
_NUMBERS: Final = ("dealer_streak", "winners", "previous_round_multi_ron", "discards_before_win")
_NEEDS_TILE: Final = (WinBy.DISCARD.value, WinBy.SELF_DRAW.value, WinBy.ROB_KONG.value)
_OTHERS: Final = frozenset(
    {
        "seat",
        "round",
        "dealer",
        "discarder",
        "declared",
        "replacement_chain",
        "kong_feeder",
        "any_calls",
        "heavenly",
        "visible_counts",
        "flower_win",
        "ready_losers",
    }
)


def score_lines(lines: Iterable[str | bytes]) -> Iterator[dict[str, Any]]:
    """Score cases, one JSON object a line, and give one result for each in order.

    Empty lines are passed over. A line that can't be read or scored gives a result whose ``error`` says
    why; the others are not touched by it. Lines of bytes are UTF-8, those that aren't are bad lines too.
    """
    loaded: dict[str, RuleSet] = {}
    return answer_lines(lines, lambda case: score_case(case, loaded), _failure)


def score_case(case: Mapping[str, Any], loaded: dict[str, RuleSet] | None = None) -> dict[str, Any]:
    """Score one case and give its result.

    Args:
        case: a case of the exchange format.
        loaded: rule sets by name, kept from case to case.

    Raises:
        ScoringError: the case can't be read or scored.
    """
    hand, win, rules = read_case(case, loaded)
    name = read_name(case)
    sheet = score(hand, win, rules)
    return result_of(sheet, pay(sheet, win, rules), name)


def result_of(sheet: ScoreSheet, payments: Payments, name: object = None) -> dict[str, Any]:
    """Write a sheet and its payments as a result of the exchange format."""
    result: dict[str, Any] = {
        "id": name,
        "win": sheet.win,
        "items": sheet.items,
        "total": sheet.total if sheet.win else None,
        "bases": sheet.bases,
        "dealer_share_extra": sheet.dealer_share_items,
        "payments": {payer.value: write_amount(amount) for payer, amount in payments.by_payer.items()},
        "waits": [tile.code for tile in sheet.waits],
        "reading": sheet.reading,
        "error": None,
    }
    if not sheet.win:
        result["why"] = sheet.why
    return result


def read_case(case: Mapping[str, Any], loaded: dict[str, RuleSet] | None = None) -> tuple[Hand, Win, RuleSet]:
    """Read a case of the exchange format.

    Keys that hold expectations (``expected…``, ``title`` and the like) are passed over.

    Raises:
        ScoringError: a key is missing or holds what it can't.
    """
    if not isinstance(case, dict):
        raise NotationError(f"a case is a JSON object, not {shown(case)}")
    circumstances = read_object(case.get("circumstances", {}), "circumstances")
    given = read_object(case.get("win"), "win")
    by_flowers = circumstances.get("flower_win") is not None
    if given.get("tile") is None and given.get("by") in _NEEDS_TILE and not by_flowers:
        raise WinError(f"win.tile: a win by {given['by']} names the tile that won")
    return (
        _hand(case, given),
        read_win(given, circumstances),
        read_rules(case, loaded if loaded is not None else {}),
    )


def _failure(name: object, reason: str) -> dict[str, Any]:
    return {
        "id": name,
        "win": False,
        "items": {},
        "total": None,
        "bases": 0,
        "dealer_share_extra": {},
        "payments": {},
        "waits": [],
        "reading": "",
        "error": reason,
    }


def _hand(case: Mapping[str, Any], given: Mapping[str, Any]) -> Hand:
    melds = []
    for item in read_list(case.get("melds", []), "melds"):
        meld = read_object(item, "melds")
        kind = read_word(MeldKind, meld.get("type"), "melds: type")
        melds.append(Meld(kind, parse_tiles(read_text(meld.get("tiles"), "melds: tiles"))))
    flowers = tuple(
        Tile(read_text(code, "flowers")) for code in read_list(case.get("flowers", []), "flowers")
    )
    winning = given.get("tile")
    return Hand(
        parse_tiles(read_text(case.get("tiles"), "tiles")),
        tuple(melds),
        flowers,
        None if winning is None else Tile(read_text(winning, "win.tile")),
    )


def read_win(given: Mapping[str, Any], circumstances: Mapping[str, Any]) -> Win:
    """Read the circumstances of a win from a case's ``win`` and ``circumstances``.

    A circumstance that is null counts as not told.

    Raises:
        ScoringError: a key isn't known or holds what it can't.

    >>> read_win({"by": "discard", "from": "W"}, {"seat": "N"}).seat
    <Wind.NORTH: 'N'>
    """
    circumstances = {key: value for key, value in circumstances.items() if value is not None}
    unknown = set(circumstances) - set(_FLAGS) - set(_NUMBERS) - _OTHERS
    if unknown:
        raise WinError(f"circumstances: there is no key {', '.join(sorted(unknown))}")
    fields: dict[str, Any] = {}
    for key in _FLAGS:
        if key in circumstances:
            fields[key] = read_flag(circumstances[key], key)
    for key in _NUMBERS:
        if key in circumstances:
            fields[key] = read_number(circumstances[key], key)
    by = read_word(WinBy, given.get("by"), "win.by")
    seat = _wind(circumstances.get("seat", "S"), "seat")
    named = _optional(Wind, circumstances.get("discarder"), "discarder")
    discarder = _optional(Wind, given.get("from"), "win.from") or named
    if named is not None and discarder is not None and named is not discarder:
        raise WinError(f"win.from says {discarder.value}, circumstances.discarder says {named.value}")
    heavenly = by is WinBy.HEAVENLY
    if read_flag(circumstances.get("heavenly", heavenly), "heavenly") is not heavenly:
        raise WinError(f"heavenly contradicts a win by {by.value}")
    calls = circumstances.get("any_calls")
    feeder = circumstances.get("kong_feeder")
    return Win(
        by=by,
        seat=seat,
        round=_wind(circumstances.get("round", "E"), "round"),
        discarder=discarder,
        dealer=_dealer(seat, circumstances.get("dealer")),
        declared=_optional(Declared, circumstances.get("declared"), "declared"),
        replacement_chain=tuple(
            read_word(Replacement, item, "replacement_chain")
            for item in read_list(circumstances.get("replacement_chain", []), "replacement_chain")
        ),
        kong_feeder=None if feeder is None else _wind(feeder, "kong_feeder"),
        any_calls=None if calls is None else read_flag(calls, "any_calls"),
        visible_counts={
            Tile(code): read_number(copies, "visible_counts")
            for code, copies in read_object(circumstances.get("visible_counts", {}), "visible_counts").items()
        },
        flower_win=_optional(FlowerWin, circumstances.get("flower_win"), "flower_win"),
        ready_losers=tuple(
            _wind(seat, "ready_losers")
            for seat in read_list(circumstances.get("ready_losers", []), "ready_losers")
        ),
        **fields,
    )


def _dealer(seat: Wind, winner_deals: object) -> Wind:
    """Give the dealer's seat: East, unless the winner is said to be the dealer."""
    if winner_deals is None:
        return Wind.EAST
    if read_flag(winner_deals, "dealer"):
        return seat
    if seat is Wind.EAST:
        raise WinError("dealer is false, but the winner sits East, who deals")
    return Wind.EAST


def _wind(value: object, where: str) -> Wind:
    return read_word(Wind, value, where)


def _optional(kind: type[_Word], value: object, where: str) -> _Word | None:
    return None if value is None else read_word(kind, value, where)
