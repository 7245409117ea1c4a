"""Ground that runs on into open cells makes them empty; what is closed off by a line stays open."""

from __future__ import annotations

import numpy as np

from bot.vision.blocks.flood import flooded
from bot.vision.blocks.look import SIDE
from bot.vision.blocks.marks import Marks
from bot.vision.cells import Cells

BOARD = ("......", ".?.?..", "a.b.a.", "b.a.b.", "abbaab")
OWN = np.arange(30).reshape(5, 6)
"""No cell looks like another."""
LABELS = {".": -1, "?": -2, "a": 0, "b": 1}


def marks() -> Marks:
    kind = np.array([[LABELS[label] for label in row] for row in BOARD])
    none = np.zeros(kind.shape, np.bool_)
    return Marks(kind, none, np.ones(kind.shape, np.float32), none)


def cells() -> Cells:
    """Blocks with an edge on ground that grows darker and changes its colour along a slanting line."""
    rows, columns = len(BOARD), len(BOARD[0])
    y, x = np.mgrid[0 : rows * SIDE, 0 : columns * SIDE]
    page = (120 - y / 3)[:, :, None] + np.where((x + y > 40)[:, :, None], [0, 30, 10], [25, 0, 0])
    for (row, column), label in np.ndenumerate(np.array([list(line) for line in BOARD])):
        if label in "ab":
            page[row * SIDE + 1 : row * SIDE + SIDE - 1, column * SIDE + 1 : column * SIDE + SIDE - 1] = (
                (30, 40, 220) if label == "a" else (220, 60, 30)
            )
    return np.asarray(page.reshape(rows, SIDE, columns, SIDE, 3).swapaxes(1, 2), np.float32)


def test_ground_under_the_corners_of_a_cursor_is_empty() -> None:
    seen = cells()
    for corner in (np.s_[:3, :5], np.s_[:3, -5:], np.s_[-3:, :5], np.s_[-3:, -5:]):
        seen[1, 1][corner] = (0, 200, 250)
    assert flooded(seen, marks(), OWN).kind[1, 1] == -1


def test_an_outlined_figure_of_the_colour_of_the_ground_stays_open() -> None:
    seen = cells()
    seen[1, 3][2:14, 2:14] += 60
    seen[1, 3][4:12, 4:12] -= 60
    found = flooded(seen, marks(), OWN).kind
    assert found[1, 3] == -2
    assert found[1, 1] == -1


def test_cells_that_look_alike_are_filled_together_or_not_at_all() -> None:
    seen = cells()
    seen[1, 3][2:14, 2:14] += 60
    pair = OWN.copy()
    pair[1, 1] = pair[1, 3]
    assert flooded(seen, marks(), pair).kind[1].tolist() == marks().kind[1].tolist()
    assert flooded(seen, marks(), OWN).kind[1, 1] == -1


def test_ground_that_runs_into_blocks_tells_nothing() -> None:
    seen = cells()
    seen[2:] = seen[1:2, :1]
    assert (flooded(seen, marks(), OWN).kind == marks().kind).all()


def test_ground_in_bands_runs_on_inside_of_cells_where_blocks_are_outlined() -> None:
    seen = cells()
    seen[1, 1] += np.where(np.arange(SIDE) > 6, 30, 0)[:, None, None]
    assert flooded(seen, marks(), OWN).kind[1, 1] == -1
    seen[1, 1, 1:-1, 1] += 80  # a line at its border
    seen[1, 1, 1:-1, -2] += 80
    seen[1, 1, 1, 1:-1] += 80
    seen[1, 1, -2, 1:-1] += 80
    assert flooded(seen, marks(), OWN).kind[1, 1] == -2
