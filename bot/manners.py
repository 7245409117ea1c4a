"""How patient a session is with the program that it plays: settings, not knowledge of a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.api import Limit


@dataclass(frozen=True)
class Manners:
    """In seconds and tries."""

    settle: float = 0.25
    """A board that nobody predicted is believed after standing still this long."""
    landing: float = 0.05
    """A predicted board on which things fell is believed after standing still this long."""
    falling: float = 0.25
    """A predicted board on which things may yet fall is believed after standing still this long."""
    response: float = 2.5
    """A move that shows no effect for this long was lost, until the game's own pace is known."""
    patience: float = 6.0
    """How long a board may be covered, unclear or missing."""
    lines: float = 1.0
    """How long a line that a program draws over what a move has emptied is waited for, until it is taken for one."""
    astray: float = 1.0
    """A cursor that was sent somewhere and does not move for this long is sent once more."""
    hidden: float = 2.0
    """How long a cursor that was seen before may be hidden, until moves are made without seeing it."""
    tries: int = 5
    """How often one move is tried."""
    at_once: int = 1
    """How many moves may be played before looking again, where the plan allows it."""
    limit: Limit = field(default_factory=lambda: Limit(nodes=300_000))
    """For one plan; nodes rather than seconds, so that a replay thinks the same."""
