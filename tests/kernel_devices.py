"""Devices of a kernel that is not there, and an X display that takes them up: what they do is done through XTEST.

It shows that the hand says the right things to its devices; what a real kernel and a real display make of them was
never tried here, because there is no /dev/uinput.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import xcffib.xtest

from bot.actuate.uinput import ABS, BUTTONS, KEY, LAST, NAMES, X_KEYS
from bot.x11.display import Display

_PRESS, _BUTTON, _MOTION = 2, 4, 6
_BUTTON_OF: Final = {code: button.value for button, code in BUTTONS.items()}


@dataclass
class Kernel:
    """Makes devices. `beside` is how many pixels the display puts the pointer beside where it is sent; a `deaf` display
    takes no device up.
    """

    display: Display
    beside: int = 0
    deaf: bool = False
    devices: list[StandIn] = field(default_factory=list)

    def make(self, name: str, events: Mapping[int, Sequence[Any]]) -> StandIn:
        """A device by its name and its events."""
        assert name in NAMES
        self.devices.append(StandIn(self, name, events))
        return self.devices[-1]

    def listed(self, _: Display) -> set[str]:
        """What the display listens to."""
        return set() if self.deaf else {one.name for one in self.devices if not one.closed}


@dataclass
class StandIn:
    """One device."""

    kernel: Kernel
    name: str
    events: Mapping[int, Sequence[Any]]
    closed: bool = False
    broken: bool = False
    down: set[int] = field(default_factory=set)
    told: list[tuple[int, int, int]] = field(default_factory=list)
    _place: dict[int, int] = field(default_factory=dict)

    def write(self, etype: int, code: int, value: int) -> None:
        """Take note of a change; only what the device said it has is heard."""
        if self.closed or self.broken:
            raise OSError(errno.ENODEV, "No such device")
        codes = [one[0] if isinstance(one, tuple) else one for one in self.events[etype]]
        assert code in codes
        self.told.append((etype, code, value))

    def syn(self) -> None:
        """Have the display do all that was noted."""
        moved = False
        for etype, code, value in self.told:
            if etype == ABS:
                self._place[code] = value
                moved = True
            elif etype == KEY:
                self._press(code, value)
        self.told.clear()
        if moved:
            with self.kernel.display.talk() as core:
                size = core.GetGeometry(self.kernel.display.root).reply()
            sides = size.width, size.height
            x, y = (self._place[axis] * sides[axis] // (LAST + 1) + self.kernel.beside for axis in (0, 1))
            self._fake(_MOTION, 0, x, y)

    def close(self) -> None:
        """The kernel releases what was held."""
        if not self.closed and not self.kernel.display.lost:
            for code in list(self.down):
                self._press(code, 0)
        self.closed = True

    def _press(self, code: int, value: int) -> None:
        kind, detail = (_BUTTON, _BUTTON_OF[code]) if code in _BUTTON_OF else (_PRESS, code + X_KEYS)
        (self.down.add if value else self.down.discard)(code)
        self._fake(kind if value else kind + 1, detail)

    def _fake(self, kind: int, detail: int, x: int = 0, y: int = 0) -> None:
        display = self.kernel.display
        with display.talk():
            display.extension(xcffib.xtest).FakeInput(kind, detail, 0, display.root, x, y, 0)
        display.settle()
