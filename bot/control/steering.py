"""Steer a falling pair in a program that nobody knows, by what is seen of it: neither how it appears, nor what turns it
and about which of its two is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.moves import Cell, Drop

LYING: Final = frozenset("RL")
"""Sides of the child of a pair that lies."""
TURNS: Final = ("turn", "back")
"""The keys that turn a pair, the first one that there is."""
FLIP: Final = 2
"""Turns that exchange the two of a pair."""
VAIN: Final = 2
"""Times in a row that a key may turn nothing until it is taken for none that turns; one may be lost."""
TRIES: Final = 4
"""Times that a pair is turned, which a wall or what lies beside it may not let turn; then it is let fall."""


DEAF: Final = 3
"""Times in a row that a pair stays where it is, whatever is pressed, until its keys are taken to be others."""


class Steering:
    """The pair at hand, and what is known of the keys."""

    def __init__(self, keys: Sequence[str]) -> None:
        """`keys` are those that there are, as they are named."""
        self._turns = [name for name in TURNS if name in keys]
        self._vain = dict.fromkeys(self._turns, 0)
        self._drop: Drop | None = None
        self._pair: str | None = None
        """Its labels when it was asked for, the lower or left one first; None where they were not told."""
        self._top = 0
        """The row of its upper one at the last look."""
        self._tries = 0
        self._pressed: tuple[str, bool] | None = None
        """The key of an odd number of turns that were made last, and whether the pair lay before."""
        self._stood: int | None = None
        """The column in which it hung when steps were asked for last."""
        self._unheard: int | None = 0
        """How often none was seen to follow; None once one was."""

    @property
    def deaf(self) -> bool:
        """Whether the pair hears none of the keys that are pressed."""
        return self._unheard is not None and self._unheard >= DEAF

    def way(self, drop: Drop, cells: Sequence[Cell], labels: str | None) -> list[str]:
        """The keys to press next, by name, for a pair that is seen in two `cells` with these labels, the lower or left
        one first; none where it hangs as it is to fall.
        """
        (row, column), (other, _) = sorted(cells)
        lies = row == other
        if drop != self._drop or row < self._top - 1:
            self._drop, self._pair, self._tries, self._pressed, self._stood = drop, labels, 0, None, None
        self._top = row
        self._listen(column, lies)
        self._judge(lies)
        turns = self._wanted(drop, lies, labels) if self._turns and self._tries < TRIES else 0
        self._tries += bool(turns)
        self._pressed = (self._turns[0], lies) if turns % 2 else None
        steps = drop.column - (drop.side == "L") - column
        if turns == FLIP and abs(steps) == 1:
            steps = 0  # a pair that is turned about moves to a side by itself, nobody knows to which
        self._stood = column if steps else None
        return [self._turns[0]] * turns + ["right" if steps > 0 else "left"] * abs(steps)

    def _wanted(self, drop: Drop, lies: bool, labels: str | None) -> int:
        """How many turns bring it to lie or stand as it is to fall, the right one first."""
        if lies != (drop.side in LYING):
            return 1
        if labels is None or self._pair is None:
            return 0
        first = self._pair if drop.side in "UR" else self._pair[::-1]
        return FLIP if labels == first[::-1] != first else 0

    def _listen(self, column: int, lies: bool) -> None:
        """Tell whether the keys that were pressed last moved or turned the pair."""
        if self._unheard is None or self._stood is None:
            return
        turned = self._pressed is not None and self._pressed[1] != lies
        self._unheard = None if turned or column != self._stood else self._unheard + 1

    def _judge(self, lies: bool) -> None:
        """Tell whether the key that was pressed last turned the pair; one that never does is left out, if there is
        another.
        """
        if self._pressed is None:
            return
        name, lay = self._pressed
        self._vain[name] = self._vain[name] + 1 if lies == lay else 0
        if self._vain[name] >= VAIN and len(self._turns) > 1:
            self._turns.remove(name)
