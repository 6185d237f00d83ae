"""Consecutive pungs of one suit (hktw 刻子類: 連刻)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("two_run_pungs", needs=facts.ROW[2], won_matters=False)
def two_run_pungs(view: View) -> Iterator[Match]:
    """雙連刻: two consecutive pungs (hktw 刻子類)."""
    yield from _pungs(view, 2)


@pattern("small_three_run", needs=facts.ROW_WITH_EYE[3], won_matters=False)
def small_three_run(view: View) -> Iterator[Match]:
    """小三連刻: two consecutive pungs and the eye next to them (hktw 刻子類)."""
    yield from _with_eye(view, 2)


@pattern("big_three_run", needs=facts.ROW[3], won_matters=False)
def big_three_run(view: View) -> Iterator[Match]:
    """大三連刻: three consecutive pungs (hktw 刻子類)."""
    yield from _pungs(view, 3)


@pattern("small_four_run", needs=facts.ROW_WITH_EYE[4], won_matters=False)
def small_four_run(view: View) -> Iterator[Match]:
    """小四連刻: three consecutive pungs and the eye next to them (hktw 刻子類)."""
    yield from _with_eye(view, 3)


@pattern("big_four_run", needs=facts.ROW[4], won_matters=False)
def big_four_run(view: View) -> Iterator[Match]:
    """大四連刻: four consecutive pungs (hktw 刻子類)."""
    yield from _pungs(view, 4)


@pattern("small_five_run", needs=facts.ROW_WITH_EYE[5], won_matters=False)
def small_five_run(view: View) -> Iterator[Match]:
    """小五連刻: four consecutive pungs and the eye next to them (hktw 刻子類)."""
    yield from _with_eye(view, 4)


@pattern("big_five_run", needs=facts.ROW[5], won_matters=False)
def big_five_run(view: View) -> Iterator[Match]:
    """大五連刻: five consecutive pungs (hktw 刻子類)."""
    yield from _pungs(view, 5)


@pattern("six_run", needs=facts.ROW_WITH_EYE[6], won_matters=False)
def six_run(view: View) -> Iterator[Match]:
    """六連刻: five consecutive pungs and the eye next to them (hktw 刻子類)."""
    yield from _with_eye(view, 5)


def _pungs(view: View, size: int) -> Iterator[Match]:
    for run in view.pung_rows:
        for start in range(len(run) - size + 1):
            yield view.at(*run[start : start + size])


def _with_eye(view: View, size: int) -> Iterator[Match]:
    """Match pungs with the eye at an end, or in the middle too where ``run_eye_position`` is ``any``."""
    eye = view.eye
    if eye is None or eye.suit > 2:
        return
    members = sorted(
        [*(pung for pung in view.pungs if pung.suit == eye.suit), eye], key=lambda member: member.index
    )
    for start in range(len(members) - size):
        row = members[start : start + size + 1]
        if eye not in row or any(after.index != one.index + 1 for one, after in pairwise(row)):
            continue
        if view.policies["run_eye_position"] == "any" or eye in {row[0], row[-1]}:
            yield view.at(*row)
