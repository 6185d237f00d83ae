"""From a picture's bytes to upright RGB pixels: every format, colour and orientation, or a clear refusal."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PIL import ExifTags, Image, UnidentifiedImageError

from vision.errors import PhotoTooLargeError, PictureFormatError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMATS", "READ", "Decoded", "check_pixels", "decode", "frozen"]

FORMATS: Final = ("JPEG", "PNG", "WebP", "BMP", "TIFF")
"""The picture formats that are read."""

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
_FROM_THE_RIGHT: Final = {_ORIENTATIONS[each] for each in (2, 3, 6, 7)}
"""Turns after which the left edge is one that was the right or the lower one."""
_FROM_BELOW: Final = {_ORIENTATIONS[each] for each in (3, 4, 7, 8)}
"""Turns after which the upper edge is one that was the right or the lower one."""
_FACTORS: Final = (8, 4, 2)

READ: Final = f"{', '.join(FORMATS[:-1])} and {FORMATS[-1]} are read"
"""The formats in words."""


class Decoded(NamedTuple):
    """An upright picture, perhaps reduced; the others as in `Photo`."""

    pixels: NDArray[np.uint8]
    width: int
    height: int
    factor: int
    corner: tuple[int, int]


def frozen(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Make an array that nobody else holds read-only."""
    kept = np.ascontiguousarray(pixels)
    kept.flags.writeable = False
    return kept


def check_pixels(name: str, width: int, height: int, max_pixels: int) -> None:
    """Refuse a picture of too many pixels.

    Args:
        name: of the picture, for the message.
        width: in pixels.
        height: likewise.
        max_pixels: the limit of both multiplied.

    Raises:
        PhotoTooLargeError: the limit is passed.
    """
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


def decode(data: bytes, name: str, max_pixels: int, *, enough: int | None) -> Decoded:
    """Decode a picture and turn it upright.

    Args:
        data: the bytes of its file.
        name: what messages call it.
        max_pixels: the limit of width times height.
        enough: pixels that the longer side of a JPEG still has when it is reduced; None to reduce nothing.

    Raises:
        PictureFormatError: these are other bytes, or damaged ones.
        PhotoTooLargeError: the limit is passed, or the memory doesn't suffice.
    """
    foreign = _foreign(data)
    if foreign is not None:
        raise PictureFormatError(f"{name}: {foreign}; {READ}")
    with warnings.catch_warnings():
        # Decoders warn about odd metadata; what matters of it is checked here and raised.
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data), formats=_PILLOW_FORMATS) as image:
                size = image.size
                check_pixels(name, *size, max_pixels)
                factor = 1 if enough is None else _reduce(image, enough, name)
                image.load()
                turn = _turn(image)
                upright = image if turn is None else image.transpose(turn)
                width, height = size[::-1] if turn in _QUARTER_TURNS else size
                corner = (
                    width - factor * upright.width if turn in _FROM_THE_RIGHT else 0,
                    height - factor * upright.height if turn in _FROM_BELOW else 0,
                )
                return Decoded(frozen(_pixels(upright, name)), width, height, factor, corner)
        except (PictureFormatError, PhotoTooLargeError):
            raise
        except UnidentifiedImageError as error:
            raise PictureFormatError(f"{name}: no picture of a known format; {READ}") from error
        except Image.DecompressionBombError as error:
            raise PhotoTooLargeError(
                f"{name}: far more pixels than the limit of {max_pixels:,}: {error}"
            ) from error
        except MemoryError as error:
            raise PhotoTooLargeError(f"{name}: too large for this machine's memory") from error
        except Exception as error:
            # Decoders of foreign bytes raise anything: OSError, SyntaxError, struct.error and more.
            raise PictureFormatError(f"{name}: a damaged picture: {error or type(error).__name__}") from error


def _reduce(image: Image.Image, enough: int, name: str) -> int:
    """Ask a JPEG's decoder for the smallest of its sizes whose longer side is still `enough`.

    The decoder makes one pixel of each block of so many by so many, counted from the top left corner, also of
    the blocks that the right and lower edges cut.

    Returns:
        The length of a block's side, 1 where nothing is reduced.
    """
    if image.format not in {"JPEG", "MPO"}:
        return 1
    factor = next((each for each in _FACTORS if max(image.size) >= each * enough), 1)
    if factor == 1 or min(image.size) < factor:
        return 1
    width, height = image.size
    image.draft(None, (width // factor, height // factor))
    if image.size == (-(-width // factor), -(-height // factor)):
        return factor
    if image.size == (width, height):
        return 1  # this decoder reduces nothing
    raise PictureFormatError(f"{name}: {width} x {height} pixels, reduced by {factor}, become {image.size}")


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
