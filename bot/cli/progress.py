"""What a person sees while Banmen thinks: a line on the terminal that counts the seconds, and is gone afterwards."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Final, Self

QUIET: Final = 1.0
"""Seconds before anything is shown, and between two looks at the clock."""


class Progress:
    """Half a sentence on the last line of a terminal while the block runs; nothing where nobody looks."""

    def __init__(self, text: str, limit: float | None = None) -> None:
        self._text, self._limit = text, limit
        self._start = time.monotonic()
        self._done = threading.Event()
        self._ticker = threading.Thread(target=self._tick, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        if self._ticker is not None:
            self._ticker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        if self._ticker is not None:
            self._ticker.join()

    def say(self, text: str) -> None:
        """Say something else from now on."""
        self._text = text

    def _tick(self) -> None:
        shown = False
        while not self._done.wait(QUIET):
            spent = time.monotonic() - self._start
            most = "" if self._limit is None else f" of at most {self._limit:g}"
            sys.stderr.write(f"\r\x1b[K{self._text}… {spent:.0f} s{most}")
            sys.stderr.flush()
            shown = True
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
