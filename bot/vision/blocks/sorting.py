"""What is told of the cells of one grid of blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.reason import Reason

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

EMPTY: Final = -1
UNSURE: Final = -2


@dataclass(frozen=True, eq=False)
class Sorting:
    """The cells of one grid sorted into kinds."""

    grid: Grid
    kind: Ints
    """(rows, columns): 0, 1… kinds in order of appearance, EMPTY, UNSURE."""
    margins: Floats
    """(rows, columns), 0 (a toss-up) to 1 (beyond question)."""
    marked: Bools
    """(rows, columns), cells that the game shows highlighted, darkened or under a cursor."""
    quality: float
    """How plainly kinds are apart; 0 and less: no board."""
    why: Reason | None = None
    """What could not be known; None where nothing is open."""
    twins: tuple[Sorting, ...] = ()
    """The boards like this one that the picture shows as well, from left to right; like kinds have like numbers."""

    @property
    def kinds(self) -> int:
        """How many kinds there are."""
        return int(self.kind.max()) + 1
