"""Keeps what was taken: the photo, the sheet as it is printed, and its JSON. Nothing is ever written over."""

from __future__ import annotations

import io
import json
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PIL import Image
from rich.console import Console

from sikwu.camera.errors import CameraError
from sikwu.report import report
from sikwu.verdict import judge_reading
from vision import PhotoFacts, load

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from scoring import RuleSet
    from sikwu.circumstances import Told
    from sikwu.report import Language
    from sikwu.verdict import Verdict
    from vision import Reading

__all__ = ["Kept", "check_folder", "keep"]

_WIDTH: Final = 100
"""Columns of a kept sheet."""
_MOST: Final = 100_000


@dataclass(frozen=True)
class Kept:
    """What was kept.

    Attributes:
        verdict: what the sheet says; its reading names the photo that was written.
        export: the verdict as JSON-able values, with ``camera``: where the frame came from.
        photo: the frame, a PNG.
        sheet: the sheet, a text.
        data: the export, JSON.
    """

    verdict: Verdict
    export: dict[str, Any]
    photo: Path
    sheet: Path
    data: Path


def check_folder(folder: Path) -> None:
    """Make the folder where it's missing, before the work.

    Raises:
        CameraError: it can't be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise CameraError(f"--out {folder}: nothing can be written there; give another folder")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CameraError(f"--out {folder}: no folder can be made there: {reason}") from error


def keep(
    folder: Path,
    reading: Reading,
    pixels: NDArray[np.uint8],
    camera: Mapping[str, Any],
    *,
    told: Told,
    rules: RuleSet,
    language: Language,
    explain: bool = False,
) -> Kept:
    """Score a reading, and write the frame, the sheet and the JSON beside each other, ``hand-0001`` and on.

    Each file is whole or isn't there, and none that is there is touched.

    Args:
        folder: where to.
        reading: what the frames said together, with the quads of this one.
        pixels: of the frame, RGB uint8 [H, W, 3].
        camera: where it came from.
        told: what the picture can't show.
        rules: the rule set.
        language: of the sheet.
        explain: whether the sheet shows every other reading of the hand.

    Raises:
        CameraError: it can't be written.
        WinError: the circumstances contradict the hand.
    """
    encoded = io.BytesIO()
    Image.fromarray(pixels).save(encoded, "PNG")
    picture = encoded.getvalue()
    taken = load(picture)
    judge_reading(reading, told, rules)  # what can't be scored is refused before a number is used
    try:
        photo = _claimed(folder, picture)
        facts = PhotoFacts(str(photo), taken.sha256, taken.width, taken.height)
        verdict = judge_reading(replace(reading, photo=facts), told, rules)
        export = {**verdict.export(), "camera": dict(camera)}
        text = io.StringIO()
        Console(file=text, width=_WIDTH, highlight=False, emoji=False, markup=False).print(
            report(verdict, language, explain=explain)
        )
        sheet, data = photo.with_suffix(".txt"), photo.with_suffix(".json")
        _place(sheet, text.getvalue().encode())
        _place(data, f"{json.dumps(export, ensure_ascii=False, indent=1)}\n".encode())
    except OSError as error:
        raise CameraError(f"--out {folder}: can't be written: {error.strerror or error}") from error
    return Kept(verdict, export, photo, sheet, data)


def _claimed(folder: Path, picture: bytes) -> Path:
    """Write the photo under the first number of which there is no file yet."""
    for number in range(1, _MOST):
        photo = folder / f"hand-{number:04}.png"
        if any(photo.with_suffix(ending).exists() for ending in (".png", ".txt", ".json")):
            continue
        try:
            _place(photo, picture)
        except FileExistsError:  # another camera was faster
            continue
        return photo
    raise CameraError(f"--out {folder}: there are {_MOST - 1} hands already; give another folder")


def _place(path: Path, content: bytes) -> None:
    """Put a whole file there, or raise `FileExistsError`."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        part.chmod(0o644)
        try:
            path.hardlink_to(part)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: the name is taken first, then filled
            path.touch(exist_ok=False)
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
