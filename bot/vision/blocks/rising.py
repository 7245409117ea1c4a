"""How far a stack has risen, by what its cells show: at the right height most of them look like what is known.

A few rows at the bottom, where a stack is full, are looked at; all heights are cut out of one drawing of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.known import Known
from bot.vision.blocks.lit import Light
from bot.vision.blocks.look import CAP, SIDE, looks
from bot.vision.cells import sheet_of

Floats = NDArray[np.float32]

LOWEST: Final = 3
"""Rows at the bottom that are looked at."""
FINE: Final = (1 / 16, 1 / 32, 1 / 64, 1 / 128)
"""Parts of a cell by which a height is moved once it is known to a pixel of a cut cell."""
PARTS: Final = 8
"""Heights that are told apart in a pixel of a cut cell."""
NEAR: Final = 0.25
"""How much nearer than to any other kind cells must be to one from which a height is made exact."""
BETTER: Final = 1.005
"""How many times as much they must be alike at a height next to one."""
AS_WELL: Final = 0.9
"""Part of the evidence for the best height with which the one that was thought is kept."""
PIXEL: Final = 0.75
"""Pixels that are missing to a whole row from which the stack has risen by it…"""
NOTHING: Final = 0.045
"""… or part of a row: so exactly is it known where a board lies in a window of another size. A stack at rest that was
taken for one that is about to have risen would lose its lowest row."""


def risen(grid: Grid, scroll: float) -> Grid:
    """The grid of a stack that has risen by part of a cell."""
    return replace(grid, y=grid.y - scroll * grid.pitch_y) if scroll else grid


def snapped(scroll: float, pitch: float) -> float:
    """The part of a cell that a stack has risen, 0 where next to nothing is missing to a whole row.

    >>> snapped(1.25, 32), snapped(0.99, 32), snapped(-0.04, 32), snapped(0.01, 32)
    (0.25, 0.0, 0.0, 0.01)
    """
    part = scroll % 1.0
    return 0.0 if (1 - part) * pitch < PIXEL or 1 - part < NOTHING else part


def height(known: Known, pixels: Pixels, grid: Grid, thought: float, light: Light) -> float:
    """The part of a cell that a stack has risen; the one that was `thought` unless another one fits clearly better."""
    lowest = _Lowest(known, pixels, grid, light)
    said = {step / SIDE: lowest.says(step / SIDE) for step in range(0, SIDE, 2)}
    rough = max(said, key=lambda scroll: said[scroll])
    said |= {scroll: lowest.says(scroll) for scroll in (rough + 1 / SIDE, (rough - 1 / SIDE) % 1.0)}
    best = lowest.climbed(max(said, key=lambda scroll: said[scroll]))
    return thought if lowest.says(thought) >= AS_WELL * lowest.says(best) else best


def settled(known: Known, pixels: Pixels, grid: Grid, scroll: float, light: Light) -> float:
    """A height made exact."""
    return _Lowest(known, pixels, grid, light).climbed(scroll)


class _Lowest:
    """The lowest rows of a board, which say how far its stack has risen."""

    def __init__(self, known: Known, pixels: Pixels, grid: Grid, light: Light) -> None:
        cells = grid.rows * grid.columns
        lower = replace(grid, y=grid.y + (grid.rows - LOWEST - 1) * grid.pitch_y, rows=LOWEST + 1)
        self._known, self._pitch = known, grid.pitch_y
        self._light = light.at(np.arange(cells - LOWEST * grid.columns, cells))
        self._sheet = sheet_of(pixels, lower, (0.0, 0.0), (SIDE, SIDE * PARTS))

    def says(self, scroll: float) -> float:
        """How surely their blocks are told if the stack has risen by this part of a cell."""
        return float(self._known.nearest(self._rows(scroll), self._light)[1].sum())

    def climbed(self, scroll: float) -> float:
        """The height next to one at which they look most like what they are taken for there."""
        numbers, near = self._known.nearest(self._rows(scroll), self._light)
        told = near > NEAR
        if not told.any():
            return scroll
        look = self._known.shown(numbers, self._light)[told]

        def alike(at: float) -> float:
            return float((CAP - np.minimum(np.abs(self._rows(at)[told] - look), CAP)).mean())

        here = alike(scroll)
        for step in FINE:
            for way in (step, -step):  # what follows a stack by pixels lags behind it rather than it leads
                there = snapped(scroll + way, self._pitch)
                if (found := alike(there)) > BETTER * here:
                    scroll, here = there, found
                    break
        return scroll

    def _rows(self, scroll: float) -> Floats:
        """The looks of their cells at a height."""
        # The rows of the drawing begin one row higher: so far down is so far short of a row that has come up.
        down, high = round((1 - scroll) * SIDE * PARTS), LOWEST * SIDE
        part = self._sheet[down : down + high * PARTS]
        small = np.asarray(cv2.resize(part, (part.shape[1], high), interpolation=cv2.INTER_AREA), np.float32)
        cells = small.reshape(LOWEST, SIDE, -1, SIDE, 3).swapaxes(1, 2).reshape(-1, SIDE, SIDE, 3)
        return looks(cells)
