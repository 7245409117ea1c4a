"""The end of a demo: its window stays for the person who watches, and for nobody else."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from bot.stop import Stopper

LINGER: Final = 3.0
"""Seconds for which the window stays where nobody is known to watch: a script goes on by itself."""
LOOK: Final = 0.1
"""Seconds between two looks whether the window was closed."""
STAYS: Final = "The window stays until you close it, or press a key here."


def person_watches() -> bool:
    """Whether somebody sits at a terminal who reads what is said and can press a key: no pipe, no job in the
    background, no continuous integration.
    """
    if os.environ.get("CI", "").lower() not in {"", "0", "false"}:
        return False
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return False
    return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()


def stay(window: subprocess.Popen[bytes], stopper: Stopper, say: Callable[[str], None], *, watched: bool) -> None:
    """Let the end of a game be looked at: where it is watched until a key is pressed in the terminal, the window is
    closed, or everything stopped; else for a moment.
    """
    if not watched:
        stopper.sleep(LINGER)
        return
    if window.poll() is not None or stopper.reason is not None:
        return
    terminal = sys.stdin.fileno()
    with _keys_at_once(terminal):
        say(STAYS)
        while window.poll() is None and stopper.reason is None:
            if select.select((terminal,), (), (), LOOK)[0]:
                break


@contextmanager
def _keys_at_once(terminal: int) -> Iterator[None]:
    """Hear keys without Enter. What was typed before does not count, and what was typed meanwhile goes nowhere."""
    import termios
    import tty

    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSAFLUSH)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
