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
    fan_beside = 1                       # what other rows must add up to; else there may be none
    family_when = { straight_adds_old_young = "old_young" }
    off = true                           # in a file that extends another: strike the row

    [[exclusions]]
    by = "all_simples"
    drops = ["no_honours"]               # "*" by a `last` row: all others but those that may stand beside it
    why = { en = "the row bars it", zh = "該番種不另計" }   # or one text for both languages
    source = "hktw 302"
    anywhere = true                      # optional, as all below
    tag = "terminal"
    when = { last_draw_drops_self_draw = true }
    implied = true

A file that extends another may give only what it changes; its exclusions are added.
"""

from __future__ import annotations

import hashlib
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Final

from scoring.errors import RulesError
from scoring.partitions import HAND_FORMS, Form
from scoring.patterns import REGISTRY
from scoring.policies import POLICIES, check_policy
from scoring.ruleset import Exclusion, Pattern, Price, Reason, RuleSet, in_order
from scoring.values import VALUE_KEYS, read_value

__all__ = ["load", "shipped"]

_Table = dict[str, Any]

_TOP_KEYS: Final = frozenset(
    {"id", "extends", "zh", "en", "price", "policies", "families", "patterns", "exclusions"}
)
_TEXT_KEYS: Final = ("zh", "en", "section", "source")
_PATTERN_KEYS: Final = VALUE_KEYS.union(
    _TEXT_KEYS,
    {"function", "family", "family_when", "forms", "common", "on_dealer_transfers", "off"},
    {"last", "beside", "beside_when", "fan_beside"},
)
_EXCLUSION_KEYS: Final = frozenset({"by", "drops", "why", "source", "anywhere", "tag", "when", "implied"})


def shipped() -> tuple[str, ...]:
    """Give the names of the rule sets that ship."""
    return tuple(sorted(item.name.removesuffix(".toml") for item in _folder() if item.name.endswith(".toml")))


def load(source: str | Path) -> RuleSet:
    """Load a rule set by its name or path, see `RuleSet.load`.

    Raises:
        RulesError: no such rule set, or one that can't be used; the message names the file and the key.
    """
    table, name, texts = _read(source, ())
    return _build(table, name, hashlib.sha256(b"\0".join(texts)).hexdigest())


def _folder() -> list[Any]:
    return list((resources.files("scoring") / "rules").iterdir())


def _read(
    source: str | Path, seen: tuple[Path, ...], beside: Path | None = None
) -> tuple[_Table, str, list[bytes]]:
    """Read a file and those that it extends into one table."""
    name = str(source)
    if isinstance(source, str) and source in shipped():
        data = (resources.files("scoring") / "rules" / f"{source}.toml").read_bytes()
        folder = None
        place = Path(name)
    else:
        path = Path(source) if beside is None else beside / source
        name = str(path)
        place, data = _file(path)
        if place in seen:
            circle = " extends ".join(map(str, (*seen, place)))
            raise RulesError(f"{name}: extends itself: {circle}")
        folder = path.parent
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, a number too long, nested too deep
        raise RulesError(f"{name}: not a TOML file: {error}") from error
    _known(table, _TOP_KEYS, name)
    for key in ("price", "policies", "families", "patterns"):
        _table(table.setdefault(key, {}), f"{name}: {key}")
    if not isinstance(table.setdefault("exclusions", []), list):
        raise RulesError(f"{name}: exclusions: expected [[exclusions]] tables")
    if "extends" not in table:
        return table, name, [data]
    base, _, texts = _read(_text(table, "extends", name), (*seen, place), folder)
    return _extended(base, table, name), name, [*texts, data]


def _file(path: Path) -> tuple[Path, bytes]:
    """Read a file; where it is, links followed, and what it holds."""
    try:
        return path.resolve(), path.read_bytes()
    except (OSError, ValueError, RuntimeError) as error:  # a NUL in the name; links in a circle
        reason = getattr(error, "strerror", None) or "no such file"
        raise RulesError(
            f"{path}: {reason}; a rule set is {', '.join(shipped())} or the path of a TOML file"
        ) from error


def _extended(base: _Table, table: _Table, name: str) -> _Table:
    """Lay a table over the one that it extends."""
    patterns = {item: dict(row) for item, row in base["patterns"].items()}
    for item, row in table["patterns"].items():
        _table(row, f"{name}: patterns.{item}")
        old = patterns.get(item, {})
        if row.get("off") is True and not old:
            raise RulesError(f"{name}: patterns.{item}.off: there is no such row to strike")
        _same_tiers(old, row, f"{name}: patterns.{item}.tiers")
        if VALUE_KEYS & set(row):
            old = {key: value for key, value in old.items() if key not in VALUE_KEYS}
        patterns[item] = {**old, **row}
    merged = {**base, **table, "patterns": patterns}
    for key in ("price", "policies", "families"):
        merged[key] = {**base[key], **table[key]}
    merged["exclusions"] = [*base["exclusions"], *table["exclusions"]]
    return merged


def _same_tiers(old: _Table, row: _Table, where: str) -> None:
    """Refuse tiers that the extended row doesn't have: its function would never name them."""
    before, after = old.get("tiers"), row.get("tiers")
    if isinstance(before, dict) and isinstance(after, dict) and "function" not in row:
        _known(after, set(before), where)


def _build(table: _Table, name: str, sha256: str) -> RuleSet:
    struck = {
        item
        for item, row in table["patterns"].items()
        if _flag(_table(row, f"{name}: patterns.{item}"), "off", f"{name}: patterns.{item}")
    }
    families = {item: _reason(table["families"], item, f"{name}: families") for item in table["families"]}
    policies = {item: switch.default for item, switch in POLICIES.items()}
    policies.update(
        {item: check_policy(item, value, f"{name}: policies") for item, value in table["policies"].items()}
    )
    patterns = {
        item: _pattern(item, row, families, f"{name}: patterns.{item}")
        for item, row in table["patterns"].items()
        if item not in struck
    }
    ids = set(table["patterns"])
    named = policies["uncommon"]
    for item in named if isinstance(named, tuple) else ():
        if item not in ids:
            raise RulesError(f"{name}: policies: uncommon names {item!r}, which is no pattern of it")
    exclusions = tuple(
        exclusion
        for place, row in enumerate(table["exclusions"], 1)
        for exclusion in _exclusions(row, ids, patterns, f"{name}: exclusions, number {place}")
        if exclusion.by not in struck and exclusion.drops not in struck
    )
    for item, row in patterns.items():
        unknown = ", ".join(sorted(row.beside.union(*row.beside_when.values()) - ids))
        if unknown:
            raise RulesError(f"{name}: patterns.{item}.beside: there is no pattern {unknown}")
    try:
        in_order(patterns, exclusions)
    except RulesError as error:
        raise RulesError(f"{name}: {error}") from None
    price = table["price"]
    _known(price, {"base", "per"}, f"{name}: price")
    for key in ("base", "per"):
        if type(price.get(key)) is not int or price[key] < 0:
            raise RulesError(f"{name}: price.{key}: expected a whole number, not {price.get(key)!r}")
    title = _text(table, "id", name) if "id" in table or name in shipped() else name
    return RuleSet(
        title if name in shipped() else name,
        _text(table, "zh", name),
        _text(table, "en", name),
        patterns,
        families,
        exclusions,
        policies,
        _price(price, name),
        sha256,
    )


def _price(price: _Table, name: str) -> Price:
    try:
        return Price(price["base"], price["per"])
    except RulesError as error:
        raise RulesError(f"{name}: {error}") from None


def _pattern(item: str, row: _Table, families: dict[str, Reason], where: str) -> Pattern:
    _known(row, _PATTERN_KEYS, where)
    zh, en, section, source = (_text(row, key, where) for key in _TEXT_KEYS)
    function = _text(row, "function", where) if "function" in row else item
    if function not in REGISTRY:
        raise RulesError(f"{where}.function: there is no pattern function {function!r}")
    family = _text(row, "family", where) if "family" in row else ""
    if family and family not in families:
        raise RulesError(f"{where}.family: there is no family {family!r}; there are {', '.join(families)}")
    forms = _texts(row.get("forms", [form.value for form in HAND_FORMS]), f"{where}.forms")
    words = [form.value for form in Form]
    for word in forms:
        if word not in words:
            raise RulesError(f"{where}.forms: there is no form {word!r}; there are {', '.join(words)}")
    beside_when = {
        switch: frozenset(_texts(more, f"{where}.beside_when.{switch}"))
        for switch, more in _by_switch(row, "beside_when", where).items()
    }
    moved = _by_switch(row, "family_when", where)
    family_when = {switch: _text(moved, switch, f"{where}.family_when") for switch in moved}
    for switch, other in family_when.items():
        if other not in families:
            raise RulesError(f"{where}.family_when.{switch}: there is no family {other!r}")
    fan_beside = row.get("fan_beside", 0)
    if type(fan_beside) is not int or fan_beside < 0:
        raise RulesError(f"{where}.fan_beside: expected a number of fan, not {fan_beside!r}")
    return Pattern(
        item,
        zh,
        en,
        section,
        source,
        value=read_value(row, where),
        function=function,
        family=family,
        forms=frozenset(Form(word) for word in forms),
        common=_flag(row, "common", where, default=True),
        on_dealer_transfers=_flag(row, "on_dealer_transfers", where),
        last=_flag(row, "last", where),
        beside=frozenset(_texts(row.get("beside", []), f"{where}.beside")),
        beside_when=beside_when,
        fan_beside=fan_beside,
        family_when=family_when,
    )


def _by_switch(row: _Table, key: str, where: str) -> _Table:
    """Read a table whose keys are policies that are true or false."""
    table = _table(row.get(key, {}), f"{where}.{key}")
    for switch in table:
        if switch not in POLICIES or not POLICIES[switch].is_flag:
            raise RulesError(f"{where}.{key}: there is no policy {switch!r} that is true or false")
    return table


def _exclusions(row: object, ids: set[str], patterns: dict[str, Pattern], where: str) -> list[Exclusion]:
    table = _table(row, where)
    _known(table, _EXCLUSION_KEYS, where)
    by = _text(table, "by", where)
    drops = _texts(table.get("drops"), f"{where}: drops")
    if drops == ["*"] and by in patterns and patterns[by].last:
        drops = _all_but_beside(patterns[by], patterns)
    for item in (by, *drops):
        if item not in ids:
            raise RulesError(f"{where}: there is no pattern {item!r}")
    when = {
        switch: check_policy(switch, value, f"{where}: when")
        for switch, value in _table(table.get("when", {}), f"{where}: when").items()
    }
    return [
        Exclusion(
            by,
            item,
            _reason(table, "why", where),
            _text(table, "source", where),
            anywhere=_flag(table, "anywhere", where),
            tag=_text(table, "tag", where) if "tag" in table else "",
            when=when,
            implied=_flag(table, "implied", where),
        )
        for item in drops
    ]


def _all_but_beside(last: Pattern, patterns: dict[str, Pattern]) -> list[str]:
    """Give the rows that are decided before a last row, but those that may stand beside it."""
    beside = last.beside.union(*last.beside_when.values())
    return [row.id for row in patterns.values() if not row.last and row.id not in beside]


def _known(table: _Table, keys: frozenset[str] | set[str], where: str) -> None:
    for key in table:
        if key not in keys:
            raise RulesError(f"{where}: there is no key {key!r}; there are {', '.join(sorted(keys))}")


def _table(value: object, where: str) -> _Table:
    if not isinstance(value, dict):
        raise RulesError(f"{where}: expected a table, not {value!r}")
    return value


def _text(table: _Table, key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        given = "it is missing" if value is None else f"not {value!r}"
        raise RulesError(f"{where}: {key}: expected a text, {given}")
    return value


def _reason(table: _Table, key: str, where: str) -> Reason:
    """Read a reason: a text, or a table with one for each language."""
    value = table.get(key)
    if not isinstance(value, dict):
        text = _text(table, key, where)
        return Reason(text, text)
    _known(value, {"en", "zh"}, f"{where}: {key}")
    return Reason(_text(value, "en", f"{where}: {key}"), _text(value, "zh", f"{where}: {key}"))


def _texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RulesError(f"{where}: expected a list of words, not {value!r}")
    return value


def _flag(table: _Table, key: str, where: str, *, default: bool = False) -> bool:
    value = table.get(key, default)
    if not isinstance(value, bool):
        raise RulesError(f"{where}: {key}: expected true or false, not {value!r}")
    return value
