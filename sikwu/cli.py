"""The command line: ``sikwu read``, ``score``, ``waits``, ``table``, ``enrol``, ``rules`` and others.

Bad input ends with exit status 2 and one message on standard error, never with a traceback.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from models import ModelsError
from scoring import Hand, RuleSet, ScoringError, score_lines, settle_lines
from scoring import waits as list_waits
from sikwu import rule_commands
from sikwu._version import __version__
from sikwu.camera.commands import camera
from sikwu.circumstances import Told
from sikwu.errors import BadOptionError
from sikwu.interactive import BROKEN_OFF, Talk, converse
from sikwu.options import (
    PICTURE_ENDINGS,
    ExplainOption,
    InteractiveOption,
    JsonOption,
    LanguageOption,
    RegionOption,
    SaveOption,
    WinningOption,
    parse_region,
    parse_winning_tile,
    with_options,
)
from sikwu.output import show
from sikwu.photos import check_photos, draw_photos, load_photos, read_photos
from sikwu.readings import check_save, is_reading, names_file, open_reading, save_reading
from sikwu.report import Language, report, report_waits
from sikwu.sets import TileSetError
from sikwu.sets import commands as set_commands
from sikwu.sets.chosen import TileSetOption, reader_with
from sikwu.table import TableError
from sikwu.table import commands as table_commands
from sikwu.verdict import judge_hand, judge_reading
from vision import VisionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from sikwu.verdict import Verdict

__all__ = ["app", "main"]

app = typer.Typer(
    name="sikwu",
    help="Reads a photo of a revealed mahjong hand and says what it is worth and who pays whom.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

app.add_typer(table_commands.app, name="table")
app.add_typer(rule_commands.app, name="rules")
app.add_typer(set_commands.app, name="sets")
app.command()(set_commands.enrol)
app.command()(camera)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"sikwu {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Reads a photo of a revealed mahjong hand and says what it is worth and who pays whom."""


@app.command()
@with_options
def read(
    photos: Annotated[
        list[Path],
        typer.Argument(
            metavar="PHOTO...",
            help="JPEG, PNG, WebP, BMP or TIFF; several show parts of one hand, and are read together.",
            show_default=False,
        ),
    ],
    told: Told,
    rules: RuleSet,
    winning_tile: WinningOption = None,
    region: RegionOption = None,
    tile_set: TileSetOption = "auto",
    annotated: Annotated[
        Path | None,
        typer.Option("--annotate", metavar="OUT.png", help="Write the photo with what was read drawn on it."),
    ] = None,
    interactive: InteractiveOption = False,
    save: SaveOption = None,
    explain: ExplainOption = False,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Read a photo of a revealed hand, score it and say who pays.

    Several photos are read together as one hand, such as one of the exposed melds and one of the rest; a tile
    that two of them show counts once.
    With --interactive what is in doubt and changes the score is asked, the weightiest first, and anything can
    be corrected.
    """
    told.win()  # so that circumstances which contradict each other are refused before the work
    tile, where = parse_winning_tile(winning_tile), parse_region(region)
    if annotated is not None and annotated.suffix.lower() not in PICTURE_ENDINGS:
        raise BadOptionError(
            f"--annotate {annotated}: a picture's name ends in {', '.join(sorted(PICTURE_ENDINGS))}"
        )
    check_photos(photos, where)
    for photo in photos:
        check_save(save, photo)
    taken = load_photos(photos)
    for photo in photos:
        if annotated is not None and annotated.exists() and annotated.samefile(photo):
            raise BadOptionError(
                f"--annotate {annotated}: that is the photo itself, which is never written over"
            )
    reading = read_photos(taken, reader_with(tile_set), region=where, winning_tile=tile)
    if annotated is not None:
        _write_picture(draw_photos(taken, reading), annotated)  # to look at while answering
    talked = converse(reading, told, rules, language, aside=as_json) if interactive else Talk(reading)
    if save is not None:
        save_reading(talked.reading, save)
    _show(judge_reading(talked.reading, told, rules), language, explain=explain, as_json=as_json)
    if annotated is not None and talked.reading is not reading:
        _write_picture(draw_photos(taken, talked.reading), annotated)
    if talked.broken_off:
        raise typer.Exit(BROKEN_OFF)


@app.command()
@with_options
def score(
    told: Told,
    rules: RuleSet,
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND|READING.json|PHOTO...",
            help='Typed tiles, such as "234m 99s EE [345s] [CCC] {7777p} f1 +E", a reading that read wrote '
            "(--save or --json), or a photo, or several of one hand.",
            show_default=False,
        ),
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option("--jsonl", metavar="FILE", help="Score a case a line instead; - for standard input."),
    ] = None,
    interactive: InteractiveOption = False,
    save: SaveOption = None,
    explain: ExplainOption = False,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Score typed tiles, or what was read from a photo, and say who pays.

    Bare tiles are concealed, [ ] holds an exposed meld, { } a concealed kong, + marks the winning tile.
    """
    if bool(hand) == (jsonl is not None):
        raise BadOptionError("give either a hand or --jsonl FILE")
    if jsonl is not None:
        if interactive or save is not None:
            raise BadOptionError("--interactive and --save go with one hand, not with --jsonl")
        _answer(score_lines, jsonl)
        return
    told.win()
    shown, *more = hand or [""]
    if more and not all(names_file(each) and not is_reading(each) for each in (shown, *more)):
        raise BadOptionError(
            "give one hand: typed tiles in one argument (in quotes), one reading, or photos of one hand"
        )
    if not names_file(shown):
        if interactive or save is not None:
            raise BadOptionError("--interactive and --save are for a photo or a reading, not for typed tiles")
        _show(judge_hand(Hand.parse(shown), told, rules), language, explain=explain, as_json=as_json)
        return
    photos = [] if is_reading(shown) else [Path(each) for each in (shown, *more)]
    check_photos(photos, None)
    for photo in photos or (None,):
        check_save(save, photo)
    reading = read_photos(load_photos(photos), reader_with("auto")) if photos else open_reading(Path(shown))
    talked = converse(reading, told, rules, language, aside=as_json) if interactive else Talk(reading)
    if save is not None:
        save_reading(talked.reading, save)
    _show(judge_reading(talked.reading, told, rules), language, explain=explain, as_json=as_json)
    if talked.broken_off:
        raise typer.Exit(BROKEN_OFF)


@app.command()
@with_options
def waits(
    hand: Annotated[
        str,
        typer.Argument(
            metavar="HAND16",
            help='Sixteen tiles without the winning one, such as "6777m 345p 234s [456s] [123p]".',
            show_default=False,
        ),
    ],
    told: Told,
    rules: RuleSet,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """List the tiles that a hand waits on, how many are left, and what each is worth drawn and discarded."""
    waiting = Hand.parse(hand)
    win, _ = told.win()
    found = list_waits(waiting, win, rules)
    if as_json:
        show({"hand": str(waiting), "rules": rules.id, "waits": [wait.export() for wait in found]})
    else:
        show(report_waits(waiting, found, rules, language))


@app.command()
def settle(
    jsonl: Annotated[
        str,
        typer.Option("--jsonl", metavar="FILE", help="A case a line; - for standard input."),
    ],
) -> None:
    """Settle debts (拉, 踢), cash awards and the dealer's fan of cases, one a line.

    The keys of a case and of its result stand in scoring/settlement.py.
    """
    _answer(settle_lines, jsonl)


def _show(verdict: Verdict, language: Language, *, explain: bool, as_json: bool) -> None:
    """Print a verdict, as one JSON object or laid out."""
    show(verdict.export() if as_json else report(verdict, language, explain=explain))


def main() -> None:
    """Run the command line; every expected error becomes one message and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without Chinese must not end the run
    try:
        app(prog_name="sikwu")
    except (ScoringError, VisionError, ModelsError, TableError, TileSetError, BadOptionError) as error:
        _leave(str(error))
    except OSError as error:  # what is read is guarded where it is read; this is a full disk, or the like
        _leave(f"the output can't be written: {error.strerror or error}")


def _leave(why: str) -> NoReturn:
    """Say why the command ends, with exit status 2."""
    print(f"sikwu: {why}", file=sys.stderr)
    try:
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):  # a broken pipe, a closed stream, none at all
        sys.stdout = None  # what it still holds can't be written when the program ends either
    sys.exit(2)


def _answer(answers: Callable[[Iterator[bytes]], Iterator[dict[str, Any]]], name: str) -> None:
    """Print the result of each line of a file, or of standard input."""
    for result in answers(_lines(name)):
        show(result, indent=None)


def _lines(name: str) -> Iterator[bytes]:
    try:
        if name == "-":
            with open(0, "rb", closefd=False) as lines:
                yield from lines
        else:
            with Path(name).open("rb") as lines:
                yield from lines
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise BadOptionError(f"--jsonl {name}: {reason}") from error


def _write_picture(pixels: NDArray[Any], path: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - only this option writes a picture

    try:
        Image.fromarray(pixels).save(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadOptionError(f"--annotate {path}: the picture can't be written: {reason}") from error


if __name__ == "__main__":
    main()
