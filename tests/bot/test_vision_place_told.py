"""Which cells must be told for a rough grid to be followed up."""

from __future__ import annotations

import numpy as np

from bot.grid import Grid
from bot.vision.place.cellkinds import CellKinds, Fit
from bot.vision.samples import Sample


def test_where_no_empty_cell_was_ever_seen_those_that_hold_tiles_are_asked() -> None:
    """Of pale tiles gaps may look as much as of any other, though none is told."""
    kinds = CellKinds(
        [Sample(one, False, np.full((28, 20, 3), grey, np.uint8)) for one, grey in (("A", 90), ("B", 200))]
    )
    full = np.zeros((6, 8), np.bool_)
    full[1, 2] = full[4, 5] = True
    margins = np.where(full, 0.9, 0.05).astype(np.float32)
    far = np.where(full, 3.0, 40.0).astype(np.float32)
    fit = Fit(Grid(0, 0, 20, 28, 6, 8), np.zeros((6, 8), np.int64), np.zeros((6, 8), np.bool_), far, margins, 0.0)
    assert not kinds.likely(fit, 0.3)
    assert kinds.likely(fit, 0.3, full)
