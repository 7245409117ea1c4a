"""Games that explain: the next step that a person could see, named and argued, without giving the answer away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from engine.api import Limit
from engine.moves import Cell, Move

LANGUAGES = ("en", "ja")
NOTHING = {"en": "Nothing is left to be done.", "ja": "もうすることはありません。"}
"""What is said instead of a hint where the puzzle is done."""
NOT_FOUND = {
    "en": "No next step was found within the limit.",
    "ja": "制限時間内に次の一手は見つかりませんでした。",
}
"""What is said instead of a hint where none was found."""


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


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is for a person."""

    band: str
    """A word for it, such as `medium`."""
    technique: str
    """The hardest technique that it needs."""
    rung: int
    """How hard that is, as in a hint."""
    score: float
    """How much of each technique it takes, as the game weighs them, for each cell."""
    narrowest: int
    """The least number of places that offered anything at any time; 0 where it got stuck."""
    steps: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Technique to the number of steps."""

    def __str__(self) -> str:
        return f"{self.band} ({self.technique}), score {self.score:.1f}, narrowest point {self.narrowest}"


@runtime_checkable
class Grader(Protocol):
    """A game that can say how hard its puzzles are."""

    def grade(self, state: Any, limit: Limit) -> Grade:
        """How hard the puzzle is from its beginning, whatever is done already."""


@runtime_checkable
class Teacher(Protocol):
    """A game that can explain its solutions."""

    def hint(self, state: Any, limit: Limit) -> Hint | None:
        """The easiest next step from here, a mistake first; None where nothing is left to be done or found."""

    def explain(self, state: Any, limit: Limit) -> Iterator[Hint]:
        """Step by step to the end, or as far as steps can be found within the limit."""
