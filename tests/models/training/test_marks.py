from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from datasets.photos import read_folder
from tests.models.training.folder import write_folder

if TYPE_CHECKING:
    from pathlib import Path

torch = pytest.importorskip("torch", reason="training needs the extra 'train'")

from models.training.course import Course  # noqa: E402  (only where torch is installed)
from models.training.marks.data import HeadMix  # noqa: E402  (as above)
from models.training.marks.measure import MarkAnswers, cut_heads  # noqa: E402  (as above)
from models.training.marks.network import CLASSES, FLOWERS, UNMARKED, MarkNetwork  # noqa: E402  (as above)

DRAWN = {"drawn": 0.6, "turned": 0.2, "drawn others": 0.2}


def test_the_classes_are_the_flowers_and_none() -> None:
    assert CLASSES == ("f1", "f2", "f3", "f4", "h1", "h2", "h3", "h4", "unmarked")
    assert CLASSES[UNMARKED] == "unmarked"


def test_what_speaks_for_a_rank_speaks_for_it_in_both_series() -> None:
    network = MarkNetwork().eval()
    heads = torch.rand(2, 3, 64, 96)
    with torch.no_grad():
        before = network(heads)
        network.rank.bias[2] += 5
        after = network(heads)
    assert tuple(after.shape) == (2, 9)
    changed = (after - before).round(decimals=3)
    assert {FLOWERS[place] for place in range(8) if changed[0, place] != 0} == {"f3", "h3"}


def test_drawn_heads_are_the_same_for_the_same_seed() -> None:
    one, other = (HeadMix([], 7, DRAWN).batch(24) for _ in range(2))
    assert np.array_equal(one.heads, other.heads)
    assert one.heads.shape == (24, 64, 96, 3)
    assert UNMARKED in one.marks
    assert len(set(one.marks.tolist())) > 4


def test_photographed_heads_are_cut_as_they_are_labelled(tmp_path: Path) -> None:
    write_folder(tmp_path / "train_hk")
    photos = read_folder(tmp_path / "train_hk")
    batch = HeadMix(photos, 3, {"photographed": 0.5, "other tiles": 0.5}).batch(32)
    flower = next(str(tile.kind) for tile in photos[0].tiles if tile.kind.is_flower)
    assert set(batch.marks.tolist()) == {CLASSES.index(flower), UNMARKED}
    heads, marks = cut_heads(photos[0])
    known = [tile for tile in photos[0].tiles if tile.turn is not None]
    assert len(heads) == len(marks) == len(known)


def test_figures_count_flowers_and_others_apart() -> None:
    logits = np.zeros((4, 9), np.float32)
    logits[0, 2] = logits[1, 3] = logits[2, UNMARKED] = logits[3, 0] = 5
    figures = MarkAnswers(logits, np.array([2, 2, UNMARKED, UNMARKED])).figures()
    assert (figures["flowers"], figures["flowers_right"], figures["flowers_seen"]) == (2, 0.5, 1.0)
    assert (figures["others"], figures["others_passed"]) == (2, 0.5)


def test_a_course_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    torch.manual_seed(0)
    course = Course(torch.nn.Linear(2, 1), torch.nn.Linear(2, 1))
    given = torch.tensor([[1.0, 0.0], [0.0, 1.0]])

    def loss(batch: Any) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401 - torch is looked for above
        amount = (course.network(batch) - torch.tensor([[1.0], [2.0]])).square().mean()
        return amount, {"again": amount.detach()}

    first = float(loss(given)[0].detach())
    course.train(
        iter(lambda: given, None), loss, minutes=0.02, peak=0.05, checkpoint=tmp_path / "checkpoint.pt"
    )
    assert float(loss(given)[0].detach()) < first / 2
    other = Course(torch.nn.Linear(2, 1), torch.nn.Linear(2, 1))
    other.resume(tmp_path / "checkpoint.pt")
    assert other.steps == course.steps > 0
    assert torch.equal(other.average.weight, course.average.weight)
