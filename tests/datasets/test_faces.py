"""Drawn tile faces: 42 different pictures per design, the same for the same seed."""

from itertools import combinations

import numpy as np
import pytest

from datasets.errors import MissingFontError
from datasets.faces import FaceDesign, draw_back, draw_face
from datasets.faces.fonts import cjk_fonts
from datasets.faces.glyphs import Hand, glyph
from scoring.errors import NotationError
from scoring.tile import KINDS

try:
    cjk_fonts()
except MissingFontError as why:
    pytest.skip(str(why), allow_module_level=True)


@pytest.mark.parametrize("seed", range(12))
def test_a_design_draws_every_kind_differently(seed: int) -> None:
    design = FaceDesign.from_seed(seed)
    faces = {tile.code: draw_face(tile.code, design).astype(np.float64) for tile in KINDS}
    assert len(faces) == 42
    for one, other in combinations(faces, 2):
        changed = np.abs(faces[one] - faces[other]).max(axis=2) > 40
        assert changed.mean() > 0.005, f"{one} and {other} look alike in design {seed}"


def test_a_face_is_fully_determined_by_its_seed() -> None:
    again = draw_face("h2", FaceDesign.from_seed(5))
    assert np.array_equal(draw_face("h2", FaceDesign.from_seed(5)), again)
    assert not np.array_equal(draw_face("h2", FaceDesign.from_seed(6)), again)


def test_a_face_is_upright_rgb_with_light_margins() -> None:
    face = draw_face("C", FaceDesign.classic(2))
    assert face.dtype == np.uint8
    assert face.shape == (128, 96, 3)
    assert face[:3].min() > 150
    middle = face[32:96, 24:72].reshape(-1, 3)
    red, green, _ = middle[middle.sum(axis=1).argmin()]
    assert red > green, "中 is red"


@pytest.mark.parametrize("seed", range(6))
def test_a_classic_face_is_light(seed: int) -> None:
    design = FaceDesign.classic(seed)
    assert min(design.base[:2]) > 180
    assert design == FaceDesign.classic(seed)
    assert not np.array_equal(draw_face("E", design), draw_face("E", FaceDesign.from_seed(seed)))


def test_the_flowers_of_many_designs_differ() -> None:
    faces = {draw_face("f1", FaceDesign.from_seed(seed)).tobytes() for seed in range(20)}
    assert len(faces) == 20


def test_a_character_that_a_font_lacks_is_taken_from_another() -> None:
    for font in cjk_fonts():
        for text in "萬發蘭東":
            if any(other.draws(text) for other in cjk_fonts()):
                ink = glyph(Hand(font), text)
                assert ink.max() > 200, f"{font.path.name} leaves {text} out"
                assert 0.05 < (ink > 128).mean() < 0.9


def test_backs_are_plain() -> None:
    design = FaceDesign.from_seed(4)
    assert np.abs(draw_back(design).mean(axis=(0, 1)) - design.back).max() < 6
    assert draw_back(design).std(axis=(0, 1)).max() < 12


def test_a_code_that_names_no_tile_is_refused() -> None:
    with pytest.raises(NotationError, match="0p"):
        draw_face("0p", FaceDesign.from_seed(0))
