"""The picture of a window that others cover, as its program draws it: through the Composite extension."""

from __future__ import annotations

import time
from typing import Final

from bot.frame import Box
from bot.target import NoWindow
from bot.x11.changes import Changes
from bot.x11.display import Display
from bot.x11.windows import ancestry

QUIET: Final = 0.1
"""Seconds without drawing after which a program has drawn what was hidden before."""
PATIENCE: Final = 1.0
"""Seconds that it gets for it at the most."""
_AUTOMATIC = 0


class Unseen:
    """Has the server keep all of a window's pixels, also those that others cover, until the connection ends.

    The window is taken off the screen and put back for an instant, so it may lose the keyboard: for looking only.
    """

    def __init__(self, display: Display, window: int) -> None:
        """Waits a moment, up to a second, for the program to draw what was hidden. Raises NoDisplay where the server
        has no Composite, NoWindow where the window is gone.
        """
        import xcffib.composite

        self.display = display
        self.window = window
        self._composite = display.extension(xcffib.composite)
        with display.talk() as core:
            self._composite.QueryVersion(0, 4).reply()
            self._border = core.GetGeometry(window).reply().border_width
            self._picture = display.new_id()
            self._composite.RedirectWindowChecked(window, _AUTOMATIC).check()
        self._let_it_draw()

    def __enter__(self) -> tuple[int, int]:
        """A number for its picture as it is now, to be read before the end of `with`; and how wide its border is,
        which belongs to the picture. Raises NoWindow where there is none.
        """
        with self.display.talk():
            self._composite.NameWindowPixmapChecked(self.window, self._picture).check()
        return self._picture, self._border

    def __exit__(self, *_: object) -> None:
        with self.display.talk() as core:
            core.FreePixmap(self._picture)

    def _let_it_draw(self) -> None:
        ears = Display(self.display.name)
        try:
            changes, end = Changes(ears, inside=self.window), time.monotonic() + PATIENCE
            changes.moved = False
            changes.rearm(Box(0, 0, 0, 0))
            while time.monotonic() < end and changes.wait(QUIET):
                changes.rearm(Box(0, 0, 0, 0))
        finally:
            ears.close()


def covered(display: Display, window: int) -> bool:
    """Whether a window lies over a part of this one; a window of another shape counts with its whole rectangle.
    Raises NoWindow.
    """
    line = ancestry(display, window)
    with display.talk() as core:
        here = _place(display, window)
        for child, parent in zip(line, [*line[1:], display.root], strict=True):
            siblings = list(core.QueryTree(parent).reply().children)
            for other in siblings[siblings.index(child) + 1 :]:
                if _hides(display, other, here):
                    return True
    return False


def _hides(display: Display, other: int, here: Box) -> bool:
    """Whether a window can be seen and shares a part of a rectangle of the screen."""
    viewable, input_only = 2, 2
    try:
        with display.talk() as core:
            attributes = core.GetWindowAttributes(other).reply()
        if attributes.map_state != viewable or attributes._class == input_only:
            return False
        return min(_place(display, other).shared(here)[2:]) > 0
    except NoWindow:
        return False


def _place(display: Display, window: int) -> Box:
    """Where a window lies on the screen, without its border. Raises NoWindow."""
    with display.talk() as core:
        size, corner = core.GetGeometry(window), core.TranslateCoordinates(window, display.root, 0, 0)
        size, corner = size.reply(), corner.reply()
    return Box(corner.dst_x, corner.dst_y, size.width, size.height)
