"""Where things lie in the window of Puyo Invader: the original's screen of 320x240, as large as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from bot.arcade.running.arena import Arena
from bot.arcade.stage import Bars
from bot.frame import Box
from bot.grid import Grid
from engine.games.invader.rules import CELL_HEIGHT, CELL_WIDTH, LEFT_WALL, LOWEST, SCREEN_HEIGHT, SCREEN_WIDTH, House

ROOM = 12
"""Pixels of the original around its screen, on each side."""
DOT = 3
"""Pixels of the original that a dot of a sprite is wide and high."""
ROWS = LOWEST // CELL_HEIGHT + 1
"""Rows of cells that the screen shows."""
TOP = LOWEST - (ROWS - 1) * CELL_HEIGHT
"""Where the first of them is drawn when the last one is as low as a cell may be."""


def console(size: tuple[int, int], house: House, names: Sequence[str]) -> Arena:
    """The geometry of a window of this size; its grid is where cells are that have come as low as they may.

    A dot of a sprite is drawn as a square of whole pixels. `names` are the buttons.
    """
    bars = Bars.fit(size, names)
    high = bars.height - bars.top - bars.foot
    scale = min(bars.width / (SCREEN_WIDTH + 2 * ROOM), high / (SCREEN_HEIGHT + 2 * ROOM))
    dot = max(1, int(scale * DOT))
    pitch_x, pitch_y = CELL_WIDTH // DOT * dot, CELL_HEIGHT // DOT * dot
    left = (bars.width - SCREEN_WIDTH * pitch_x / CELL_WIDTH) / 2
    top = bars.top + (high - SCREEN_HEIGHT * pitch_y / CELL_HEIGHT) / 2
    x, y = round(left + LEFT_WALL * pitch_x / CELL_WIDTH), round(top + TOP * pitch_y / CELL_HEIGHT)
    grid = Grid(x, y, pitch_x, pitch_y, ROWS, house.columns)
    return Arena(bars.width, bars.height, grid, bars.buttons, bars.status, wells=(grid,), facts=())


def place(grid: Grid, x: float, y: float) -> tuple[int, int]:
    """Where a pixel of the original is drawn."""
    across, down = grid.pitch_x / CELL_WIDTH, grid.pitch_y / CELL_HEIGHT
    return round(grid.x + (x - LEFT_WALL) * across), round(grid.y + (y - TOP) * down)


def screen(grid: Grid) -> Box:
    """The whole of the original's screen."""
    x0, y0 = place(grid, 0, 0)
    x1, y1 = place(grid, SCREEN_WIDTH, SCREEN_HEIGHT)
    return Box(x0, y0, x1 - x0, y1 - y0)


def stand(grid: Grid, house: House) -> Grid:
    """The cells in which the pair stands, the upper and the lower half of each: one that is upright takes a half each.

    They are lower than those of the original, so that no cell ever hides them.
    """
    (_, top), (_, bottom) = place(grid, 0, LOWEST + CELL_HEIGHT), place(grid, 0, SCREEN_HEIGHT)
    return Grid(grid.x, top, grid.pitch_x, (bottom - top) / 2, 2, house.columns)
