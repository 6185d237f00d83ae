"""Compose: from the ``where`` of a row to a pattern function, without Python in between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scoring.errors import NotationError
from scoring.faults import hint, write_value
from scoring.patterns import WHOLE, Match, PatternFunction
from scoring.predicates.registry import PREDICATES, Count, Flag, OfTiles, Word, joint
from scoring.predicates.tileset import ALL, TileSet, read_tileset

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from scoring.faults import Node
    from scoring.patterns import View
    from scoring.ruleset import Pattern

    Condition = Callable[[View], bool]
    Counter = Callable[[View], int | None]

__all__ = ["Composition", "compose"]

_DEEPEST: Final = 12
_MOST: Final = 10**6
_BOUNDS: Final = ("at_least", "at_most", "exactly")

joint("all", "a list of tables", "all of these hold", "全部成立")
joint("any", "a list of tables", "at least one of these holds", "最少一項成立")
joint("none", "a list of tables", "none of these holds", "全部不成立")
joint(
    "row",
    "the id of another row",
    "that row's pattern is there, whether or not it counts in the end",
    "該番種的條件成立（不論最後是否計算）",
)


@dataclass(frozen=True)
class Composition:
    """A row's pattern, composed from predicates.

    Attributes:
        text: the composition as TOML on one line, which also tells two compositions apart.
        function: what the engine asks.
        rows: ids of the rows that it names.
        predicates: names of the predicates that it asks, ``n`` included.
    """

    text: str
    function: PatternFunction = field(compare=False)
    rows: frozenset[str] = field(compare=False, default=frozenset())
    predicates: frozenset[str] = field(compare=False, default=frozenset())


def compose(row: Node, patterns: Mapping[str, Pattern], ids: Collection[str]) -> Composition:
    """Read the ``where`` of a row, and its ``n``.

    The pattern is about the hand as a whole. It is 明 when any group is open, or was completed by a discard
    where the policy ``discard_opens_pattern`` says so.

    Args:
        row: the row's table; what is wrong with it is noted there.
        patterns: the rows of the set by id, asked when the composition is.
        ids: the ids that there are.
    """
    reader = _Reader(patterns, ids)
    holds = reader.table(row.child("where"))
    number = reader.number(row.child("n")) if "n" in row else None

    def find(view: View) -> Iterator[Match]:
        if holds(view):
            n = 1 if number is None else number(view)
            if n is not None:
                yield Match(WHOLE, view.tiles, exposed=bool(view.open_places), n=n)

    text = f"where = {write_value(row.child('where').value, _MOST)}"
    if "n" in row:
        text += f", n = {write_value(row.child('n').value, _MOST)}"
    return Composition(text, PatternFunction(find), frozenset(reader.rows), frozenset(reader.predicates))


class _Reader:
    """Reads one composition."""

    def __init__(self, patterns: Mapping[str, Pattern], ids: Collection[str]) -> None:
        self.patterns = patterns
        self.ids = ids
        self.rows: set[str] = set()
        self.predicates: set[str] = set()

    def table(self, node: Node, depth: int = 0) -> Condition:
        """Read a table of predicates, all of which must hold."""
        if depth > _DEEPEST:
            node.fail(f"nested more than {_DEEPEST} deep; compose rows of their own and name them by row")
            return _never
        conditions = [self.entry(name, child, depth) for name, child in node.items()]
        if node.value == {}:
            node.fail('needs a predicate, like only_tiles = "19m 19p 19s"')
        return conditions[0] if len(conditions) == 1 else _all(conditions)

    def entry(self, name: str, node: Node, depth: int) -> Condition:
        """Read one key of a table."""
        predicate = PREDICATES.get(name)
        self.predicates.add(name)
        if predicate is None:
            node.fail(f"there is no predicate {name!r}; {hint(name, PREDICATES)}")
            return _never
        match predicate:
            case Flag():
                condition = _flag(predicate, node)
            case Word():
                condition = _word(predicate, node)
            case OfTiles():
                condition = _of_tiles(predicate, node)
            case Count():
                condition = _bounded(_counter(predicate, node, bounded=True), node)
            case _:
                condition = self.row(node) if name == "row" else self.joined(name, node, depth)
        return condition

    def joined(self, name: str, node: Node, depth: int) -> Condition:
        """Read ``all``, ``any`` or ``none``."""
        wanted = 'a list of tables like [{ suits = 1 }, { has_tiles = "F" }]'
        conditions = [self.table(item, depth + 1) for item in node.entries(wanted)]
        if node.value == []:
            node.fail(f"expected {wanted}, not an empty one")
        if name == "all":
            return _all(conditions)
        return _any(conditions) if name == "any" else _none(conditions)

    def row(self, node: Node) -> Condition:
        """Read the name of another row."""
        item = node.one_of(self.ids, "pattern")
        if not item:
            return _never
        self.rows.add(item)
        patterns = self.patterns

        return lambda view: item in patterns and _is_there(patterns[item], view)  # struck rows never are

    def number(self, node: Node) -> Counter:
        """Read what a row counts: the name of a counted predicate, or a table with one."""
        if isinstance(node.value, str):
            return self.counted(node.value, node, node.replaced({}))
        entries = list(node.items())
        if len(entries) == 1:
            ((name, child),) = entries
            return self.counted(name, child, child)
        if isinstance(node.value, dict):
            node.fail('expected one counted predicate, like n = "kongs" or n = { pungs = "winds" }')
        return _unknown

    def counted(self, name: str, named: Node, argument: Node) -> Counter:
        """Read one counted predicate without bounds."""
        predicate = PREDICATES.get(name)
        self.predicates.add(name)
        if isinstance(predicate, Count):
            return _counter(predicate, argument, bounded=False)
        counts = [item for item, known in PREDICATES.items() if isinstance(known, Count)]
        named.fail(f"there is no counted predicate {name!r}; {hint(name, counts)}")
        return _unknown


def _is_there(row: Pattern, view: View) -> bool:
    """Whether a row's pattern is in the hand."""
    function = row.find
    if view.form not in row.forms or function.needs_with(view.melds) & ~view.has:
        return False
    value = row.value.under(view.policies)
    return any(value.of(match) is not None for match in function.find(view))


def _never(_view: View) -> bool:
    return False


def _unknown(_view: View) -> int | None:
    return None


def _all(conditions: Sequence[Condition]) -> Condition:
    return lambda view: all(holds(view) for holds in conditions)


def _any(conditions: Sequence[Condition]) -> Condition:
    return lambda view: any(holds(view) for holds in conditions)


def _none(conditions: Sequence[Condition]) -> Condition:
    return lambda view: not any(holds(view) for holds in conditions)


def _flag(predicate: Flag, node: Node) -> Condition:
    ask, wanted = predicate.ask, node.flag()
    return lambda view: ask(view) is wanted


def _word(predicate: Word, node: Node) -> Condition:
    if isinstance(node.value, list):
        words = node.some_of(predicate.words, "word")
        if not node.value:
            node.fail(f"expected {predicate.takes}, not an empty list")
    else:
        words = [node.one_of(predicate.words, "word")]
    ask, wanted = predicate.ask, frozenset(words)
    return lambda view: ask(view) in wanted


def _tileset(node: Node) -> TileSet:
    text = node.text()
    try:
        return read_tileset(text) if text else TileSet({})
    except NotationError as error:
        node.fail(error.reason)
        return TileSet({})


def _of_tiles(predicate: OfTiles, node: Node) -> Condition:
    ask, tiles = predicate.ask, _tileset(node)
    return lambda view: ask(view, tiles)


def _counter(predicate: Count, node: Node, *, bounded: bool) -> Counter:
    """Read what is counted."""
    tiles = None
    sort = ""
    if isinstance(node.value, dict):
        keys = [key for key, there in (("of", predicate.of), ("sort", predicate.sorts)) if there]
        node.known([*keys, *_BOUNDS] if bounded else keys)
        if "of" in keys and "of" in node:
            tiles = _tileset(node.child("of"))
        if "sort" in keys and "sort" in node:
            sort = node.child("sort").one_of(predicate.sorts, "sort")
    elif isinstance(node.value, str) and predicate.of:
        tiles = _tileset(node)
    elif type(node.value) is not int or not bounded:
        node.fail(f"expected {_forms(predicate, bounded=bounded)}, not {write_value(node.value)}")
    ask, listed = predicate.ask, tiles
    if listed is None:
        return lambda view: ask(view, ALL, sort)
    return lambda view: ask(view, listed.kinds(view), sort)


def _forms(predicate: Count, *, bounded: bool) -> str:
    """Write what a counted predicate may be given."""
    keys = ["of"] * bool(predicate.of) + ["sort"] * bool(predicate.sorts) + list(_BOUNDS) * bounded
    forms = ["a number"] * bounded + ["tiles"] * bool(predicate.of)
    return " or ".join([*forms, f"a table with {', '.join(keys)}" if keys else "an empty table"])


def _bounded(counter: Counter, node: Node) -> Condition:
    """Read the bounds of a count: exactly a number, at least one where none is given."""
    low, high = 1, None
    if isinstance(node.value, dict):
        given = {name: node.child(name).number(0, _MOST) for name in _BOUNDS if name in node}
        if "exactly" in given and len(given) > 1:
            node.child("exactly").fail("exactly stands alone, without at_least and at_most")
        low = given.get("exactly", given.get("at_least", 0 if "at_most" in given else 1))
        high = given.get("exactly", given.get("at_most"))
        if high is not None and high < low:
            node.fail(f"no count is at least {low} and at most {high}")
    elif type(node.value) is int:
        low = high = node.number(0, _MOST)

    def holds(view: View) -> bool:
        n = counter(view)
        return n is not None and n >= low and (high is None or n <= high)

    return holds
