"""Pictures of a window that moves about, in every way that there is to take them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import numpy as np
import pytest
import xcffib.randr

from bot.capture import CaptureError
from bot.capture.backends import BACKENDS, Screen, cheapest
from bot.capture.screen import ScreenCapture
from bot.clock import Clock, RealClock
from bot.frame import Box, Frame, Point
from bot.target import ScreenRegion, Target, TargetError
from bot.x11.display import Display
from bot.x11.windows import find_window
from tests.bot.observer import Look, Observer
from tests.bot.ticking import TickingClock
from tests.display import DisplayServer, display_server

Opener = Callable[..., Screen]
PLACE = Box(220, 130, 300, 170)
COLOUR = 0x102030


@pytest.fixture
def board(display: DisplayServer) -> Iterator[Observer]:
    with Observer(display, PLACE, Look(colour=COLOUR)) as observer:
        yield observer


@pytest.fixture(params=BACKENDS)
def seeing(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens captures of every kind; they are closed afterwards."""
    opened: list[Screen] = []

    def see(target: Target, clock: Clock | None = None) -> Screen:
        opened.append(BACKENDS[request.param](target, clock or RealClock(), False))
        return opened[-1]

    yield see
    for capture in opened:
        capture.close()
        capture.close()


def only_board(frame: Frame) -> bool:
    """Whether every pixel of a frame has the board's colour."""
    return bool((frame.pixels[:, :, :3] == (0x30, 0x20, 0x10)).all())


@pytest.mark.x11
def test_the_picture_is_the_window_s_own_area_and_follows_it(board: Observer, seeing: Opener) -> None:
    capture = seeing(board.window)
    changes: list[Callable[[], None]] = [lambda: None, lambda: board.move(400, 301), lambda: board.resize(333, 97)]
    for change in changes:
        change()
        box, frame = board.window.box(), capture.grab()
        assert frame.pixels.shape == (int(box.h), int(box.w), 4)
        assert frame.pixels.dtype.name == "uint8"
        assert frame.origin == Point(box.x, box.y)
        assert frame.scale == 1.0


@pytest.mark.x11
def test_the_pixels_are_the_screen_s(board: Observer, display: DisplayServer, seeing: Opener) -> None:
    capture = seeing(board.window, TickingClock())
    first = capture.grab()
    assert only_board(first)
    assert not np.shares_memory(first.pixels, seeing(board.window).grab().pixels), "two captures see for themselves"
    with Observer(display, Box(PLACE.x + 50, PLACE.y + 60, 40, 20), Look(popup=True, colour=0xFF0000)) as popup:
        offset = popup.window.box()
        second = capture.grab()
    left, top = int(offset.x - second.origin.x), int(offset.y - second.origin.y)
    covered = second.pixels[top : top + 20, left : left + 40, :3]
    assert (covered == (0, 0, 255)).all()
    assert second.time > first.time


@pytest.mark.x11
def test_what_lies_beyond_the_screen_is_left_out(board: Observer, display: DisplayServer, seeing: Opener) -> None:
    capture = seeing(board.window, TickingClock())
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


@pytest.mark.x11
def test_a_window_that_lies_mostly_beyond_the_screen_is_refused(
    board: Observer, display: DisplayServer, seeing: Opener
) -> None:
    capture = seeing(board.window)
    board.move(display.size[0] - 100, 200)
    with pytest.raises(CaptureError, match=r"Board reaches beyond the screen: .* Move it"):
        capture.grab()
    board.move(30, 200)
    assert capture.grab().origin == Point(*board.window.box()[:2])


@pytest.mark.x11
@pytest.mark.parametrize("region", [Box(-30, 0, 50, 50), Box(0, -50, 50, 50), Box(1250, 770, 50, 50)])
def test_a_region_mostly_beyond_an_edge_is_refused(display: DisplayServer, seeing: Opener, region: Box) -> None:
    capture = seeing(ScreenRegion(region))
    with pytest.raises(CaptureError, match="the screen is 1280x800 at 0,0"):
        capture.grab()


@pytest.mark.x11
def test_a_region_up_to_the_edges_is_grabbed(display: DisplayServer, seeing: Opener) -> None:
    capture = seeing(ScreenRegion(Box(0, 0, *display.size)))
    assert capture.grab().size == display.size


@pytest.mark.x11
def test_a_screen_with_another_resolution_is_opened_again(monkeypatch: pytest.MonkeyPatch, seeing: Opener) -> None:
    with display_server((800, 600), window_manager=False) as server:
        monkeypatch.setenv("DISPLAY", server.name)
        corner = seeing(ScreenRegion(Box(600, 400, 120, 90)))
        rest = seeing(ScreenRegion(Box(0, 0, 640, 480)))
        assert corner.grab().size == (120, 90)
        set_resolution(server, 640, 480)
        small = seeing(ScreenRegion(Box(0, 0, 640, 480)))
        assert small.grab().size == (640, 480)
        with pytest.raises(CaptureError, match="the screen is 640x480 at 0,0"):
            corner.grab()
        assert rest.grab().size == (640, 480)
        set_resolution(server, 800, 600)
        vars(small)["target"] = ScreenRegion(Box(0, 0, 800, 600))
        assert small.grab().size == (800, 600)
        assert corner.grab().size == (120, 90)
        frame = rest.grab()
        corner.close()
        rest.close()
        assert frame.pixels.sum() >= 0, "what was grabbed stays readable"
        assert corner.grab().size == (120, 90), "a closed capture opens again when it is asked"


def set_resolution(server: DisplayServer, width: int, height: int) -> None:
    """Give the display another size, as a person does in the settings of the screen."""
    randr = server.connection.extension(xcffib.randr)
    with server.connection.talk():
        monitor = randr.GetScreenResources(server.connection.root).reply().crtcs[0]
        randr.SetCrtcConfig(monitor, 0, 0, 0, 0, 0, 1, 0, []).reply()
        randr.SetScreenSizeChecked(server.connection.root, width, height, width // 4, height // 4).check()


@pytest.mark.x11
def test_a_closed_window_is_told(board: Observer, seeing: Opener) -> None:
    capture = seeing(board.window)
    board.close()
    with pytest.raises(TargetError):
        capture.grab()


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


def test_no_screen_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":98765")
    with pytest.raises(CaptureError, match="The screen cannot be read"):
        cheapest(ScreenRegion(PLACE), RealClock())


@pytest.mark.x11
def test_a_display_that_goes_away_is_told(seeing: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    with display_server((320, 240), window_manager=False) as server, Observer(server, Box(20, 30, 90, 60)) as board:
        monkeypatch.setenv("DISPLAY", server.name)
        window = find_window(Display(server.name), "observer")
        assert window.id == board.id
        capture = seeing(window)
        capture.grab()
    assert capture.wait(0.0), "a grab would tell something new"
    with pytest.raises((TargetError, CaptureError)):
        capture.grab()
