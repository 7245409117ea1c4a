"""Numbers that count the cells of a nonogram, written into outer cells of it, are no marks."""

from __future__ import annotations

from random import Random

import cv2
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.clues.reader import ClueReader
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import Look, draw, puzzle

pytestmark = pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)


def counted(pixels: Pixels, grid: Grid, marks: tuple[str, ...], every: int, first: bool) -> None:
    """Write the numbers into every so many cells of the last column and row, or the first ones, but filled ones."""
    row, column = (0, 0) if first else (grid.rows - 1, grid.columns - 1)
    cells = [(at, column) for at in range(every - 1, grid.rows, every)]
    cells += [(row, at) for at in range(every - 1, grid.columns, every)]
    for cell in dict.fromkeys(cells):
        if marks[cell[0]][cell[1]] == "#":
            continue
        text, scale, box = (
            str(max(cell[0] * (cell[1] == column), cell[1] * (cell[0] == row)) + 1),
            0.33,
            grid.cell(cell),
        )
        (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        at = round(box.x + box.w) - wide - 2, round(box.y + box.h) - 3
        cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (120, 120, 120), 1, cv2.LINE_AA)


@pytest.mark.parametrize("pitch", [22.0, 29.5])
@pytest.mark.parametrize(("every", "first"), [(5, False), (5, True), (10, False)])
@pytest.mark.parametrize("begun", [False, True], ids=["empty", "begun"])
def test_numbers_in_every_fifth_outer_cell_are_no_crosses(pitch: float, every: int, first: bool, begun: bool) -> None:
    picture = puzzle(Random(7), 20, 30, 0.5)
    marks = tuple(
        "".join(("x" if sign == "." else "#") if begun and 5 < row < 11 else "." for sign in line)
        for row, line in enumerate(picture)
    )
    drawn = draw(Look(faces(frozenset({"DejaVu Sans"}))[0], "paper", pitch=pitch, cross="x"), picture, marks)
    counted(drawn.pixels, drawn.grid, marks, every, first)
    reading = ClueReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == marks


def test_crosses_in_these_cells_are_crosses() -> None:
    picture = puzzle(Random(7), 20, 30, 0.5)
    marks = (*("." * 30,) * 19, "".join("x" if at % 5 == 4 else "." for at in range(30)))
    drawn = draw(Look(faces(frozenset({"DejaVu Sans"}))[0], "paper", pitch=24.0, cross="x"), picture, marks)
    reading = ClueReader().read(Frame(drawn.pixels, 0.0))
    assert reading.position is not None
    assert reading.position.board == marks
