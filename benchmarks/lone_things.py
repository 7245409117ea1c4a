"""What lies in the stack of `lone_stack`: panels, slabs, the combos that they belong to, and the colours to come."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

COLUMNS: Final = 6
LABELS: Final = "oygbm"
GREY: Final = "k"


@dataclass(eq=False)
class Combo:
    """A match and all that comes of it."""

    born: int
    links: int = 1
    involved: int = 0
    cells: int = 0
    greys: int = 0
    """Cleared in this step."""


@dataclass(eq=False)
class Panel:
    """One panel; in a place that a swap keeps free its label is EMPTY."""

    column: int
    row: int
    label: str
    state: Literal["still", "falls", "swaps", "dies", "wakes"] = "still"
    alarm: int = 0
    above: int = 0
    """Parts of a row that it is yet to fall."""
    shows: int = 0
    """The step in which a woken one can be seen."""
    combo: Combo | None = None


@dataclass(eq=False)
class Slab:
    """A piece of garbage, from its lower left corner."""

    column: int
    row: int
    width: int
    height: int
    grey: bool = False
    state: Literal["still", "falls", "wakes"] = "still"
    alarm: int = 0
    above: int = 0
    new: bool = False
    """Whether it has never lain on anything."""
    combo: Combo | None = None

    def cells(self) -> Iterator[tuple[int, int]]:
        """Row and column of each cell, from the bottom."""
        for row in range(self.row, self.row + self.height):
            for column in range(self.column, self.column + self.width):
                yield row, column


Thing = Panel | Slab


@dataclass
class Colours:
    """What comes next in a column: never a third of a kind in a row, nor a fourth."""

    rng: random.Random
    line: list[str] = field(default_factory=lambda: ["", ""])
    columns: list[list[str]] = field(default_factory=lambda: [["", ""] for _ in range(COLUMNS)])

    def next(self, column: int, *, grey: bool = False) -> str:
        """A label; GREY where it may be."""
        label = GREY if grey else self.rng.choice(LABELS)
        while label == self.line[0] == self.line[1] or label == self.columns[column][0] == self.columns[column][1]:
            label = self.rng.choice(LABELS)
        self.line = [label, self.line[0]]
        self.columns[column] = [label, self.columns[column][0]]
        return label
