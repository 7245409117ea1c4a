"""The app that lies in front on a phone: what may be looked at and tapped."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.clock import Clock
from bot.frame import Box, Point
from bot.phone.link import Link, PhoneError
from bot.target import Named

FRESH: Final = 0.1
"""Seconds for which an answer of the phone holds: all questions about one tap are answered by one look."""
ASK: Final = "dumpsys window displays"
"""Tells the size of the display as it is turned now (`cur=`), and which window has the keyboard (`mCurrentFocus=`)."""
_SIZE = re.compile(r"\bcur=(\d+)x(\d+)")
_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ ([^\s}/]+)[^\s}]*\}")


@dataclass(frozen=True)
class Front:
    """What a phone shows."""

    size: tuple[int, int]
    """Width and height in pixels, as the display is turned."""
    app: str
    """The package of the window that has the keyboard; empty where the screen is off or locked."""


class Phone(Named):
    """The app that was in front when this was made, on the whole display."""

    def __init__(self, link: Link, clock: Clock) -> None:
        """Look what is in front. Raises PhoneError where nothing is."""
        self.link = link
        self.clock = clock
        self._seen: tuple[float, Front] | None = None
        front = self.front()
        if not front.app:
            raise PhoneError(f"No app is in front on {link.serial}: wake and unlock the phone, and open the game.")
        model = link.run("getprop ro.product.model")
        super().__init__(f"{front.app} on {model or link.serial}", front.app)

    def front(self) -> Front:
        """What the phone shows, asked at most FRESH ago. Raises PhoneError."""
        now = self.clock.now()
        if self._seen is None or now - self._seen[0] > FRESH:
            answer = self.link.run(ASK)
            size, focus = _SIZE.search(answer), _FOCUS.search(answer)
            if size is None:
                raise PhoneError(f"The phone {self.link.serial} does not tell how large its display is.")
            self._seen = now, Front((int(size[1]), int(size[2])), focus[1] if focus else "")
        return self._seen[1]

    def box(self) -> Box:
        """The whole display, as it is turned now. Raises PhoneError where the phone is gone."""
        return Box(0, 0, *self.front().size)

    def on_top(self, point: Point) -> bool:
        """Whether the app still is the one in front: a call or the lock screen lies over all of it."""
        return self.front().app == self.program and self.box().contains(point)

    def focused(self) -> bool:
        """Whether a key would go to the app."""
        return self.front().app == self.program

    def pointer(self) -> Point | None:
        """None: a phone has no pointer."""
        return None

    def activate(self) -> None:
        """Do nothing: only a person brings an app to the front."""
