"""``sikwu enrol`` and ``sikwu sets``, with painted tiles in place of photos and of networks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from sikwu.sets import TileSets, commands, default_folder
from tests.vision.painted import Patches, Patterns, photo
from vision import Reader

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.sikwu.conftest import Run
    from vision import TileSet

ROWS = "1m 2m 3m 4m 5m 6m / E S W N C F / f1 f2 f3 f4 h1 h2"
LISTED = "123456m ESWNCF f1234 h12"
MISTAKES = {"f2": "f1", "h1": "f3"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIKWU_SETS", str(tmp_path / "sets"))
    monkeypatch.setattr(commands, "Classifier", lambda: Patterns(MISTAKES))

    def reader(
        classifier: Patterns | None = None, sets: Sequence[TileSet] = (), only_set: TileSet | None = None
    ) -> Reader:
        return Reader(Patches(), classifier or Patterns(MISTAKES), sets=sets, only_set=only_set)

    monkeypatch.setattr(commands, "Reader", reader)
    monkeypatch.setattr("sikwu.sets.chosen.Reader", reader)
    for name, rows in (("set.png", ROWS), ("hand.png", "f2 E 3m 4m / h1 f3"), ("more.png", "7p 8p 9p f2")):
        Image.fromarray(photo(rows)).save(tmp_path / name)
    return tmp_path


def test_a_set_is_enrolled_used_renamed_and_forgotten(run: Run, folder: Path) -> None:
    status, out, err = run("enrol", str(folder / "set.png"), "--name", "grandma's set", "--tiles", LISTED)
    assert (status, err) == (0, "")
    assert "row 3: f1 f2 f3 f4 h1 h2" in out
    assert "tile 14 is said to be f2 and was read as f1" in out
    assert "grandma's set: 18 of 42 kinds, 18 tiles on 1 photo" in out

    hand = str(folder / "hand.png")
    read = json.loads(run("read", hand, "--json")[1])
    assert read["versions"]["tile_set"]["name"] == "grandma's set"
    assert sorted(each["kind"] for each in read["sightings"]) == ["3m", "4m", "E", "f2", "f3", "h1"]
    assert "read with the enrolled set grandma's set" in run("read", hand)[1]
    without = json.loads(run("read", hand, "--tile-set", "none", "--json")[1])
    assert "tile_set" not in without["versions"]
    assert "f2" not in [each["kind"] for each in without["sightings"]]
    named = json.loads(run("read", hand, "--tile-set", "GRANDMA'S SET", "--json")[1])
    assert named["versions"]["tile_set"] == read["versions"]["tile_set"]

    assert run("sets", "rename", "grandma's set", "婆婆副牌")[0] == 0
    listed = json.loads(run("sets", "list", "--json")[1])
    assert [each["name"] for each in listed["sets"]] == ["婆婆副牌"]
    assert listed["sets"][0]["sha256"] == read["versions"]["tile_set"]["sha256"]
    picture = folder / "picture.png"
    status, out, _ = run("sets", "show", "婆婆副牌", "--lang", "zh", "--picture", str(picture))
    assert status == 0
    assert "42 種牌有 18 種" in out
    with Image.open(picture) as drawn:
        assert drawn.size == (64, 18 * 80)
    assert run("sets", "forget", "婆婆副牌")[0] == 0
    assert "there are no sets" in run("sets", "list")[1]
    assert not list((folder / "sets").rglob("*.npz"))


def test_more_photos_are_added_and_read_with_what_is_known(run: Run, folder: Path) -> None:
    assert run("enrol", str(folder / "set.png"), "--name", "ours", "--tiles", LISTED)[0] == 0
    status, out, _ = run("enrol", str(folder / "more.png"), "--name", "ours", "--add", "--json")
    answer = json.loads(out)
    assert answer["photos"][0]["in_doubt"] == []
    assert (status, answer["stored"]) == (0, True)
    assert answer["photos"][0]["rows"] == [["7p", "8p", "9p", "f2"]]
    assert (answer["set"]["tiles"], len(answer["set"]["photos"])) == (22, 2)
    status, _, err = run("enrol", str(folder / "more.png"), "--name", "ours", "--add", "--tiles", "789p f2")
    assert status == 2
    assert "has been shown this photo already" in err


def test_what_nobody_said_and_isnt_sure_is_listed_and_not_stored(run: Run, folder: Path) -> None:
    picture = folder / "check.png"
    shown = ("enrol", str(folder / "set.png"), "--name", "ours", "--annotate", str(picture))
    status, out, err = run(*shown)
    assert status == 2
    assert "in doubt: row 3, tile 1: f1 梅" in out
    assert "nothing is stored" in err
    assert picture.exists()
    status, out, err = run(*shown, "--json")
    assert status == 2
    assert not json.loads(out)["stored"]
    assert TileSets(folder / "sets").names() == ()
    assert run(*shown, "--yes")[0] == 0
    assert TileSets(folder / "sets").names() == ("ours",)


def test_a_reading_put_right_by_hand_is_taken(run: Run, folder: Path) -> None:
    photo_file, file = folder / "set.png", folder / "reading.json"
    reading = json.loads(run("read", str(photo_file), "--json")[1])
    right = dict(zip(["f1", "f3"], ["f2", "h1"], strict=True))
    for wrong, kind in right.items():
        doubled = [each for each in reading["sightings"] if each["kind"] == wrong]
        max(doubled, key=lambda each: each["quad"][0][0])["kind"] = kind
    file.write_text(json.dumps(reading), encoding="utf-8")
    enrol = ("enrol", str(photo_file), "--name", "ours", "--reading", str(file))
    assert run(*enrol)[0] == 0
    (ours,) = TileSets(folder / "sets").all()
    assert sorted(tile.code for tile in ours.tiles if tile.is_flower) == ["f1", "f2", "f3", "f4", "h1", "h2"]
    status, _, err = run("enrol", str(folder / "more.png"), "--name", "other", "--reading", str(file))
    assert status == 2
    assert "it is about another photo" in err


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("photo", "sha256"), "0" * 64, "it is about another photo"),
        (("photo", "width"), 5, "it is about a photo of 5 x"),
        (("sightings",), [], "there is no sighting 0; there are 0"),
        (("sightings", 0, "kind"), "9z", "sightings[0]: no exported sighting: '9z'"),
        (
            ("sightings", 0, "kind"),
            None,
            "sightings[0]: no exported sighting: a sighting is a kind or a back",
        ),
        (("sightings", 3, "quad"), [[5, 5]] * 4, "sighting 3 ("),
        (("sightings", 3, "quad"), [[0, 0], [9, 9], [20, 20], [30, 30]], "lies nowhere in the photo"),
        (("sightings", 3, "quad"), [[-9, -9], [-5, -9], [-5, -5], [-9, -5]], "lies nowhere in the photo"),
        (("sightings", 3, "quad"), [[0, 0], [1e300, 0], [1e300, 1e300], [0, 1e300]], "nowhere in the photo"),
    ],
)
def test_a_reading_that_cant_be_is_refused(
    run: Run, folder: Path, path: tuple[str | int, ...], value: object, words: str
) -> None:
    file = folder / "reading.json"
    reading = json.loads(run("read", str(folder / "set.png"), "--json")[1])
    for doubled in reading["sightings"]:
        doubled["kind"] = doubled["kind"] if doubled["kind"][0] not in "fh" else "9p"
    holder = reading
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    file.write_text(json.dumps(reading), encoding="utf-8")
    status, _, err = run("enrol", str(folder / "set.png"), "--name", "ours", "--reading", str(file))
    assert status == 2
    assert words in err
    assert not (folder / "sets").exists()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_reading_may_come_out_of_another_shell(run: Run, folder: Path, encoding: str) -> None:
    shown = str(folder / "more.png")
    (folder / "reading.json").write_text(run("read", shown, "--json")[1], encoding=encoding)
    assert run("enrol", shown, "--name", "ours", "--reading", str(folder / "reading.json"))[0] == 0


def test_a_list_in_another_order_is_refused(run: Run, folder: Path) -> None:
    status, _, err = run(
        "enrol", str(folder / "set.png"), "--name", "ours", "--tiles", "f1234 h12 ESWNCF 123456m"
    )
    assert status == 2
    assert "read otherwise" in " ".join(err.split())
    assert not TileSets(folder / "sets").names()


def test_tiles_may_stand_in_a_file(run: Run, folder: Path) -> None:
    (folder / "tiles.txt").write_text("123456m\nESWNCF\nf1234 h12\n", encoding="utf-8-sig")
    tiles = ("--tiles", str(folder / "tiles.txt"))
    assert run("enrol", str(folder / "set.png"), "--name", "ours", *tiles)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["enrol", "set.png"], "Missing option '--name'"),
        (["enrol", "nowhere.png", "--name", "x"], "nowhere.png: no such file"),
        (["enrol", "nowhere.png", "--name", ""], "is no name for a set of tiles"),
        (["enrol", "nowhere.png", "--name", "x" * 300], "has 1 to 80 characters"),
        (["enrol", "nowhere.png", "--name", "a\nb"], "'a\\nb' is no name for a set of tiles"),
        (["enrol", "nowhere.png", "--name", "a\x1b[2Jb"], "'a\\x1b[2Jb' is no name"),
        (["enrol", "nowhere.png", "--name", "-x"], "'-x' begins like an option"),
        (["sets", "show", ""], "there is no set ''"),
        (["sets", "forget", "a\x1bb"], "there is no set 'a\\x1bb'"),
        (["read", "hand.png", "--tile-set", "../x"], "there is no set ../x"),
        (["enrol", "set.png", "nowhere.png", "--name", "x", "--yes"], "nowhere.png: no such file"),
        (["enrol", "set.png", "--name", "auto", "--tiles", LISTED], "can't be called auto"),
        (["enrol", "set.png", "--name", "x", "--tiles", "12m 9z"], "--tiles 12m 9z"),
        (["enrol", "set.png", "--name", "x", "--tiles", ""], "no tile is listed"),
        (["enrol", "set.png", "--name", "x", "--tiles", "nul\0"], "--tiles"),
        (["enrol", "set.png", "--name", "x", "--tiles", "tiels.txt"], "no file is called that either"),
        (
            ["enrol", "set.png", "--name", "x", "--tiles", "123m"],
            "3 tiles are listed, and the photo shows 18",
        ),
        (["enrol", "set.png", "--name", "x", "--tiles", "123m", "--reading", "y"], "not both"),
        (["enrol", "set.png", "more.png", "--name", "x", "--tiles", "123m"], "1 times for 2 photos"),
        (["enrol", "set.png", "set.png", "--name", "x", "--tiles", LISTED, "--tiles", LISTED], "given twice"),
        (["enrol", "set.png", "--name", "x", "--reading", "no.json"], "--reading no.json"),
        (
            ["enrol", "set.png", "--name", "x", "--reading", "set.png"],
            "a Unicode encoding (at byte 0); a reading",
        ),
        (["enrol", "set.png", "--name", "x", "--reading", "x.toml"], "no JSON from line 1, column 2 on"),
        (["enrol", "set.png", "--name", "x", "--reading", "x.toml"], "what sikwu read PHOTO --json printed"),
        (["enrol", "set.png", "--name", "x", "--reading", "no.txt"], "the file is empty; a reading is"),
        (["enrol", "set.png", "--name", "x", "--reading", "deep.txt"], "lists in lists without end"),
        (["enrol", "set.png", "--name", "x", "--reading", "."], "--reading .: "),
        (["enrol", "set.png", "--name", "x", "--tiles", "set.png"], "something else than text in UTF-8"),
        (["enrol", "set.png", "--name", "x", "--annotate", "x.txt"], "a picture's name ends in"),
        (["enrol", "set.png", "more.png", "--name", "x", "--annotate", "x.png"], "goes with one photo"),
        (["enrol", "set.png", "--name", "x", "--tiles", LISTED, "--annotate", "set.png"], "the photo itself"),
        (["enrol", "set.png", "--name", "x", "--add"], "there is no set x"),
        (["sets", "show", "x"], "there is no set x"),
        (["sets", "forget", "x"], "there is no set x"),
        (["sets", "rename", "x", "y"], "there is no set x"),
        (["read", "hand.png", "--tile-set", "x"], "there is no set x"),
    ],
)
def test_bad_input_is_one_message_and_status_2(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "200")
    for name, text in (("x.toml", "[project]\nname = 'x'\n"), ("no.txt", ""), ("deep.txt", "[" * 100_000)):
        (folder / name).write_text(text, encoding="utf-8")
    status, _, err = run(*arguments)
    assert status == 2
    assert words in " ".join(err.replace("│", " ").split())
    assert "Traceback" not in err
    assert not (folder / "sets").exists() or not list((folder / "sets").glob("*"))


def test_names_that_are_taken_are_refused(run: Run, folder: Path) -> None:
    enrol = ("enrol", str(folder / "set.png"), "--tiles", LISTED, "--name")
    assert run(*enrol, "ours")[0] == 0
    assert run(*enrol, "theirs")[0] == 0
    for name in ("ours", "OURS"):
        status, _, err = run(*enrol, name)
        assert (status, "there is a set ours already" in err) == (2, True)
    status, _, err = run("sets", "rename", "ours", "theirs")
    assert (status, "already" in err) == (2, True)
    assert run("sets", "rename", "ours", "Ours")[0] == 0
    assert TileSets(folder / "sets").names() == ("Ours", "theirs")
    status, _, err = run("sets", "show", "their")
    assert (status, "did you mean theirs?" in err) == (2, True)


def test_a_damaged_file_is_named_and_can_be_gone_around(run: Run, folder: Path) -> None:
    assert run("enrol", str(folder / "set.png"), "--name", "ours", "--tiles", LISTED)[0] == 0
    assert run("enrol", str(folder / "more.png"), "--name", "theirs", "--yes")[0] == 0
    (file,) = (folder / "sets").glob("ours*.npz")
    file.write_bytes(file.read_bytes()[:500])
    hand = str(folder / "hand.png")
    plain = run("read", hand, "--tile-set", "none")
    status, out, err = run("read", hand)
    assert (status, out) == (0, plain[1])
    assert f"the photo is read without this set of tiles: {file}: a damaged set" in err
    assert plain[2] == ""
    status, _, err = run("read", hand, "--tile-set", "ours")
    assert (status, str(file) in err) == (2, True)
    status, out, err = run("sets", "list", "--json")
    assert (status, [each["name"] for each in json.loads(out)["sets"]]) == (0, ["theirs"])
    assert len(json.loads(out)["damaged"]) == 1
    assert str(file) in err
    assert "theirs" in run("sets", "list")[1]
    # A damaged set keeps nobody from storing another, and keeps its name until it is forgotten.
    assert run("enrol", str(folder / "set.png"), "--name", "mine", "--tiles", LISTED)[0] == 0
    status, _, err = run("enrol", str(folder / "set.png"), "--name", "Ours", "--tiles", LISTED)
    assert (status, "there is a set Ours already, which can't be read" in err) == (2, True)
    assert run("sets", "rename", "mine", "ours")[0] == 2
    assert run("sets", "forget", "ours")[0] == 0
    assert not file.exists()
    assert run("sets", "list")[2] == ""


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_where_no_folder_can_be_photos_are_read_without_sets(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (folder / "file").write_text("no folder", encoding="utf-8")
    hand = str(folder / "hand.png")
    plain = run("read", hand, "--tile-set", "none")
    monkeypatch.setenv("SIKWU_SETS", str(folder / place))
    status, out, err = run("read", hand)
    assert (status, out) == (0, plain[1])
    assert err == "" or "the photo is read without any set of tiles" in err
    for arguments in (
        ("enrol", str(folder / "set.png"), "--name", "ours", "--tiles", LISTED),
        ("read", hand, "--tile-set", "ours"),
        ("sets", "show", "ours"),
    ):
        status, _, err = run(*arguments)
        assert (status, str(folder / place) in err) == (2, True)
    assert (folder / "file").read_text(encoding="utf-8") == "no folder"


def test_a_network_without_embeddings_is_refused_before_anything_is_stored(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "Classifier", lambda: Patterns(embeds=False))
    status, _, err = run("enrol", str(folder / "set.png"), "--name", "ours", "--tiles", LISTED)
    assert (status, "no output 'embedding'" in err) == (2, True)
    assert not TileSets(folder / "sets").names()


def test_the_folder_is_the_users(tmp_path: Path) -> None:
    assert default_folder({"SIKWU_SETS": str(tmp_path)}) == tmp_path
    assert str(default_folder({"XDG_DATA_HOME": "relative", "HOME": "/home/ann"})) == (
        "/home/ann/.local/share/sikwu/sets"
    )
