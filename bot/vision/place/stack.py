"""Where a stack that scrolls lies: its cells tell at what scale and in which columns, at whatever height they stand;
how high its frame lies, patches around the board tell.

A place is held only where the cells of all rows but the uppermost, which the frame may hide, look like the samples, and
where the surroundings agree at one height clearly more than at all others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Place
from bot.vision.place.anchors import fitting
from bot.vision.place.cellfit import fitted
from bot.vision.place.cellkinds import CellKinds
from bot.vision.place.colours import Colours
from bot.vision.place.nudge import COARSE, nudged
from bot.vision.place.pattern import Pattern
from bot.vision.place.polish import agreement, upright
from bot.vision.place.scene import Map, Scene

HALF: Final = COARSE[1] // 2
"""A stack may stand higher or lower by half a cell than where it is looked for."""
REACH: Final = 1.25
"""Cells up and down that the frame is looked for."""
STEPS: Final = 12
"""Places in each cell."""
ASIDE: Final = 0.3
"""Cells from which another height is another place."""
LEAD: Final = 1.25
"""How many times more the surroundings must agree than there."""
AROUND: Final = 0.2
"""Share of the patches, times that of the colours, that must agree."""
FOLLOWED: Final = 3
"""Heights that are made exact."""
NEARLY: Final = 0.55
"""Share of the cells that must be told, not quite so surely, at half size; those under the frame's edge cannot be."""
BORNE: Final = 0.8
"""Share of the cells that must be told; a cursor lies over two."""
LEAST: Final = 10.0
"""Pixels of the smallest cells."""
CLOSE: Final = 0.25
MORE: Final = 0.006
"""Two deviations of a corner, in pixels and for each pixel of a cell, that cells must hold a place to."""


class Stack:
    """Places of one calibrated board whose cells stand at any height in their frame."""

    def __init__(self, kinds: CellKinds, pattern: Pattern, colours: Colours, place: Place) -> None:
        self._kinds, self._pattern, self._colours, self._place = kinds, pattern, colours, place

    def held(self, scene: Scene, guess: Map) -> tuple[float, Map] | None:
        """The place next to a guess, and how much its surroundings agree, 0 to 1; None where cells do not hold it."""
        box, place = guess.box(self._pattern.board), self._place
        grid = Grid(box.x, box.y, box.w / place.columns, box.h / place.rows, place.rows, place.columns)
        if min(grid.pitch_x, grid.pitch_y) < LEAST or not self._kinds:
            return None
        cells = nudged(self._kinds, scene.pixels, _lower(grid), HALF)
        return self._around(scene, cells, box.y, REACH)

    def seen(self, scene: Scene, cells: Grid) -> tuple[float, Map] | None:
        """The same around cells that were seen side by side, of which the uppermost may be missing."""
        missing = max(0, self._place.rows - cells.rows)
        if cells.columns != self._place.columns or cells.rows > self._place.rows + 1 or not self._kinds:
            return None
        return self._around(scene, cells, cells.y - missing * cells.pitch_y, missing + REACH)

    def _around(self, scene: Scene, cells: Grid, top: float, reach: float) -> tuple[float, Map] | None:
        """The place whose cells are these, made exact, and whose frame begins next to `top`, or down to `reach` cells
        below.
        """
        fit = fitted(self._kinds, scene.pixels, cells, NEARLY)
        if fit is None or fit.error > CLOSE + MORE * fit.grid.pitch_x:
            return None
        found = self._framed(scene, fit.grid, top, reach)
        return found if found and self._borne(scene.pixels, fit.grid, found[1]) else None

    def _framed(self, scene: Scene, cells: Grid, top: float, reach: float) -> tuple[float, Map] | None:
        """The frame around cells of which the columns are known and the rows up to where the first one begins."""
        board, place = self._pattern.board, self._place
        scale_x, scale_y = cells.box.w / board.w, cells.pitch_y * place.rows / board.h
        start = Map(scale_x, scale_y, cells.x - scale_x * board.x, top - scale_y * board.y)
        levels = fitting(self._pattern.levels, start)
        ways = np.arange(-round(REACH * STEPS), round(reach * STEPS) + 1) / STEPS * cells.pitch_y
        tried = [start._replace(y=start.y + float(way)) for way in ways]
        rough = np.array([agreement(scene, levels[:1], one) for one in tried])
        best: list[tuple[float, Map]] = []
        for number in np.argsort(-rough, kind="stable"):
            if len(best) < FOLLOWED and all(abs(tried[number].y - one.y) > ASIDE * cells.pitch_y for _, one in best):
                exact = upright(scene, self._pattern.exact(levels[-1]), tried[number])
                best.append((agreement(scene, levels[:2], exact) * self._colours.share(scene, exact), exact))
        best.sort(key=lambda one: -one[0])
        (support, there), *others = best
        rivals = [one for one, other in others if abs(other.y - there.y) > ASIDE * cells.pitch_y]
        if support < AROUND or any(support < LEAD * rival for rival in rivals):
            return None
        return support, there

    def _borne(self, pixels: Pixels, cells: Grid, there: Map) -> bool:
        """Whether the cells of the rows that lie wholly in the frame look like the samples."""
        box = there.box(self._pattern.board)
        risen = (box.y - cells.y) / cells.pitch_y % 1.0
        grid = replace(cells, y=box.y - risen * cells.pitch_y, rows=self._place.rows)
        return self._kinds.borne(self._kinds.look(pixels, _lower(grid)), BORNE)


def _lower(grid: Grid) -> Grid:
    """All rows but the uppermost."""
    return replace(grid, y=grid.y + grid.pitch_y, rows=grid.rows - 1)
