from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings

from scoring import (
    KINDS,
    ORPHANS,
    Form,
    Group,
    GroupKind,
    Hand,
    Partition,
    Tile,
    completing,
    parse_tiles,
    partitions,
)
from scoring.partitions import forms_of
from tests.scoring.strategies import any_hands, close_tiles, winning_hands

# A hand, in how many ways its tiles make a standard hand, and how many partitions it has altogether: of every
# shape, with every place of the winning tile.
COUNTS = [
    ("123m 456m 789m 123p 456s E +E", 1, 1),
    ("123m 456m 789m 123p 45s EE +6s", 1, 1),
    ("111222333m 456p 999s E +E", 2, 2),
    ("111222333m 456p 99s 78p +9p", 2, 2),
    ("111222333444m EEE N +N", 3, 3),
    ("111222333444m 99s 12p +3p", 3, 3),
    ("1112345678999s 678s +7s", 1, 3),
    ("1112345678999m 456p +5m", 1, 1),
    ("6777m 345p 234s [456s] [123p] +6m", 1, 1),
    ("6777m 345p 234s [456s] [123p] +5m", 1, 1),
    ("6777m 345p 234s [456s] [123p] +8m", 1, 1),
    ("1123s 567m 456p [WWW] [678p] +1s", 1, 2),
    ("2233445m 678p 999s EEE +5m", 2, 2),
    ("345567p 45699m 45p [EEE] +6p", 1, 2),
    ("567s 567s 567s 22p 34m [567s] +5m", 2, 2),
    ("678m 678m 678m 678m 23s WW +4s", 2, 2),
    ("223344s 667788m 555p W +W", 1, 2),
    ("22m 77m 44p 99p 33s 666s 88s W +W", 0, 1),
    ("4444p 3388s 66m 22m WW FF +2m", 0, 1),
    ("11223344556677m 99s +9s", 3, 4),
    ("147m 258p 369s ESWNCFP +P", 0, 1),
    ("147m 258p 36s EESWNCFP +9s", 0, 1),
    ("147m 258p 368s ESWNCFP +P", 0, 0),
    ("19m 19p 19s ESWNCFP 567s +N", 0, 1),
    ("119m 19p 19s ESWNCFP FF +F", 0, 2),
    ("19m 19p 19s ESWNCFP 789s +9s", 0, 2),
    ("19m 19p 9s 1s ESWNCFP {5555p} +P", 0, 1),
    ("E [123m] [456p] {9999s} [CCCC] [FFF+F] +E", 1, 1),
    ("123m 456p 78s EEE NN [CCC] +1s", 0, 0),
    ("EEE SSS WWW NNN CCC F +F", 1, 1),
    ("1112223334445556p +6p", 5, 5),
    ("1122334455667m 789m +7m", 3, 6),
    ("1111222233334444m +5m", 1, 1),
    ("123456789m 1234599m +6m", 1, 1),
    ("3334445556667778s +8s", 5, 5),
    ("2345678m 2345678p 33s +5m", 0, 0),
]


def _standing(hand: Hand) -> list[Tile]:
    return sorted(hand.concealed if hand.winning is None else (*hand.concealed, hand.winning))


def _decompositions(tiles: list[Tile], *, eye: bool = False) -> set[tuple[tuple[Tile, ...], ...]]:
    """Brute force: take the lowest tile out in each of the three ways, collect what comes out as sets."""
    if not tiles:
        return {()} if eye else set()
    first = tiles[0]
    found: set[tuple[tuple[Tile, ...], ...]] = set()
    ways: list[tuple[Tile, ...]] = [(first, first, first)]
    if not eye:
        ways.append((first, first))
    if first.is_suited and first.rank < 8:
        ways.append(
            (first, Tile(f"{first.rank + 1}{first.code[1]}"), Tile(f"{first.rank + 2}{first.code[1]}"))
        )
    for way in ways:
        if not Counter(way) - Counter(tiles):
            rest = sorted((Counter(tiles) - Counter(way)).elements())
            for others in _decompositions(rest, eye=eye or len(way) == 2):
                found.add(tuple(sorted((way, *others), key=lambda group: (len(group), group))))
    return found


def _as_set(partition: Partition) -> tuple[tuple[Tile, ...], ...]:
    standing = [group.tiles for group in partition.groups if group.meld is None]
    return tuple(sorted(standing, key=lambda group: (len(group), group)))


def _is_seven_pairs(hand: Hand) -> bool:
    copies = Counter(_standing(hand)).values()
    return not hand.melds and sorted(count % 2 for count in copies).count(1) == 1 and 3 in copies


def _is_disconnected(hand: Hand) -> bool:
    tiles = Counter(_standing(hand))
    if hand.melds or sorted(tiles.values()) != [1] * 15 + [2]:
        return False
    if sum(tile.is_honour for tile in tiles) != 7:
        return False
    return all(
        one.suit is not other.suit or other.rank - one.rank >= 3
        for one, other in combinations(sorted(tile for tile in tiles if tile.is_suited), 2)
    )


def _is_orphans(hand: Hand) -> bool:
    rest = Counter(_standing(hand)) - Counter(ORPHANS)
    if any(meld.exposed for meld in hand.melds) or not set(ORPHANS) <= set(_standing(hand)):
        return False
    for double in rest:
        if double in ORPHANS:
            more = sorted((rest - Counter([double])).elements())
            if not more:
                return len(hand.melds) == 1
            if len(more) == 3 and (len(set(more)) == 1 or _is_chow(more)):
                return True
    return False


def _is_chow(tiles: list[Tile]) -> bool:
    return any(tuple(tiles) == KINDS[start : start + 3] for start in range(27) if start % 9 < 7)


@pytest.mark.parametrize(("text", "readings", "placed"), COUNTS)
def test_golden_counts(text: str, readings: int, placed: int) -> None:
    hand = Hand.parse(text)
    assert hand.problems() == ()
    found = partitions(hand)
    standard = {_as_set(partition) for partition in found if partition.form is Form.STANDARD}
    assert len(standard) == readings
    assert len(found) == placed
    assert standard == _decompositions(_standing(hand))


@settings(max_examples=150, deadline=None)
@given(close_tiles())
def test_the_oracle_finds_the_same_in_any_tiles(hand: Hand) -> None:
    found = partitions(hand)
    standard = {_as_set(partition) for partition in found if partition.form is Form.STANDARD}
    assert standard == _decompositions(_standing(hand))
    forms = {partition.form for partition in found}
    assert (Form.SEVEN_PAIRS in forms) == _is_seven_pairs(hand)
    assert (Form.DISCONNECTED in forms) == _is_disconnected(hand)
    assert (Form.ORPHANS in forms) == _is_orphans(hand)


@settings(max_examples=150, deadline=None)
@given(winning_hands())
def test_the_oracle_finds_the_same_beside_melds(hand: Hand) -> None:
    found = partitions(hand)
    standard = {_as_set(partition) for partition in found if partition.form is Form.STANDARD}
    assert standard == _decompositions(_standing(hand))
    assert standard


@settings(max_examples=150, deadline=None)
@given(winning_hands())
def test_each_tile_is_used_once_and_each_place_of_the_winning_tile_tried_once(hand: Hand) -> None:
    found = partitions(hand)
    assert len(set(found)) == len(found)
    places: dict[tuple[Form, tuple[Group, ...]], set[tuple[Tile, ...]]] = {}
    for partition in found:
        tiles = sorted(tile for group in partition.groups for tile in group.tiles)
        assert tuple(tiles) == hand.tiles
        assert partition.won is not None
        won = partition.groups[partition.won]
        assert won.meld is None
        assert hand.winning in won.tiles
        places.setdefault((partition.form, partition.groups), set()).add(won.tiles)
    for (_, groups), tried in places.items():
        assert tried == {
            group.tiles for group in groups if group.meld is None and hand.winning in group.tiles
        }


@settings(max_examples=150, deadline=None)
@given(close_tiles(14))
def test_the_oracle_finds_the_same_in_fourteen_tiles(hand: Hand) -> None:
    found = partitions(hand, forms_of(4), melds=4)
    standard = {_as_set(partition) for partition in found if partition.form is Form.STANDARD}
    assert standard == _decompositions(_standing(hand))
    pairs = all(copies % 2 == 0 for copies in Counter(_standing(hand)).values())
    assert any(partition.form is Form.PAIRS for partition in found) == pairs


@settings(max_examples=40, deadline=None)
@given(close_tiles(14))
def test_waits_of_thirteen_tiles_are_what_completes_them(hand: Hand) -> None:
    found = completing(hand, forms_of(4), melds=4)
    held = Counter(hand.concealed)
    for tile in KINDS[:34]:
        tiles = sorted((*hand.concealed, tile))
        pairs = all(copies % 2 == 0 for copies in Counter(tiles).values())
        assert (tile in found) == ((pairs or bool(_decompositions(tiles))) and held[tile] < 4)


@settings(max_examples=40, deadline=None)
@given(close_tiles())
def test_waits_of_any_tiles_are_what_completes_them(hand: Hand) -> None:
    found = completing(hand)
    held = Counter(hand.concealed)
    for tile in KINDS[:34]:
        trial = Hand(hand.concealed, winning=tile)
        completes = bool(_decompositions(_standing(trial))) or any(
            check(trial) for check in (_is_seven_pairs, _is_disconnected, _is_orphans)
        )
        assert (tile in found) == (completes and held[tile] < 4)


def test_melds_stay_as_they_are() -> None:
    hand = Hand.parse("123p 123p 999s 678s E [123p] +E")
    found = partitions(hand)
    assert all(str(partition).count("[123p]") == 1 for partition in found)
    assert not any(group.tiles == parse_tiles("111p") for partition in found for group in partition.groups)


def test_special_shapes_want_concealed_tiles() -> None:
    assert partitions(Hand.parse("22m 77m 44p 99p 33s 88s W [666s] +W")) == ()
    assert partitions(Hand.parse("19m 19p 19s ESWNCFP [567s] +N")) == ()
    assert partitions(Hand.parse("19m 19p 19s ESWNCFP [5555s] +N")) == ()


def test_four_alike_are_two_pairs() -> None:
    (found,) = partitions(Hand.parse("4444p 3388s 66m 22m WW FF +2m"))
    assert [group.kind for group in found.groups].count(GroupKind.PAIR) == 7
    assert found.won is not None
    assert found.groups[found.won].kind is GroupKind.PUNG


def test_an_opening_win_has_no_winning_tile() -> None:
    (found,) = partitions(Hand.parse("123m 456m 789m 123p 456s EE"))
    assert found.won is None


@settings(max_examples=100, deadline=None)
@given(any_hands())
def test_impossible_hands_have_no_partitions(hand: Hand) -> None:
    if hand.problems():
        assert partitions(hand) == ()


@settings(max_examples=60, deadline=None)
@given(winning_hands())
def test_waits_are_the_tiles_that_complete_the_hand(hand: Hand) -> None:
    found = completing(hand)
    held = Counter(Hand(hand.concealed, hand.melds).tiles)
    assert hand.winning in found
    for tile in KINDS[:34]:
        trial = Hand(hand.concealed, hand.melds, winning=tile)
        tiles = _standing(trial)
        completes = bool(_decompositions(tiles)) or any(
            check(trial) for check in (_is_seven_pairs, _is_disconnected, _is_orphans)
        )
        assert (tile in found) == (completes and held[tile] < 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6777m 345p 234s [456s] [123p]", "568m"),
        ("1112345678999m 456p", "123456789m"),
        ("19m 19p 19s ESWNCFP 456m", "19m 19p 19s ESWNCFP"),
        ("69m 259p 369s EESWNCFP", "123m"),
        ("4444p 3388s 66m 22m WW FF", "26m 38s WF"),
        ("23m 444m 456m 99p EEE [123s]", "17m 9p"),
        ("E [123m] [456p] {9999s} [CCCC] [FFF+F]", "E"),
        ("E [123m] [456p] [EEE] [CCCC] [FFF+F]", ""),
        ("123m 456p 78s EEE [CCC]", ""),
    ],
)
def test_waits(text: str, expected: str) -> None:
    assert completing(Hand.parse(text)) == parse_tiles(expected)
