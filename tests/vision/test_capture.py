"""Every picture becomes a photo or a clear refusal."""

from __future__ import annotations

import copy
import hashlib
import io
import pickle
import random
import struct
import zlib
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.capture import FORMATS, Photo, load
from vision.errors import (
    CaptureError,
    PhotoFileError,
    PhotoTooLargeError,
    PictureFormatError,
    PixelsError,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def corners() -> Image.Image:
    """48 x 32 pixels: red, green, blue and white quarters, clockwise from the top left."""
    image = Image.new("RGB", (48, 32))
    for colour, box in zip(
        (RED, GREEN, BLUE, WHITE),
        ((0, 0, 24, 16), (24, 0, 48, 16), (24, 16, 48, 32), (0, 16, 24, 32)),
        strict=True,
    ):
        image.paste(colour, box)
    return image


def encoded(image: Image.Image, picture_format: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, picture_format, **options)
    return buffer.getvalue()


def quarters(pixels: NDArray[np.uint8]) -> list[tuple[int, ...]]:
    """The colours of the quarters, clockwise from the top left, to the nearest corner of the colour cube."""
    height, width = pixels.shape[:2]
    places = ((1, 1), (1, 3), (3, 3), (3, 1))
    picked = [pixels[height * y // 4, width * x // 4] for y, x in places]
    return [tuple(255 if channel > 127 else 0 for channel in colour.tolist()) for colour in picked]


@pytest.mark.parametrize("picture_format", FORMATS)
def test_each_format_is_read_from_a_path_and_from_bytes(picture_format: str, tmp_path: Path) -> None:
    data = encoded(corners(), picture_format)
    path = tmp_path / "photo.whatever"
    path.write_bytes(data)
    for source, name in ((path, str(path)), (str(path), str(path)), (data, None), (bytearray(data), None)):
        photo = load(source)
        assert (photo.width, photo.height) == (48, 32)
        assert quarters(photo.pixels) == [RED, GREEN, BLUE, WHITE]
        assert photo.path == name
        assert photo.sha256 == hashlib.sha256(data).hexdigest()
        assert not photo.pixels.flags.writeable


# What each orientation does to the quarters: the stored picture is turned so that these lie clockwise from
# the top left.
ORIENTED = {
    1: [RED, GREEN, BLUE, WHITE],
    2: [GREEN, RED, WHITE, BLUE],
    3: [BLUE, WHITE, RED, GREEN],
    4: [WHITE, BLUE, GREEN, RED],
    5: [RED, WHITE, BLUE, GREEN],
    6: [WHITE, RED, GREEN, BLUE],
    7: [BLUE, GREEN, RED, WHITE],
    8: [GREEN, BLUE, WHITE, RED],
}


@pytest.mark.parametrize("picture_format", ["JPEG", "PNG", "WebP", "TIFF"])
@pytest.mark.parametrize("orientation", sorted(ORIENTED))
def test_exif_orientation_is_applied(picture_format: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load(encoded(corners(), picture_format, exif=exif))
    assert quarters(photo.pixels) == ORIENTED[orientation]
    assert (photo.width, photo.height) == ((48, 32) if orientation < 5 else (32, 48))


@pytest.mark.parametrize("orientation", [0, 9, 60000])
def test_an_orientation_that_does_not_exist_changes_nothing(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert quarters(load(encoded(corners(), "JPEG", exif=exif)).pixels) == ORIENTED[1]


@pytest.mark.parametrize(
    ("image", "picture_format"),
    [
        (corners().convert("CMYK"), "JPEG"),
        (corners().convert("CMYK"), "TIFF"),
        (corners().convert("P"), "PNG"),
        (corners().convert("P"), "BMP"),
        (corners().convert("RGBA"), "PNG"),
        (corners().convert("RGBA"), "WebP"),
        (corners().convert("YCbCr"), "JPEG"),
        (corners().convert("LAB"), "TIFF"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.mode,
)
def test_every_way_of_storing_colour_is_read(image: Image.Image, picture_format: str) -> None:
    assert quarters(load(encoded(image, picture_format)).pixels) == [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize("mode", ["1", "L", "LA"])
def test_grey_pictures_are_read(mode: str) -> None:
    image = Image.new("L", (8, 8), 255).convert(mode)
    assert (load(encoded(image, "PNG")).pixels == 255).all()


def test_sixteen_bits_a_sample_are_reduced_to_eight() -> None:
    samples = np.array([[0, 257 * 100], [257 * 200, 65535]], np.uint16)
    for picture_format in ("PNG", "TIFF"):
        pixels = load(encoded(Image.fromarray(samples), picture_format)).pixels
        assert pixels[:, :, 0].tolist() == [[0, 100], [200, 255]]


def test_sixteen_bit_colour_is_read() -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + struct.pack(">3H", 65535, 0, 257 * 100)
    header = struct.pack(">2I5B", 1, 1, 16, 2, 0, 0, 0)
    data = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(row))
        + chunk(b"IEND", b"")
    )
    assert load(data).pixels.tolist() == [[[255, 0, 100]]]


def test_thirty_two_bit_samples_are_refused() -> None:
    with pytest.raises(PictureFormatError, match="32 bits"):
        load(encoded(Image.fromarray(np.zeros((4, 4), np.float32)), "TIFF"))


def test_transparent_pixels_are_laid_on_white() -> None:
    image = Image.new("RGBA", (4, 4), (255, 0, 0, 0))
    assert (load(encoded(image, "PNG")).pixels == 255).all()
    half = load(np.full((2, 2, 4), (0, 0, 0, 128), np.uint8)).pixels
    assert (half == 127).all()


@pytest.mark.parametrize("picture_format", ["PNG", "WebP", "TIFF"])
def test_of_several_frames_the_first_is_taken(picture_format: str) -> None:
    frames = [Image.new("RGB", (6, 6), colour) for colour in (GREEN, RED)]
    data = encoded(frames[0], picture_format, save_all=True, append_images=frames[1:])
    assert quarters(load(data).pixels) == [GREEN] * 4


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (encoded(corners(), "GIF"), "GIF"),
        (b"\0\0\0\x18ftypheic" + bytes(40), "HEIC"),
        (b"\0\0\0\x18ftypavif" + bytes(40), "AVIF"),
        (b"\0\0\0\x18ftypisom" + bytes(40), "video"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"hello", "no picture"),
        (b"", "empty"),
    ],
)
def test_other_files_are_refused_by_name_with_what_is_read(data: bytes, named: str) -> None:
    with pytest.raises(PictureFormatError, match=named) as refusal:
        load(data)
    assert all(each in str(refusal.value) for each in FORMATS)


@pytest.mark.parametrize("picture_format", FORMATS)
@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
def test_a_truncated_picture_is_refused(picture_format: str, share: float) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8))
    data = encoded(noise, picture_format)
    with pytest.raises(PictureFormatError):
        load(data[: int(len(data) * share)])


@pytest.mark.parametrize("picture_format", FORMATS)
@pytest.mark.parametrize("seed", range(60))
def test_a_corrupted_picture_gives_a_photo_or_a_refusal_and_nothing_else(
    picture_format: str, seed: int, capfd: pytest.CaptureFixture[str]
) -> None:
    # Warnings are errors in this project's tests, so a decoder's warning fails this one too.
    rng = random.Random(seed)  # noqa: S311 - which bytes are spoilt is no secret
    exif = Image.Exif()
    exif[0x0112] = 6
    options = {} if picture_format == "BMP" else {"exif": exif}
    data = bytearray(encoded(corners().resize((96, 64)), picture_format, **options))
    reach = len(data) if seed % 2 else min(len(data), 200)
    for _ in range(rng.choice((1, 4, 30))):
        data[rng.randrange(reach)] = rng.randrange(256)
    if seed % 5 == 0:
        del data[rng.randrange(len(data)) :]
    try:
        channels = load(bytes(data)).pixels.shape[2]
    except CaptureError:
        channels = 3
    assert channels == 3
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("size", "reduced"),
    [
        ((1600, 40), (1600, 40)),
        ((3199, 40), (3199, 40)),
        ((3200, 41), (1600, 21)),
        ((41, 4033), (21, 2017)),
        ((6400, 48), (1600, 12)),
        ((3200, 1), (3200, 1)),
    ],
)
def test_a_large_jpeg_is_reduced_at_first_and_whole_when_asked_for(
    size: tuple[int, int], reduced: tuple[int, int]
) -> None:
    photo = load(encoded(corners().resize(size), "JPEG", quality=95))
    assert (photo.width, photo.height) == size
    assert photo.reduced.shape == (reduced[1], reduced[0], 3)
    assert photo.pixels.shape == (size[1], size[0], 3)
    assert not photo.reduced.flags.writeable
    assert not photo.pixels.flags.writeable
    if min(size) > 4:
        assert quarters(photo.reduced) == quarters(photo.pixels) == [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize("orientation", sorted(ORIENTED))
def test_the_reduced_photo_is_turned_as_the_whole_one(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    # So nearly square that a half of it is square: its sides must not be mixed up.
    photo = load(encoded(corners().resize((3200, 3199)), "JPEG", exif=exif))
    assert (photo.width, photo.height) == ((3200, 3199) if orientation < 5 else (3199, 3200))
    assert photo.reduced.shape == (1600, 1600, 3)
    assert photo.pixels.shape == (photo.height, photo.width, 3)
    assert quarters(photo.reduced) == quarters(photo.pixels) == ORIENTED[orientation]


def waves(width: int, height: int, length: int) -> Image.Image:
    """Waves of a length in pixels, in red across and in green down."""
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    red, green = (128 + 100 * np.sin(2 * np.pi * each / length) for each in (x, y))
    return Image.fromarray(np.stack([red, green, np.full_like(red, 128)], axis=2).round().astype(np.uint8))


@pytest.mark.parametrize("orientation", sorted(ORIENTED))
@pytest.mark.parametrize(
    ("size", "factor"),
    [
        ((3200, 64), 2),
        ((3201, 99), 2),
        ((101, 3203), 2),
        ((6407, 133), 4),
        ((139, 12805), 8),
        ((12807, 135), 8),
    ],
)
def test_a_place_in_the_reduced_photo_is_known_in_the_whole_one(
    size: tuple[int, int], factor: int, orientation: int
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load(encoded(waves(*size, 32 * factor), "JPEG", quality=97, subsampling=0, exif=exif))
    assert photo.factor == factor
    height, width = photo.reduced.shape[:2]
    centres = np.stack(np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5), axis=2)
    places = photo.to_photo(centres)
    inside = (places > factor / 2 - 0.01).all(axis=2)
    inside &= (places < np.array([photo.width, photo.height]) - factor / 2 + 0.01).all(axis=2)
    # OpenCV puts pixel centres at integers, hence the halves; a pixel's error of place would be 10 levels.
    x, y = (places - 0.5).astype(np.float32).transpose(2, 0, 1)
    seen = np.asarray(cv2.remap(photo.pixels, x, y, cv2.INTER_LINEAR))
    off = np.abs(photo.reduced.astype(int) - seen.astype(int))[inside]
    assert off.max() <= 5
    assert off.mean() < 1
    assert inside.sum() >= (width - 1) * (height - 1)


@pytest.mark.parametrize("orientation", sorted(ORIENTED))
def test_a_box_in_the_photo_is_what_it_touches_in_the_reduced_one(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load(encoded(Image.new("RGB", (6405, 43)), "JPEG", exif=exif))
    high, wide = photo.reduced.shape[:2]
    assert photo.to_reduced((0, 0, photo.width, photo.height)) == (0, 0, wide, high)
    for x, y in ((0, 0), (photo.width - 1, photo.height - 1), (photo.width // 3, photo.height // 2)):
        left, top, width, height = photo.to_reduced((x, y, 1, 1))
        assert (width, height) == (1, 1)
        near, far = photo.to_photo(np.array([[left, top], [left + 1, top + 1]]))
        assert (near <= [x, y]).all()
        assert (far >= [x + 1, y + 1]).all()


def pickled(photo: Photo) -> Photo:
    same = pickle.loads(pickle.dumps(photo))  # noqa: S301 - it was made right here
    assert isinstance(same, Photo)
    return same


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize(
    "source", [np.zeros((4, 4, 3), np.uint8), encoded(corners().resize((3201, 40)), "JPEG")]
)
def test_a_copy_of_a_photo_cant_be_written_to_either(
    source: bytes | NDArray[np.uint8], again: Callable[[Photo], Photo]
) -> None:
    photo = load(source)
    assert photo.pixels.shape == (photo.height, photo.width, 3)
    same = again(photo)
    assert not same.reduced.flags.writeable
    assert not same.pixels.flags.writeable
    assert (same.pixels == photo.pixels).all()
    assert (same.width, same.factor, same.corner, same.sha256) == (
        photo.width,
        photo.factor,
        photo.corner,
        photo.sha256,
    )


def test_a_photo_made_by_hand_keeps_its_pixels_too() -> None:
    array = np.zeros((4, 4, 3), np.uint8)
    photo = Photo(4, 4, None, "0" * 64, array)
    array[:] = 9
    assert not photo.pixels.any()
    assert not photo.pixels.flags.writeable


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_large_grey_and_printers_jpegs_are_reduced_too(mode: str) -> None:
    photo = load(encoded(Image.new("RGB", (3200, 64), WHITE).convert(mode), "JPEG"))
    assert photo.reduced.shape == (32, 1600, 3)
    assert (photo.reduced > 250).all()


def test_a_jpeg_with_a_second_picture_behind_it_is_reduced_too() -> None:
    image = Image.new("RGB", (3200, 64), GREEN)
    photo = load(encoded(image, "MPO", save_all=True, append_images=[image]))
    assert photo.reduced.shape == (32, 1600, 3)
    assert photo.pixels.shape == (64, 3200, 3)


def test_other_formats_are_read_whole_at_once() -> None:
    photo = load(encoded(corners().resize((3200, 32)), "PNG"))
    assert photo.reduced is photo.pixels


def test_a_truncated_large_jpeg_is_refused_when_it_is_loaded() -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 256, (64, 3200, 3), np.uint8))
    data = encoded(noise, "JPEG")
    with pytest.raises(PictureFormatError, match="damaged"):
        load(data[: int(len(data) * 0.9)])


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoFileError, match="no such file"):
        load(tmp_path / "missing.jpg")
    with pytest.raises(PhotoFileError, match="a folder"):
        load(tmp_path)
    with pytest.raises(PhotoFileError, match="no path"):
        load("a\0b")
    (tmp_path / "empty.jpg").write_bytes(b"")
    with pytest.raises(PictureFormatError, match="empty"):
        load(tmp_path / "empty.jpg")


def test_limits_are_named_in_the_message(tmp_path: Path) -> None:
    data = encoded(corners(), "PNG")
    path = tmp_path / "photo.png"
    path.write_bytes(data)
    for source in (data, path):
        with pytest.raises(PhotoTooLargeError, match="the limit is 10"):
            load(source, max_bytes=10)
        with pytest.raises(PhotoTooLargeError, match="48 x 32 = 1,536 pixels; the limit is 1,000"):
            load(source, max_pixels=1000)
    with pytest.raises(PhotoTooLargeError, match="the limit is 1,000"):
        load(np.zeros((32, 48, 3), np.uint8), max_pixels=1000)


def test_a_decompression_bomb_is_refused_before_it_is_decoded() -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    for side in (12_000, 60_000):
        header = struct.pack(">2I5B", side, side, 8, 0, 0, 0, 0)
        data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        with pytest.raises(PhotoTooLargeError, match="120,000,000"):
            load(data + chunk(b"IEND", b""))


@pytest.mark.parametrize("shape", [(5, 7), (5, 7, 1), (5, 7, 3), (5, 7, 4)])
def test_arrays_are_read(shape: tuple[int, ...]) -> None:
    photo = load(np.full(shape, 255, np.uint8))
    assert photo.pixels.shape == (5, 7, 3)
    assert photo.path is None
    assert (photo.pixels == 255).all()


def test_a_photo_keeps_its_pixels_when_the_array_changes() -> None:
    array = np.zeros((4, 4, 3), np.uint8)
    photo = load(array)
    array[:] = 9
    assert not photo.pixels.any()
    assert array.flags.writeable


def test_the_digest_of_an_array_tells_shapes_apart() -> None:
    digests = {load(np.zeros(shape, np.uint8)).sha256 for shape in ((2, 6), (6, 2), (2, 2, 3))}
    assert len(digests) == 3


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((4, 4, 3), np.float32),
        np.zeros((4, 4, 2), np.uint8),
        np.zeros((4,), np.uint8),
        np.zeros((2, 4, 4, 3), np.uint8),
        np.zeros((0, 4, 3), np.uint8),
    ],
    ids=lambda array: f"{array.dtype} {list(array.shape)}",
)
def test_arrays_that_are_no_photo_are_refused(array: NDArray[np.uint8]) -> None:
    with pytest.raises(PixelsError, match="a photo is uint8"):
        load(array)


def test_a_source_of_another_type_is_refused() -> None:
    with pytest.raises(PixelsError, match="not int"):
        load(3)  # type: ignore[arg-type]  # that is what is tested
