"""Crack Attack! alone: a stack in three dimensions that a lamp lights unevenly, pushed up by slabs that fall on it.

The program is drawn by the graphics card or, without one, by Mesa (libgl1-mesa-dri). It asks once a picture which keys
are down, so keys are held longer than a picture takes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from bot.x11.windows import XWindow
from tests.apps.screens import need, park, press
from tests.display import DisplayServer

TITLE = "Crack Attack!"
PLAIN = 700
"""Pixels of a side of its window, if not told otherwise."""
BEGINS = 4.5
"""Seconds from the key that begins a game until the stack may be moved."""


@contextmanager
def started(server: DisplayServer, side: int = PLAIN) -> Iterator[XWindow]:
    """A game alone that has just begun, in a window of so many pixels a side."""
    need("crack-attack", "xdotool")
    park(server)
    size = ("--res", str(side)) if side != PLAIN else ()
    program = server.start(["crack-attack", "--solo", "--low", "--nosound", "--name", "player", *size])
    try:
        window = server.window(TITLE, program)
        time.sleep(1.5)  # its lights go on
        press(server, "space", hold=0.3)
        time.sleep(BEGINS)
        yield window
    finally:
        program.end()
