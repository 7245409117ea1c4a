"""Which panels have just come out of garbage and cannot be moved yet, where it becomes panels cell by cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.timing import COLUMNS, ROWS

Bools = NDArray[np.bool_]
NEXT = 30
"""Frames within which one cell follows the other; what comes later belongs to another match."""
FREE = 62
"""Frames from the last cell until all are free…"""
STAYS = 108
"""… and so many more where garbage lies on them, whose cells would have followed: it stays garbage."""


class Waves:
    """What wakes up on a screen; `see` it in turn. Arrays are (rows, columns), row 0 at the bottom."""

    def __init__(self) -> None:
        self._stone: Bools = np.zeros((ROWS, COLUMNS), dtype=bool)
        self._wave = np.zeros((ROWS, COLUMNS), dtype=np.int64)
        """The number of the wave that each cell belongs to, 0 for none."""
        self._last: dict[int, int] = {}
        """In which frame a cell of a wave came last."""

    def rise(self) -> None:
        """The stack has risen by a row."""
        self._stone[1:], self._stone[0] = self._stone[:-1].copy(), False
        self._wave[1:], self._wave[0] = self._wave[:-1].copy(), 0

    def see(self, colours: Words, unknown: Bools, frame: int) -> Bools:
        """Which panels wake up, when the screen shows these colours, and cannot tell some."""
        panels = (colours > 0) & (colours < GREY) & ~unknown
        new = self._stone & panels
        if new.any():
            number = next((wave for wave, last in self._last.items() if frame - last <= NEXT), 0)
            number = number or max(self._last, default=0) + 1
            self._wave[new], self._last[number] = number, frame
        self._wave[~(panels | unknown)] = 0
        self._stone = np.where(unknown, self._stone & ~new, (colours == GREY))
        for wave, last in tuple(self._last.items()):
            inside = self._wave == wave
            covered = (inside[:-1] & self._stone[1:]).any()
            if frame - last > FREE + STAYS * covered or not inside.any():
                self._wave[inside] = 0
                del self._last[wave]
        return self._wave > 0
