"""Picture files are looked at before they are opened, and refused in one sentence."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.vision.picture import MAX_PIXELS, PictureError, load

ANY = np.random.default_rng(1).integers(0, 256, (7, 11, 3), dtype=np.uint8)


def written(path: Path, pixels: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), pixels)
    return path


@pytest.mark.parametrize("suffix", ["png", "bmp"])
def test_reads_what_was_written(tmp_path: Path, suffix: str) -> None:
    assert np.array_equal(load(written(tmp_path / f"a.{suffix}", ANY)), ANY)


@pytest.mark.parametrize("suffix", ["jpg", "webp"])
def test_reads_lossy_pictures_in_their_size(tmp_path: Path, suffix: str) -> None:
    assert load(written(tmp_path / f"a.{suffix}", ANY)).shape == (7, 11, 3)


def test_grey_becomes_colour(tmp_path: Path) -> None:
    assert np.array_equal(load(written(tmp_path / "a.png", ANY[:, :, 0])), np.repeat(ANY[:, :, :1], 3, axis=2))


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    assert np.array_equal(load(written(tmp_path / "a.png", ANY.astype(np.uint16) * 257)), ANY)


def test_what_shows_through_lies_on_white(tmp_path: Path) -> None:
    clear = np.dstack([ANY, np.zeros((7, 11), np.uint8)])
    assert (load(written(tmp_path / "a.png", clear)) == 255).all()


def test_refuses_a_bomb_before_unfolding_it(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    path = tmp_path / "bomb.png"
    path.write_bytes(data)
    with pytest.raises(PictureError, match=r"40000x40000.*64 million"):
        load(path)
    assert MAX_PIXELS == 64_000_000


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_refuses_what_is_cut_short(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path / f"a.{suffix}", cv2.resize(ANY, (300, 200)))
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(PictureError, match="ends too early"):
        load(path)


def test_refuses_what_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_text("AB.\n.BA\n")
    with pytest.raises(PictureError, match=r"but a\.png is none"):
        load(path)


def test_refuses_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="found nothing"):
        load(tmp_path / "nothing.png")


def test_says_of_a_folder_that_it_is_one(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="found a folder"):
        load(tmp_path)
