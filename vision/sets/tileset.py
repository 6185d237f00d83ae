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

from scoring.errors import NotationError
from scoring.tile import KINDS, Tile
from vision.errors import SetFormatError
from vision.rectify import CROP_HEIGHT, CROP_WIDTH

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["SetFacts", "TileSet"]

_FORMAT: Final = 1
_LONGEST: Final = 80
_WORDS: Final = frozenset({"auto", "none"})
"""What a command line says instead of a name."""


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
        crops: a picture of each tile, RGB uint8 [N, 80, 64, 3], as `vision.rectify.rectify` cuts them.
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
        name = normalize("NFC", self.name)
        if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST:
            raise SetFormatError(
                f"{self.name!r} is no name for a set of tiles: that has 1 to {_LONGEST} characters, all of "
                "which print, and no space at either end"
            )
        if name.casefold() in _WORDS:
            raise SetFormatError(
                f"a set can't be called {name}: the word has a meaning where sets are chosen"
            )
        object.__setattr__(self, "name", name)
        wanted = (len(self.kinds), CROP_HEIGHT, CROP_WIDTH, 3)
        if self.crops.dtype != np.uint8 or self.crops.shape != wanted or not self.kinds:
            raise SetFormatError(
                f"the pictures of {len(self.kinds)} tiles are uint8 {list(wanted)}, at least one of them, "
                f"not {self.crops.dtype} {list(self.crops.shape)}"
            )
        if not all(0 <= kind < len(KINDS) for kind in self.kinds):
            raise SetFormatError(f"a kind is a number from 0 to {len(KINDS) - 1}; these are {self.kinds}")

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
        text = np.frombuffer(json.dumps(facts, ensure_ascii=False).encode(), np.uint8)
        file = io.BytesIO()
        np.savez_compressed(file, facts=text, crops=self.crops)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, *, cache: Path | None = None) -> TileSet:
        """Read what `to_bytes` wrote.

        Raises:
            SetFormatError: these are other bytes, damaged, or written by a newer program.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                facts: Any = json.loads(bytes(file["facts"]))
                crops = file["crops"]
            if facts["format"] != _FORMAT:
                raise SetFormatError(
                    f"another sikwu has written it: format {facts['format']}, this one reads {_FORMAT}"
                )
            kinds = tuple(Tile(code).index for code in facts["kinds"])
            photos = tuple(str(each) for each in facts["photos"])
            found = cls(str(facts["name"]), crops, kinds, photos, str(facts["program"]), cache)
            if found.sha256 != facts["sha256"]:
                raise SetFormatError("its pictures are damaged: they have another sha256 than it says")
        except (
            KeyError,
            TypeError,
            ValueError,
            EOFError,
            OSError,
            zipfile.BadZipFile,
            NotationError,
        ) as error:
            if isinstance(error, SetFormatError):
                raise
            raise SetFormatError(f"no stored set of tiles: {error}") from error
        return found
