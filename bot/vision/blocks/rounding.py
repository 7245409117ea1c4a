"""Blocks drawn at whole pixels on a grid that lies between them: how far its rows and columns lie beside their places.

Where cells are 18.5 pixels apart every other column lies half a pixel aside, which changes fine figures in small cells
as much as another figure would.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.alternating import unchequered
from bot.vision.blocks.cluster import joined, numbered
from bot.vision.blocks.look import RIM as LOOK_RIM
from bot.vision.blocks.look import SIDE, cells_of, distances, middle
from bot.vision.cells import Cells
from bot.vision.stretch import Beside

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

RIM: Final = 2
"""Pixels of a cut cell left out on each side."""
GROUP: Final = 2
"""Cells of a group that tell how far they lie apart."""
HOLD: Final = 0.02
"""How strongly rows and columns hold on to their places, as a share of what one of them says on the average."""
FARTHEST: Final = 0.75
"""Pixels of the picture beyond which no rounding moves a cell."""
LEAST: Final = 0.06
"""Pixels of a cut cell up to which rows and columns stay where they are: noise changes cells by more."""
LINES: Final = 3
"""Rows or columns from which it is told whether they lie farther apart."""
ASKEW: Final = 0.1
"""Share of a cell by which all of them do so at least: of 130 boards on their grids one came to 0.09, four to far more
because their kinds have no edges inside."""
STEPS: Final = 3
"""Times that places are measured, each time with the cells cut where they were found."""
SHIFTS: Final = (-0.75, -0.4, 0.0, 0.4, 0.75)
"""Pixels of the picture by which rows or columns of one kind may lie aside of each other."""
WAYS: Final = tuple(product(SHIFTS, repeat=2))
HOPS: Final = (-0.12, -0.09, -0.06, 0.06, 0.09, 0.12)
"""Share of a cell by which whole columns may be drawn higher or lower: full ones hop where a game warns of its end."""
SAME: Final = 6.0
"""Grey levels by which they still differ then at most."""
ONE: Final = 0.55
"""Share of their difference that is left then, at the most: of 479 pairs of kinds in rows or columns of their own none
came below 0.75, and six that were one kind had 0.21 to 0.46."""


def rejoined(grid: Grid, rows: Floats, group: Ints, full: Bools) -> Ints:
    """The groups, (n,), those put together that share no row or no column and are alike when they are moved a little:
    what is drawn aside is so in whole rows or columns, and what hops in whole columns.

    `rows` are the looks of n cells, `full` (rows, columns) tells which of them are blocks.
    """
    at = np.where(full, group.reshape(full.shape), -1)
    times = np.bincount(group[full.ravel()], minlength=1)
    known = np.flatnonzero(times >= GROUP).tolist()
    look = {g: middle(rows[at.ravel() == g]).reshape(SIDE - 2 * LOOK_RIM, -1, 3) for g in known}
    lines = {g: ((at == g).any(1), (at == g).any(0)) for g in known}
    asked: dict[int, list[tuple[int, bool, bool]]] = {}
    for one, other in combinations(known, 2):
        below, beside_ = (not (a & b).any() for a, b in zip(lines[one], lines[other], strict=True))
        if below or beside_:
            asked.setdefault(one, []).append((other, below, beside_))
    still = {g: _moved(one) for g, one in look.items()} if asked else {}
    cut = [(SIDE / grid.pitch_x * x, SIDE / grid.pitch_y * y) for x, y in WAYS] + [(0.0, SIDE * y) for y in HOPS]
    links = []
    for one, others in asked.items():
        # Each is moved in all ways once, and compared with all others at once.
        moved = np.stack([still[one], *(_moved(look[one], *way) for way in cut)])
        first, *left = distances(moved, np.stack([still[other] for other, _, _ in others]))
        for number, (other, below, beside_) in enumerate(others):
            ways = [way[number] for way, (x, y) in zip(left[: len(WAYS)], WAYS, strict=True)
                    if (beside_ or x == 0) and (below or y == 0)]  # fmt: skip
            ways += [way[number] for way in left[len(WAYS) :] if beside_]
            if min(ways) < min(ONE * first[number], SAME):
                links.append((one, other))
    return numbered(joined(links, int(group.max()) + 1)[group])


def _moved(look: Floats, x: float = 0.0, y: float = 0.0) -> Floats:
    """The inside of a look (h, w, 3) that is moved by so many pixels, as a row."""
    way = np.array([[1, 0, x], [0, 1, y]], np.float32)
    moved = cv2.warpAffine(look, way, look.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved[1:-1, 1:-1].reshape(-1), np.float32)


def placed(
    pixels: Pixels, grid: Grid, board: Cells, group: Ints, full: Bools, aside: Beside | None = None
) -> tuple[Cells, Beside | None]:
    """The cells of a board where they are drawn, and how far that is beside their places; the very same `board` where
    all lie well.

    `board` is (rows, columns, SIDE, SIDE, 3), cut at what is known of the places already, `aside`; `group` and `full`
    (rows, columns) are its groups and those of them that are blocks.
    """
    cells = board
    for _ in range(STEPS):
        more = beside(cells, group, full)
        if more is None:
            break
        right, below = more[0] * grid.pitch_x / SIDE, more[1] * grid.pitch_y / SIDE
        if aside is not None:
            right, below = aside[0] + right, aside[1] + below
        aside = np.clip(right, -FARTHEST, FARTHEST), np.clip(below, -FARTHEST, FARTHEST)
        cells = unchequered(cells_of(pixels, grid, aside))
    return cells, aside


def beside(cells: Cells, group: Ints, full: Bools) -> Beside | None:
    """How far every column lies to the right of its place, (columns,), and every row below, (rows,), in pixels of cut
    cells; None where all lie well.

    What a cell lies aside shows, to first order, along the slopes of the usual look of its group: least squares over
    all cells.
    """
    rows, columns = group.shape
    told, says = np.zeros((columns + rows,) * 2), np.zeros(columns + rows)
    core = np.s_[RIM:-RIM, RIM:-RIM]
    for g in np.flatnonzero(np.bincount(group[full], minlength=1) >= GROUP).tolist():
        at = np.argwhere(full & (group == g))
        here = cells[at[:, 0], at[:, 1]]
        look = middle(here)
        away = (look - here)[:, *core].reshape(len(at), -1)
        across, down = look[RIM:-RIM, RIM - 1 : 1 - RIM], look[RIM - 1 : 1 - RIM, RIM:-RIM]
        slopes = [((across[:, 2:] - across[:, :-2]) / 2).ravel(), ((down[2:] - down[:-2]) / 2).ravel()]
        lines = at[:, 1], columns + at[:, 0]
        for one, number in zip(slopes, lines, strict=True):
            np.add.at(says, number, (away @ one).astype(np.float64))
            for other, third in zip(slopes, lines, strict=True):
                np.add.at(told, (number, third), float(one @ other))
    weight = float(np.diag(told).mean())
    if weight == 0:
        return None
    aside = np.asarray(np.linalg.solve(told + HOLD * weight * np.eye(len(says)), says), np.float64)
    return None if np.abs(aside).max() < LEAST else (aside[:columns], aside[columns:])


def leaning(cells: Cells, group: Ints, full: Bools) -> tuple[float, float]:
    """By what share columns, and rows, lie farther apart than their grid says; 0 where that is less than ASKEW of a
    cell over all of them.
    """
    aside = beside(cells, group, full)
    if aside is None:
        return 0.0, 0.0
    found = [0.0, 0.0]
    for axis, places in enumerate(aside):
        cells_in = full.sum(axis)
        at = np.flatnonzero(cells_in >= GROUP)
        if len(at) < LINES:
            continue
        share = float(np.polyfit(at, places[at], 1, w=np.sqrt(cells_in[at]))[0]) / SIDE
        found[axis] = share if abs(share) * int(at[-1] - at[0]) > ASKEW else 0.0
    return found[0], found[1]
