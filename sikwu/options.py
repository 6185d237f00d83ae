"""The options that commands share: what a photo can't show, and which rules are played.

A command that takes ``told`` or ``rules`` is written with that one parameter and decorated with
`with_options`; the command line then shows an option for each circumstance and for each part of a rule set.
Where ``told`` is a `ToldByName`, players are named, and there are no options for what a ledger knows.
A parameter that has the name of a circumstance gets that option alone.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from copy import copy
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args

import typer

from scoring import (
    POLICIES,
    Declared,
    FlowerWin,
    NotationError,
    Replacement,
    RuleSet,
    Tile,
    WinBy,
    Wind,
    parse_tiles,
    shipped,
)
from sikwu.circumstances import Told
from sikwu.errors import BadOptionError
from sikwu.report.words import Language
from sikwu.table.told import ToldByName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = [
    "PICTURE_ENDINGS",
    "ExplainOption",
    "InteractiveOption",
    "JsonOption",
    "LanguageOption",
    "RegionOption",
    "SaveOption",
    "WinningOption",
    "parse_option_tiles",
    "parse_region",
    "parse_winning_tile",
    "with_options",
]

PICTURE_ENDINGS: Final = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff"})
"""How the name of a picture ends, in small letters."""

LanguageOption = Annotated[Language, typer.Option("--lang", help="Language of what is printed.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
WinningOption = Annotated[
    str | None,
    typer.Option(
        "--winning-tile", help="The tile that won, such as 5s, where the photo doesn't show it apart."
    ),
]
RegionOption = Annotated[
    str | None, typer.Option("--region", help="Where the hand lies: x,y,width,height in pixels of the photo.")
]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Show every other reading too, and why it loses.")
]

InteractiveOption = Annotated[
    bool,
    typer.Option("--interactive", help="Ask what is in doubt and changes the score; take corrections."),
]
SaveOption = Annotated[
    Path | None,
    typer.Option(
        "--save", metavar="FILE.json", help="Write the reading, with what was corrected, to score it later."
    ),
]

_DIGITS: Final = re.compile("[0-9]{1,9}")
_TOLD: Final = "What the photo can't show"
_RARE: Final = "Rare circumstances"
_RULES: Final = "Rules and money"


def _option(kind: Any, *names: str, panel: str, **more: Any) -> tuple[Any, Any]:  # noqa: ANN401 - types as values
    """Give an option's annotation and default."""
    default = more.pop("default", None)
    return Annotated[kind, typer.Option(*names, rich_help_panel=panel, **more)], default


_CIRCUMSTANCES: Final[dict[str, tuple[Any, Any]]] = {
    "seat": _option(Wind | None, "--seat", panel=_TOLD, help="The winner's seat. \\[default: S]"),
    "round": _option(Wind | None, "--round", panel=_TOLD, help="The prevailing wind. \\[default: E]"),
    "self_draw": _option(bool, "--self-draw", panel=_TOLD, default=False, help="Won by self-draw."),
    "discarder": _option(
        Wind | None,
        "--from",
        panel=_TOLD,
        help="Who gave the winning tile: discarded it, or lost it.",
    ),
    "dealer": _option(Wind | None, "--dealer", panel=_TOLD, help="The dealer's seat. \\[default: E]"),
    "dealer_streak": _option(
        int | None,
        "--streak",
        panel=_TOLD,
        min=0,
        help="Hands that the dealer has held beyond the first. \\[default: 0]",
    ),
    "declared": _option(Declared | None, "--declared", panel=_TOLD, help="How ready (叮, 聽) was declared."),
    "replacement_chain": _option(
        list[Replacement] | None,
        "--after",
        panel=_TOLD,
        help="Won on a replacement for a kong or flower; repeat for an unbroken chain.",
    ),
    "last_tile": _option(
        bool,
        "--last-tile",
        panel=_TOLD,
        default=False,
        help="Won with the wall's last tile or the discard after it.",
    ),
    "discards_before_win": _option(
        int | None,
        "--discards",
        panel=_TOLD,
        min=0,
        help="Tiles lying in the pools: claimed ones and the winning one aren't counted.",
    ),
    "by": _option(
        WinBy | None,
        "--by",
        panel=_RARE,
        help="Where the winning tile came from, where --self-draw and --from don't say it.",
    ),
    "dice_forgotten": _option(
        bool, "--dice-forgotten", panel=_RARE, default=False, help="The dealer forgot to mark his streak."
    ),
    "ippatsu": _option(
        bool,
        "--ippatsu",
        panel=_RARE,
        default=False,
        help="Within a go-round of declaring ready (一發).",
    ),
    "on_ready_discard": _option(
        bool,
        "--on-ready-discard",
        panel=_RARE,
        default=False,
        help="On the tile with which its owner declared ready (食聽牌).",
    ),
    "kong_feeder": _option(
        Wind | None,
        "--kong-feeder",
        panel=_RARE,
        help="Whose discard was konged in the chain of replacements (明槓).",
    ),
    "robbed_kong_on_kong": _option(
        bool,
        "--robbed-kong-on-kong",
        panel=_RARE,
        default=False,
        help="The robbed kong was made on another kong's replacement.",
    ),
    "robbed_concealed_kong": _option(
        bool,
        "--robbed-concealed-kong",
        panel=_RARE,
        default=False,
        help="A concealed kong was robbed.",
    ),
    "winners": _option(
        int | None, "--winners", panel=_RARE, min=1, max=3, help="Players who win on this discard."
    ),
    "previous_round_multi_ron": _option(
        int | None,
        "--paid-winners",
        panel=_RARE,
        help="2 or 3, if as many won off this player in the hand before (錦上添花).",
    ),
    "any_calls": _option(
        bool | None, "--calls/--no-calls", panel=_RARE, help="Whether anybody has chowed, punged or konged."
    ),
    "dealer_first_discard": _option(
        bool, "--dealer-first-discard", panel=_RARE, default=False, help="On the dealer's first discard."
    ),
    "first_draw": _option(
        bool, "--first-draw", panel=_RARE, default=False, help="On the winner's first draw."
    ),
    "visible_counts": _option(
        str | None,
        "--visible",
        panel=_RARE,
        help='Tiles in the pools and in anybody\'s melds before the win, such as "777s E" (絕張).',
    ),
    "table_drew_no_flowers": _option(
        bool, "--no-flowers-drawn", panel=_RARE, default=False, help="Nobody has replaced a flower (無花糊)."
    ),
    "flower_win": _option(FlowerWin | None, "--flower-win", panel=_RARE, help="The win by flowers claimed."),
    "ready_losers": _option(
        list[Wind] | None,
        "--ready-loser",
        panel=_RARE,
        help="Another player who had declared ready; repeat for more.",
    ),
}

_RULE_OPTIONS: Final[dict[str, tuple[Any, Any]]] = {
    "rules": _option(
        str,
        "--rules",
        panel=_RULES,
        default="hktw",
        help=f"Rule set that ships ({', '.join(shipped())}), or the path of a TOML file.",
    ),
    "switches": _option(
        list[str] | None,
        "--set",
        panel=_RULES,
        metavar="SWITCH=VALUE",
        help="Set a house-rule switch; repeat for more. They are listed by: sikwu rules show.",
    ),
    "uncommon": _option(
        str | None,
        "--uncommon",
        panel=_RULES,
        metavar="all|ID,ID",
        help="Rows of the uncommon table that count.",
    ),
    "base": _option(
        str | None, "--base", panel=_RULES, help="Money for a base (底). \\[default: the rule set's]"
    ),
    "price": _option(
        str | None, "--price", panel=_RULES, help="Money for a fan. \\[default: the rule set's]"
    ),
}


_LEDGER_KNOWS: Final = frozenset({"seat", "round", "dealer", "dealer_streak", "previous_round_multi_ron"})
_PLAYERS: Final[Mapping[str, Any]] = {
    "discarder": str | None,
    "kong_feeder": str | None,
    "ready_losers": list[str] | None,
}
"""Circumstances that are seats, and players by name at a table."""


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Show options for each circumstance in place of ``told``, and for the rule set in place of ``rules``."""
    own = inspect.signature(command, eval_str=True)
    taken = own.parameters
    shared = {
        **(_options_for(taken["told"].annotation) if "told" in taken else {}),
        **(_RULE_OPTIONS if "rules" in taken else {}),
        **{name: option for name, option in _CIRCUMSTANCES.items() if name in taken},
    }
    filled = {"told", "rules", *shared}
    kept = [parameter for name, parameter in taken.items() if name not in filled]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in shared.items()
    ]

    def run(**given: Any) -> None:  # noqa: ANN401 - whatever the options hold
        arguments = {name: given[name] for name in taken if name in given}
        if "told" in taken:
            by_name = taken["told"].annotation is ToldByName
            arguments["told"] = _told_by_name(given) if by_name else _told(given)
        if "rules" in taken:
            arguments["rules"] = _rules(given)
        command(**arguments)

    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in kept]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = inspect.Signature([*parameters, *added])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*parameters, *added)}
    return run


def _options_for(told: type) -> dict[str, tuple[Any, Any]]:
    """Give the options of the circumstances, with players in place of seats for a table."""
    if told is not ToldByName:
        return _CIRCUMSTANCES
    return {
        name: _by_name(_PLAYERS[name], option) if name in _PLAYERS else option
        for name, option in _CIRCUMSTANCES.items()
        if name not in _LEDGER_KNOWS
    }


def _by_name(kind: Any, option: tuple[Any, Any]) -> tuple[Any, Any]:  # noqa: ANN401 - types as values
    """Let an option take a player where it takes a seat."""
    annotation, default = option
    info = copy(get_args(annotation)[1])
    info.metavar = "PLAYER"
    return Annotated[kind, info], default


def parse_option_tiles(text: str, option: str) -> tuple[Tile, ...]:
    """Read the tiles of an option.

    Raises:
        BadOptionError: it names no tiles.
    """
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise BadOptionError(f"{option} {text}: {error}") from error


def parse_winning_tile(text: str | None) -> Tile | None:
    """Read the tile of ``--winning-tile``.

    Raises:
        BadOptionError: it is none.
    """
    if text is None:
        return None
    try:
        return Tile(text)
    except NotationError as error:
        raise BadOptionError(f"--winning-tile {text}: {error}") from error


def parse_region(text: str | None) -> tuple[int, int, int, int] | None:
    """Read ``--region``: x, y, width, height in pixels.

    Raises:
        BadOptionError: it is none.
    """
    if text is None:
        return None
    try:
        x, y, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise BadOptionError(
            f"--region {text}: a region is four whole numbers x,y,width,height in pixels"
        ) from None
    return x, y, width, height


def _told_by_name(given: Mapping[str, Any]) -> ToldByName:
    """Build what was told at a table."""
    losers = given["ready_losers"]
    others = dict.fromkeys((*_LEDGER_KNOWS, *_PLAYERS))
    return ToldByName(
        _told({**given, **others}),
        given["discarder"],
        given["kong_feeder"],
        tuple(losers) if losers else None,
    )


def _told(given: Mapping[str, Any]) -> Told:
    """Build what was told; a flag that wasn't given says nothing."""
    said = {name: given[name] for name in _CIRCUMSTANCES}
    visible = said["visible_counts"]
    said["visible_counts"] = None if visible is None else Counter(parse_option_tiles(visible, "--visible"))
    for name in ("replacement_chain", "ready_losers"):
        said[name] = tuple(said[name]) if said[name] else None
    flags = {name for name, (_, default) in _CIRCUMSTANCES.items() if default is False}
    return Told(**{name: None if name in flags and not value else value for name, value in said.items()})


def _rules(given: Mapping[str, Any]) -> RuleSet:
    rules = RuleSet.load(given["rules"])
    switches = dict(_switch(text) for text in given["switches"] or ())
    if given["uncommon"] is not None:
        switches["uncommon"] = _words(given["uncommon"])
    if switches:
        rules = rules.with_policies(switches)
    base, price = given["base"], given["price"]
    if base is None and price is None:
        return rules
    return rules.with_price(
        rules.price.base if base is None else _money(base, "--base"),
        rules.price.per if price is None else _money(price, "--price"),
    )


def _switch(text: str) -> tuple[str, object]:
    """Read SWITCH=VALUE; the value is true, false, a number, a list with commas, or a word."""
    name, equals, value = text.partition("=")
    if not equals or name not in POLICIES:
        close = "" if name in POLICIES else _close(name, POLICIES)
        raise BadOptionError(
            f"--set {text}: expected SWITCH=VALUE with one of the rule set's switches{close}"
        )
    switch = POLICIES[name]
    if switch.is_flag and value in {"true", "false"}:
        return name, value == "true"
    if name == "uncommon":
        return name, _words(value)
    if switch.choices is tuple:
        return name, [_number(part) for part in value.split(",")]
    return name, _number(value) if switch.takes_number else value


def _number(text: str) -> int | str:
    return int(text) if _DIGITS.fullmatch(text) else text


def _close(name: str, known: Iterable[str]) -> str:
    import difflib  # noqa: PLC0415 - only a mistake needs it

    found = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {found[0]}?" if found else ""


def _words(text: str) -> str | list[str]:
    return text if text in {"all", "none"} else [word for word in text.split(",") if word]


def _money(text: str, option: str) -> int | Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount < 0:
        raise BadOptionError(f"{option} {text}: an amount is a number from 0, such as 5 or 2.5")
    return amount
