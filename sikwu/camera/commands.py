"""``sikwu camera``: reads a hand from a camera or a video and keeps what it took."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring import RuleSet
from sikwu.camera.errors import CameraError
from sikwu.camera.keep import Kept, check_folder, keep
from sikwu.camera.session import Session, Taken
from sikwu.camera.source import Device, Video
from sikwu.camera.window import AGAIN, QUIT, Window, has_screen
from sikwu.circumstances import Told
from sikwu.interactive import BROKEN_OFF
from sikwu.options import (
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
from sikwu.report import Language, report
from sikwu.sets.chosen import TileSetOption, reader_with

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from vision import Reading

__all__ = ["camera"]


@with_options
def camera(
    told: Told,
    rules: RuleSet,
    device: Annotated[
        int | None, typer.Option("--device", min=0, metavar="N", help="Which camera. \\[default: 0]")
    ] = None,
    video: Annotated[
        Path | None, typer.Option("--video", metavar="FILE", help="A recording instead of a camera.")
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where photo and sheet are kept.")
    ] = Path("sikwu-hands"),
    headless: Annotated[
        bool, typer.Option("--headless", help="Show no window, as where there is no screen.")
    ] = False,
    frames: Annotated[
        int,
        typer.Option("--steady", min=1, max=50, help="Frames in a row in which the same hand has to win."),
    ] = 4,
    every: Annotated[
        int | None,
        typer.Option(
            "--every", min=1, metavar="N", help="Read each N-th frame of a video. \\[default: five a second]"
        ),
    ] = None,
    winning_tile: WinningOption = None,
    region: RegionOption = None,
    tile_set: TileSetOption = "auto",
    explain: ExplainOption = False,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Read a hand from a camera or a video, and keep photo and sheet.

    What several frames say together counts; when the same hand has won in a few sharp ones in a row, it is
    taken and scored. Keys: space takes it now, r reads again, q quits.
    """
    told.win()  # so that circumstances which contradict each other are refused before the work
    tile, where = parse_winning_tile(winning_tile), parse_region(region)
    if video is not None and device is not None:
        raise CameraError("give --device or --video, not both")
    if video is None and every is not None:
        raise CameraError("--every is for a video; of a camera as many frames are read as there is time for")
    source = Device(device or 0) if video is None else Video(video, every)
    check_folder(out)
    window = None if headless or not has_screen() else Window()
    reader = reader_with(tile_set)

    def read(pixels: NDArray[np.uint8]) -> Reading:
        return reader.read(pixels, region=where, winning_tile=tile)

    def take(taken: Taken) -> Kept:
        facts = {**source.facts(), **taken.facts}
        return keep(
            out,
            taken.voted.reading,
            taken.pixels,
            facts,
            told=told,
            rules=rules,
            language=language,
            explain=explain,
        )

    session = Session(
        read, frames=frames, tiles=3 * rules.melds + 2, window=window, live=isinstance(source, Device)
    )

    def tell(kept: Kept) -> None:
        show(kept.export if as_json else report(kept.verdict, language, explain=explain))
        if not as_json:
            show(f"kept  {kept.photo}  {kept.sheet.name}  {kept.data.name}")

    try:
        _run(source, session, window, take, tell)
    except KeyboardInterrupt:
        print("sikwu: broken off; what was taken before is kept", file=sys.stderr)
        raise typer.Exit(BROKEN_OFF) from None
    finally:
        session.close()
        source.close()
        if window is not None:
            window.close()


def _run(
    source: Device | Video,
    session: Session,
    window: Window | None,
    take: Callable[[Taken], Kept],
    tell: Callable[[Kept], None],
) -> None:
    """Take one hand, or with a window one after the other until the person quits."""
    frames = iter(source)
    while (taken := session.take(frames)) is not None:
        kept = take(taken)
        tell(kept)
        if window is None:
            return
        key = ""
        while key not in {AGAIN, QUIT}:
            key = window.show(taken.pixels, kept.verdict.reading, "r: read again   q: quit", wait=50)
        if key == QUIT:
            return
