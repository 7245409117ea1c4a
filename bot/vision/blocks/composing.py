"""What was told of the cells of a board of blocks, or of several, as a reading."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame
from bot.grid import Grid
from bot.reading import Doubt, Reading, Sight
from bot.reason import About, Reason
from bot.vision.blocks.common import SEVERAL, named
from bot.vision.blocks.known import Told
from bot.vision.blocks.rising import risen
from bot.vision.blocks.sorting import UNSURE, Sorting
from bot.vision.tiles.plausible import block
from engine.moves import show_cell
from engine.position import Position

Letters: TypeAlias = NDArray[np.str_]
"""What each kind is called; UNSURE and EMPTY count from the end."""


def compose(
    frame: Frame,
    grid: Grid,
    told: Told,
    letters: Letters,
    why: Reason | None,
    seconds: dict[str, float],
    scroll: float | None = None,
    bare: bool = True,
) -> Reading:
    """A reading of what was told of every cell of a board, which has risen by `scroll` cells if it can rise; `bare`
    says whether it is known what its empty cells look like.
    """
    shape = (grid.rows, grid.columns)
    # A row of letters is a text.
    lines = tuple(letters[told.kind].view(f"<U{grid.columns}").tolist())
    blocks = {"board": lines}
    if np.count_nonzero(told.marked):
        cells = np.argwhere(told.marked.reshape(shape))
        blocks["marked"] = tuple(show_cell((int(r), int(c))) for r, c in cells)
    if scroll is not None:
        blocks["scroll"] = (f"{scroll:.3f}",)
    margins = told.margins.reshape(shape)
    doubts: tuple[Doubt, ...] = ()
    unsure = (told.kind == UNSURE).reshape(shape)
    if np.count_nonzero(unsure):
        doubts = tuple(Doubt("board", int(r), int(c), float(margins[r, c])) for r, c in np.argwhere(unsure))
    sight = Sight.DOUBT if doubts or why else Sight.CLEAR
    if doubts and block(unsure):
        rows, columns = np.flatnonzero(unsure.any(1)), np.flatnonzero(unsure.any(0))
        sight = Sight.COVERED
        stack = scroll is None and rows[-1] == grid.rows - 1 and len(columns) == grid.columns
        moved = "; or, if all of it has moved by a part of a cell, learn it again from the first picture and this one"
        why = Reason(
            About.CELLS,
            f"Expected blocks or empty cells, found something else over rows {rows[0]} to {rows[-1]} and columns "
            f"{columns[0]} to {columns[-1]}: take away what lies over the board, or wait until it is gone"
            f"{moved if stack else ''}.",
        )
    elif doubts and not why:
        first = doubts[0]
        why = Reason(
            About.CELLS,
            f"Expected a known block or an empty cell everywhere, found {len(doubts)} that are neither (the first "
            f"at {first.row},{first.col}): wait until the board stands still, or show it larger.",
        )
    if doubts and not bare:
        why = Reason(
            About.CELLS,
            f"Expected a known block in every cell, found {len(doubts)} that show none (the first at {doubts[0].row},"
            f"{doubts[0].col}). No empty cell was seen when this board was learned: if they are empty, learn it again "
            "from the first picture and this one; else take away what lies over them.",
        )
    place = risen(grid, scroll or 0.0)
    return Reading(
        frame.time,
        sight,
        frame.size,
        Position(blocks),
        place,
        margins,
        doubts,
        str(why or ""),
        seconds,
        about=frozenset({why.about} if why else ()),
    )


def several(frame: Frame, sorting: Sorting, letters: Letters, spent: float) -> Reading:
    """Read boards beside each other, of which a person must say which one is the player's."""
    boards = (sorting, *sorting.twins)
    read = [
        compose(frame, one.grid, Told(one.kind.ravel(), one.margins.ravel(), one.marked.ravel()), letters, SEVERAL, {})
        for one in boards
    ]
    blocks, doubts = {}, []
    for one, name in zip(read, named("board", len(read)), strict=True):
        assert one.position is not None
        blocks[name] = one.position.board
        doubts += [doubt._replace(block=name) for doubt in one.doubts]
    reasons = (SEVERAL, *[one.why for one in boards if one.why][:1])
    return replace(
        read[0],
        position=Position(blocks),
        doubts=tuple(doubts),
        beside=tuple(one.grid for one in sorting.twins),
        why=" ".join(map(str, reasons)),
        about=frozenset(one.about for one in reasons),
        sight=Sight.DOUBT,
        seconds={"locate": spent},
    )
