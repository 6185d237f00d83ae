"""Rendered scenes: labels that fit the pixels, roles that fit the hand, one picture per seed."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.errors import MissingFontError
from datasets.faces import FaceDesign, draw_face
from datasets.faces.fonts import cjk_fonts
from datasets.scenes import DrawnFaces, SceneSpec, TileShape, render_scene
from datasets.scenes.__main__ import main
from datasets.scenes.bodies import place_body
from datasets.scenes.camera import Camera
from datasets.scenes.collage import draw_collage
from datasets.scenes.layouts import lay_freely
from datasets.scenes.lens import Barrel
from datasets.scenes.picture import Picture, box_outline
from datasets.scenes.plan import BACK, Arrangement, PlannedTile, lay_hand, random_hand
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


def above(size: tuple[int, int] = (400, 300)) -> Camera:
    corners = np.array([[-4.0, -3.0, 0.0], [4.0, 3.0, 0.0]])
    return Camera.framing(
        corners, size, elevation=math.radians(70), azimuth=0.0, roll=0.0, distance=20.0, fill=0.9
    )


@pytest.mark.parametrize("strength", [-0.06, 0.1, 0.22])
def test_labels_follow_their_tiles_through_a_wide_lens(strength: float) -> None:
    lens = Barrel(strength, (400, 300))
    for x, y in ((60, 50), (200, 150), (330, 250)):
        image = np.zeros((300, 400, 3), np.uint8)
        cv2.circle(image, (x, y), 6, (255, 255, 255), -1)
        rows, columns = np.nonzero(lens.bend(image)[..., 0] > 127)
        seen = np.array([columns.mean() + 0.5, rows.mean() + 0.5])
        said = lens.move(np.array([[x + 0.5, y + 0.5]], np.float32))[0]
        assert np.abs(seen - said).max() < 1.0


def test_a_squeezed_picture_shows_every_point_where_the_picture_put_it() -> None:
    points = np.array([[1.0, 2.0, 0.3], [-2.0, 0.5, 0.0]])
    camera = above()
    assert np.allclose(camera.squeezed(0.75, 1.2).project(points), camera.project(points) * [0.75, 1.2])


def test_a_leaning_tile_stands_on_the_table_and_looks_up_to_its_reader() -> None:
    shape = TileShape(height=1.4, depth=0.7)
    body = place_body(PlannedTile("1m", 0, 0, standing=True, lean=0.3), shape)
    out = body.axes[2]
    assert out[1] < 0 < out[2]
    lowest = np.concatenate([body.outline(0.0), body.outline(shape.depth)])[:, 2].min()
    assert abs(lowest) < 0.15
    face = body.face()
    assert face[0, 2] > face[3, 2]


@pytest.mark.parametrize("seed", range(30))
def test_tiles_laid_freely_do_not_lie_in_one_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = TileShape.random(rng)
    laid = lay_freely(rng, shape)
    for index, one in enumerate(laid):
        for other in laid[:index]:
            if one.z == other.z and one.standing == other.standing:
                assert math.hypot(one.x - other.x, one.y - other.y) > 0.75


def test_only_a_scene_that_was_left_to_chance_may_show_no_hand() -> None:
    small = {"size": (240, 180), "oversample": 1.0, "others": False, "clutter": False}
    scenes = [render_scene(np.random.default_rng(seed), SceneSpec(**small)) for seed in range(12)]  # type: ignore[arg-type]  # each fits its field
    assert any(scene.hand is None for scene in scenes)
    assert any(scene.hand is not None for scene in scenes)
    asked = render_scene(np.random.default_rng(0), SceneSpec(hand=Hand.parse(HAND), **small))  # type: ignore[arg-type]  # as above
    assert asked.hand == Hand.parse(HAND)


def test_what_lies_over_a_tile_takes_its_pixels() -> None:
    camera = above()
    owners = np.full((300, 400), 3, np.int16)
    picture = Picture(np.zeros((300, 400, 3), np.uint8), owners, camera, np.array([0.2, 0.1, 1.0]))
    picture.block(box_outline(0.0, 0.0, 2.0, 1.0, 0.4), 0.0, 0.5, np.array([250.0, 20.0, 20.0]))
    x, y = camera.project(np.array([[0.0, 0.0, 0.5]]))[0].astype(int)
    assert owners[y, x] == -1
    assert picture.image[y, x].tolist() == [250, 20, 20]
    assert owners[5, 5] == 3


@pytest.mark.parametrize("seed", range(10))
def test_collages_have_the_size_asked_for_and_depend_on_nothing_but_their_seed(seed: int) -> None:
    one, again = (draw_collage(np.random.default_rng(seed), (160, 120)) for _ in range(2))
    assert one.shape == (120, 160, 3)
    assert np.array_equal(one, again)
    assert one.std() > 1


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
