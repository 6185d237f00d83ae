"""The locator's targets, examples and export: corners survive every rotation."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from numpy.typing import NDArray

torch: Any = pytest.importorskip("torch", reason="training needs torch (extra: train)")
pytest.importorskip("onnx", reason="the export needs onnx (extra: train)")

from models.training.locator.eval import decode  # noqa: E402 - after the check that torch is there
from models.training.locator.examples import Example, Source, cut, mosaic  # noqa: E402 - as above
from models.training.locator.export import OnnxPredictor, export  # noqa: E402 - as above
from models.training.locator.network import ExportedLocator, LocatorNetwork  # noqa: E402 - as above
from models.training.locator.outlines import match_quads, tilt_picture, turn_picture  # noqa: E402 - as above
from models.training.locator.photometry import degrade  # noqa: E402 - as above
from models.training.locator.photos import photo_sources, settle  # noqa: E402 - as above
from models.training.locator.start import network_from_file  # noqa: E402 - as above
from models.training.locator.targets import as_targets, branch_starts, loss, stack  # noqa: E402 - as above
from models.training.locator.train import main  # noqa: E402 - as above


def tile(x: float, y: float, width: float, degrees: float) -> NDArray[np.float32]:
    turn = math.radians(degrees)
    half = np.array([[-1, -4 / 3], [1, -4 / 3], [1, 4 / 3], [-1, 4 / 3]]) * width / 2
    rotation = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return np.asarray(half @ rotation + [x, y], np.float32)


def example(quads: list[NDArray[np.float32]], channels: list[int], *, known: bool = True) -> Example:
    return Example(
        np.zeros((160, 160, 3), np.uint8),
        np.array(quads, np.float32),
        np.array(channels),
        np.full(len(quads), known),
        np.ones((2, 40, 40), np.uint8),
    )


class Perfect(torch.nn.Module):  # type: ignore[misc]  # torch is Any to the type checker
    """Says exactly what the targets ask for."""

    def __init__(self, wanted: Example) -> None:
        super().__init__()
        self.targets = stack([as_targets(wanted)])

    def forward(self, _image: object) -> tuple[Any, Any]:
        t = self.targets
        heat = torch.logit(t.heat.clamp(1e-4, 1 - 1e-4))
        return heat, torch.cat([t.corners, t.use_a * 2 - 1], 1)


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_the_exported_graph_gives_back_a_quad_at_every_rotation(degrees: int) -> None:
    quad = tile(81, 77, 34, degrees)
    score, quads = ExportedLocator(Perfect(example([quad], [0])))(torch.zeros(1, 3, 160, 160))
    found = decode(score.numpy(), quads.numpy(), 1.0, 0.5)
    assert len(found.quads) == 1
    turns = [np.abs(np.roll(found.quads[0], k, axis=0) - quad).max() for k in range(4)]
    assert min(turns) < 0.01


@pytest.mark.parametrize("degrees", range(0, 180, 5))
def test_one_of_the_two_rules_is_always_far_from_its_jump(degrees: int) -> None:
    _, a_margin, _, b_margin = branch_starts(tile(0, 0, 40, degrees))
    assert max(a_margin, b_margin) > 0.5


def test_neighbours_in_a_tight_row_of_small_tiles_stay_apart() -> None:
    row = [tile(20 + 14 * k, 80, 14, 0) for k in range(8)]
    score, quads = ExportedLocator(Perfect(example(row, [0] * 8)))(torch.zeros(1, 3, 160, 160))
    assert len(decode(score.numpy(), quads.numpy(), 1.0, 0.9).quads) == 8


def test_a_back_shows_in_its_own_channel() -> None:
    score, _ = ExportedLocator(Perfect(example([tile(60, 60, 30, 10)], [1])))(torch.zeros(1, 3, 160, 160))
    assert float(score[0, 1].max()) > 0.9
    assert float(score[0, 0].max()) < 0.5


def test_perfect_outputs_cost_next_to_nothing_and_wrong_corners_cost_more() -> None:
    wanted = example([tile(60, 60, 30, 10), tile(110, 90, 25, 50)], [0, 1])
    targets = stack([as_targets(wanted)])
    heat, corners = Perfect(wanted)(torch.zeros(1))
    good, parts = loss(heat, corners * 1.0, targets)
    assert parts["corner"] < 1e-6
    bad, _ = loss(heat, corners + 0.5, targets)
    assert float(bad) > float(good) + 0.1


def test_corners_of_a_box_about_a_tilted_tile_are_not_learned() -> None:
    targets = as_targets(example([tile(60, 60, 30, 0)], [0], known=False))
    assert float(targets.weights.sum()) == 0
    assert float(targets.heat.max()) == 1


def test_a_cut_keeps_labels_on_their_tiles() -> None:
    """A white tile on black stays under its quad through scale, turn, tilt and degradation."""
    image = np.zeros((300, 400, 3), np.uint8)
    image[100:180, 150:210] = 255
    quad = np.array([[[150, 100], [210, 100], [210, 180], [150, 180]]], np.float32)
    source = Source(image, quad, np.zeros(1, np.int64), np.ones(1, bool), np.zeros((75, 100, 2), np.uint8))
    rng = np.random.default_rng(0)
    seen = 0
    for _ in range(40):
        made = cut(source, 160, rng)
        for found in made.quads:
            x, y = found.mean(axis=0).astype(int)
            inner = made.image[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].mean()
            assert inner > made.image.mean()
            seen += 1
    assert seen > 20


def test_what_nobody_labelled_counts_neither_way_except_about_a_labelled_tile() -> None:
    image = np.full((400, 400, 3), 120, np.uint8)
    quad = np.array([[[180, 180], [220, 180], [220, 230], [180, 230]]], np.float32)
    unknown = np.ones((100, 100, 2), np.uint8)
    source = Source(image, quad, np.zeros(1, np.int64), np.ones(1, bool), unknown)
    rng = np.random.default_rng(1)
    for _ in range(20):
        made = cut(source, 160, rng)
        for found in made.quads:
            x, y = (found.mean(axis=0) / 4).astype(int)
            assert made.counts[0, y, x] == 1
        assert made.counts.mean() < 1


def test_a_mosaic_is_four_cuts_side_by_side() -> None:
    image = np.full((100, 100, 3), 255, np.uint8)
    quad = np.array([[[30, 30], [60, 30], [60, 70], [30, 70]]], np.float32)
    source = Source(image, quad, np.zeros(1, np.int64), np.ones(1, bool), np.zeros((25, 25, 2), np.uint8))
    made = mosaic([source] * 4, 160, np.random.default_rng(2))
    assert made.image.shape == (160, 160, 3)
    assert made.counts.shape == (2, 40, 40)
    quarters = {(int(x > 80), int(y > 80)) for x, y in made.quads.mean(axis=1)}
    assert len(quarters) >= 3


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::UserWarning"
)  # torch's exporter warns of itself
def test_the_exported_file_takes_any_size_that_is_a_multiple_of_32(tmp_path: Path) -> None:
    torch.manual_seed(0)
    network = LocatorNetwork().eval()
    digest = export(network, tmp_path / "locator.onnx")
    assert len(digest) == 64
    assert (tmp_path / "locator.onnx").stat().st_size < 10_000_000
    run = OnnxPredictor(tmp_path / "locator.onnx")
    for height, width in ((64, 96), (128, 64)):
        score, quads = run(np.zeros((1, 3, height, width), np.float32))
        assert score.shape == (1, 2, height // 4, width // 4)
        assert quads.shape == (1, 8, height // 4, width // 4)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")  # as above
def test_training_goes_on_from_an_exported_file(tmp_path: Path) -> None:
    """The file that ships is the start where no checkpoint is left: at first it must say the same."""
    torch.manual_seed(1)
    path = tmp_path / "locator.onnx"
    export(LocatorNetwork().eval(), path)
    network = network_from_file(path)
    image = np.random.default_rng(0).random((1, 3, 64, 64)).astype(np.float32)
    score, quads = OnnxPredictor(path)(image)
    again_score, again_quads = ExportedLocator(network.eval())(torch.from_numpy(image))
    assert np.abs(score - again_score.detach().numpy()).max() < 1e-4
    assert np.abs(quads - again_quads.detach().numpy()).max() < 1e-2
    assert all(weight.requires_grad for weight in network.parameters())


def test_a_file_that_is_no_locator_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.onnx"
    path.write_bytes(b"not a network")
    with pytest.raises(ValueError, match=r"other\.onnx"):
        network_from_file(path)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--settle"], "--settle"),
        (["--size", "100"], "--size 100"),
        (["--resume"], "checkpoint.pt"),
        (["--from", "nowhere.onnx", "--resume"], "not allowed with"),
    ],
)
def test_training_says_what_it_lacks(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["--photos", str(tmp_path), "--out", str(tmp_path / "run"), *options])
    assert leaving.value.code == 2
    assert words in capsys.readouterr().err


def test_weather_leaves_size_and_type_alone() -> None:
    image = np.random.default_rng(0).integers(0, 256, (96, 64, 3)).astype(np.uint8)
    for seed in range(60):
        seen = degrade(image, np.random.default_rng(seed))
        assert seen.shape == image.shape
        assert seen.dtype == np.uint8


def test_labels_tilt_with_their_picture() -> None:
    pixels = np.zeros((200, 240, 3), np.uint8)
    pixels[60:100, 90:120] = 255
    label = np.array([[[90, 60], [120, 60], [120, 100], [90, 100]]], np.float32)
    tilted, quads = tilt_picture(pixels, label, 50)
    x, y = quads[0].mean(axis=0).astype(int)
    assert tilted[y - 2 : y + 3, x - 2 : x + 3].min() > 250
    assert quads[0, :, 1].max() - quads[0, :, 1].min() < 36
    assert tilted.shape[1] == 240
    assert tilted.shape[0] < 200


def test_a_quad_counts_by_its_outline_and_once() -> None:
    label = np.array([tile(50, 50, 30, 45)])
    upright_box = np.array([tile(50, 50, 50, 0)])
    nothing = np.zeros((0, 4, 2), np.float32)
    assert match_quads(label, label, nothing).tight == 1
    assert match_quads(upright_box, label, nothing).found == 0
    twice = match_quads(np.concatenate([label, label]), label, nothing)
    assert (twice.found, twice.false) == (1, 1)
    assert match_quads(label, np.zeros((0, 4, 2), np.float32), label).false == 0


@pytest.mark.parametrize("degrees", [0, 30, 45, 90, 200])
def test_labels_turn_with_their_picture(degrees: int) -> None:
    pixels = np.zeros((100, 140, 3), np.uint8)
    pixels[20:60, 30:60] = 255
    turned, quads = turn_picture(pixels, np.array([[30, 20, 60, 60]], np.float32), degrees)
    x, y = quads[0].mean(axis=0).astype(int)
    assert turned[y - 3 : y + 4, x - 3 : x + 4].min() > 250
    across = quads[0][1] - quads[0][0]
    assert math.degrees(math.atan2(across[1], across[0])) % 360 == pytest.approx(degrees, abs=0.01)


PHOTOS = Path(__file__).parents[4] / "shared" / "photos"


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photos are not beside the repository")
def test_the_dev_photos_are_never_learned_from_and_the_network_settles_open_regions() -> None:
    sources, names = photo_sources(PHOTOS)
    assert {name.split("/")[0] for name in names} == {"train_hk", "train_riichi", "sheets"}
    assert all(len(source.quads) == len(source.channels) == len(source.corners_known) for source in sources)
    open_ones = [source for source in sources if source.unknown[..., 0].any()][:1]

    def sees_nothing(image: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        cells = (image.shape[2] // 4, image.shape[3] // 4)
        return np.zeros((1, 2, *cells), np.float32), np.zeros((1, 8, *cells), np.float32)

    settled = settle(open_ones, sees_nothing)[0]
    assert not settled.unknown[..., 0].any()
    assert len(settled.quads) == len(open_ones[0].quads)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photos are not beside the repository")
def test_photos_left_out_are_not_learned_from() -> None:
    _, names = photo_sources(PHOTOS, ["train_*/*", "sheets/raw-images_*"])
    assert names
    assert {name.split("_")[0] for name in names} == {"sheets/untagged"}


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photos are not beside the repository")
def test_a_fold_leaves_out_its_designs_and_its_tables() -> None:
    _, names = photo_sources(PHOTOS, ["train_*/*"], fold=0)
    assert names
    assert "sheets/raw-images_9.jpg" not in names
