"""What was known of a puzzle before tells of it where it is seen anew: which look is which mark, and which is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.cells import Bools, Floats, Groups, Looks
from bot.vision.clues.marks import CROSSED, FILLED, Anchors
from bot.vision.clues.sheet import SAME
from engine.position import EMPTY, UNKNOWN

STILL: Final = 0.9
"""Share of the cells of a look that were one mark before, from which the look is that mark."""
FEWEST: Final = 2
"""Cells that tell it at the least."""
TIGHT: Final = 0.04
"""Difference of colour from other marks of its kind up to which a cell that changed is one, as a share of the contrast
of the clues: a thing that lies over it may be nearly of their colour."""
UNREST: Final = 0.3
"""Share by which what is drawn in it may be more or less than in others."""
LINED: Final = 0.8
"""Share of the lines between marks of a kind that must be seen, from which one that is not seen lies under something.
"""

Letters = NDArray[np.str_]


def still(groups: Groups, before: Sequence[str]) -> Anchors:
    """What plain looks mean by what nearly all their cells held before; of undecided cells that says nothing, they may
    have been filled since.
    """
    held = np.array([list(row) for row in before])
    if held.shape != groups.group.shape:
        return []
    found: list[tuple[Floats, str]] = []
    for look, mean in enumerate(groups.means):
        label, often = Counter(held[groups.group == look].tolist()).most_common(1)[0]
        if label in (FILLED, CROSSED) and often >= max(FEWEST, STILL * (groups.group == look).sum()):
            found.append((mean, label))
    return found


def unsure(looks: Looks, board: Letters, before: Letters, contrast: float) -> Bools:
    """(rows, columns): cells that read otherwise than before, and not just as those do that are as they were; or to
    which a neighbour that reads the same is joined without a line, where there are lines between others.
    """
    fresh = (board != before) & (board != UNKNOWN)
    out = np.zeros(board.shape, np.bool_)
    most = max(contrast, 40.0)
    for label in set(board[fresh].tolist()):
        own, kept = fresh & (board == label), (board == label) & (before == label)
        if not kept.any():  # the first of their kind may be made where nothing was
            out |= own & (before != EMPTY)
            own = own & (before == EMPTY)
            kept = own
            if not own.any():
                continue
        off = np.abs(looks.colour - np.median(looks.colour[kept], 0)).max(2) > TIGHT * most
        usual = float(np.median(looks.unrest[kept]))
        drawn = np.abs(looks.unrest - usual) > np.maximum(UNREST * usual, TIGHT * most)
        out |= own & (off | drawn | _joined(looks, board == label, kept, most))
    return out


def _joined(looks: Looks, marks: Bools, kept: Bools, contrast: float) -> Bools:
    """(rows, columns): marks with no line between them and a neighbour of their kind, where most of those on the same
    line of the grid that were `kept` have one.
    """
    out = np.zeros(marks.shape, np.bool_)
    for axis, colour in ((1, looks.rim[:, 1:, 2]), (0, looks.rim[1:, :, 0])):
        first, second = (np.s_[:, :-1], np.s_[:, 1:]) if axis else (np.s_[:-1], np.s_[1:])
        bare = np.minimum(*(np.abs(colour - looks.colour[side]).max(2) for side in (first, second))) <= SAME * contrast
        known = kept[first] & kept[second]
        seen = (known & ~bare).sum(1 - axis, keepdims=True)
        lined = (seen > 0) & (seen >= LINED * known.sum(1 - axis, keepdims=True))
        missing = bare & lined & marks[first] & marks[second]
        out[first] |= missing
        out[second] |= missing
    return out
