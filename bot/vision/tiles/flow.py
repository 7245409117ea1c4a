"""Ground told by how it flows: from around a board it runs on between the tiles, and every tile's outline stops it.

What the ground looks like does not matter, nor whether it looks the same everywhere; only that its own shades are
softer than the outlines of tiles.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.channels import largest

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

LEVELS: Final = (2, 3, 4, 6, 8, 11, 15, 20, 27, 36)
"""Steps between neighbouring pixels, in grey levels, that the ground is let run over, one after the other."""
TIMES: Final = (2.0, 1.4, 1.0)
"""How many times stronger than usual the strongest shades of ground may be, and the outlines of tiles are: the first
with which it does not run into these."""
FLOODED: Final = 0.05
"""Share of the tiles that may be flooded only by that."""
SHADE: Final = 8.0
"""Grey levels by which the ground may differ from one cell to the next, beyond what it does around the board."""
SOFT: Final = 6.0
"""Steps, in grey levels, that any ground may have."""
SEA: Final = 0.1
"""Share of what lies around the board that hangs together in ground at the least."""
OPEN: Final = 0.7
"""Share of the middle of a cell that the ground reaches when it is open."""
DRY: Final = 0.15
"""Share up to which the ground may reach when it is shut."""
FIRM: Final = 0.3
"""Share of the tiles seen so far that may be none."""
LEAKY: Final = 0.1
"""Share of the tiles, of those that are not open, into which the ground may run a little: more have no outline, and
are figures that lie bare on the ground."""
BUSY: Final = 0.12
"""Share of the middle of a cell with steps that no ground has, from which it shows something."""
FILLED: Final = 0.5
"""Share of the middle of a cell that a plain area fills to which it belongs."""
BAR: Final = 0.85
"""Share of a row or column, from beyond one end of the board to beyond the other, that a bar fills."""
UNLIKE: Final = 24.0
"""Grey levels, in any colour, by which a bar differs from the ground."""
HIGH, WIDE = CELL_H // 2, CELL_W // 2
"""Size of a cell at which the ground runs."""


class Flow(NamedTuple):
    """Where the ground runs, as (rows, columns) each."""

    open: Bools
    """Cells into whose middle it runs."""
    shut: Bools
    """Cells into which it does not run."""
    busy: Bools
    """Cells that are not open and show outlines of their own."""

    def opened(self, where: Bools) -> Flow:
        """The same with the cells open that `where` names."""
        return Flow(self.open | where, self.shut & ~where, self.busy & ~where)

    def part(self, window: tuple[slice, slice]) -> Flow:
        """The same for a part of the cells."""
        return Flow(self.open[window], self.shut[window], self.busy[window])


def flow(cells: Cells, around: Bools, tiles: Bools) -> Flow:
    """Where the ground runs from `around` the board; nothing is open or shut where it runs into the tiles as well.
    `cells` is the cut board with the cells around it, `tiles` what was taken for tiles so far.
    """
    neither = np.zeros_like(around)
    if not tiles.any() or not around.any():
        return Flow(neither, neither, neither)
    steps = _steps(cells)
    ground = next((level for level in LEVELS if np.median(_reached(steps, level, around)[around]) > OPEN), None)
    if ground is None:
        return Flow(neither, neither, neither)
    usual = _reached(steps, ground, around) > OPEN
    # Where the ground's own shades are nearly as strong as the outlines of tiles, only a lower limit keeps it out.
    for times in TIMES:
        limit = max(times * ground, SOFT)
        reached = _reached(steps, limit, around)
        opened = reached > OPEN
        firm = reached[tiles & ~opened]
        flooded = opened & tiles & ~usual
        leaks = flooded.mean(where=tiles) > FLOODED or len(firm) == 0 or (firm > DRY).mean() > LEAKY
        if not leaks and len(firm) >= (1 - FIRM) * tiles.sum():
            busy = ~opened & (_middle(steps > limit, around.shape) > BUSY)
            return Flow(_continued(cells, opened, around), reached <= DRY, busy)
        if limit == SOFT:
            break
    return Flow(neither, neither, neither)


def bars(cells: Cells, tiles: Bools, inside: Bools) -> Bools:
    """The rows and columns of cells that bars lie along, on which something may be written.

    One plain area fills nearly all of the cut cells there that lie `inside` the picture, those beyond both ends of the
    board as well, none of the `tiles`, and is of another colour than the largest plain area, the ground; or the ground
    fills just a part of nearly all of them, where a bar begins.
    """
    found = np.zeros_like(tiles)
    calm = (_steps(cells) <= SOFT).astype(np.uint8)
    _, group = cv2.connectedComponents(calm, connectivity=4, ltype=cv2.CV_32S)
    number = _blocks(np.asarray(group), tiles.shape).reshape(*tiles.shape, -1)
    own = np.median(number, 2).astype(np.int64)
    filled = (number == own[..., None]).mean(2)
    own[(filled < FILLED) | ~inside] = 0
    if not own.any():
        return found
    sea = int(np.bincount(own[own > 0]).argmax())
    colour = _colours(cells)
    away = np.abs(colour - np.median(colour[own == sea], 0)).max(2)
    known = np.unique(own[tiles])
    plain = np.where(own == sea, filled <= OPEN, (away > UNLIKE) & ~np.isin(own, known))
    for areas, fits, there, bar in ((own, plain, inside, found), (own.T, plain.T, inside.T, found.T)):
        for at, room in enumerate(there):
            area = int(np.median(areas[at][room])) if room.any() else 0
            bar[at] |= area > 0 and np.count_nonzero((areas[at] == area) & fits[at]) > BAR * room.sum()
    return found


def _colours(cells: Cells) -> Floats:
    """(rows, columns, 3), the mean colour of the middle of each cell."""
    return np.asarray(cells[:, :, CELL_H // 4 : -(CELL_H // 4), CELL_W // 4 : -(CELL_W // 4)].mean((2, 3)), np.float32)


def _continued(cells: Cells, opened: Bools, around: Bools) -> Bools:
    """The open cells that go on from around the board in nearly the same colour from cell to cell: a tile into which
    the ground leaks has another.
    """
    colour = _colours(cells)
    reach = opened & around
    sides = [(slice(None, -1), slice(1, None)), (slice(1, None), slice(None, -1))]
    beside = [np.abs(colour[a] - colour[b]).max(-1)[reach[a] & reach[b]] for a, b in sides[:1]]
    beside += [np.abs(colour[:, a] - colour[:, b]).max(-1)[reach[:, a] & reach[:, b]] for a, b in sides[:1]]
    usual = np.concatenate(beside)
    if not len(usual):
        return np.zeros_like(opened)
    most = SHADE + 2 * float(np.quantile(usual, 0.95))
    whole = slice(None)
    ways = [(a, b) for a in (*sides, (whole, whole)) for b in (*sides, (whole, whole)) if (a, b) != ((whole,) * 2,) * 2]
    while True:
        fresh = reach.copy()
        for (to_y, from_y), (to_x, from_x) in ways:
            near = np.abs(colour[to_y, to_x] - colour[from_y, from_x]).max(-1) < most
            fresh[to_y, to_x] |= opened[to_y, to_x] & reach[from_y, from_x] & near
        if (fresh == reach).all():
            return reach
        reach = fresh


def _steps(cells: Cells) -> Bytes:
    """The cells as one sheet at half their size: the highest step there from a pixel to the next."""
    rows, columns, high, wide, _ = cells.shape
    sheet = cells.astype(np.uint8).transpose(0, 2, 1, 3, 4).reshape(rows * high, columns * wide, 3)
    steps = largest(np.asarray(cv2.morphologyEx(sheet, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)), np.uint8))
    return np.asarray(cv2.dilate(steps, np.ones((2, 2), np.uint8), anchor=(0, 0)), np.uint8)[::2, ::2]


def _middle(where: Bools, shape: tuple[int, ...]) -> Floats:
    """(rows, columns), the share of the middle of each cell of a sheet that `where` names."""
    return np.asarray(_blocks(where, shape).mean((2, 3)), np.float32)


def _blocks(sheet: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """(rows, columns, h, w), the middle of each cell of a sheet."""
    cells = sheet.reshape(shape[0], HIGH, shape[1], WIDE)
    return cells[:, HIGH // 4 : -(HIGH // 4), :, WIDE // 4 : -(WIDE // 4)].swapaxes(1, 2)


def _reached(steps: Bytes, limit: float, around: Bools) -> Floats:
    """(rows, columns), the share of the middle of each cell that the ground reaches from around the board, running
    over no higher steps than the limit.
    """
    calm = (steps <= limit).astype(np.uint8)
    count, group = cv2.connectedComponents(calm, connectivity=4, ltype=cv2.CV_32S)
    number = np.asarray(group)
    sizes = np.bincount(number[np.repeat(np.repeat(around, HIGH, 0), WIDE, 1)], minlength=count)
    sizes[0] = 0
    # One sea, the largest: a panel that lies half over the board may hang together, too.
    sea = int(sizes.argmax())
    if sizes[sea] < SEA * around.sum() * HIGH * WIDE:
        return np.zeros(around.shape, np.float32)
    return _middle(number == sea, around.shape)
