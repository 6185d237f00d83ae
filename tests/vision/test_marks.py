"""Marks decide which flower a tile is; whether it is one, the whole face has its say too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models import load
from scoring.tile import KINDS, Tile
from vision.classifier import CLASSES, Faces
from vision.errors import NetworkError
from vision.marks import FLOWERS, MARK_CLASSES, MarkReader, with_marks
from vision.rectify import HEAD_HEIGHT, HEAD_WIDTH, rectify_heads

UNMARKED = MARK_CLASSES - 1


def kinds_of(**chances: float) -> np.ndarray:
    kinds = np.full((1, CLASSES), 1e-6)
    for code, p in chances.items():
        kinds[0, Tile(code).index] = p
    return np.asarray(kinds / kinds.sum())


def marks_of(mark: int, turn: int = 0, p: float = 0.96) -> np.ndarray:
    """Marks that show only when the face is thought to lie so."""
    marks = np.full((1, 4, MARK_CLASSES), 0.005)
    marks[0, :, UNMARKED] = 0.96
    marks[0, turn] = (1 - p) / (MARK_CLASSES - 1)
    marks[0, turn, mark] = p
    return marks


def upright(p: float = 0.97) -> np.ndarray:
    turns = np.full((1, 4), (1 - p) / 3)
    turns[0, 0] = p
    return turns


def joined(kinds: np.ndarray, turns: np.ndarray, marks: np.ndarray) -> tuple[str, int, np.ndarray]:
    chances, lies = with_marks(kinds, turns, marks, unmarked=2.0, illegible=0.2)
    assert chances.sum() == pytest.approx(1)
    assert lies.sum() == pytest.approx(1)
    return KINDS[int(chances[0].argmax())].code, int(lies[0].argmax()), chances


def test_the_marks_say_which_flower_whatever_the_picture() -> None:
    code, _, chances = joined(kinds_of(f3=0.7, f1=0.2, h2=0.05), upright(), marks_of(5))
    assert code == "h2"
    assert chances.max() > 0.9


def test_without_marks_the_picture_stands() -> None:
    code, _, _ = joined(kinds_of(f3=0.7, f1=0.3), upright(), marks_of(UNMARKED))
    assert code == "f3"


def test_what_looks_like_bamboos_with_an_index_stays_bamboos() -> None:
    code, _, _ = joined(kinds_of(**{"4s": 0.97, "f4": 0.02}), upright(), marks_of(3, p=0.6))
    assert code == "4s"


def test_marks_make_a_flower_of_what_was_taken_for_another_kind() -> None:
    code, _, _ = joined(kinds_of(F=0.49, f4=0.3), upright(), marks_of(3))
    assert code == "f4"


def test_marks_tell_upright_from_upside_down() -> None:
    turns = np.array([[0.55, 0.02, 0.4, 0.03]])
    code, lies, _ = joined(kinds_of(f2=0.6, h2=0.3), turns, marks_of(6, turn=2))
    assert (code, lies) == ("h3", 2)


def test_the_head_is_the_upper_half_with_the_margin_of_the_whole() -> None:
    photo = np.zeros((200, 200, 3), np.uint8)
    photo[60:100, 50:110] = 200
    photo[100:140, 50:110] = 90
    quad = np.array([[[50, 60], [110, 60], [110, 140], [50, 140]]])
    head = rectify_heads(photo, quad)[0]
    assert head.shape == (HEAD_HEIGHT, HEAD_WIDTH, 3)
    middle = head[:, HEAD_WIDTH // 2, 0]
    assert middle[1] == 0
    assert set(middle[8:-3].tolist()) == {200}
    upside_down = rectify_heads(photo, np.roll(quad, 2, axis=1))[0]
    assert set(upside_down[8:-3, HEAD_WIDTH // 2, 0].tolist()) == {90}


def test_only_what_may_be_a_flower_is_looked_at_again() -> None:
    reader = MarkReader()
    faces = Faces(kinds_of(**{"5p": 1.0}), upright())
    assert reader.look_again(np.zeros((40, 40, 3), np.uint8), np.zeros((1, 4, 2)), faces) is faces


def test_a_file_that_is_no_mark_reader_is_refused() -> None:
    wrong = replace(load()["classifier"], settings=load()["marks"].settings)
    with pytest.raises(NetworkError):
        MarkReader(wrong).logits(np.zeros((1, HEAD_HEIGHT, HEAD_WIDTH, 3), np.uint8))


def test_flowers_are_the_last_eight_kinds() -> None:
    assert tuple(range(34, 42)) == FLOWERS
