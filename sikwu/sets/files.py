"""The folder of the sets: what a file is called, one process at a time, and files whole or not at all."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from sikwu.sets.errors import SetStoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["ENDING", "caseless", "changing", "file_name", "in_words", "write_whole"]

ENDING: Final = ".tiles.npz"
_PART: Final = f"{ENDING}.part"
_LOCK: Final = "lock"
_SHOWN: Final = 40
"""Characters of the name that the file's name shows."""
_WAIT: Final = 10.0
"""Seconds to wait for another process that is writing."""


def caseless(name: str) -> str:
    """Give what is the same for names that differ only in capital and small letters.

    >>> caseless("STRASSE") == caseless("straße")
    True
    """
    return normalize("NFC", normalize("NFC", name).casefold())


def file_name(name: str) -> str:
    """Say what the file of a set is called: its name as far as a file's can show it, and a digest of it."""
    known = caseless(name)
    shown = re.sub(r"[^\w]+", "-", known)[:_SHOWN].strip("-")
    digest = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    # A name of the file system holds 255 bytes, and a Chinese character takes three.
    return f"{shown}-{digest}{ENDING}"


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Name the path where the operating system says what is wrong.

    Raises:
        SetStoreError: it said so.
    """
    try:
        yield
    except OSError as error:
        raise SetStoreError(f"{path}: {error.strerror or error}") from error


@contextmanager
def changing(folder: Path) -> Iterator[None]:
    """Be the only process that changes a folder of sets; the folder is made where there is none.

    The lock is an empty SQLite database: every operating system knows it, and lets go of it when the process
    is killed. What a killed one had half written is taken away.

    Raises:
        SetStoreError: the folder can't be made or written to, or another process is busy for too long.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetStoreError(
            f"{folder}: no folder for the sets can be made here: {error.strerror or error}; SIKWU_SETS names "
            "another"
        ) from error
    path = folder / _LOCK
    try:
        with closing(sqlite3.connect(path, timeout=_WAIT, isolation_level=None)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            with in_words(folder):
                for left in folder.glob(f"*{_PART}"):
                    left.unlink(missing_ok=True)
            yield
    except sqlite3.Error as error:
        raise SetStoreError(
            f"{folder}: sets can't be stored here: {error}; SIKWU_SETS names another folder"
        ) from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a process that is killed leaves the one that there was.

    Call it while `changing` the folder.

    Raises:
        OSError: it can't be written.
    """
    part = path.with_name(f"{secrets.token_hex(8)}{_PART}")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # on the disk before it takes its place
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
