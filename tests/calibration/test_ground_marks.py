"""What games in which pairs fall draw on their ground: a darker row on top, a cross where pairs appear, rings where
they would come to lie. None of it is a piece.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.readers import make_reader
from calibration.resting import without_marks
from calibration.spot import learned
from calibration.write import save
from tests.bot.beads import CELL, COLOURS, COLUMNS, LEFT, TOP, screen
from tests.calibration.drawn import in_order

LYING = (*("......",) * 9, ".r....", ".br..b", "gyb.br")
RINGS = {(8, 2): "y", (9, 2): "b"}


def marked(tone: bool = True, cross: bool = True, rings: bool = True) -> Pixels:
    """A well with some of these marks."""
    pixels = screen(LYING)
    if tone:
        for column in range(COLUMNS):
            left = LEFT + column * CELL
            pixels[TOP + 1 : TOP + CELL, left + 1 : left + CELL] = (14, 8, 6)
    if cross:
        middle = LEFT + 2 * CELL + CELL // 2, TOP + CELL + CELL // 2
        cv2.drawMarker(pixels, middle, (120, 110, 105), cv2.MARKER_TILTED_CROSS, CELL - 14, 3)
    for (row, column), label in RINGS.items() if rings else ():
        middle = LEFT + column * CELL + CELL // 2, TOP + row * CELL + CELL // 2
        for start in range(0, 360, 30):
            cv2.ellipse(pixels, middle, (13, 13), 0, start, start + 18, COLOURS[label], 2)
    return pixels


@pytest.mark.parametrize("marks", [{"rings": False}, {"tone": False, "cross": False}, {}])
def test_marks_on_the_ground_are_no_pieces(marks: dict[str, bool]) -> None:
    board = learned([marked(**marks)], "puyo", assuming=True).draft.position().board
    assert in_order(board) == in_order(LYING)


def test_a_layout_that_is_learned_knows_them_as_empty(tmp_path: Path) -> None:
    draft = learned([marked()], "puyo", sized=True).draft
    layout = save(draft, tmp_path / "puyo" / "marked", title="For a test")
    reading = make_reader(layout).read(Frame(marked(), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert in_order(reading.position.board) == in_order(LYING)


def test_a_full_row_of_one_colour_that_lies_is_a_row_of_pieces() -> None:
    draft = learned([screen(("......",) * 10 + ("gggbbb", "rrryyy"))], "puyo", assuming=True).draft
    kind = draft.shots[0].kind
    assert (without_marks(draft, "puyo").shots[0].kind == kind).all()
