"""Whether undecided cells have two colours in turn: many programs shade every other block of five."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from bot.vision.clues.cells import Bools, Floats, Groups, Looks

EXACT: Final = 1.5
"""Difference of colour within which two cells are of one colour exactly."""
LARGEST: Final = 10
"""Cells along the side of the largest block."""
FREQUENT: Final = 3
"""Colours that are tried for either kind of block, those of most cells first."""
MOST: Final = 0.5
"""Share of the blocks of a kind that must show its colour."""


def parted(groups: Groups, looks: Looks) -> tuple[Groups, Bools]:
    """The same looks, but where ground alternates from block to block that of its second colour is a look of its own
    in any case: lines that shine through, or are drawn with a little of it, are then only compared with others on the
    same ground. And (rows, columns), the blocks of that colour; none where ground does not alternate.
    """
    found = _second(looks, groups)
    if found is None:
        return groups, np.zeros(groups.group.shape, np.bool_)
    second, turn = found
    if not set(groups.group[second]) <= set(groups.group[~second]):
        return groups, turn
    group = np.where(second, len(groups.means), groups.group)
    mean = np.asarray(looks.colour[second].mean(0), np.float32)
    return replace(groups, group=group, means=np.vstack([groups.means, mean])), turn


def _second(looks: Looks, groups: Groups) -> tuple[Bools, Bools] | None:
    """(rows, columns): the plain cells of the second colour of a ground that alternates, and all cells of the blocks in
    which they lie; None where none does.
    """
    plain = groups.group >= 0
    for turn in _turns(plain.shape):
        for first in _frequent(looks.colour[plain & ~turn]):
            one = _like(looks, first) & plain
            if (one & turn).any():
                continue
            for second in _frequent(looks.colour[plain & turn]):
                other = _like(looks, second) & plain
                if not (other & ~turn).any() and _all_over(one, ~turn) and _all_over(other, turn):
                    return other, turn
    return None


def _turns(shape: tuple[int, ...]) -> Iterator[Bools]:
    """(rows, columns): every other block, for blocks of every size of which there are two by two."""
    row, column = np.indices(shape)
    for size in range(1, min(LARGEST, min(shape) - 1) + 1):
        yield (row // size + column // size) % 2 == 1


def _frequent(colours: Floats) -> list[Floats]:
    """The colours (n, 3) that most of some cells have, the most frequent first."""
    boxes, often = np.unique(np.round(colours / EXACT), axis=0, return_counts=True)
    return [np.asarray(boxes[k] * EXACT, np.float32) for k in np.argsort(-often, kind="stable")[:FREQUENT]]


def _like(looks: Looks, colour: Floats) -> Bools:
    return np.asarray(np.abs(looks.colour - colour).max(2) <= EXACT, np.bool_)


def _all_over(cells: Bools, blocks: Bools) -> bool:
    """Whether cells lie in most of the blocks of one kind (rows, columns), which touch at corners only; and so that no
    one rectangle, such as a window, could have made them.
    """
    count, number = cv2.connectedComponents(blocks.astype(np.uint8), connectivity=4)
    shown = len(np.unique(number[cells]))
    rows, columns = cells.any(1), cells.any(0)
    box = np.ix_(np.flatnonzero(rows), np.flatnonzero(columns))
    return shown >= max(2.0, MOST * (count - 1)) and bool((~blocks[box]).any())
