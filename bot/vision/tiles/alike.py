"""Boards of tiles like one that was found, that lie beside it: an opponent's, or the same game in another window."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.finding import islands, locate

GUESSES: Final = 4
"""Lattices of a picture that are asked."""
CLOSE: Final = 0.02
"""Share of a cell by which cells of two such boards differ at the most."""
MISSED: Final = 1
"""Rows and columns by which a board that is not looked at closely may seem larger than it is…"""
PART: Final = 0.6
"""… and the share of them of which it is seen at the least."""
ROOM: Final = 0.5
"""Part of its height by which such a board may lie higher or lower, where only what lies beside it is looked at."""
GLANCE: Final = 8
"""Times that a part of a picture is made smaller to see whether it shows anything…"""
FAINT: Final = 24
"""… which is by so many grey levels another colour."""
ALONE: Final = "show it alone."
"""What helps where no option says which board is meant."""


def alike(pixels: Pixels, grid: Grid) -> tuple[Grid, ...]:
    """Where boards of as many and as large cells lie beside the one on `grid` in a picture (h, w, 3), from left to
    right. They are not looked at closely: their grids may be a part of them, or a line too large.
    """
    found: list[Grid] = []
    own = False
    for lattice in islice(locate.lattices(pixels), GUESSES):
        other = lattice.grid
        own |= _as_large(grid, other)
        if _like(grid, other) and all(locate.shared(other, known) < locate.BESIDE for known in (grid, *found)):
            found.append(other)
        if own and not lattice.more:
            break
    return tuple(sorted(found or _aside(pixels, grid), key=lambda one: one.x))


def _aside(pixels: Pixels, grid: Grid) -> list[Grid]:
    """The same where the picture as a whole does not speak for them: in what is left of it beside the board."""
    height, width = pixels.shape[:2]
    box = grid.box
    top, bottom = max(0, round(box.y - ROOM * box.h)), min(height, round(box.y + (1 + ROOM) * box.h))
    found = []
    for left, right in ((0, round(box.x - grid.pitch_x / 2)), (round(box.x + box.w + grid.pitch_x / 2), width)):
        if right - left < box.w:
            continue
        part = np.ascontiguousarray(pixels[top:bottom, left:right])
        if _plain(part):
            continue
        guesses = islice(locate.as_a_whole(part), GUESSES), islice(islands.sparse(part), GUESSES)
        for lattice in chain(*guesses):
            if _like(grid, lattice.grid):
                found.append(replace(lattice.grid, x=lattice.grid.x + left, y=lattice.grid.y + top))
                break
    return found


def _plain(part: Pixels) -> bool:
    """Whether a part of a picture shows next to nothing, and no tiles."""
    size = max(1, part.shape[1] // GLANCE), max(1, part.shape[0] // GLANCE)
    glance = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    return int(np.ptp(glance.reshape(-1, glance.shape[-1]), axis=0).max()) < FAINT


def _like(one: Grid, other: Grid) -> bool:
    sizes = (one.rows, other.rows), (one.columns, other.columns)
    return _as_large(one, other) and all(PART * own <= its <= own + MISSED for own, its in sizes)


def _as_large(one: Grid, other: Grid) -> bool:
    return max(abs(other.pitch_x / one.pitch_x - 1), abs(other.pitch_y / one.pitch_y - 1)) < CLOSE


def said_of(grid: Grid, other: Grid) -> str:
    """What a person should know of another board that lies beside the one on `grid`, which was taken."""
    aside, apart = other.x - grid.x, other.box.x > grid.box.x + grid.box.w or other.box.x + other.box.w < grid.box.x
    if not apart:
        return (
            f"Another board like this one lies {'below' if other.y > grid.y else 'above'} it: if that is yours, {ALONE}"
        )
    side = "right" if aside > 0 else "left"
    return f"Another board like this one lies on its {side}: if that is yours, say --which {side}."
