"""The figures as text, and a picture of every miss."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from datasets.benchmark.measure import Measure, PhotoResult
    from datasets.photos import LabelledTile
    from vision.sighting import Sighting

__all__ = ["lines", "write_misses"]

_CONTEXT = 2.5
_PICTURE = 480
_LABEL = (60, 220, 60)
_READ = (255, 70, 70)


def lines(measure: Measure, *, every_kind: bool = False) -> Iterator[str]:
    """Yield the report, line by line."""
    yield f"photos                        {measure.photos}"
    yield f"labelled tiles                {measure.tiles}"
    yield f"found at IoU 0.5              {_share(measure.found)}"
    yield f"faces right on found tiles    {_share(measure.faces_right)}"
    yield f"  flowers                     {_share(measure.flowers_right)}"
    yield f"tiles right end to end        {_share(measure.right)}"
    yield f"photos wholly right           {_share(measure.photos_right)}"
    yield f"precision near labels         {_share(measure.precision_near)} ({measure.false_near} false)"
    yield f"calibration error of p        {_number(measure.calibration_error)}"
    yield f"wrong with p of 0.9 or more   {measure.sure_and_wrong}"
    if measure.confusions:
        yield "label > read:"
        for label, read, count in measure.confusions:
            yield f"  {label:>3} > {read:<10} {count}"
    if every_kind:
        yield "kind, labelled, found, right:"
        for code, labelled, found, right in measure.kinds:
            yield f"  {code:>3} {labelled:5} {found:5} {right:5}"


def _share(figure: float) -> str:
    return "-" if math.isnan(figure) else f"{figure:.2%}"


def _number(figure: float) -> str:
    return "-" if math.isnan(figure) else f"{figure:.4f}"


def write_misses(measure: Measure, folder: Path) -> int:
    """Write a picture of every labelled tile that was not found or read wrong; give how many.

    The label is green, what was seen red. They are pictures of other people's photos: not for the repository.
    """
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for result in measure.results:
        for tile, sighting in result.misses():
            read = "missed" if sighting is None else sighting.code
            name = f"{result.photo.path.stem}_{tile.line:02}_{tile.kind}_as_{read}.png"
            _picture(result, tile, sighting).save(folder / name)
            count += 1
    return count


def _picture(result: PhotoResult, tile: LabelledTile, own: Sighting | None) -> Image.Image:
    left, top, right, bottom = tile.box
    reach = max(right - left, bottom - top) * _CONTEXT
    x, y = (left + right) / 2 - reach, (top + bottom) / 2 - reach
    scale = _PICTURE / (2 * reach)
    picture = Image.fromarray(result.photo.pixels).transform(
        (_PICTURE, _PICTURE),
        Image.Transform.AFFINE,
        (1 / scale, 0, x, 0, 1 / scale, y),
        Image.Resampling.BICUBIC,
    )
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(18)
    for sighting in result.sightings:
        corners = [tuple(each) for each in (np.array(sighting.quad) - (x, y)) * scale]
        draw.line([*corners, corners[0]], fill=_READ if sighting is own else (120, 120, 255), width=2)
    draw.rectangle(
        ((left - x) * scale, (top - y) * scale, (right - x) * scale, (bottom - y) * scale), outline=_LABEL
    )
    read = "nothing" if own is None else f"{own.code} {own.p:.2f}"
    draw.text((6, 4), f"label {tile.kind}", fill=_LABEL, font=font, stroke_width=2, stroke_fill=(0, 0, 0))
    draw.text((6, 26), f"read {read}", fill=_READ, font=font, stroke_width=2, stroke_fill=(0, 0, 0))
    return picture
