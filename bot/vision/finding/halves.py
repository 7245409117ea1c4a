"""Lines that cut tiles into halves or thirds: what lies on them begins only on every second or third, and ends so."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

PLENTY: Final = 8
"""Islands that hardly ever all begin on every second line, and end on every second, by chance."""
ALL: Final = 0.95
"""Share of them that do where cells are halves."""
PARTS: Final = (2, 3)
"""Into how many tiles may be cut."""
SAME: Final = 0.02
"""Share by which two distances differ at the most that are one."""
WITHIN: Final = 1.1
"""How many cells long a tile is at the most that lies in one: where lines cut it, it reaches well into two."""
SINGLE: Final = 0.25
"""Share of the islands that lie in one cell, from which nothing is cut."""


class Halves:
    """Distances of lines, across and downwards, that were seen to cut the tiles of a picture; few tiles alone would not
    show it.
    """

    def __init__(self) -> None:
        self._known: list[tuple[int, float]] = []

    def cut(self, boxes: Ints, axis: int, pitch: float, start: float, sides: tuple[float, float]) -> bool:
        """Whether lines at a `pitch`, across (axis 0) or downwards (1), cut all tiles into halves or thirds. `boxes`
        (n, 4), left, top, right and bottom, lie on them; `sides` are where in a cell they begin and end.
        """
        seen = self._seen(boxes[:, axis], boxes[:, axis + 2] - 1, pitch, start, sides)
        if seen:
            self._known.append((axis, pitch))
        return seen or any(axis == known and abs(pitch / other - 1) < SAME for known, other in self._known)

    def _seen(self, low: Ints, high: Ints, pitch: float, start: float, sides: tuple[float, float]) -> bool:
        if len(low) < PLENTY:
            return False
        begin, end = (
            np.round((ends - start) / pitch - side).astype(np.int64)
            for ends, side in zip((low, high), sides, strict=True)
        )
        if sides[1] - sides[0] < WITHIN and (begin == end).mean() > SINGLE:
            return False  # walls of whole tiles, as of a maze, stand on every second line, too
        return len(np.unique(begin)) > 2 and any(_regular(begin, by) and _regular(end, by) for by in PARTS)


def _regular(numbers: Ints, by: int) -> bool:
    """Whether hardly any of the numbers is not a whole number of times `by` from the others."""
    return bool(np.bincount(numbers % by).max() > ALL * len(numbers))
