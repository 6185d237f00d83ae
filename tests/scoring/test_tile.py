from __future__ import annotations

import pytest

from scoring import DRAGONS, FLOWERS, HONOURS, KINDS, ORPHANS, SUITED, WINDS, NotationError, Suit, Tile, Wind


def test_there_are_forty_two_kinds() -> None:
    assert len(KINDS) == len(set(KINDS)) == 42
    assert [tile.index for tile in KINDS] == list(range(42))
    assert sorted([Tile("h4"), Tile("E"), Tile("1m"), Tile("9s")]) == [
        Tile("1m"),
        Tile("9s"),
        Tile("E"),
        Tile("h4"),
    ]
    assert (len(SUITED), len(WINDS), len(DRAGONS), len(HONOURS), len(FLOWERS), len(ORPHANS)) == (
        27,
        4,
        3,
        7,
        8,
        13,
    )


@pytest.mark.parametrize("tile", KINDS, ids=str)
def test_glyphs_round_trip(tile: Tile) -> None:
    assert Tile.from_glyph(tile.glyph) is tile


@pytest.mark.parametrize(
    ("code", "glyph", "chinese", "english"),
    [
        ("5m", "🀋", "五萬", "5 of characters"),
        ("1p", "🀙", "一筒", "1 of dots"),
        ("9s", "🀘", "九索", "9 of bamboo"),
        ("N", "🀃", "北", "north wind"),
        ("C", "🀄", "中", "red dragon"),
        ("F", "🀅", "發", "green dragon"),
        ("P", "🀆", "白", "white dragon"),
        ("f1", "🀢", "梅", "plum"),
        ("f3", "🀥", "菊", "chrysanthemum"),
        ("f4", "🀤", "竹", "bamboo plant"),
        ("h4", "🀩", "冬", "winter"),
    ],
)
def test_names(code: str, glyph: str, chinese: str, english: str) -> None:
    tile = Tile(code)
    assert (tile.glyph, tile.chinese, tile.english) == (glyph, chinese, english)


@pytest.mark.parametrize("code", ["", "0m", "10m", "5x", "e", "D", "f5", "h0", "back"])
def test_codes_that_name_no_tile(code: str) -> None:
    with pytest.raises(NotationError, match="is not a tile"):
        Tile(code)


def test_the_back_is_no_kind() -> None:
    with pytest.raises(NotationError, match="none of the 42"):
        Tile.from_glyph("🀫")


def test_suits_and_ranks() -> None:
    assert [tile.rank for tile in WINDS] == [1, 2, 3, 4]
    assert {tile.suit for tile in DRAGONS} == {Suit.DRAGONS}
    assert [wind.tile for wind in Wind] == list(WINDS)
    assert [tile.code for tile in KINDS if tile.is_terminal] == ["1m", "9m", "1p", "9p", "1s", "9s"]
    assert all(tile.is_honour != tile.is_suited for tile in KINDS[:34])
