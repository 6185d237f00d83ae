"""Exports of a table to a file, which is whole or isn't there."""

from __future__ import annotations

import json
import os
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


def write_file(what: str | Mapping[str, Any], path: Path | None, *, force: bool = False) -> None:
    """Write a text or a JSON object in UTF-8, or print it where there is no path.

    The file appears under its name when all of it is written.

    Raises:
        BadOptionError: there is such a file and nobody said that it may go, or it can't be written.
    """
    if path is None:
        show(what.rstrip("\n") if isinstance(what, str) else what)
        return
    text = what if isinstance(what, str) else json.dumps(what, ensure_ascii=False, indent=2) + "\n"
    try:
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
