"""The fonts that this machine has, for the characters, digits and letters on drawn tile faces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

from datasets.errors import MissingFontError

__all__ = ["FontChoice", "cjk_fonts", "latin_fonts"]

_ROOT: Final = Path("/usr/share/fonts")
# File name, face within the collection, and how often a design takes it; brushes look most like a tile.
_KNOWN: Final = (
    ("ukai.ttc", 0, 6), ("ukai.ttc", 2, 3), ("uming.ttc", 0, 2),
    ("bkai00mp.ttf", 0, 5), ("bsmi00lp.ttf", 0, 2),
    ("TW-Kai-98_1.ttf", 0, 5), ("TW-Sung-98_1.ttf", 0, 2),
    ("cwkai.ttf", 0, 4), ("cwming.ttf", 0, 2), ("cwfs.ttf", 0, 3), ("cwheib.ttf", 0, 2), ("cwyen.ttf", 0, 2),
    ("LXGWWenKai-Bold.ttf", 0, 4), ("LXGWWenKai-Regular.ttf", 0, 2), ("LXGWWenKai-Light.ttf", 0, 1),
    ("AoyagiKouzanT.ttf", 0, 3), ("aoyagi-soseki.ttf", 0, 2),
    ("kouzan-mouhitsu.ttf", 0, 4), ("kouzan-mouhitsu-gyosho.ttf", 0, 4),
    ("setofont.ttf", 0, 2), ("kiloji.ttf", 0, 2), ("kiloji_b.ttf", 0, 2), ("kiloji_p.ttf", 0, 1),
    ("OradanoGSRR.ttf", 0, 2), ("ReggaeOne-Regular.ttf", 0, 1), ("BabelStoneHan.ttf", 0, 1),
    ("HanaMinA.ttf", 0, 1), ("dejima-mincho-r227.ttf", 0, 2),
    ("YOzBC_.ttf", 0, 2), ("YOzBE_.ttf", 0, 2), ("YOzBS_.ttf", 0, 2), ("YOzRC_.ttf", 0, 1),
    ("YOzRN_90.ttf", 0, 1), ("YOzRS_90.ttf", 0, 1),
    ("ume-tmo3.ttf", 0, 1), ("ume-ugo5.ttf", 0, 1), ("ume-hgo5.ttf", 0, 1),
    ("MTLc3m.ttf", 0, 1), ("MTLmr3m.ttf", 0, 1), ("ipam.ttf", 0, 1), ("ipag.ttf", 0, 1), ("ipamjm.ttf", 0, 1),
    ("Mplus1-Black.otf", 0, 1), ("Mplus1-Bold.otf", 0, 1), ("Mplus1-Light.otf", 0, 1),
    ("NotoSerifCJK-Black.ttc", 3, 2), ("NotoSerifCJK-Bold.ttc", 3, 3), ("NotoSerifCJK-Bold.ttc", 0, 1),
    ("NotoSerifCJK-Regular.ttc", 3, 1), ("NotoSerifCJK-Medium.ttc", 2, 1),
    ("NotoSansCJK-Black.ttc", 3, 1), ("NotoSansCJK-Bold.ttc", 3, 1), ("NotoSansCJK-Regular.ttc", 3, 1),
    ("NotoSansCJK-Light.ttc", 2, 1),
    ("wqy-zenhei.ttc", 0, 1), ("wqy-microhei.ttc", 0, 1),
    ("DroidSansFallbackFull.ttf", 0, 1), ("DroidSansFallback.ttf", 0, 1),
)  # fmt: skip
_LATIN: Final = (
    ("DejaVuSans.ttf", 0, 1), ("DejaVuSans-Bold.ttf", 0, 2), ("DejaVuSerif.ttf", 0, 1),
    ("DejaVuSerif-Bold.ttf", 0, 2), ("DejaVuSansMono-Bold.ttf", 0, 1),
    ("LiberationSans-Regular.ttf", 0, 3), ("LiberationSans-Bold.ttf", 0, 4),
    ("LiberationSansNarrow-Bold.ttf", 0, 3), ("LiberationSerif-Regular.ttf", 0, 2),
    ("LiberationSerif-Bold.ttf", 0, 4), ("LiberationSerif-BoldItalic.ttf", 0, 1),
    ("LiberationMono-Bold.ttf", 0, 1), ("JunicodeTwoBeta-Bold.otf", 0, 2),
    ("JunicodeTwoBeta-CondensedMedium.otf", 0, 1), ("JunicodeTwoBeta-Italic.otf", 0, 1),
    ("LXGWWenKai-Bold.ttf", 0, 1), ("kouzan-mouhitsu.ttf", 0, 1), ("kiloji_b.ttf", 0, 1),
    ("ReggaeOne-Regular.ttf", 0, 1), ("NotoSerifCJK-Bold.ttc", 0, 1), ("NotoSansCJK-Bold.ttc", 0, 1),
    ("MTLmr3m.ttf", 0, 1), ("uming.ttc", 0, 1),
)  # fmt: skip
_UNASSIGNED: Final = "\U0010fffd"
"""No font draws this code point, so each shows its sign for a missing character."""


@dataclass(frozen=True)
class FontChoice:
    """One font file.

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

    def draws(self, text: str) -> bool:
        """Whether the font has every character of `text`."""
        return all(_draws(self, character) for character in text)


@cache
def _load(choice: FontChoice, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(
        str(choice.path), size=size, index=choice.face, layout_engine=ImageFont.Layout.BASIC
    )


@cache
def _draws(choice: FontChoice, character: str) -> bool:
    font = choice.load(24)
    shown = font.getmask(character)
    return shown.getbbox() is not None and bytes(shown) != _missing(choice)


@cache
def _missing(choice: FontChoice) -> bytes:
    return bytes(choice.load(24).getmask(_UNASSIGNED))


@cache
def _places() -> dict[str, Path]:
    if not _ROOT.is_dir():
        return {}
    return {path.name: path for path in sorted(_ROOT.rglob("*.[to]t[cf]"))}


def _found(known: tuple[tuple[str, int, int], ...]) -> tuple[FontChoice, ...]:
    places = _places()
    return tuple(FontChoice(places[name], face, weight) for name, face, weight in known if name in places)


@cache
def cjk_fonts() -> tuple[FontChoice, ...]:
    """Find the CJK fonts that are installed, always in the same order.

    Not every one has every character: ask `FontChoice.draws`.

    Raises:
        MissingFontError: there is none of the fonts that the renderer knows.
    """
    found = _found(_KNOWN)
    if not found:
        names = ", ".join(dict.fromkeys(name for name, _, _ in _KNOWN))
        raise MissingFontError(
            f"no CJK font under {_ROOT}; tile faces need one of {names} "
            "(Debian: apt-get install fonts-arphic-ukai fonts-noto-cjk)"
        )
    return found


@cache
def latin_fonts() -> tuple[FontChoice, ...]:
    """Find fonts for digits and letters, always in the same order.

    Where none that is made for them is installed, the CJK fonts that have digits stand in.

    Raises:
        MissingFontError: there is no font at all that the renderer knows.
    """
    found = tuple(font for font in _found(_LATIN) if font.draws("123456789ENSWP"))
    return found or tuple(font for font in cjk_fonts() if font.draws("123456789ENSWP")) or cjk_fonts()
