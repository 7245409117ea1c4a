"""Paints Puyo Invader: what there is to see goes in, pixels come out."""

from __future__ import annotations

from bot.arcade.invader.console import place, screen, stand
from bot.arcade.invader.looks import BRICKS, SPACE, Creatures
from bot.arcade.invader.seen import Scenery, Standing
from bot.arcade.running.arena import Arena
from bot.arcade.running.view import WellsView
from bot.frame import Box, Pixels
from bot.grid import Grid
from engine.games.invader.rules import CELL_WIDTH, LEFT_WALL, SCREEN_HEIGHT, SCREEN_WIDTH, Aim, House

BRICK = 8
"""Height of a brick, in pixels of the original."""
BOLT_WIDTH, BOLT_HEIGHT = 13, 12
"""Of a bullet."""


class InvaderView(WellsView[Scenery]):
    """The pictures in one window size."""

    def __init__(self, arena: Arena, look: Creatures, house: House) -> None:
        super().__init__(arena, look.table)
        self._look, self._house = look, house
        grid = arena.grid
        self.paint_frame(screen(grid), look.frame)
        self._fill(0, 0, SCREEN_WIDTH, SCREEN_HEIGHT, SPACE)
        right = LEFT_WALL + house.columns * CELL_WIDTH
        for number, y in enumerate(range(0, SCREEN_HEIGHT, BRICK)):
            for x0, x1 in ((0, LEFT_WALL), (right, SCREEN_WIDTH)):
                self._fill(x0, y, x1, y + BRICK, BRICKS[number % 2])

    def _fill(self, x0: int, y0: int, x1: int, y1: int, colour: tuple[int, int, int]) -> None:
        """A rectangle on the bare screen, in pixels of the original."""
        (left, top), (right, bottom) = place(self.stage.grid, x0, y0), place(self.stage.grid, x1, y1)
        self._bare[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = colour

    def paint_well(self, pixels: Pixels, grid: Grid, well: Scenery) -> None:
        """Aliens and puyos, the bullet over them, and the pair below."""
        box, (height, width) = screen(grid), pixels.shape[:2]
        left, top, right, bottom = int(box.x), int(box.y), int(box.x + box.w), int(box.y + box.h)
        clip = max(0, left), max(0, top), min(width, right), min(height, bottom)
        wide, high = int(grid.pitch_x), int(grid.pitch_y)
        for one in well.cells:
            x, y = place(grid, LEFT_WALL + one.column * CELL_WIDTH, one.y)
            self._look.cell(one.label, wide, high).paste(pixels, x, y, clip)
        if well.bullet is not None:
            column, at = well.bullet
            middle = LEFT_WALL + column * CELL_WIDTH + (CELL_WIDTH - BOLT_WIDTH) / 2
            (x, y), (x1, y1) = place(grid, middle, at), place(grid, middle + BOLT_WIDTH, at + BOLT_HEIGHT)
            self._look.bolt(max(1, x1 - x), max(1, y1 - y)).paste(pixels, x, y, clip)
        if well.standing is not None:
            self._paint_pair(pixels, stand(grid, self._house), well.standing, clip)

    def _paint_pair(
        self, pixels: Pixels, halves: Grid, standing: Standing, clip: tuple[int, int, int, int]
    ) -> None:  # fmt: skip
        """The pair, one beside the other, or each half a cell high."""
        aim = Aim(standing.column, standing.side)
        wide, high = int(halves.pitch_x), round(2 * halves.pitch_y)
        upright = aim.child == aim.column
        for label, column, below in (
            (standing.labels[0], aim.column, aim.side == "U"),
            (standing.labels[1], aim.child, aim.side == "D"),
        ):
            pivot = (column, below) == (aim.column, aim.side == "U")
            x, top = round(halves.x + column * halves.pitch_x), round(halves.y)
            middle, end = top + high // 2, top + high
            y0, y1 = ((middle, end) if below else (top, middle)) if upright else (top, end)
            self._look.cell(label.upper(), wide, max(1, y1 - y0), pivot).paste(pixels, x, y0, clip)

    def paint_beside(self, pixels: Pixels, box: Box, well: Scenery) -> None:
        """Nothing stands beside the screen."""
