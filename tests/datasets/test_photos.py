from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.errors import LabelError
from datasets.photos import LabelFix, read_fixes, read_folder, suppress_doubles
from scoring.tile import KINDS, Tile

PHOTOS = Path(__file__).parents[2].parent / "shared" / "photos"


def write_picture(path: Path, labels: str, size: tuple[int, int] = (200, 100)) -> None:
    """Write a red picture of a width and height, and its label file."""
    width, height = size
    cv2.imwrite(str(path), np.full((height, width, 3), (0, 0, 255), np.uint8))
    path.with_suffix(".txt").write_text(labels, encoding="utf-8")


def test_boxes_are_pixels_of_the_picture_and_colours_are_rgb(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png", "4 0.5 0.5 0.1 0.2\n33 0.25 0.5 0.1 0.2\n")
    (photo,) = read_folder(tmp_path)
    assert [str(tile.kind) for tile in photo.tiles] == ["5m", "P"]
    assert photo.tiles[0].box == pytest.approx((90, 40, 110, 60))
    assert photo.boxes.shape == (2, 4)
    assert photo.pixels.shape == (100, 200, 3)
    assert photo.pixels[0, 0].tolist() == [255, 0, 0]


def test_a_doubled_box_is_read_once(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png", "0 0.5 0.5 0.1 0.2\n0 0.501 0.5 0.1 0.2\n0 0.6 0.5 0.1 0.2\n")
    (photo,) = read_folder(tmp_path)
    assert [tile.line for tile in photo.tiles] == [0, 2]


def test_boxes_that_touch_are_no_doubles() -> None:
    assert suppress_doubles([(0, 0, 10, 10), (10, 0, 20, 10), (5, 0, 15, 10)], 0.5) == [0, 1, 2]


def test_fixes_relabel_and_drop(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png", "0 0.2 0.5 0.1 0.2\n1 0.5 0.5 0.1 0.2\n2 0.8 0.5 0.1 0.2\n")
    fixes = [LabelFix("a.png", 1, "2m", "E"), LabelFix("a.png", 2, "3m", None)]
    (photo,) = read_folder(tmp_path, fixes=fixes)
    assert [str(tile.kind) for tile in photo.tiles] == ["1m", "E"]


def test_a_fix_for_another_label_is_refused(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png", "0 0.2 0.5 0.1 0.2\n")
    with pytest.raises(LabelError, match=r"says 1m, the list of fixes expects 9s"):
        read_folder(tmp_path, fixes=[LabelFix("a.png", 0, "9s", "E")])


def test_the_tables_beside_the_folder_are_used(tmp_path: Path) -> None:
    folder = tmp_path / "dev_hk"
    folder.mkdir()
    write_picture(folder / "a.png", "0 0.2 0.5 0.1 0.2\n1 0.5 0.5 0.1 0.2\n")
    write_picture(folder / "b.png", "0 0.2 0.5 0.1 0.2\n")
    (tmp_path / "label_fixes.csv").write_text(
        "split,file,box,label,true,action\ndev_hk,a.png,0,1m,7s,relabel\nother,a.png,1,2m,,drop\n",
        encoding="utf-8",
    )
    (tmp_path / "scene_tags.csv").write_text(
        "file,tags,split,boxes\nb.png,set_row;individual_tiles_upside_down,dev_hk,1\n", encoding="utf-8"
    )
    first, second = read_folder(folder)
    assert [(str(tile.kind), tile.turn) for tile in first.tiles] == [("7s", 0), ("2m", 0)]
    assert "set_row" in second.tags
    assert second.tiles[0].turn is None


def test_the_table_of_turns_says_how_each_tile_lies(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png", "0 0.2 0.5 0.1 0.2\n31 0.5 0.5 0.1 0.2\n")
    (tmp_path / "turns.csv").write_text(
        "file,box,code,turn,design_id,note\na.png,0,1m,0,D04,\na.png,1,C,180,D04,dragon\n", encoding="utf-8"
    )
    (photo,) = read_folder(tmp_path)
    assert photo.design == "D04"
    assert [(tile.turn, tile.note) for tile in photo.tiles] == [(0, ""), (2, "dragon")]


def test_single_tiles_take_their_kind_from_the_table_of_files(tmp_path: Path) -> None:
    folder = tmp_path / "aux_crops42"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), np.zeros((40, 30, 3), np.uint8))
    (tmp_path / "manifest.csv").write_text(
        "split,file,tile,design\naux_crops42,1.png,f3,D01\naux_crops42,gone.png,f3,D01\n", encoding="utf-8"
    )
    (photo,) = read_folder(folder)
    assert photo.design == "D01"
    assert photo.tiles[0].kind == Tile("f3")
    assert photo.tiles[0].box == (0, 0, 30, 40)


@pytest.mark.parametrize(
    "label", ["42 0.5 0.5 0.1 0.1", "-1", "x 0.5 0.5 0.1 0.1", "0 0.5 0.5 0.1", "0 a b c d"]
)
def test_a_label_that_cannot_be_read_is_named(tmp_path: Path, label: str) -> None:
    write_picture(tmp_path / "a.png", f"0 0.5 0.5 0.1 0.1\n{label}\n")
    with pytest.raises(LabelError, match=r"a\.txt line 1"):
        read_folder(tmp_path)


def test_a_missing_folder_and_a_broken_picture_are_named(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="nowhere is not a folder"):
        read_folder(tmp_path / "nowhere")
    (tmp_path / "a.png").write_bytes(b"no picture")
    (tmp_path / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n", encoding="utf-8")
    with pytest.raises(LabelError, match=r"a\.png can't be read as a picture"):
        read_folder(tmp_path)


def test_a_table_of_fixes_with_another_action_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "label_fixes.csv"
    table.write_text("split,file,box,label,true,action\ndev_hk,a.png,0,1m,7s,forget\n", encoding="utf-8")
    with pytest.raises(LabelError, match="'forget'; say relabel or drop"):
        read_fixes(table, "dev_hk")


@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"the labelled photos are not at {PHOTOS}")
@pytest.mark.parametrize(
    ("name", "photos", "tiles"), [("dev_hk", 128, 2026), ("sheets", 21, 2210), ("aux_crops42", 485, 485)]
)
def test_the_real_folders_are_read_whole(name: str, photos: int, tiles: int) -> None:
    read = read_folder(PHOTOS / name)
    assert len(read) == photos
    assert sum(len(photo.tiles) for photo in read) == tiles
    assert {tile.kind for photo in read for tile in photo.tiles} <= set(KINDS)
