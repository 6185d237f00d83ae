"""Pictures of things that a reader must not take for tiles: books, pages, keyboards, boxes, calendars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw

from datasets.faces.fonts import cjk_fonts

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw_collage"]

_LATIN: Final = "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghiklmnoprstuvwy0123456789"
_HAN: Final = (
    "的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家"
    "學對可她里后小心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經"
    "頭面公同三已老從動兩長"
)
_Colour = tuple[int, int, int]


def draw_collage(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Draw one such picture.

    Args:
        rng: source of chance.
        size: (width, height) in pixels, 64 or more.

    Returns:
        RGB uint8 [height, width, 3].
    """
    picture = Image.new("RGB", size, _colour(rng))
    pen = ImageDraw.Draw(picture)
    _MAKERS[int(rng.integers(len(_MAKERS)))](picture, pen, rng)
    image = np.asarray(picture, np.uint8)
    if rng.random() < 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 2.5))), np.uint8)
    return image.copy()


def _colour(rng: np.random.Generator, pale: float = 0.35) -> _Colour:
    # Paper and white plastic are what is easily taken for a tile.
    paper = rng.uniform(170, 255) + rng.normal(0, 6, 3)
    shade = paper if rng.random() < pale else rng.uniform(0, 255, 3)
    red, green, blue = np.clip(shade, 0, 255).astype(int).tolist()
    return red, green, blue


def _ink(rng: np.random.Generator) -> _Colour:
    """Pick black, red, green or blue, as on tiles, or any colour."""
    inks: list[_Colour] = [(20, 20, 25), (185, 25, 35), (20, 100, 50), (25, 50, 150)]
    return inks[int(rng.integers(4))] if rng.random() < 0.6 else _colour(rng)


def _words(rng: np.random.Generator, most: int) -> str:
    letters = _HAN if rng.random() < 0.55 else _LATIN
    return "".join(letters[int(k)] for k in rng.integers(0, len(letters), int(rng.integers(1, most + 1))))


def _write(
    picture: Image.Image, rng: np.random.Generator, at: tuple[int, int], height: int, most: int = 12
) -> None:
    """Write some words whose top left corner is `at`, upright or standing on end."""
    fonts = cjk_fonts()
    font = fonts[int(rng.integers(len(fonts)))].load(max(6, (height // 4) * 4))
    ImageDraw.Draw(picture).text(at, _words(rng, most), font=font, fill=_ink(rng))


def _books(picture: Image.Image, pen: ImageDraw.ImageDraw, rng: np.random.Generator) -> None:
    """Stand books side by side, titles along their spines."""
    width, height = picture.size
    x = 0
    fonts = cjk_fonts()
    pale = float(rng.uniform(0.2, 0.9))
    while x < width:
        wide = int(rng.integers(8, max(9, width // 9)))
        top = int(rng.integers(0, height // 6))
        pen.rectangle((x, top, x + wide - 1, height), fill=_colour(rng, pale))
        for _ in range(int(rng.integers(0, 4))):  # bands and labels
            y = int(rng.integers(top, height))
            pen.rectangle((x, y, x + wide - 1, y + int(rng.integers(2, 30))), fill=_colour(rng))
        font = fonts[int(rng.integers(len(fonts)))].load(max(6, int(wide * rng.uniform(0.4, 0.9)) // 4 * 4))
        ink, letters = _ink(rng), _words(rng, 14)
        if rng.random() < 0.5:  # one character under the other
            y = top + int(rng.integers(2, 40))
            while y < height:
                for letter in letters:
                    pen.text((x + 1, y), letter, font=font, fill=ink)
                    y += int(font.size * 1.1)
                y += int(rng.integers(10, 200))
                letters, ink = _words(rng, 8), _ink(rng)
        else:
            strip = Image.new("L", (height, wide), 0)
            ImageDraw.Draw(strip).text((10, 0), letters, font=font, fill=255)
            mask = strip.transpose(Image.Transpose.ROTATE_90)
            picture.paste(ink, (x, top), mask)
        x += wide


def _page(picture: Image.Image, pen: ImageDraw.ImageDraw, rng: np.random.Generator) -> None:
    """Print lines of writing in columns, with headings and pictures: papers, posters, screens."""
    width, height = picture.size
    y = int(rng.integers(4, 30))
    while y < height:
        tall = int(rng.choice([8, 12, 16, 24, 40, 64], p=[0.2, 0.3, 0.2, 0.15, 0.1, 0.05]))
        x = int(rng.integers(0, 60))
        while x < width:
            if rng.random() < 0.1:
                wide = int(rng.integers(10, 120))
                pen.rectangle((x, y, x + wide, y + tall * 2), fill=_colour(rng))
                x += wide
            _write(picture, rng, (x, y), tall, 10)
            x += tall * int(rng.integers(4, 14))
        y += int(tall * rng.uniform(1.1, 2.2))


def _grid(picture: Image.Image, pen: ImageDraw.ImageDraw, rng: np.random.Generator) -> None:
    """Set out keys, calendar days, buttons, stamps or cards in rows: pale rectangles with a sign on each."""
    width, height = picture.size
    wide = int(rng.integers(14, 60))
    tall = int(wide * rng.uniform(0.7, 1.5))
    gap, corner = int(rng.integers(0, max(2, wide // 4))), int(rng.integers(0, wide // 3))
    one, ink = _colour(rng), _ink(rng)
    fonts = cjk_fonts()
    font = fonts[int(rng.integers(len(fonts)))].load(
        max(6, int(min(wide, tall) * rng.uniform(0.25, 0.7)) // 4 * 4)
    )
    signs, mixed = rng.random(), rng.random() < 0.2
    for row, y in enumerate(range(gap, height, tall + gap)):
        shift = int(rng.integers(0, wide)) if rng.random() < 0.5 else (row % 2) * wide // 3
        for x in range(gap - shift, width, wide + gap):
            box = (x, y, x + wide, y + tall)
            pen.rounded_rectangle(box, corner, fill=_colour(rng) if mixed else one, outline=(90, 90, 90))
            if signs < 0.7:
                text = _words(rng, 2)
                pen.text((x + wide // 5, y + tall // 6), text, font=font, fill=_ink(rng) if mixed else ink)
            elif signs < 0.85:
                radius = wide / 4
                centre = (x + wide / 2, y + tall / 2)
                pen.ellipse(
                    (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius),
                    fill=ink,
                )


def _boxes(picture: Image.Image, pen: ImageDraw.ImageDraw, rng: np.random.Generator) -> None:
    """Heap up packages, frames, devices and signs, each with a word or a mark."""
    width, height = picture.size
    for _ in range(int(rng.integers(8, 50))):
        x, y = int(rng.integers(-20, width)), int(rng.integers(-20, height))
        wide, tall = int(rng.integers(10, width // 3)), int(rng.integers(10, height // 2))
        pen.rectangle((x, y, x + wide, y + tall), fill=_colour(rng))
        draw = rng.random()
        if draw < 0.5:
            _write(picture, rng, (x + 3, y + 3), int(rng.integers(8, 40)), 8)
        elif draw < 0.7:
            pen.rectangle(
                (x + wide // 4, y + tall // 4, x + 3 * wide // 4, y + 3 * tall // 4), fill=_colour(rng)
            )
        elif draw < 0.8:
            pen.ellipse((x, y, x + wide, y + tall), fill=_colour(rng))


def _slats(picture: Image.Image, pen: ImageDraw.ImageDraw, rng: np.random.Generator) -> None:
    """Draw blinds, rails, drawers, vents and bricks: even divisions in two colours."""
    width, height = picture.size
    wide, tall = int(rng.integers(6, 90)), int(rng.integers(6, 60))
    first, line = _colour(rng), _colour(rng)
    thick = int(rng.integers(1, 6))
    brick = rng.random() < 0.4
    for row, y in enumerate(range(0, height, tall)):
        shift = (row % 2) * wide // 2 if brick else 0
        for x in range(-shift, width, wide):
            shade = rng.normal(0, 9)
            fill = tuple(int(np.clip(v + shade, 0, 255)) for v in first)
            pen.rectangle((x, y, x + wide, y + tall), fill=fill, outline=line, width=thick)


def _blur(picture: Image.Image, pen: ImageDraw.ImageDraw, rng: np.random.Generator) -> None:
    """Show a room out of focus."""
    width, height = picture.size
    del pen
    coarse = rng.integers(0, 256, (int(rng.integers(2, 12)), int(rng.integers(2, 16)), 3)).astype(np.uint8)
    smooth = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    picture.paste(Image.fromarray(np.asarray(smooth, np.uint8)))


_MAKERS: Final = (_books, _books, _books, _page, _page, _grid, _grid, _boxes, _boxes, _slats, _blur)
