"""Gaps that begin and end where cells do, and show the same in two places: no ground does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles.presence import NOISE

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

CORE: Final = (slice(int(0.15 * CELL_H), int(0.85 * CELL_H)), slice(int(0.15 * CELL_W), int(0.85 * CELL_W)))
"""The part of a cell in which two show the same."""
END: Final = 0.2
"""Share of a cell, at each end, that is compared with what lies beyond."""
SIDES: Final = 2
"""Sides of each of them, at the least, on which ground is seen beside."""
MOSTLY: Final = 0.7
"""Share of a side that has one colour where ground is plain."""
OTHER: Final = 20.0
"""Grey levels (root of the mean square) by which it is something else."""


def mates(cells: Cells, gaps: Bools) -> Bools:
    """(rows, columns), those `gaps` of `cells` (rows, columns, CELL_H, CELL_W, 3) that show the same as one that does
    not touch them, where on every side on which ground is seen it is something else than in them, and something else
    beside either, or but one colour: a kind in nearly the colours of the ground, into which that runs.
    """
    found = np.zeros_like(gaps)
    sides = _sides(cells, gaps)
    steps = np.stack([np.where(seen, _apart(own, beyond), np.inf) for own, beyond, seen in sides])
    ground = _ground(sides)
    at = np.argwhere(gaps & (np.isfinite(steps).sum(0) >= SIDES) & (steps.min(0) > OTHER))
    shown = np.array([cells[tuple(cell)][CORE].ravel() for cell in at])
    for one in range(len(at)):
        for other in range(one):
            a, b = tuple(at[one]), tuple(at[other])
            if np.abs(at[one] - at[other]).max() <= 1 or _apart(shown[one], shown[other]) >= 2 * NOISE:
                continue
            if np.abs(ground[a] - ground[b]).max() <= OTHER:
                found[a] = found[b] = True
                continue
            beside = [float(_apart(beyond[a], beyond[b])) for _, beyond, seen in sides if seen[a] and seen[b]]
            if len(beside) >= SIDES and min(beside) > OTHER:
                found[a] = found[b] = True
    return _with_equals(cells, gaps, found)


def _with_equals(cells: Cells, gaps: Bools, found: Bools) -> Bools:
    """(rows, columns), the gaps that were found and those that show the same as one of them, whatever lies beside."""
    if not found.any():
        return found
    cores = cells[:, :, *CORE][gaps].reshape(int(gaps.sum()), -1)
    away = np.min([_apart(cores, core) for core in cells[:, :, *CORE][found].reshape(int(found.sum()), -1)], 0)
    equal = np.zeros_like(gaps)
    equal[gaps] = away < 2 * NOISE
    return found | equal


def _sides(cells: Cells, gaps: Bools) -> list[tuple[Floats, Floats, Bools]]:
    """Of the upper, lower, left and right side of all cells: what they show at that end and what the cell beyond shows
    right beside it, (rows, columns, length * 3) each, and (rows, columns) whether that is a gap.
    """
    high, wide = max(1, round(END * CELL_H)), max(1, round(END * CELL_W))
    across, along = cells[:, :, :, wide:-wide], cells[:, :, high:-high]  # into corners the sides of tiles beside fall
    top, bottom = across[:, :, :high].mean(2), across[:, :, -high:].mean(2)
    left, right = along[:, :, :, :wide].mean(3), along[:, :, :, -wide:].mean(3)
    sides = []
    for axis, by, own, other in ((0, 1, top, bottom), (0, -1, bottom, top), (1, 1, left, right), (1, -1, right, left)):
        seen = np.roll(np.pad(gaps, 1), by, axis)[1:-1, 1:-1]
        beyond = np.roll(other, by, axis)
        sides.append((own.reshape(*gaps.shape, -1), beyond.reshape(*gaps.shape, -1), seen))
    return sides


def _ground(sides: Sequence[tuple[Floats, Floats, Bools]]) -> Floats:
    """(rows, columns, 3), the one colour that is seen beside cells, but for lines that end there; not a number where
    there are several, or none.
    """
    seen = np.stack([of for _, _, of in sides])
    along = [beyond.reshape(*beyond.shape[:2], -1, 3) for _, beyond, _ in sides]
    usual = np.stack([np.median(colours, 2) for colours in along])
    away = [np.abs(colours - one[:, :, None]).max(3) for colours, one in zip(along, usual, strict=True)]
    plain = np.stack([(apart <= NOISE).mean(2) >= MOSTLY for apart in away])
    first = np.take_along_axis(usual, seen.argmax(0)[None, :, :, None], 0)
    same = plain & (np.abs(usual - first).max(3) <= OTHER)
    return np.where((same | ~seen).all(0)[:, :, None], first[0], np.nan).astype(np.float32)


def _apart(one: Floats, other: Floats) -> Floats:
    """How far rows (…, length) lie apart, in grey levels (root of the mean square)."""
    return np.asarray(np.sqrt(np.square(one - other).mean(-1)), np.float32)
