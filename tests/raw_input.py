"""An observer of all that mouse and keyboard do on a display, on a connection of its own: XInput's raw events."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import xcffib
import xcffib.xinput as xi

_ALL_MASTERS: Final = 1
_KINDS: Final[dict[type[Any], str]] = {
    xi.RawKeyPressEvent: "key down",
    xi.RawKeyReleaseEvent: "key up",
    xi.RawButtonPressEvent: "button down",
    xi.RawButtonReleaseEvent: "button up",
}


@dataclass(frozen=True)
class Raw:
    """One thing that a device did."""

    what: str
    code: int
    ms: int
    """The display's time."""


class RawInput:
    """Hears what all devices together do, whichever window it goes to, also while keys are caught."""

    def __init__(self, display: str | None = None) -> None:
        """Listen from now on, to the display of that name or the one in DISPLAY."""
        self.connection = xcffib.Connection(display=display or os.environ["DISPLAY"])
        root = self.connection.get_setup().roots[self.connection.pref_screen].root
        extension = self.connection(xi.key)
        extension.XIQueryVersion(2, 2).reply()
        mask = sum(1 << kind.event_number for kind in _KINDS)
        extension.XISelectEventsChecked(root, 1, [xi.EventMask.synthetic(_ALL_MASTERS, 1, [mask])]).check()

    def heard(self, seconds: float = 0.0) -> Iterator[Raw]:
        """What was done, and what is done within some seconds."""
        end = time.monotonic() + seconds
        while True:
            while (event := self.connection.poll_for_event()) is not None:
                if type(event) in _KINDS:
                    yield Raw(_KINDS[type(event)], event.detail, event.time)
            left = end - time.monotonic()
            if left <= 0:
                return
            select.select([self.connection.get_file_descriptor()], (), (), left)

    def close(self) -> None:
        """Hear no more."""
        self.connection.disconnect()
