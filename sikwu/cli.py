"""The command line: ``sikwu read`` and ``sikwu score``.

Bad input ends with exit status 2 and one message on standard error, never with a traceback.
"""

from __future__ import annotations

import io
import json
import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console

from models import ModelsError
from scoring import Declared, Hand, NotationError, Replacement, RuleSet, ScoringError, Tile, Wind, score_lines
from sikwu._version import __version__
from sikwu.circumstances import Told
from sikwu.report import report
from sikwu.verdict import Verdict, judge_hand, judge_photo
from vision import VisionError, annotate, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["app", "main"]

app = typer.Typer(
    name="sikwu",
    help="Reads a photo of a revealed mahjong hand and says what it is worth and who pays whom.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

_PICTURES: Final = {".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff"}

RulesOption = Annotated[str, typer.Option("--rules", help="Rule set that ships, or the path of a TOML file.")]
SeatOption = Annotated[Wind | None, typer.Option("--seat", help="The winner's seat. \\[default: S]")]
RoundOption = Annotated[Wind | None, typer.Option("--round", help="The prevailing wind. \\[default: E]")]
SelfDrawOption = Annotated[
    bool, typer.Option("--self-draw", help="Won by self-draw; assumed without --from.")
]
FromOption = Annotated[Wind | None, typer.Option("--from", help="The seat that discarded the winning tile.")]
DealerOption = Annotated[Wind | None, typer.Option("--dealer", help="The dealer's seat. \\[default: E]")]
StreakOption = Annotated[
    int | None,
    typer.Option("--streak", min=0, help="Hands that the dealer has held beyond the first. \\[default: 0]"),
]
ReadyOption = Annotated[Declared | None, typer.Option("--declared", help="How ready (叮) was declared.")]
AfterOption = Annotated[
    list[Replacement] | None,
    typer.Option("--after", help="Won on a replacement for a kong or flower; repeat for an unbroken chain."),
]
LastOption = Annotated[
    bool, typer.Option("--last-tile", help="Won with the wall's last tile or the discard after it.")
]
DiscardsOption = Annotated[
    int | None, typer.Option("--discards", min=0, help="Tiles lying in the pools before the winning tile.")
]
BaseOption = Annotated[
    str | None, typer.Option("--base", help="Money for a base (底). \\[default: the rule set's]")
]
PriceOption = Annotated[
    str | None, typer.Option("--price", help="Money for a fan. \\[default: the rule set's]")
]
WinningOption = Annotated[
    str | None,
    typer.Option(
        "--winning-tile", help="The tile that won, such as 5s, where the photo doesn't show it apart."
    ),
]
RegionOption = Annotated[
    str | None, typer.Option("--region", help="Where the hand lies: x,y,width,height in pixels of the photo.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


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
def read(
    photo: Annotated[
        Path, typer.Argument(metavar="PHOTO", help="JPEG, PNG, WebP, BMP or TIFF.", show_default=False)
    ],
    rules: RulesOption = "hktw",
    seat: SeatOption = None,
    round_: RoundOption = None,
    self_draw: SelfDrawOption = False,
    discarder: FromOption = None,
    dealer: DealerOption = None,
    streak: StreakOption = None,
    winning_tile: WinningOption = None,
    declared: ReadyOption = None,
    after: AfterOption = None,
    last_tile: LastOption = False,
    discards: DiscardsOption = None,
    base: BaseOption = None,
    price: PriceOption = None,
    region: RegionOption = None,
    annotated: Annotated[
        Path | None,
        typer.Option("--annotate", metavar="OUT.png", help="Write the photo with what was read drawn on it."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read a photo of a revealed hand, score it and say who pays."""
    told = _told(seat, round_, self_draw, discarder, dealer, streak, declared, after, last_tile, discards)
    told.win()  # so that circumstances which contradict each other are refused before the work
    rule_set = _rules(rules, base, price)
    tile = None if winning_tile is None else _tile(winning_tile)
    where = None if region is None else _region(region)
    if annotated is not None and annotated.suffix.lower() not in _PICTURES:
        raise _BadOptionError(
            f"--annotate {annotated}: a picture's name ends in {', '.join(sorted(_PICTURES))}"
        )
    taken = load(photo)
    if annotated is not None and annotated.exists() and annotated.samefile(photo):
        raise _BadOptionError(
            f"--annotate {annotated}: that is the photo itself, which is never written over"
        )
    verdict = judge_photo(taken, told, rule_set, winning_tile=tile, region=where)
    _show(verdict, as_json=as_json)
    if annotated is not None and verdict.reading is not None:
        _write_picture(annotate(taken, verdict.reading), annotated)


@app.command()
def score(
    hand: Annotated[
        str | None,
        typer.Argument(
            metavar="HAND",
            help='Typed tiles, such as "234m 99s EE [345s] [CCC] {7777p} f1 +E".',
            show_default=False,
        ),
    ] = None,
    rules: RulesOption = "hktw",
    seat: SeatOption = None,
    round_: RoundOption = None,
    self_draw: SelfDrawOption = False,
    discarder: FromOption = None,
    dealer: DealerOption = None,
    streak: StreakOption = None,
    declared: ReadyOption = None,
    after: AfterOption = None,
    last_tile: LastOption = False,
    discards: DiscardsOption = None,
    base: BaseOption = None,
    price: PriceOption = None,
    jsonl: Annotated[
        str | None,
        typer.Option("--jsonl", metavar="FILE", help="Score a case a line instead; - for standard input."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Score typed tiles and say who pays.

    Bare tiles are concealed, [ ] holds an exposed meld, { } a concealed kong, + marks the winning tile.
    """
    if (hand is None) == (jsonl is None):
        raise _BadOptionError("give either a hand or --jsonl FILE")
    if jsonl is not None:
        _score_jsonl(jsonl)
        return
    told = _told(seat, round_, self_draw, discarder, dealer, streak, declared, after, last_tile, discards)
    _show(judge_hand(Hand.parse(hand or ""), told, _rules(rules, base, price)), as_json=as_json)


def main() -> None:
    """Run the command line; every expected error becomes one message and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without Chinese must not end the run
    try:
        app(prog_name="sikwu")
    except (ScoringError, VisionError, ModelsError, _BadOptionError) as error:
        print(f"sikwu: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:  # what is read is guarded where it is read; this is a full disk, or the like
        print(f"sikwu: the output can't be written: {error.strerror or error}", file=sys.stderr)
        sys.exit(2)


class _BadOptionError(Exception):
    """An option whose value can't be used."""


def _told(
    seat: Wind | None,
    round_: Wind | None,
    self_draw: bool,
    discarder: Wind | None,
    dealer: Wind | None,
    streak: int | None,
    declared: Declared | None,
    after: list[Replacement] | None,
    last_tile: bool,
    discards: int | None,
) -> Told:
    return Told(
        seat=seat,
        round=round_,
        self_draw=self_draw or None,
        discarder=discarder,
        dealer=dealer,
        dealer_streak=streak,
        declared=declared,
        replacement_chain=tuple(after) if after else None,
        last_tile=last_tile or None,
        discards_before_win=discards,
    )


def _rules(name: str, base: str | None, price: str | None) -> RuleSet:
    rules = RuleSet.load(name)
    if base is None and price is None:
        return rules
    return rules.with_price(
        rules.price.base if base is None else _money(base, "--base"),
        rules.price.per if price is None else _money(price, "--price"),
    )


def _money(text: str, option: str) -> int | Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount < 0:
        raise _BadOptionError(f"{option} {text}: an amount is a number from 0, such as 5 or 2.5")
    return amount


def _tile(text: str) -> Tile:
    try:
        return Tile(text)
    except NotationError as error:
        raise _BadOptionError(f"--winning-tile {text}: {error}") from error


def _region(text: str) -> tuple[int, int, int, int]:
    try:
        x, y, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise _BadOptionError(
            f"--region {text}: a region is four whole numbers x,y,width,height in pixels"
        ) from None
    return x, y, width, height


def _show(verdict: Verdict, *, as_json: bool) -> None:
    if as_json:
        _print_json(verdict.export(), indent=2)
    else:
        Console(highlight=False, emoji=False, markup=False).print(report(verdict))


def _score_jsonl(name: str) -> None:
    for result in score_lines(_lines(name)):
        _print_json(result)


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
        raise _BadOptionError(f"--jsonl {name}: {reason}") from error


def _print_json(value: dict[str, Any], indent: int | None = None) -> None:
    """Print JSON; characters that the terminal's encoding may lack are written as JSON escapes."""
    unicode = (sys.stdout.encoding or "").lower().replace("_", "-") in {"utf-8", "utf8"}
    print(json.dumps(value, ensure_ascii=not unicode, indent=indent))


def _write_picture(pixels: NDArray[Any], path: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - only this option writes a picture

    try:
        Image.fromarray(pixels).save(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _BadOptionError(f"--annotate {path}: the picture can't be written: {reason}") from error


if __name__ == "__main__":
    main()
