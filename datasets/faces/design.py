"""What makes one set of tiles look different from another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.bamboos import BambooHabits, pick_bamboo_habits
from datasets.faces.birds import BirdHabits, pick_bird_habits
from datasets.faces.chance import Chance
from datasets.faces.dots import DotHabits, pick_dot_habits
from datasets.faces.engraving import Engraving
from datasets.faces.flower_habits import FlowerHabits, pick_flower_habits
from datasets.faces.fonts import FontChoice, cjk_fonts, latin_fonts
from datasets.faces.glyphs import Hand
from datasets.faces.honours import HonourHabits, pick_honour_habits
from datasets.faces.inks import Inks, pick_ground, pick_inks
from datasets.faces.numerals import IndexHabits, NumeralHabits, pick_index_habits, pick_numeral_habits

if TYPE_CHECKING:
    from datasets.faces.canvas import Colour

__all__ = ["FaceDesign", "Hands"]


@dataclass(frozen=True)
class Hands:
    """Who writes what: real sets have other hands for numerals, 萬, honours, flowers and digits."""

    numerals: Hand
    myriad: Hand
    honours: Hand
    flowers: Hand
    digits: Hand
    indices: Hand


@dataclass(frozen=True)
class FaceDesign:
    """What makes one set of tiles look different from another; colours are RGB.

    Make one with `from_seed` or `classic`: the same seed and the same fonts give the same faces.

    Attributes:
        seed: what it was made from, and the chance in each face's own strokes.
        base: colour of the bare face.
        back: colour of the back.
        inks: the paints.
        engraving: how faces are cut and painted.
        hands: who writes the characters.
        numerals, dots, bamboos, bird, honours, flowers, index: habits of the kinds of faces.
    """

    seed: int
    base: Colour
    back: Colour
    inks: Inks
    engraving: Engraving
    hands: Hands
    numerals: NumeralHabits
    dots: DotHabits
    bamboos: BambooHabits
    bird: BirdHabits
    honours: HonourHabits
    flowers: FlowerHabits
    index: IndexHabits

    def __hash__(self) -> int:
        """Hash by the seed: hashing every habit for each face would cost more than drawing some."""
        return hash((self.seed, self.base))

    @classmethod
    def from_seed(cls, seed: int) -> FaceDesign:
        """Pick a design at random from all that real sets do.

        Raises:
            MissingFontError: no CJK font is installed.

        >>> FaceDesign.from_seed(3) == FaceDesign.from_seed(3)
        True
        """
        return cls._pick(seed, Chance(np.random.default_rng((seed, 20261130))))

    @classmethod
    def classic(cls, seed: int) -> FaceDesign:
        """Pick a design at random that has none of the rarer habits: light, clean, with the usual characters.

        Raises:
            MissingFontError: no CJK font is installed.

        >>> FaceDesign.classic(3) == FaceDesign.from_seed(3)
        False
        """
        return cls._pick(seed, Chance(np.random.default_rng((seed, 20261129)), wild=0.0))

    @classmethod
    def _pick(cls, seed: int, chance: Chance) -> FaceDesign:
        base, dark = pick_ground(chance)
        inks = pick_inks(chance, dark=dark)
        return cls(
            seed=seed,
            base=base,
            back=_BACKS[chance.whole(0, len(_BACKS) - 1)],
            inks=inks,
            engraving=_pick_engraving(chance),
            hands=_pick_hands(chance),
            numerals=pick_numeral_habits(chance, inks),
            dots=pick_dot_habits(chance, inks),
            bamboos=pick_bamboo_habits(chance, inks),
            bird=pick_bird_habits(chance, inks),
            honours=pick_honour_habits(chance, inks),
            flowers=pick_flower_habits(chance, inks),
            index=pick_index_habits(chance, inks),
        )


def _pick_engraving(chance: Chance) -> Engraving:
    if not chance.wild or chance.maybe(0.12):
        return Engraving(stray=chance.between(0, 0.3))
    return Engraving(
        stray=chance.between(0, 1.1),
        groove=chance.pick(0.0, chance.between(0.2, 1.0), chance.between(0.5, 1.5)),
        light=chance.between(0, 6.28),
        uneven=chance.between(0, 1) if chance.maybe(0.6) else 0.0,
        worn=chance.between(0.1, 0.55) if chance.maybe(0.18) else 0.0,
        gloss=chance.between(0.2, 1.0) if chance.maybe(0.25) else 0.0,
        soft=chance.between(0.4, 0.9) if chance.maybe(0.3) else 0.0,
        grain=chance.between(0, 4),
    )


def _pick_font(chance: Chance, fonts: tuple[FontChoice, ...]) -> FontChoice:
    return chance.weighted(fonts, [font.weight for font in fonts])


def _pick_hand(chance: Chance, fonts: tuple[FontChoice, ...], *, small: bool = False) -> Hand:
    lively = 1.0 if chance.wild else 0.4
    return Hand(
        font=_pick_font(chance, fonts),
        weight=chance.whole(-1, 2) if small else chance.whole(-2, 5),
        outline=not small and chance.rare(0.03),
        shear=float(chance.rng.normal(0, 0.08 * lively)),
        turn=float(chance.rng.normal(0, 0.05 * lively)),
        stretch=(
            1 - abs(float(chance.rng.normal(0, 0.1 * lively))),
            1 - abs(float(chance.rng.normal(0, 0.08 * lively))),
        ),
    )


def _pick_hands(chance: Chance) -> Hands:
    fonts, latin = cjk_fonts(), latin_fonts()
    first = _pick_hand(chance, fonts)

    def hand() -> Hand:
        return first if chance.maybe(0.35) else _pick_hand(chance, fonts)

    flowers = first if chance.maybe(0.25) else _pick_hand(chance, fonts)
    flowers = replace(flowers, weight=min(max(flowers.weight, 0), 3), outline=False)
    if chance.rare(0.5):
        flowers = replace(flowers, carved=chance.whole(0, 1 << 30), weight=chance.whole(-1, 2))
    digits = _pick_hand(chance, latin, small=True)
    if chance.rare(0.25):
        digits = replace(digits, carved=chance.whole(0, 1 << 30), weight=chance.whole(-1, 2))
    return Hands(
        numerals=hand(),
        myriad=hand(),
        honours=hand(),
        flowers=flowers,
        digits=digits,
        indices=digits if chance.maybe(0.3) else _pick_hand(chance, latin, small=True),
    )


_BACKS: Final[tuple[Colour, ...]] = (
    (30, 140, 70), (15, 95, 60), (40, 170, 95), (235, 160, 30), (225, 190, 60), (40, 90, 180), (90, 160, 215),
    (25, 45, 95), (120, 40, 130), (185, 60, 150), (150, 30, 40), (225, 120, 140), (80, 60, 45), (35, 35, 38),
    (120, 125, 130), (60, 150, 150), (232, 226, 205), (244, 243, 238), (215, 190, 140),
)  # fmt: skip
