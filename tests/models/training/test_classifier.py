from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from datasets.photos import read_folder
from scoring.tile import KINDS
from tests.models.training.folder import write_folder

if TYPE_CHECKING:
    from pathlib import Path

torch = pytest.importorskip("torch", reason="training needs the extra 'train'")

from models.training.classifier.data import CropMix, held_out, read_training_photos  # noqa: E402  (as above)
from models.training.classifier.drawn import draw_sheet  # noqa: E402  (as above)
from models.training.classifier.measure import cut  # noqa: E402  (as above)
from models.training.classifier.network import (  # noqa: E402  (as above)
    BACK,
    CLASSES,
    EMBEDDING,
    NOT_A_TILE,
    ClassifierNetwork,
    ExportedClassifier,
)
from models.training.classifier.recombined import laid_as, recombined  # noqa: E402  (as above)
from models.training.classifier.train import turn_loss  # noqa: E402  (only where torch is installed)
from models.training.classifier.weights import read_weights, write_weights  # noqa: E402  (as above)


def test_the_classes_are_the_kinds_and_two_more() -> None:
    assert CLASSES[: len(KINDS)] == tuple(str(kind) for kind in KINDS)
    assert (CLASSES[BACK], CLASSES[NOT_A_TILE], len(CLASSES)) == ("back", "not_a_tile", 44)


def test_the_network_takes_any_number_of_crops() -> None:
    network = ClassifierNetwork().eval()
    kind, turn = network(torch.rand(3, 3, 80, 64))
    assert (tuple(kind.shape), tuple(turn.shape)) == ((3, 44), (3, 4))
    assert sum(weights.numel() for weights in network.parameters()) * 4 < 10_000_000


def test_what_is_exported_names_tiles_by_its_embedding() -> None:
    network = ClassifierNetwork().eval()
    crops = torch.rand(2, 3, 80, 64)
    kind, turn, embedding = ExportedClassifier(network)(crops)
    assert tuple(embedding.shape) == (2, EMBEDDING)
    assert torch.equal(kind, network(crops)[0])
    assert torch.equal(turn, network.name(embedding.reshape(2, 192, 5, 4))[1])


def test_weights_come_back_as_they_were_but_for_rounding(tmp_path: Path) -> None:
    one, other = ClassifierNetwork().eval(), ClassifierNetwork().eval()
    write_weights(one, tmp_path / "weights.npz")
    read_weights(other, tmp_path / "weights.npz")
    crops = torch.rand(4, 3, 80, 64)
    with torch.no_grad():
        assert float((one(crops)[0] - other(crops)[0]).abs().max()) < 0.01
    assert (tmp_path / "weights.npz").stat().st_size < 3_000_000


def test_a_recombined_flower_has_one_tiles_head_and_anothers_picture() -> None:
    rng = np.random.default_rng(0)
    head, picture = np.full((80, 64, 3), 200, np.uint8), np.full((80, 64, 3), 100, np.uint8)
    head[8:20, 10:20], picture[50:70, 20:40] = 0, 10
    made = recombined(head, picture, rng)
    assert np.array_equal(made[8:20], head[8:20])
    assert made[60, 30].max() < 60  # the other's ink
    assert abs(int(made[60, 10, 0]) - 200) < 12  # in the head's tone


@pytest.mark.parametrize("turn", range(4))
def test_a_face_laid_turned_shows_its_head_on_that_side(turn: int) -> None:
    crop = np.zeros((80, 64, 3), np.uint8)
    crop[:16] = 255
    laid = laid_as(crop, turn)
    sides = [laid[:5].mean(), laid[:, -5:].mean(), laid[-5:].mean(), laid[:, :5].mean()]
    assert laid.shape == (80, 64, 3)
    assert int(np.argmax(sides)) == turn


def test_a_face_that_looks_the_same_turned_by_half_pays_only_for_quarters() -> None:
    sure = 20 * torch.eye(4)
    true = torch.tensor([0, 0, 0, 0])
    exact = [float(turn_loss(sure[k : k + 1], true[:1], torch.tensor([False]))) for k in range(4)]
    alike = [float(turn_loss(sure[k : k + 1], true[:1], torch.tensor([True]))) for k in range(4)]
    assert [loss < 0.01 for loss in exact] == [True, False, False, False]
    assert [loss < 0.01 for loss in alike] == [True, False, True, False]


def test_no_known_turn_costs_nothing() -> None:
    nobody = torch.empty(0, dtype=torch.long)
    assert float(turn_loss(torch.empty(0, 4), nobody, nobody.bool())) == 0


@pytest.mark.parametrize(("size", "start"), [((60, 80), 0), ((80, 60), 1)])
def test_a_box_wider_than_high_is_cut_lying(tmp_path: Path, size: tuple[int, int], start: int) -> None:
    write_folder(tmp_path / "a", size)
    (photo,) = read_folder(tmp_path / "a")
    crops, starts = cut(photo)
    assert crops.shape == (4, 80, 64, 3)
    assert {int(value) % 2 for value in starts} == {start}


def test_the_same_seed_gives_the_same_mix(tmp_path: Path) -> None:
    write_folder(tmp_path / "train_hk")
    photos = read_folder(tmp_path / "train_hk")
    one, same, other = (CropMix(photos, seed).batch(40) for seed in (1, 1, 2))
    assert np.array_equal(one.crops, same.crops)
    assert not np.array_equal(one.crops, other.crops)
    assert one.crops.shape == (40, 80, 64, 3)
    assert set(one.kinds.tolist()) <= set(range(44))
    assert (one.turns[one.kinds >= BACK] == -1).all()


def test_our_tables_fix_labels_and_tell_turns(tmp_path: Path) -> None:
    for name in ("train_hk", "train_riichi", "sheets"):
        write_folder(tmp_path / name)
    (tmp_path / "aux_crops42").mkdir()
    (tmp_path / "label_fixes.csv").write_text(
        "split,file,box,label,true,action\ntrain_hk,a.png,0,5m,9s,relabel\n", encoding="utf-8"
    )
    (tmp_path / "turns.csv").write_text(
        "split,file,box,turn\ntrain_hk,a.png,1,2\ntrain_hk,a.png,2,\n", encoding="utf-8"
    )
    photo = next(photo for photo in read_training_photos(tmp_path, tmp_path) if photo.split == "train_hk")
    assert str(photo.tiles[0].kind) == "9s"
    assert [tile.turn for tile in photo.tiles] == [0, 2, None, 0]


def test_what_is_held_out_is_a_small_part(tmp_path: Path) -> None:
    folder = tmp_path / "train_hk"
    folder.mkdir()
    for number in range(140):
        cv2.imwrite(str(folder / f"{number:03}.png"), np.zeros((8, 8, 3), np.uint8))
        (folder / f"{number:03}.txt").write_text("0 0.5 0.5 0.5 0.5", encoding="utf-8")
    assert held_out(read_folder(folder)) == {f"{number:03}.png" for number in range(63, 70)}


def test_a_drawn_sheet_shows_every_kind_where_it_says() -> None:
    sheet = draw_sheet(3)
    assert set(sheet.codes) == {*(str(kind) for kind in KINDS), "back"}
    assert sheet.quads.shape == (len(sheet.codes), 4, 2)
    back = sheet.codes.index("back")
    x, y = sheet.quads[back].mean(axis=0).astype(int)
    face = sheet.quads[sheet.codes.index("P")].mean(axis=0).astype(int)
    assert np.abs(sheet.pixels[y, x].astype(int) - sheet.pixels[face[1], face[0]].astype(int)).max() > 20
    assert np.array_equal(sheet.pixels, draw_sheet(3).pixels)
