"""Games that can make new puzzles: of a wanted size and difficulty, from chance or from a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.api import Limit
from engine.paints import Colour
from engine.position import Position

Picture = tuple[tuple[Colour, ...], ...]
"""Rows of pixels, each as red, green and blue from 0 to 1."""


class NoPuzzleError(ValueError):
    """What was wished for cannot be made, or was not found within the limit; the message says which."""


def say_nothing(_text: str) -> None:
    """Whom nobody listens to."""


@dataclass(frozen=True)
class Wish:
    """What a new puzzle should be like; None leaves it to the game."""

    columns: int | None = None
    rows: int | None = None
    grade: str | None = None
    seed: int = 0
    picture: Picture | None = None
    colours: int | None = None
    """How many colours cells are filled with; 1 is black and white."""
    say: Callable[[str], None] = say_nothing
    """Told how it goes, in half a sentence, now and then."""


@dataclass(frozen=True)
class Made:
    """A new puzzle."""

    position: Position
    notes: tuple[str, ...] = ()
    """What a person should know about it, a sentence each: how hard it is, what had to be changed in the picture…"""


@runtime_checkable
class Generator(Protocol):
    """A game that can make puzzles."""

    @property
    def grades(self) -> tuple[str, ...]:
        """The names of its grades, easy ones first; none where it has none."""

    def generate(self, wish: Wish, limit: Limit) -> Made:
        """A puzzle as wished; the same wish gives the same puzzle, unless time runs out. Raises NoPuzzleError."""
