"""Pictures of a window that moves about, and pictures from files."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
import xcffib.randr

from bot.capture import Capture, CaptureError
from bot.capture.files import NoMorePictures, PictureFile, PictureFolder
from bot.capture.screen import ScreenCapture
from bot.clock import RealClock
from bot.frame import Box, Frame, Point
from bot.target import ScreenRegion, TargetError
from tests.bot.observer import Look, Observer
from tests.display import NEEDS_XVFB, DisplayServer, display_server, missing_programs

PLACE = Box(220, 130, 300, 170)
COLOUR = 0x102030


@pytest.fixture
def board(display: DisplayServer) -> Iterator[Observer]:
    with Observer(display, PLACE, Look(colour=COLOUR)) as observer:
        yield observer


@dataclass
class TickingClock:
    """Every look at it is a second later."""

    time: float = 0.0

    def now(self) -> float:
        self.time += 1
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


def only_board(frame: Frame) -> bool:
    """Whether every pixel of a frame has the board's colour."""
    return bool((frame.pixels[:, :, :3] == (0x30, 0x20, 0x10)).all())


@pytest.mark.x11
def test_the_picture_is_the_window_s_own_area_and_follows_it(board: Observer) -> None:
    capture: Capture = ScreenCapture(board.window, RealClock())
    changes: list[Callable[[], None]] = [lambda: None, lambda: board.move(400, 301), lambda: board.resize(333, 97)]
    for change in changes:
        change()
        box, frame = board.window.box(), capture.grab()
        assert frame.pixels.shape == (int(box.h), int(box.w), 4)
        assert frame.pixels.dtype.name == "uint8"
        assert frame.origin == Point(box.x, box.y)
        assert frame.scale == 1.0
    capture.close()
    capture.close()


@pytest.mark.x11
def test_the_pixels_are_the_screen_s(board: Observer, display: DisplayServer) -> None:
    capture = ScreenCapture(board.window, TickingClock())
    first = capture.grab()
    assert only_board(first)
    with Observer(display, Box(PLACE.x + 50, PLACE.y + 60, 40, 20), Look(popup=True, colour=0xFF0000)) as popup:
        offset = popup.window.box()
        second = capture.grab()
    left, top = int(offset.x - second.origin.x), int(offset.y - second.origin.y)
    covered = second.pixels[top : top + 20, left : left + 40, :3]
    assert (covered == (0, 0, 255)).all()
    assert only_board(first), "a grab must not overwrite an earlier frame"
    assert second.time > first.time
    assert capture.method == "xshm"
    capture.close()


@pytest.mark.x11
def test_what_lies_beyond_the_screen_is_left_out(board: Observer, display: DisplayServer) -> None:
    capture = ScreenCapture(board.window, TickingClock())
    box = board.window.box()
    board.move(int(display.size[0] - box.w + 40), 200)
    frame = capture.grab()
    there = board.window.box()
    hidden = there.x + there.w - display.size[0]
    assert 30 < hidden < 50
    assert frame.size == (int(box.w - hidden), int(box.h))
    assert frame.window == there
    assert frame.rectangle == Box(there.x, there.y, there.w - hidden, there.h)
    assert only_board(frame)
    capture.close()


@pytest.mark.x11
def test_a_window_that_lies_mostly_beyond_the_screen_is_refused(board: Observer, display: DisplayServer) -> None:
    capture = ScreenCapture(board.window, RealClock())
    board.move(display.size[0] - 100, 200)
    with pytest.raises(CaptureError, match=r"Board reaches beyond the screen: .* Move it"):
        capture.grab()
    board.move(30, 200)
    assert capture.grab().origin == Point(*board.window.box()[:2])
    capture.close()


@pytest.mark.x11
@pytest.mark.parametrize("region", [Box(-30, 0, 50, 50), Box(0, -50, 50, 50), Box(1250, 770, 50, 50)])
def test_a_region_mostly_beyond_an_edge_is_refused(display: DisplayServer, region: Box) -> None:
    capture = ScreenCapture(ScreenRegion(region), RealClock())
    with pytest.raises(CaptureError, match="the screen is 1280x800 at 0,0"):
        capture.grab()
    capture.close()


@pytest.mark.x11
def test_a_region_up_to_the_edges_is_grabbed(display: DisplayServer) -> None:
    capture = ScreenCapture(ScreenRegion(Box(0, 0, *display.size)), RealClock())
    assert capture.grab().size == display.size
    capture.close()


@pytest.mark.x11
def test_a_screen_with_another_resolution_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    if missing_programs("Xvfb"):
        pytest.skip(NEEDS_XVFB)
    with display_server((800, 600), window_manager=False) as server:
        monkeypatch.setenv("DISPLAY", server.name)
        corner = ScreenCapture(ScreenRegion(Box(600, 400, 120, 90)), RealClock())
        rest = ScreenCapture(ScreenRegion(Box(0, 0, 640, 480)), RealClock())
        assert corner.grab().size == (120, 90)
        set_resolution(server, 640, 480)
        with pytest.raises(CaptureError, match="the screen is 640x480 at 0,0"):
            corner.grab()
        assert rest.grab().size == (640, 480)
        set_resolution(server, 800, 600)
        assert corner.grab().size == (120, 90)
        corner.close()
        assert corner.grab().size == (120, 90), "a closed capture opens again when it is asked"
        corner.close()
        rest.close()


def set_resolution(server: DisplayServer, width: int, height: int) -> None:
    """Give the display another size, as a person does in the settings of the screen."""
    randr = server.connection.extension(xcffib.randr)
    with server.connection.talk():
        monitor = randr.GetScreenResources(server.connection.root).reply().crtcs[0]
        randr.SetCrtcConfig(monitor, 0, 0, 0, 0, 0, 1, 0, []).reply()
        randr.SetScreenSizeChecked(server.connection.root, width, height, width // 4, height // 4).check()


@pytest.mark.x11
def test_a_closed_window_is_told(board: Observer) -> None:
    capture = ScreenCapture(board.window, RealClock())
    board.close()
    with pytest.raises(TargetError):
        capture.grab()
    capture.close()


@pytest.mark.x11
def test_slow_grabs_are_warned_of_once(
    board: Observer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    capture = ScreenCapture(board.window, RealClock())
    monkeypatch.setattr(ScreenCapture, "method", "slow fallback (MIT-SHM extension not present)")
    with caplog.at_level(logging.WARNING):
        capture.grab()
        capture.grab()
    assert [record.getMessage() for record in caplog.records] == [
        "Screenshots take about 20 times as long as they could: slow fallback (MIT-SHM extension not present)."
    ]
    capture.close()


def test_no_screen_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":98765")
    with pytest.raises(CaptureError, match="The screen cannot be read"):
        ScreenCapture(ScreenRegion(PLACE), RealClock())


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
