"""``sikwu enrol`` and ``sikwu sets``: show the reader a set of tiles, and look after the sets it knows."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from sikwu.errors import BadOptionError
from sikwu.options import PICTURE_ENDINGS, JsonOption, LanguageOption
from sikwu.output import show as output
from sikwu.output import warn
from sikwu.report.words import Language, pick
from sikwu.sets.chosen import open_sets
from sikwu.sets.enrolment import Told, check_about, load_all, read_reading, read_tiles, show_photo, to_set
from sikwu.sets.errors import UnsureSetError
from sikwu.sets.report import describe, report_list, report_told, write_set
from vision import Classifier, Reader, TileSet, annotate
from vision.sets import EnrolledSet, checked_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sikwu.sets.store import TileSets

__all__ = ["app", "enrol"]

app = typer.Typer(help="Look after the sets of tiles that the reader was shown.", no_args_is_help=True)

_NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Of the set.", show_default=False)]


def enrol(
    photos: Annotated[
        list[Path],
        typer.Argument(metavar="PHOTO...", help="Photos that show the set's tiles.", show_default=False),
    ],
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="What the set is called.", show_default=False)
    ],
    tiles: Annotated[
        list[str] | None,
        typer.Option(
            "--tiles",
            metavar="TILES|FILE",
            help='What lies face up, rows from the top, each from left to right, such as "123m EE f1"; '
            "repeat for each photo.",
        ),
    ] = None,
    reading: Annotated[
        list[Path] | None,
        typer.Option(
            "--reading",
            metavar="FILE",
            help="What sikwu read --json printed, with its kinds put right; repeat for each photo.",
        ),
    ] = None,
    add: Annotated[bool, typer.Option("--add", help="Show more photos of a set that is known.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Take the photos as they were read, doubts and all.")
    ] = False,
    annotated: Annotated[
        Path | None,
        typer.Option(
            "--annotate", metavar="OUT.png", help="Write the one photo with what it shows drawn on it."
        ),
    ] = None,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Show the reader a set of tiles, so that it reads photos of that set better.

    Lay out each kind at least once, the flowers above all. Where neither --tiles nor --reading says what
    lies there, the photo is read, and a set is stored only if nothing is in doubt.
    """
    lists, readings = tiles or [], reading or []
    _check(photos, lists, readings, annotated)
    listed, read = [read_tiles(text) for text in lists], [read_reading(path) for path in readings]
    sets = open_sets()
    known = sets.read(name) if add else None
    if known is None:
        sets.refuse_taken(checked_name(name))
    taken = load_all(photos, known)
    for each, path, photo in zip(read, readings, taken, strict=False):
        check_about(each, path, photo)
    classifier = Classifier()
    reader = Reader(classifier=classifier, only_set=known)
    told = [
        show_photo(photo, reader, listed[place] if listed else None, read[place] if read else None)
        for place, photo in enumerate(taken)
    ]
    found = to_set(name if known is None else known.name, tuple(told))
    if annotated is not None:
        _write(told[0], photos[0], annotated)
    if not as_json:
        for one in told:
            output(report_told(one, language))
    why = "" if yes else _why_not(told)
    whole = found if why else _stored(sets, found, classifier, add=add)
    if as_json:
        output({"stored": not why, "set": write_set(whole), "photos": [_written(each) for each in told]})
    if why:
        raise UnsureSetError(why)
    if not as_json:
        output(describe(whole, language))


@app.command("list")
def list_(language: LanguageOption = Language.ENGLISH, as_json: JsonOption = False) -> None:
    """List the sets."""
    sets = open_sets()
    found, damaged = sets.look()
    if as_json:
        output({"sets": [write_set(each) for each in found], "damaged": [str(each) for each in damaged]})
    elif found or not damaged:
        output(report_list(found, sets.folder, language))
    for each in damaged:
        warn(str(each))


@app.command()
def show(
    name: _NameArgument,
    annotated: Annotated[
        Path | None,
        typer.Option("--picture", metavar="OUT.png", help="Write the tiles' pictures, kind by kind."),
    ] = None,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Show what a set holds."""
    found = open_sets().read(name)
    if annotated is not None:
        _check_picture(annotated, "--picture")
        _save(found.picture(), annotated, "--picture")
    output(write_set(found) if as_json else describe(found, language))


@app.command()
def forget(name: _NameArgument, language: LanguageOption = Language.ENGLISH) -> None:
    """Take a set away."""
    found = open_sets().forget(name)
    output(pick(language, f"{found} is forgotten", f"{found} 已刪除"))


@app.command()
def rename(
    name: _NameArgument,
    new: Annotated[
        str, typer.Argument(metavar="NEW", help="What it is called from now on.", show_default=False)
    ],
    language: LanguageOption = Language.ENGLISH,
) -> None:
    """Give a set another name."""
    found = open_sets().rename(name, new)
    output(pick(language, f"{name} is now {found.name}", f"{name} 改名為 {found.name}"))


def _check(photos: list[Path], lists: list[str], readings: list[Path], annotated: Path | None) -> None:
    """Refuse options that don't go together, before the work."""
    if lists and readings:
        raise BadOptionError("give --tiles or --reading, not both: each says what the photos show")
    for option, given in (("--tiles", lists), ("--reading", readings)):
        if given and len(given) != len(photos):
            raise BadOptionError(
                f"{option} is given {len(given)} times for {len(photos)} photos; give it once for each"
            )
    if annotated is not None:
        if len(photos) > 1:
            raise BadOptionError("--annotate goes with one photo; show the others with --add afterwards")
        _check_picture(annotated, "--annotate")


def _check_picture(path: Path, option: str) -> None:
    if path.suffix.lower() not in PICTURE_ENDINGS:
        raise BadOptionError(
            f"{option} {path}: a picture's name ends in {', '.join(sorted(PICTURE_ENDINGS))}"
        )


def _why_not(told: list[Told]) -> str:
    unsure = sum(len(each.shown.unsure) for each in told)
    if unsure:
        return (
            f"nothing is stored: {unsure} of the tiles are in doubt, as listed; say what "
            "lies there with --tiles or a corrected --reading, or take it as read with --yes"
        )
    for each in told:
        if each.strange:
            return (
                f"nothing is stored: of {len(each.shown.places)} tiles {len(each.otherwise)} are read "
                "otherwise than they are said to be; are they listed row by row from the top, from left to "
                "right? If they are, add --yes"
            )
    return ""


def _stored(sets: TileSets, found: TileSet, classifier: Classifier, *, add: bool) -> TileSet:
    EnrolledSet(found, classifier).check()
    if add:
        sets.extend(found.name, found)
    else:
        sets.add(found)
    whole = sets.read(found.name)
    EnrolledSet(whole, classifier).prepare()  # so that the next photo needn't wait for it
    return whole


def _written(told: Told) -> dict[str, object]:
    shown = told.shown
    codes = [[shown.reading.sightings[index].code for index in row] for row in shown.rows]
    return {
        "path": told.photo.path,
        "sha256": told.photo.sha256,
        "rows": codes,
        "in_doubt": [why for _, why in shown.unsure],
        "read_otherwise": [[place, said.code, read] for place, said, read in told.otherwise],
    }


def _write(told: Told, photo: Path, path: Path) -> None:
    if path.exists() and path.samefile(photo):
        raise BadOptionError(f"--annotate {path}: that is the photo itself, which is never written over")
    _save(annotate(told.photo, told.shown.reading), path, "--annotate")


def _save(pixels: NDArray[np.uint8], path: Path, option: str) -> None:
    from PIL import Image  # noqa: PLC0415 - only these options write a picture

    try:
        Image.fromarray(pixels).save(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadOptionError(f"{option} {path}: the picture can't be written: {reason}") from error
