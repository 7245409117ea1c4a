"""Cells in doubt that are tiles after all, because they show what tiles show: kin of those that are known.

On boards whose tiles have nothing in common but their outlines, a tile in a colour that is near to the ground's is told
from a gap by neither. But ground runs into gaps, and where it does not it never shows the very same as a tile, nor,
place after place, the same thing with an outline of its own.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells, strongest
from bot.vision.tiles import kinds
from bot.vision.tiles.flow import Flow
from bot.vision.tiles.presence import NOISE, Presence

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

FIRM: Final = 0.8
"""Share of the tiles that the ground does not run into, from which it runs into gaps."""
AWAY: Final = 4 * NOISE
"""Grey levels, as the root of the mean square, from all ground at the least."""
CLEAR: Final = 3.0
"""How many times farther from the ground than from its kin a tile is."""
GRAIN: Final = 1.5
"""How many times farther from its kin than most tiles are it may be, where that is more than noise."""
ROUNDS: Final = 3
"""Times that kin of what was found are looked for."""
OUTLINE: Final = 2 * NOISE
"""Grey levels of an outline."""


def kin(cells: Cells, tiles: Bools, ground: Flow, learnt: Presence) -> tuple[Bools, Bools]:
    """(rows, columns) twice: the cells without a known tile that are tiles all the same, and those that may be.

    Tiles show the very same as one of the `tiles`, or, where the ground does not run into them, as another such cell
    with an outline on all four sides; and they are far from all ground. Those that may be are not as far.
    """
    found, maybe = np.zeros_like(tiles), np.zeros_like(tiles)
    for _ in range(ROUNDS):
        known = tiles | found
        sure = known & ground.shut
        if known.all() or ground.shut[known].mean() < FIRM:
            break
        fresh, maybe = _kin(cells, sure, ~known, ground, learnt.without(cells[sure]))
        if not fresh.any():
            break
        found |= fresh
    return found, maybe


def _kin(cells: Cells, sure: Bools, doubtful: Bools, ground: Flow, learnt: Presence) -> tuple[Bools, Bools]:
    """(rows, columns) twice, those of the doubtful cells that are kin of the sure tiles, or of each other, and those
    that may be.
    """
    found, maybe = np.zeros_like(sure), np.zeros_like(sure)
    if len(learnt.grounds):
        faces, away = kinds.features(cells[doubtful]), learnt.apart(cells[doubtful])
        known = kinds.features(cells[sure])
        to_tile = np.sqrt(kinds.differences(faces, known)).min(1)
        limit = max(NOISE, GRAIN * float(np.quantile(_beside(known), 0.9))) if len(known) > 1 else NOISE
        fenced = outlined(cells[doubtful]) & ground.shut[doubtful]
        others = np.sqrt(kinds.differences(faces, faces))
        np.fill_diagonal(others, np.inf)
        others[~fenced] = others[:, ~fenced] = np.inf
        to_kin = np.minimum(to_tile, others.min(1))
        near = (to_kin < limit) & (away > CLEAR * to_kin)
        found[doubtful] = near & (away > AWAY)
        maybe[doubtful] = near & (away > NOISE) & (away <= AWAY)
    return found, maybe


def _beside(faces: Floats) -> Floats:
    """(n,), how far every face (n, length) is from the one most like it."""
    apart = kinds.differences(faces, faces)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(np.sqrt(apart.min(1)))


def outlined(cells: Cells) -> Bools:
    """For each of `cells` (n, CELL_H, CELL_W, 3) whether it has an outline on all four sides: what is seen at its ends
    is not what is seen in its middle.
    """
    middle = np.median(cells[:, CELL_H // 4 : -CELL_H // 4, CELL_W // 4 : -CELL_W // 4], axis=(1, 2))
    steps = strongest(np.abs(cells - middle[:, None, None]))
    sides = (steps[:, 0, 2:-2], steps[:, -1, 2:-2], steps[:, 2:-2, 0], steps[:, 2:-2, -1])
    return np.asarray(np.min([np.median(side, axis=1) for side in sides], axis=0) > OUTLINE)
