"""Rendered scenes: photos of mahjong tables that never were, with exact labels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from datasets.scenes.bodies import Paint, draw_body, draw_shadows
from datasets.scenes.furniture import draw_rack, draw_tray
from datasets.scenes.lens import Barrel, develop
from datasets.scenes.people import draw_cover, seat_people
from datasets.scenes.picture import Picture
from datasets.scenes.plan import BACK
from datasets.scenes.room import draw_room
from datasets.scenes.spec import DrawnFaces, FaceSource, SceneSpec
from datasets.scenes.stage import SceneTile, far_to_near, labels, set_stage
from datasets.scenes.table import draw_table
from datasets.scenes.things import draw_clutter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.scenes.stage import Stage
    from scoring.hand import Hand

__all__ = ["DrawnFaces", "FaceSource", "Scene", "SceneSpec", "SceneTile", "paint_scene", "render_scene"]


@dataclass(frozen=True)
class Scene:
    """A rendered photo and what is in it.

    Attributes:
        image: RGB uint8 [H, W, 3].
        tiles: the tiles that can be seen well, the hand first, in the order they were laid.
        unsure: quads [N, 4, 2] of tiles so covered or cut off that no reader need find them, nor is wrong to.
        hand: the hand that was laid, or None where tiles lie in another way.
    """

    image: NDArray[np.uint8]
    tiles: tuple[SceneTile, ...]
    unsure: NDArray[np.float32]
    hand: Hand | None


def render_scene(rng: np.random.Generator, spec: SceneSpec | None = None) -> Scene:
    """Render one scene; the same generator state and spec give the same pixels.

    Raises:
        MissingFontError: faces must be drawn and no CJK font is installed.
    """
    return paint_scene(set_stage(rng, SceneSpec() if spec is None else spec), rng)


def paint_scene(stage: Stage, rng: np.random.Generator) -> Scene:
    """Paint what was laid; the same stage and generator state give the same pixels."""
    spec, faces, camera = stage.spec, stage.faces, stage.camera
    laid, bodies = stage.laid, list(stage.bodies)
    light = np.array([rng.uniform(-0.9, 0.9), rng.uniform(-0.7, 0.9), 1.0])
    image = draw_table(camera, rng, plain=spec.plain)
    picture = Picture(image, np.full(image.shape[:2], -1, np.int16), camera, light)
    room = np.array(
        [
            min(tile.x for tile in laid) - 0.7,
            min(tile.y for tile in laid) - 0.7,
            max(tile.x for tile in laid) + 0.7,
            max(tile.y for tile in laid) + 0.7,
        ]
    )
    if spec.clutter:
        _furnish(picture, rng, room)
    draw_shadows(picture, bodies, float(rng.uniform(0.25, 0.75)))
    paint = Paint(faces.ivory, faces.layer)
    for index in far_to_near(bodies, camera):
        code = bodies[index].plan.code
        draw_body(picture, bodies[index], index, faces.back() if code == BACK else faces.face(code), paint)
    if spec.clutter and rng.random() < 0.2:
        draw_cover(picture, rng, room)
    tiles, unsure = labels(bodies, picture.owners, camera)
    image, owners, real = picture.image, picture.owners >= 0, 1.0 / spec.oversample
    if not spec.plain and rng.random() < 0.35:
        lens = Barrel(float(rng.uniform(-0.06, 0.22)), (image.shape[1], image.shape[0]))
        image, owners = lens.bend(image), lens.bend(owners.astype(np.uint8)) > 0
        tiles, unsure = [replace(tile, quad=lens.move(tile.quad)) for tile in tiles], lens.move(unsure)
    return Scene(
        develop(image, owners, spec.size, rng, plain=spec.plain),
        tuple(replace(tile, quad=(tile.quad * real).astype(np.float32)) for tile in tiles),
        (unsure * real).astype(np.float32),
        stage.hand,
    )


def _furnish(picture: Picture, rng: np.random.Generator, room: NDArray[np.float64]) -> None:
    """Put everything about the tiles that is no tile."""
    if rng.random() < 0.4:
        draw_room(picture, rng, float(room[1]), float(room[3]))
    seat_people(picture, rng, float(room[1] - rng.uniform(1.0, 6.0)), float(room[3] + rng.uniform(6.0, 14.0)))
    if rng.random() < 0.35:
        draw_tray(picture, rng, float(room[0]), float(room[2]), float(room[1]))
    if rng.random() < 0.15:
        draw_rack(picture, rng, float(room[0]), float(room[2]), float(room[3]) + 0.4)
    draw_clutter(picture, rng, room)
