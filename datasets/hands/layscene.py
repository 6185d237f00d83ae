"""Rendered hands: a scene of a whole hand by some player's habits, with its truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.errors import DatasetError
from datasets.hands.deal import deal_win, spoil
from datasets.hands.habits import Habits
from datasets.hands.truth import TrueGroup, TrueHand, TrueRole
from datasets.scenes.scene import paint_scene
from datasets.scenes.spec import SceneSpec
from datasets.scenes.stage import set_stage, visible
from scoring.hand import Hand
from scoring.meld import MeldKind
from vision.group import MeldShape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.scenes.spec import FaceSource
    from datasets.scenes.stage import SceneTile
    from scoring.meld import Meld

__all__ = ["HandScene", "lay_scene"]

_TRIES: Final = 40
_SIZE: Final = (1280, 960)
_SHAPES: Final = {"chow": MeldShape.CHOW, "pung": MeldShape.PUNG, "kong": MeldShape.KONG}


@dataclass(frozen=True, eq=False)
class HandScene:
    """A laid hand.

    Attributes:
        seed: which one.
        truth: what is true of it.
        won: the hand as it was won, with its winning tile and the tiles claimed.
        false_win: the hand was spoilt by one tile.
        image: RGB uint8 [H, W, 3]; None where it wasn't painted.
    """

    seed: int
    truth: TrueHand
    won: Hand
    false_win: bool
    image: NDArray[np.uint8] | None


def lay_scene(
    seed: int, *, false_win: bool = False, paint: bool = False, faces: FaceSource | None = None
) -> HandScene:
    """Lay a hand; the same arguments give the same scene.

    Every tile of the hand can be seen well, but for one under the fourth tile of a kong.

    Args:
        seed: 0 or more.
        false_win: exchange one tile, so that the hand wins no more.
        paint: paint it too; else the tiles' corners alone are worked out, which is fast.
        faces: where faces come from; drawn ones by default.

    Raises:
        DatasetError: no try showed all tiles.
        MissingFontError: faces must be drawn and no CJK font is installed.
    """
    for attempt in range(_TRIES):
        rng = np.random.default_rng([seed, attempt])
        hand = deal_win(rng)
        if false_win:
            hand = spoil(hand, rng)
        habits = Habits.random(rng)
        spec = SceneSpec(
            hand=hand,
            arrangement=habits.arrangement,
            faces=faces,
            size=_SIZE,
            angle=_angle(rng),
            elevation=float(np.clip(90 - abs(rng.normal(0, 28)), 30, 90)),
            fill=float(rng.uniform(0.6, 0.97)),
            others=habits.others,
            one_set=True,
            oversample=1.25,
        )
        stage = set_stage(rng, spec)
        tiles: Sequence[SceneTile]
        image = None
        if paint:
            scene = paint_scene(stage, rng)
            tiles, image = scene.tiles, scene.image
        else:
            tiles, _ = visible(stage)
        covered = habits.arrangement.added == "top"
        hidden = sum(covered and meld.kind is MeldKind.KONG_EXPOSED for meld in hand.melds)
        if sum(tile.role != "outside" for tile in tiles) == len(stage.laid) - hidden:
            truth = _truth(seed, tiles, _shown(hand, habits), habits.facts(hand))
            return HandScene(seed, truth, hand, false_win, image)
    raise DatasetError(f"seed {seed}: none of {_TRIES} scenes showed all tiles of its hand")


def _angle(rng: np.random.Generator) -> float:
    """Draw how the rows lie turned in the picture, degrees: mostly as the one who takes it sits."""
    turn = 90.0 * float(rng.integers(4)) if rng.random() < 0.15 else 0.0
    return turn + float(rng.normal(0, 9))


def _shown(hand: Hand, habits: Habits) -> Hand:
    """Give the hand as far as its picture can tell."""
    melds = tuple(_meld_shown(meld, habits.ways["claimed"]) for meld in hand.melds)
    if habits.ways["winning"] == "none" and hand.winning is not None:
        return Hand((*hand.concealed, hand.winning), melds, hand.flowers)
    return replace(hand, melds=melds)


def _meld_shown(meld: Meld, claimed: str) -> Meld:
    told = claimed == "sideways" or (claimed == "middle" and meld.claimed != meld.tiles[1])
    return replace(meld, claimed=meld.claimed if told and meld.kind is MeldKind.CHOW else None)


def _truth(seed: int, tiles: Sequence[SceneTile], hand: Hand, facts: dict[str, str]) -> TrueHand:
    groups: list[TrueGroup] = []
    flowers = _members(tiles, "flowers")
    if flowers:
        groups.append(TrueGroup(TrueRole.FLOWERS, flowers))
    for number, meld in enumerate(hand.melds):
        members = tuple(index for index, tile in enumerate(tiles) if tile.meld == number)
        role = TrueRole.KONG if meld.kind is MeldKind.KONG_CONCEALED else TrueRole.EXPOSED
        groups.append(
            TrueGroup(role, members, MeldShape.KONG if meld.kind.is_kong else _SHAPES[meld.kind.value])
        )
    for role in (TrueRole.CONCEALED, TrueRole.WINNING):
        members = _members(tiles, role.value)
        if members:
            groups.append(TrueGroup(role, members))
    quads = np.array([tile.quad for tile in tiles], np.float32).reshape(-1, 4, 2)
    return TrueHand(
        f"seed {seed}", quads, tuple(tile.code for tile in tiles), tuple(groups), hand=hand, facts=facts
    )


def _members(tiles: Sequence[SceneTile], role: str) -> tuple[int, ...]:
    return tuple(index for index, tile in enumerate(tiles) if tile.role == role)
