"""Where another board lies beside one that was found: at its height, as wide, and of the same kinds of blocks. Of two
boards alike one is often found beyond question first, and the other's frame is too faint to be seen.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.lattice import MIDDLE, OTHER, SMALL
from bot.vision.blocks.look import middle
from bot.vision.blocks.plausible import BETWEEN, FEWEST_IN_FRAME
from bot.vision.blocks.sorting import EMPTY, Sorting
from bot.vision.cells import sheet_of

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FEWER: Final = 1
"""Blocks less than at the best place up to which what stands beside a place tells whether it is the one."""
BESIDE: Final = 0.5
"""Cells beside a board that are compared with those beside the other."""
LOOKS: Final = 8
"""Empty cells that tell what ground looks like."""


def opposite(pixels: Pixels, across: Floats, sorting: Sorting) -> list[Grid]:
    """Where boards as large as this one, which is known to be whole, may lie to its left and right: the likeliest place
    on each side, if it shows blocks enough of its kinds.

    `across` is the picture's edge map.
    """
    grid = sorting.grid
    before = int(grid.x / grid.pitch_x)
    after = int((pixels.shape[1] - grid.box.x - grid.box.w) / grid.pitch_x)
    if max(before, after) < grid.columns or not _plain(sorting).any():
        return []
    wide = grid.grown(left=before, right=after)
    shown = _blocks(sheet_of(pixels, wide, (0, 0), (SMALL, SMALL)), sorting, before)
    reach = SMALL * grid.columns
    many = np.zeros(max(0, len(shown) - reach + SMALL), np.int64)
    for column in range(grid.columns):
        many += shown[column * SMALL : column * SMALL + len(many)]
    own = before * SMALL
    found = []
    for side in (np.arange(0, own - reach + 1), np.arange(own + reach, len(many))):
        if len(side) and many[side].max() >= FEWEST_IN_FRAME:
            good = side[many[side] >= many[side].max() - FEWER]
            places = wide.x + good / SMALL * grid.pitch_x
            best = min(places.tolist(), key=lambda x: _unlike_beside(across, grid, x))
            found.append(grid.moved(best - grid.x, 0))
    return found


def _plain(sorting: Sorting) -> NDArray[np.bool_]:
    """Which cells show a kind as it usually looks."""
    return (sorting.kind >= 0) & ~sorting.marked


def _blocks(sheet: Pixels, sorting: Sorting, before: int) -> Ints:
    """For every pixel of a sheet, SMALL of them a cell, how many blocks of known kinds the column of cells shows that
    begins there; the board itself has so many columns `before` it.
    """
    rows, columns = sorting.kind.shape
    inside = SMALL - 2 * MIDDLE
    lines = sheet.reshape(rows, SMALL, -1, 3)[:, MIDDLE:-MIDDLE].astype(np.float32)
    places = np.lib.stride_tricks.sliding_window_view(lines, inside, axis=2)
    windows = places[:, :, MIDDLE : lines.shape[2] - SMALL + MIDDLE + 1]
    looks = np.ascontiguousarray(windows.transpose(0, 2, 1, 4, 3)).reshape(rows, windows.shape[2], -1)
    mine = looks[:, before * SMALL :: SMALL][:, :columns]
    plain = _plain(sorting)
    kinds = np.stack([middle(mine[plain & (sorting.kind == kind)]) for kind in np.unique(sorting.kind[plain])])
    every = looks.reshape(-1, looks.shape[2])
    near = _apart(every, kinds).min(1)
    between = _apart(kinds, kinds)[~np.eye(len(kinds), dtype=bool)]
    like = near < (BETWEEN * float(between.min()) if len(between) else OTHER)
    bare = mine[sorting.kind == EMPTY]
    if len(bare):
        like &= near < BETWEEN * _apart(every, bare[:: max(1, len(bare) // LOOKS)]).min(1)
    return np.asarray(like.reshape(rows, -1).sum(0), np.int64)


def _apart(some: Floats, others: Floats) -> Floats:
    """(len(some), len(others)), how far looks are apart, in grey levels."""
    square = (some * some).sum(1)[:, None] + (others * others).sum(1)[None] - 2 * (some @ others.T)
    return np.asarray(np.sqrt(np.maximum(square, 0) / some.shape[1]), np.float32)


def _unlike_beside(across: Floats, grid: Grid, x: float) -> float:
    """How far what stands beside a board at a place, as upright edges tell, is from what stands beside this one."""
    top, bottom = max(0, round(grid.y)), round(grid.y + grid.box.h)
    profile = across[top:bottom].mean(0)
    reach = np.arange(round(BESIDE * grid.pitch_x) + 1)
    away = 0.0
    for own, there, way in ((grid.x, x, -1), (grid.x + grid.box.w, x + grid.box.w, 1)):
        at = [np.clip(np.rint(start + way * reach).astype(np.int64), 0, len(profile) - 1) for start in (own, there)]
        away += float(np.abs(profile[at[0]] - profile[at[1]]).sum())
    return away
