"""Rendered scenes: photos of mahjong tables that never were, with exact labels."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from datasets.faces import FaceDesign, draw_back, draw_face
from datasets.scenes.bodies import Body, draw_body, draw_shadows, place_body
from datasets.scenes.camera import Camera
from datasets.scenes.lens import develop
from datasets.scenes.plan import BACK, Arrangement, PlannedTile, Role, lay_hand, lay_others, random_hand
from datasets.scenes.table import draw_clutter, draw_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.faces.canvas import Colour
    from scoring.hand import Hand

__all__ = ["DrawnFaces", "FaceSource", "Scene", "SceneSpec", "SceneTile", "render_scene"]

_SEEN, _HIDDEN = 0.72, 0.12
"""Share of a face that must show for a label, and below which it is as good as not there."""


@dataclass(frozen=True)
class SceneTile:
    """One tile of a scene that can be seen well.

    Attributes:
        quad: corners of the side that shows, float32 [4, 2] in pixels, clockwise from the face's top-left as
            it is read.
        code: the tile, or ``back``.
        role: flowers, exposed, concealed, winning or outside.
        meld: number of its declared meld, in the hand's order, or None.
        meld_kind: chow, pung or kong for a tile of a declared meld.
    """

    quad: NDArray[np.float32]
    code: str
    role: Role
    meld: int | None = None
    meld_kind: str | None = None


@dataclass(frozen=True)
class Scene:
    """A rendered photo and what is in it.

    Attributes:
        image: RGB uint8 [H, W, 3].
        tiles: the tiles that can be seen well, the hand first, in the order they were laid.
        unsure: quads [N, 4, 2] of tiles so covered or cut off that no reader need find them, nor is wrong to.
        hand: the hand that was laid.
    """

    image: NDArray[np.uint8]
    tiles: tuple[SceneTile, ...]
    unsure: NDArray[np.float32]
    hand: Hand


class FaceSource(Protocol):
    """Where a scene's faces come from: drawn ones here, crops of photos in training."""

    ivory: Colour
    """Colour of the tiles' sides at the front, RGB."""
    layer: Colour
    """Colour of the layer at the tiles' back, RGB."""

    def face(self, code: str) -> NDArray[np.uint8]:
        """Give a face, RGB uint8, upright, about 3:4."""

    def back(self) -> NDArray[np.uint8]:
        """Give a back, RGB uint8, about 3:4."""


class DrawnFaces:
    """Faces drawn in one design."""

    def __init__(self, design: FaceDesign) -> None:
        """Take the set's colours from `design`."""
        self.design = design
        self.ivory: Colour = design.base
        self.layer: Colour = design.back

    def face(self, code: str) -> NDArray[np.uint8]:
        """Draw a face."""
        return draw_face(code, self.design)

    def back(self) -> NDArray[np.uint8]:
        """Draw a back."""
        return draw_back(self.design)


@dataclass(frozen=True)
class SceneSpec:
    """What to render. What is None is left to chance.

    Attributes:
        hand: the hand that lies before the reader.
        arrangement: how it is laid out.
        faces: where faces come from.
        size: (width, height) of the picture.
        angle: degrees clockwise by which the hand's rows lie turned in the picture.
        elevation: degrees of the camera above the table, 90 straight down.
        fill: share of the picture that the hand takes.
        others: tiles that don't belong to the hand.
        clutter: things that are no tiles.
        plain: plain felt, no shadows of people, no noise: a friendly picture.
        oversample: pixels rendered per pixel kept, along a side.
    """

    hand: Hand | None = None
    arrangement: Arrangement | None = None
    faces: FaceSource | None = None
    size: tuple[int, int] = (960, 720)
    angle: float | None = None
    elevation: float | None = None
    fill: float | None = None
    others: bool = True
    clutter: bool = True
    plain: bool = False
    oversample: float = 1.5
    extra: tuple[PlannedTile, ...] = field(default=())


def render_scene(rng: np.random.Generator, spec: SceneSpec | None = None) -> Scene:
    """Render one scene; the same generator state and spec give the same pixels.

    Raises:
        MissingFontError: faces must be drawn and no CJK font is installed.
    """
    spec = SceneSpec() if spec is None else spec
    hand = spec.hand if spec.hand is not None else random_hand(rng)
    arrangement = spec.arrangement if spec.arrangement is not None else Arrangement.random(rng)
    faces = (
        spec.faces if spec.faces is not None else DrawnFaces(FaceDesign.from_seed(int(rng.integers(2**31))))
    )
    laid = lay_hand(hand, arrangement, rng)
    plan = [*laid, *spec.extra, *(lay_others(laid, rng) if spec.others else [])]
    bodies = [place_body(tile) for tile in plan]
    camera = _camera([bodies[k] for k in range(len(laid))], spec, rng)
    bodies = [body for body in bodies if (camera.depth(body.face()) > 1.0).all()]
    image = draw_table(camera, rng, plain=spec.plain)
    if spec.clutter:
        xs, ys = [tile.x for tile in laid], [tile.y for tile in laid]
        draw_clutter(image, camera, rng, np.array([min(xs), min(ys), max(xs), max(ys)]))
    light = np.array([rng.uniform(-0.9, 0.9), rng.uniform(-0.7, 0.9), 1.0])
    draw_shadows(image, bodies, camera, light, float(rng.uniform(0.25, 0.75)))
    layer = 0.36 if spec.plain else float(rng.uniform(0.2, 0.6))
    owners = np.full(image.shape[:2], -1, np.int16)
    for index in _far_to_near(bodies, camera):
        code = bodies[index].plan.code
        texture = faces.back() if code == BACK else faces.face(code)
        draw_body(
            image,
            owners,
            bodies[index],
            index,
            texture,
            camera,
            light,
            ivory=faces.ivory,
            back=faces.layer,
            layer=layer,
        )
    tiles, unsure = _labels(bodies, owners, camera, spec)
    return Scene(develop(image, owners >= 0, spec.size, rng, plain=spec.plain), tiles, unsure, hand)


def _camera(bodies: Sequence[Body], spec: SceneSpec, rng: np.random.Generator) -> Camera:
    points = np.concatenate([np.concatenate([body.face(), body.outline(0.0)]) for body in bodies])
    angle = spec.angle
    if angle is None:
        draw = rng.random()
        if draw < 0.45:
            angle = float(rng.normal(0, 8))
        elif draw < 0.65:
            angle = 90.0 * float(rng.integers(4)) + float(rng.normal(0, 8))
        else:
            angle = float(rng.uniform(0, 360))
    elevation = spec.elevation if spec.elevation is not None else 90 - abs(float(rng.normal(0, 28)))
    azimuth = float(rng.normal(0, 0.25)) if spec.angle is None else 0.0
    fill = spec.fill if spec.fill is not None else float(rng.uniform(0.45, 1.02))
    # A walk around the table turns the rows in the picture; the roll makes up the rest of the wanted angle.
    return Camera.framing(
        points,
        (round(spec.size[0] * spec.oversample), round(spec.size[1] * spec.oversample)),
        elevation=math.radians(max(32.0, elevation)),
        azimuth=azimuth,
        roll=math.radians(angle),
        distance=float(rng.uniform(16, 40)),
        fill=fill,
        offset=(float(rng.uniform(-0.9, 0.9)), float(rng.uniform(-0.9, 0.9)))
        if not spec.plain
        else (0.0, 0.25),
    )


def _far_to_near(bodies: Sequence[Body], camera: Camera) -> list[int]:
    def key(index: int) -> tuple[float, float]:
        plan = bodies[index].plan
        away = math.hypot(plan.x - camera.place[0], plan.y - camera.place[1])
        return (-round(away, 3), plan.z)

    return sorted(range(len(bodies)), key=key)


def _labels(
    bodies: Sequence[Body], owners: NDArray[np.int16], camera: Camera, spec: SceneSpec
) -> tuple[tuple[SceneTile, ...], NDArray[np.float32]]:
    counts = np.bincount(owners[owners >= 0].astype(np.int64), minlength=len(bodies))
    tiles: list[SceneTile] = []
    unsure: list[NDArray[np.float32]] = []
    for index, body in enumerate(bodies):
        quad = camera.project(body.face()).astype(np.float32)
        area = float(cv2.contourArea(quad, oriented=True))
        if area <= 0:  # its face looks away
            continue
        shown = float(counts[index]) / area
        kept = (quad / spec.oversample).astype(np.float32)
        plan = body.plan
        standing_back = plan.standing and plan.code == BACK
        if shown >= _SEEN and not standing_back:
            tiles.append(SceneTile(kept, plan.code, plan.role, plan.meld, plan.meld_kind))
        elif shown > _HIDDEN:
            unsure.append(kept)
    return tuple(tiles), np.array(unsure, np.float32).reshape(-1, 4, 2)
