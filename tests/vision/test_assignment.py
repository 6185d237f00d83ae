"""The cheapest joint assignment and its losses are those found by trying every one."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.every_way import every_way
from vision.assignment import assign


@st.composite
def pictures(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, float]:
    """A few tiles with coarse probabilities, so that ties occur, few places and the odds of one too many."""
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(st.integers(1, 9), min_size=width, max_size=width), max_size=5))
    table = np.array(rows, np.float64).reshape(-1, width)
    places = draw(st.lists(st.integers(0, 3), min_size=width, max_size=width))
    odds = draw(st.sampled_from([1.0, 0.3, 0.03, 1e-4]))
    return table / np.maximum(table.sum(axis=1, keepdims=True), 1), np.array(places), odds


@settings(max_examples=60, deadline=None)
@given(pictures())
def test_no_other_way_is_cheaper_and_every_loss_is_what_the_other_way_costs_more(
    picture: tuple[np.ndarray, np.ndarray, float],
) -> None:
    chances, places, odds = picture
    least, best, _ = every_way(chances, places, odds)
    found = assign(-np.log(chances), places, -math.log(odds))
    assert found.losses == pytest.approx(best - least, abs=2e-5)
    alone = sum(-math.log(chances[tile, column]) for tile, column in enumerate(found.columns))
    held = np.bincount(found.columns, minlength=len(places))
    assert alone - math.log(odds) * np.maximum(held - places, 0).sum() == pytest.approx(least, abs=2e-5)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 40))
def test_with_one_place_and_no_price_worth_paying_nobody_gains_by_a_swap_or_a_move(
    seed: int, count: int
) -> None:
    rng = np.random.default_rng(seed)
    costs = rng.uniform(0, 9, (count, 42))
    columns = assign(costs, np.ones(42, int), 1e5).columns
    assert len(set(columns.tolist())) == count
    own = costs[np.arange(count), columns]
    crossed = costs[:, columns] + costs[:, columns].T  # one in the other's column and the other way round
    assert (crossed >= own + own[:, None] - 1e-5).all()
    free = np.setdiff1d(np.arange(42), columns)
    assert (costs[:, free] >= own[:, None] - 1e-5).all()


def test_a_tile_is_pushed_on_through_others_where_that_is_cheapest() -> None:
    # The third takes the first's column, the first the second's, the second a free one: 0.2 + 0.2 more.
    costs = np.array([[0, 0.2, 9, 9], [9, 0, 0.2, 9], [0, 9, 9, 5]], np.float64)
    found = assign(costs, np.ones(4, int), 8.0)
    assert found.columns.tolist() == [1, 2, 0]
    assert found.losses[2] == pytest.approx([0, 8.8, 8.6, 4.6])


def test_ties_fall_by_order_and_the_same_way_each_time() -> None:
    costs = np.full((6, 3), 1.0)
    first, second = (assign(costs, np.array([2, 2, 2]), 5.0) for _ in range(2))
    assert sorted(first.columns.tolist()) == [0, 0, 1, 1, 2, 2]
    assert first.columns.tolist() == second.columns.tolist()
    assert (first.losses == 0).all()


def test_two_whole_sets_stay_what_they_are() -> None:
    kinds = np.repeat(np.arange(42), 8)
    costs = np.full((len(kinds), 42), 11.0)
    costs[np.arange(len(kinds)), kinds] = 0.001
    found = assign(costs, np.full(42, 4), 3.5)
    assert (found.columns == kinds).all()
    assert found.losses[0, 1] == pytest.approx(10.999)


def test_no_tiles() -> None:
    found = assign(np.zeros((0, 3)), np.ones(3, int), 1.0)
    assert (found.columns.shape, found.losses.shape) == ((0,), (0, 3))


@pytest.mark.parametrize(("cost", "price"), [(-1.0, 1.0), (math.nan, 1.0), (math.inf, 1.0), (1.0, -1.0)])
def test_what_is_no_cost_is_refused(cost: float, price: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1e\\+06"):
        assign(np.array([[cost, 0.0]]), np.ones(2, int), price)
