"""Readings typed as text, for tests that need eyes but no pictures."""

from __future__ import annotations

from bot.grid import Grid
from bot.reading import Reading, Sight
from engine.position import Position


def reading(time: float, board: str, sight: Sight = Sight.CLEAR, marked: str = "", why: str = "") -> Reading:
    """A reading of a board typed as text; cells are 10 x 10 pixels from 20,30 in a frame of 200 x 150."""
    position = None
    grid = None
    if board:
        rows = tuple(board.split())
        blocks = {"board": rows, **({"marked": tuple(marked.split())} if marked else {})}
        position = Position(blocks)
        grid = Grid(20, 30, 10, 10, len(rows), len(rows[0]))
    return Reading(time, sight, (200, 150), position, grid, why=why or ("" if sight is Sight.CLEAR else "test"))
