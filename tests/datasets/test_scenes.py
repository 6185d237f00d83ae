"""Rendered scenes: labels that fit the pixels, roles that fit the hand, one picture per seed."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.errors import MissingFontError
from datasets.faces import FaceDesign, draw_face
from datasets.faces.fonts import cjk_fonts
from datasets.scenes import DrawnFaces, SceneSpec, render_scene
from datasets.scenes.__main__ import main
from datasets.scenes.plan import BACK, Arrangement, lay_hand, random_hand
from scoring.hand import Hand

try:
    cjk_fonts()
except MissingFontError as why:
    pytest.skip(str(why), allow_module_level=True)

HAND = "123m 456p 78s EEE [CCC] {9999m} f1 h3 +9s"


def plain(angle: float, arrangement: Arrangement | None = None) -> SceneSpec:
    return SceneSpec(
        hand=Hand.parse(HAND),
        arrangement=arrangement or Arrangement(jitter=0.3),
        faces=DrawnFaces(FaceDesign.from_seed(3)),
        size=(900, 700),
        angle=angle,
        elevation=75,
        fill=0.85,
        others=False,
        clutter=False,
        plain=True,
    )


@pytest.mark.parametrize("angle", [0, 50, 90, 137, 180, 300])
def test_each_quad_starts_at_the_top_left_of_the_face_as_read(angle: float) -> None:
    """Rectifying a tile by its quad gives back its upright face and no other turn of it."""
    scene = render_scene(np.random.default_rng(1), plain(angle))
    flat = np.array([[0, 0], [96, 0], [96, 128], [0, 128]], np.float32)
    design = FaceDesign.from_seed(3)
    seen = 0
    for tile in scene.tiles:
        if tile.code not in {"C", "E", "1m", "9m", "7s"}:
            continue
        matrix = cv2.getPerspectiveTransform(tile.quad, flat)
        cut = cv2.cvtColor(cv2.warpPerspective(scene.image, matrix, (96, 128)), cv2.COLOR_RGB2GRAY).astype(
            float
        )
        face = cv2.cvtColor(draw_face(tile.code, design), cv2.COLOR_RGB2GRAY).astype(float)
        fit = [
            np.corrcoef(cut[10:-10, 10:-10].ravel(), turned[10:-10, 10:-10].ravel())[0, 1]
            for turned in (face, face[::-1, ::-1])
        ]
        assert fit[0] > 0.6, f"{tile.code} does not show where its label says"
        assert fit[0] > fit[1]
        seen += 1
    assert seen >= 5


@pytest.mark.parametrize("angle", [0, 30, 90, 200])
def test_rows_lie_at_the_angle_asked_for(angle: float) -> None:
    scene = render_scene(np.random.default_rng(2), plain(angle, Arrangement(jitter=0.0)))
    row = np.array([tile.quad.mean(axis=0) for tile in scene.tiles if tile.role == "concealed"])
    across = row[-1] - row[0]
    off = math.degrees(math.atan2(across[1], across[0])) - angle
    assert abs((off + 180) % 360 - 180) < 6


def test_quads_run_clockwise_in_the_picture() -> None:
    for seed in range(5):
        scene = render_scene(np.random.default_rng(seed), SceneSpec(size=(480, 360), oversample=1.0))
        assert scene.tiles
        for tile in scene.tiles:
            x, y = tile.quad[:, 0], tile.quad[:, 1]
            assert np.dot(x, np.roll(y, -1)) > np.dot(y, np.roll(x, -1))


def test_tiles_carry_the_hand_they_were_laid_from() -> None:
    scene = render_scene(np.random.default_rng(1), plain(0))
    by_role: dict[str, list[str]] = {}
    for tile in scene.tiles:
        by_role.setdefault(tile.role, []).append(tile.code)
    assert sorted(by_role["concealed"]) == ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "E", "E", "E"]
    assert by_role["winning"] == ["9s"]
    assert by_role["flowers"] == ["f1", "h3"]
    assert by_role["exposed"] == ["C", "C", "C", BACK, BACK, BACK, BACK]
    assert [tile.meld_kind for tile in scene.tiles if tile.role == "exposed"] == ["pung"] * 3 + ["kong"] * 4
    assert "outside" not in by_role


def test_the_row_nearer_the_reader_is_the_concealed_one() -> None:
    laid = lay_hand(Hand.parse(HAND), Arrangement(), np.random.default_rng(0))
    concealed = max(tile.y for tile in laid if tile.role == "concealed")
    assert concealed < min(tile.y for tile in laid if tile.role in {"exposed", "flowers"})


def test_a_claimed_tile_lies_sideways_or_in_the_middle_as_the_table_does_it() -> None:
    hand = Hand.parse("11m 456p 789s [67'8m]")
    rng = np.random.default_rng(0)
    sideways = lay_hand(hand, Arrangement(claimed="sideways", jitter=0.0), rng)
    turned = [tile.code for tile in sideways if abs(tile.turn) > 1]
    assert turned == ["7m"]
    middle = lay_hand(Hand.parse("11m 456p 789s [6'78m]"), Arrangement(claimed="middle", jitter=0.0), rng)
    chow = sorted((tile for tile in middle if tile.role == "exposed"), key=lambda tile: tile.x)
    assert [tile.code for tile in chow] == ["7m", "6m", "8m"]


@pytest.mark.parametrize("seed", range(40))
def test_random_hands_can_exist(seed: int) -> None:
    hand = random_hand(np.random.default_rng(seed))
    problems = hand.problems() if hand.winning else [p for p in hand.problems() if "17" not in p]
    assert not problems
    assert hand.size == 17


def test_tiles_do_not_lie_in_one_another() -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        laid = lay_hand(random_hand(rng), Arrangement.random(rng), rng)
        for index, one in enumerate(laid):
            for other in laid[:index]:
                assert math.hypot(one.x - other.x, one.y - other.y) > 0.9


def test_the_same_seed_renders_the_same_picture() -> None:
    spec = SceneSpec(size=(320, 240), oversample=1.0)
    one, again = (render_scene(np.random.default_rng(9), spec) for _ in range(2))
    assert np.array_equal(one.image, again.image)
    assert one.image.shape == (240, 320, 3)
    assert not np.array_equal(one.image, render_scene(np.random.default_rng(10), spec).image)


def test_a_tile_off_the_picture_has_no_label() -> None:
    for seed in range(6):
        scene = render_scene(
            np.random.default_rng(seed), SceneSpec(size=(400, 300), fill=1.3, oversample=1.0)
        )
        for tile in scene.tiles:
            centre = tile.quad.mean(axis=0)
            assert (centre > 0).all()
            assert (centre < [400, 300]).all()


def test_the_command_line_writes_the_picture(tmp_path: Path) -> None:
    out = tmp_path / "hand.png"
    main(["--hand", HAND, "--size", "320x240", "--plain", "--out", str(out)])
    picture = cv2.imread(str(out))
    assert picture is not None
    assert picture.shape == (240, 320, 3)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--seed", "-5"], "--seed"),
        (["--design", "-1"], "--design"),
        (["--angle", "nan"], "--angle"),
        (["--elevation", "0"], "--elevation"),
        (["--size", "10x10"], "--size"),
        (["--out", "scene.xyz"], "--out scene.xyz: a picture's name ends in .jpg"),
    ],
)
def test_the_command_refuses_what_it_cannot_render(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["--out", str(tmp_path / "scene.png"), *options])
    assert leaving.value.code == 2
    assert words in capsys.readouterr().err
