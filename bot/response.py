"""How quickly a program shows what it was asked for, learned from the moves that it took."""

from __future__ import annotations

from typing import Final

from bot.manners import Manners

SLOWER: Final = 2
"""How many times longer each further attempt at a move is waited for."""
SOON: Final = 0.5
"""Share of the least time in which a move was ever taken, below which one that shows may be no more than a sign…"""
LATE: Final = 1.2
"""… until so much of that time has passed."""


class Response:
    """How one program responds: as its layout says, until it is known better."""

    def __init__(self, manners: Manners) -> None:
        self._manners = manners
        self._longest = manners.response
        """What is waited for a first attempt."""
        self._quickest = 0.0
        """The least time in which the game took a move; 0 until it took one."""

    def learn(self, took: float, *, first: bool) -> None:
        """Take note that a move was taken in so many seconds; with that known, a lost click is noticed sooner."""
        self._quickest = min(self._quickest or took, took)
        known = 0.0 if first else self._longest
        self._longest = max(known, min(self._manners.response, 2 * took + self._manners.settle))

    def patience(self, attempt: int) -> float:
        """Seconds after which a move was lost: longer each time that it has to be done again, for a program that is
        slow just now would take it late, and then once more.
        """
        most = max(self._longest, self._manners.patience)
        return min(self._longest * float(SLOWER ** (attempt - 1)), most)

    def too_soon(self, showed: float, waited: float) -> bool:
        """Whether a move showed in less than half the time that the game ever took, and that time is not over yet: a
        tile that is only picked, or lies under a line, may look gone.
        """
        return showed < SOON * self._quickest and waited < LATE * self._quickest
