"""One set of tiles as it was shown: a small picture of each tile, and what it is."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

import numpy as np

from scoring.tile import KINDS, Tile
from vision.decoding import frozen
from vision.errors import SetFormatError
from vision.exported import listed, mapping, text
from vision.rectify import CROP_HEIGHT, CROP_WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["SetFacts", "TileSet", "checked_name"]

_FORMAT: Final = 1
_LONGEST: Final = 80
_LARGEST: Final = 2**29
"""Bytes of all pictures together; 35,000 tiles."""
_WORDS: Final = frozenset({"auto", "none"})
"""What a command line says instead of a name."""


def checked_name(name: str) -> str:
    """Give a set's name with composed characters (NFC).

    Raises:
        SetFormatError: it can't be printed, or typed where a command line wants a name.

    >>> checked_name("-x")
    Traceback (most recent call last):
    vision.errors.SetFormatError: '-x' begins like an option, so that no command could be told the name
    """
    composed = normalize("NFC", name)
    if not composed or composed != composed.strip() or not composed.isprintable() or len(composed) > _LONGEST:
        raise SetFormatError(
            f"{name!r} is no name for a set of tiles: that has 1 to {_LONGEST} characters, all of which "
            "print, and no space at either end"
        )
    if composed.startswith("-"):
        raise SetFormatError(f"{name!r} begins like an option, so that no command could be told the name")
    if composed.casefold() in _WORDS:
        raise SetFormatError(
            f"a set can't be called {composed}: the word has a meaning where sets are chosen"
        )
    return composed


@dataclass(frozen=True)
class SetFacts:
    """Which set of tiles a photo was read with.

    Attributes:
        name: as it was enrolled.
        sha256: hexadecimal digest of its pictures and kinds; another name changes nothing of it.
    """

    name: str
    sha256: str


@dataclass(frozen=True, eq=False)
class TileSet:
    """One set of tiles as it was shown.

    It keeps the tiles' pictures and not what a network makes of them, so that it outlives the network.

    Attributes:
        name: what its owner calls it.
        crops: a picture of each tile, RGB uint8 [N, 80, 64, 3], read-only, as `vision.rectify.rectify` cuts
            them.
        kinds: what each shows, N places in `scoring.tile.KINDS`.
        photos: sha256 of each photo that they were cut from, in the order in which they were shown.
        program: version of the program that cut them.
        cache: a folder in which what a network makes of the crops may be kept; None for nowhere.

    Raises:
        SetFormatError: the name can't be printed or typed, or the arrays don't fit each other.
    """

    name: str
    crops: NDArray[np.uint8] = field(repr=False)
    kinds: tuple[int, ...] = field(repr=False)
    photos: tuple[str, ...] = ()
    program: str = ""
    cache: Path | None = None

    def __post_init__(self) -> None:
        """Refuse what is no set."""
        object.__setattr__(self, "name", checked_name(self.name))
        # Plain numbers, and pixels that stay as they are: the digest is of both.
        object.__setattr__(self, "kinds", tuple(map(int, self.kinds)))
        object.__setattr__(self, "photos", tuple(self.photos))
        if self.crops.flags.writeable:
            object.__setattr__(self, "crops", frozen(self.crops.copy()))
        wanted = (len(self.kinds), CROP_HEIGHT, CROP_WIDTH, 3)
        if self.crops.dtype != np.uint8 or self.crops.shape != wanted or not self.kinds:
            raise SetFormatError(
                f"the pictures of {len(self.kinds)} tiles are uint8 {list(wanted)}, at least one of them, "
                f"not {self.crops.dtype} {list(self.crops.shape)}"
            )
        if not all(0 <= kind < len(KINDS) for kind in self.kinds):
            raise SetFormatError(f"a kind is a number from 0 to {len(KINDS) - 1}; these are {self.kinds}")

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the pixels read-only again, which they aren't after a pickle or a deep copy."""
        self.__dict__.update(state)
        self.crops.flags.writeable = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """What each picture shows."""
        return tuple(KINDS[kind] for kind in self.kinds)

    @property
    def missing(self) -> tuple[Tile, ...]:
        """The kinds of which it holds no picture; they are left to the network."""
        return tuple(tile for tile in KINDS if tile.index not in set(self.kinds))

    @cached_property
    def sha256(self) -> str:
        """Hexadecimal digest of the pictures and kinds."""
        digest = hashlib.sha256(f"tile set {_FORMAT} {list(self.kinds)}\n".encode())
        digest.update(np.ascontiguousarray(self.crops).data)
        return digest.hexdigest()

    @property
    def facts(self) -> SetFacts:
        """Name and digest."""
        return SetFacts(self.name, self.sha256)

    def picture(self) -> NDArray[np.uint8]:
        """Give the crops in one picture, a row for each kind, RGB uint8 [H, W, 3]."""
        rows = [
            [index for index, each in enumerate(self.kinds) if each == kind]
            for kind in sorted(set(self.kinds))
        ]
        sheet = np.full((len(rows) * CROP_HEIGHT, max(map(len, rows)) * CROP_WIDTH, 3), 128, np.uint8)
        for number, row in enumerate(rows):
            top = number * CROP_HEIGHT
            for place, index in enumerate(row):
                left = place * CROP_WIDTH
                sheet[top : top + CROP_HEIGHT, left : left + CROP_WIDTH] = self.crops[index]
        return sheet

    def renamed(self, name: str) -> TileSet:
        """Give the same tiles under another name.

        Raises:
            SetFormatError: that is no name.
        """
        return replace(self, name=name)

    def joined(self, other: TileSet) -> TileSet:
        """Add another's pictures to these; the name stays."""
        return replace(
            self,
            crops=np.concatenate([self.crops, other.crops]),
            kinds=self.kinds + other.kinds,
            photos=self.photos + other.photos,
            program=other.program,
        )

    def to_bytes(self) -> bytes:
        """Write the set as the bytes of a file (NumPy's npz)."""
        facts = {
            "format": _FORMAT,
            "name": self.name,
            "kinds": [KINDS[kind].code for kind in self.kinds],
            "photos": list(self.photos),
            "program": self.program,
            "sha256": self.sha256,
        }
        written = np.frombuffer(json.dumps(facts, ensure_ascii=False).encode(), np.uint8)
        file = io.BytesIO()
        np.savez_compressed(file, facts=written, crops=self.crops)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, *, cache: Path | None = None) -> TileSet:
        """Read what `to_bytes` wrote.

        Raises:
            SetFormatError: these are other bytes, damaged, or written by a newer program.
        """
        try:
            facts, crops = _parts(data)
            kinds = tuple(Tile(code).index for code in listed(facts, "kinds", text))
            photos = listed(facts, "photos", text)
            sha256 = text(facts["sha256"])
            found = cls(text(facts["name"]), crops, kinds, photos, text(facts["program"]), cache)
        except SetFormatError:
            raise
        except KeyError as error:
            raise SetFormatError(f"no stored set of tiles: it lacks {error}") from error
        except Exception as error:
            # Damaged bytes make the archive's reader raise anything: zlib.error, RuntimeError and more.
            raise SetFormatError(f"a damaged set of tiles: {error or type(error).__name__}") from error
        if found.sha256 != sha256:
            raise SetFormatError("its pictures are damaged: they have another sha256 than it says")
        return found


def _parts(data: bytes) -> tuple[Mapping[str, Any], NDArray[np.uint8]]:
    """Take the facts and the pictures out of a file's bytes.

    Raises:
        SetFormatError: it is no such file, or a far too large one.
        Exception: it is damaged.
    """
    if not data.startswith(b"PK\x03\x04"):
        raise SetFormatError("no stored set of tiles: that is a NumPy archive (npz)")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = sum(each.file_size for each in archive.infolist())
    if size > _LARGEST:
        raise SetFormatError(
            f"no stored set of tiles: it unpacks to {size:,} bytes, the limit is {_LARGEST:,}"
        )
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        facts, crops = mapping(json.loads(bytes(file["facts"])), "the facts of a set"), file["crops"]
    if facts["format"] != _FORMAT:
        raise SetFormatError(
            f"another sikwu has written it: format {facts['format']!r:.20}, this one reads {_FORMAT}"
        )
    return facts, crops
