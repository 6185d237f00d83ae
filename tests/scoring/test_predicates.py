"""Rows that a house composes from predicates, each with hands that show it and hands that don't."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    PREDICATES,
    TILE_WORDS,
    Declared,
    Hand,
    Replacement,
    RuleSet,
    Tile,
    Win,
    WinBy,
    Wind,
    check_rules,
    score,
)
from tests.scoring.strategies import winning_hands, wins

EAST, SOUTH, WEST, NORTH = Wind
ROW = 'zh = "我"\nen = "Mine"\nsection = "家規"\nsource = "our table"\n'
RON = Win(by=WinBy.DISCARD, discarder=WEST)
DRAWN = Win()


def _file(folder: Path, row: str, more: str = "") -> Path:
    path = folder / "house.toml"
    path.write_text(f'extends = "hktw"\n[patterns.mine]\n{ROW}{row}\n{more}', encoding="utf-8")
    return path


def _fan(folder: Path, row: str, hand: str, win: Win = RON, more: str = "") -> int | None:
    """What the house's row is worth in a hand; `None` where it doesn't count."""
    rules = RuleSet.load(_file(folder, row, more))
    sheet = score(Hand.parse(hand), win, rules)
    assert sheet.win, sheet.why
    return sheet.items.get("mine")


def _there(folder: Path, where: str, hand: str, win: Win = RON) -> bool:
    return _fan(folder, f"value = 7\nwhere = {where}", hand, win) == 7


GREEN = "234s 666s 888s 2s [FFF] [444s] +2s"
MIXED = "567m 67p 345s WW [234p] [888s] f1 h3 +8p"
KONGS = "234m 55p 67s {1111m} [9999p] [EEE+E] f2 +8s"
PUNGS = "111m 444p 77s CC [EEE] [222p] +C"
PAIRS = "1122m 4466p 88s EE CC 99p +9p"
ORPHANS = "19m 19p 19s ESWNCFP 234m +1m"


@pytest.mark.parametrize(
    ("where", "hand", "near"),
    [
        # Tiles, whatever groups they make.
        ('{ only_tiles = "23468s F" }', GREEN, MIXED),
        ('{ only_tiles = "bamboo dragons" }', GREEN, MIXED),
        ('{ has_tiles = "8m 222p" }', "678m 444p 77s CC [EEE] [222p] +C", PUNGS),
        ('{ has_tiles = "f1 h3" }', MIXED, KONGS),
        ('{ no_tiles = "suited" }', "SSS WWW NNN E [FFF] [PPP] +E", MIXED),
        ('{ no_tiles = "seat_flowers" }', MIXED, KONGS),
        ('{ tiles = { of = "E C", at_least = 6 } }', PUNGS, KONGS),
        ('{ tiles = { of = "1m", exactly = 4 } }', KONGS, PUNGS),
        ("{ kinds = { at_most = 7 } }", PUNGS, MIXED),
        ('{ kinds = { sort = "two", of = "honours", exactly = 2 } }', PAIRS, MIXED),
        ('{ kinds = { sort = "three", exactly = 5 } }', PUNGS, MIXED),
        ('{ kinds = { sort = "four", at_least = 3 } }', KONGS, PUNGS),
        ("{ suits = 1 }", GREEN, MIXED),
        ('{ suits = { of = "simples", exactly = 2 } }', PUNGS, KONGS),
        ("{ numbers = { at_most = 4 } }", PUNGS, MIXED),
        ("{ flowers = 2 }", MIXED, KONGS),
        ('{ flowers = "plants", none = [{ flowers = "seasons" }] }', KONGS, MIXED),
        # Groups.
        ("{ chows = 4 }", MIXED, KONGS),
        ('{ chows = { of = "123456s", exactly = 1 } }', MIXED, KONGS),
        ("{ pungs = 5 }", PUNGS, MIXED),
        ('{ pungs = "seat_wind" }', "234m 67p 345s WW [SSS] [888s] +8p", PUNGS),
        ('{ pungs = "round_wind" }', PUNGS, MIXED),
        ("{ concealed_pungs = { exactly = 2 } }", PUNGS, MIXED),
        ("{ kongs = 3 }", KONGS, PUNGS),
        ('{ kongs = { sort = "concealed", of = "terminals" } }', KONGS, PUNGS),
        ('{ kongs = { sort = "added" }, all = [{ kongs = { sort = "exposed" } }] }', KONGS, PUNGS),
        ("{ pairs = { at_least = 7 } }", PAIRS, MIXED),
        ('{ eye = "258m 258p 258s" }', KONGS, MIXED),
        ('{ eye = "winning" }', "567m 678p 345s W [234p] [888s] +W", MIXED),
        ('{ every_group_has = "orphans" }', "123m 789p 11s EE [999s] [CCC] +E", MIXED),
        ('{ groups_with = { of = "honours", at_least = 2 } }', PUNGS, MIXED),
        ('{ groups = { of = "23456m 23456p 23456s", exactly = 2 } }', MIXED, GREEN),
        ('{ open_melds = { sort = "chow" } }', MIXED, PUNGS),
        ("{ open_melds = 2, none = [{ open_melds = { sort = 'kong' } }] }", MIXED, KONGS),
        ('{ form = ["seven_pairs_pung", "thirteen_orphans"] }', PAIRS, MIXED),
        ('{ filled = "side" }', MIXED, PUNGS),
        ('{ filled = "pung" }', PUNGS, MIXED),
        ('{ filled = "edge" }', "567m 12p 345s WW [234p] [888s] +3p", MIXED),
        ('{ filled = "middle" }', "567m 24p 345s WW [234p] [888s] +3p", MIXED),
        ('{ filled = "eye" }', "567m 678p 345s W [234p] [888s] +W", MIXED),
        ('{ winning_tile = "8p 8s" }', MIXED, PUNGS),
        # The waits, and other rows of the set.
        ("{ waits = 2 }", MIXED, "567m 24p 345s WW [234p] [888s] +3p"),
        ('{ waits = "C" }', PUNGS, MIXED),
        ('{ row = "half_flush" }', "123s 789s 22s EE [999s] [CCC] +E", MIXED),
        ('{ row = "all_pungs", none = [{ row = "full_flush" }] }', PUNGS, GREEN),
        # Nesting.
        (
            '{ any = [{ only_tiles = "23468s F" }, { all = [{ suits = 3 }, { eye = "winds" }] }] }',
            MIXED,
            PUNGS,
        ),
        ("{ none = [{ concealed = true }, { kongs = { at_least = 1 } }], suits = 3 }", MIXED, KONGS),
    ],
)
def test_a_composed_row_is_there_or_not(tmp_path: Path, where: str, hand: str, near: str) -> None:
    assert _there(tmp_path, where, hand)
    assert not _there(tmp_path, where, near)


@pytest.mark.parametrize(
    ("where", "win", "near"),
    [
        ('{ won_by = "discard" }', RON, DRAWN),
        ('{ won_by = ["rob_kong", "heavenly"] }', Win(by=WinBy.ROB_KONG, discarder=NORTH), RON),
        ("{ drawn = true }", DRAWN, RON),
        ("{ drawn = false, dealer = false }", RON, DRAWN),
        ("{ dealer = true }", Win(seat=EAST), DRAWN),
        ('{ seat = ["W", "N"] }', Win(seat=NORTH), DRAWN),
        ('{ round = "S" }', Win(round=SOUTH), DRAWN),
        ('{ declared = "ready" }', Win(declared=Declared.READY), DRAWN),
        ('{ declared = "none" }', DRAWN, Win(declared=Declared.READY)),
        ("{ last_tile = true }", Win(last_tile=True), DRAWN),
        ("{ first_draw = true }", Win(first_draw=True), DRAWN),
        ("{ ippatsu = true }", Win(declared=Declared.READY, ippatsu=True), DRAWN),
        ("{ on_ready_discard = true }", Win(by=WinBy.DISCARD, discarder=WEST, on_ready_discard=True), RON),
        ("{ any_calls = true }", Win(any_calls=True), DRAWN),
        ("{ discards = { at_most = 5 } }", Win(discards_before_win=5), Win(discards_before_win=6)),
        ("{ discards = { at_most = 5 } }", Win(discards_before_win=0), DRAWN),
        (
            '{ replacements = { sort = "flower", at_least = 2 } }',
            Win(replacement_chain=(Replacement.FLOWER,) * 2),
            Win(replacement_chain=(Replacement.FLOWER,)),
        ),
        ("{ replacements = {} }", Win(replacement_chain=(Replacement.FLOWER,)), DRAWN),
        ("{ winners = 2 }", Win(by=WinBy.DISCARD, discarder=WEST, winners=2), RON),
        ("{ dealer_streak = { at_least = 3 } }", Win(dealer_streak=3), Win(dealer_streak=2)),
        ("{ copies_seen = 3 }", Win(visible_counts={Tile("8p"): 3}), DRAWN),
    ],
)
def test_how_the_hand_was_won(tmp_path: Path, where: str, win: Win, near: Win) -> None:
    assert _there(tmp_path, where, MIXED, win)
    assert not _there(tmp_path, where, MIXED, near)


def test_the_dealers_first_discard(tmp_path: Path) -> None:
    concealed = "567m 678p 345s WW 67s 888m +8s"
    win = Win(by=WinBy.DISCARD, discarder=EAST, dealer_first_discard=True)
    assert _there(tmp_path, "{ dealer_first_discard = true }", concealed, win)
    assert not _there(tmp_path, "{ dealer_first_discard = true }", concealed, RON)


def test_a_hand_without_a_winning_tile_filled_nothing(tmp_path: Path) -> None:
    heavenly = Win(by=WinBy.HEAVENLY, seat=EAST)
    hand = "567m 678p 345s WW 234p 888s"
    assert not _there(tmp_path, '{ filled = ["side", "eye", "pung"] }', hand, heavenly)
    assert not _there(
        tmp_path, '{ any = [{ winning_tile = "suited" }, { has_tiles = "P" }] }', hand, heavenly
    )
    assert _there(tmp_path, "{ waits = 0, copies_seen = 0 }", hand, heavenly)


def test_special_shapes_are_filled_too(tmp_path: Path) -> None:
    assert _there(tmp_path, '{ filled = "pung" }', PAIRS)
    assert _there(tmp_path, '{ filled = ["pair", "side"] }', ORPHANS)


def test_each_kong_beyond_the_first_is_data(tmp_path: Path) -> None:
    row = 'formula = "2n-2"\nwhere = { kongs = { at_least = 2 } }\nn = "kongs"'
    assert _fan(tmp_path, row, KONGS) == 4
    assert _fan(tmp_path, row, "234m 55p 678s 67s {1111m} [9999p] +8s") == 2
    assert _fan(tmp_path, row, "234m 55p 678s 678s 67s {1111m} +8s") is None


def test_a_table_by_count(tmp_path: Path) -> None:
    row = 'by_count = { 1 = 3, 2 = 8 }\nwhere = { suits = 3 }\nn = { flowers = "plants" }'
    assert _fan(tmp_path, row, "567m 67p 345s WW [234p] [888s] f1 +8p") == 3
    assert _fan(tmp_path, row, "567m 67p 345s WW [234p] [888s] f124 +8p") == 8
    assert _fan(tmp_path, row, "567m 67p 345s WW [234p] [888s] +8p") is None


def test_what_is_counted_may_be_unknown(tmp_path: Path) -> None:
    row = 'formula = "1n+1"\nwhere = { suits = 3 }\nn = "discards"'
    assert _fan(tmp_path, row, MIXED) is None
    assert _fan(tmp_path, row, MIXED, Win(discards_before_win=4)) == 5


def test_sorts_and_tiles_narrow_what_is_counted(tmp_path: Path) -> None:
    row = 'formula = "5n"\nwhere = { kongs = {} }\nn = { kongs = { of = "suited", sort = "concealed" } }'
    assert _fan(tmp_path, row, KONGS) == 5


def test_open_groups_make_it_exposed(tmp_path: Path) -> None:
    row = "exposed = 2\nconcealed = 6\nwhere = { suits = 3 }"
    assert _fan(tmp_path, row, MIXED, DRAWN) == 2
    closed = "567m 67p 345s WW 234p 888s +8p"
    assert _fan(tmp_path, row, closed, DRAWN) == 6
    assert _fan(tmp_path, row, closed, RON) == 2
    assert _fan(tmp_path, row, closed, RON, "[policies]\ndiscard_opens_pattern = false") == 6


def test_it_excludes_and_is_excluded(tmp_path: Path) -> None:
    row = "value = 50\nwhere = { pungs = 5 }"
    exclusion = (
        '[[exclusions]]\nby = "{}"\ndrops = ["{}"]\nwhy = "so"\nsource = "our table"\nanywhere = true\n'
    )
    rules = RuleSet.load(_file(tmp_path, row, exclusion.format("mine", "all_pungs")))
    sheet = score(Hand.parse(PUNGS), RON, rules)
    assert sheet.items["mine"] == 50
    assert "all_pungs" not in sheet.items
    assert "mine" in {line.by for line in sheet.dropped}
    rules = RuleSet.load(_file(tmp_path, row, exclusion.format("dragon_pung", "mine")))
    assert "mine" not in score(Hand.parse(PUNGS), RON, rules).items


def test_the_line_shows_the_tiles_and_the_source(tmp_path: Path) -> None:
    rules = RuleSet.load(_file(tmp_path, "value = 7\nwhere = { suits = 3 }"))
    (line,) = [line for line in score(Hand.parse(MIXED), RON, rules).lines if line.id == "mine"]
    assert line.source == "our table"
    assert len(line.tiles) == 17


def test_a_row_may_be_composed_anew(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "hktw"\n[patterns.half_flush]\nwhere = { suits = 1 }\n', encoding="utf-8")
    assert score(Hand.parse(GREEN), RON, RuleSet.load(path)).items["half_flush"] == 30
    again = tmp_path / "again.toml"
    again.write_text(
        'extends = "house.toml"\n[patterns.half_flush]\nfunction = "half_flush"\n', encoding="utf-8"
    )
    composed = RuleSet.load(path).patterns["half_flush"]
    plain = RuleSet.load(again).patterns["half_flush"]
    assert composed.where is not None
    assert composed.where.text == "where = { suits = 1 }"
    assert (composed.function, plain.function, plain.where) == ("", "half_flush", None)


def test_rows_may_name_rows_that_come_later_or_were_struck(tmp_path: Path) -> None:
    later = f"[patterns.later]\n{ROW}value = 1\nwhere = {{ suits = 3 }}\n"
    row = "value = 7\nwhere = { row = 'later' }"
    assert _fan(tmp_path, row, MIXED, more=later) == 7
    assert _fan(tmp_path, row, MIXED, more=f"{later}forms = ['thirteen_orphans']\n") is None
    row = "value = 7\nwhere = { row = 'eye_258' }"
    assert _fan(tmp_path, row, KONGS) == 7
    assert _fan(tmp_path, row, KONGS, more="[patterns.eye_258]\noff = true\n") is None


@pytest.mark.parametrize(
    ("row", "key", "says"),
    [
        ("where = 3", "where", "expected a table, not 3"),
        ("where = {}", "where", "needs a predicate"),
        ('where = { only_tile = "F" }', "where.only_tile", "did you mean 'only_tiles'?"),
        ('where = { only_tiles = "23q" }', "where.only_tiles", "names no tiles"),
        ('where = { only_tiles = "dragon" }', "where.only_tiles", "did you mean 'dragons'?"),
        ('where = { only_tiles = "[123m]" }', "where.only_tiles", "names no tiles"),
        ('where = { only_tiles = " " }', "where.only_tiles", "no tile is named"),
        ("where = { only_tiles = 3 }", "where.only_tiles", "expected a text"),
        ("where = { concealed = 1 }", "where.concealed", "expected true or false"),
        ('where = { won_by = "robbery" }', "where.won_by", "there is no word 'robbery'"),
        ('where = { won_by = ["discard", "x"] }', "where.won_by[2]", "there is no word 'x'"),
        ("where = { won_by = [] }", "where.won_by", "not an empty list"),
        ("where = { won_by = 3 }", "where.won_by", "expected a text"),
        ("where = { pungs = true }", "where.pungs", "a number or tiles or a table with of, at_least"),
        ("where = { suits = -1 }", "where.suits", "a whole number from 0"),
        ('where = { winners = "2m" }', "where.winners", "a number or a table with at_least"),
        ('where = { winners = { of = "2m" } }', "where.winners.of", "there is no key 'of'"),
        ('where = { kongs = { sort = "open" } }', "where.kongs.sort", "there is no sort 'open'"),
        ("where = { kongs = { at_lest = 2 } }", "where.kongs.at_lest", "did you mean 'at_least'?"),
        ("where = { kongs = { at_least = 3, at_most = 2 } }", "where.kongs", "at least 3 and at most 2"),
        ("where = { kongs = { exactly = 3, at_most = 2 } }", "where.kongs.exactly", "stands alone"),
        ('where = { kongs = { at_least = "2" } }', "where.kongs.at_least", "a whole number"),
        ('where = { pungs = { of = "2q" } }', "where.pungs.of", "names no tiles"),
        ("where = { any = { suits = 1 } }", "where.any", "a list of tables"),
        ("where = { any = [] }", "where.any", "not an empty one"),
        ("where = { any = [3] }", "where.any[1]", "expected a table"),
        ('where = { any = [{ suits = 1 }, { eye = "x" }] }', "where.any[2].eye", "no word 'x' for tiles"),
        ('where = { row = "half_flash" }', "where.row", "did you mean 'half_flush'?"),
        ('where = { row = "chicken" }', "where", "row can't name 'chicken'"),
        ('where = { row = "dealer" }', "where", "row can't name 'dealer'"),
        ('where = { row = "mine" }', "where", "composed in a circle: mine asks for mine"),
        ('where = { suits = 1 }\nn = "kong"', "n", "did you mean 'kongs'?"),
        ('where = { suits = 1 }\nn = "concealed"', "n", "there is no counted predicate"),
        ("where = { suits = 1 }\nn = { concealed = true }", "n.concealed", "there is no counted predicate"),
        ("where = { suits = 1 }\nn = 3", "n", "expected a table, not 3"),
        ("where = { suits = 1 }\nn = {}", "n", "expected one counted predicate"),
        (
            "where = { suits = 1 }\nn = { kongs = 3 }",
            "n.kongs",
            "expected tiles or a table with of, sort, not 3",
        ),
        ("where = { suits = 1 }\nn = { kongs = { at_least = 3 } }", "n.kongs.at_least", "there is no key"),
        ("where = { suits = 1 }\nn = { winners = 3 }", "n.winners", "expected an empty table, not 3"),
        ('where = { suits = 1 }\nfunction = "wind_pung"', "function", "not both"),
        ('function = "wind_pung"\nn = "kongs"', "n", "only a composed row"),
        ("where = " + "{ none = [" * 14 + "{ suits = 1 }" + "] }" * 14, None, "nested more than"),
    ],
)
def test_what_is_wrong_with_a_composition(tmp_path: Path, row: str, key: str | None, says: str) -> None:
    (fault,) = check_rules(_file(tmp_path, f"value = 7\n{row}"))
    lines = (tmp_path / "house.toml").read_text(encoding="utf-8").split("\n")
    assert says in fault.problem
    assert fault.line is not None
    if key is not None:
        assert fault.key == f"patterns.mine.{key}"
        assert lines[fault.line - 1].startswith(key.split(".")[0].split("[")[0])


def test_a_composed_row_has_no_tiers(tmp_path: Path) -> None:
    (fault,) = check_rules(_file(tmp_path, "tiers = { a = 1 }\nwhere = { suits = 1 }"))
    assert (fault.line, fault.key) == (7, "patterns.mine.tiers")


def test_a_longer_circle_of_rows(tmp_path: Path) -> None:
    more = f"[patterns.other]\n{ROW}value = 1\nwhere = {{ row = 'mine' }}\n"
    (fault,) = check_rules(_file(tmp_path, "value = 7\nwhere = { row = 'other' }", more))
    assert fault.key == "patterns.other.where"
    assert "mine asks for other asks for mine" in fault.problem


def test_every_predicate_is_described_in_both_languages() -> None:
    for name, predicate in PREDICATES.items():
        assert predicate.name == name
        assert predicate.takes
        assert predicate.en
        assert any("\u4e00" <= char <= "\u9fff" for char in predicate.zh), name


@pytest.mark.parametrize("word", TILE_WORDS)
def test_every_word_for_tiles_is_described_and_can_be_used(tmp_path: Path, word: str) -> None:
    assert all(TILE_WORDS[word])
    assert check_rules(_file(tmp_path, f'value = 7\nwhere = {{ tiles = "{word}" }}')) == ()


EVERY = RuleSet.load("hktw").patterns.values()
ASKABLE = [row.id for row in EVERY if not row.last and not row.on_dealer_transfers]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_row_can_be_asked_for_in_every_hand(data: st.DataObject) -> None:
    hand = data.draw(winning_hands())
    win = data.draw(wins(hand))
    sheet = score(hand, win, ALL_NAMED)
    assert {line.id for line in sheet.lines if line.id in ASKABLE} <= {
        line.id.removeprefix("as_") for line in sheet.lines if line.id.startswith("as_")
    }


def _all_named() -> RuleSet:
    """The rules of hktw, and for each of their rows a composed one that names it."""
    rows = [f'[patterns.as_{item}]\n{ROW}value = 0\nwhere = {{ row = "{item}" }}\n' for item in ASKABLE]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.toml"
        path.write_text(f'extends = "hktw"\n[policies]\nuncommon = "all"\n{"".join(rows)}', encoding="utf-8")
        return RuleSet.load(path)


ALL_NAMED = _all_named()
