"""Counts verdicts: how many hands were grouped rightly, and how many wrongly without a word."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from datasets.hands.judging import Verdict

__all__ = ["Figures"]

_EXAMPLES = 3


@dataclass(frozen=True)
class Figures:
    """The verdicts on some hands.

    Attributes:
        verdicts: on hands that won, or on photos.
        false_wins: on hands that were spoilt.
    """

    verdicts: tuple[Verdict, ...]
    false_wins: tuple[Verdict, ...] = ()

    def export(self) -> dict[str, Any]:
        """Give the figures as what JSON can hold.

        Keys: ``all`` and, in ``by_convention``, one entry for each way of each convention: ``hands``,
        ``right`` (groups, roles and winning tile), ``sure`` (a hand and no doubt), ``sure_wrong`` (of those,
        the hand isn't the true one) and ``unasked`` (something is wrong and no doubt asks about it);
        ``faults``: what was wrong, how often, in which pictures (three at most); ``false_wins``: ``hands``,
        ``as_win_sure`` and ``as_win_doubted``.
        """
        ways: dict[str, dict[str, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
        for verdict in self.verdicts:
            for convention, way in verdict.facts.items():
                ways[convention][way].append(verdict)
        return {
            "all": _counted(self.verdicts),
            "by_convention": {
                convention: {way: _counted(found) for way, found in sorted(of.items())}
                for convention, of in sorted(ways.items())
            },
            "faults": [
                {"fault": fault, "hands": count, "examples": examples}
                for fault, count, examples in self._faults()
            ],
            "false_wins": {
                "hands": len(self.false_wins),
                "as_win_sure": sum(each.as_win and not each.doubted for each in self.false_wins),
                "as_win_doubted": sum(each.as_win and each.doubted for each in self.false_wins),
            },
        }

    def lines(self) -> Iterator[str]:
        """Give the figures as lines of text."""
        figures = self.export()
        yield f"{'':34} {'hands':>6} {'right':>7} {'sure':>6} {'sure, wrong':>12} {'unasked':>8}"
        yield _line("all", figures["all"])
        for convention, ways in figures["by_convention"].items():
            for way, counted in ways.items():
                yield _line(f"  {convention}: {way}", counted)
        for fault in figures["faults"]:
            yield f"{fault['hands']:6} {fault['fault']} ({', '.join(fault['examples'])})"
        false = figures["false_wins"]
        if false["hands"]:
            yield (
                f"of {false['hands']} hands spoilt by one tile, reported as a win: "
                f"{false['as_win_sure']} without a doubt, {false['as_win_doubted']} with one"
            )

    def _faults(self) -> list[tuple[str, int, list[str]]]:
        counts = Counter(fault for verdict in self.verdicts for fault in verdict.faults)
        return [
            (fault, count, [each.name for each in self.verdicts if fault in each.faults][:_EXAMPLES])
            for fault, count in counts.most_common()
        ]


def _counted(verdicts: Sequence[Verdict]) -> dict[str, int]:
    sure = [each for each in verdicts if each.told and not each.doubted]
    return {
        "hands": len(verdicts),
        "right": sum(each.right for each in verdicts),
        "sure": len(sure),
        "sure_wrong": sum(each.wrong for each in sure),
        "unasked": sum(bool(each.unasked) for each in verdicts),
    }


def _line(name: str, counted: dict[str, int]) -> str:
    share = 100 * counted["right"] / max(counted["hands"], 1)
    return (
        f"{name:34} {counted['hands']:6} {share:6.1f}% {counted['sure']:6} {counted['sure_wrong']:12} "
        f"{counted['unasked']:8}"
    )
