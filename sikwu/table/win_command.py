"""``sikwu table win``: a hand that somebody won, typed, photographed or counted by the players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring import Hand
from sikwu.errors import BadOptionError
from sikwu.options import (
    PICTURE_ENDINGS,
    ExplainOption,
    JsonOption,
    LanguageOption,
    RegionOption,
    WinningOption,
    parse_region,
    parse_winning_tile,
    with_options,
)
from sikwu.output import show
from sikwu.report import report
from sikwu.report.words import Language, say
from sikwu.sets.chosen import TileSetOption, reader_with
from sikwu.table.agreement import agreed_rules
from sikwu.table.chosen import DbOption, KeyOption, Step, TableOption, choose, record, tell
from sikwu.table.errors import UnrecordedWinError
from sikwu.table.players import find_player
from sikwu.table.report import report_judged
from sikwu.table.told import ToldByName
from sikwu.table.winning import Count, JudgedWin, judge_win
from vision import load

if TYPE_CHECKING:
    from scoring import Ledger, Won
    from vision import Reading

__all__ = ["win"]


@with_options
def win(
    told: ToldByName,
    winner: Annotated[str, typer.Option("--winner", metavar="PLAYER", help="Who won.", show_default=False)],
    hand: Annotated[
        str | None,
        typer.Argument(
            metavar="HAND|PHOTO", help="Typed tiles, as for score, or a photo of them.", show_default=False
        ),
    ] = None,
    fan: Annotated[
        int | None,
        typer.Option(
            "--fan", min=0, metavar="N", help="Fan that the players counted, all but the dealer's: no hand."
        ),
    ] = None,
    bases: Annotated[
        int | None,
        typer.Option("--bases", min=1, max=2, help="With --fan: 2 for a hand paid in two readings."),
    ] = None,
    winning_tile: WinningOption = None,
    region: RegionOption = None,
    tile_set: TileSetOption = "auto",
    yes: Annotated[
        bool, typer.Option("--yes", help="Record a photo as it was read, for all its doubts.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what it would do, and record nothing.")
    ] = False,
    table: TableOption = None,
    db: DbOption = None,
    key: KeyOption = None,
    explain: ExplainOption = False,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Record a win: score it, say who pays now, and who owes whom.

    Seat, round, dealer and streak are the ledger's. A PLAYER is a name, the beginning of one, or a seat.
    A discard with two or three winners takes a command for each.
    """
    if dry_run and key is not None:
        raise BadOptionError("--key goes with what is recorded, and --dry-run records nothing")
    chosen = choose(db, table, key=key)
    rules = agreed_rules(chosen.setup)
    if key is None:  # so that what can't be is refused before the work; a key may be of an earlier hand
        now = chosen.read()[1]
        told.at(now, find_player(winner, now)).win()
    shown = _shown(hand, fan, bases, winning_tile, region, tile_set)
    judged: list[JudgedWin] = []

    def make(ledger: Ledger) -> Won:
        judged.append(judge_win(shown, winner, told, ledger, rules, as_read=yes))
        return judged[-1].event

    try:
        if dry_run:
            ledger = chosen.read()[1]
            event = make(ledger)
            step = Step(event, ledger, ledger.record(event), recorded=False, stands=False)
        else:
            step = record(chosen, make, key)
    except UnrecordedWinError as error:
        show(error.verdict.export() if as_json else report(error.verdict, language, explain=explain))
        raise
    ahead = [report_judged(judged[-1], step.before, language, explain=explain)]
    verdict = judged[-1].verdict
    if verdict is not None and verdict.reading is not None and verdict.reading.doubts:
        ahead.append(say("as read", language))
    if dry_run:
        ahead.append(say("dry run", language))
    tell(chosen, step, language, as_json=as_json, ahead=ahead)


def _shown(
    hand: str | None,
    fan: int | None,
    bases: int | None,
    winning_tile: str | None,
    region: str | None,
    tile_set: str,
) -> Hand | Reading | Count:
    """Take what the players put down: a photo is read here, before anybody else has to wait for it."""
    if hand is not None and fan is not None:
        raise BadOptionError("give a hand or --fan, not both: with --fan the players have counted it")
    if hand is None and fan is None:
        raise BadOptionError("give a hand, a photo of one, or --fan with what the players counted")
    if hand is not None and _is_folder(hand):
        raise BadOptionError(f"{hand} is a folder; give a photo in it, or typed tiles")
    tile, where = parse_winning_tile(winning_tile), parse_region(region)
    photo = hand is not None and _is_photo(hand)
    if not photo and (tile is not None or where is not None):
        raise BadOptionError(
            "--winning-tile and --region are for a photo; a typed hand marks the tile with +"
        )
    if fan is not None:
        return Count(fan, 1 if bases is None else bases)
    if bases is not None:
        raise BadOptionError("--bases goes with --fan; a hand that is scored says how many bases it has")
    if hand is not None and photo:
        return reader_with(tile_set).read(load(Path(hand)), region=where, winning_tile=tile)
    return Hand.parse(hand or "")


def _is_folder(text: str) -> bool:
    try:
        return Path(text).is_dir()
    except (OSError, ValueError):  # as in _is_photo
        return False


def _is_photo(text: str) -> bool:
    """Whether a text names a photo: a file that is there, or would be a picture by its name."""
    path = Path(text)
    try:
        return path.is_file() or path.suffix.lower() in PICTURE_ENDINGS
    except (OSError, ValueError):  # too long for a name, or a NUL in it
        return False
