"""When to believe what is seen: a board is trusted once it has stood still."""

from __future__ import annotations

from typing import Final

from bot.reading import Reading, Sight
from engine.position import Position

PASSING: Final = frozenset({"cursor", "scroll"})
"""Blocks that say where the hand is and how far a stack has risen: a board stands still though they change."""


class Belief:
    """Watches readings go by and says since when the screen has shown the same thing."""

    def __init__(self) -> None:
        self.since = 0.0
        """The time of the first of the readings that have been the same ever since."""
        self._shown: tuple[Sight, Position | None] | None = None
        self._looks = 0

    def see(self, reading: Reading) -> None:
        """Take in the next reading."""
        shown = (reading.sight, _lasting(reading.position))
        if shown == self._shown:
            self._looks += 1
        else:
            self._shown, self.since, self._looks = shown, reading.time, 1
        self._now = reading.time

    def stands(self, seconds: float) -> bool:
        """Whether the last reading has been the same for so long, in at least two looks."""
        return self._looks >= 2 and self._now - self.since >= seconds


def _lasting(position: Position | None) -> Position | None:
    """What of a position is the board's own."""
    if position is None or not PASSING & position.blocks.keys():
        return position
    return Position({name: lines for name, lines in position.blocks.items() if name not in PASSING})
