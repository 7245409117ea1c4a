"""Few pieces on a panel as wide as boards over which pairs fall: its sides tell the cells, and they bear them out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.reason import About
from calibration.boxed import boxed_board
from calibration.discover import discover, in_the_way
from calibration.sorting import Found
from engine.position import EMPTY
from tests.bot.compare import renamed

COLOURS = {"r": (40, 40, 220), "g": (60, 190, 60), "b": (220, 110, 40), "y": (50, 210, 230), "p": (190, 60, 190)}
START = (*("......",) * 10, "r.y...", "g.rb.b")
LATER = (*("......",) * 2, "..yb..", *("......",) * 6, ".g....", ".g..r.", "yrr.gb")


def picture(
    board: tuple[str, ...], cell: int = 40, *, part: float = 1.0, border: int = 3, style: str = "disc"
) -> Pixels:
    """Pieces of a part of their cells on a bright panel, whose border lies over the outer cells by a half."""
    rows, columns = len(board), len(board[0])
    x, y = 2 * cell, cell
    pixels = np.full(((rows + 2) * cell, (columns + 5) * cell, 3), 235, np.uint8)
    cv2.rectangle(pixels, (x, y), (x + columns * cell - 1, y + rows * cell - 1), (250, 250, 250), -1)
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            if label != EMPTY:
                _draw(pixels, (x + column * cell, y + row * cell), cell, part, COLOURS[label], style)
                for down, right in ((0, 1), (1, 0)):
                    near = row + down < rows and column + right < columns and board[row + down][column + right] == label
                    if style == "joined" and near:
                        start = x + column * cell + cell // 2, y + row * cell + cell // 2
                        cv2.line(
                            pixels, start, (start[0] + right * cell, start[1] + down * cell), COLOURS[label], cell // 2
                        )
    cv2.rectangle(pixels, (x, y), (x + columns * cell - 1, y + rows * cell - 1), (20, 20, 20), border)
    cv2.putText(
        pixels, "1234", (x + columns * cell + cell // 2, 3 * cell), cv2.FONT_HERSHEY_SIMPLEX, 1, (20, 20, 20), 2
    )
    return pixels


def _draw(
    pixels: Pixels, at: tuple[int, int], cell: int, part: float, colour: tuple[int, int, int], style: str
) -> None:
    middle, radius = (at[0] + cell // 2, at[1] + cell // 2), round(part * cell / 2) - 1
    if style == "square":
        cv2.rectangle(pixels, (at[0] + 1, at[1] + 1), (at[0] + cell - 2, at[1] + cell - 2), colour, -1)
        return
    cv2.circle(pixels, middle, radius, colour, -1, cv2.LINE_AA)
    if style == "banded":  # parted in two by a band, as teeth and eyes do
        top = middle[1] - radius // 4
        cv2.rectangle(pixels, (middle[0] - radius, top), (middle[0] + radius, top + radius // 3), (30, 30, 30), -1)


def told(found: Found) -> list[str]:
    """The kinds of a board as text."""
    return ["".join(EMPTY if kind < 0 else chr(97 + kind) for kind in row) for row in found.shot.kind.tolist()]


@pytest.mark.parametrize(
    ("board", "part", "border", "style"),
    [
        (LATER, 1.0, 5, "disc"),
        (LATER, 0.82, 1, "banded"),
        (LATER, 0.95, 3, "joined"),
        (("......", *LATER), 0.9, 2, "disc"),
        (LATER, 1.0, 3, "square"),
    ],
)
@pytest.mark.parametrize("cell", [24, 40, 61])
def test_few_pieces_on_their_panel_are_the_board(
    board: tuple[str, ...], part: float, border: int, style: str, cell: int
) -> None:
    pixels = picture(board, cell, part=part, border=border, style=style)
    found = boxed_board(pixels, [6], None)
    assert found is not None and not found.reasons
    grid = found.shot.grid
    assert (grid.rows, grid.columns) == (len(board), 6)
    assert max(abs(grid.x - 2 * cell), abs(grid.y - cell)) <= 0.1 * cell
    assert renamed(told(found)) == renamed(board)


def test_of_two_such_panels_it_is_asked_which_is_meant() -> None:
    pixels = np.hstack([picture(LATER), picture(START)])
    found = boxed_board(pixels, [6], None)
    assert found is not None and found.about == {About.WHICH}
    for which, board in (("left", LATER), ("right", START)):
        one = boxed_board(pixels, [6], which)
        assert one is not None and not one.reasons
        assert renamed(told(one)) == renamed(board)


def test_the_one_that_is_seen_is_not_taken_for_the_other() -> None:
    pixels = np.hstack([picture((*("......",) * 5, "rg..gb", *("......",) * 6)), picture(START)])
    found = boxed_board(pixels, [6], None)
    assert found is not None and found.about == {About.WHICH}
    assert boxed_board(pixels, [6], "left") is None
    assert boxed_board(pixels, [6], "right") is not None


def test_a_small_mark_where_a_pair_would_come_to_lie_is_none() -> None:
    pixels = picture(LATER)
    for row, column in ((10, 4), (8, 1)):
        cv2.circle(pixels, (80 + 40 * column + 20, 40 + 40 * row + 20), 8, COLOURS["y"], -1)
    found = boxed_board(pixels, [6], None)
    assert found is not None
    assert renamed(told(found)) == renamed(LATER)


@pytest.mark.parametrize(
    "board",
    [
        (*("......",) * 5, "rg..gb", *("......",) * 4, "....y.", "rg..gb"),  # more hangs in the air than a pair
        (*("......",) * 11, ".r...."),  # a single piece tells nothing
        ("......",) * 12,
    ],
)
def test_what_does_not_rest_on_the_floor_is_no_board(board: tuple[str, ...]) -> None:
    assert boxed_board(picture(board), [6], None) is None


def test_pieces_beside_their_columns_are_no_board() -> None:
    pixels = picture(("......",) * 12)
    for x, y in ((93, 500), (171, 500), (248, 500), (248, 460)):
        cv2.circle(pixels, (x, y), 19, COLOURS["r" if y == 500 else "g"], -1)
    assert boxed_board(pixels, [6], None) is None


def test_a_panel_of_another_shape_is_no_board() -> None:
    pixels = picture(LATER)
    wider = np.asarray(cv2.resize(pixels, None, fx=1.05, fy=1.0), np.uint8)
    assert boxed_board(wider, [6], None) is None


def test_it_is_learned_from_where_no_game_is_named() -> None:
    draft = discover([picture(START, part=0.82, style="banded")])
    assert in_the_way(draft) == ""
    assert renamed(draft.position().board) == renamed(START)


def test_colours_that_lie_near_each_other_are_not_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COLOURS, "b", (205, 60, 15))
    monkeypatch.setitem(COLOURS, "p", (165, 10, 125))
    board = (*("......",) * 7, ".....g", ".....b", "..yr.b", "gpgb.g", "gyrppy", "rprgyg")
    found = boxed_board(picture(board, 45, part=0.94, style="joined"), [6], None)
    assert found is None or renamed(told(found)) == renamed(board)
