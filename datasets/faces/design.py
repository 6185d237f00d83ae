"""What makes one set of tiles look different from another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.fonts import FontChoice, cjk_fonts

if TYPE_CHECKING:
    from datasets.faces.canvas import Colour

__all__ = ["FaceDesign"]


@dataclass(frozen=True)
class FaceDesign:
    """What makes one set of tiles look different from another; colours are RGB.

    Make one with `from_seed`: the same seed and the same fonts give the same faces.
    """

    seed: int
    font: FontChoice
    honour_font: FontChoice
    bold: int
    shear: float
    base: Colour
    black: Colour
    red: Colour
    green: Colour
    cool: Colour
    gold: Colour
    numeral_ink: Colour
    wind_ink: Colour
    formal_five: bool
    dot_style: str
    dot_flat: float
    dot_size: float
    dot_inks: tuple[Colour, Colour, Colour]
    big_dot: str
    stick_style: str
    stick_width: float
    bamboo_inks: tuple[Colour, Colour, Colour]
    bird: str
    spread: float
    white: str
    index_corner: bool
    index_inked: bool
    pictures: str
    flower_characters: bool
    flower_digits: bool
    season_chinese: bool
    digit_left: bool
    season_digit_left: bool
    blue_plants: bool
    plant_character_cool: bool
    season_cool: bool
    digits_red: bool
    cool_orchid: bool
    back: Colour

    @classmethod
    def from_seed(cls, seed: int) -> FaceDesign:
        """Pick a design at random.

        Raises:
            MissingFontError: no CJK font is installed.

        >>> FaceDesign.from_seed(3) == FaceDesign.from_seed(3)
        True
        """
        rng = np.random.default_rng((seed, 20261129))

        def near(red: float, green: float, blue: float, spread: float) -> Colour:
            shade = np.clip(np.array([red, green, blue]) + rng.uniform(-spread, spread, 3), 0, 255)
            return int(shade[0]), int(shade[1]), int(shade[2])

        def maybe(share: float) -> bool:
            return bool(rng.random() < share)

        def pick(*names: str) -> str:
            return names[int(rng.integers(len(names)))]

        fonts = cjk_fonts()
        weights = np.array([font.weight for font in fonts], dtype=np.float64)
        first, second = rng.choice(len(fonts), size=2, p=weights / weights.sum())
        black, red = near(28, 28, 32, 18), near(190, 35, 40, 32)
        green, blue = near(25, 100, 55, 28), near(30, 60, 160, 38)
        cool = blue if maybe(0.6) else black
        dark = blue if maybe(0.65) else black
        first_dot, second_dot = (dark, green) if maybe(0.6) else (green, dark)
        return cls(
            seed=seed,
            font=fonts[int(first)],
            honour_font=fonts[int(second if maybe(0.4) else first)],
            bold=int(rng.integers(0, 4)),
            shear=float(rng.normal(0, 0.05)),
            base=_base(float(rng.uniform(220, 250)), float(rng.uniform(-6, 20))),
            black=black,
            red=red,
            green=green,
            cool=cool,
            gold=near(205, 150, 40, 30),
            numeral_ink=blue if maybe(0.35) else black,
            wind_ink=blue if maybe(0.45) else black,
            formal_five=maybe(0.6),
            dot_style=pick("solid", "rings", "rings", "flower", "cross"),
            dot_flat=float(rng.uniform(0.85, 1.12)),
            dot_size=float(rng.uniform(0.86, 1.06)),
            dot_inks=(first_dot, second_dot, red),
            big_dot=pick("petals", "rays", "rings"),
            stick_style=pick("bones", "plain", "halves"),
            stick_width=float(rng.uniform(8.5, 12.5)),
            bamboo_inks=(green, red, blue if maybe(0.3) else green),
            bird=pick("parrot", "crane", "peacock"),
            spread=float(rng.uniform(-5, 4)),
            white=pick("frame", "frame", "double", "cut", "dashes", "blank"),
            index_corner=maybe(0.25),
            index_inked=maybe(0.5),
            pictures=pick("plants", "plants", "figures", "bouquet"),
            flower_characters=maybe(0.75),
            flower_digits=maybe(0.85),
            season_chinese=maybe(0.15),
            digit_left=maybe(0.5),
            season_digit_left=maybe(0.6),
            blue_plants=maybe(0.6),
            plant_character_cool=maybe(0.6),
            season_cool=maybe(0.2),
            digits_red=maybe(0.2),
            cool_orchid=maybe(0.5),
            back=_BACKS[int(rng.integers(len(_BACKS)))],
        )


def _base(light: float, warmth: float) -> Colour:
    return int(light), int(light - 0.1 * abs(warmth)), int(min(252.0, light - warmth))


_BACKS: Final[tuple[Colour, ...]] = (
    (30, 140, 70), (15, 95, 60), (40, 170, 95), (235, 160, 30), (225, 190, 60), (40, 90, 180), (90, 160, 215),
    (25, 45, 95), (120, 40, 130), (185, 60, 150), (150, 30, 40), (225, 120, 140), (80, 60, 45), (35, 35, 38),
    (120, 125, 130), (60, 150, 150), (232, 226, 205), (244, 243, 238), (215, 190, 140),
)  # fmt: skip
