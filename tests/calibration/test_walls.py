"""A column of one kind that is nowhere else is a wall beside the board, and no part of it."""

from __future__ import annotations

import numpy as np
import pytest

from bot.grid import Grid
from calibration.draft import Draft, start
from calibration.shot import EMPTY, UNSURE, Shot
from calibration.walls import within_walls

NUMBERS = {".": EMPTY, "?": UNSURE}
COLOURS = [(0, 0, 220), (0, 200, 0), (220, 60, 0), (0, 200, 220), (200, 0, 200), (90, 90, 90), (0, 0, 0)]


def draft(*boards: str, reader: str = "blocks") -> Draft:
    """Boards of rows parted by spaces, as pictures of one program; a letter is a kind."""
    shots = []
    for board in boards:
        kind = np.array([[NUMBERS.get(label, ord(label) - ord("a")) for label in row] for row in board.split()])
        grid = Grid(100.0, 50.0, 20.0, 20.0, *kind.shape)
        pixels = np.zeros((300, 400, 3), np.uint8)
        for (row, column), number in np.ndenumerate(kind):
            pixels[50 + 20 * row : 70 + 20 * row, 100 + 20 * column : 120 + 20 * column] = COLOURS[number]
        shots.append(Shot(pixels, grid, kind, np.ones(kind.shape, np.float32), np.zeros(kind.shape, np.bool_)))
    return start(shots, reader)


def test_a_lane_to_the_left_is_left_out_in_every_picture_and_so_is_its_kind() -> None:
    found = within_walls(
        draft("??????? d...... d...... d...... dab.... dcbabca", "d...... d...... d...... dab.... dcbabca dbbacac")
    )
    assert [shot.grid for shot in found.shots] == [Grid(120.0, 50.0, 20.0, 20.0, 6, 6)] * 2
    assert [shot.kind.shape for shot in found.shots] == [(6, 6)] * 2
    assert len(found.labels) == 3


def test_a_wall_may_end_in_something_else() -> None:
    found = within_walls(draft("d...... d...... d...... d...... dab.... ecbabca"))
    assert found.shots[0].grid.columns == 6
    assert len(found.labels) == 3


def test_walls_on_both_sides_are_left_out() -> None:
    found = within_walls(draft("d...e dab.e dcbae"))
    assert found.shots[0].grid == Grid(120.0, 50.0, 20.0, 20.0, 3, 3)


@pytest.mark.parametrize(
    "boards",
    [
        ("d..... dab... dcbadc",),  # the kind is elsewhere, too
        ("...... dab... dcbabc",),  # not all of it is of one kind
        ("d..... dab... dcbabc", "...... dab... dcbabc"),  # not in every picture
        ("?..... ?ab... dcbabc",),  # hardly any of it is told
    ],
)
def test_columns_of_pieces_stay(boards: tuple[str, ...]) -> None:
    before = draft(*boards)
    assert within_walls(before) is before


def test_columns_of_tiles_stay() -> None:
    before = draft("d..... dab... dcbabc", reader="tiles")
    assert within_walls(before) is before
