"""Going round in circles: the same move in the same position again and again, because something takes it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Final

MOST: Final = 5
"""How often the same moves are made in the same position; a person who takes moves back to look again does so less."""


class Rounds:
    """Counts what was played where. Two boards that come in turn are two positions that come again."""

    def __init__(self) -> None:
        self._made: Counter[tuple[Hashable, Hashable]] = Counter()

    def note(self, state: Hashable, moves: Hashable) -> None:
        """These moves were made in this position."""
        self._made[state, moves] += 1

    def enough(self, state: Hashable, moves: Hashable) -> bool:
        """Whether they were made there so often that once more will not help either."""
        return self._made[state, moves] >= MOST
