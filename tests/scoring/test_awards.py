"""Cash awards and penalties (現金獎): every row of the books, who pays whom, how often in a hand."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from scoring import (
    FLOWERS,
    POT,
    AwardClaim,
    AwardError,
    NotationError,
    RuleSet,
    Tile,
    check_claim,
    counted_as,
    pay_award,
    shipped,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from scoring.money import Amount
    from scoring.pull import Paid

SEATS = ("E", "S", "W", "N")
HKTW = RuleSet.load("hktw")
HKFAN = RuleSet.load("hkfan")
TW16 = RuleSet.load("tw16")


def _house(folder: Path, text: str, book: str = "hktw") -> RuleSet:
    path = folder / "house.toml"
    path.write_text(f'extends = "{book}"\n{text}', encoding="utf-8")
    return RuleSet.load(path)


def _won(paid: Iterable[Paid]) -> dict[str, Amount]:
    """What each party has more or less afterwards; the pot is a party."""
    found: Counter[str] = Counter()
    for one in paid:
        found[one.payee] += one.amount  # type: ignore[assignment]
        found[one.payer] -= one.amount  # type: ignore[assignment]
    return {name: amount for name, amount in found.items() if amount}


def _claim(
    award: str, player: str = "S", *, other: str | None = None, tile: Tile | None = None, nth: int = 1
) -> AwardClaim:
    return AwardClaim(award, player, other, tile, nth)


def _take(rules: RuleSet, *claims: AwardClaim) -> None:
    """Claim one after the other in one hand."""
    for place, claim in enumerate(claims):
        check_claim(claim, claims[:place], SEATS, rules)


FROM_THREE = {"S": 15, "E": -5, "W": -5, "N": -5}
TO_THREE = {"S": -15, "E": 5, "W": 5, "N": 5}
HKTW_ROWS = [
    (_claim("dice_triple", "E"), {"E": 15, "S": -5, "W": -5, "N": -5}),
    (_claim("dice_123", "E"), {"E": -15, "S": 5, "W": 5, "N": 5}),
    (_claim("mixed_flower_run_cash"), {"S": Decimal("7.5"), **dict.fromkeys("EWN", Decimal("-2.5"))}),
    (_claim("flower_set_cash"), FROM_THREE),
    (_claim("follow_discard", tile=Tile("E")), TO_THREE),
    (_claim("follow_discard_double"), {"S": -30, "E": 10, "W": 10, "N": 10}),
    (_claim("called_pung_refused"), TO_THREE),
    (_claim("concealed_kong_cash"), FROM_THREE),
    (_claim("seven_robs_one", "W", other="S"), {"W": -30, "S": 30}),
    (_claim("one_robs_seven", "W", other="S"), {"W": -30, "S": 30}),
    (_claim("concealed_kong_not_shown"), {"S": -30, "E": 10, "W": 10, "N": 10}),
    (_claim("wrong_kong"), {"S": -30, "E": 10, "W": 10, "N": 10}),
    (_claim("false_win"), {"S": -90, "E": 30, "W": 30, "N": 30}),
]
HKFAN_ROWS = [
    (_claim("dice_triple", "E"), {"E": 30, "S": -10, "W": -10, "N": -10}),
    (_claim("dice_123", "E"), {"E": -30, "S": 10, "W": 10, "N": 10}),
    (_claim("mixed_flower_run_cash"), FROM_THREE),
    (_claim("flower_set_cash"), {"S": 30, "E": -10, "W": -10, "N": -10}),
    (_claim("follow_discard", tile=Tile("5p")), {"S": -30, "E": 10, "W": 10, "N": 10}),
    (_claim("called_pung_refused"), {"S": -10, POT: 10}),
    (_claim("concealed_kong_cash"), {"S": 30, "E": -10, "W": -10, "N": -10}),
    (_claim("concealed_kong_not_shown"), {"S": -60, "E": 20, "W": 20, "N": 20}),
    (_claim("false_win"), {"S": -180, "E": 60, "W": 60, "N": 60}),
]


@pytest.mark.parametrize(("claim", "won"), HKTW_ROWS, ids=lambda value: getattr(value, "award", ""))
def test_every_award_of_hktw_at_five_a_base_and_one_a_fan(claim: AwardClaim, won: dict[str, Amount]) -> None:
    check_claim(claim, (), SEATS, HKTW)
    assert _won(pay_award(claim, SEATS, HKTW)) == won


@pytest.mark.parametrize(("claim", "won"), HKFAN_ROWS, ids=lambda value: getattr(value, "award", ""))
def test_every_award_of_hkfan_at_ten_a_base_and_two_a_fan(claim: AwardClaim, won: dict[str, Amount]) -> None:
    check_claim(claim, (), SEATS, HKFAN)
    assert _won(pay_award(claim, SEATS, HKFAN)) == won


def test_no_award_of_the_books_is_left_out_above() -> None:
    assert {claim.award for claim, _ in HKTW_ROWS} == set(HKTW.awards)
    assert {claim.award for claim, _ in HKFAN_ROWS} == set(HKFAN.awards)
    assert dict(TW16.awards) == {}


def test_a_book_without_cash_says_so() -> None:
    with pytest.raises(AwardError, match="tw16 has no award 'dice_triple'; there are none"):
        pay_award(_claim("dice_triple"), SEATS, TW16)


@pytest.mark.parametrize("system", shipped())
def test_every_award_has_names_and_a_source(system: str) -> None:
    for award in RuleSet.load(system).awards.values():
        assert award.zh
        assert award.en
        assert award.source.startswith(system)


# What is paid.


@pytest.mark.parametrize(
    ("base", "each"),
    [
        (5, "2.5"),
        (10, "5"),
        (Decimal("2.50"), "1.25"),
        (Decimal("0.000001"), "0.0000005"),
        (10**12, 5 * 10**11),
    ],
)
def test_half_a_base_is_not_rounded(base: Amount, each: Amount | str) -> None:
    paid = pay_award(_claim("mixed_flower_run_cash"), SEATS, HKTW.with_price(base, 1))
    assert [one.amount for one in paid] == [Decimal(each)] * 3


def test_a_whole_amount_is_a_whole_number() -> None:
    paid = pay_award(_claim("mixed_flower_run_cash"), SEATS, HKTW.with_price(Decimal("5.0") * 2, 1))
    assert [type(one.amount) for one in paid] == [int] * 3


def test_a_false_win_costs_fan_without_a_base() -> None:
    rules = HKTW.with_price(1000, Decimal("0.5"))
    assert [one.amount for one in pay_award(_claim("false_win"), SEATS, rules)] == [15, 15, 15]
    fewer = rules.with_policies({"false_win_fan": 20})
    assert [one.amount for one in pay_award(_claim("false_win"), SEATS, fewer)] == [10, 10, 10]


def test_who_pays_for_a_pung_not_taken_is_a_switch() -> None:
    claim = _claim("called_pung_refused")
    each = HKFAN.with_policies({"called_pung_penalty": "each"})
    assert _won(pay_award(claim, SEATS, each)) == {"S": -30, "E": 10, "W": 10, "N": 10}
    pot = HKTW.with_policies({"called_pung_penalty": "pot"})
    (paid,) = pay_award(claim, SEATS, pot)
    assert (paid.payer, paid.payee, paid.amount) == ("S", POT, 5)


def test_payments_stand_in_the_order_of_the_seats() -> None:
    assert [one.payer for one in pay_award(_claim("flower_set_cash", "W"), SEATS, HKTW)] == ["E", "S", "N"]
    assert [one.payee for one in pay_award(_claim("wrong_kong", "W"), SEATS, HKTW)] == ["E", "S", "N"]


@pytest.mark.parametrize(
    ("claim", "why", "why_zh"),
    [
        (_claim("mixed_flower_run_cash"), "一台草 Mixed flower run: 0.5 × 5", "一台草：0.5 × 5"),
        (_claim("false_win"), "詐糊 False win: 30 × 1", "詐糊：30 × 1"),
        (_claim("follow_discard", tile=Tile("E")), "追 Followed discard E: 1 × 5", "追（東）：1 × 5"),
        (
            _claim("follow_discard", tile=Tile("5p")),
            "追兩底 Followed discard (double) 5p: 2 × 5",
            "追兩底（五筒）：2 × 5",
        ),
    ],
)
def test_every_payment_says_why_and_how_it_adds_up(claim: AwardClaim, why: str, why_zh: str) -> None:
    for paid in pay_award(claim, SEATS, HKTW):
        assert (paid.why, paid.why_zh) == (why, why_zh)


# A followed discard (追).


@pytest.mark.parametrize("tile", ["E", "S", "W", "N", "C", "F", "P", "1m", "9p", "1s"])
def test_a_followed_honour_or_terminal_costs_one_base_in_hktw_and_two_when_followed_again(tile: str) -> None:
    assert counted_as(_claim("follow_discard", tile=Tile(tile)), HKTW).bases == 1
    assert counted_as(_claim("follow_discard", tile=Tile(tile), nth=2), HKTW).bases == 2
    assert counted_as(_claim("follow_discard", tile=Tile(tile), nth=3), HKTW).bases == 2


@pytest.mark.parametrize("tile", ["2m", "5p", "8s"])
def test_a_followed_simple_costs_two_bases_in_hktw(tile: str) -> None:
    assert counted_as(_claim("follow_discard", tile=Tile(tile)), HKTW).id == "follow_discard_double"


@pytest.mark.parametrize(("tile", "nth"), [("5p", 1), ("5p", 2), ("E", 1), ("1m", 3), (None, 1)])
def test_any_followed_tile_costs_one_base_in_hkfan(tile: str | None, nth: int) -> None:
    claim = _claim("follow_discard", tile=Tile(tile) if tile else None, nth=nth)
    check_claim(claim, (), SEATS, HKFAN)
    assert counted_as(claim, HKFAN).bases == 1


def test_the_double_award_may_be_claimed_by_name_where_it_is_one() -> None:
    for tile, nth in (("5p", 1), ("E", 2)):
        claim = _claim("follow_discard_double", tile=Tile(tile), nth=nth)
        assert [one.amount for one in pay_award(claim, SEATS, HKTW)] == [10, 10, 10]
    with pytest.raises(AwardError, match="E followed once is 追 Followed discard, not 追兩底"):
        pay_award(_claim("follow_discard_double", tile=Tile("E")), SEATS, HKTW)


# How often in a hand, and in which order.


def test_hktw_pays_each_award_for_flowers_once_a_hand_and_player() -> None:
    run, series = _claim("mixed_flower_run_cash"), _claim("flower_set_cash")
    _take(HKTW, run, series)
    for again in (run, series):
        with pytest.raises(AwardError, match=r"S has had .* in this hand, and it is paid once a hand"):
            _take(HKTW, run, series, again)


def test_hktw_still_pays_a_mixed_run_after_a_set() -> None:
    _take(HKTW, _claim("flower_set_cash"), _claim("mixed_flower_run_cash"))


def test_hkfan_pays_mixed_runs_again_until_a_set_ends_them() -> None:
    run, series = _claim("mixed_flower_run_cash"), _claim("flower_set_cash")
    _take(HKFAN, run, run)
    _take(HKFAN, run, series)
    with pytest.raises(AwardError, match=r"S has had 一台花 .* in this hand, which ends 一台草"):
        _take(HKFAN, series, run)


def test_whether_a_mixed_run_is_paid_again_is_a_switch() -> None:
    run = _claim("mixed_flower_run_cash")
    _take(HKTW.with_policies({"mixed_run_repeats": True}), run, run)
    with pytest.raises(AwardError, match="once a hand"):
        _take(HKFAN.with_policies({"mixed_run_repeats": False}), run, run)


def test_once_a_hand_is_for_each_player() -> None:
    _take(HKTW, _claim("flower_set_cash", "S"), _claim("flower_set_cash", "N"))


def test_kongs_and_penalties_are_paid_as_often_as_they_happen() -> None:
    for award in ("concealed_kong_cash", "called_pung_refused", "false_win", "concealed_kong_not_shown"):
        _take(HKTW, *[_claim(award)] * 3)
        _take(HKFAN, *[_claim(award)] * 3)


@pytest.mark.parametrize("rules", [HKTW, HKFAN], ids=lambda rules: rules.id)
def test_the_dealer_throws_the_dice_once(rules: RuleSet) -> None:
    triple, low = _claim("dice_triple", "E"), _claim("dice_123", "E")
    assert rules.awards["dice_triple"].dealer
    assert rules.awards["dice_123"].dealer
    with pytest.raises(AwardError, match="once a hand"):
        _take(rules, triple, triple)
    with pytest.raises(AwardError, match="which ends 一二三"):
        _take(rules, triple, low)
    with pytest.raises(AwardError, match="which ends 圍骰"):
        _take(rules, low, triple)


def _can_make(owners: dict[Tile, str]) -> dict[str, tuple[int, int]]:
    """How many mixed runs apart, and how many series, each player can make of the flowers he has."""
    found = {}
    for player in set(owners.values()):
        held = [tile for tile in FLOWERS if owners[tile] == player]
        series = sum(all(tile in held for tile in FLOWERS[start : start + 4]) for start in (0, 4))
        numbers = {tile.rank for tile in held} == {1, 2, 3, 4}
        mixed = (2 if len(held) == 8 else 1) if numbers and len({tile.suit for tile in held}) == 2 else 0
        found[player] = (mixed, series)
    return found


def test_eight_flowers_make_what_is_accepted_and_nothing_else(tmp_path: Path) -> None:
    rules = _house(tmp_path, "[awards.flower_set_cash]\nends = []\n", "hkfan")
    players = ("E", "S", "W")
    counts = list(product(range(4), repeat=2))
    made = set()
    for owners in product((*players, "nobody"), repeat=8):
        each = _can_make(dict(zip(FLOWERS, owners, strict=True)))
        made.add(tuple(each.get(player, (0, 0)) for player in players))
    wanted = {
        asked
        for asked in product(counts, repeat=3)
        if any(
            all(
                few <= most
                for one, two in zip(asked, can, strict=True)
                for few, most in zip(one, two, strict=True)
            )
            for can in made
        )
    }
    accepted = set()
    for asked in product(counts, repeat=3):
        claims = [
            _claim(award, player)
            for player, (mixed, series) in zip(players, asked, strict=True)
            for award in ["mixed_flower_run_cash"] * mixed + ["flower_set_cash"] * series
        ]
        try:
            _take(rules, *claims)
        except AwardError:
            continue
        accepted.add(asked)
    assert accepted == wanted


def test_what_eight_flowers_cannot_make_says_what_was_claimed() -> None:
    with pytest.raises(AwardError) as caught:
        _take(HKTW, _claim("flower_set_cash", "E"), _claim("mixed_flower_run_cash", "S"))
    assert str(caught.value) == (
        "the eight flowers can't make 一台草 Mixed flower run of S beside 一台花 Flower set of E"
    ), caught.value


def test_seven_flowers_and_the_last_are_claimed_once_and_leave_nobody_else_a_run() -> None:
    robs = _claim("seven_robs_one", "E", other="S")
    robbed = _claim("one_robs_seven", "S", other="E")
    runs = [_claim("mixed_flower_run_cash", "S"), _claim("flower_set_cash", "S")]
    for seven in (robs, robbed):
        # South has seven.
        _take(HKTW, *runs, seven)
        _take(HKTW, seven, *runs)
        for player in ("E", "W"):
            for award in ("mixed_flower_run_cash", "flower_set_cash"):
                for claims in ((seven, _claim(award, player)), (_claim(award, player), seven)):
                    with pytest.raises(AwardError, match="eight flowers can't make"):
                        _take(HKTW, *claims)
    for claims in ((robs, robbed), (robs, _claim("seven_robs_one", "W", other="N")), (robbed, robbed)):
        with pytest.raises(AwardError, match="eight flowers can't make"):
            _take(HKTW, *claims)


# What can't be claimed.


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (_claim("flower_set"), "hktw has no award 'flower_set'; did you mean 'flower_set_cash'?"),
        (_claim("flower_set_cash", "X"), "X isn't at the table; there are E, N, S, W"),
        (_claim("seven_robs_one", other="X"), "X isn't at the table"),
        (_claim("seven_robs_one"), "is between two: name the player whom S pays"),
        (_claim("one_robs_seven", other="S"), "S can't pay himself"),
        (_claim("flower_set_cash", other="E"), "has no second player; leave E out"),
        (_claim("called_pung_refused", other="E"), "has no second player"),
        (_claim("follow_discard"), "is paid by the tile; name the tile"),
        (_claim("follow_discard", tile=Tile("f1")), "f1 is a flower, which nobody discards"),
        (_claim("concealed_kong_cash", tile=Tile("5p")), "is about no discard"),
        (_claim("concealed_kong_cash", nth=2), "is about no discard"),
    ],
)
def test_a_claim_that_cannot_be_is_refused_and_says_why(claim: AwardClaim, words: str) -> None:
    for refuse in (lambda: check_claim(claim, (), SEATS, HKTW), lambda: pay_award(claim, SEATS, HKTW)):
        with pytest.raises(AwardError) as caught:
            refuse()
        assert words in str(caught.value)


@pytest.mark.parametrize("nth", [0, -1, True, 1.0, "2", None])
def test_a_discard_is_followed_a_whole_number_of_times(nth: object) -> None:
    with pytest.raises(AwardError, match="followed the first time or a later one"):
        AwardClaim("follow_discard", "S", nth=nth)  # type: ignore[arg-type]


def test_players_go_by_their_names() -> None:
    names = ("Ah Ming", "Siu Fong", "Uncle Bo", "May")
    paid = pay_award(_claim("concealed_kong_cash", "May"), names, HKTW)
    assert _won(paid) == {"May": 15, "Ah Ming": -5, "Siu Fong": -5, "Uncle Bo": -5}


# Claims in and out.


@pytest.mark.parametrize("claim", [claim for claim, _ in HKTW_ROWS] + [_claim("x", tile=Tile("E"), nth=4)])
def test_a_claim_comes_back_as_it_was_written(claim: AwardClaim) -> None:
    assert AwardClaim.from_dict(claim.export()) == claim


def test_a_claim_may_be_short() -> None:
    assert AwardClaim.from_dict({"award": "false_win", "player": "S"}) == _claim("false_win")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"player": "S"}, "award of an award"),
        ({"award": "false_win"}, "player of an award"),
        ({"award": "false_win", "player": 3}, "player of an award is a text, not 3"),
        ({"award": "false_win", "player": "S", "other": 3}, "other of an award"),
        ({"award": "false_win", "player": "S", "tile": 3}, "tile of an award"),
        ({"award": "false_win", "player": "S", "nth": "2"}, "followed the first time"),
    ],
)
def test_what_is_no_claim_is_refused(data: dict[str, Any], words: str) -> None:
    with pytest.raises(AwardError) as caught:
        AwardClaim.from_dict(data)
    assert words in str(caught.value)


def test_a_claim_with_a_tile_that_is_none() -> None:
    with pytest.raises(NotationError, match="is not a tile"):
        AwardClaim.from_dict({"award": "follow_discard", "player": "S", "tile": "X"})
