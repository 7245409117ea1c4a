"""What recurs on cells taken for empty ones: figures, which are blocks; not stripes, nor what all cells show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.vision.blocks.figures import alone, figures, holes
from bot.vision.blocks.look import SIDE

ROWS, COLUMNS = 8, 6
STARS = (1, 1), (3, 4), (6, 2)
ALL = np.ones((ROWS, COLUMNS), np.bool_)


def cloth(grain: float = 4.0) -> NDArray[np.float32]:
    """(ROWS, COLUMNS, SIDE, SIDE, 3), cells of ground with a grain, darker from the left to the right."""
    noise = np.random.default_rng(5).normal(0, grain, (ROWS, COLUMNS, SIDE, SIDE, 1))
    slope = np.linspace(0, 30, COLUMNS * SIDE).reshape(1, COLUMNS, 1, SIDE, 1)
    return np.asarray(100 + noise - slope + np.zeros(3), np.float32)


def star() -> NDArray[np.float32]:
    """(SIDE, SIDE, 1), 1 where a thin figure is, a star of four rays."""
    figure = np.zeros((SIDE, SIDE), np.uint8)
    rays = [(8, 1), (9, 6), (14, 7), (9, 9), (8, 14), (6, 9), (1, 7), (6, 6)]
    cv2.fillPoly(figure, [np.array(rays, np.int32)], 1)
    return figure[..., None].astype(np.float32)


def told(cells: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Where a figure recurs when all cells were taken for empty ones."""
    return [(int(row), int(column)) for row, column in np.argwhere(figures(cells, ALL, ~ALL))]


def test_a_thin_figure_of_nearly_the_grounds_colour_is_told() -> None:
    cells = cloth()
    for place in STARS:
        cells[place] += 60 * star()
    assert told(cells) == list(STARS)


def test_one_that_shows_what_cells_in_doubt_show_is_told() -> None:
    cells, open_ = cloth(), np.zeros_like(ALL)
    for place in STARS:
        cells[place] += 60 * star()
    open_[STARS[1]] = open_[STARS[2]] = True
    assert np.argwhere(figures(cells, ~open_, open_)).tolist() == [list(STARS[0])]


def test_two_plain_figures_are_no_chance() -> None:
    cells = cloth(1.0)
    for place in STARS[:2]:
        cells[place] += 80 * star()
    assert told(cells) == list(STARS[:2])


@pytest.mark.parametrize(
    ("places", "what"),
    [
        (STARS[:1], "what is there once may be anything that lies over an empty cell"),
        ([(4, column) for column in range(COLUMNS)], "a stripe of a picture runs through all cells of a row"),
        ([(row, column) for row in range(ROWS) for column in range(COLUMNS)], "so empty cells look"),
    ],
)
def test_ground_is_told_from_figures(places: list[tuple[int, int]], what: str) -> None:
    cells = cloth()
    for place in places:
        cells[place] += 60 * star()
    assert not told(cells), what


def test_dots_that_return_at_another_distance_than_cells_are_ground() -> None:
    at = np.arange(SIDE * max(ROWS, COLUMNS))
    dots = ((at[: ROWS * SIDE, None] % 6 < 2) & (at[: COLUMNS * SIDE] % 6 < 2)).astype(np.float32)
    cells = cloth(1.0) + 40 * dots.reshape(ROWS, SIDE, COLUMNS, SIDE).swapaxes(1, 2)[..., None]
    assert not told(cells)


@pytest.mark.parametrize("ink", [-30, 40])
def test_a_single_figure_on_plain_ground_is_told(ink: int) -> None:
    cells = cloth(0.0)
    cells[:] = 90
    cells[STARS[0]] += ink * star()
    assert np.argwhere(alone(cells, ALL)).tolist() == [list(STARS[0])]


def test_what_runs_on_is_low_or_lies_on_cloth_is_no_single_figure() -> None:
    cells = cloth(0.0)
    cells[:] = 90
    cells[2, :3, 5:10, 2:] += 80  # text
    cells[4, 1, 6:10, 3:13] += 80  # a short word
    cells[5, 4, 0:9] += 30  # a shadow of the block above
    assert not alone(cells, ALL).any()
    assert not alone(
        cloth() + 60 * star() * (np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS, 1, 1, 1) == 9), ALL
    ).any()


def test_holes_that_all_show_one_figure_may_be_a_kind_but_not_what_lies_open_above() -> None:
    cells, empty = cloth(), np.zeros_like(ALL)
    empty[[2, 4, 5, 6, 7], [1, 3, 0, 2, 5]] = True
    cells[empty] += 40 * star()
    assert (holes(cells, empty) == empty).all()
    assert not holes(cloth(), empty).any(), "these show no figure"
    sockets = cloth()
    sockets[:4] += 40 * star()
    assert not holes(sockets, np.arange(ROWS)[:, None] < 4 + 0 * ALL).any(), "so all cells look that are empty"
