"""Figures of classifiers on the designs that they were not trained on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.benchmark import calibration_error
from datasets.photos import SINGLE_TILES
from models.training.classifier.network import CLASSES
from scoring.tile import KINDS
from vision.blanks import with_blanks
from vision.marks import with_marks
from vision.softmax import softmax

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from models import ModelFacts
    from models.training.leftout.answers import LeftOutAnswers

__all__ = [
    "Decode",
    "DesignFigures",
    "chances",
    "decoded",
    "figures",
    "fitted_temperature",
    "looked_closer",
]

Decode = Callable[["NDArray[np.float64]"], "tuple[NDArray[np.int64], NDArray[np.float64]]"]
"""Takes the probabilities [N, 44] of a photo's tiles; gives each one's kind [N] and its probability [N]."""

_TEMPERATURES: Final = tuple(round(0.2 * 1.04**step, 3) for step in range(70))
_SURE: Final = 0.9


@dataclass(frozen=True)
class DesignFigures:
    """How the tiles of one design were read. Shares are of 1; an empty one is NaN.

    Odd tiles (pictured dragons, advertising flowers and what else no rule names; tiles whose box does not say
    how they lie) are counted by themselves and nowhere else.

    Attributes:
        name: of the design, or of what is summed up.
        tiles: number of tiles, odd ones left out.
        faces: number of suit and honour tiles among them.
        faces_right: share of those that were read right.
        flowers: number of flowers among them.
        flowers_right: share of those that were read right.
        odd: number of odd tiles.
        odd_right: share of those that were read as they are labelled.
        calibration_error: ECE of the probability of what was read.
        sure_and_wrong: tiles read wrong with a probability of at least 0.9.
        photos: number of photos with several tiles.
        photos_right: share of those whose tiles (odd ones left out) were all read right.
        confusions: label, what was read, how often; most frequent first.
    """

    name: str
    tiles: int
    faces: int
    faces_right: float
    flowers: int
    flowers_right: float
    odd: int
    odd_right: float
    calibration_error: float
    sure_and_wrong: int
    photos: int
    photos_right: float
    confusions: tuple[tuple[str, str, int], ...]

    def export(self) -> dict[str, Any]:
        """Give the figures as what JSON can hold; a share of nothing is None."""
        given = {**vars(self), "confusions": [list(each) for each in self.confusions]}
        return {
            name: None if isinstance(each, float) and math.isnan(each) else each
            for name, each in given.items()
        }


def chances(answers: LeftOutAnswers, temperature: float) -> NDArray[np.float64]:
    """Turn logits into probabilities [N, 44]."""
    return softmax(answers.logits.astype(np.float64) / temperature)


def looked_closer(
    answers: LeftOutAnswers, odds: NDArray[np.float64], facts: ModelFacts
) -> NDArray[np.float64]:
    """Let a flower's marks and a blank tile's colour have their say, as a reader does.

    Args:
        answers: what was said.
        odds: probabilities by the whole faces [N, 44].
        facts: the mark reader's entry in the manifest.

    Returns:
        Probabilities [N, 44].
    """
    asked = np.flatnonzero(~np.isnan(answers.marks[:, 0, 0]))
    joined = odds.copy()
    joined[asked], _ = with_marks(
        odds[asked],
        softmax(answers.lies[asked]),
        softmax(answers.marks[asked] / facts.setting("temperature")),
        unmarked=facts.setting("unmarked"),
        illegible=facts.setting("illegible"),
    )
    return with_blanks(joined, answers.blank)


def fitted_temperature(answers: LeftOutAnswers) -> float:
    """Find the temperature of the least cross entropy, each design weighing the same, odd tiles left out.

    Weighed by tiles, the one or two sets that most photos show would decide alone.
    """
    fair = answers.take(answers.odd == "")
    _, place, often = np.unique(fair.design, return_inverse=True, return_counts=True)
    weights = 1 / often[place]
    rows = np.arange(len(fair))
    losses = [
        -float(np.sum(weights * np.log(np.maximum(chances(fair, each)[rows, fair.truth], 1e-12))))
        for each in _TEMPERATURES
    ]
    return _TEMPERATURES[int(np.argmin(losses))]


def decoded(
    answers: LeftOutAnswers, odds: NDArray[np.float64], decode: Decode | None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Say what each tile is read as [N] and with which probability [N].

    Args:
        answers: which tiles lie in one photo.
        odds: probabilities [N, 44].
        decode: applied to the tiles of each photo together; without one each takes its likeliest kind.
            Pictures of single tiles are never decoded.
    """
    kinds = odds.argmax(axis=1).astype(np.int64)
    sure = odds.max(axis=1)
    if decode is None:
        return kinds, sure
    for places in _photos(answers):
        if answers.split[places[0]] != SINGLE_TILES:
            kinds[places], sure[places] = decode(odds[places])
    return kinds, sure


def figures(
    answers: LeftOutAnswers, kinds: NDArray[np.int64], sure: NDArray[np.float64]
) -> list[DesignFigures]:
    """Sum up for each design, and for all.

    Args:
        answers: with the truth.
        kinds: what each tile was read as [N].
        sure: with which probability [N].

    Returns:
        One for each design by name; ``all``, every tile weighing the same; ``mean of designs``, whose shares
        are the mean of the designs' own.
    """
    each = [
        _of(name, answers, kinds, sure, np.flatnonzero(answers.design == name))
        for name in sorted(set(answers.design.tolist()))
    ]
    whole = _of("all", answers, kinds, sure, np.arange(len(answers)))
    mean = replace(
        whole,
        name="mean of designs",
        faces_right=_mean(one.faces_right for one in each),
        flowers_right=_mean(one.flowers_right for one in each),
        odd_right=_mean(one.odd_right for one in each),
        calibration_error=_mean(one.calibration_error for one in each),
        photos_right=_mean(one.photos_right for one in each),
        confusions=(),
    )
    return [*each, whole, mean]


def _of(
    name: str,
    answers: LeftOutAnswers,
    kinds: NDArray[np.int64],
    sure: NDArray[np.float64],
    places: NDArray[np.intp],
) -> DesignFigures:
    right = kinds == answers.truth
    fair = places[answers.odd[places] == ""]
    odd = places[answers.odd[places] != ""]
    flower = np.array([KINDS[kind].is_flower for kind in answers.truth[fair]], bool)
    wrong = fair[~right[fair]]
    confused = Counter((CLASSES[answers.truth[place]], CLASSES[kinds[place]]) for place in wrong)
    part = answers.take(fair)
    photos = [each for each in _photos(part) if part.split[each[0]] != SINGLE_TILES]
    return DesignFigures(
        name=name,
        tiles=len(fair),
        faces=int((~flower).sum()),
        faces_right=_share(right[fair[~flower]]),
        flowers=int(flower.sum()),
        flowers_right=_share(right[fair[flower]]),
        odd=len(odd),
        odd_right=_share(right[odd]),
        calibration_error=calibration_error(sure[fair], right[fair]),
        sure_and_wrong=int((sure[wrong] >= _SURE).sum()),
        photos=len(photos),
        photos_right=_share([bool(right[fair[each]].all()) for each in photos]),
        confusions=tuple(
            (label, read, count)
            for (label, read), count in sorted(confused.items(), key=lambda each: (-each[1], each[0]))
        ),
    )


def _photos(answers: LeftOutAnswers) -> list[NDArray[np.intp]]:
    """Places of the tiles of each photo."""
    named = np.char.add(np.char.add(answers.split, "/"), answers.file)
    return [np.flatnonzero(named == name) for name in np.unique(named)]


def _share(outcomes: Sequence[bool] | NDArray[np.bool_]) -> float:
    return float(np.mean(outcomes)) if len(outcomes) else math.nan


def _mean(shares: Iterable[float]) -> float:
    known = [share for share in shares if not math.isnan(share)]
    return sum(known) / len(known) if known else math.nan
