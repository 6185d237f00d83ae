"""Which set and table each photo shows, and the folds that leave them out together."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.errors import LabelError
from datasets.photos import SINGLE_TILES, read_folder
from models.training.sets import FOLDS, Shown, design_of, left_out, read_folds, read_sets

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"
needs_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no labelled photos at {PHOTOS}")

SIBLINGS = [
    {"D01", "J1", "J3"},
    {"D05", "D05b", "D04"},
    {"D08", "D10", "D10b", "D13", "D15", "H05"},
    {"D03", "D14", "D16"},
]


def test_every_design_and_table_is_in_a_fold_and_every_fold_holds_something() -> None:
    folds, sets = read_folds(), read_sets()
    for shown in sets.values():
        assert ("design", shown.design) in folds
        assert ("table", shown.table) in folds
    for sort in ("design", "table"):
        assert {fold for (each, _), fold in folds.items() if each == sort} == set(range(FOLDS))


@pytest.mark.parametrize("siblings", SIBLINGS, ids=lambda names: "-".join(sorted(names)))
def test_designs_with_the_same_drawings_are_left_out_together(siblings: set[str]) -> None:
    folds = read_folds()
    assert len({folds["design", name] for name in siblings}) == 1


@pytest.mark.parametrize("by", ["design", "table"])
def test_each_photo_is_left_out_exactly_once(by: str) -> None:
    out = [left_out(fold, by) for fold in range(FOLDS)]  # type: ignore[arg-type]
    for split, file in read_sets():
        assert sum(each(split, file, "") for each in out) == 1


def test_a_photo_and_its_copy_among_the_sheets_lie_on_one_table() -> None:
    sets = read_sets()
    copy = next(shown for (_, file), shown in sets.items() if file.startswith("jctrain_noxHzTF"))
    assert copy == sets["sheets", "untagged_Artrageous.jpg"]


def test_near_identical_photos_of_dev_and_training_lie_on_one_table() -> None:
    sets = read_sets()
    one = sets["dev_riichi", "ritest_IMG_20231102_201313_jpg.jpg"]
    assert one == sets["train_riichi", "rivalid_IMG_20231102_201334_jpg.jpg"]


def test_the_tables_of_the_labels_tell_the_design_of_a_single_tile() -> None:
    out = left_out(1)
    assert out(SINGLE_TILES, "1_jpg.jpg", "D01")
    assert not out(SINGLE_TILES, "1_jpg.jpg", "D03")
    assert not left_out(1, "table")(SINGLE_TILES, "1_jpg.jpg", "D01")


def test_a_photo_that_no_table_names_is_refused() -> None:
    with pytest.raises(LabelError, match=r"no table tells which design train_hk/new\.jpg shows"):
        left_out(0)("train_hk", "new.jpg", "")
    with pytest.raises(LabelError, match="design Z9, which is in no fold"):
        left_out(0)("train_hk", "new.jpg", "Z9")
    with pytest.raises(LabelError, match="folds are 0 to 3"):
        left_out(4)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("split,file,design\n", "wanted are split, file, design, table"),
        ("split,file,design,table\na,b,c,\n", "line 2: a value is missing"),
        ("split,file,design,table\na,b,c,d\na,b,c,d\n", "line 3: a/b a second time"),
    ],
)
def test_a_table_of_sets_that_says_nonsense_is_refused(tmp_path: Path, rows: str, says: str) -> None:
    (tmp_path / "sets.csv").write_text(rows)
    with pytest.raises(LabelError, match=says):
        read_sets(tmp_path / "sets.csv")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("face,D01,0,x", "sort 'face'; say design or table"),
        ("design,D01,9,x", "fold '9'; folds are 0 to 3"),
        ("design,D01,0,x\ndesign,D01,1,x", "line 3: design D01 a second time"),
    ],
)
def test_a_table_of_folds_that_says_nonsense_is_refused(tmp_path: Path, row: str, says: str) -> None:
    (tmp_path / "folds.csv").write_text(f"sort,name,fold,why\n{row}\n")
    with pytest.raises(LabelError, match=says):
        read_folds(tmp_path / "folds.csv")


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="can't be read"):
        read_sets(tmp_path / "none.csv")


@needs_photos
def test_every_photo_of_the_folders_is_in_the_table() -> None:
    sets = read_sets()
    for name in ("train_hk", "train_riichi", "dev_hk", "dev_riichi", "sheets"):
        photos = read_folder(PHOTOS / name, fixes=())
        assert {(name, photo.file) for photo in photos} == {key for key in sets if key[0] == name}
        for photo in photos:
            assert photo.design in {"", design_of(photo, sets)}


@needs_photos
def test_every_single_tile_has_a_fold() -> None:
    out = [left_out(fold, sets={("x", "y"): Shown("D01", "T01")}) for fold in range(FOLDS)]
    for photo in read_folder(PHOTOS / SINGLE_TILES):
        assert sum(each(photo.split, photo.file, photo.design) for each in out) == 1
