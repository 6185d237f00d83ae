"""The house-rule switches that a rule set can set, and the values that each may take."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["POLICIES", "Policy", "check_policy"]

Policy = str | int | bool | tuple[int, ...] | tuple[str, ...]
"""Value of a switch."""

_SWITCH: Final = (True, False)

POLICIES: Final[Mapping[str, tuple[Policy, ...] | type]] = {
    "repeat_counting": ("once", "all"),
    "dual_reading": ("both", "best"),
    "implied_patterns": ("drop", "stack"),
    "discard_opens_pattern": _SWITCH,
    "quad_concealment": ("tile", "group"),
    "quads_same_groups": ("once", "per_kind"),
    "quadruple_chow_with_quads": ("stack", "drop"),
    "run_adds_identical_chows": _SWITCH,
    "run_eye_position": ("end", "any"),
    "kong_as_concealed_pung": ("any", "concealed_only"),
    "concealed_all_pungs_pair_wait_ron": _SWITCH,
    "terminals_add_all_pungs": _SWITCH,
    "void_suit_allows_honours": _SWITCH,
    "no_honour_bar_extends_to_combo": _SWITCH,
    "mixed_step_steps": tuple,
    "pure_step_three_steps": tuple,
    "chicken_allows_ready": _SWITCH,
    "duck_adds_self_draw": _SWITCH,
    "flower_set_absorbs": ("own", "all"),
    "flower_order": ("菊3竹4", "竹3菊4"),
    "eight_flowers_add_hand": _SWITCH,
    "seven_pairs_pung": ("on", "off"),
    "last_draw_drops_self_draw": _SWITCH,
    "kong_win_adds_self_draw": _SWITCH,
    "replacement_chain": ("by_type", "mixed_for_all"),
    "opening_win_drops_concealed": _SWITCH,
    "heavenly_with_kong": ("allow", "deny"),
    "rob_concealed_kong_with_orphans": _SWITCH,
    "all_tiles_win_adds_full_flush": _SWITCH,
    "dead_tiles_count_as_waits": _SWITCH,
    "kong_feeder_pays_all": _SWITCH,
    "uncommon": tuple,
}
"""Every switch with its values; `tuple` stands for a list, of step widths or of pattern ids.

``uncommon`` lists the rows of the uncommon table that count; the words ``all`` and ``none`` stand for lists.
"""


def check_policy(name: str, value: object, where: str) -> Policy:
    """Give a switch's value as the engine keeps it, lists as tuples.

    Raises:
        RulesError: no switch has that name, or it can't take that value.
    """
    if name not in POLICIES:
        raise RulesError(f"{where}: there is no policy {name!r}; there are {', '.join(sorted(POLICIES))}")
    allowed = POLICIES[name]
    if isinstance(allowed, tuple):
        for choice in allowed:
            if value == choice and type(value) is type(choice):
                return choice
        shown = " or ".join(_written(choice) for choice in allowed)
        raise RulesError(f"{where}: policy {name} is {shown}, not {_written(value)}")
    if name == "uncommon":
        if isinstance(value, str) and value in {"all", "none"}:
            return value
        if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise RulesError(
            f'{where}: policy uncommon is "all", "none" or a list of pattern ids, not {_written(value)}'
        )
    if isinstance(value, (list, tuple)) and value and all(type(item) is int and item > 0 for item in value):
        return tuple(value)
    raise RulesError(f"{where}: policy {name} is a list of step widths like [1, 2], not {_written(value)}")


def _written(value: object) -> str:
    """Write a value as TOML does."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else reprlib.repr(value)
