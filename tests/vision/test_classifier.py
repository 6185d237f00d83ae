from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models import load
from vision.classifier import CLASSES, Classifier

UPRIGHT, FALLEN = 3, 7


class OneWay(Classifier):
    """Names a bright-headed crop surely, and one whose bright half lies below as something else, unsurely."""

    def __init__(self, look_again: float) -> None:
        facts = load()["classifier"]
        settings = {**facts.settings, "look_again": look_again, "temperature": 1.0}
        super().__init__(replace(facts, settings=settings))
        self.seen = 0

    def run(
        self, crops: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    ) -> tuple[
        np.ndarray[tuple[int, ...], np.dtype[np.float32]],
        np.ndarray[tuple[int, ...], np.dtype[np.float32]],
        np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    ]:
        self.seen += len(crops)
        kind = np.zeros((len(crops), CLASSES), np.float32)
        turn = np.zeros((len(crops), 4), np.float32)
        for number, crop in enumerate(crops):
            upright = crop[:, :40].mean() > crop[:, 40:].mean()
            kind[number, UPRIGHT if upright else FALLEN] = 12 if upright else 4
            turn[number, 0 if upright else 2] = 9
        return kind, turn, np.zeros((len(crops), 5), np.float32)


def crops() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    upright = np.zeros((80, 64, 3), np.uint8)
    upright[:40] = 255
    return np.stack([upright, upright[::-1]])


def test_an_unsure_tile_is_looked_at_turned_by_half() -> None:
    classifier = OneWay(0.97)
    faces = classifier.classify_crops(crops())
    assert classifier.seen == 3  # the sure one once
    assert faces.kinds.argmax(axis=1).tolist() == [UPRIGHT, UPRIGHT]
    assert faces.turns.argmax(axis=1).tolist() == [0, 2]
    assert faces.kinds.sum(axis=1) == pytest.approx([1, 1])
    assert faces.embeddings.shape == (2, 5)


def test_without_the_setting_each_tile_is_looked_at_once() -> None:
    classifier = OneWay(0.0)
    faces = classifier.classify_crops(crops())
    assert classifier.seen == 2
    assert faces.kinds.argmax(axis=1).tolist() == [UPRIGHT, FALLEN]
