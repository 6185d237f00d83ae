"""Settings that make probabilities mean what they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.benchmark import LeftOut, calibration_error, fit_temperatures, left_out_figures
from scoring.tile import KINDS
from vision.tempering import tempered

CLASSES = len(KINDS) + 2


def answers(true: float, true_of_flowers: float, count: int = 3000, seed: int = 0) -> LeftOut:
    """Logits whose truth is drawn with the probabilities that these temperatures give."""
    rng = np.random.default_rng(seed)
    looks = rng.integers(0, len(KINDS), count)
    logits = rng.normal(0, 1, (count, CLASSES))
    flower = looks >= 34
    # Suits are taken for suits, flowers for flowers, so that it is plain whose temperature counts.
    logits[:, 34:42] += np.where(flower, 0, -60)[:, None]
    logits[:, :34] += np.where(flower, -60, 0)[:, None]
    logits[:, 42:] -= 60
    logits[np.arange(count), looks] += 4
    chances = tempered(logits, true, true_of_flowers)
    truth = np.array([rng.choice(CLASSES, p=row) for row in chances])
    return LeftOut(logits, truth, np.array([f"D{number % 3}" for number in range(count)]))


def test_both_temperatures_are_found_again() -> None:
    found = fit_temperatures(answers(0.8, 2.2))
    assert found == pytest.approx({"temperature": 0.8, "flower_temperature": 2.2}, rel=0.12)


def test_one_temperature_lies_between_and_flowers_of_their_own_are_better_on_designs_left_out() -> None:
    told = answers(0.8, 2.2)
    (common,) = fit_temperatures(told, flowers=False).values()
    assert 0.8 < common < 2.2
    one, two = (left_out_figures(told, flowers=flowers) for flowers in (False, True))
    assert two["tiles"] == one["tiles"] == 3000
    assert two["right"] == one["right"]
    assert two["loss"] < one["loss"]
    assert two["flower_loss"] < one["flower_loss"]
    assert two["flower_calibration_error"] < one["flower_calibration_error"]
    assert two["calibration_error"] < 0.03


def test_every_design_counts_alike_however_many_tiles_it_has() -> None:
    logits = np.zeros((10, CLASSES))
    logits[:, 0] = 3.0
    truth = np.array([0] * 9 + [1])
    told = LeftOut(logits, truth, np.array(["seen"] * 9 + ["odd"]))
    easy, hard = (-math.log(tempered(logits[:1], 1.0)[0, kind]) for kind in (0, 1))
    assert told.loss(1.0) == pytest.approx((easy + hard) / 2)


def test_without_flowers_there_is_nothing_to_fit_for_them() -> None:
    told = answers(1.0, 1.0, 300)
    suits = told.of(told.truth < 34)
    assert list(fit_temperatures(suits)) == ["temperature"]
    assert math.isnan(left_out_figures(suits)["flower_loss"])


def test_what_does_not_belong_together_is_refused() -> None:
    with pytest.raises(ValueError, match=r"logits \[N, 44\]"):
        LeftOut(np.zeros((2, 43)), np.zeros(2, int), np.zeros(2, int))
    with pytest.raises(ValueError, match="N above 0"):
        LeftOut(np.zeros((0, 44)), np.zeros(0, int), np.zeros(0, int))
    with pytest.raises(ValueError, match="two designs"):
        left_out_figures(LeftOut(np.zeros((2, 44)), np.zeros(2, int), np.zeros(2, int)))


def test_no_guesses_have_no_calibration_error() -> None:
    assert math.isnan(calibration_error(np.zeros(0), np.zeros(0, bool)))
