"""The window manager of an X11 display, and whether it still has something in hand.

Whoever moves, opens or closes a window asks the window manager, which does so when it comes to it; and it comes to a
click only after all that. So a window can be where it should be when it is asked, and have gone when the click arrives.
That can be known: a window manager does one thing after the other, so when it has answered a question it has done all
that it was asked before. The question is for the width of a frame (`_NET_REQUEST_FRAME_EXTENTS` of the Extended Window
Manager Hints), which may be asked for a window that is never shown.
"""

from __future__ import annotations

import select
import struct
import time
import weakref
from typing import Final, NamedTuple

from bot.target import NoWindow, Target
from bot.x11.display import Display
from bot.x11.forms import SEND_EVENT

PATIENCE: Final = 0.25
"""Seconds in which a window manager answers that is not stuck."""
_PROPERTY_NOTIFY, _PROPERTY_CHANGE, _EVENT_MASK = 28, 0x400000, 0x800
_CLIENT_MESSAGE = struct.Struct("=BBHII5I")
REDIRECT_AND_NOTIFY = 0x180000
_PROPERTY = struct.Struct("=4xII")


def manager_window(display: Display) -> int | None:
    """The window by which a running window manager makes itself known; None where none runs."""
    try:
        for window in display.numbers(display.root, "_NET_SUPPORTING_WM_CHECK"):
            if window in display.numbers(window, "_NET_SUPPORTING_WM_CHECK"):
                return window
    except NoWindow:  # left behind by a window manager that has ended
        return None
    return None


def manager_name(display: Display) -> str | None:
    """The name of the window manager; None where none runs."""
    window = manager_window(display)
    return None if window is None else display.text(window, "_NET_WM_NAME") or "unnamed"


def message(window: int, kind: int, first: int = 0) -> bytes:
    """What is sent to the root window to ask the window manager for something about a window."""
    return _CLIENT_MESSAGE.pack(33, 32, 0, window, kind, first, 0, 0, 0, 0)


class Property(NamedTuple):
    """An event: a property of a window has a new value."""

    window: int
    name: int


class Manager:
    """Asks the window manager of a display whether it has done what it was asked; on a connection of its own, which
    ends with it. Where there is none, or none that answers, nothing is asked and nothing waited for.
    """

    def __init__(self, name: str) -> None:
        """`name` is the display's. Raises NoDisplay."""
        self._display = display = Display(name)
        display.wire.read_events(_PROPERTY_NOTIFY, lambda event: Property(*_PROPERTY.unpack_from(event)))
        self._answers = False
        """Whether there is one that answers."""
        self._meet()
        self.ask()
        self._answers = self._answers and self._wait()

    def ask(self) -> None:
        """Ask, without waiting. Raises NoDisplay."""
        if not self._answers:
            return
        self._hear()
        display = self._display
        with display.talk():
            display.wire.send(SEND_EVENT, display.root, REDIRECT_AND_NOTIFY, self._question)
        display.flush()
        self._owed += 1

    def idle(self) -> bool:
        """Wait until it has done all that it was asked for before the last `ask`; False where it does not come to that.
        Raises NoDisplay.
        """
        if not self._owed or self._wait():
            return True
        self._meet()  # what it may still answer to what it was asked so far says nothing
        return not self._answers

    def close(self) -> None:
        """Hang up. May be called twice."""
        self._display.close()

    def _meet(self) -> None:
        """See who it is, if there is one, and have a window to ask about."""
        display = self._display
        self._window = display.new_id()
        with display.talk() as core:
            core.CreateWindow(0, self._window, display.root, 0, 0, 1, 1, 0, 0, 0, _EVENT_MASK, [_PROPERTY_CHANGE])
        self._answer = Property(self._window, display.atom("_NET_FRAME_EXTENTS"))
        self._owed = 0
        """Answers that have not come yet."""
        asked = display.atom("_NET_REQUEST_FRAME_EXTENTS")
        self._question = message(self._window, asked)
        self._answers = bool(manager_window(display)) and asked in display.numbers(display.root, "_NET_SUPPORTED")

    def _wait(self) -> bool:
        """Whether it answers everything in time."""
        end = time.monotonic() + PATIENCE
        while self._hear() > 0:
            if (left := end - time.monotonic()) <= 0:
                return False
            select.select([self._display], (), (), left)
        return True

    def _hear(self) -> int:
        """Take in what came; how many answers are owed then."""
        self._owed = max(0, self._owed - sum(event == self._answer for event in self._display.events()))
        return self._owed


class Managed(Target):
    """A target whose display may have a window manager."""

    display: Display

    def at_rest(self) -> bool:
        """Wait until the window manager has done all that it has in hand now. Raises NoDisplay."""
        manager = _manager_of(self.display)
        manager.ask()
        return manager.idle()


_managers: weakref.WeakKeyDictionary[Display, Manager] = weakref.WeakKeyDictionary()


def _manager_of(display: Display) -> Manager:
    """The one that is asked for a display, for as long as that is open."""
    if (manager := _managers.get(display)) is None:
        manager = _managers[display] = Manager(display.name)
        weakref.finalize(display, manager.close)
    return manager
