"""Printing: what a person reads, and JSON."""

from __future__ import annotations

import errno
import json
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console

from sikwu.errors import ClosedOutputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

__all__ = ["show", "warn"]


class _Console(Console):
    """A console that reports a broken pipe, where rich would end the program."""

    def on_broken_pipe(self) -> NoReturn:
        """Pass the error on: what was recorded must be told as recorded."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def show(what: RenderableType | Mapping[str, Any], *, indent: int | None = 2) -> None:
    """Print a laid-out report, a text as it stands, or a JSON object.

    In JSON, characters that the terminal's encoding may lack are written as escapes.

    Args:
        what: what `sikwu.report` lays out, a text whose lines aren't to be wrapped, or an object of
            JSON-able values.
        indent: of JSON; `None` puts the object on one line.

    Raises:
        OSError: it can't be written.
    """
    if sys.stdout is None:
        raise ClosedOutputError("standard output is closed")
    if isinstance(what, str):
        print(what, flush=True)  # noqa: T201 - this module prints
        return
    if not isinstance(what, dict):
        _Console(highlight=False, emoji=False, markup=False).print(what)
        sys.stdout.flush()
        return
    unicode = (sys.stdout.encoding or "").lower().replace("_", "-") in {"utf-8", "utf8"}
    # A line of results is passed on at once: another program may wait for it.
    print(json.dumps(what, ensure_ascii=not unicode, indent=indent), flush=True)  # noqa: T201 - as above


def warn(what: str) -> None:
    """Say on standard error what a person should know of, though the command goes on."""
    if sys.stderr is not None:
        print(f"sikwu: {what}", file=sys.stderr, flush=True)  # noqa: T201 - as above
