"""A small window that is not the bot's and writes down everything that the mouse and the keyboard do to it."""

from __future__ import annotations

import struct
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import xcffib.xproto as x

from bot.frame import Box
from bot.target import TargetError
from bot.x11.display import Display
from bot.x11.manager import Manager
from bot.x11.windows import XWindow, list_windows
from tests.display import DisplayServer, wait_for

US_POSITION_AND_SIZE = 3
ICONIC = 3
REDIRECT_AND_NOTIFY = 0x180000


@dataclass(frozen=True)
class Look:
    """What an observer looks like."""

    title: str = "Board"
    kind: str = "observer"
    colour: int = 0x204060
    popup: bool = False
    """Not known to the window manager: a menu, a tool tip."""
    dialog_of: int = 0
    """The window that it is a dialog of."""


class Observer:
    """A window on its own connection."""

    def __init__(self, server: DisplayServer, box: Box, look: Look | None = None) -> None:
        """Open it and wait until it is there, on top and drawn."""
        look = look or Look()
        self.display = Display(server.name)
        self.id = self.display.new_id()
        self.log: list[str] = []
        self._exposed = False
        left, top, width, height = (int(side) for side in box)
        mask = x.CW.BackPixel | x.CW.OverrideRedirect | x.CW.EventMask
        heard = (
            x.EventMask.ButtonPress
            | x.EventMask.ButtonRelease
            | x.EventMask.ButtonMotion
            | x.EventMask.KeyPress
            | x.EventMask.KeyRelease
            | x.EventMask.Exposure
        )
        with self.display.talk() as core:
            core.CreateWindow(
                0, self.id, self.display.root, left, top, width, height, 0, x.WindowClass.InputOutput, 0, mask,
                [look.colour, int(look.popup), heard],
            )  # fmt: skip
        self._set("WM_CLASS", "STRING", 8, f"{look.kind}\0{look.kind.title()}\0".encode())
        self._set("_NET_WM_NAME", "UTF8_STRING", 8, look.title.encode())
        hints = struct.pack("=5I52x", US_POSITION_AND_SIZE, left, top, width, height)
        self._set("WM_NORMAL_HINTS", "WM_SIZE_HINTS", 32, hints)
        if look.dialog_of:
            self._set("WM_TRANSIENT_FOR", "WINDOW", 32, struct.pack("=I", look.dialog_of))
        with self.display.talk() as core:
            core.MapWindow(self.id)
        self.display.settle()
        self._manager = Manager(server.name)
        self.window = XWindow(self.display, self.id, look.title)
        wait_for(self._drawn, f"the window {look.title!r}")
        if not look.popup:  # a window manager shows a window before it lists it
            wait_for(self._listed, f"the window {look.title!r} to be listed")

    def __enter__(self) -> Observer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def heard(self, count: int) -> list[str]:
        """What has come in, once it is at least so many events."""
        wait_for(lambda: self._listen() >= count, f"{count} events")
        self.display.settle()
        self._listen()
        return self.log

    def move(self, x: int, y: int) -> None:
        """Move it and wait until it is there. It must be elsewhere now."""
        self._configure(3, [x, y])

    def resize(self, width: int, height: int) -> None:
        """Resize it and wait until it is so. It must have another size now."""
        self._configure(12, [width, height])

    def paint(self, box: Box, colour: int) -> None:
        """Fill a rectangle of it and wait until that is done; what is covered and shown again is bare."""
        brush, foreground = self.display.new_id(), 4
        with self.display.talk() as core:
            core.CreateGC(brush, self.id, foreground, [colour])
            core.PolyFillRectangle(self.id, brush, 1, [x.RECTANGLE.synthetic(*(int(side) for side in box))])
            core.FreeGC(brush)
        self.display.settle()

    def minimise(self) -> None:
        """Have the window manager put it away."""
        message = struct.pack("=BBHII5I", 33, 32, 0, self.id, self.display.atom("WM_CHANGE_STATE"), ICONIC, 0, 0, 0, 0)
        with self.display.talk() as core:
            core.SendEvent(False, self.display.root, REDIRECT_AND_NOTIFY, message)
        wait_for(lambda: not self.window.alive, "the window to be put away")

    def close(self) -> None:
        """Close it; it is gone from the screen when this returns. May be called twice."""
        if not self.display.lost:
            with suppress(TargetError):  # the display may be dying
                wait_for(self._managed, "the window manager")
                with self.display.talk() as core:
                    core.DestroyWindow(self.id)
                self.display.settle()
        self._manager.close()
        self.display.close()

    def _drawn(self) -> bool:
        """Whether it has its pixels and nothing lies over its middle."""
        self._exposed |= any(isinstance(event, x.ExposeEvent) for event in self.display.events())
        return self._exposed and self.window.alive and self.window.on_top(self.window.box().centre)

    def _listed(self) -> bool:
        """Whether it is found among the windows of programs."""
        return any(facts.id == self.id for facts in list_windows(self.display))

    def _configure(self, mask: int, values: list[int]) -> None:
        before = self.window.box()
        with self.display.talk() as core:
            core.ConfigureWindow(self.id, mask, values)
        wait_for(lambda: self._managed() and self.window.box() != before, "the window to move or change size")

    def _managed(self) -> bool:
        """Whether the window manager has done what it was asked; openbox may sleep on the last of it until it is asked
        again, and the next window may get the number of this one.
        """
        self._manager.ask()
        return self._manager.idle()

    def _set(self, name: str, kind: str, bits: int, value: bytes) -> None:
        with self.display.talk() as core:
            core.ChangeProperty(
                x.PropMode.Replace, self.id, self.display.atom(name), self.display.atom(kind), bits,
                len(value) * 8 // bits, value,
            )  # fmt: skip

    def _listen(self) -> int:
        """Take down what came in; how much there is by now. A move to where the pointer is already is none."""
        for event in self.display.events():
            line = _in_words(event)
            stays = line.startswith("move") and self.log and self.log[-1].split()[-1] == line.split()[-1]
            if line and not stays:
                self.log.append(line)
        return len(self.log)


def _in_words(event: Any) -> str:
    if isinstance(event, x.ButtonReleaseEvent):
        return f"release {event.detail} at {event.event_x},{event.event_y}"
    if isinstance(event, x.ButtonPressEvent):
        return f"press {event.detail} at {event.event_x},{event.event_y}"
    if isinstance(event, x.MotionNotifyEvent):
        return f"move to {event.event_x},{event.event_y}"
    if isinstance(event, x.KeyReleaseEvent):
        return f"key {event.detail} up"
    if isinstance(event, x.KeyPressEvent):
        return f"key {event.detail} down"
    return ""
