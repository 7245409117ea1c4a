"""What games in which pairs fall draw on their ground: a darker row on top, a cross where pairs appear, rings where
they would come to lie. None of it is a piece.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.readers import make_reader
from calibration.draft import start
from calibration.resting import without_marks
from calibration.shot import EMPTY, Shot
from calibration.spot import learned
from calibration.write import save
from tests.bot.beads import CELL, COLOURS, COLUMNS, LEFT, ROWS, TOP, screen
from tests.calibration.drawn import in_order

LYING = (*("......",) * 9, ".r....", ".br..b", "gyb.br")
GRID = Grid(LEFT, TOP, CELL, CELL, ROWS, COLUMNS)
RINGS = {(8, 2): "y", (9, 2): "b"}


ALL = ("tone", "cross", "rings")


def marked(*marks: str, board: tuple[str, ...] = LYING) -> Pixels:
    """A well with these marks."""
    pixels = screen(board)
    if "tone" in marks:
        for column in range(COLUMNS):
            left = LEFT + column * CELL
            pixels[TOP + 1 : TOP + CELL, left + 1 : left + CELL] = (14, 8, 6)
    if "cross" in marks:
        middle = LEFT + 2 * CELL + CELL // 2, TOP + CELL + CELL // 2
        cv2.drawMarker(pixels, middle, (120, 110, 105), cv2.MARKER_TILTED_CROSS, CELL - 14, 3)
    for (row, column), label in RINGS.items() if "rings" in marks else ():
        middle = LEFT + column * CELL + CELL // 2, TOP + row * CELL + CELL // 2
        for begin in range(0, 360, 30):
            cv2.ellipse(pixels, middle, (13, 13), 0, begin, begin + 18, COLOURS[label], 2)
    return pixels


@pytest.mark.parametrize("marks", [("tone", "cross"), ("rings",), ALL])
def test_marks_on_the_ground_are_no_pieces(marks: tuple[str, ...]) -> None:
    board = learned([marked(*marks)], "puyo", assuming=True).draft.position().board
    assert in_order(board) == in_order(LYING)


def test_a_cross_that_what_lies_has_reached_is_in_doubt() -> None:
    board = ("......", "......", *("..r...", "..g...") * 4, ".bgb.b", "gyrbyr")
    told = learned([marked("cross", board=board)], "puyo", assuming=True).draft.position().board
    assert told[1][2] == "?"
    assert in_order(told[2:]) == in_order(board[2:])


def test_on_a_board_with_nothing_else_they_are_in_doubt() -> None:
    pixels = marked(*ALL, board=("......",) * 12)
    seen = learned([pixels], "puyo").draft.position().board
    assert not {label for row in seen for label in row} - {".", "?"}
    shot = Shot(pixels, GRID, np.full((12, 6), EMPTY), np.ones((12, 6), np.float32), np.zeros((12, 6), np.bool_))
    kind = shot.kind.copy()
    kind[0], kind[1, 2], kind[8, 2], kind[9, 2] = 0, 1, 2, 3
    told = without_marks(start([shot.with_kinds(kind)], "blocks", "puyo"), "puyo").position().board
    assert told == ("......", "..?...", *("......",) * 6, "..?...", "..?...", "......", "......")


def test_a_layout_that_is_learned_knows_them_as_empty(tmp_path: Path) -> None:
    draft = learned([marked(*ALL)], "puyo", sized=True).draft
    layout = save(draft, tmp_path / "puyo" / "marked", title="For a test")
    reading = make_reader(layout).read(Frame(marked(*ALL), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert in_order(reading.position.board) == in_order(LYING)


def test_a_full_row_of_one_colour_that_lies_is_a_row_of_pieces() -> None:
    draft = learned([screen(("......",) * 10 + ("gggbbb", "rrryyy"))], "puyo", assuming=True).draft
    kind = draft.shots[0].kind
    assert (without_marks(draft, "puyo").shots[0].kind == kind).all()


def test_a_piece_with_holes_is_a_piece() -> None:
    """Stars: less than two thirds of what surrounds them is drawn, but their middle is."""
    pixels = screen(LYING)
    turn = np.arange(10) * np.pi / 5
    for row, column in ((9, 1), (10, 2), (11, 5)):
        x, y = LEFT + column * CELL + CELL / 2, TOP + row * CELL + CELL / 2
        pixels[round(y) - 16 : round(y) + 17, round(x) - 16 : round(x) + 17] = (30, 26, 24)
        reach = np.where(np.arange(10) % 2, 6.0, 15.0)
        star = np.stack([x + reach * np.sin(turn), y - reach * np.cos(turn)], 1)
        cv2.fillPoly(pixels, [np.rint(star).astype(np.int32)], COLOURS["r"], cv2.LINE_AA)
    board = learned([pixels], "puyo", assuming=True).draft.position().board
    assert in_order(board) == in_order(LYING)
