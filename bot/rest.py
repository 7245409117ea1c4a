"""How long a program wants to be left alone after a move: some take no click while what they took away still fades."""

from __future__ import annotations

from typing import Final

FIRST: Final = 0.05
"""Seconds that are waited after the first move that was lost."""
LONGEST: Final = 0.4
"""Seconds after which a click is lost for another reason."""


class Rest:
    """Finds out how long: twice as long each time that a move was lost which was made so soon."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """For which a board must stand still before the next move."""

    def lost(self, rested: float) -> None:
        """A move was not taken that was made after the board had stood still for so many seconds."""
        if rested < LONGEST:
            self.seconds = min(LONGEST, max(FIRST, 2 * self.seconds))
