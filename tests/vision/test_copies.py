"""Four of a kind, one of each flower."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tile import Tile
from vision.classifier import BACK_CLASS, CLASSES, NOT_A_TILE_CLASS
from vision.copies import COPIES, settle

PLUM, ORCHID, ONE, SEVEN, WHITE = (Tile(code).index for code in ("f1", "f2", "1m", "7m", "P"))


def chances(*rows: dict[int, float]) -> np.ndarray:
    table = np.zeros((len(rows), CLASSES))
    for row, kinds in zip(table, rows, strict=True):
        for kind, p in kinds.items():
            row[kind] = p
    return table


def test_a_set_has_144_tiles() -> None:
    assert sum(COPIES) == 144


def test_a_sound_picture_is_left_alone() -> None:
    given = chances(*[{ONE: 0.9, SEVEN: 0.1}] * 4, {PLUM: 0.6, ORCHID: 0.4})
    settled = settle(given, excess=0.03)
    assert settled.kinds.tolist() == settled.alone.tolist() == [ONE] * 4 + [PLUM]
    assert (settled.chances == given).all()
    assert settled.margins == pytest.approx([np.log(9)] * 4 + [np.log(1.5)], abs=1e-5)


def test_the_weakest_of_five_alike_moves_to_its_next_kind() -> None:
    settled = settle(chances(*[{ONE: 0.98, SEVEN: 0.02}] * 4, {ONE: 0.6, SEVEN: 0.4}), excess=0.03)
    assert settled.kinds.tolist() == [ONE] * 4 + [SEVEN]
    assert settled.alone.tolist() == [ONE] * 5
    # Next best is to leave it and pay for the fifth: 0.6 * 0.03 against 0.4.
    assert settled.margins[4] == pytest.approx(np.log(0.4 / 0.018), abs=1e-5)
    assert 0.8 < settled.chances[4, SEVEN] < 0.96


def test_a_fifth_copy_that_is_nothing_else_stays() -> None:
    settled = settle(chances(*[{ONE: 0.999, SEVEN: 0.001}] * 5), excess=0.03)
    assert settled.kinds.tolist() == settled.alone.tolist() == [ONE] * 5
    assert (settled.chances[:, ONE] < 0.98).all()  # one of them may still be misread


def test_a_tile_does_not_move_to_a_kind_that_is_used_up() -> None:
    settled = settle(chances({PLUM: 0.9}, {ORCHID: 0.9}, {PLUM: 0.5, ORCHID: 0.4, SEVEN: 0.1}), excess=0.03)
    assert settled.kinds.tolist() == [PLUM, ORCHID, SEVEN]


def test_a_chain_of_moves_is_found_where_no_single_move_helps() -> None:
    # The third can only be the plum; the first makes room by taking the orchid, whose bearer is as likely 7m.
    settled = settle(
        chances({PLUM: 0.55, ORCHID: 0.45}, {ORCHID: 0.5, SEVEN: 0.48}, {PLUM: 0.99}), excess=0.03
    )
    assert settled.kinds.tolist() == [ORCHID, SEVEN, PLUM]
    assert settled.alone.tolist() == [PLUM, ORCHID, PLUM]


def test_a_tile_that_is_likelier_none_takes_no_copy_and_moves_nobody() -> None:
    given = chances({PLUM: 0.9, ORCHID: 0.1}, {NOT_A_TILE_CLASS: 0.6, PLUM: 0.4})
    settled = settle(given, excess=0.03)
    assert settled.kinds.tolist() == [PLUM, PLUM]
    assert settled.chances[1, NOT_A_TILE_CLASS] > 0.9
    assert settled.chances[0, PLUM] > 0.8


def test_there_may_be_any_number_of_backs_and_a_fifth_white_dragon_is_none_of_them() -> None:
    rows = [*[{WHITE: 0.99, BACK_CLASS: 0.01}] * 4, {WHITE: 0.7, BACK_CLASS: 0.3}, *[{BACK_CLASS: 0.9}] * 9]
    settled = settle(chances(*rows), excess=0.03)
    assert settled.kinds.tolist() == settled.alone.tolist() == [WHITE] * 5 + [BACK_CLASS] * 9
    assert settled.chances[4, [WHITE, BACK_CLASS]] == pytest.approx([0.7, 0.3])
    assert settled.margins[4] == pytest.approx(np.log(0.7 / 0.3))


def test_no_tiles_no_kinds() -> None:
    settled = settle(np.zeros((0, CLASSES)), excess=0.03)
    assert (settled.kinds.shape, settled.chances.shape, settled.margins.shape) == ((0,), (0, CLASSES), (0,))


@pytest.mark.parametrize("excess", [0.0, -0.1, 1.5, float("nan")])
def test_odds_that_are_none_are_refused(excess: float) -> None:
    with pytest.raises(ValueError, match="a tile too many"):
        settle(np.zeros((1, CLASSES)), excess=excess)
