"""Rendered scenes: photos of mahjong tables that never were, with exact labels."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from datasets.faces import FaceDesign, draw_back, draw_face
from datasets.scenes.bodies import Body, Paint, draw_body, draw_shadows, place_body
from datasets.scenes.camera import Camera
from datasets.scenes.furniture import draw_rack, draw_tray
from datasets.scenes.layouts import lay_freely
from datasets.scenes.lens import Barrel, develop
from datasets.scenes.others import lay_others
from datasets.scenes.people import draw_cover, seat_people
from datasets.scenes.picture import Picture
from datasets.scenes.plan import BACK, Arrangement, PlannedTile, Role, lay_hand, random_hand
from datasets.scenes.room import draw_room
from datasets.scenes.shape import STANDARD, TileShape
from datasets.scenes.table import draw_table
from datasets.scenes.things import draw_clutter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.faces.canvas import Colour
    from scoring.hand import Hand

__all__ = ["DrawnFaces", "FaceSource", "Scene", "SceneSpec", "SceneTile", "render_scene"]

_FREE = 0.38
"""Share of the scenes in which tiles lie in some other way than a hand."""
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
        hand: the hand that was laid, or None where tiles lie in another way.
    """

    image: NDArray[np.uint8]
    tiles: tuple[SceneTile, ...]
    unsure: NDArray[np.float32]
    hand: Hand | None


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

    Without a hand and an arrangement, tiles may also lie in blocks, heaps or standing rows.

    Attributes:
        hand: the hand that lies before the reader.
        arrangement: how it is laid out.
        faces: where faces come from.
        shape: the tiles' solid.
        size: (width, height) of the picture.
        angle: degrees clockwise by which the hand's rows lie turned in the picture.
        elevation: degrees of the camera above the table, 90 straight down.
        fill: share of the picture that the hand takes.
        others: tiles that don't belong to the hand.
        clutter: things that are no tiles.
        plain: plain felt, no shadows of people, no noise, an even lens: a friendly picture.
        oversample: pixels rendered per pixel kept, along a side.
    """

    hand: Hand | None = None
    arrangement: Arrangement | None = None
    faces: FaceSource | None = None
    shape: TileShape | None = None
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
    faces = (
        spec.faces if spec.faces is not None else DrawnFaces(FaceDesign.from_seed(int(rng.integers(2**31))))
    )
    shape = spec.shape if spec.shape is not None else STANDARD if spec.plain else TileShape.random(rng)
    laid, hand = _lay(spec, rng, shape)
    plan = [*laid, *spec.extra, *(lay_others(laid, rng, shape) if spec.others else [])]
    bodies = [place_body(tile, shape) for tile in plan]
    camera = _camera([bodies[k] for k in range(len(laid))], spec, rng)
    bodies = [body for body in bodies if (camera.depth(body.face()) > 1.0).all()]
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
    for index in _far_to_near(bodies, camera):
        code = bodies[index].plan.code
        draw_body(picture, bodies[index], index, faces.back() if code == BACK else faces.face(code), paint)
    if spec.clutter and rng.random() < 0.2:
        draw_cover(picture, rng, room)
    tiles, unsure = _labels(bodies, picture.owners, camera)
    image, owners, real = picture.image, picture.owners >= 0, 1.0 / spec.oversample
    if not spec.plain and rng.random() < 0.35:
        lens = Barrel(float(rng.uniform(-0.06, 0.22)), (image.shape[1], image.shape[0]))
        image, owners = lens.bend(image), lens.bend(owners.astype(np.uint8)) > 0
        tiles, unsure = [replace(tile, quad=lens.move(tile.quad)) for tile in tiles], lens.move(unsure)
    return Scene(
        develop(image, owners, spec.size, rng, plain=spec.plain),
        tuple(replace(tile, quad=(tile.quad * real).astype(np.float32)) for tile in tiles),
        (unsure * real).astype(np.float32),
        hand,
    )


def _lay(
    spec: SceneSpec, rng: np.random.Generator, shape: TileShape
) -> tuple[list[PlannedTile], Hand | None]:
    free = spec.hand is None and spec.arrangement is None and not spec.plain
    if free and rng.random() < _FREE:
        return lay_freely(rng, shape), None
    hand = spec.hand if spec.hand is not None else random_hand(rng)
    arrangement = spec.arrangement if spec.arrangement is not None else Arrangement.random(rng)
    return lay_hand(hand, arrangement, rng, shape.height), hand


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


def _camera(bodies: Sequence[Body], spec: SceneSpec, rng: np.random.Generator) -> Camera:
    points = np.concatenate([np.concatenate([body.face(), body.outline(0.0)]) for body in bodies])
    angle = spec.angle
    if angle is None:
        draw = rng.random()
        if draw < 0.4:
            angle = float(rng.normal(0, 8))
        elif draw < 0.6:
            angle = 90.0 * float(rng.integers(4)) + float(rng.normal(0, 8))
        elif draw < 0.75:
            angle = float(rng.choice([-1.0, 1.0])) * float(rng.uniform(35, 65)) + 180 * float(rng.integers(2))
        else:
            angle = float(rng.uniform(0, 360))
    elevation = spec.elevation if spec.elevation is not None else _elevation(rng)
    azimuth = float(rng.normal(0, 0.3)) if spec.angle is None else 0.0
    fill = spec.fill if spec.fill is not None else float(rng.uniform(0.55, 1.05))
    width, height = (round(side * spec.oversample) for side in spec.size)
    # Photos are often stretched to a square before they are labelled: shoot at another aspect, then squeeze.
    squeeze = 1.0 if spec.plain or rng.random() < 0.35 else math.exp(float(rng.uniform(-0.35, 0.35)))
    taken = (round(width * math.sqrt(squeeze)), round(height / math.sqrt(squeeze)))
    # A walk around the table turns the rows in the picture; the roll makes up the rest of the wanted angle.
    camera = Camera.framing(
        points,
        taken,
        elevation=math.radians(elevation),
        azimuth=azimuth,
        roll=math.radians(angle),
        distance=float(rng.uniform(13, 40)),
        fill=fill,
        offset=(float(rng.uniform(-0.9, 0.9)), float(rng.uniform(-0.9, 0.9)))
        if not spec.plain
        else (0.0, 0.25),
    )
    return camera.squeezed(width / taken[0], height / taken[1])


def _elevation(rng: np.random.Generator) -> float:
    """Pick from how high a phone looks, in degrees: mostly from above, now and then from the seat."""
    if rng.random() < 0.25:
        return float(rng.uniform(26, 50))
    return max(30.0, 90 - abs(float(rng.normal(0, 26))))


def _far_to_near(bodies: Sequence[Body], camera: Camera) -> list[int]:
    def key(index: int) -> tuple[float, float]:
        plan = bodies[index].plan
        away = math.hypot(plan.x - camera.place[0], plan.y - camera.place[1])
        return (-round(away, 3), plan.z)

    return sorted(range(len(bodies)), key=key)


def _labels(
    bodies: Sequence[Body], owners: NDArray[np.int16], camera: Camera
) -> tuple[list[SceneTile], NDArray[np.float32]]:
    """Say which tiles show well and which are neither here nor there, in pixels of the rendering."""
    counts = np.bincount(owners[owners >= 0].astype(np.int64), minlength=len(bodies))
    tiles: list[SceneTile] = []
    unsure: list[NDArray[np.float32]] = []
    for index, body in enumerate(bodies):
        quad = camera.project(body.face()).astype(np.float32)
        area = float(cv2.contourArea(quad, oriented=True))
        if area <= 0:  # its face looks away
            continue
        shown = float(counts[index]) / area
        plan = body.plan
        standing_back = plan.standing and plan.code == BACK
        if shown >= _SEEN and not standing_back:
            tiles.append(SceneTile(quad, plan.code, plan.role, plan.meld, plan.meld_kind))
        elif shown > _HIDDEN:
            unsure.append(quad)
    return tiles, np.array(unsure, np.float32).reshape(-1, 4, 2)
