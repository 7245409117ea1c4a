"""A grid of equal cells lying in a picture, at any scale and any fraction of a pixel."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.frame import Box, Point
from engine.moves import Cell


@dataclass(frozen=True)
class Grid:
    """Rows and columns of cells in frame pixels."""

    x: float
    """Left edge of the first column."""
    y: float
    """Top edge of the first row."""
    pitch_x: float
    """Distance between columns."""
    pitch_y: float
    """Distance between rows."""
    rows: int
    columns: int

    @property
    def box(self) -> Box:
        """The rectangle of all cells."""
        return Box(self.x, self.y, self.columns * self.pitch_x, self.rows * self.pitch_y)

    def cell(self, cell: Cell) -> Box:
        """The rectangle of one cell; cells outside the grid have one too."""
        row, column = cell
        return Box(self.x + column * self.pitch_x, self.y + row * self.pitch_y, self.pitch_x, self.pitch_y)

    @property
    def turned(self) -> Grid:
        """The grid in a picture whose rows are the columns of this one."""
        return Grid(self.y, self.x, self.pitch_y, self.pitch_x, self.columns, self.rows)

    def moved(self, x: float, y: float) -> Grid:
        """The grid so many pixels farther to the right and down."""
        return replace(self, x=self.x + x, y=self.y + y)

    def scaled(self, x: float, y: float | None = None) -> Grid:
        """The grid in a picture so many times as wide and as high (as wide, unless that is given)."""
        y = x if y is None else y
        return Grid(self.x * x, self.y * y, self.pitch_x * x, self.pitch_y * y, self.rows, self.columns)

    def part(self, rows: slice, columns: slice) -> Grid:
        """Some of its rows and columns, such as lie beyond it among them: `slice(-1, rows)` begins a row higher."""
        corner = self.cell((rows.start, columns.start))
        size = rows.stop - rows.start, columns.stop - columns.start
        return Grid(corner.x, corner.y, self.pitch_x, self.pitch_y, *size)

    def grown(self, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> Grid:
        """The grid with so many lines of cells more on its sides."""
        return self.part(slice(-top, self.rows + bottom), slice(-left, self.columns + right))

    def wider(self, rings: int) -> Grid:
        """The grid with some rings of cells around it, or that many less."""
        return self.grown(rings, rings, rings, rings)

    def stepped(self, rows: int, columns: int) -> Grid:
        """The grid so many cells farther down and to the right."""
        return self.grown(-columns, -rows, columns, rows)

    def steps_to(self, other: Grid, aside: float) -> tuple[int, int] | None:
        """How many rows and columns another grid begins after this one; None where its first or its last cell lies
        farther `aside` of one of this grid's cells, those beyond it among them, than such a share of it.
        """
        here, there = self.cell((0, 0)), (other.cell((0, 0)), other.cell((other.rows - 1, other.columns - 1)))
        first, last = (((one.y - here.y) / here.h, (one.x - here.x) / here.w) for one in there)
        rows, columns = round(first[0]), round(first[1])
        off = [abs(first[0] - rows), abs(first[1] - columns)]
        off += [abs(last[0] - rows - other.rows + 1), abs(last[1] - columns - other.columns + 1)]
        return (rows, columns) if max(off) <= aside else None

    def holds(self, part: Grid, aside: float) -> bool:
        """Whether the cells of another grid are all cells of this one, none of them farther `aside` than that.

        >>> larger = Grid(0, 0, 10, 10, 4, 6)
        >>> larger.holds(Grid(20, 10, 10, 10, 3, 4), 0.2), larger.holds(Grid(30, 10, 10, 10, 3, 4), 0.2)
        (True, False)
        """
        steps = self.steps_to(part, aside)
        if steps is None or min(steps) < 0:
            return False
        return steps[0] + part.rows <= self.rows and steps[1] + part.columns <= self.columns

    def apart(self, other: Grid) -> float:
        """How many cells the corners of two grids of as many cells lie apart, at most."""
        here, there = self.box, other.box
        across = max(abs(here.x - there.x), abs(here.x + here.w - there.x - there.w)) / self.pitch_x
        down = max(abs(here.y - there.y), abs(here.y + here.h - there.y - there.h)) / self.pitch_y
        return float(max(across, down))

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell, where a click is safest."""
        return self.cell(cell).centre

    def at(self, point: Point) -> Cell | None:
        """The cell under a point; None beside the grid."""
        row, column = (point.y - self.y) // self.pitch_y, (point.x - self.x) // self.pitch_x
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return int(row), int(column)
        return None
