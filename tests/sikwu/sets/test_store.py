"""Sets on the disk: several processes at once, killed ones, files that are damaged or strange."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sikwu.sets import NoSetError, SetExistsError, SetStoreError, TileSets
from sikwu.sets.files import changing, file_name
from vision import SetFormatError, TileSet

if TYPE_CHECKING:
    from pathlib import Path


def some(name: str = "ours", seed: int = 0) -> TileSet:
    crops = np.random.default_rng(seed).integers(0, 256, (3, 80, 64, 3)).astype(np.uint8)
    return TileSet(name, crops, (0, 1, 2), (f"{seed:064x}",), "test")


@pytest.fixture
def sets(tmp_path: Path) -> TileSets:
    return TileSets(tmp_path / "sets")


def test_of_many_that_show_one_set_more_none_is_lost(sets: TileSets) -> None:
    sets.add(some())
    with ThreadPoolExecutor(8) as several:
        list(several.map(lambda seed: sets.extend("ours", some(seed=seed)), range(1, 25)))
    assert sorted(sets.read("ours").photos) == [f"{seed:064x}" for seed in range(25)]


def test_of_many_that_store_one_name_one_does(sets: TileSets) -> None:
    def add(seed: int) -> bool:
        try:
            sets.add(some("Ours" if seed % 2 else "ours", seed))
        except SetExistsError:
            return False
        return True

    with ThreadPoolExecutor(8) as several:
        stored = list(several.map(add, range(16)))
    assert stored.count(True) == 1
    (kept,) = sets.all()
    assert kept.photos == (f"{stored.index(True):064x}",)


_WRITER = """
import sys
from pathlib import Path
import numpy as np
from sikwu.sets import TileSets
from vision import TileSet
sets, crops = TileSets(Path(sys.argv[1])), np.random.default_rng(1).integers(0, 256, (300, 80, 64, 3))
whole = TileSet("ours", crops.astype(np.uint8), (0,) * 300, ("ab",), "test")
print("ready", flush=True)
for number in range(10**6):
    sets.add(whole)
    sets.rename("ours", f"ours {number}")
    sets.forget(f"ours {number}")
"""


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.25])
def test_a_process_that_is_killed_leaves_whole_files_and_no_lock(sets: TileSets, wait: float) -> None:
    sets.add(some("theirs"))
    with subprocess.Popen(  # noqa: S603 - the program is the one above
        [sys.executable, "-c", _WRITER, str(sets.folder)], stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(wait)
        writer.kill()
    assert "theirs" in {each.name for each in sets.all()}  # each of them can be read
    sets.add(some("mine"))
    assert not list(sets.folder.glob("*.part"))


def test_only_what_is_of_use_stays_in_the_cache(sets: TileSets) -> None:
    sets.add(some())
    sets.add(some("theirs", 7))
    cache = sets.folder / "seen"
    cache.mkdir()
    kept = [f"{each.sha256[:24]}-of-some-network-1.npz" for each in sets.all()]
    for name in (*kept, "half written.part", f"{some(seed=2).sha256[:24]}-older.npz", "notes.txt"):
        (cache / name).write_bytes(b"views")
    sets.extend("ours", some(seed=1))
    assert sorted(path.name for path in cache.iterdir()) == sorted([kept[1], "notes.txt"])
    sets.forget("theirs")
    assert [path.name for path in cache.iterdir()] == ["notes.txt"]


def test_who_waits_too_long_says_why(sets: TileSets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sikwu.sets.files._WAIT", 0.01)
    with changing(sets.folder), pytest.raises(SetStoreError, match=r"sets can't be stored here: .*locked"):
        sets.add(some())
    sets.add(some())


def test_a_file_that_was_copied_or_called_otherwise_is_found_by_its_sets_name(sets: TileSets) -> None:
    sets.add(some())
    (file,) = sets.folder.glob("*.npz")
    file.rename(sets.folder / "from a friend.tiles.npz")
    assert sets.read("OURS").name == "ours"
    with pytest.raises(SetExistsError):
        sets.add(some(seed=1))
    sets.extend("ours", some(seed=1))
    assert [len(each.photos) for each in sets.all()] == [2]
    sets.rename("ours", "mine")
    assert sets.names() == ("mine",)
    # A file under the name of another set is that set's and not this one's.
    shutil.copy(sets.folder / file_name("mine"), sets.folder / file_name("yours"))
    with pytest.raises(NoSetError):
        sets.read("yours")
    with pytest.raises(SetStoreError, match="holds something else"):
        sets.add(some("yours"))
    sets.forget("mine")
    sets.forget("mine")
    assert sets.names() == ()


def test_names_in_other_characters_for_the_same_are_one_name(sets: TileSets) -> None:
    sets.add(some("caf\u00e9"))
    assert sets.read("CAFE\u0301").name == "caf\u00e9"
    with pytest.raises(SetExistsError):
        sets.refuse_taken("Cafe\u0301")


@pytest.mark.parametrize("name", ["../x", "a/b", ".", "..", "😀", "con", "牌" * 80])
def test_no_name_leads_out_of_the_folder(sets: TileSets, name: str) -> None:
    sets.add(some(name))
    assert sets.read(name).name == name
    assert [path.parent for path in sets.folder.parent.rglob("*.npz")] == [sets.folder]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_are_a_set_or_refused(seed: int) -> None:
    whole = some()
    rng = random.Random(seed)  # noqa: S311 - which bytes are spoilt is no secret
    data = bytearray(whole.to_bytes())
    # Half of the damage goes to the archive's directory and headers, where it does more than spoil a sum.
    reach = range(len(data)) if seed % 2 else [*range(200), *range(len(data) - 300, len(data))]
    for _ in range(rng.choice((1, 3, 20))):
        data[rng.choice(reach)] = rng.randrange(256)
    if seed % 5 == 0:
        del data[rng.randrange(len(data)) :]
    try:
        found = TileSet.from_bytes(bytes(data))
    except SetFormatError:
        found = whole
    assert found.sha256 == whole.sha256


def test_a_file_of_a_newer_program_is_refused_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.sets.tileset._FORMAT", 2)
    data = some().to_bytes()
    monkeypatch.undo()
    with pytest.raises(SetFormatError, match="another sikwu has written it: format 2, this one reads 1"):
        TileSet.from_bytes(data)


def test_a_file_that_unpacks_without_end_is_refused() -> None:
    crops = np.zeros((1000, 80, 64, 3), np.uint8)
    data = replace(some(), crops=crops, kinds=(0,) * 1000).to_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.sets.tileset._LARGEST", 10**6)
        with pytest.raises(SetFormatError, match="unpacks to 15,36"):
            TileSet.from_bytes(data)
