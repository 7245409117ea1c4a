"""Nothing else happens on an X11 display from the last question to the event: the server hears nobody but us meanwhile.

Between an answer and the event that is sent for it a window can move, or open, wherever others are heard in between. A
hold (GrabServer of the X protocol) leaves no such moment, so the pointer need not be seen to arrive before a button
goes down: that is one exchange with the server less. It lasts for some tenths of a millisecond, and ends with the
connection however this process ends. No more than an event may be done within it: whoever waits for another program,
which may be so little as to write to a terminal, would wait for one that cannot draw.

What it cannot keep away is that a display keeps the pointer on its monitors, whatever lies beyond them. So a hold is
had only where monitors show all the places that the pointer will be sent to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.frame import Box, Point
from bot.x11.display import Display
from bot.x11.forms import GRAB_SERVER, MONITOR, UNGRAB_SERVER

if TYPE_CHECKING:
    from bot.x11.wire import Asked


class Hold:
    """Has a display to ourselves, for a moment. `take` and `shown` are called within the display's `talk`."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self.taken = False
        """Whether nothing else happens there now."""
        self.proven = False
        """Whether the pointer came to where it was sent the last time."""
        self._monitors = Monitors(display)

    def take(self, places: Sequence[Point]) -> Asked | None:
        """Have it to ourselves from here on; what is asked next is answered then. The answer is for `shown`."""
        self.display.wire.send(GRAB_SERVER)
        self.taken = True
        return self._monitors.ask() if places else None

    def shown(self, monitor: Asked | None, places: Sequence[Point]) -> bool:
        """Whether a pointer that is sent to these places of the screen comes there."""
        return monitor is None or self._monitors.show(monitor, places)

    def end(self) -> None:
        """Let everybody be heard again, and send all that was said so far. Raises NoDisplay."""
        if self.taken:
            self.taken = False
            with self.display.talk():
                self.display.wire.send(UNGRAB_SERVER)
            self.display.flush()


class Monitors:
    """Which places of a screen are shown, and so may be pointed at. The one monitor is asked about that showed the last
    place; where it shows the next one, too, the others do not matter.
    """

    def __init__(self, display: Display) -> None:
        """A server that knows of no monitors leads the pointer anywhere: nothing is asked there. Raises NoDisplay."""
        self.display = display
        self._last = 0
        self._known = display.has_extension("RANDR")
        if self._known:
            import xcffib.randr

            self._none: type[BaseException] = xcffib.randr.BadCrtcError
            """What is answered about a number that no monitor has."""
            self._randr = display.extension(xcffib.randr)
            with display.talk():
                self._randr.QueryVersion(1, 3).reply()

    def ask(self) -> Asked | None:
        """Where the monitor lies that showed the last place."""
        return self.display.wire.ask(MONITOR, self._last, 0) if self._known else None

    def show(self, asked: Asked, places: Sequence[Point]) -> bool:
        """Whether it shows all of these places, or another one does."""
        if self._shows(asked, places):
            return True
        numbers = self._randr.GetScreenResourcesCurrent(self.display.root).reply().crtcs
        others = [(number, self.display.wire.ask(MONITOR, number, 0)) for number in numbers]
        self._last = next((number for number, other in others if self._shows(other, places)), 0)
        return self._last != 0

    def _shows(self, asked: Asked, places: Sequence[Point]) -> bool:
        """Whether a monitor shows all of these places, by what is answered about it."""
        try:
            left, top, width, height, mode = asked.reply()
        except self._none:
            return False
        return bool(mode) and all(Box(left, top, width, height).contains(place) for place in places)
