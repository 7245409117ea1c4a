"""Games that explain: the next step that a person could see, named and argued, without giving the answer away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from engine.api import Limit
from engine.moves import Cell, Move

LANGUAGES = ("en", "ja")


@dataclass(frozen=True)
class Hint:
    """One step of a person's reasoning."""

    technique: str
    """Its name in the field, such as `SIMPLE_BOX`."""
    where: tuple[Cell, ...]
    """The cells of the line or lines to look at."""
    because: tuple[Cell, ...]
    """The cells that the step argues from."""
    moves: tuple[Move, ...]
    """What follows; empty where the step only says that something is wrong."""
    says: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    """Language (`en`, `ja`) to three sentences, each telling more: which line; which technique; which cells and why."""
    rung: int = 0
    """How hard the technique is, from 0."""


@runtime_checkable
class Teacher(Protocol):
    """A game that can explain its solutions."""

    def hint(self, state: Any, limit: Limit) -> Hint | None:
        """The easiest next step from here, a mistake first; None where nothing is left to be done or found."""

    def explain(self, state: Any, limit: Limit) -> Iterator[Hint]:
        """Step by step to the end, or as far as steps can be found within the limit."""
