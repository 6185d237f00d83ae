"""Rows and exclusions of a rule file."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError
from scoring.faults import hint, write_value
from scoring.money import check_amount
from scoring.partitions import HAND_FORMS, Form
from scoring.patterns import REGISTRY
from scoring.policies import POLICIES, read_policy
from scoring.predicates import compose
from scoring.ruleset import Exclusion, Pattern, Reason
from scoring.values import MOST_FAN, VALUE_KEYS, read_value

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scoring.faults import Node
    from scoring.policies import Policy

__all__ = [
    "read_amount",
    "read_exclusions",
    "read_pattern",
    "read_policies",
    "read_reason",
    "read_source",
    "refuse_misnamed_rows",
    "struck_rows",
]

_PATTERN_KEYS: Final = VALUE_KEYS.union(
    ("zh", "en", "section", "source", "function", "where", "n", "family", "forms", "common"),
    ("family_when", "on_dealer_transfers", "last", "beside", "beside_when", "fan_beside", "off"),
)
_EXCLUSION_KEYS: Final = frozenset({"by", "drops", "why", "source", "anywhere", "tag", "when", "implied"})
_FLAGS: Final = {"common": True, "on_dealer_transfers": False, "last": False}


def read_policies(node: Node) -> dict[str, Policy]:
    """Read switches with their values."""
    found: dict[str, Policy] = {}
    for name, switch in node.items():
        try:
            found[name] = read_policy(name, switch.value)
        except RulesError as error:
            switch.fail(str(error))
    return found


def read_reason(node: Node) -> Reason:
    """Read a reason: a text, or a table with one for each language."""
    if not isinstance(node.value, dict):
        text = node.text()
        return Reason(text, text)
    node.known({"en", "zh"})
    return Reason(node.child("en").text(), node.child("zh").text())


def read_amount(node: Node) -> int | Decimal:
    """Read an amount: a whole number, or a text so that a fraction is exact."""
    value = node.value
    wanted = 'expected a whole number or a text like "2.5"'
    if value is None:
        node.fail(f"{wanted}, it is missing")
    elif type(value) is not int and not isinstance(value, str):
        node.fail(f"{wanted}, not {write_value(value)}")
    else:
        try:
            return check_amount(Decimal(value))
        except InvalidOperation:
            node.fail(f"{wanted}, not {write_value(value)}")
        except RulesError as error:
            node.fail(str(error))
    return 0


def read_source(row: Node) -> str:
    """Read where a row comes from, which every row says."""
    source = row.child("source")
    if source.value is not None:
        return source.text()
    source.fail(
        "it is missing; name the document and line that the row comes from, "
        'and for a house\'s own row who decided it: source = "our table, May 2024"'
    )
    return ""


def struck_rows(rows: Node) -> set[str]:
    """Give the ids of the rows that a file strikes."""
    return {item for item, row in rows.items() if "off" in row and row.child("off").flag()}


def read_pattern(
    item: str, row: Node, families: Collection[str], ids: Collection[str], patterns: Mapping[str, Pattern]
) -> Pattern:
    """Read a row.

    Args:
        item: its id.
        row: its table.
        families: the families that there are.
        ids: the ids of all rows, also of those that are struck.
        patterns: the rows by id; those that the row's composition names are looked up when it is asked.
    """
    row.known(_PATTERN_KEYS)
    zh, en, section = (row.child(key).text() for key in ("zh", "en", "section"))
    source = read_source(row)
    composition = None
    function = ""
    if "where" in row:
        composition = compose(row, patterns, ids)
        if "function" in row:
            row.child("function").fail("a row has a function or a where, not both")
        if "tiers" in row:
            row.child("tiers").fail("a composed row names no tiers; give value, by_count or formula")
    else:
        function = _function(item, row)
        if "n" in row:
            row.child("n").fail("only a composed row, one with where, counts something itself")
    family = row.child("family").one_of(families, "family") if "family" in row else ""
    forms = row.child("forms", [form.value for form in HAND_FORMS]).some_of(
        [form.value for form in Form], "form"
    )
    beside_when = {
        switch: frozenset(more.some_of(ids, "pattern"))
        for switch, more in _by_switch(row.child("beside_when", {}))
    }
    family_when = {
        switch: other.one_of(families, "family") for switch, other in _by_switch(row.child("family_when", {}))
    }
    given = {name: row.child(name, default).flag() for name, default in _FLAGS.items()}
    if given["last"] and given["on_dealer_transfers"]:
        row.child("on_dealer_transfers").fail("a row that is decided last counts on every transfer")
    return Pattern(
        item,
        zh,
        en,
        section,
        source,
        value=read_value(row),
        function=function,
        family=family,
        forms=frozenset(Form(word) for word in forms),
        common=given["common"],
        on_dealer_transfers=given["on_dealer_transfers"],
        last=given["last"],
        beside=frozenset(row.child("beside", []).some_of(ids, "pattern")),
        beside_when=beside_when,
        fan_beside=row.child("fan_beside", 0).number(0, MOST_FAN, "a number of fan"),
        family_when=family_when,
        where=composition,
    )


def _function(item: str, row: Node) -> str:
    """Read the name of a row's function."""
    if "function" in row:
        return row.child("function").one_of(REGISTRY, "pattern function")
    if item in REGISTRY:
        return item
    row.fail(f"there is no pattern function {item!r}; {hint(item, REGISTRY)} Or compose the row with where")
    return ""


def _by_switch(node: Node) -> list[tuple[str, Node]]:
    """Read a table whose keys are policies that are true or false."""
    flags = [name for name, switch in POLICIES.items() if switch.is_flag]
    found = list(node.items())
    for switch, given in found:
        if switch not in flags:
            given.fail(f"there is no policy {switch!r} that is true or false; {hint(switch, flags)}")
    return found


def refuse_misnamed_rows(patterns: Mapping[str, Pattern], rows: Node) -> None:
    """Note composed rows that name each other in a circle, or a row that is decided elsewhere."""
    done: set[str] = set()

    def visit(item: str, path: tuple[str, ...]) -> None:
        if item in path:
            circle = " asks for ".join((*path[path.index(item) :], item))
            rows.child(path[-1]).child("where").fail(f"the rows are composed in a circle: {circle}")
        elif item not in done and item in patterns:
            where = patterns[item].where
            for other in sorted(where.rows) if where else ():
                named = patterns.get(other)
                if named is not None and (named.last or named.on_dealer_transfers):
                    rows.child(item).child("where").fail(
                        f"row can't name {other!r}: its function alone doesn't say whether it is there"
                    )
                visit(other, (*path, item))
            done.add(item)

    for item in patterns:
        visit(item, ())


def read_exclusions(node: Node, ids: Collection[str], patterns: Mapping[str, Pattern]) -> list[Exclusion]:
    """Read an entry, as one exclusion for each row that it drops."""
    node.known(_EXCLUSION_KEYS)
    if not isinstance(node.value, dict):
        return []
    by = node.child("by").one_of(ids, "pattern")
    drops = _drops(node.child("drops"), by, ids, patterns)
    why = read_reason(node.child("why"))
    source = node.child("source").text()
    when = read_policies(node.child("when", {}))
    anywhere = node.child("anywhere", value=False).flag()
    implied = node.child("implied", value=False).flag()
    tag = node.child("tag").text() if "tag" in node else ""
    return [
        Exclusion(by, item, why, source, anywhere=anywhere, tag=tag, when=when, implied=implied)
        for item in drops
        if by
    ]


def _drops(node: Node, by: str, ids: Collection[str], patterns: Mapping[str, Pattern]) -> list[str]:
    """Read the rows that one drops; ``*`` by a row decided last: all but those that may stand beside it."""
    if node.value != ["*"]:
        return node.some_of(ids, "pattern")
    last = patterns.get(by)
    if last is None or not last.last:
        if last is not None:
            node.fail(f'"*" is for a row that is decided last, and {by} isn\'t; name the rows that it drops')
        return []
    beside = last.beside.union(*last.beside_when.values())
    return [row.id for row in patterns.values() if not row.last and row.id not in beside]
