"""The top row of a stack that has risen half into the frame: it is not seen any more, so it is not read either.

A well need not be a whole number of cells high: then its top row is half hidden however far the stack has risen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.frame import Frame
from bot.reading import Reader, Reading, Sight
from engine.moves import parse_cell, show_cell
from engine.position import UNKNOWN, Position

HIDDEN: Final = 0.5
"""Part of a cell that a stack has risen from which its top row is left out."""


class RisenReader:
    """Reads a board by another reader, without a row that the frame hides."""

    def __init__(self, board: Reader) -> None:
        self._board = board

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        return seen_of(self._board.read(frame))


def seen_of(reading: Reading) -> Reading:
    """A reading without its top row, where the stack has risen so far that this row is hidden."""
    position, grid, margins = reading.position, reading.grid, reading.margins
    if position is None or grid is None or margins is None or len(position.board) < 2:
        return reading
    hidden = float(position.blocks.get("scroll", ("0",))[0]) >= HIDDEN
    if not hidden and not ("scroll" in position.blocks and _cut_off(position.board)):
        return reading
    blocks = {**position.blocks, "board": position.board[1:]}
    if "marked" in blocks:
        cells = [parse_cell(line) for line in blocks.pop("marked")]
        if lower := tuple(show_cell((row - 1, column)) for row, column in cells if row):
            blocks["marked"] = lower
    doubts = tuple(doubt._replace(row=doubt.row - 1) for doubt in reading.doubts if doubt.row)
    told = bool(reading.doubts) and not doubts
    return replace(
        reading,
        position=Position(blocks),
        grid=replace(grid, y=grid.y + grid.pitch_y, rows=grid.rows - 1),
        margins=margins[1:],
        doubts=doubts,
        sight=Sight.CLEAR if told else reading.sight,
        why="" if told else reading.why,
        about=frozenset() if told else reading.about,
    )


def _cut_off(board: Sequence[str]) -> bool:
    """Whether nothing of the top row can be told, and all below it."""
    return not board[0].strip(UNKNOWN) and UNKNOWN not in board[1]
