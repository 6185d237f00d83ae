"""Cash awards and penalties of a rule file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.awards import AMOUNT_KEYS, FLOW_WORDS, FLOWER_SORTS, Award, Becomes, Flow
from scoring.errors import NotationError
from scoring.faults import hint, write_value
from scoring.policies import POLICIES
from scoring.predicates.tileset import read_tileset
from scoring.rulefile.rows import read_amount, read_source, struck_rows
from scoring.tile import KINDS
from scoring.values import MOST_FAN, read_number_or_policy

if TYPE_CHECKING:
    from collections.abc import Collection
    from decimal import Decimal

    from scoring.faults import Node
    from scoring.tile import Tile

__all__ = ["read_awards"]

_KEYS: Final = AMOUNT_KEYS.union(
    ("zh", "en", "source", "pays", "dealer", "once", "repeats_when", "ends", "flowers", "follows", "becomes"),
    ("off",),
)
_MOST_BASES: Final = 1000
_MOST_TIMES: Final = 100
_FLAGS: Final = tuple(name for name, switch in POLICIES.items() if switch.is_flag)
_SAYS_WHO: Final = tuple(
    name
    for name, switch in POLICIES.items()
    if isinstance(switch.choices, tuple) and all(choice in FLOW_WORDS for choice in switch.choices)
)


def read_awards(node: Node) -> dict[str, Award]:
    """Read the awards that aren't struck, by id."""
    ids = list(node.table())
    struck = struck_rows(node)
    return {item: _award(item, row, ids, struck) for item, row in node.items() if item not in struck}


def _award(item: str, row: Node, ids: Collection[str], struck: Collection[str]) -> Award:
    row.known(_KEYS)
    zh, en, source = row.child("zh").text(), row.child("en").text(), read_source(row)
    bases, fan = _worth(row)
    dealer, once, follows = (row.child(key, value=False).flag() for key in ("dealer", "once", "follows"))
    repeats = (
        row.child("repeats_when").one_of(_FLAGS, "policy that is true or false")
        if ("repeats_when" in row)
        else ""
    )
    if repeats and not once:
        row.child("repeats_when").fail("only an award that is paid once a hand has it; add once = true")
    if "becomes" in row and not follows:
        row.child("becomes").fail("only a discard that others follow has it; add follows = true")
    becomes = (
        _becomes(row.child("becomes"), [other for other in ids if other != item])
        if "becomes" in row
        else None
    )
    return Award(
        item,
        zh,
        en,
        source,
        bases=bases,
        fan=fan,
        pays=_pays(row.child("pays")),
        dealer=dealer,
        once=once,
        repeats_when=repeats,
        ends=frozenset(row.child("ends", []).some_of(ids, "award")),
        flowers=row.child("flowers").one_of(FLOWER_SORTS, "sort of four flowers") if "flowers" in row else "",
        follows=follows,
        becomes=None if becomes is None or becomes.award in struck else becomes,
    )


def _worth(row: Node) -> tuple[int | Decimal, int | str]:
    """Read how many bases, or how many fan, each payer pays."""
    keys = sorted(AMOUNT_KEYS & set(row.table()))
    if len(keys) != 1:
        row.fail(f"needs one of bases, fan; it has {'both' if keys else 'none'}")
        return 0, 0
    given = row.child(keys[0])
    before = len(given.faults)
    if keys == ["bases"]:
        bases = read_amount(given)
        if len(given.faults) == before and not 0 < bases <= _MOST_BASES:
            given.fail(f"an award is worth more than 0 and at most {_MOST_BASES} bases")
        return bases, 0
    fan = read_number_or_policy(given)
    if len(given.faults) == before and isinstance(fan, int) and not 0 < fan <= MOST_FAN:
        given.fail(f"an award is worth from 1 to {MOST_FAN} fan")
    return 0, fan


def _pays(node: Node) -> Flow | str:
    """Read who pays whom: a word for it, or the policy whose value is the word."""
    words = [flow.value for flow in Flow]
    if node.value in words:
        return Flow(node.value)
    if node.value in _SAYS_WHO:
        return str(node.value)
    given = "it is missing" if node.value is None else f"not {write_value(node.value)}"
    known = (*words, *_SAYS_WHO)
    node.fail(f"expected who pays whom, {given}; {hint(str(node.value), known)}")
    return Flow.OTHERS


def _becomes(node: Node, ids: Collection[str]) -> Becomes:
    """Read when a discard that was followed counts as another award."""
    node.known({"award", "tiles", "from_nth"})
    award = node.child("award").one_of(ids, "award")
    if "tiles" not in node and "from_nth" not in node:
        node.fail("it needs tiles, from_nth or both")
    tiles = _tiles(node.child("tiles")) if "tiles" in node else frozenset()
    nth = node.child("from_nth").number(2, _MOST_TIMES, "a number of times") if "from_nth" in node else 0
    return Becomes(award, tiles, nth)


def _tiles(node: Node) -> frozenset[Tile]:
    text = node.text()
    if not text:
        return frozenset()
    try:
        found = read_tileset(text)
    except NotationError as error:
        node.fail(str(error))
        return frozenset()
    if found.words:
        node.fail(f"{found.words[0]!r} depends on a win, and nobody has won yet")
    return frozenset(KINDS[kind] for kind in found.copies)
