"""Windows and macOS: which windows there are, in what units they are measured, and what a person still has to allow."""

from __future__ import annotations

import sys
from functools import cache

from bot.systems.system import System


@cache
def here() -> System:
    """The system that this is. To be asked before anything looks at the screen: on Windows the first who says in what
    units a process sees the screen decides it for good.
    """
    if sys.platform == "win32":
        from bot.systems.win32 import Win32

        return Win32()
    from bot.systems.macos import MacOS

    return MacOS()
