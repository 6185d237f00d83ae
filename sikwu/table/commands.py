"""``sikwu table``: an evening at the table, from the first hand to the last debt.

Every command that records something does so in one transaction, and prints what it did; where it fails
nothing is recorded.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable  # noqa: TC003 - see below
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated
from unicodedata import normalize

import typer

from scoring import (
    AwardClaim,
    Awarded,
    Closed,
    Cut,
    Drawn,
    Event,
    Ledger,
    Redone,
    RuleSet,
    TableRules,
    Tile,
    Undone,
    Wind,
)
from sikwu.errors import BadOptionError
from sikwu.options import JsonOption, LanguageOption, parse_option_tiles, with_options
from sikwu.output import show as output
from sikwu.report.words import Language, say
from sikwu.table.agreement import agreed_rules, agreement
from sikwu.table.chosen import (
    DbOption,
    KeyOption,
    TableOption,
    choose,
    done,
    open_tables,
    record,
    table_options,
    tell,
)
from sikwu.table.errors import BrokenTableError, TableExistsError
from sikwu.table.files import Form, write_file
from sikwu.table.players import check_typeable, find_player
from sikwu.table.report import report_awards, report_list, report_table
from sikwu.table.setup import Setup
from sikwu.table.win_command import win
from sikwu.table.written import write_awards, write_csv, write_everything, write_table

__all__ = ["app"]

app = typer.Typer(
    help="Keep an evening at the table: who deals, who won what, who owes whom.", no_args_is_help=True
)

_PLACES = ("East", "South", "West", "North")


@app.command()
@with_options
def new(
    rules: RuleSet,
    round: Wind | None,  # noqa: A002 - the name of the circumstance
    dealer_streak: int | None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="As they sit, East of the first hand first. Left out: East South West North, which are "
            "places at the table and don't move with the deal.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="NAME", help="The table's name. \\[default: the next free number]"),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option("--dealer", metavar="PLAYER", help="Who deals first. \\[default: the first player]"),
    ] = None,
    db: DbOption = None,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Set up a table. Its players, rules and price stay as they are for the whole evening."""
    names = tuple(normalize("NFC", name) for name in players or _PLACES)
    check_typeable(names)
    table_rules = TableRules.of(rules)
    dealer = None if first is None else find_player(first, Ledger.open(names, table_rules))
    tables, agreed = open_tables(db), agreement(rules)
    taken = tables.names()
    free = (str(number) for number in itertools.count(1) if str(number) not in taken)
    while True:
        name = next(free) if table is None else table
        setup = Setup(name, names, table_rules, agreed, dealer, round or Wind.EAST, dealer_streak or 0)
        try:
            tables.create(setup)
            break
        except TableExistsError:  # another process may have taken the number meanwhile
            if table is not None:
                raise
    ledger = setup.open()
    with done(f"table {name} is set up", table_options(name, db)):
        output(write_table(setup, ledger) if as_json else report_table(setup, ledger, (), language))


@app.command("list")
def list_(
    db: DbOption = None, language: LanguageOption = Language.ENGLISH, as_json: JsonOption = False
) -> None:
    """List the tables, open and closed."""
    tables = open_tables(db)
    found: list[tuple[Setup, Ledger]] = []
    broken: dict[str, str] = {}
    for name in tables.names():
        try:
            found.append(tables.read(name)[:2])
        except BrokenTableError as error:
            broken[name] = str(error)
    if as_json:
        output({"tables": [write_table(setup, ledger) for setup, ledger in found], "broken": broken})
    else:
        if found:
            output(report_list(found, language))
        elif not broken:
            output(say("no tables", language, path=tables.path))
        for reason in broken.values():
            output(reason)


@app.command()
def show(
    history: Annotated[bool, typer.Option("--history", help="Show all events, not only the last.")] = False,
    table: TableOption = None,
    db: DbOption = None,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Show where everybody stands, the open debts, who deals, and what happened last."""
    setup, ledger, stored = choose(db, table, closed=True).read()
    if not as_json:
        output(report_table(setup, ledger, stored, language, history=history))
    elif history:
        output(write_everything(setup, ledger, stored))
    else:
        output(write_table(setup, ledger))


app.command()(win)


def _recorder(event: Event, *, closed: bool = False) -> Callable[..., None]:
    """Make a command that records an event which says all by itself.

    Args:
        event: the event.
        closed: whether it may be about a table that is closed.
    """

    def command(
        table: TableOption = None,
        db: DbOption = None,
        key: KeyOption = None,
        language: LanguageOption = Language.ENGLISH,
        as_json: JsonOption = False,
    ) -> None:
        chosen = choose(db, table, closed=closed, key=key)
        tell(chosen, record(chosen, lambda _: event, key), language, as_json=as_json)

    return command


app.command("draw", help="Record that nobody won the hand (臭莊).")(_recorder(Drawn()))


@app.command()
def award(
    row: Annotated[
        str | None,
        typer.Argument(metavar="ROW", show_default=False, help="By its id or Chinese name, see --list."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="PLAYER",
            show_default=False,
            help="Whom it is about, who gets it or pays, see --list; left out: the dealer.",
        ),
    ] = None,
    other: Annotated[
        str | None,
        typer.Argument(metavar="OTHER", show_default=False, help="The second, where it is between two."),
    ] = None,
    tile: Annotated[
        str | None, typer.Option("--tile", metavar="TILE", help="The discard that was followed (追).")
    ] = None,
    nth: Annotated[int, typer.Option("--nth", help="How many times running he was followed (一追再追).")] = 1,
    list_rows: Annotated[
        bool, typer.Option("--list", help="List the awards of the table's rules, and what each costs.")
    ] = False,
    table: TableOption = None,
    db: DbOption = None,
    key: KeyOption = None,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Record a cash award or a penalty (現金獎, 詐糊), which is paid at once."""
    chosen = choose(db, table, key=key)
    rules = agreed_rules(chosen.setup)
    if list_rows or row is None:
        output({"awards": write_awards(rules)} if as_json else report_awards(rules, language))
        return
    kind = next((item for item, known in rules.awards.items() if known.zh == row), row)
    followed = None if tile is None else _one_tile(tile)

    def make(ledger: Ledger) -> Awarded:
        known = rules.awards.get(kind)
        if player is None and known is not None and not known.dealer:
            raise BadOptionError(f"award {kind}: name the player whose it is")
        name = ledger.dealer if player is None else find_player(player, ledger)
        second = None if other is None else find_player(other, ledger)
        return ledger.award(AwardClaim(kind, name, second, followed, nth), rules)

    tell(chosen, record(chosen, make, key), language, as_json=as_json)


@app.command()
def cut(
    debtor: Annotated[str, typer.Argument(metavar="DEBTOR", help="Who pays.", show_default=False)],
    creditor: Annotated[
        str, typer.Argument(metavar="CREDITOR", help="Who has pulled him.", show_default=False)
    ],
    table: TableOption = None,
    db: DbOption = None,
    key: KeyOption = None,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Record that a debtor pays in full and ends the pulling (斬拉)."""
    chosen = choose(db, table, key=key)
    step = record(chosen, lambda ledger: Cut(find_player(debtor, ledger), find_player(creditor, ledger)), key)
    tell(chosen, step, language, as_json=as_json)


app.command("undo", help="Take the last event back; again, the one before it.")(
    _recorder(Undone(), closed=True)
)
app.command("redo", help="Let what was undone last stand again.")(_recorder(Redone()))
app.command("close", help="Settle every debt and end the evening.")(_recorder(Closed()))


@app.command()
def export(
    form: Annotated[
        Form, typer.Option("--to", help="csv: every payment and open debt, a row each; json: everything.")
    ] = Form.CSV,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write a file instead of printing.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    table: TableOption = None,
    db: DbOption = None,
    language: LanguageOption = Language.ENGLISH,
) -> None:
    """Export a table as CSV or JSON."""
    chosen = choose(db, table, closed=True)
    setup, ledger, stored = chosen.read()
    if form is Form.CSV:
        write_file(write_csv(ledger, stored, language), out, database=chosen.tables.path, force=force)
    else:
        write_file(write_everything(setup, ledger, stored), out, database=chosen.tables.path, force=force)


def _one_tile(text: str) -> Tile:
    tiles = parse_option_tiles(text, "--tile")
    if len(tiles) != 1:
        raise BadOptionError(f"--tile {text}: one tile, such as 5p")
    return tiles[0]
