"""The hand that is a device of the kernel, beside what every hand must do (`test_actuate.py`)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot import doctor
from bot.action import Action, ActuatorError, Click, Drag, Hover, Key
from bot.actuate.gate import Gate, GateRules, Refused
from bot.actuate.uinput import NODE, UInput, trouble
from bot.arcade.memory import VirtualClock
from bot.clock import RealClock
from bot.devices import open_actuator
from bot.frame import Box, Frame, Point
from bot.x11.display import NoDisplay, shared
from bot.x11.inputs import device_names
from bot.x11.windows import pointer
from tests.bot.observer import Look, Observer
from tests.display import DisplayServer, display_server
from tests.kernel_devices import Kernel

pytestmark = pytest.mark.x11
PLACE = Box(300, 200, 240, 160)


def frame_of(box: Box) -> Frame:
    return Frame(np.zeros((int(box.h), int(box.w), 4), np.uint8), 0.0, Point(box.x, box.y))


@pytest.fixture
def board(display: DisplayServer) -> Observer:
    return Observer(display, PLACE, Look(popup=True))


def test_every_pixel_of_the_screen_can_be_reached(display: DisplayServer) -> None:
    kernel = Kernel(shared())
    hand = UInput(shared(), VirtualClock(), kernel.make, kernel.listed)
    width, height = display.size
    for x, y in [(0, 0), (width - 1, height - 1), (1, 2), (639, 399), (640, 400), (1001, 77)]:
        hand.perform(Hover(Point(x, y)), frame_of(Box(0, 0, width, height)))
        assert pointer(shared()) == Point(x, y)
    hand.close()


def test_a_display_that_counts_a_pixel_off_is_corrected(board: Observer) -> None:
    kernel = Kernel(shared(), beside=1)
    hand = UInput(shared(), VirtualClock(), kernel.make, kernel.listed)
    hand.perform(Click(Point(20, 30)), frame_of(PLACE))
    assert board.heard(2)[-2:] == ["press 1 at 20,30", "release 1 at 20,30"]
    hand.close()
    board.close()


def test_where_the_pointer_does_not_arrive_nothing_is_pressed(board: Observer) -> None:
    kernel = Kernel(shared(), beside=40)
    hand = UInput(shared(), VirtualClock(), kernel.make, kernel.listed)
    with pytest.raises(ActuatorError, match="did not arrive at 320,230, so nothing was pressed"):
        hand.perform(Click(Point(20, 30)), frame_of(PLACE))
    assert not any("press" in line for line in board.heard(0))
    hand.close()
    board.close()


def test_it_goes_through_the_same_gate(display: DisplayServer, board: Observer) -> None:
    kernel, clock = Kernel(shared()), VirtualClock()
    gate = Gate(UInput(shared(), clock, kernel.make, kernel.listed), board.window, clock, GateRules(focus=False))
    gate.perform(Click(Point(20, 30)), frame_of(PLACE))
    menu = Observer(display, Box(310, 210, 60, 60), Look("Menu", popup=True))
    with pytest.raises(Refused, match="Another window lies over"):
        gate.perform(Click(Point(20, 30)), frame_of(PLACE))
    assert menu.heard(0) == []
    gate.close()
    assert all(device.closed for device in kernel.devices)
    menu.close()
    board.close()


def test_a_display_that_takes_no_devices_up_is_told_before_anything_is_pressed(display: DisplayServer) -> None:
    """Whatever the devices did would happen on another display: here on that of whoever runs the tests."""
    kernel = Kernel(shared(), deaf=True)
    with pytest.raises(ActuatorError, match="does not take up devices of the kernel, as Xvfb and VNC do not"):
        UInput(shared(), VirtualClock(), kernel.make, kernel.listed)
    assert all(device.closed and not device.told for device in kernel.devices)
    assert "Xvfb mouse" in device_names(shared())


@pytest.mark.parametrize("action", [Click(Point(9, 9), hold=5), Drag(Point(9, 9), Point(40, 9), hold=5), Key("a", 5)])
def test_a_device_that_is_taken_away_ends_it_with_a_sentence(board: Observer, action: Action) -> None:
    kernel = Kernel(shared())

    class Cutting(VirtualClock):
        def sleep(self, seconds: float) -> None:
            for device in kernel.devices:
                device.broken = device.broken or seconds == 5

    hand = UInput(shared(), Cutting(), kernel.make, kernel.listed)
    with pytest.raises(ActuatorError, match="The kernel took no more from /dev/uinput"):
        hand.perform(action, frame_of(PLACE))
    hand.close()
    hand.close()
    assert not any(device.down for device in kernel.devices)
    board.close()


def test_a_display_that_dies_meanwhile_is_told() -> None:
    with display_server((320, 240), window_manager=False) as server:
        kernel = Kernel(server.connection)
        hand = UInput(server.connection, VirtualClock(), kernel.make, kernel.listed)
        server.kill()
        with pytest.raises(NoDisplay, match="was lost"):
            hand.perform(Click(Point(3, 3)), frame_of(PLACE))
        hand.close()


@pytest.mark.skipif(NODE.exists(), reason="there is a kernel with uinput")
def test_without_a_kernel_it_cannot_be_had_and_the_remedy_is_told(display: DisplayServer) -> None:
    with pytest.raises(ActuatorError, match=r"uinput cannot be used: there is no /dev/uinput. sudo modprobe uinput"):
        open_actuator("uinput", RealClock())


def test_what_is_missing_is_told_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = tmp_path / "uinput"
    assert trouble(node) == (f"there is no {node}", "sudo modprobe uinput (a container has none).")
    node.write_text("")
    monkeypatch.setattr("os.access", lambda *_: False)
    found, remedy = trouble(node) or ("", "")
    assert found == f"{node} may not be written"
    assert "setfacl -m u:$USER:rw" in remedy
    assert "uaccess" in remedy
    monkeypatch.undo()
    monkeypatch.setitem(__import__("sys").modules, "evdev", None)
    assert trouble(node) == ("evdev is not installed", 'pip install "banmen[uinput]"')


def test_the_examination_lists_it() -> None:
    assert doctor._uinput(None).state == "ok"
    missing = doctor._uinput(("there is no /dev/uinput", "sudo modprobe uinput."))
    assert (missing.state, missing.remedy) == ("warn", "sudo modprobe uinput.")
    assert "needed only where a program does not hear XTEST" in missing.found
