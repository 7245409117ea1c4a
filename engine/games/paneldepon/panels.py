"""One panel of Panel de Pon: its colour, what it is doing, and its place in a piece of garbage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

EMPTY = 0
GREY = 9
"""The colour that matches nothing: garbage, the floor, and panels that cannot be cleared."""


class Phase(IntEnum):
    """What a panel is doing."""

    NORMAL = 0
    SWAPPING = 1
    MATCHED = 2
    POPPING = 3
    POPPED = 4
    HOVERING = 5
    FALLING = 6
    LANDING = 7
    DIMMED = 8


@dataclass(frozen=True, slots=True)
class Brick:
    """The place of one cell in its piece of garbage."""

    number: int
    """Which piece it belongs to."""
    x: int
    y: int
    """Columns from its left and rows from its lower edge; -1 for cells that are turning into panels."""
    width: int
    height: int
    fresh: bool = True
    """It has not yet landed on the screen."""
    known: bool = False
    """It was touched by a match before, so the player knows of it even above the screen."""


@dataclass(slots=True)
class Panel:
    """One cell: its colour and what it is doing."""

    colour: int = EMPTY
    phase: Phase = Phase.NORMAL
    timer: int = 0
    """Frames left in this phase."""
    changed: bool = False
    """It changed its phase in the last update; only such panels start a match."""
    chaining: bool = False
    """A match with it continues the chain."""
    passes_chain: bool = False
    """What begins to hover over it in this frame will be chaining."""
    pulls: bool = False
    """Garbage just fell away from here: what is above falls at once, without hovering."""
    matches_once: bool = False
    """It has just begun to hover over a match that is gone, and may match in the next frame."""
    held: bool = False
    """It was pushed over a hole or a falling panel, or away from under one: it cannot be swapped back."""
    will_hover: bool = False
    """A match below went while it was being swapped: it hovers afterwards whatever lies below."""
    index: int = 0
    size: int = 0
    """It is number `index` of the `size` panels of its match."""
    brick: Brick | None = None
    """Where it belongs in a piece of garbage, if it is part of one."""

    def calm(self) -> None:
        """Forget everything that the last phase left behind, except a chain."""
        self.phase = Phase.NORMAL
        self.changed = self.passes_chain = self.matches_once = self.held = self.will_hover = False
        self.index = self.size = 0

    def become(self, phase: Phase, timer: int = 0) -> None:
        """Enter a phase."""
        self.phase, self.timer, self.changed = phase, timer, True

    @property
    def matchable(self) -> bool:
        """Whether it may be part of a match now."""
        if self.colour in (EMPTY, GREY):
            return False
        return self.phase in (Phase.NORMAL, Phase.LANDING) or (self.phase is Phase.HOVERING and self.matches_once)

    @property
    def swappable(self) -> bool:
        """Whether it may be taken hold of."""
        return (
            not self.held
            and self.brick is None
            and self.phase in (Phase.NORMAL, Phase.SWAPPING, Phase.FALLING, Phase.LANDING)
        )

    @property
    def active(self) -> bool:
        """Whether the game waits for it."""
        if self.brick is not None:
            return self.phase is not Phase.NORMAL
        return self.colour != EMPTY and self.phase not in (Phase.NORMAL, Phase.LANDING)

    @property
    def dangerous(self) -> bool:
        """Whether it fills the top row."""
        return self.colour != EMPTY and not (self.brick is not None and self.phase is Phase.FALLING)
