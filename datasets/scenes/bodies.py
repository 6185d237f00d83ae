"""Tiles as solid bodies: sides, rounded corners, shadow, and which pixels each of them owns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.scenes.plan import BACK, TILE_DEPTH, TILE_HEIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.faces.canvas import Colour
    from datasets.scenes.camera import Camera
    from datasets.scenes.plan import PlannedTile

__all__ = ["Body", "draw_body", "draw_shadows", "place_body"]

_CORNER: Final = 0.09
"""Radius of a tile's rounded corners, in tile widths."""
_ARC: Final = 4
_SUBPIXEL: Final = 4
"""Bits of the fraction in the coordinates that OpenCV's drawing takes."""


@dataclass(frozen=True)
class Body:
    """A tile placed on the table.

    Attributes:
        plan: the tile.
        origin: middle of the underside [3]; for a standing tile of the end that it stands on.
        axes: unit vectors [3, 3]: the face's right, the face's up, and out of the face.
    """

    plan: PlannedTile
    origin: NDArray[np.float64]
    axes: NDArray[np.float64]

    def points(self, local: NDArray[np.float64]) -> NDArray[np.float64]:
        """Move points from the tile's frame (right, up, out; the back at 0) to the table's [N, 3]."""
        return self.origin + local @ self.axes

    def face(self) -> NDArray[np.float64]:
        """Corners of the side that shows [4, 3], from the face's top-left as it is read, clockwise."""
        w, h = 0.5, TILE_HEIGHT / 2
        return self.points(
            np.array([[-w, h, TILE_DEPTH], [w, h, TILE_DEPTH], [w, -h, TILE_DEPTH], [-w, -h, TILE_DEPTH]])
        )

    def outline(self, depth: float, inset: float = 0.0) -> NDArray[np.float64]:
        """Rounded outline of the tile's cross-section at `depth` above its back, [N, 3]."""
        w, h, r = 0.5 - inset, TILE_HEIGHT / 2 - inset, max(_CORNER - inset, 0.02)
        turns = np.linspace(0, math.pi / 2, _ARC)
        ring = [
            (cx * (w - r) + r * math.cos(start + t), cy * (h - r) + r * math.sin(start + t), depth)
            for cx, cy, start in (
                (1, 1, 0.0),
                (-1, 1, math.pi / 2),
                (-1, -1, math.pi),
                (1, -1, 1.5 * math.pi),
            )
            for t in turns
        ]
        return self.points(np.array(ring))


def place_body(plan: PlannedTile) -> Body:
    """Put a planned tile on the table as a solid."""
    cos, sin = math.cos(plan.turn), math.sin(plan.turn)
    right = np.array([cos, sin, 0.0])
    ahead = np.array([-sin, cos, 0.0])
    upward = np.array([0.0, 0.0, 1.0])
    if plan.standing:  # the face looks towards the reader
        origin = np.array([plan.x, plan.y, plan.z + TILE_HEIGHT / 2]) + ahead * TILE_DEPTH / 2
        return Body(plan, origin, np.stack([right, upward, -ahead]))
    return Body(plan, np.array([plan.x, plan.y, plan.z]), np.stack([right, ahead, upward]))


def _pixels(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.asarray(np.round((points - 0.5) * (1 << _SUBPIXEL)), np.int32)


def _fill(image: NDArray[np.uint8], points: NDArray[np.float64], colour: NDArray[np.float64]) -> None:
    hull = cv2.convexHull(_pixels(points))
    shade = [float(v) for v in np.clip(colour, 0, 255)]
    cv2.fillConvexPoly(image, hull, shade, lineType=cv2.LINE_AA, shift=_SUBPIXEL)


def draw_shadows(
    image: NDArray[np.uint8], bodies: list[Body], camera: Camera, light: NDArray[np.float64], strength: float
) -> None:
    """Darken the cloth where the tiles keep the light off it.

    Args:
        image: RGB uint8 picture of the bare table; changed.
        bodies: the tiles.
        camera: the view.
        light: direction from the table towards the lamp [3], z > 0.
        strength: 0 none to 1 black.
    """
    mask = np.zeros(image.shape[:2], np.uint8)
    for body in bodies:
        if body.plan.z > 0:
            continue
        base = np.concatenate([body.outline(0.0), body.outline(TILE_DEPTH)])
        cast = base - light / light[2] * base[:, 2:]
        cv2.fillConvexPoly(
            mask, cv2.convexHull(_pixels(camera.project(cast))), [255], lineType=cv2.LINE_AA, shift=_SUBPIXEL
        )
    soft = max(1.0, image.shape[1] / 400)
    blurred = cv2.GaussianBlur(mask, (0, 0), soft * 1.5).astype(np.float32) / 255
    near = cv2.GaussianBlur(mask, (0, 0), soft * 5).astype(np.float32) / 255
    gain = 1.0 - strength * (0.7 * blurred + 0.3 * near)
    cv2.multiply(image, cv2.merge([gain, gain, gain]), image, dtype=cv2.CV_8U)


def draw_body(  # noqa: PLR0917 - a solid under a lamp is that many things
    image: NDArray[np.uint8],
    owners: NDArray[np.int16],
    body: Body,
    owner: int,
    texture: NDArray[np.uint8],
    camera: Camera,
    light: NDArray[np.float64],
    *,
    ivory: Colour,
    back: Colour,
    layer: float = 0.36,
) -> None:
    """Draw one tile over what lies farther away.

    Args:
        image: RGB uint8 [H, W, 3]; changed.
        owners: per pixel the number of the face that shows there, -1 where none does, int16 [H, W]; changed.
        body: the tile.
        owner: its number in `owners`.
        texture: the side that shows, RGB uint8, upright.
        camera: the view.
        light: direction from the table towards the lamp [3].
        ivory: colour of the tile's front.
        back: colour of the layer at its back.
        layer: share of the tile's thickness that this layer takes.
    """
    front, rear = np.array(ivory, np.float64), np.array(back, np.float64)
    split = layer * TILE_DEPTH
    near, far = (front, rear) if body.plan.code != BACK else (rear, front)
    border = split if body.plan.code != BACK else TILE_DEPTH - split
    low, middle, high = (camera.project(body.outline(depth)) for depth in (0.0, border, TILE_DEPTH))
    lamp = light / np.linalg.norm(light)
    _fill(image, np.concatenate([low, middle]), far * 0.72)
    _fill(image, np.concatenate([middle, high]), near * 0.78)
    for normal, along in ((0, 1), (1, 0)):
        for sign in (-1.0, 1.0):
            _side(
                image,
                body,
                camera,
                lamp,
                (normal, along, sign),
                ((0.0, border, far), (border, TILE_DEPTH, near)),
            )
    everything = cv2.convexHull(_pixels(np.concatenate([low, high])))
    cv2.fillConvexPoly(owners, everything, [-1], shift=_SUBPIXEL)
    _face(image, owners, body, owner, texture, camera, lamp)


def _side(  # noqa: PLR0917 - a side under a lamp is that many things
    image: NDArray[np.uint8],
    body: Body,
    camera: Camera,
    lamp: NDArray[np.float64],
    which: tuple[int, int, float],
    layers: tuple[tuple[float, float, NDArray[np.float64]], ...],
) -> None:
    normal, along, sign = which
    half = (0.5, TILE_HEIGHT / 2)
    outward = body.axes[normal] * sign
    middle = np.zeros(3)
    middle[normal] = sign * half[normal]
    middle[2] = TILE_DEPTH / 2
    if float(np.dot(camera.place - body.points(middle[None])[0], outward)) <= 0:
        return
    shade = 0.62 + 0.34 * max(0.0, float(np.dot(outward, lamp)))
    reach = half[along] - _CORNER * 0.8
    for bottom, top, colour in layers:
        corners = np.zeros((4, 3))
        corners[:, normal] = sign * half[normal]
        corners[:, along] = [-reach, reach, reach, -reach]
        corners[:, 2] = [bottom, bottom, top, top]
        _fill(image, camera.project(body.points(corners)), colour * shade)


def _face(  # noqa: PLR0917 - as draw_body
    image: NDArray[np.uint8],
    owners: NDArray[np.int16],
    body: Body,
    owner: int,
    texture: NDArray[np.uint8],
    camera: Camera,
    lamp: NDArray[np.float64],
) -> None:
    quad = camera.project(body.face())
    outline = _pixels(camera.project(body.outline(TILE_DEPTH)))
    x0, y0 = np.floor(np.maximum(quad.min(axis=0), 0)).astype(int)
    x1, y1 = np.ceil(np.minimum(quad.max(axis=0), [image.shape[1], image.shape[0]])).astype(int)
    if x1 <= x0 or y1 <= y0 or _reversed(quad):
        return
    height, width = texture.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    size = float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))
    shrink = size / math.sqrt(width * height)
    if shrink < 0.6:
        small = cv2.resize(
            texture, None, fx=max(shrink * 1.4, 0.1), fy=max(shrink * 1.4, 0.1), interpolation=cv2.INTER_AREA
        )
        texture = np.asarray(small, np.uint8)
        flat *= np.array([texture.shape[1] / width, texture.shape[0] / height], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, (quad - [x0, y0]).astype(np.float32))
    patch = cv2.warpPerspective(
        texture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    shift = np.array([x0, y0], np.int32) << _SUBPIXEL
    alpha = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(alpha, outline - shift, [255], lineType=cv2.LINE_AA, shift=_SUBPIXEL)
    # The rounded rim catches less light than the flat of the face.
    flat_part = np.zeros_like(alpha)
    inner = _pixels(camera.project(body.outline(TILE_DEPTH, 0.045))) - shift
    cv2.fillConvexPoly(flat_part, inner, [255], lineType=cv2.LINE_AA, shift=_SUBPIXEL)
    shade = 0.82 + 0.2 * max(0.0, float(np.dot(body.axes[2], lamp)))
    rim = shade * (0.9 + 0.1 * flat_part.astype(np.float32) / 255)
    opacity = (alpha.astype(np.float32) / 255)[..., None]
    under = image[y0:y1, x0:x1].astype(np.float32)
    mixed = under * (1 - opacity) + patch.astype(np.float32) * rim[..., None] * opacity
    image[y0:y1, x0:x1] = np.clip(mixed, 0, 255).astype(np.uint8)
    owners[y0:y1, x0:x1][alpha > 127] = owner


def _reversed(quad: NDArray[np.float64]) -> bool:
    """Whether the face looks away from the camera, so that its corners run counter-clockwise."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) <= 0
