"""Pictures through shared memory: taken when something changed, through other windows where asked, leaving nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.capture.native import NativeCapture
from bot.clock import RealClock
from bot.devices import open_capture
from bot.frame import Box, Frame, Point
from bot.target import ScreenRegion, TargetError
from bot.x11.segment import NoSharedMemory, Segment
from bot.x11.unseen import covered
from tests.bot.observer import Look, Observer
from tests.bot.ticking import TickingClock
from tests.display import DisplayServer, wait_for

pytestmark = pytest.mark.x11

PLACE = Box(220, 130, 300, 170)
BOARD, PIECE = 0x102030, 0xFFEE00
MENU = Look(popup=True, colour=0xFF0000)
SOON = 5.0
"""Seconds that a wait may take which is meant to end earlier."""


@pytest.fixture
def board(display: DisplayServer) -> Iterator[Observer]:
    with Observer(display, PLACE, Look(colour=BOARD)) as observer:
        yield observer


@pytest.fixture
def capture(board: Observer) -> Iterator[NativeCapture]:
    """Eyes on the board, which have seen it standing still."""
    capture = NativeCapture(board.window, RealClock())
    wait_for(lambda: calm(capture), "the display to stand still")
    yield capture
    capture.close()


def calm(capture: NativeCapture) -> bool:
    """Take a picture; whether it is still the last word a moment later."""
    capture.grab()
    return not capture.wait(0.05)


def colours(frame: Frame) -> set[int]:
    """The colours that a frame shows, as 0xRRGGBB."""
    return {int(value) & 0xFFFFFF for value in np.unique(np.ascontiguousarray(frame.pixels).view(np.uint32))}


def test_the_picture_is_a_view_that_nobody_may_write_to(capture: NativeCapture, board: Observer) -> None:
    frame = capture.grab()
    with pytest.raises(ValueError, match="read-only"):
        frame.pixels[0, 0, 0] = 1
    board.paint(Box(0, 0, 300, 170), PIECE)
    assert colours(frame) == {BOARD}
    capture.grab()
    assert colours(frame) == {PIECE}, "a grab takes no memory of its own"


def test_while_nothing_changes_nothing_is_told(capture: NativeCapture) -> None:
    assert not capture.wait(0.0)
    assert not capture.wait(0.02)


def test_what_is_drawn_ends_the_wait_each_time(capture: NativeCapture, board: Observer) -> None:
    for number in range(4):
        board.paint(Box(30, 40, 20, 10), PIECE + number)
        assert capture.wait(SOON)
        assert colours(capture.grab()) == {BOARD, PIECE + number}


def test_a_redraw_of_many_parts_is_told_until_it_was_seen_as_a_whole(capture: NativeCapture, board: Observer) -> None:
    for row in range(17):
        board.paint(Box(0, 10 * row, 300, 10), PIECE)
    told = 0
    while capture.wait(0.05):
        told += 1
        frame = capture.grab()
    assert told
    assert colours(frame) == {PIECE}


def test_what_was_drawn_before_the_picture_is_not_told_again(capture: NativeCapture, board: Observer) -> None:
    board.paint(Box(30, 40, 20, 10), PIECE)
    assert colours(capture.grab()) == {BOARD, PIECE}
    assert not capture.wait(0.0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rows_that_are_taken_alone_make_the_same_picture(
    capture: NativeCapture, board: Observer, display: DisplayServer, seed: int
) -> None:
    """Drawn many times between two pictures, heard of or not, and under a menu that comes and goes."""
    chance = np.random.default_rng(seed)
    shown = np.full((170, 300), BOARD)
    menu: Observer | None = None
    for _ in range(60):
        for _ in range(chance.integers(4)):
            x, y = int(chance.integers(0, 290)), int(chance.integers(0, 160))
            w, h = int(chance.integers(1, 300 - x)), int(chance.integers(1, min(60, 170 - y)))
            colour = int(chance.integers(1 << 24))
            if menu is None:
                board.paint(Box(x, y, w, h), colour)
                shown[y : y + h, x : x + w] = colour
        if chance.random() < 0.5:
            capture.wait(0.0)
        pixels = np.ascontiguousarray(capture.grab().pixels).view(np.uint32)[..., 0] & 0xFFFFFF
        if menu is None:
            assert np.array_equal(pixels, shown)
        else:
            assert (pixels[60:80, 50:90] == 0xFF0000).all()
            menu.close()
            menu = None
            wait_for(lambda: colours(capture.grab()) == set(np.unique(shown)) - {0} | {BOARD}, "the menu to go")
            board.paint(Box(0, 0, 300, 170), BOARD)
            shown[:] = BOARD
        if chance.random() < 0.1:
            place = board.window.box()
            menu = Observer(display, Box(place.x + 50, place.y + 60, 40, 20), MENU)


def test_only_the_rows_are_taken_in_which_something_was_drawn(
    capture: NativeCapture, board: Observer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, ...]] = []
    ask = Segment.ask

    def noted(segment: Segment, drawable: int, *rectangle: int) -> Any:
        asked.append(rectangle)
        return ask(segment, drawable, *rectangle)

    monkeypatch.setattr(Segment, "ask", noted)
    x, y, *_ = (int(side) for side in board.window.box())
    board.paint(Box(30, 40, 20, 10), PIECE)
    assert capture.wait(SOON)
    capture.grab()
    capture.grab()
    board.paint(Box(0, 90, 5, 3), PIECE)
    capture.grab()
    capture.forget()
    capture.grab()
    assert asked == [
        (x, y + 40, 300, 10, 40), (x, y, 300, 1, 0), (x, y, 300, 1, 0), (x, y + 90, 300, 3, 90), (x, y, 300, 170, 0),
    ]  # fmt: skip


def test_what_is_drawn_elsewhere_is_no_news(capture: NativeCapture, display: DisplayServer) -> None:
    with Observer(display, Box(700, 400, 100, 90), Look(popup=True)) as other:
        calm(capture)
        other.paint(Box(0, 0, 100, 90), PIECE)
        assert not capture.wait(0.05)


@pytest.mark.parametrize(
    "change",
    [lambda board: board.move(400, 301), lambda board: board.resize(333, 97), lambda board: board.window.activate()],
    ids=["moved", "another size", "raised"],
)
def test_a_window_that_lies_otherwise_is_seen_anew(
    capture: NativeCapture, board: Observer, display: DisplayServer, change: Callable[[Observer], None]
) -> None:
    with Observer(display, PLACE, Look("Other", "other", colour=0x00FF00)):
        calm(capture)
        change(board)
        assert capture.wait(SOON)
        frame = capture.grab()
        assert frame.rectangle == board.window.box()


def test_what_comes_to_lie_over_it_is_seen(capture: NativeCapture, display: DisplayServer) -> None:
    with Observer(display, Box(PLACE.x + 50, PLACE.y + 60, 40, 20), MENU):
        assert capture.wait(SOON)
        assert colours(capture.grab()) == {BOARD, MENU.colour}


def test_a_window_that_closes_ends_the_wait(capture: NativeCapture, board: Observer) -> None:
    board.close()
    assert capture.wait(SOON)
    with pytest.raises(TargetError):
        capture.grab()
    with pytest.raises(TargetError):
        capture.grab()


def test_a_silent_driver_is_not_trusted_for_ever(board: Observer) -> None:
    capture = NativeCapture(board.window, TickingClock())
    wait_for(lambda: capture.grab() and not capture._eye.changes.wait(0.05), "the display to stand still")  # type: ignore[union-attr]
    assert capture.wait(0.0), "by its clock the picture is a second old"
    capture.close()


def test_a_covered_window_is_read_through_what_covers_it_when_asked(board: Observer, display: DisplayServer) -> None:
    corner = board.window.box()
    assert not covered(display.connection, board.id)
    with Observer(display, Box(PLACE.x + 50, PLACE.y + 60, 140, 80), MENU) as menu:
        assert covered(display.connection, board.id)
        plain = open_capture(board.window, RealClock())
        assert colours(plain.grab()) == {BOARD, MENU.colour}
        plain.close()
        through = open_capture(board.window, RealClock(), through=True)
        frame = through.grab()
        assert colours(frame) == {BOARD}
        assert frame.rectangle == corner
        hidden = menu.window.box().centre
        board.paint(Box(hidden.x - corner.x - 5, hidden.y - corner.y - 5, 10, 10), PIECE)
        assert through.wait(SOON), "what is drawn below the cover is news"
        assert colours(through.grab()) == {BOARD, PIECE}
        assert not board.window.on_top(hidden), "the gate lets no click through"
        assert board.window.on_top(Point(corner.x + 5, corner.y + 5))
        board.resize(333, 97)
        assert through.grab().rectangle == board.window.box()
        through.close()


def test_a_covered_window_that_reaches_beyond_the_screen_is_read_up_to_its_edge(
    board: Observer, display: DisplayServer
) -> None:
    board.paint(Box(0, 0, 300, 170), PIECE)
    board.move(-40, 200)
    with Observer(display, Box(100, 230, 60, 50), MENU):
        through = NativeCapture(board.window, RealClock(), through=True)
        frame = through.grab()
        assert frame.window == board.window.box()
        assert frame.rectangle == board.window.box().shared(Box(0, 0, *display.size))
        assert MENU.colour not in colours(frame)
        through.close()


def test_nothing_is_left_behind_by_a_process_that_is_killed(display: DisplayServer) -> None:
    script = (
        "import os, signal; from bot.capture.native import NativeCapture; from bot.clock import RealClock;"
        "from bot.frame import Box; from bot.target import ScreenRegion;"
        "capture = NativeCapture(ScreenRegion(Box(0, 0, 90, 60)), RealClock()); capture.grab();"
        "print(open('/proc/sysvipc/shm').read(), flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=display.env, cwd=ROOT)
    told = process.communicate()[0].decode()
    assert process.pid in makers(told)
    wait_for(lambda: process.pid not in makers(Path("/proc/sysvipc/shm").read_text()), "the memory to be given back")


ROOT = Path(__file__).parents[2]


def makers(table: str) -> list[int]:
    """The processes that made the pieces of shared memory that there are."""
    names, *rows = (line.split() for line in table.splitlines() if line)
    return [int(row[names.index("cpid")]) for row in rows]


def test_memory_that_is_not_the_display_s_own_is_refused(
    display: DisplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Segment, "ask", lambda self, *_: self.display.root and _Silent())
    with pytest.raises(NoSharedMemory, match="memory that is not ours"):
        Segment(display.connection, 100)


class _Silent:
    """The answer of a display that wrote somewhere else."""

    def reply(self) -> None:
        """Nothing comes."""


def test_a_display_with_other_pixels_is_refused(display: DisplayServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display.connection.setup, "image_byte_order", 1)
    with pytest.raises(NoSharedMemory, match="24 bits a pixel in an order of its own"):
        Segment(display.connection, 100)


def test_a_region_is_seen_where_it_is(capture: NativeCapture, board: Observer) -> None:
    box = board.window.box()
    region = NativeCapture(ScreenRegion(Box(box.x + 10, box.y + 20, 50, 30)), RealClock())
    assert region.grab().rectangle == Box(box.x + 10, box.y + 20, 50, 30)
    wait_for(lambda: calm(region), "the display to stand still")
    board.paint(Box(200, 100, 10, 10), PIECE)
    assert not region.wait(0.05)
    board.paint(Box(55, 45, 10, 10), PIECE)
    assert region.wait(SOON)
    region.close()


def test_many_captures_leave_nothing_open(board: Observer) -> None:
    def kept() -> tuple[int, int]:
        mine = makers(Path("/proc/sysvipc/shm").read_text()).count(os.getpid())
        return mine, len(list(Path("/proc/self/fd").iterdir()))

    before = kept()
    for _ in range(20):
        capture = NativeCapture(board.window, RealClock())
        frame = capture.grab()
        capture.close()
        assert colours(frame) == {BOARD}, "what was grabbed stays readable"
    del frame
    wait_for(lambda: kept() == before, "the last memory to be given back")
