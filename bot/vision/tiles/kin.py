"""Cells in doubt that are tiles after all, because they show what tiles show: kin of those that are known.

On boards whose tiles have nothing in common but their outlines, a tile in a colour that is near to the ground's is told
from a gap by neither. But ground runs into gaps, and where it does not it never shows the very same as a tile, nor,
place after place, the same thing with an outline of its own.
"""

from __future__ import annotations

from typing import Final

import cv2
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
UNEVEN: Final = 2.0
"""How many times less even than all tiles ground is, where evenness tells a tile."""
FEW: Final = 0.02
"""Share of the ground that may be as even."""
CROSS: Final = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)
"""A cell and those right beside, above and below it."""
ROUNDS: Final = 3
"""Times that kin of what was found are looked for."""
OUTLINE: Final = 2 * NOISE
"""Grey levels of an outline."""


def kin(cells: Cells, tiles: Bools, ground: Flow, learnt: Presence, around: Cells | None = None) -> tuple[Bools, Bools]:
    """(rows, columns) twice: the cells without a known tile that are tiles all the same, and those that may be;
    `around` are cells (n, …) of the ground around the board.

    Tiles show the very same as one of the `tiles`, or, where the ground does not run into them, as another such cell
    with an outline on all four sides; and they are far from all ground. Those that may be are not as far.
    """
    found, maybe = np.zeros_like(tiles), np.zeros_like(tiles)
    beyond = cells[ground.open] if around is None else np.concatenate([cells[ground.open], around])
    for _ in range(ROUNDS):
        known = tiles | found
        sure = known & ground.shut
        if known.all() or ground.shut[known].mean() < FIRM:
            break
        flat = _even(cells, sure, beyond) & ~known & ground.shut
        fresh, maybe = _kin(cells, sure, ~known, ground, learnt.without(cells[sure | flat]), flat)
        if not fresh.any():
            break
        found |= fresh
    return found, maybe


def _kin(
    cells: Cells, sure: Bools, doubtful: Bools, ground: Flow, learnt: Presence, even: Bools
) -> tuple[Bools, Bools]:
    """(rows, columns) twice, those of the doubtful cells that are kin of the sure tiles, or of each other, and those
    that may be; `even` are cells of one colour where all tiles and no ground are.
    """
    found, maybe = np.zeros_like(sure), np.zeros_like(sure)
    if len(learnt.grounds):
        faces, away = kinds.features(cells[doubtful]), learnt.apart(cells[doubtful])
        known = kinds.features(cells[sure])
        to_tile = np.sqrt(kinds.differences(faces, known)).min(1)
        limit = max(NOISE, GRAIN * float(np.quantile(_beside(known), 0.9))) if len(known) > 1 else NOISE
        flat = even[doubtful]
        fenced = (outlined(cells[doubtful]) | flat) & ground.shut[doubtful]
        others = np.sqrt(kinds.differences(faces, faces))
        np.fill_diagonal(others, np.inf)
        others[~fenced] = others[:, ~fenced] = np.inf
        to_kin = np.minimum(to_tile, others.min(1))
        near = (to_kin < limit) & (away > CLEAR * to_kin)
        if learnt.akin:
            near &= ~learnt.bare(cells[doubtful])
        # What ends as plainly as any tile, and more plainly than ground does, need not be as far from all ground.
        plain = near & (away > NOISE)
        found[doubtful] = plain & ((away > AWAY) | flat | _ended(cells, sure, doubtful, ground.open))
        maybe[doubtful] = plain & ~found[doubtful]
    return found, maybe


def _ended(cells: Cells, sure: Bools, doubtful: Bools, ground: Bools) -> Bools:
    """For each of the doubtful cells whether it ends as plainly as every sure tile, and more plainly than all ground;
    it lies beside ground, for into a gap between tiles their sides fall.
    """
    if not ground.any():
        return np.zeros(int(doubtful.sum()), np.bool_)
    least = max(OUTLINE, float(outline(cells[sure]).min()), float(outline(cells[ground]).max()))
    beside = cv2.dilate(ground.astype(np.uint8), CROSS, borderValue=0) > 0
    return np.asarray((outline(cells[doubtful]) > least) & beside[doubtful])


def _even(cells: Cells, sure: Bools, ground: Cells) -> Bools:
    """(rows, columns), the cells that are all of one colour, if every sure tile is and none of the ground (n, …)."""
    inner = np.s_[..., CELL_H // 7 : -(CELL_H // 7), CELL_W // 7 : -(CELL_W // 7), :]
    uneven = strongest(np.ptp(cells[inner], axis=(2, 3)))
    most = max(NOISE, float(uneven[sure].max()))
    if not len(ground) or np.quantile(strongest(np.ptp(ground[inner], axis=(1, 2))), FEW) <= UNEVEN * most:
        return np.zeros_like(sure)
    return np.asarray(uneven <= most)


def _beside(faces: Floats) -> Floats:
    """(n,), how far every face (n, length) is from the one most like it."""
    apart = kinds.differences(faces, faces)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(np.sqrt(apart.min(1)))


def outlined(cells: Cells) -> Bools:
    """For each of `cells` (n, CELL_H, CELL_W, 3) whether it has an outline on all four sides."""
    return np.asarray(outline(cells) > OUTLINE)


def outline(cells: Cells) -> Floats:
    """For each of `cells` (n, CELL_H, CELL_W, 3) how plainly it ends on all four sides: by how many grey levels what is
    seen at its ends is not what is seen in its middle, at the side where that is least.
    """
    middle = np.median(cells[:, CELL_H // 4 : -CELL_H // 4, CELL_W // 4 : -CELL_W // 4], axis=(1, 2))
    steps = strongest(np.abs(cells - middle[:, None, None]))
    sides = (steps[:, 0, 2:-2], steps[:, -1, 2:-2], steps[:, 2:-2, 0], steps[:, 2:-2, -1])
    return np.asarray(np.min([np.median(side, axis=1) for side in sides], axis=0), np.float32)
