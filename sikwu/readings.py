"""Readings kept in files: what ``sikwu read`` wrote, to be scored later."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from sikwu.errors import BadOptionError
from sikwu.options import PICTURE_ENDINGS
from vision import Reading, ReadingFormatError

if TYPE_CHECKING:
    from typing import Any

__all__ = ["check_save", "is_reading", "names_file", "open_reading", "save_reading"]


def is_reading(text: str) -> bool:
    """Whether a text names a reading's file."""
    return text.lower().endswith(".json")


def names_file(text: str) -> bool:
    """Whether a text names a reading's file or a photo by its ending; typed tiles have none of these."""
    return is_reading(text) or Path(text).suffix.lower() in PICTURE_ENDINGS


def open_reading(path: Path) -> Reading:
    """Read a reading that ``sikwu read`` wrote with ``--save`` or printed with ``--json``.

    Raises:
        BadOptionError: the file can't be read, or holds none.
    """
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8-sig"))
        return Reading.from_dict(data)
    except OSError as error:
        raise BadOptionError(f"{path}: {error.strerror or error}") from error
    except (ReadingFormatError, ValueError, RecursionError) as error:
        raise BadOptionError(f"{path}: {error}; a reading is what sikwu read --save wrote") from error


def check_save(path: Path | None, photo: Path | None) -> None:
    """Refuse before the work what ``--save`` can't write to.

    Args:
        path: where to; None where nothing is saved.
        photo: the photo that is read, if any.

    Raises:
        BadOptionError: the name doesn't end in ``.json``, or it is the photo itself or in no folder.
    """
    if path is None:
        return
    if path.suffix.lower() != ".json":
        raise BadOptionError(f"--save {path}: a reading's name ends in .json")
    if photo is not None and path.exists() and photo.exists() and path.samefile(photo):
        raise BadOptionError(f"--save {path}: that is the photo itself, which is never written over")
    if not path.parent.is_dir():
        raise BadOptionError(f"--save {path}: there is no folder {path.parent}")


def save_reading(reading: Reading, path: Path) -> None:
    """Write a reading. What was in the file before stays until the new one is whole.

    Raises:
        BadOptionError: it can't be written.
    """
    text = json.dumps(reading.export(), ensure_ascii=False, indent=1)
    name = ""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            name = file.name
            file.write(f"{text}\n")
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except (OSError, ValueError) as error:
        if name:
            Path(name).unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise BadOptionError(f"--save {path}: the reading can't be written: {reason}") from error


def _umask() -> int:
    """Tell which rights new files don't get."""
    now = os.umask(0)
    os.umask(now)
    return now
