"""From a file, bytes or an array to the pixels of an upright photo."""

from __future__ import annotations

import hashlib
import io
import warnings
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from PIL import ExifTags, Image, UnidentifiedImageError

from vision.errors import (
    PhotoFileError,
    PhotoTooLargeError,
    PictureFormatError,
    PixelsError,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMATS", "MAX_BYTES", "MAX_PIXELS", "Photo", "Source", "load"]

FORMATS: Final = ("JPEG", "PNG", "WebP", "BMP", "TIFF")
"""The picture formats that are read."""

MAX_BYTES: Final = 100 * 2**20
"""The default limit of a file's size: 100 MiB."""

MAX_PIXELS: Final = 120_000_000
"""The default limit of width times height: 120 megapixels, above what phones take."""

Source: TypeAlias = "str | PathLike[str] | bytes | bytearray | memoryview | NDArray[np.uint8]"
"""What a photo can come from."""

# A JPEG with a second picture behind it, as phones write them, is opened as a JPEG too.
_PILLOW_FORMATS: Final = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
_ORIENTATIONS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_QUARTER_TURNS: Final = {_ORIENTATIONS[each] for each in (5, 6, 7, 8)}
_FACTORS: Final = (8, 4, 2)
_ENOUGH: Final = 1600
"""Longer side in pixels at which a row of seventeen tiles shows each as wide as the classifier's crop is."""

_BYTES: Final = "the bytes given"
_READ: Final = f"{', '.join(FORMATS[:-1])} and {FORMATS[-1]} are read"


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
    """

    width: int
    height: int
    path: str | None
    sha256: str
    reduced: NDArray[np.uint8] = field(repr=False)
    _encoded: bytes | None = field(repr=False, default=None)

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels of the photo for one of `reduced`, across and down; 1 where that is the photo itself."""
        return self.width / self.reduced.shape[1], self.height / self.reduced.shape[0]

    @cached_property
    def pixels(self) -> NDArray[np.uint8]:
        """The photo at full size, RGB uint8 [height, width, 3], read-only; decoded when first asked for.

        Raises:
            CaptureError: what the file's reduced decoding let pass is damaged, or the memory doesn't suffice.
        """
        if self._encoded is None:
            return self.reduced
        pixels, _ = _decode(self._encoded, self.path or _BYTES, self.width * self.height, enough=None)
        return pixels


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
        raise PictureFormatError(f"{name}: empty, no picture; {_READ}")
    pixels, (width, height) = _decode(data, name, max_pixels, enough=_ENOUGH)
    encoded = None if pixels.shape[:2] == (height, width) else data
    return Photo(width, height, path, hashlib.sha256(data).hexdigest(), pixels, encoded)


def _frozen(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Make an array that nobody else holds read-only."""
    kept = np.ascontiguousarray(pixels)
    kept.flags.writeable = False
    return kept


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
    _check_pixels("the array given", width, height, max_pixels)
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
    return Photo(width, height, None, digest.hexdigest(), _frozen(pixels))


def _check_pixels(name: str, width: int, height: int, max_pixels: int) -> None:
    if width * height > max_pixels:
        raise PhotoTooLargeError(
            f"{name}: {width} x {height} = {width * height:,} pixels; the limit is {max_pixels:,}"
        )


def _foreign(data: bytes) -> str | None:
    """Name a known format that isn't read, from the first bytes of a file."""
    if data[:6] in {b"GIF87a", b"GIF89a"}:
        return "a GIF"
    if data[4:8] == b"ftyp":
        brand = data[8:12]
        if brand in {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"}:
            return "a HEIC photo (set the phone's camera to the most compatible format, or export it as JPEG)"
        return "an AVIF picture" if brand in {b"avif", b"avis"} else "a video"
    for start, name in (
        (b"%PDF", "a PDF"),
        (b"<svg", "an SVG drawing"),
        (b"<?xml", "an XML text"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
        (b"\xff\x0a", "a JPEG XL picture"),
        (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture"),
        (b"\x00\x00\x01\x00", "a Windows icon"),
        (b"8BPS", "a Photoshop file"),
    ):
        if data.startswith(start):
            return name
    return None


def _decode(
    data: bytes, name: str, max_pixels: int, *, enough: int | None
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Decode a picture, a JPEG reduced to a longer side that is still `enough`; also give the full size."""
    foreign = _foreign(data)
    if foreign is not None:
        raise PictureFormatError(f"{name}: {foreign}; {_READ}")
    with warnings.catch_warnings():
        # Decoders warn about odd metadata; what matters of it is checked here and raised.
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data), formats=_PILLOW_FORMATS) as image:
                size = image.size
                _check_pixels(name, *size, max_pixels)
                if enough is not None:
                    _reduce(image, enough)
                image.load()
                turn = _turn(image)
                upright = image if turn is None else image.transpose(turn)
                return _frozen(_pixels(upright, name)), (size[::-1] if turn in _QUARTER_TURNS else size)
        except (PictureFormatError, PhotoTooLargeError):
            raise
        except UnidentifiedImageError as error:
            raise PictureFormatError(f"{name}: no picture of a known format; {_READ}") from error
        except Image.DecompressionBombError as error:
            raise PhotoTooLargeError(
                f"{name}: far more pixels than the limit of {max_pixels:,}: {error}"
            ) from error
        except MemoryError as error:
            raise PhotoTooLargeError(f"{name}: too large for this machine's memory") from error
        except Exception as error:
            # Decoders of foreign bytes raise anything: OSError, SyntaxError, struct.error and more.
            raise PictureFormatError(f"{name}: a damaged picture: {error or type(error).__name__}") from error


def _reduce(image: Image.Image, enough: int) -> None:
    """Ask a JPEG's decoder for the smallest of its sizes whose longer side is still `enough`."""
    if image.format not in {"JPEG", "MPO"}:
        return
    factor = next((each for each in _FACTORS if max(image.size) >= each * enough), 1)
    if factor > 1 and min(image.size) >= factor:
        image.draft(None, (image.width // factor, image.height // factor))


def _turn(image: Image.Image) -> Image.Transpose | None:
    """Say what turns a picture upright."""
    try:
        orientation = image.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:  # noqa: BLE001 - damaged EXIF raises anything, and a photo without EXIF is upright
        orientation = 1
    # An odd value may be of any type, also one that can't be looked up.
    return _ORIENTATIONS.get(orientation) if isinstance(orientation, int) else None


def _pixels(image: Image.Image, name: str) -> NDArray[np.uint8]:
    if not image.width or not image.height:
        raise PictureFormatError(f"{name}: a picture without pixels")
    mode = image.mode
    # Pillow before 11 calls the 16-bit grey of a PNG "I".
    if mode.startswith("I;16") or (mode == "I" and image.format == "PNG"):
        grey = np.asarray(image).astype(np.uint32)
        return np.repeat(((grey * 255 + 32767) // 65535).astype(np.uint8)[:, :, None], 3, axis=2)
    if mode in {"I", "F"}:
        raise PictureFormatError(f"{name}: samples of 32 bits; save it with 8 or 16 bits a sample")
    if "transparency" in image.info or mode in {"RGBA", "RGBa", "LA", "La", "PA"}:
        layer = image.convert("RGBA")
        white = Image.new("RGBA", layer.size, (255, 255, 255, 255))
        image = Image.alpha_composite(white, layer)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"), dtype=np.uint8)
