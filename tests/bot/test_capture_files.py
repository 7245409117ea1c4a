"""Pictures from files: one, a folder of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.arcade.memory import VirtualClock
from bot.capture import Capture, CaptureError
from bot.capture.files import NoMorePictures, PictureFile, PictureFolder
from bot.clock import Clock, RealClock
from tests.bot.ticking import TickingClock


@dataclass
class Album:
    """A folder of pictures, each of one grey."""

    folder: Path
    names: list[str] = field(default_factory=list)

    def add(self, name: str, grey: int) -> None:
        assert cv2.imwrite(str(self.folder / name), np.full((30, 50, 3), grey, np.uint8))


def test_a_picture_is_shown_as_often_as_asked(tmp_path: Path) -> None:
    Album(tmp_path).add("shot.png", 77)
    capture: Capture = PictureFile(tmp_path / "shot.png", TickingClock())
    first, second = capture.grab(), capture.grab()
    assert first.size == (50, 30)
    assert (first.pixels == 77).all()
    assert (second.pixels == 77).all()
    assert second.time > first.time
    capture.close()


@pytest.mark.parametrize("make", [lambda folder, clock: PictureFile(folder / "1.png", clock), PictureFolder])
def test_waiting_for_a_picture_takes_the_time(make: Callable[[Path, Clock], Capture], tmp_path: Path) -> None:
    Album(tmp_path).add("1.png", 77)
    clock = VirtualClock(5.0)
    assert make(tmp_path, clock).wait(0.25), "who cannot tell whether anything changed says that it may have"
    assert clock.now() == 5.25


def test_a_folder_is_shown_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    album = Album(tmp_path)
    for name, grey in (("10.png", 30), ("2.png", 20), ("1.png", 10), ("a.PNG", 40)):
        album.add(name, grey)
    (tmp_path / "notes.txt").write_text("no picture")
    capture: Capture = PictureFolder(tmp_path, RealClock())
    assert [int(capture.grab().pixels[0, 0, 0]) for _ in range(4)] == [10, 20, 30, 40]
    with pytest.raises(NoMorePictures, match="All 4 pictures"):
        capture.grab()
    capture.close()


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "shot.png").write_text("no picture")
    with pytest.raises(CaptureError, match=r"shot\.png"):
        PictureFile(tmp_path / "shot.png", RealClock()).grab()
    with pytest.raises(CaptureError, match=r"none\.png"):
        PictureFile(tmp_path / "none.png", RealClock()).grab()
    (tmp_path / "empty").mkdir()
    with pytest.raises(CaptureError, match="holds no picture"):
        PictureFolder(tmp_path / "empty", RealClock())
    with pytest.raises(CaptureError, match="is no folder"):
        PictureFolder(tmp_path / "nothing", RealClock())
