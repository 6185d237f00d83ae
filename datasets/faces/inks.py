"""Paints and the bare face they are on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datasets.faces.canvas import Colour
    from datasets.faces.chance import Chance

__all__ = ["Inks", "pick_ground", "pick_inks"]


@dataclass(frozen=True)
class Inks:
    """A set's paints, RGB; on dark tiles they are light."""

    black: Colour
    red: Colour
    green: Colour
    blue: Colour
    gold: Colour

    @property
    def dark(self) -> tuple[Colour, Colour, Colour]:
        """The paints that stand against red."""
        return self.blue, self.black, self.green


# The bare face: white, bluish, cream, bone, greenish, pink.
_GROUNDS: Final = (
    ((240, 240, 238), 10), ((228, 233, 240), 8), ((242, 236, 220), 8), ((232, 220, 190), 10),
    ((226, 236, 226), 8), ((242, 224, 220), 8), ((218, 216, 212), 10), ((250, 250, 250), 4),
)  # fmt: skip
_GROUND_WEIGHTS: Final = (5, 4, 4, 2, 1.5, 1.5, 2, 3)
_DARK_GROUNDS: Final = (
    (32, 32, 36),
    (24, 60, 120),
    (20, 90, 60),
    (120, 24, 34),
    (70, 45, 30),
    (90, 170, 200),
)


def pick_ground(chance: Chance) -> tuple[Colour, bool]:
    """Pick the colour of the bare face, and whether it is dark."""
    if chance.rare(0.035):
        return chance.near(chance.pick(*_DARK_GROUNDS), 14), True
    (colour, spread) = chance.weighted(_GROUNDS, _GROUND_WEIGHTS)
    light = chance.between(-12, 4)
    red, green, blue = chance.near((colour[0] + light, colour[1] + light, colour[2] + light), spread * 0.4)
    return (max(red, 205), max(green, 200), blue), False


def pick_inks(chance: Chance, *, dark: bool) -> Inks:
    """Mix the paints for a light or a dark face."""
    if dark:
        white = chance.near((238, 238, 232), 14)
        return Inks(
            black=white,
            red=chance.near((240, 96, 84), 24),
            green=chance.near((110, 225, 130), 24),
            blue=chance.near((130, 190, 250), 24),
            gold=chance.near((240, 205, 90), 20),
        )
    depth = chance.between(-22, 26)
    red = chance.pick(
        (190, 35, 40), (200, 30, 35), (170, 25, 40), (222, 60, 62), (205, 70, 85), (214, 62, 30)
    )
    green = chance.pick(
        (25, 100, 55), (20, 80, 45), (10, 120, 60), (40, 140, 80), (20, 70, 60), (60, 110, 40)
    )
    blue = chance.pick((30, 60, 160), (20, 40, 120), (45, 90, 200), (60, 70, 150), (25, 90, 150))
    black = chance.pick((28, 28, 32), (28, 28, 32), (40, 36, 34), (50, 54, 62))
    return Inks(
        black=chance.near(black, 16),
        red=chance.near(_shaded(red, depth * 0.6), 18),
        green=chance.near(_shaded(green, depth), 18),
        blue=chance.near(_shaded(blue, depth), 22),
        gold=chance.near((205, 150, 40), 30),
    )


def _shaded(colour: Colour, by: float) -> tuple[float, float, float]:
    return colour[0] + by, colour[1] + by, colour[2] + by
