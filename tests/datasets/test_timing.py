"""Times are compared in turns."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from datasets import timing
from datasets.errors import DatasetError
from datasets.timing import TWELVE_MEGAPIXELS, Pace, beside_decoder, large_photo, medians
from vision import load

if TYPE_CHECKING:
    from pathlib import Path


def test_jobs_take_turns_after_one_run_that_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    done: list[str] = []
    durations = {"one": iter([90, 1, 5, 2]), "other": iter([90, 7, 7, 9])}

    def job(name: str) -> None:
        done.append(name)
        now[0] += next(durations[name])

    found = medians([lambda: job("one"), lambda: job("other")], 3)
    assert done == ["one", "other"] * 4
    assert found == [2, 7]


def test_a_pace_says_how_many_times_the_other_time_was_taken() -> None:
    pace = Pace(1, 0.15, 0.1)
    assert pace.ratio == pytest.approx(1.5)
    assert pace.line("ours", "theirs") == "1 thread:  ours 150 ms, theirs 100 ms, ratio 1.50"


def test_the_large_photo_has_twelve_megapixels_and_its_hand_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    large_photo(path)
    picture = cv2.imread(str(path))
    assert picture is not None
    assert picture.shape == (TWELVE_MEGAPIXELS[1], TWELVE_MEGAPIXELS[0], 3)
    pace = beside_decoder(path, threads=1, rounds=1)
    assert pace.ours > 0
    assert pace.other > 0


def test_a_photo_without_a_hand_is_no_measure_of_file_to_score(tmp_path: Path) -> None:
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), np.zeros((64, 64, 3), np.uint8))
    with pytest.raises(DatasetError, match="no whole hand was read"):
        beside_decoder(path, threads=1, rounds=1)


def test_both_networks_of_the_comparison_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "_peer_network", lambda threads: lambda: threads)
    photo = load(np.zeros((64, 64, 3), np.uint8))
    assert timing.beside_network([photo, photo], threads=1, rounds=1).threads == 1
