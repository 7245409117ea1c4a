"""Boards that go on by themselves: what hangs falls, what stands in a row goes; until then nobody can plan."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Rests(Protocol):
    """A game whose boards change by themselves until they are at rest."""

    def rests(self, state: Any) -> bool:
        """Whether a board stays as it is until somebody moves."""
