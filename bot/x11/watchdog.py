"""The watchdog: a small process that releases keys and buttons when the one that pressed them is gone.

`python -m bot.x11.watchdog DISPLAY` reads from its standard input what is pressed and released, in pairs of bytes: the
kind of the X event (key press, button press or their releases) and the code. When the input ends it releases what is
still down. However a process is ended, the system closes its pipes. What comes in stays unread until then, but for a
look now and then that keeps the pipe from filling up: an event does not have to share the processors with a watchdog
that wakes at each.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Final

KEY_PRESS: Final = 2
KEY_RELEASE: Final = 3
BUTTON_PRESS: Final = 4
BUTTON_RELEASE: Final = 5
RELEASES: Final = {KEY_PRESS: KEY_RELEASE, BUTTON_PRESS: BUTTON_RELEASE}
_PRESSES: Final = {release: press for press, release in RELEASES.items()}
_NAP: Final = 2.0
"""Seconds between two looks at what was told: a pipe holds ten thousands of presses."""
_ROOT: Final = Path(__file__).parents[2]


class Watchdog:
    """Has a process of its own watch over what is held down on a display, for as long as this one lives."""

    def __init__(self, display: str) -> None:
        """Start it; it is on its guard a fraction of a second later."""
        paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "bot.x11.watchdog", display],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for us
        )

    def tell(self, kind: int, code: int) -> None:
        """Tell it that a key or button is about to be pressed, or was released. A dog that died is not called again."""
        assert self._process.stdin is not None
        if not self._process.stdin.closed:
            try:
                self._process.stdin.write(bytes((kind, code)))
            except BrokenPipeError:
                self._process.stdin.close()

    def close(self) -> None:
        """Send it home; what it believes to be down is released. May be called twice."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def watch(display: str) -> None:
    """Listen until the input ends, then release what is still down. Does not import more than it needs."""
    import xcffib
    import xcffib.xtest

    connection = xcffib.Connection(display=display)
    fake = connection(xcffib.xtest.key)
    root = connection.get_setup().roots[connection.pref_screen].root
    down: list[tuple[int, int]] = []
    rest, ended = b"", False
    pipe = sys.stdin.fileno()
    os.set_blocking(pipe, False)
    ear = select.poll()
    ear.register(pipe, 0)  # nothing but the end of it
    while not ended:
        ear.poll(1000 * _NAP)
        told, ended = _unread(pipe)
        rest += told
        for kind, code in zip(rest[::2], rest[1::2], strict=False):
            if kind in RELEASES:
                down.append((kind, code))
            elif (pressed := (_PRESSES[kind], code)) in down:
                down.remove(pressed)
        rest = rest[len(rest) // 2 * 2 :]
    for kind, code in reversed(down):
        fake.FakeInput(RELEASES[kind], code, 0, root, 0, 0, 0)
    connection.core.GetInputFocus().reply()  # until then it is not done


def _unread(pipe: int) -> tuple[bytes, bool]:
    """What a pipe holds, and whether nothing can follow."""
    told = b""
    try:
        while more := os.read(pipe, 1 << 16):
            told += more
    except BlockingIOError:
        return told, False
    return told, True


if __name__ == "__main__":
    import contextlib

    from xcffib import XcffibException

    with contextlib.suppress(XcffibException):  # with the display goes everything that was held
        watch(sys.argv[1])
