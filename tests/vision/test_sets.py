"""Enrolled sets: what they put right, what they leave alone, and how they are kept."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from scoring import parse_tiles
from tests.vision.painted import Patches, Patterns, photo
from vision import EnrolmentError, NetworkError, Reader, Reading, SetFormatError, TileSet, load
from vision.sets import EnrolledSet, as_listed, as_read, rows_of_photo
from vision.sets.views import VIEWS, views

if TYPE_CHECKING:
    from pathlib import Path

ROWS = "1m 2m 3m 4m 5m 6m / E S W N C F / f1 f2 f3 f4 h1 h2"
LISTED = parse_tiles("123456m ESWNCF f1234 h12")
MISTAKES = {"f2": "f1", "h1": "f3", "W": "S"}


def enrolled(classifier: Patterns, rows: str = ROWS, design: int = 0, name: str = "ours") -> TileSet:
    taken = load(photo(rows, design))
    reading = Reader(Patches(), classifier).read(taken)
    codes = " ".join(code.lstrip("-") for code in rows.split() if code != "/")
    return as_listed(reading, parse_tiles(codes)).to_set(name, taken, "test")


def codes(reading: Reading) -> list[list[str]]:
    return [[reading.sightings[index].code for index in row] for row in rows_of_photo(reading.sightings)]


def test_a_set_that_was_shown_is_read_right_where_the_network_is_wrong() -> None:
    classifier = Patterns(MISTAKES)
    tiles = enrolled(classifier)
    other = load(photo("f2 W E 3m / h1 f3 -S -5m / f1 N", light=0.7))
    plain = Reader(Patches(), classifier).read(other)
    assert codes(plain)[0][1:] == ["S", "E", "3m"]
    helped = Reader(Patches(), classifier, sets=[tiles]).read(other)
    assert codes(helped) == [["f2", "W", "E", "3m"], ["h1", "f3", "S", "5m"], ["f1", "N"]]
    assert helped.tile_set == tiles.facts
    assert helped.export()["versions"]["tile_set"] == {"name": "ours", "sha256": tiles.sha256}
    assert Reading.from_dict(helped.export()) == helped


def test_a_photo_of_another_set_is_read_as_if_none_were_enrolled() -> None:
    classifier = Patterns(MISTAKES)
    strangers = [enrolled(classifier, design=design, name=f"set {design}") for design in (1, 2, 3)]
    other = load(photo("f2 W E 3m / h1 f3 -S -5m / f1 N"))
    plain = Reader(Patches(), classifier).read(other)
    assert Reader(Patches(), classifier, sets=strangers).read(other).export() == plain.export()
    assert "tile_set" not in plain.export()["versions"]
    among = Reader(Patches(), classifier, sets=[*strangers, enrolled(classifier)]).read(other)
    assert among.tile_set is not None
    assert among.tile_set.name == "ours"


def test_too_few_tiles_dont_tell_a_set_unless_it_is_named() -> None:
    classifier = Patterns(MISTAKES)
    tiles = enrolled(classifier)
    few = load(photo("f2 W"))
    assert Reader(Patches(), classifier, sets=[tiles]).read(few).tile_set is None
    assert codes(Reader(Patches(), classifier, only_set=tiles).read(few)) == [["f2", "W"]]


def test_kinds_that_were_not_shown_are_left_to_the_network() -> None:
    classifier = Patterns(MISTAKES)
    tiles = enrolled(classifier, "1m 2m 3m / E f1 f2")
    assert {tile.code for tile in tiles.missing} >= {"9p", "S"}
    helped = Reader(Patches(), classifier, sets=[tiles]).read(load(photo("1m 2m 3m E f2 / 9p N 8s")))
    assert helped.tile_set is not None
    assert codes(helped) == [["1m", "2m", "3m", "E", "f2"], ["9p", "N", "8s"]]


def test_a_photo_without_tiles_is_read_without_a_set() -> None:
    classifier = Patterns()
    tiles = enrolled(classifier)
    nothing = Reader(Patches(), classifier, only_set=tiles).read(np.zeros((100, 100, 3), np.uint8))
    assert nothing.sightings == ()


def test_a_network_without_embeddings_is_refused_in_words() -> None:
    tiles = enrolled(Patterns())
    with pytest.raises(NetworkError, match="no output 'embedding'"):
        Reader(Patches(), Patterns(embeds=False), sets=[tiles]).read(load(photo(ROWS)))
    with pytest.raises(NetworkError, match="what it makes of a crop"):
        EnrolledSet(tiles, object())


def test_the_views_are_seen_once_and_kept(tmp_path: Path) -> None:
    first, second = Patterns(MISTAKES), Patterns(MISTAKES)
    tiles = replace(enrolled(first), cache=tmp_path / "seen")
    EnrolledSet(tiles, first).prepare()
    other = load(photo("f2 W E 3m"))
    read = Reader(Patches(), second, sets=[tiles]).read(other)
    assert second.crops == 4
    assert codes(read) == [["f2", "W", "E", "3m"]]
    (kept,) = (tmp_path / "seen").iterdir()
    kept.write_bytes(b"damaged")
    assert Reader(Patches(), Patterns(MISTAKES), sets=[tiles]).read(other) == read


def test_views_are_the_same_each_time_and_keep_the_crops_shape() -> None:
    crop = np.random.default_rng(1).integers(0, 255, (80, 64, 3)).astype(np.uint8)
    made = views(crop)
    assert made.shape == (VIEWS, 80, 64, 3)
    assert (made[0] == crop).all()
    assert (made[VIEWS // 2] == crop[::-1, ::-1]).all()
    assert (views(crop) == made).all()


def test_rows_go_down_the_photo_whichever_way_the_faces_lie() -> None:
    reading = Reader(Patches(), Patterns()).read(load(photo("-1m -2m 3m -4m / -E S -W -N / f1 f2")))
    assert codes(reading) == [["1m", "2m", "3m", "4m"], ["E", "S", "W", "N"], ["f1", "f2"]]
    assert rows_of_photo(()) == ()


def test_a_list_that_doesnt_fit_counts_each_row() -> None:
    reading = Reader(Patches(), Patterns()).read(load(photo(ROWS)))
    with pytest.raises(EnrolmentError, match="17 tiles are listed, and the photo shows 18") as caught:
        as_listed(reading, LISTED[:-1])
    assert "row 2: 6, read as E S W N C F" in str(caught.value)
    with pytest.raises(EnrolmentError, match="2 tiles are said to be f1; a set has 1"):
        as_listed(reading, parse_tiles("123456m ESWNCF f1134 h12"))
    empty = Reader(Patches(), Patterns()).read(np.zeros((50, 50, 3), np.uint8))
    with pytest.raises(EnrolmentError, match="shows 0 face up"):
        as_listed(empty, LISTED)
    with pytest.raises(EnrolmentError, match="no tile face up"):
        as_read(empty)


def test_what_is_read_twice_and_can_be_there_once_is_unsure() -> None:
    reading = Reader(Patches(), Patterns(MISTAKES)).read(load(photo(ROWS)))
    unsure = as_read(reading).unsure
    assert any("f1 梅" in why and "a set has 1" in why for _, why in unsure)
    assert as_read(Reader(Patches(), Patterns()).read(load(photo(ROWS)))).unsure == ()


def test_a_set_comes_back_from_its_bytes() -> None:
    tiles = enrolled(Patterns())
    again = TileSet.from_bytes(tiles.to_bytes())
    assert (again.facts, again.kinds, again.photos) == (tiles.facts, tiles.kinds, tiles.photos)
    assert again.renamed("theirs").sha256 == tiles.sha256
    whole = tiles.joined(enrolled(Patterns(), "7p 8p"))
    assert (len(whole.kinds), len(whole.photos)) == (20, 2)
    assert whole.sha256 != tiles.sha256
    assert whole.picture().shape == (20 * 80, 64, 3)


@pytest.mark.parametrize("name", ["", " ours", "a\nb", "x" * 81, "auto", "None"])
def test_names_that_cant_be_are_refused(name: str) -> None:
    with pytest.raises(SetFormatError):
        enrolled(Patterns(), "1m 2m", name=name)


@pytest.mark.parametrize("data", [b"", b"no file", b"PK\x03\x04 and no more"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(SetFormatError):
        TileSet.from_bytes(data)


def test_arrays_that_dont_fit_are_refused() -> None:
    with pytest.raises(SetFormatError, match="pictures of 1 tiles"):
        TileSet("ours", np.zeros((2, 80, 64, 3), np.uint8), (1,))
    with pytest.raises(SetFormatError, match="a kind is a number"):
        TileSet("ours", np.zeros((1, 80, 64, 3), np.uint8), (42,))


def test_a_set_is_the_same_whatever_numbers_its_kinds_are_and_stays_so() -> None:
    crops = np.zeros((2, 80, 64, 3), np.uint8)
    tiles = TileSet("ours", crops, tuple(np.array([3, 4])), ("ab",))
    digest = tiles.sha256
    assert TileSet("ours", crops, (3, 4)).sha256 == digest
    assert TileSet.from_bytes(tiles.to_bytes()).facts == tiles.facts
    crops[:] = 9
    for each in (tiles, copy.deepcopy(tiles), tiles.renamed("theirs"), tiles.joined(tiles)):
        assert not each.crops.any()
        assert not each.crops.flags.writeable


def test_what_is_no_set_is_refused_in_words() -> None:
    tiles = enrolled(Patterns())
    with pytest.raises(SetFormatError, match=r"is a TileSet, not 'ours'; TileSets\.read gives one"):
        Reader(Patches(), Patterns(), only_set="ours")  # type: ignore[arg-type]  # that is what is tested
    with pytest.raises(SetFormatError, match="sets is a list of sets"):
        Reader(Patches(), Patterns(), sets=tiles)  # type: ignore[arg-type]  # likewise
    with pytest.raises(SetFormatError, match="either the photos show only_set"):
        Reader(Patches(), Patterns(), sets=[tiles], only_set=tiles)


def test_views_kept_by_something_else_are_seen_anew(tmp_path: Path) -> None:
    tiles = replace(enrolled(Patterns(MISTAKES)), cache=tmp_path)
    other = load(photo("f2 W E 3m"))
    read = Reader(Patches(), Patterns(MISTAKES), sets=[tiles]).read(other)
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()
    for arrays in ({"seen": np.zeros((3, 2), np.float16)}, {"seen": np.zeros(3), "said": np.zeros((2, 42))}):
        np.savez(kept, **arrays)
        assert Reader(Patches(), Patterns(MISTAKES), sets=[tiles]).read(other) == read
    for place in range(0, 2000, 97):
        kept.write_bytes(whole[:place] + b"\x00\xff" + whole[place + 2 :])
        assert Reader(Patches(), Patterns(MISTAKES), sets=[tiles]).read(other) == read


def test_a_set_is_made_of_the_photo_that_was_read() -> None:
    taken, other = load(photo(ROWS)), load(photo(ROWS, design=1))
    shown = as_listed(Reader(Patches(), Patterns()).read(taken), LISTED)
    with pytest.raises(EnrolmentError, match="about another photo"):
        shown.to_set("ours", other, "test")


def test_a_blank_dragon_that_is_read_as_a_back_is_taken_where_it_is_said_to_lie() -> None:
    reading = Reader(Patches(), Patterns({"P": "back"})).read(load(photo("E S W / N P F / f1 f2 f3")))
    assert len(rows_of_photo(reading.sightings)[1]) == 2
    shown = as_listed(reading, parse_tiles("E S W N P F f1 f2 f3"))
    assert [tile.code for tile in shown.tiles] == ["E", "S", "W", "N", "P", "F", "f1", "f2", "f3"]
    assert len(as_listed(reading, parse_tiles("E S W N F f1 f2 f3")).tiles) == 8
    with pytest.raises(
        EnrolmentError, match="8 face up and 1 face down, which only a blank P can be"
    ) as caught:
        as_listed(reading, parse_tiles("E S W N C F f1 f2 f3"))
    assert "row 2: 3, read as N F and 1 face down" in str(caught.value)
