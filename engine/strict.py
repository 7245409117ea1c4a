"""House rules that forbid what others allow: a program that refuses a move tells that it plays by the stricter ones."""

from __future__ import annotations

from typing import Any, Protocol, Self, runtime_checkable

from engine.moves import Move


@runtime_checkable
class Strict(Protocol):
    """A game that is played by stricter house rules elsewhere."""

    def stricter(self, state: Any, move: Move) -> tuple[Self, str] | None:
        """The same game under a house rule that forbids a legal move, and that rule as a person types it,
        `name=value`; None where every program takes the move.
        """
