"""Rule sets as TOML files: reading, extending, checking. What follows is the reference of the format.

::

    id = "hktw"                          # a file that ships; any other file is known by its path
    extends = "hktw"                     # optional: a rule set that ships, or a path beside this file
    zh = "港式台灣麻雀"                    # title
    en = "Hong Kong sixteen-tile mahjong"
    unit = { en = "fan", zh = "番" }     # optional: what rows are counted in

    [hand]                               # optional
    melds = 5                            # groups beside the eye: 4 in the thirteen-tile game
    forms = ["standard", "seven_pairs_pung", "sixteen_disconnected", "thirteen_orphans"]
                                         # what wins; left out every form of a hand of that size, which for 4
                                         # groups are "standard", "seven_pairs" and "thirteen_orphans"

    [price]
    base = 5                             # 底
    per = "2.5"                          # for each fan; a fraction is written as a text and stays exact

    [limits]
    minimum = 3                          # 起糊: fan that a hand needs to win, without the dealer's; 0: none
    cap = 100                            # 封頂: most fan that one payer pays for, with the dealer's; "none"

    [policies]
    repeat_counting = "once"             # see scoring.policies

    [families]                           # why rows of a family compete for groups
    identical_chows = { en = "a chow serves one row of 般高", zh = "一組順子只計一種般高" }

    [patterns.double_chow]
    zh = "一般高"
    en = "Pure double chow"
    section = "般高類"
    source = "hktw 262"                  # document and line; for a house's own row who decided it
    exposed = 5                          # or value, tiers, by_count, formula ("2n+1", "2n-2")
    concealed = 10
    family = "identical_chows"           # optional, as all below
    function = "double_chow"             # where it is not the id
    where = { suits = 1 }                # instead of a function: the row is composed, see below
    n = "kongs"                          # with where: what by_count and formula count
    forms = ["standard"]
    common = false
    on_dealer_transfers = true
    last = true
    beside = ["dealer"]
    beside_when = { chicken_allows_ready = ["ready"] }
    fan_beside = 1                       # what rows not named there must add up to; else there may be none
    family_when = { straight_adds_old_young = "old_young" }
    off = true                           # in a file that extends another: strike the row

    [awards.mixed_flower_run_cash]       # cash that is paid at once; see below
    zh = "一台草"
    en = "Mixed flower run"
    source = "hktw 123"
    bases = "0.5"                        # or fan: a number, or the name of a policy that is one
    pays = "others"                      # or "player", "first", "pot", or the name of a policy that says it
    dealer = true                        # optional, as all below
    once = true
    repeats_when = "mixed_run_repeats"
    ends = ["follow_discard"]
    flowers = "mixed"
    follows = true
    becomes = { award = "follow_discard_double", tiles = "simples", from_nth = 2 }
    off = true                           # in a file that extends another: strike the award

    [[exclusions]]
    by = "all_simples"
    drops = ["no_honours"]               # "*" by a `last` row: all others but those that may stand beside it
    why = { en = "the row bars it", zh = "該番種不另計" }   # or one text for both languages
    source = "hktw 302"
    anywhere = true                      # optional, as all below
    tag = "terminal"
    when = { last_draw_drops_self_draw = true }
    implied = true

A file that extends another may give only what it changes; its exclusions are added. A row that gets another
value, or a ``where`` instead of a function, loses the old one. A cap is taken back with ``cap = "none"``.

Awards
------

An award (現金獎) is paid at once, each payer paying so many ``bases``, or so many ``fan`` without a base:

- ``pays = "others"``: each of the others pays the player; ``"player"``: he pays each of them; ``"first"``: of
  two players the first pays the second; ``"pot"``: he pays once, and who wins the hand takes it. A policy
  whose values say this may stand for it, as ``called_pung_penalty`` (``each``, ``pot``).
- ``dealer``: the dealer's alone. ``once``: a player has it once a hand, unless the switch in
  ``repeats_when`` is on. ``ends``: what the player can't have later in the same hand.
- ``flowers``: it takes four flowers numbered one to four, ``"mixed"`` from both series or of one
  ``"series"``, or all eight: ``"seven_of_first"`` of two players and the last of the other, or
  ``"seven_of_second"``. What eight flowers can't make is refused.
- ``follows``: it is about a discard that the other players follow (追), and a claim may name the tile and how
  many times running. ``becomes``: with one of ``tiles``, or from the ``from_nth`` time running on, it is paid
  as another award. Where that other is struck, it stays what it is.

Composed rows
-------------

``where`` is a table of predicates, all of which must hold::

    [patterns.green_dragon_hand]
    zh = "青龍綠"
    en = "Green tiles around the dragon"
    section = "家規"
    source = "our table, May 2024"
    value = 20
    where = { only_tiles = "23468s F", has_tiles = "F" }

    [patterns.further_kongs]
    zh = "多槓"
    en = "Each kong beyond the first"
    section = "家規"
    source = "our table, May 2024"
    formula = "2n-2"
    where = { kongs = { at_least = 2 } }
    n = "kongs"

    [patterns.outer_or_lonely]
    zh = "邊陲"
    en = "Terminals in every group, or an eye waited for"
    section = "家規"
    source = "our table, May 2024"
    exposed = 4
    concealed = 8
    where.any = [{ every_group_has = "terminals" }, { filled = "eye", none = [{ drawn = true }] }]

``all``, ``any`` and ``none`` hold lists of such tables; ``all`` is for one predicate that is asked twice.
What stands behind a predicate depends on its sort; `scoring.PREDICATES` has each with what it takes and
means:

- true or false: ``concealed = true``;
- a word or a list of words, one of which must be it: ``won_by = ["discard", "rob_kong"]``;
- tiles, in the notation of `scoring.notation` and by the words of `scoring.TILE_WORDS`, apart by spaces:
  ``eye = "258m 5p dragons"``. ``seat_wind``, ``round_wind``, ``seat_flowers`` and ``winning`` depend on the
  win;
- a count: ``suits = 2`` is exactly so many, ``pungs = "winds"`` at least one among these tiles, and
  ``chows = { of = "123456m", at_least = 2, at_most = 3 }`` or ``{ exactly = 2 }`` says it all; some counts
  know a ``sort`` too, as in ``kongs = { sort = "concealed" }``. A group is among tiles when all of its tiles
  are;
- ``row = "id"``: that row's function, or composition, finds something, whether or not the row counts.

A composed row is about the hand as a whole. It drops whatever it excludes; to be dropped by a row about some
groups it takes an exclusion with ``anywhere``. It is 明 when any group is open or was completed by a discard
(the policy ``discard_opens_pattern``). ``n`` is a counted predicate without bounds: a name, or
``{ pungs = "winds" }``, or ``{ kongs = { sort = "concealed" } }``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.errors import RulesError
from scoring.rulefile.build import build
from scoring.rulefile.chain import parse_chain, read_chain, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from scoring.faults import Fault
    from scoring.rulefile.chain import Chain
    from scoring.ruleset import RuleSet

__all__ = ["check_rules", "load", "load_texts", "read_texts", "shipped"]


def load(source: str | Path) -> RuleSet:
    """Load a rule set by its name or path, see `RuleSet.load`.

    Raises:
        RulesError: no such rule set, or one that can't be used; the message names the file, the line and the
            key of the first fault.
    """
    faults: list[Fault] = []
    return _usable(read_chain(source, faults), faults)


def read_texts(source: str | Path) -> tuple[tuple[str, bytes], ...]:
    """Read a rule file and those that it extends, each with its name, so that `load_texts` can use them.

    Raises:
        RulesError: one of them can't be read.
    """
    faults: list[Fault] = []
    chain = read_chain(source, faults)
    if chain is None:
        raise RulesError(_told(faults))
    return tuple((text.name, text.data) for text in chain.texts)


def load_texts(texts: Iterable[tuple[str, bytes]]) -> RuleSet:
    """Load a rule set from what `read_texts` gave, whatever has become of the files.

    Raises:
        RulesError: it can't be used.

    >>> load_texts(read_texts("hktw")) == load("hktw")
    True
    """
    faults: list[Fault] = []
    return _usable(parse_chain(texts, faults), faults)


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
    faults: list[Fault] = []
    chain = read_chain(source, faults)
    if chain is not None:
        build(chain, faults)
    return _sorted(chain, faults)


def _usable(chain: Chain | None, faults: list[Fault]) -> RuleSet:
    """Build a rule set of a chain without fault."""
    rules = None if chain is None else build(chain, faults)
    if rules is None or faults:
        raise RulesError(_told(_sorted(chain, faults)))
    return rules


def _sorted(chain: Chain | None, faults: list[Fault]) -> tuple[Fault, ...]:
    return tuple(faults if chain is None else sorted(dict.fromkeys(faults), key=chain.order))


def _told(faults: Sequence[Fault]) -> str:
    """Tell the first fault, and how many more there are."""
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{faults[0]}{more}" if faults else "no rule file"
