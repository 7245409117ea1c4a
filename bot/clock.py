"""The clock that a session lives by: the real one, or one that a simulated screen moves on."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time and passes it."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    def sleep(self, seconds: float) -> None:
        """Let time pass."""


class RealClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let time pass; the system makes even a sleep of no time last a tenth of a millisecond."""
        if seconds > 0:
            time.sleep(seconds)
