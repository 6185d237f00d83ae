"""Rule sets as TOML files: reading, extending, checking.

::

    id = "hktw"                          # a file that ships; any other file is known by its path
    extends = "hktw"                     # optional: a rule set that ships, or a path beside this file
    zh = "港式台灣麻雀"                    # title
    en = "Hong Kong sixteen-tile mahjong"

    [price]
    base = 5                             # 底
    per = 1                              # for each fan

    [policies]
    repeat_counting = "once"             # see scoring.policies

    [families]                           # why rows of a family compete for groups
    identical_chows = { en = "a chow serves one row of 般高", zh = "一組順子只計一種般高" }

    [patterns.double_chow]
    zh = "一般高"
    en = "Pure double chow"
    section = "般高類"
    source = "hktw 262"
    exposed = 5                          # or value, tiers, by_count, formula
    concealed = 10
    family = "identical_chows"           # optional, as all below
    function = "double_chow"             # where it is not the id
    forms = ["standard"]
    common = false
    on_dealer_transfers = true
    last = true
    beside = ["dealer"]
    beside_when = { chicken_allows_ready = ["ready"] }
    off = true                           # in a file that extends another: strike the row

    [[exclusions]]
    by = "all_simples"
    drops = ["no_honours"]
    why = { en = "the row bars it", zh = "該番種不另計" }   # or one text for both languages
    source = "hktw 302"
    anywhere = true                      # optional, as all below
    tag = "terminal"
    when = { last_draw_drops_self_draw = true }
    implied = true

A file that extends another may give only what it changes; its exclusions are added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.errors import RulesError
from scoring.rulefile.build import build
from scoring.rulefile.chain import read_chain, shipped

if TYPE_CHECKING:
    from pathlib import Path

    from scoring.faults import Fault
    from scoring.ruleset import RuleSet

__all__ = ["check_rules", "load", "shipped"]


def load(source: str | Path) -> RuleSet:
    """Load a rule set by its name or path, see `RuleSet.load`.

    Raises:
        RulesError: no such rule set, or one that can't be used; the message names the file, the line and the
            key of the first fault.
    """
    rules, faults = _read(source)
    if rules is None or faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise RulesError(f"{faults[0]}{more}")
    return rules


def check_rules(source: str | Path) -> tuple[Fault, ...]:
    """Find everything that is wrong with a rule file and those that it extends.

    Args:
        source: a rule set that ships, or the path of a TOML file.

    Returns:
        The faults of the file itself from top to bottom, then those of the files that it extends; none for a
        file that can be used. Where a file can't be read as TOML at all, nothing else is looked at.

    >>> check_rules("hktw")
    ()
    """
    return _read(source)[1]


def _read(source: str | Path) -> tuple[RuleSet | None, tuple[Fault, ...]]:
    faults: list[Fault] = []
    chain = read_chain(source, faults)
    if chain is None:
        return None, tuple(faults)
    rules = build(chain, faults)
    return rules, tuple(sorted(dict.fromkeys(faults), key=chain.order))
