"""Picture files: looked at before they are opened, then turned into pixels."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

MAX_PIXELS: Final = 64_000_000
"""A larger picture is refused: a file of a few kilobytes may unfold to gigabytes."""
MAX_BYTES: Final = 256 << 20

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))  # read by cv2 when it is first imported

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from bot.errors import CannotReadError, UsageError  # noqa: E402
from bot.frame import Pixels  # noqa: E402


class PictureError(CannotReadError):
    """The file is no picture that can be read; the message says what was expected, what was found, what to do."""


def load(path: Path | str) -> Pixels:
    """The pixels of a PNG, JPEG, BMP or WebP file as (height, width, 3): blue, green, red.

    Grey becomes colour, 16 bits become 8, and what shows through is laid on white. Raises PictureError.
    """
    path = Path(path)
    try:
        if not path.is_file():
            found = "a folder, a pipe or a device" if path.exists() else "nothing"
            raise PictureError(f"Expected a picture file, found {found} at {path}; check the name.")
        if path.stat().st_size > MAX_BYTES:
            raise PictureError(f"{path.name} has more than {MAX_BYTES >> 20} MB; give a smaller picture.")
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path} could not be read ({error.strerror}); check its permissions.") from error
    return decode(data, path.name)


def decode(data: bytes, name: str = "the picture") -> Pixels:
    """The pixels of an encoded picture, as `load` gives them. Raises PictureError."""
    size = header_size(data)
    if size is None:
        raise PictureError(f"Expected a PNG, JPEG, BMP or WebP picture, but {name} is none; give a screenshot.")
    width, height = size
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise PictureError(
            f"{name} says it is {width}x{height}; pictures of 1 to {MAX_PIXELS // 1_000_000} million pixels are "
            "read, so cut out or scale down the part with the board."
        )
    if _cut_short(data):
        raise PictureError(f"{name} ends too early; save or copy the picture again.")
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        pixels = None
    if pixels is None or pixels.shape[:2] not in {(height, width), (width, height)}:
        raise PictureError(f"{name} is damaged: its header is good, its pixels are not; save the picture again.")
    return to_bgr(np.asarray(pixels))


def save(path: Path | str, pixels: Pixels) -> None:
    """Write (height, width, 3) blue, green, red to a picture file; its ending says which kind, PNG or JPEG.

    A file that is there is replaced only once the new one is whole. Raises UsageError.
    """
    path = Path(path)
    if path.suffix.lower() not in {".png", ".jpg", ".jpeg"}:
        raise UsageError(f"A picture is written to a file that ends in .png or .jpg, not to {path}.")
    done, data = cv2.imencode(path.suffix.lower(), pixels, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    if not done:
        raise UsageError(f"The picture could not be turned into {path.suffix}; try .png.")
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data.tobytes())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UsageError(f"{path} could not be written ({error.strerror}); name a place that can be.") from error


def to_bgr(pixels: np.ndarray) -> Pixels:
    """Any decoded picture as (height, width, 3) bytes on white."""
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    elif pixels.dtype != np.uint8:
        pixels = np.clip(np.nan_to_num(pixels) * 255, 0, 255).astype(np.uint8)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.shape[2] in {2, 4}:
        share = pixels[:, :, -1:].astype(np.uint16)
        pixels = ((pixels[:, :, :-1] * share + 255 * (255 - share) + 127) // 255).astype(np.uint8)
    if pixels.shape[2] == 1:
        pixels = np.repeat(pixels, 3, axis=2)
    return np.ascontiguousarray(pixels[:, :, :3])


def header_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as the file's header states them; None for what is no picture of a known kind."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:2] == b"BM" and len(data) >= 26:
        width, height = (int.from_bytes(data[at : at + 4], "little", signed=True) for at in (18, 22))
        return abs(width), abs(height)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg_size(data)
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Walk from marker to marker to the one that starts the frame."""
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _cut_short(data: bytes) -> bool:
    """Whether the file lacks its end; decoders fill the missing rows with grey and say nothing."""
    if data[:4] == b"\x89PNG":
        return b"IEND" not in data[-64:] and b"IEND" not in data
    if data[:2] == b"\xff\xd8":
        return b"\xff\xd9" not in data[-4096:]
    if data[:4] == b"RIFF":
        return len(data) < 8 + int.from_bytes(data[4:8], "little")
    return len(data) < int.from_bytes(data[2:6], "little")
