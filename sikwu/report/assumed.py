"""What was assumed and what it would be worth otherwise, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sikwu.report.questions import worth
from sikwu.report.words import Language, pick

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sikwu.assumptions import Assumption

__all__ = ["otherwise"]

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "by": ("won by {value}", "食出銃（{value}）"),
    "seat": ("seat {value}", "座位 {value}"),
    "round": ("round {value}", "圈風 {value}"),
    "dealer": ("dealer {value}", "莊家 {value}"),
    "dealer_streak": ("dealer streak {value}", "連莊 {value}"),
    "declared": ("declared {value}", "叮（聽牌）"),
    "last_tile": ("on the last tile", "海底"),
    "replacement_chain": ("after a {value}", "補{value}後"),
    "kongs": ("open kongs added to pungs", "明槓為加槓"),
}
_CHINESE: Final[Mapping[str, str]] = {"kong": "槓", "flower": "花"}


def otherwise(assumed: Assumption, unit: str, language: Language) -> list[str]:
    """Say what other values of one circumstance would give, those of one worth together."""
    by_worth: dict[str, list[str]] = {}
    for outcome in assumed.otherwise:
        value = str(outcome.answer)
        if language is Language.CHINESE:
            value = _CHINESE.get(value, value.removeprefix("discard from "))
        by_worth.setdefault(worth(outcome, unit, language), []).append(value)
    name = pick(language, *_NAMES[assumed.name])
    comma = pick(language, ", ", "、")
    return [
        f"{name.format(value=comma.join(_shortened(values)))}: {words}" for words, values in by_worth.items()
    ]


def _shortened(values: list[str]) -> list[str]:
    """Say only once what several values begin with."""
    start = "discard from "
    if len(values) > 1 and all(value.startswith(start) for value in values):
        return [values[0], *(value.removeprefix(start) for value in values[1:])]
    return values
