"""The CJK fonts that this machine has, for the characters on drawn tile faces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

from datasets.errors import MissingFontError

__all__ = ["FontChoice", "cjk_fonts"]

_ROOT: Final = Path("/usr/share/fonts")
# File name, face within the collection, and how often a design takes it; brushes look most like a tile.
_KNOWN: Final = (
    ("ukai.ttc", 0, 5),
    ("uming.ttc", 0, 2),
    ("NotoSerifCJK-Bold.ttc", 3, 3),
    ("NotoSerifCJK-Regular.ttc", 3, 1),
    ("NotoSansCJK-Bold.ttc", 3, 1),
    ("NotoSansCJK-Regular.ttc", 3, 1),
    ("wqy-zenhei.ttc", 0, 1),
    ("wqy-microhei.ttc", 0, 1),
    ("DroidSansFallbackFull.ttf", 0, 1),
    ("DroidSansFallback.ttf", 0, 1),
)


@dataclass(frozen=True)
class FontChoice:
    """One font file that holds traditional Chinese characters.

    Attributes:
        path: the font file.
        face: index of the face inside a collection (``.ttc``), 0 for a single font.
        weight: how often a random design should take this font, relative to the others.
    """

    path: Path
    face: int
    weight: int

    def load(self, size: int) -> ImageFont.FreeTypeFont:
        """Open the font at `size` pixels per em."""
        return _load(self, size)


@cache
def _load(choice: FontChoice, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(choice.path), size=size, index=choice.face)


@cache
def cjk_fonts() -> tuple[FontChoice, ...]:
    """Find the CJK fonts that are installed, always in the same order.

    Raises:
        MissingFontError: there is none of the fonts that the renderer knows.
    """
    places = {path.name: path for path in sorted(_ROOT.rglob("*.tt[cf]"))} if _ROOT.is_dir() else {}
    found = tuple(FontChoice(places[name], face, weight) for name, face, weight in _KNOWN if name in places)
    if not found:
        raise MissingFontError(
            f"no CJK font under {_ROOT}; tile faces need one of {', '.join(name for name, _, _ in _KNOWN)} "
            "(Debian: apt-get install fonts-arphic-ukai fonts-noto-cjk)"
        )
    return found
