"""What stands beside a board in step with its cells and is no part of it: a gauge, a wall, a lane with lines.

It is told by what no column of pieces is: of one kind from top to bottom, which is nowhere else, in every picture.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from calibration.draft import Draft
from calibration.shot import Shot

NEARLY: Final = 0.8
"""Share of a wall's cells that show it; a row of a stack that rises may lie half beyond its well, or on its frame."""
FEWEST: Final = 3
"""Columns of a board at least."""


def within_walls(draft: Draft) -> Draft:
    """The draft of a board of blocks without outer columns that are walls."""
    while draft.reader == "blocks" and draft.behind is None and draft.shots[0].grid.columns > FEWEST:
        columns = {shot.grid.columns for shot in draft.shots}
        if len(columns) > 1 or any(shot.twins for shot in draft.shots):
            return draft
        if _walled(draft, 0):
            draft = _without(draft, slice(1, None))
        elif _walled(draft, -1):
            draft = _without(draft, slice(None, -1))
        else:
            return draft
    return draft


def _walled(draft: Draft, column: int) -> bool:
    """Whether an outer column shows nearly nothing but one kind, in every picture, that no other cell is of."""
    outer = [shot.kind[:, column] for shot in draft.shots]
    told = np.concatenate(outer)
    kind = int(np.bincount(told[told >= 0], minlength=1).argmax())
    if any((cells == kind).mean() < NEARLY for cells in outer):
        return False
    return not any((np.delete(shot.kind, column, axis=1) == kind).any() for shot in draft.shots)


def _without(draft: Draft, columns: slice) -> Draft:
    """The draft with these columns alone."""
    left, fewer = columns.start or 0, draft.shots[0].grid.columns - 1

    def part(shot: Shot) -> Shot:
        grid = replace(shot.grid, x=shot.grid.x + left * shot.grid.pitch_x, columns=fewer)
        return Shot(shot.pixels, grid, shot.kind[:, columns], shot.margins[:, columns], shot.marked[:, columns])

    well = draft.well and replace(draft.well, x=draft.well.x + left * draft.well.pitch_x, columns=fewer)
    return replace(draft, shots=tuple(map(part, draft.shots)), well=well).tidied()
