"""The photo with what was read drawn on it."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.group import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.capture import Photo
    from vision.reading import Reading
    from vision.sighting import Sighting

__all__ = ["COLOURS", "annotate"]

COLOURS: Final = {
    "flowers": (255, 105, 180),
    "exposed": (255, 165, 0),
    "exposed 2": (255, 215, 70),
    "concealed": (64, 200, 255),
    "concealed kong": (150, 130, 255),
    "winning": (255, 60, 60),
    "outside": (150, 150, 150),
}
"""Colour (RGB) of each role; exposed melds take the two in turn, so that neighbours differ."""

# Where systems keep a font with Chinese characters; nothing is shipped, and without one the codes alone are
# drawn.
_CHINESE_FONTS: Final = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/arphic/uming.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "C:/Windows/Fonts/msjh.ttc",
)
_SMALLEST_SIDE: Final = 900
"""A smaller photo is enlarged to this long side, so that names can be read."""


def annotate(photo: Photo, reading: Reading, *, outside: bool = True, number: int = 0) -> NDArray[np.uint8]:
    """Draw each tile's outline in its group's colour, its name and its confidence.

    Names are written as a person sees them in the photo, at the tile's lower edge; where one is not sure
    (`Sighting.sure`) its plate is red. A small photo is enlarged.

    Args:
        photo: the one that was read.
        reading: of that photo.
        outside: also draw tiles that are no part of the hand, thinly.
        number: of the photo, where one hand was read from several; what the others show isn't drawn.

    Returns:
        RGB uint8 [H, W, 3].
    """
    image = Image.fromarray(photo.pixels)
    scale = max(1.0, _SMALLEST_SIDE / max(image.size))
    if scale > 1:
        image = image.resize(
            (round(image.width * scale), round(image.height * scale)), Image.Resampling.BICUBIC
        )
    draw = ImageDraw.Draw(image)
    names = _roles(reading)
    seen = [
        (index, each)
        for index, each in enumerate(reading.sightings)
        if each.placed_in_photo and each.photo == number
    ]
    for index, sighting in seen:
        if index not in names and outside:
            _outline(draw, sighting, COLOURS["outside"], scale, thick=False)
    for index, sighting in seen:
        if index in names:
            _outline(draw, sighting, COLOURS[names[index]], scale, thick=True)
    for index, sighting in seen:
        if index in names or outside:
            _label(draw, sighting, COLOURS[names.get(index, "outside")], scale)
    _legend(draw, image.size, [name for name in COLOURS if name in names.values()])
    return np.asarray(image, np.uint8)


def _roles(reading: Reading) -> dict[int, str]:
    names = {}
    melds = 0
    for group in reading.groups:
        name = group.role.value
        if group.role is Role.EXPOSED:
            melds += 1
            name = "exposed" if melds % 2 else "exposed 2"
        elif group.role is Role.CONCEALED and group.meld is not None:
            name = "concealed kong"
        names.update(dict.fromkeys(group.sightings, name))
    # A tile that another photo shows too is drawn in both.
    for index, sighting in enumerate(reading.sightings):
        if sighting.same in names:
            names[index] = names[sighting.same]
    return names


def _outline(
    draw: ImageDraw.ImageDraw, sighting: Sighting, colour: tuple[int, int, int], scale: float, *, thick: bool
) -> None:
    corners = [(x * scale, y * scale) for x, y in sighting.quad]
    side = math.dist(corners[0], corners[1])
    width = max(round(side / (14 if thick else 30)), 1)
    draw.line([*corners, corners[0]], fill=colour, width=width, joint="curve")
    # The face's upper edge is marked, so that a wrong turn can be seen.
    draw.line(corners[:2], fill=(255, 255, 255), width=max(width // 2, 1))


def _label(draw: ImageDraw.ImageDraw, sighting: Sighting, colour: tuple[int, int, int], scale: float) -> None:
    """Write name and confidence at the lower edge of the tile, so that its face can still be seen."""
    corners = [(x * scale, y * scale) for x, y in sighting.quad]
    side = min(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))
    size = min(max(side * 0.36, 9.0), 64.0)
    (x0, y0), (x1, y1) = _middle(corners[0], corners[1]), _middle(corners[2], corners[3])
    text = _name(sighting, side, size)
    plate = (0, 0, 0) if sighting.sure else (200, 0, 0)
    for line, words, height, ink in (
        (0.86, text, size, colour),
        (1.10, f"{math.floor(sighting.p * 100)}%", size * 0.75, (255, 255, 255)),
    ):
        place = (x0 + (x1 - x0) * line, y0 + (y1 - y0) * line)
        _text(draw, place, words, height, ink, plate)


def _middle(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _name(sighting: Sighting, side: float, size: float) -> str:
    """Give the code, with the Chinese name where a font for it is there and the tile is wide enough."""
    kind = sighting.kind
    if kind is None or _chinese_font() is None or size < 13:
        return sighting.code
    full = f"{sighting.code}{kind.chinese}"
    return full if _font(round(size), chinese=True).getlength(full) <= side else sighting.code


def _text(
    draw: ImageDraw.ImageDraw,
    centre: tuple[float, float],
    text: str,
    size: float,
    *colours: tuple[int, int, int],
) -> None:
    """Write centred text in the first colour on a plate of the second, black where there is none."""
    colour, plate = (*colours, (0, 0, 0))[:2]
    font = _font(round(size), chinese=not text.isascii())
    left, top, right, bottom = draw.textbbox(centre, text, font=font, anchor="mm")
    pad = max(size * 0.12, 1)
    draw.rectangle((left - pad, top - pad, right + pad, bottom + pad), fill=plate)
    draw.text(centre, text, fill=colour, font=font, anchor="mm")


def _legend(draw: ImageDraw.ImageDraw, size: tuple[int, int], names: Sequence[str]) -> None:
    height = max(min(size) / 34, 11.0)
    y = height * 0.8
    for name in names:
        if name == "exposed 2":
            continue
        font = _font(round(height), chinese=False)
        left, top, right, bottom = draw.textbbox((height * 0.5, y), name, font=font, anchor="lm")
        draw.rectangle((left - 3, top - 3, right + 3, bottom + 3), fill=(0, 0, 0))
        draw.text((height * 0.5, y), name, fill=COLOURS[name], font=font, anchor="lm")
        y += height * 1.5


@cache
def _chinese_font() -> str | None:
    return next((path for path in _CHINESE_FONTS if Path(path).exists()), None)


@cache
def _font(size: int, *, chinese: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = _chinese_font() if chinese else None
    if path is not None:
        return ImageFont.truetype(path, size)
    return ImageFont.load_default(size)
