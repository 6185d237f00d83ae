"""Probabilities in the light of all tiles are those of the sum over every joint assignment."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from tests.vision.every_way import every_way
from tests.vision.test_assignment import pictures
from vision.marginals import marginals


@settings(max_examples=60, deadline=None)
@given(pictures())
def test_a_few_columns_are_summed_exactly(picture: tuple[np.ndarray, np.ndarray, float]) -> None:
    chances, places, odds = picture
    _, _, exact = every_way(chances, places, odds)
    assert marginals(chances, places, odds) == pytest.approx(exact, abs=2e-3)


def test_five_alike_are_each_four_times_in_five_what_they_look_like() -> None:
    chances = np.tile([0.999, 0.001], (5, 1))
    told = marginals(chances, np.array([4, 5]), 1e-9)
    # At least one of them is the other; that it is two is as rare as one in five hundred.
    assert told == pytest.approx(np.tile([0.8, 0.2], (5, 1)), abs=5e-4)


def test_a_sure_copy_takes_the_flower_from_one_that_is_not() -> None:
    chances = np.array([[0.99, 0.01, 0.0], [0.6, 0.4, 0.0]])
    first, second = marginals(chances, np.array([1, 1, 2]), 1e-9)
    assert first[0] == pytest.approx(0.396 / 0.402, abs=1e-6)
    assert second[1] == pytest.approx(0.396 / 0.402, abs=1e-6)


def test_columns_that_nobody_disputes_are_left_as_they_were() -> None:
    chances = np.random.default_rng(3).dirichlet(np.full(42, 0.05), 9)
    assert (marginals(chances, np.full(42, 9), 0.03) == chances).all()


def test_more_columns_than_one_group_can_count_come_close_to_the_sum() -> None:
    # Fourteen flowers in a ring, each tile standing between two: too many states for one group. Turned by one
    # tile it is the same picture, so every tile has the same answer; and with all in their first column as
    # likely as `ahead` and all in their second as `behind`, nearly everything lies between those two.
    count = 14
    chances = np.zeros((count, count))
    chances[np.arange(count), np.arange(count)] = 0.8
    chances[np.arange(count), (np.arange(count) + 1) % count] = 0.2
    told = marginals(chances, np.ones(count, int), 0.03)
    assert told.sum(axis=1) == pytest.approx(1.0)
    assert (np.diag(told) > 0.97).all()


def test_no_tiles() -> None:
    assert marginals(np.zeros((0, 3)), np.ones(3, int), 0.1).shape == (0, 3)
