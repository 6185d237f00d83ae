"""From a file, bytes or an array to the pixels of an upright photo."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from vision.decoding import FORMATS, READ, check_pixels, decode, frozen
from vision.errors import (
    PhotoFileError,
    PhotoTooLargeError,
    PictureFormatError,
    PixelsError,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.letterbox import Box

__all__ = ["FORMATS", "MAX_BYTES", "MAX_PIXELS", "Photo", "Source", "load"]

MAX_BYTES: Final = 100 * 2**20
"""The default limit of a file's size: 100 MiB."""

MAX_PIXELS: Final = 120_000_000
"""The default limit of width times height: 120 megapixels, above what phones take."""

Source: TypeAlias = "str | PathLike[str] | bytes | bytearray | memoryview | NDArray[np.uint8]"
"""What a photo can come from."""

_ENOUGH: Final = 1600
"""Longer side in pixels at which a row of seventeen tiles shows each as wide as the classifier's crop is."""

_BYTES: Final = "the bytes given"


@dataclass(frozen=True, eq=False)
class Photo:
    """A photo after its EXIF orientation was applied.

    Attributes:
        width: width in pixels.
        height: height in pixels.
        path: the file it came from, as it was given; None for bytes and arrays.
        sha256: hexadecimal digest of the file's bytes; of an array, of its shape and pixels.
        reduced: the photo as it is read first, RGB uint8 [h, w, 3], read-only. Of a large JPEG a half,
            quarter or eighth of the full size, with a longer side of 1,600 pixels or more: decoding to that
            takes a fraction of the time and shows what fills a good part of the picture just as well. Of all
            else the photo itself.
        factor: pixels of the photo, across and down, that one of `reduced` stands for: 1, 2, 4 or 8.
        corner: where the top left corner of `reduced` lies in the photo, x and y. Where a side is no multiple
            of the factor, `reduced` reaches up to ``factor - 1`` pixels beyond the photo: as the camera held
            it to the right and below, so that a photo turned by its EXIF orientation may have that at its
            left and top, and the corner is negative.
    """

    width: int
    height: int
    path: str | None
    sha256: str
    reduced: NDArray[np.uint8] = field(repr=False)
    factor: int = 1
    corner: tuple[int, int] = (0, 0)
    _encoded: bytes | None = field(repr=False, default=None)

    def __post_init__(self) -> None:
        """Make the pixels read-only: the digest must go on speaking the truth about them."""
        if self.reduced.flags.writeable:
            object.__setattr__(self, "reduced", frozen(self.reduced.copy()))

    def __getstate__(self) -> dict[str, Any]:
        """Give what a pickle or a copy holds: not the full size where that can be decoded again."""
        return {name: value for name, value in self.__dict__.items() if name != "pixels"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take it, and make the pixels read-only again, which they aren't after a pickle or a deep copy."""
        self.__dict__.update(state)
        self.reduced.flags.writeable = False

    def to_photo(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Map points [..., 2] from `reduced` to the photo, both in pixels, (x, y)."""
        return np.asarray(points * np.float64(self.factor) + np.array(self.corner, np.float64))

    def to_reduced(self, box: Box) -> Box:
        """Give the pixels of `reduced` that a box in the photo touches; both x, y, width, height.

        >>> photo = Photo(5, 5, None, "", np.zeros((3, 3, 3), np.uint8), 2, (-1, 0))
        >>> photo.to_reduced((0, 0, 2, 2))
        (0, 0, 2, 1)
        """
        x, y, width, height = box
        left, right = x - self.corner[0], x - self.corner[0] + width
        top, bottom = y - self.corner[1], y - self.corner[1] + height
        first, above = left // self.factor, top // self.factor
        return first, above, -(-right // self.factor) - first, -(-bottom // self.factor) - above

    @cached_property
    def pixels(self) -> NDArray[np.uint8]:
        """The photo at full size, RGB uint8 [height, width, 3], read-only; decoded when first asked for.

        Raises:
            CaptureError: what the file's reduced decoding let pass is damaged, or the memory doesn't suffice.
        """
        if self._encoded is None:
            return self.reduced
        return decode(self._encoded, self.path or _BYTES, self.width * self.height, enough=None).pixels


def load(source: Source, *, max_bytes: int = MAX_BYTES, max_pixels: int = MAX_PIXELS) -> Photo:
    """Read a photo and turn it upright as its EXIF orientation says.

    A large JPEG is decoded at a part of its size at first (`Photo.reduced`).
    Of an animated picture or one with several pages the first is taken; transparent pixels are laid on white;
    samples of 16 bits are reduced to 8.

    Args:
        source: a path, the bytes of a file, or pixels: uint8 RGB [H, W, 3], grey [H, W] or [H, W, 1], or
            RGBA [H, W, 4].
        max_bytes: limit of the file's size.
        max_pixels: limit of width times height.

    Raises:
        PhotoFileError: the file is missing, a folder, or can't be opened.
        PictureFormatError: the bytes are no picture of a known format, or a damaged one.
        PhotoTooLargeError: a limit is passed.
        PixelsError: an array of another shape or dtype.

    >>> photo = load(np.zeros((30, 40), np.uint8))
    >>> photo.width, photo.height, photo.pixels.shape
    (40, 30, (30, 40, 3))
    """
    if isinstance(source, np.ndarray):
        return _from_array(source, max_pixels)
    if isinstance(source, bytes | bytearray | memoryview):
        data, path, name = bytes(source), None, _BYTES
    elif isinstance(source, str | PathLike):
        path = fspath(source)
        data, name = _file_bytes(path, max_bytes), path
    else:
        raise PixelsError(f"a photo comes from a path, bytes or a uint8 array, not {type(source).__name__}")
    if len(data) > max_bytes:
        raise PhotoTooLargeError(f"{name}: {len(data):,} bytes; the limit is {max_bytes:,}")
    if not data:
        raise PictureFormatError(f"{name}: empty, no picture; {READ}")
    pixels, width, height, factor, corner = decode(data, name, max_pixels, enough=_ENOUGH)
    encoded = None if factor == 1 else data
    return Photo(width, height, path, hashlib.sha256(data).hexdigest(), pixels, factor, corner, encoded)


def _file_bytes(path: str, max_bytes: int) -> bytes:
    if "\0" in path:
        raise PhotoFileError(f"{path!r}: no path of a file, it holds a NUL character")
    file = Path(path)
    try:
        if file.is_dir():
            raise PhotoFileError(f"{path}: a folder, not a photo")
        if not file.exists():
            raise PhotoFileError(f"{path}: no such file")
        if not file.is_file():
            raise PhotoFileError(f"{path}: not an ordinary file")
        size = file.stat().st_size
        if size > max_bytes:
            raise PhotoTooLargeError(f"{path}: {size:,} bytes; the limit is {max_bytes:,}")
        return file.read_bytes()
    except OSError as error:
        raise PhotoFileError(f"{path}: can't be opened: {error.strerror or error}") from error


def _from_array(array: NDArray[np.uint8], max_pixels: int) -> Photo:
    wanted = "a photo is uint8 RGB [H, W, 3], grey [H, W] or RGBA [H, W, 4]"
    if array.dtype != np.uint8:
        raise PixelsError(f"an array of {array.dtype}; {wanted}")
    channels = 1 if array.ndim == 2 else array.shape[-1]
    if array.ndim not in {2, 3} or channels not in {1, 3, 4}:
        raise PixelsError(f"an array of shape {list(array.shape)}; {wanted}")
    height, width = array.shape[:2]
    if not height or not width:
        raise PixelsError(f"an array of shape {list(array.shape)} has no pixels; {wanted}")
    check_pixels("the array given", width, height, max_pixels)
    digest = hashlib.sha256(f"uint8 {list(array.shape)}\n".encode())
    digest.update(np.ascontiguousarray(array).data)
    flat = array.reshape(height, width, channels)
    if channels == 1:
        pixels = np.repeat(flat, 3, axis=2)
    elif channels == 4:
        alpha = flat[:, :, 3:].astype(np.uint16)
        laid = flat[:, :, :3] * alpha + 255 * (255 - alpha)
        pixels = ((laid + 127) // 255).astype(np.uint8)
    else:
        # The caller may go on drawing into the array; the photo must not change with it.
        pixels = flat.copy()
    return Photo(width, height, None, digest.hexdigest(), frozen(pixels))
