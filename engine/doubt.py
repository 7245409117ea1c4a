"""Readings that are not quite sure, and the games whose own logic can tell which one is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from engine.api import Limit
from engine.position import Position


class Guess(NamedTuple):
    """A line of a position that may be read in several ways."""

    block: str
    row: int | None
    """The number of the line in its block; None where the whole block may be another, its lines parted by newlines."""
    texts: tuple[str, ...]
    """The ways to read it, the likeliest first; the position holds the first."""
    margin: float
    """How much likelier the first is than the second, 0 (a toss-up) to 1 (beyond question)."""


@dataclass(frozen=True)
class Settled:
    """What a game makes of a position with guesses."""

    position: Position
    notes: tuple[str, ...] = ()
    """A sentence for every line that is not what it looked like most, so that nothing is changed silently."""
    open: tuple[Guess, ...] = ()
    """Guesses that the game could not settle: it would allow more than one of the texts, or none."""


@runtime_checkable
class Settler(Protocol):
    """A game that can tell which of several readings is right."""

    def settle(self, position: Position, guesses: Sequence[Guess], limit: Limit) -> Settled:
        """The reading that the rules allow. Never raises for what a position holds."""
