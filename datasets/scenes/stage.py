"""A scene before it is painted: which solids lie on the table, and the camera that looks at them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.faces import FaceDesign
from datasets.scenes.bodies import Body, claim_pixels, place_body
from datasets.scenes.camera import Camera
from datasets.scenes.layouts import lay_freely
from datasets.scenes.others import lay_others
from datasets.scenes.plan import BACK, Arrangement, PlannedTile, Role, lay_hand, random_hand
from datasets.scenes.shape import STANDARD, TileShape
from datasets.scenes.spec import DrawnFaces, FaceSource, SceneSpec
from scoring.tile import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from scoring.hand import Hand

__all__ = ["SceneTile", "Stage", "far_to_near", "labels", "set_stage", "visible"]

_FREE = 0.38
"""Share of the scenes in which tiles lie in some other way than a hand."""
_SEEN, _HIDDEN = 0.72, 0.12
"""Share of a face that must show for a label, and below which it is as good as not there."""
_COARSE: Final = 640
"""Longer side, in pixels, of the picture in which it is seen what covers what when nothing is painted."""


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
class Stage:
    """What there is to paint.

    Attributes:
        spec: what was asked for.
        faces: where faces come from.
        laid: the tiles of the hand, or of what lies in its stead, in the order they were laid.
        bodies: all tiles before the camera.
        camera: the view, in pixels of the rendering (`SceneSpec.oversample` for one that is kept).
        hand: the hand that was laid, or None where tiles lie in another way.
    """

    spec: SceneSpec
    faces: FaceSource
    laid: tuple[PlannedTile, ...]
    bodies: tuple[Body, ...]
    camera: Camera
    hand: Hand | None


def set_stage(rng: np.random.Generator, spec: SceneSpec) -> Stage:
    """Lay a scene's tiles and aim the camera; the same generator state and spec give the same stage.

    Raises:
        MissingFontError: faces must be drawn and no CJK font is installed.
    """
    faces = (
        spec.faces if spec.faces is not None else DrawnFaces(FaceDesign.from_seed(int(rng.integers(2**31))))
    )
    shape = spec.shape if spec.shape is not None else STANDARD if spec.plain else TileShape.random(rng)
    laid, hand = _lay(spec, rng, shape)
    plan = [*laid, *spec.extra, *(lay_others(laid, rng, shape) if spec.others else [])]
    if spec.one_set:
        plan = _of_one_set(plan, len(laid))
    bodies = [place_body(tile, shape) for tile in plan]
    camera = _camera([bodies[k] for k in range(len(laid))], spec, rng)
    before = tuple(body for body in bodies if (camera.depth(body.face()) > 1.0).all())
    return Stage(spec, faces, tuple(laid), before, camera, hand)


def visible(stage: Stage) -> tuple[tuple[SceneTile, ...], NDArray[np.float32]]:
    """Tell which tiles of a stage can be seen well without painting it.

    What people and things about would cover shows here, and the lens is even.

    Returns:
        The tiles that show well and the quads [N, 4, 2] of those that hardly do, in pixels of the finished
        picture.
    """
    camera, spec = stage.camera, stage.spec
    shrink = min(1.0, _COARSE / max(camera.size))
    coarse = camera.squeezed(shrink, shrink)
    owners = np.full((coarse.size[1], coarse.size[0]), -1, np.int16)
    for index in far_to_near(stage.bodies, coarse):
        claim_pixels(owners, coarse, stage.bodies[index], index)
    tiles, unsure = labels(stage.bodies, owners, coarse)
    real = np.array(spec.size, np.float64) / coarse.size
    return tuple(replace(tile, quad=(tile.quad * real).astype(np.float32)) for tile in tiles), (
        unsure * real
    ).astype(np.float32)


def _lay(
    spec: SceneSpec, rng: np.random.Generator, shape: TileShape
) -> tuple[list[PlannedTile], Hand | None]:
    free = spec.hand is None and spec.arrangement is None and not spec.plain
    if free and rng.random() < _FREE:
        return lay_freely(rng, shape), None
    hand = spec.hand if spec.hand is not None else random_hand(rng)
    arrangement = spec.arrangement if spec.arrangement is not None else Arrangement.random(rng)
    return lay_hand(hand, arrangement, rng, shape.height, shape.depth), hand


def _of_one_set(plan: Sequence[PlannedTile], own: int) -> list[PlannedTile]:
    """Show another kind where tiles beside the first `own` ones would be too many of theirs.

    It is the next in the order of kinds that is left; a face-down tile shows none.
    """
    left = {tile.code: 1 if tile.is_flower else 4 for tile in KINDS}
    made = []
    for number, tile in enumerate(plan):
        code = tile.code
        if code != BACK:
            if number >= own and not left[code]:
                start = [kind.code for kind in KINDS].index(code)
                later = (KINDS[(start + step) % len(KINDS)].code for step in range(len(KINDS)))
                code = next((other for other in later if left[other]), BACK)
            if code != BACK:
                left[code] -= 1
        made.append(replace(tile, code=code))
    return made


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


def far_to_near(bodies: Sequence[Body], camera: Camera) -> list[int]:
    """Give the order in which tiles are painted, so that near ones cover far ones and upper ones lower."""

    def key(index: int) -> tuple[float, float]:
        plan = bodies[index].plan
        away = math.hypot(plan.x - camera.place[0], plan.y - camera.place[1])
        return (-round(away, 3), plan.z)

    return sorted(range(len(bodies)), key=key)


def labels(
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
