"""Where the table ends in which clues stand, by its shade or by its outer line: behind it lies what else a page shows,
headings and buttons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.clues.ink import FAINTEST

ALL: Final = 0.9
"""Share of the strips whose ground changes where a table ends."""
FEW: Final = 0.1
"""Share of them at most whose ground changes before."""
RAMP: Final = 0.6
"""Cells within which it changes in all strips: text beside the end moves what is usual around it."""
SOME: Final = 0.5
"""Share of them that stand on other ground wherever behind it."""
LEAST: Final = 0.4
"""Cells from the board in which its own frame lies, and a number at least."""
BOX: Final = 1.3
"""Cells between two lines of a table in which every number has a box, at the most."""
BEHIND: Final = 3.0
"""Cells behind the end in which the table's ground does not come again: clues may be shaded in turn."""


def table_end(grounds: Sequence[Pixels], pitch: float, after: bool) -> int | None:
    """The first place along strips, counted from the board, at which the ground of their table has ended; None where
    no end is seen. `grounds` (n, 3) each are what strips stand on, with the board behind their end, or `after` the
    board before their begin; `pitch` is how far apart lines of cells are.
    """
    length = min(len(ground) for ground in grounds)
    if not length:
        return None
    from_board = [ground if after else ground[::-1] for ground in grounds]
    tones = np.stack([ground[:length] for ground in from_board]).astype(np.int16)
    other = (np.abs(tones - tones[:, :1]).max(2) > FAINTEST).mean(0)
    begun = np.flatnonzero(other > FEW)
    if not len(begun) or begun[0] <= pitch / 2:
        return None
    at = int(begun[0])
    sharp = float(other[at : at + max(1, round(RAMP * pitch)) + 1].max()) >= ALL
    behind = other[at + round(RAMP * pitch) : at + round(BEHIND * pitch)]
    return at if sharp and float(behind.min(initial=1)) > SOME else None


def line_end(strips: Sequence[Pixels], pitch: float, upright: bool, after: bool) -> int | None:
    """The first place along strips (h, w, 3), counted from the board, at which a line goes across nearly all of them;
    the last one where lines go on from it a cell apart, as where every number has a box of its own. None where there is
    none.
    """
    lines = [strip.swapaxes(0, 1) if upright else strip for strip in strips]  # (across, along, 3)
    from_board = [line if after else line[:, ::-1] for line in lines]
    length = min(line.shape[1] for line in from_board)
    if length < 2:
        return None
    drawn = np.stack([_crossed(line[:, :length]) for line in from_board]).mean(0)
    crossed = np.append(False, drawn >= ALL)
    begins = np.flatnonzero(crossed[1:] & ~crossed[:-1])
    begins = begins[begins > LEAST * pitch]
    if not len(begins):
        return None
    boxes = np.diff(begins, prepend=0) <= BOX * pitch
    return int(begins[max(0, int(np.append(boxes, False).argmin()) - 1)])


def _crossed(line: Pixels) -> NDArray[np.bool_]:
    """(n,), where along a strip (across, n, 3) all of it differs from what is usual in it."""
    apart = np.abs(line.astype(np.int16) - np.median(line.reshape(-1, 3), 0)).max(2)
    return np.asarray((apart > FAINTEST).all(0))
