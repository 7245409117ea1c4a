"""What the eyes say of one frame. Doubt is data: a reading without a position says why there is none."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame, Point
from bot.grid import Grid
from bot.reason import About
from engine.doubt import Guess
from engine.moves import Cell
from engine.position import UNKNOWN, Position


class Sight(Enum):
    """How well the board is seen."""

    CLEAR = "clear"
    """Every cell was told."""
    DOUBT = "doubt"
    """The board is there, but some cells are `?` or the whole contradicts itself."""
    COVERED = "covered"
    """The board is known to be here, but a dialog, a pause sign or another window lies over a part of it."""
    LOST = "lost"
    """No board in the picture."""


class Doubt(NamedTuple):
    """A cell that could not be told, or only just."""

    block: str
    row: int
    col: int
    margin: float
    """How much nearer the best kind is than the next, 0 (a toss-up) to 1 (beyond question)."""


CLUES: Final = frozenset({"rows", "cols"})
"""Blocks of a position that hold the clues of its lines."""


@dataclass(frozen=True, eq=False)
class Reading:
    """One frame, read."""

    time: float
    """The frame's time."""
    sight: Sight
    size: tuple[int, int] = (0, 0)
    """Width and height of the frame in pixels."""
    position: Position | None = None
    """The board as text, `?` where a cell could not be told. Present where its place
    was found; never where LOST.
    The block `marked` holds the cells that the game shows as picked or highlighted, `row,column` a line."""
    grid: Grid | None = None
    """Where the board lies in the frame. Present with the position."""
    margins: NDArray[np.float32] | None = None
    """(rows, columns), the margin of every cell. Present with the position."""
    doubts: tuple[Doubt, ...] = ()
    why: str = ""
    """Unless CLEAR: one sentence, what was expected and what was found instead."""
    seconds: dict[str, float] = field(default_factory=dict)
    """What the reading cost, by part: locate, cells…"""
    guesses: tuple[Guess, ...] = ()
    """Lines of the position that may be read in other ways; the game's own logic may tell which."""
    shows: str | None = None
    """Which other screen of the program is shown instead of the game, by its layout: won, lost, menu or paused."""
    notes: tuple[str, ...] = ()
    """What a person should know of how it was read, a sentence each: which line is not what it looked like most…"""
    beside: tuple[Grid, ...] = ()
    """Where others like it lie, `board2` and on, as long as nobody said which one is meant."""
    colours: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """The colour (blue, green, red) that a letter stands for, of those that stand for one."""
    about: frozenset[About] = frozenset()
    """What `why` is about, as far as more than telling people hangs on it."""

    @property
    def clued(self) -> bool:
        """Whether clues were told beside the cells, most of them surely: then that board is no other one."""
        if self.position is None or not self.position.blocks.keys() >= CLUES:
            return False
        lines = sum(len(self.position.blocks[block]) for block in CLUES)
        return 2 * sum(doubt.block in CLUES for doubt in self.doubts) < lines

    @property
    def unknown(self) -> set[Cell]:
        """The cells of the board that could not be told."""
        board = self.position.board if self.position is not None else ()
        return {(r, c) for r, row in enumerate(board) for c, label in enumerate(row) if label == UNKNOWN}

    def moved(self, corner: Point, size: tuple[int, int]) -> Reading:
        """The same in a larger picture of this width and height, of which the frame is the part at a corner."""
        there = [replace(one, x=one.x + corner.x, y=one.y + corner.y) for one in (self.grid, *self.beside) if one]
        grid, beside = (there[0], there[1:]) if self.grid is not None else (None, there)
        return replace(self, size=size, grid=grid, beside=tuple(beside))

    def without(self, block: str) -> Reading:
        """The same with one block of the position left out."""
        if self.position is None or block not in self.position.blocks:
            return self
        others = {name: lines for name, lines in self.position.blocks.items() if name != block}
        return replace(self, position=Position(others))

    def emptied(self, position: Position, cells: Collection[Cell]) -> Reading:
        """The same of another position, in which these cells of the board are empty and leave no doubt."""
        doubts = tuple(doubt for doubt in self.doubts if doubt.block != "board" or (doubt.row, doubt.col) not in cells)
        cleared = bool(self.doubts) and not doubts
        return replace(
            self,
            position=position,
            doubts=doubts,
            sight=Sight.CLEAR if cleared else self.sight,
            why="" if cleared else self.why,
            about=frozenset() if cleared else self.about,
        )


class Reader(Protocol):
    """Reads the board of one kind of layout. It keeps what it learnt (where the grid lies, what the kinds look
    like), so one label means one kind for as long as the reader lives.
    """

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
