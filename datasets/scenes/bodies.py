"""Tiles as solid bodies: sides, rounded corners, shadow, and which pixels each of them owns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.scenes.picture import Picture, pixels
from datasets.scenes.plan import BACK
from datasets.scenes.shape import STANDARD, TileShape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.faces.canvas import Colour
    from datasets.scenes.camera import Camera
    from datasets.scenes.plan import PlannedTile

__all__ = ["Body", "Paint", "claim_pixels", "draw_body", "draw_shadows", "place_body"]

_ARC: Final = 4
_SHADOW_SCALE: Final = 4


@dataclass(frozen=True)
class Body:
    """A tile placed on the table.

    Attributes:
        plan: the tile.
        origin: middle of its back [3].
        axes: unit vectors [3, 3]: the face's right, the face's up, and out of the face.
        shape: its solid.
    """

    plan: PlannedTile
    origin: NDArray[np.float64]
    axes: NDArray[np.float64]
    shape: TileShape = STANDARD

    def points(self, local: NDArray[np.float64]) -> NDArray[np.float64]:
        """Move points from the tile's frame (right, up, out; the back at 0) to the table's [N, 3]."""
        return self.origin + local @ self.axes

    def face(self) -> NDArray[np.float64]:
        """Corners of the side that shows [4, 3], from the face's top-left as it is read, clockwise."""
        w, h, d = 0.5, self.shape.height / 2, self.shape.depth
        return self.points(np.array([[-w, h, d], [w, h, d], [w, -h, d], [-w, -h, d]]))

    def outline(self, depth: float, inset: float = 0.0) -> NDArray[np.float64]:
        """Rounded outline of the tile's cross-section at `depth` above its back, [N, 3]."""
        w, h = 0.5 - inset, self.shape.height / 2 - inset
        r = max(self.shape.corner - inset, 0.02)
        turns = np.linspace(0, math.pi / 2, _ARC)
        arc = np.stack([np.cos(turns), np.sin(turns)], 1) * r
        x, y = arc[:, 0], arc[:, 1]
        right, up = w - r, h - r
        ring = np.concatenate(
            [
                np.stack([right + x, up + y], 1),
                np.stack([-right - y, up + x], 1),
                np.stack([-right - x, -up - y], 1),
                np.stack([right + y, -up - x], 1),
            ]
        )
        return self.points(np.column_stack([ring, np.full(len(ring), depth)]))


@dataclass(frozen=True)
class Paint:
    """A set's colours, RGB.

    Attributes:
        ivory: the tile's front.
        back: the layer at its back.
    """

    ivory: Colour
    back: Colour


def place_body(plan: PlannedTile, shape: TileShape = STANDARD) -> Body:
    """Put a planned tile on the table as a solid."""
    cos, sin = math.cos(plan.turn), math.sin(plan.turn)
    right = np.array([cos, sin, 0.0])
    ahead = np.array([-sin, cos, 0.0])
    upward = np.array([0.0, 0.0, 1.0])
    foot = np.array([plan.x, plan.y, plan.z])
    if plan.standing:  # the face looks towards the reader, leaning back on the lower edge of its back
        up = upward * math.cos(plan.lean) + ahead * math.sin(plan.lean)
        out = upward * math.sin(plan.lean) - ahead * math.cos(plan.lean)
        origin = foot + ahead * shape.depth / 2 + up * shape.height / 2
        return Body(plan, origin, np.stack([right, up, out]), shape)
    return Body(plan, foot, np.stack([right, ahead, upward]), shape)


def draw_shadows(picture: Picture, bodies: list[Body], strength: float) -> None:
    """Darken the cloth where the tiles keep the light off it.

    Args:
        picture: the bare table; changed.
        bodies: the tiles.
        strength: 0 none to 1 black.
    """
    image, light = picture.image, picture.light
    height, width = image.shape[0] // _SHADOW_SCALE, image.shape[1] // _SHADOW_SCALE
    mask = np.zeros((height, width), np.uint8)
    for body in bodies:
        if body.plan.z > 0:
            continue
        base = np.concatenate([body.outline(0.0), body.outline(body.shape.depth)])
        cast = base - light / light[2] * base[:, 2:]
        hull = cv2.convexHull(pixels(picture.camera.project(cast) / _SHADOW_SCALE))
        cv2.fillConvexPoly(mask, hull, [255], lineType=cv2.LINE_AA, shift=picture.subpixel)
    soft = max(1.0, image.shape[1] / 400) / _SHADOW_SCALE
    sharp = cv2.GaussianBlur(mask, (0, 0), max(0.5, soft * 1.5)).astype(np.float32)
    near = cv2.GaussianBlur(mask, (0, 0), max(0.5, soft * 5)).astype(np.float32)
    gain = 1.0 - strength / 255 * (0.7 * sharp + 0.3 * near)
    full = cv2.resize(gain, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(image, cv2.merge([full, full, full]), image, dtype=cv2.CV_8U)


def draw_body(picture: Picture, body: Body, owner: int, texture: NDArray[np.uint8], paint: Paint) -> None:
    """Draw one tile over what lies farther away.

    Args:
        picture: what it is drawn on; changed.
        body: the tile.
        owner: its number among the picture's owners.
        texture: the side that shows, RGB uint8, upright.
        paint: the set's colours.
    """
    shape, camera = body.shape, picture.camera
    front, rear = np.array(paint.ivory, np.float64), np.array(paint.back, np.float64)
    down = body.plan.code == BACK
    split = shape.layer * shape.depth
    border = shape.depth - split if down else split
    near, far = (rear, front) if down else (front, rear)
    layers = [(0.0, border, far), (border, shape.depth, near)]
    if shape.stripe is not None:
        stripe = np.array(shape.stripe, np.float64)
        layers.insert(1, (border - 0.05, border + 0.03, stripe))
    lamp = picture.light / np.linalg.norm(picture.light)
    for bottom, top, colour in layers:
        if top > bottom:
            hull = np.concatenate([body.outline(bottom), body.outline(top)])
            picture.fill(camera.project(hull), colour * 0.75)
    for normal, along in ((0, 1), (1, 0)):
        for sign in (-1.0, 1.0):
            _side(picture, body, lamp, (normal, along, sign), layers)
    _face(picture, body, owner, texture, lamp)


def claim_pixels(owners: NDArray[np.int16], camera: Camera, body: Body, owner: int) -> None:
    """Mark where one tile's face shows over what lies farther away, and where its sides cover that.

    Args:
        owners: per pixel the number of the tile whose face shows there, -1 where none does [H, W]; changed.
        camera: the view, in the same pixels.
        body: the tile.
        owner: its number.
    """
    top = body.outline(body.shape.depth)
    hull = cv2.convexHull(pixels(camera.project(np.concatenate([body.outline(0.0), top]))))
    cv2.fillConvexPoly(owners, hull, [-1], shift=Picture.subpixel)
    quad = camera.project(body.face())
    if not _reversed(quad):
        cv2.fillConvexPoly(owners, pixels(camera.project(top)), [owner], shift=Picture.subpixel)


def _side(
    picture: Picture,
    body: Body,
    lamp: NDArray[np.float64],
    which: tuple[int, int, float],
    layers: list[tuple[float, float, NDArray[np.float64]]],
) -> None:
    normal, along, sign = which
    half = (0.5, body.shape.height / 2)
    outward = body.axes[normal] * sign
    middle = np.zeros(3)
    middle[normal] = sign * half[normal]
    middle[2] = body.shape.depth / 2
    if float(np.dot(picture.camera.place - body.points(middle[None])[0], outward)) <= 0:
        return
    shade = 0.62 + 0.34 * max(0.0, float(np.dot(outward, lamp)))
    reach = half[along] - body.shape.corner * 0.8
    for bottom, top, colour in layers:
        if top <= bottom:
            continue
        corners = np.zeros((4, 3))
        corners[:, normal] = sign * half[normal]
        corners[:, along] = [-reach, reach, reach, -reach]
        corners[:, 2] = [bottom, bottom, top, top]
        picture.fill(picture.camera.project(body.points(corners)), colour * shade)


def _face(
    picture: Picture, body: Body, owner: int, texture: NDArray[np.uint8], lamp: NDArray[np.float64]
) -> None:
    image, camera, shape = picture.image, picture.camera, body.shape
    quad = camera.project(body.face())
    x0, y0 = np.floor(np.maximum(quad.min(axis=0), 0)).astype(int)
    x1, y1 = np.ceil(np.minimum(quad.max(axis=0), [image.shape[1], image.shape[0]])).astype(int)
    if x1 <= x0 or y1 <= y0 or _reversed(quad):
        return
    height, width = texture.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    size = float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))
    shrink = size / math.sqrt(width * height)
    if shrink < 0.6:
        factor = max(shrink * 1.4, 0.1)
        small = cv2.resize(texture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        texture = np.asarray(small, np.uint8)
        flat *= np.array([texture.shape[1] / width, texture.shape[0] / height], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, (quad - [x0, y0]).astype(np.float32))
    patch = cv2.warpPerspective(
        texture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    shift = np.array([x0, y0], np.int32) << picture.subpixel
    alpha = np.zeros((y1 - y0, x1 - x0), np.uint8)
    outline = pixels(camera.project(body.outline(shape.depth))) - shift
    cv2.fillConvexPoly(alpha, outline, [255], lineType=cv2.LINE_AA, shift=picture.subpixel)
    # The rounded rim catches another light than the flat of the face.
    flat_part = np.zeros_like(alpha)
    inner = pixels(camera.project(body.outline(shape.depth, shape.bevel))) - shift
    cv2.fillConvexPoly(flat_part, inner, [255], lineType=cv2.LINE_AA, shift=picture.subpixel)
    shade = 0.82 + 0.2 * max(0.0, float(np.dot(body.axes[2], lamp)))
    rim_shade = 0.2 * shape.gloss
    rim = np.float32(shade) * (1 - rim_shade + np.float32(rim_shade / 255) * flat_part.astype(np.float32))
    opacity = (alpha.astype(np.float32) / 255)[..., None]
    under = image[y0:y1, x0:x1].astype(np.float32)
    mixed = under * (1 - opacity) + patch.astype(np.float32) * rim[..., None] * opacity
    image[y0:y1, x0:x1] = np.clip(mixed, 0, 255).astype(np.uint8)
    picture.owners[y0:y1, x0:x1][alpha > 127] = owner


def _reversed(quad: NDArray[np.float64]) -> bool:
    """Whether the face looks away from the camera, so that its corners run counter-clockwise."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) <= 0
