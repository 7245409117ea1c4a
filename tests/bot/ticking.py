"""A clock by which no two moments are the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class TickingClock:
    """Every look at it is a second later."""

    time: float = 0.0

    def now(self) -> float:
        self.time += 1
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds
