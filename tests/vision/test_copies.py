"""Four of a kind, one of each flower."""

from __future__ import annotations

import numpy as np

from scoring.tile import Tile
from vision.copies import correct_copies

PLUM, ORCHID, ONE, SEVEN = (Tile(code).index for code in ("f1", "f2", "1m", "7m"))


def chances(*rows: dict[int, float]) -> np.ndarray:
    table = np.zeros((len(rows), 42))
    for row, kinds in zip(table, rows, strict=True):
        for kind, p in kinds.items():
            row[kind] = p
    return table


def test_a_sound_picture_is_left_alone() -> None:
    assert correct_copies(chances(*[{ONE: 0.9}] * 4, {PLUM: 0.6, ORCHID: 0.4}), sure=0.45, least=0.01) == (
        [ONE] * 4 + [PLUM],
        {},
    )


def test_the_weakest_of_five_alike_moves_to_its_next_kind() -> None:
    rows = [{ONE: 0.9, SEVEN: 0.1}] * 4 + [{ONE: 0.6, SEVEN: 0.4}]
    assert correct_copies(chances(*rows), sure=0.45, least=0.05) == ([ONE] * 4 + [SEVEN], {4: ONE})


def test_a_fifth_copy_that_is_nothing_else_stays() -> None:
    kinds, moved = correct_copies(chances(*[{ONE: 0.99, SEVEN: 0.01}] * 5), sure=0.45, least=0.05)
    assert kinds == [ONE] * 5
    assert moved == {}


def test_a_tile_does_not_move_to_a_kind_that_is_used_up() -> None:
    rows = [{PLUM: 0.9}, {ORCHID: 0.9}, {PLUM: 0.5, ORCHID: 0.4, SEVEN: 0.1}]
    assert correct_copies(chances(*rows), sure=0.45, least=0.05) == ([PLUM, ORCHID, SEVEN], {2: PLUM})


def test_no_tiles_no_kinds() -> None:
    assert correct_copies(np.zeros((0, 42)), sure=0.45, least=0.05) == ([], {})


def test_a_tile_that_is_hardly_read_is_no_copy() -> None:
    rows = [{ONE: 0.9, SEVEN: 0.1}] * 4 + [{ONE: 0.3, SEVEN: 0.2}]
    assert correct_copies(chances(*rows), sure=0.45, least=0.05) == ([ONE] * 5, {})
