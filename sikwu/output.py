"""Printing: what a person reads, and JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

__all__ = ["show"]


def show(what: RenderableType | Mapping[str, Any], *, indent: int | None = 2) -> None:
    """Print a laid-out report, a text as it stands, or a JSON object.

    In JSON, characters that the terminal's encoding may lack are written as escapes.

    Args:
        what: what `sikwu.report` lays out, a text whose lines aren't to be wrapped, or an object of
            JSON-able values.
        indent: of JSON; `None` puts the object on one line.
    """
    if isinstance(what, str):
        print(what)  # noqa: T201 - this module prints
        return
    if not isinstance(what, dict):
        Console(highlight=False, emoji=False, markup=False).print(what)
        return
    unicode = (sys.stdout.encoding or "").lower().replace("_", "-") in {"utf-8", "utf8"}
    # A line of results is passed on at once: another program may wait for it.
    print(json.dumps(what, ensure_ascii=not unicode, indent=indent), flush=True)  # noqa: T201 - as above
