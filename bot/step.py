"""Steps: what a pilot can decide to do about a reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from bot.action import Action
from engine.moves import Move


class Ending(Enum):
    """How a session ended."""

    WON = "won"
    STUCK = "stuck"
    """No move is left on the board."""
    OVER = "over"
    """A game whose clock runs has come to its end."""
    STOPPED = "stopped"
    """By the person, the gate or a limit."""
    DEAF = "deaf"
    """The game does not take the moves."""
    COVERED = "covered"
    UNREADABLE = "unreadable"
    LOST_SCREEN = "lost-screen"


@dataclass(frozen=True)
class Look:
    """Look again."""

    why: str

    def __str__(self) -> str:
        return f"look: {self.why}"


@dataclass(frozen=True)
class Act:
    """Play a move, or several before looking again."""

    moves: tuple[Move, ...]
    actions: tuple[Action, ...]
    attempt: int = 1
    leads: bool = False
    """Whether the actions only bring the hand to where the moves begin."""

    def __str__(self) -> str:
        if self.leads:
            return f"lead: {'; '.join(map(str, self.moves))}"
        again = f" (attempt {self.attempt})" if self.attempt > 1 else ""
        return f"act: {'; '.join(map(str, self.moves))}{again}"


@dataclass(frozen=True)
class Stop:
    """The session is over."""

    ending: Ending
    why: str

    def __str__(self) -> str:
        return f"stop: {self.ending.value}: {self.why}"


Step: TypeAlias = Look | Act | Stop


def in_short(moves: Sequence[Move]) -> str:
    """Several moves in a few words."""
    more = f" and {len(moves) - 1} more" if len(moves) > 1 else ""
    return f"{moves[0]}{more}"
