"""Sentences for a person about a puzzle: what contradicts what, and which other solution there is."""

from __future__ import annotations

from engine.budget import Budget
from engine.games.nonogram.proof import Verdict
from engine.games.nonogram.rules import State


def notes(state: State, verdict: Verdict, budget: Budget, *, spoilt: bool) -> tuple[str, ...]:
    """What a person should know besides the moves."""
    return ()
