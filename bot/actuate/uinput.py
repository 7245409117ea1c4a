"""Clicks and keys through the kernel's uinput: for programs that read the devices themselves and never hear XTEST.

The devices belong to this process: when it ends, however it ends, the kernel takes them away and releases what they
held, so this hand needs no watchdog.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from bot.action import Action, ActuatorError, Button, Click, Drag, Hover, Key, Wait
from bot.actuate import pixel
from bot.clock import Clock
from bot.frame import Frame, Point
from bot.target import Target
from bot.x11.arrival import PAUSE, check, not_there, settled
from bot.x11.display import Display
from bot.x11.inputs import device_names
from bot.x11.keys import Keyboard, UnknownKey

NODE: Final = Path("/dev/uinput")
NAMES: Final = "Banmen pointer", "Banmen keyboard"
SYN, KEY, ABS = 0, 1, 3
X, Y = 0, 1
LAST: Final = 0xFFFF
"""The pointer's device counts from 0 to this, whatever the size of the screen."""
BUTTONS: Final = {Button.LEFT: 0x110, Button.RIGHT: 0x111, Button.MIDDLE: 0x112}
KEYS: Final = range(1, 248)
X_KEYS: Final = 8
"""How much higher than the kernel X counts its keys."""
PATIENCE: Final = 3.0
"""Seconds in which the display must have taken the devices."""
TRIES: Final = 3
NEAR: Final = 2
"""Pixels by which a display may put the pointer beside where it was sent."""


class Device(Protocol):
    """A device of our own, as evdev makes them."""

    def write(self, etype: int, code: int, value: int) -> None:
        """Take note of a change."""

    def syn(self) -> None:
        """Tell the kernel of all changes since the last time."""

    def close(self) -> None:
        """Take the device away."""


Maker = Callable[[str, Mapping[int, Sequence[Any]]], Device]


class UInput:
    """Plays as a pointer and a keyboard of the kernel, which an X display has taken up."""

    def __init__(
        self,
        display: Display,
        clock: Clock,
        make: Maker | None = None,
        listed: Callable[[Display], Container[str]] = device_names,
        target: Target | None = None,
    ) -> None:
        """`make` makes a device by its name and its events, evdev if not given; `listed` tells what a display listens
        to. With a `target` a button goes down only where that still lies when the pointer has arrived. Raises
        ActuatorError where the devices cannot be made, or the display does not take them up: whatever they
        did would happen on another one.
        """
        self._listed = listed
        self.display = display
        self.clock = clock
        self.target = target
        self._keyboard = Keyboard(display)
        self._down: list[tuple[Device, int]] = []
        self._devices: list[Device] = []
        atexit.register(self.close)
        axis = (0, 0, LAST, 0, 0, 0)
        events: Sequence[dict[int, Sequence[Any]]] = (
            {KEY: tuple(BUTTONS.values()), ABS: ((X, axis), (Y, axis))},
            {KEY: tuple(KEYS)},
        )
        try:
            for name, told in zip(NAMES, events, strict=True):
                self._devices.append((make or _make)(name, told))
            self._pointer, self._keys = self._devices
            self._wait_for_display()
        except BaseException:
            self.close()
            raise

    def perform(self, action: Action, frame: Frame) -> None:
        """Do it. A button goes down only where the pointer has arrived. Raises ActuatorError,
        Slipped among them, and TargetError where the target or the display is gone.
        """
        try:
            match action:
                case Click(at, button, hold):
                    self._bring(frame.to_screen(at), frame)
                    self._press(self._pointer, BUTTONS[button], hold)
                case Drag(button=button, hold=hold):
                    start, *way = (frame.to_screen(point) for point in action.path)
                    self._bring(way[-1], frame)  # it is let go there
                    self._bring(start, frame)
                    self._press(self._pointer, BUTTONS[button], hold, way)
                case Hover(at):
                    self._bring(frame.to_screen(at), frame)
                case Key(name, hold):
                    self._press(self._keys, self._keyboard.code(name) - X_KEYS, hold)
                case Wait(seconds):
                    self.clock.sleep(seconds)
        except UnknownKey as error:
            raise ActuatorError(str(error)) from error
        except OSError as error:
            raise ActuatorError(f"The kernel took no more from {NODE} ({error}): start Banmen again.") from error

    def close(self) -> None:
        """Release every key and button that is still down and take the devices away. May be called twice."""
        atexit.unregister(self.close)
        try:
            while self._down:
                self._release(*self._down[-1])
        except OSError:  # with the device goes what it held
            self._down.clear()
        while self._devices:
            self._devices.pop().close()

    def _wait_for_display(self) -> None:
        end = self.clock.now() + PATIENCE
        while not all(name in self._listed(self.display) for name in NAMES):
            if self.clock.now() >= end:
                raise ActuatorError(
                    f"The display {self.display.name} does not take up devices of the kernel, as Xvfb and VNC do not: "
                    "use --hands xtest there, or play on the machine's own screen."
                )
            self.clock.sleep(PAUSE)

    def _bring(self, place: Point, frame: Frame) -> None:
        """Move the pointer and see it arrive. A display may count its axis a pixel off: then it is led there."""
        aim = there = Point(*pixel(place))
        for _ in range(TRIES):
            self._move(aim)
            here = settled(self.display, there, self.clock)
            if here == there:
                if self.target is not None:
                    check(self.target, there, frame)
                return
            if here is not None and max(abs(here.x - there.x), abs(here.y - there.y)) <= NEAR:
                aim = Point(aim.x + there.x - here.x, aim.y + there.y - here.y)
        raise not_there(there)

    def _move(self, point: Point) -> None:
        """Place the pointer in the middle of a pixel."""
        with self.display.talk() as core:
            size = core.GetGeometry(self.display.root).reply()
        for axis, at, sides in zip((X, Y), pixel(point), (size.width, size.height), strict=True):
            self._pointer.write(ABS, axis, min(LAST, max(0, round((at + 0.5) / sides * (LAST + 1)))))
        self._pointer.syn()

    def _press(self, device: Device, code: int, hold: float, way: Sequence[Point] = ()) -> None:
        """Press, hold, move the pointer along a way, release; the release comes also when it is broken off."""
        self._down.append((device, code))
        try:
            device.write(KEY, code, 1)
            device.syn()
            self.clock.sleep(hold)
            for point in way:
                self._move(point)
                self.clock.sleep(hold)
        finally:
            self._release(device, code)

    def _release(self, device: Device, code: int) -> None:
        device.write(KEY, code, 0)
        device.syn()
        self._down.remove((device, code))


def trouble(node: Path = NODE) -> tuple[str, str] | None:
    """Why uinput cannot be used here, and the remedy; None where it can, as far as can be told without a device."""
    if not node.exists():
        return f"there is no {node}", "sudo modprobe uinput (a container has none)."
    if not os.access(node, os.W_OK):
        remedy = f'sudo setfacl -m u:$USER:rw {node}, until the next start; for good a udev rule: KERNEL=="uinput", '
        return f"{node} may not be written", f'{remedy}TAG+="uaccess".'
    try:
        import evdev  # noqa: F401
    except ImportError:
        return "evdev is not installed", 'pip install "banmen[uinput]"'
    return None


def _make(name: str, events: Mapping[int, Sequence[Any]]) -> Device:
    """A device through evdev; processes that we start do not keep it alive. Raises ActuatorError."""
    if told := trouble():
        raise ActuatorError(f"uinput cannot be used: {told[0]}. {told[1]}")
    import evdev

    try:
        device: Any = evdev.UInput(dict(events), name=name)
    except (evdev.UInputError, OSError) as error:
        raise ActuatorError(f"The kernel makes no device ({error}); see `banmen doctor`.") from error
    os.set_inheritable(device.fd, False)
    made: Device = device
    return made
