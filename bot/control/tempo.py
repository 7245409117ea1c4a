"""How hurriedly a mouse clicks: as fast as the layout says, and slower where the program loses what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.action import Action, Click, Hover, Wait

REST: Final = 0.08
"""Seconds that the pointer rests on a cell before it is pressed again: some programs look where the pointer is before
they take the click that came with it, and so click where it was."""
LINGER: Final = 0.12
"""Seconds that the pointer stays where it clicked, at the slower levels: some programs ask where it is at their next
frame only, though they heard the click before, and so take it for one beside the board.
"""
SLOWER: Final = 3
"""The first of these levels."""
HELD: Final = (0.0, 0.05, 0.1, 0.2)
"""Seconds for which a button stays down at least, at each level: some programs look whether it is down once a frame,
and never see a shorter press; the slowest draw some six frames a second."""
LOST: Final = 2
"""Moves one after the other that needed another attempt, from which the hand begins as slowly as they ended."""
TAKEN: Final = 20
"""Moves one after the other that were taken at once, after which it is a level faster again: a machine may have been
busy for a while. Twice as many each time that this was too fast."""


@dataclass
class Tempo:
    """What is known of how slowly a program has to be clicked. Levels count from 1, the fastest."""

    hold: float = 0.0
    """Seconds for which the layout holds a button."""
    _known: int = 1
    _attempt: int = 1
    _lost: int = 0
    _taken: int = 0
    _enough: int = TAKEN
    _faster: bool = False
    """Whether it was made faster again."""

    def level(self, attempt: int) -> int:
        """How slowly to go about this attempt at a move, the first of which is 1. Asked once for every attempt."""
        if attempt == 1:
            late = self._attempt > 1
            self._lost, self._taken = (self._lost + 1, 0) if late else (0, self._taken + 1)
            if self._lost >= LOST:
                self._enough *= 2 if self._known > 1 or self._faster else 1
                self._known, self._lost = self._known + self._attempt - 1, 0
            elif self._known > 1 and self._taken >= self._enough:
                self._known, self._taken, self._faster = self._known - 1, 0, True
        self._attempt = attempt
        return self._known + attempt - 1

    def held(self, level: int) -> float:
        """Seconds for which a button stays down at a level."""
        return max(self.hold, HELD[min(level, len(HELD)) - 1])


def unhurried(clicks: Sequence[Click], level: int) -> list[Action]:
    """The clicks, each after the pointer has rested where it goes; and stays there at a slower level."""
    stay: list[Action] = [Wait(LINGER)] if level >= SLOWER else []
    return [action for click in clicks for action in (Hover(click.at), Wait(REST), click, *stay)]
