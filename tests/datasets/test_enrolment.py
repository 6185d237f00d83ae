"""What enrolling helps, measured on a drawn set with the classifier that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.enrolment import main
from datasets.setphotos import draw_set_photo
from scoring.tile import KINDS
from vision import Classifier

if TYPE_CHECKING:
    from pathlib import Path


def test_a_drawn_photo_shows_every_kind_once() -> None:
    pixels, kinds, quads = draw_set_photo(500_000, np.random.default_rng(1), in_order=False)
    again, _, _ = draw_set_photo(500_000, np.random.default_rng(1), in_order=False)
    assert sorted(kinds.tolist()) == list(range(len(KINDS)))
    assert (pixels == again).all()
    height, width = pixels.shape[:2]
    assert (quads > 0).all()
    assert (quads < (width, height)).all()


def test_a_set_that_was_shown_is_read_at_least_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    if not Classifier(threads=1).classify_crops(np.zeros((1, 80, 64, 3), np.uint8)).embeddings.size:
        pytest.skip("the classifier that ships has no output embedding")
    assert main(["--threads", "1", "drawn", "--designs", "1", "--first", "500008"]) == 0
    out = capsys.readouterr().out
    assert "photos taken to show the set   3 of 3" in out
    assert "made wrong 0" in out


def test_what_cant_be_read_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = str(tmp_path / "nowhere.onnx")
    assert main(["--classifier", nowhere, "drawn"]) == 2
    assert "nowhere.onnx" in capsys.readouterr().err
    assert main(["photos", "--enrol", str(tmp_path / "a.jpg"), "--read", str(tmp_path)]) == 2
    assert "a.jpg: no such file" in capsys.readouterr().err
    assert main(["photos", "--enrol", str(tmp_path), "--read", str(tmp_path)]) == 2
    assert "each --enrol names one labelled photo" in capsys.readouterr().err


@pytest.mark.parametrize("designs", ["0", "-1", "many"])
def test_no_set_at_all_is_no_measurement(designs: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["drawn", "--designs", designs])
    assert "--designs" in capsys.readouterr().err
