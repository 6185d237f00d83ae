"""Exports of a table to a file, which is whole or isn't there."""

from __future__ import annotations

import json
import os
import sys
from enum import Enum
from typing import TYPE_CHECKING, Any

from sikwu.errors import BadOptionError
from sikwu.output import show

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Form", "write_file"]


class Form(Enum):
    """What a table is exported as."""

    CSV = "csv"
    JSON = "json"


def write_file(
    what: str | Mapping[str, Any], path: Path | None, *, database: Path, force: bool = False
) -> None:
    """Write a text or a JSON object in UTF-8, or print it where there is no path.

    The file appears under its name when all of it is written.

    Args:
        what: a text or an object.
        path: of the file.
        database: of the tables, which is never written over.
        force: whether a file that is there may go.

    Raises:
        BadOptionError: there is such a file and nobody said that it may go, or it can't be written.
    """
    if path is None:
        _print(what)
        return
    text = what if isinstance(what, str) else _written(what)
    try:
        if path.is_dir():
            raise BadOptionError(f"--out {path}: that is a folder; name a file in it")
        path = path.resolve()  # what a link leads to is written, not the link
        if path.exists() and not path.is_file():
            raise BadOptionError(f"--out {path}: that is a device, not a file")
        if path in _parts(database.resolve()):
            raise BadOptionError(f"--out {path}: that is where the tables are kept")
        if path.exists() and not force:
            raise BadOptionError(f"--out {path}: there is such a file; --force writes over it")
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with unfinished.open("w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise BadOptionError(f"--out {path}: {reason}") from error


def _parts(database: Path) -> list[Path]:
    """Give the files of a database, those too that are there only while it is open."""
    return [database.with_name(database.name + end) for end in ("", "-wal", "-shm", "-journal")]


def _print(what: str | Mapping[str, Any]) -> None:
    """Print it; a text only where the terminal has all its characters, since it is data."""
    if not isinstance(what, str):
        show(what)
        return
    try:
        what.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        raise BadOptionError(
            f"standard output is {sys.stdout.encoding} and lacks characters of this; write it with --out FILE"
        ) from None
    show(what.rstrip("\n"))


def _written(what: Mapping[str, Any]) -> str:
    """Write an object as JSON; one that holds the name of a file which is no text, with escapes alone."""
    text = json.dumps(what, ensure_ascii=False, indent=2) + "\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(what, indent=2) + "\n"
    return text
