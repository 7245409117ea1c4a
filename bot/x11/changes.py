"""What changed on the display since the last look: nobody has to look at a picture to see that it is still the same."""

from __future__ import annotations

import select
import time
from contextlib import suppress
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.frame import Box
from bot.target import NoWindow, TargetError
from bot.x11.display import Display
from bot.x11.forms import SUBTRACT
from bot.x11.windows import ancestry

if TYPE_CHECKING:
    from bot.x11.wire import Asked

_EVENT_MASK, _STRUCTURE_NOTIFY = 0x800, 0x20000
_DRAWN = Struct("=2xH12xhhHH")
_TURN = 0x10000
"""Requests are counted with 16 bits; an event names the last one that was done before it."""


class Rows(NamedTuple):
    """Lines of the screen, from the first to the one after the last."""

    top: int
    bottom: int

    def over(self, other: Rows | None) -> Rows:
        """These and others, and what lies between."""
        return self if other is None else Rows(min(self.top, other.top), max(self.bottom, other.bottom))

    def hold(self, other: Rows | None) -> bool:
        """Whether they hold others."""
        return other is None or (self.top <= other.top and other.bottom <= self.bottom)


class Drawn(NamedTuple):
    """An event: something was drawn."""

    sequence: int
    """The last request that was done before it."""
    area: Box
    """The part of what is watched in which it was drawn."""


def _read(event: Any) -> Drawn:
    """The bytes of a DAMAGE event in words."""
    sequence, *area = _DRAWN.unpack_from(event)
    return Drawn(sequence, Box(*area))


class Changes:
    """Hears what is drawn on the screen, or in one window, and of windows that move. It owns the events of its
    connection, which therefore has to be its own, and ends with it.

    Where `moved`, a look starts with `follow`, and always with `rearm`: `wait` hears all that is drawn or moves after
    them, and nothing is missed.
    """

    def __init__(self, display: Display, *, window: int | None = None, inside: int | None = None) -> None:
        """Hear of everything that moves `window`, and of what is drawn anywhere on the screen; or, with `inside`, of
        what is drawn in that window, even where another one covers it. Raises NoDisplay where there is no DAMAGE.
        """
        import xcffib.damage
        import xcffib.xfixes  # DAMAGE speaks of its regions

        self.display = display
        self._window, self._inside = window, inside
        self._damage = display.extension(xcffib.damage)
        self._number = display.new_id()
        self._box = Box(0, 0, 0, 0)
        self._since = 0
        self._told = True
        """Whether the server may have told of something since it was last asked to forget it."""
        self._shown: Rows | None = None
        """What the picture shows that was asked for last; None is the whole rectangle."""
        self.drawn: Rows | None = None
        """What was drawn in the rectangle, as far as it was heard, and is in no picture yet."""
        self.late = False
        """Whether some of that was drawn before the picture that was asked for last, which does not show it."""
        self.moved = True
        """Whether the window or an edge of the screen may be elsewhere, by what was heard. Who knows where they are,
        because `follow` was called and then they were asked, sets it back."""
        with display.talk() as core:
            name = xcffib.damage.key.name
            display.wire.read_events(core.QueryExtension(len(name), name).reply().first_event, _read)
            self._damage.QueryVersion(1, 1).reply()
            level = xcffib.damage.ReportLevel.DeltaRectangles
            self._damage.CreateChecked(self._number, inside or display.root, level).check()

    def follow(self) -> None:
        """Listen to where the window and the edges of the screen are; to be called before they are asked."""
        line = [self.display.root]
        with suppress(NoWindow):  # who asks where it is will be told that it is gone
            line += ancestry(self.display, self._window) if self._window else []
            for window in line:
                with self.display.talk() as core:
                    core.ChangeWindowAttributesChecked(window, _EVENT_MASK, [_STRUCTURE_NOTIFY]).check()

    def rearm(self, box: Box, rows: Rows | None = None) -> None:
        """Forget what was drawn until now; right before a picture of this rectangle of the screen is asked for, or of
        these rows of it, which then is `asked`. What was drawn elsewhere is not forgotten.
        """
        self._box, self._shown = box, rows
        if self._told:
            with self.display.talk():
                self.display.wire.send(SUBTRACT, self._number, 0, 0)
            self._told = False
        if rows is None or rows.hold(self.drawn):
            self.drawn = None
        self.late = False

    def asked(self, picture: Asked) -> None:
        """Know which request the picture's is: it shows what was drawn before that was done."""
        self._since = picture.number

    def hear(self) -> None:
        """Take in the events that have come; a picture's reply comes after all that happened before it was taken."""
        try:
            for event in self.display.events():
                if type(event) is Drawn:
                    self._told = True
                    self._note(event)
                else:
                    self.moved = True
        except TargetError:  # the window or the display is gone, which the next look tells
            self.moved = True

    def _note(self, event: Drawn) -> None:
        """Keep what no picture shows: what was drawn after the last one, or before it in other rows than it has."""
        if self._inside is not None:
            rows = Rows(int(self._box.y), int(self._box.y + self._box.h))
        else:
            part = event.area.shared(self._box)
            if min(part[2:]) <= 0:
                return
            rows = Rows(int(part.y), int(part.y + part.h))
        newer = (event.sequence - self._since) % _TURN < _TURN // 2
        if newer or (self._shown is not None and not self._shown.hold(rows)):
            self.drawn = rows.over(self.drawn)
            self.late |= not newer

    def wait(self, seconds: float) -> bool:
        """Sleep until something was drawn there or has moved since the last look, at most so many seconds; whether
        there was.
        """
        end = time.monotonic() + seconds
        while True:
            self.hear()
            left = end - time.monotonic()
            stirred = self.drawn is not None or self.moved
            if stirred or left <= 0:
                return stirred
            select.select([self.display], (), (), left)
