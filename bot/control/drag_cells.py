"""Play swaps with a mouse: take hold of a panel and draw it to its neighbour's place; the cursor does not matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from bot.action import Action, Button, Click, Drag, Hover, Key, Wait
from bot.control.click_cells import resting_place
from bot.layout import Hands
from bot.reading import Reading
from engine.moves import Cell, Move, Raise, Swap
from engine.moves import Wait as Pause
from engine.position import EMPTY

FRAMES_PER_SECOND = 60
STEPS = 5
"""Moves of the pointer from one cell to the next: programs that follow it miss long jumps."""


class DragCells:
    """For programs in which a panel that is held follows the pointer to the side; another button raises the stack."""

    def __init__(self, hold: float = 0.02, keys: Mapping[str, str] | None = None) -> None:
        """`keys` may name one to `raise` the stack; without it the right button does."""
        self.hold = hold
        self.keys = dict(keys or {})

    @classmethod
    def of(cls, hands: Hands) -> DragCells:
        """The hand that a layout describes."""
        return cls(hands.hold, hands.keys) if hands.hold else cls(keys=hands.keys)

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """A drag for every swap, begun where a panel is held; the pointer is parked beside the board."""
        if seen.grid is None or seen.position is None:
            return ()
        cells = {(r, c): label for r, row in enumerate(seen.position.board) for c, label in enumerate(row)}
        done: list[Action] = []
        for move in moves:
            if isinstance(move, Swap):
                start, end = move.cells if cells.get(move.cells[0]) != EMPTY else move.cells[::-1]
                done.append(self._drag(seen, start, end))
                left, right = move.cells
                cells[left], cells[right] = cells.get(right, EMPTY), cells.get(left, EMPTY)
            elif isinstance(move, Raise):
                key = self.keys.get("raise")
                done.append(Key(key, self.hold) if key else Click(seen.grid.box.centre, Button.RIGHT, hold=self.hold))
            elif isinstance(move, Pause):
                done.append(Wait(move.frames / FRAMES_PER_SECOND))
        return (*done, Hover(resting_place(seen.grid, seen.size))) if done else ()

    def _drag(self, seen: Reading, start: Cell, end: Cell) -> Drag:
        """From the middle of a cell to that of its neighbour, in steps, slowly enough to be followed."""
        assert seen.grid is not None
        steps = max(STEPS, ceil(seen.grid.pitch_x / 10))
        return Drag(seen.grid.centre(start), seen.grid.centre(end), steps=steps, hold=self.hold)
