"""Logits become probabilities; flowers may have a temperature of their own."""

from __future__ import annotations

import numpy as np
import pytest

from models import load
from vision.classifier import CLASSES, Classifier
from vision.tempering import tempered


def logits(*rows: dict[int, float]) -> np.ndarray:
    table = np.zeros((len(rows), CLASSES), np.float32)
    for row, kinds in zip(table, rows, strict=True):
        for kind, value in kinds.items():
            row[kind] = value
    return table


def test_probabilities_are_those_of_the_divided_logits() -> None:
    told = tempered(logits({3: 4.0, 5: 2.0}), 2.0)
    assert told.sum(axis=1) == pytest.approx(1.0)
    assert told[0, 3] / told[0, 5] == pytest.approx(np.e)
    assert tempered(logits({3: 4.0}), 2.0, 2.0) == pytest.approx(tempered(logits({3: 4.0}), 2.0))


def test_only_what_looks_like_a_flower_takes_the_flowers_temperature() -> None:
    suit, flower = logits({3: 30.0, 5: 26.0}), logits({34: 30.0, 38: 26.0})
    assert tempered(suit, 1.0, 2.0)[0, 3] == pytest.approx(tempered(suit, 1.0)[0, 3])
    told = tempered(flower, 1.0, 2.0)[0]
    assert told[34] / told[38] == pytest.approx(np.exp(2.0))
    assert told.argmax() == 34


def test_the_classifier_applies_what_the_manifest_says() -> None:
    facts = load()["classifier"]
    kind, turn = logits({34: 5.0, 38: 3.0}), np.zeros((1, 4), np.float32)
    plain = Classifier(facts).decode(kind, turn).kinds
    assert plain == pytest.approx(
        tempered(kind, facts.setting("temperature"), facts.settings.get("flower_temperature"))
    )


def test_no_tiles() -> None:
    assert tempered(np.zeros((0, CLASSES)), 1.0, 2.0).shape == (0, CLASSES)
