"""Boards of pieces that join with their like, and what only looks as if it did."""

from __future__ import annotations

import numpy as np
import pytest

from bot.grid import Grid
from bot.vision.blocks.first import first_sight_blocks
from bot.vision.blocks.joining import by_joining
from bot.vision.blocks.look import cells_of
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE
from tests.bot import synthetic_blocks
from tests.bot.joined_pieces import drawn, screen, wooden
from tests.bot.test_vision_blocks import faults

LEFT = (
    "......", "......", "......", "......", "......", "y.....", "yr...b", "rry..b",
    "bgg.pb", "bgy#pp", "gyy##r", "gbrrpp",
)  # fmt: skip
RIGHT = (
    "......", "......", "......", "......", "......", "......", ".b....", ".bg...",
    "yyg.#.", "rrgypp", "bbryyp", "rbbggp",
)  # fmt: skip


def letters(kind: np.ndarray, field: tuple[str, ...]) -> dict[str, set[str]]:
    """What is told of each kind that was drawn: the same for all its cells, and another for each."""
    told: dict[str, set[str]] = {}
    for row, line in enumerate(field):
        for column, label in enumerate(line):
            told.setdefault(label, set()).add(str(int(kind[row, column])))
    return told


@pytest.mark.parametrize("cell", [(64, 60), (40, 38), (27, 25), (17, 16)])
@pytest.mark.parametrize("field", [LEFT, RIGHT])
def test_joined_pieces_are_told_by_their_colours(cell: tuple[int, int], field: tuple[str, ...]) -> None:
    grid = Grid(0, 0, *cell, 12, 6)
    found = by_joining(grid, cells_of(drawn(field, cell, seed=cell[0]), grid))
    assert found is not None
    told = letters(found[0].kind, field)
    assert all(len(one) == 1 for one in told.values())
    assert len(set.union(*told.values())) == len(told)
    assert told["."] == {str(EMPTY)}


def test_pieces_that_do_not_join_are_not_told_by_their_colours() -> None:
    grid = Grid(0, 0, 40, 38, 12, 6)
    assert by_joining(grid, cells_of(drawn(LEFT, (40, 38), join=False), grid)) is None


@pytest.mark.parametrize("seed", [2920287, 2940392, 2951649, 3001418])
def test_two_kinds_of_one_hue_that_ground_of_this_hue_only_seems_to_join_stay_two(seed: int) -> None:
    board = synthetic_blocks.draw(seed)
    assert faults(board, sort_blocks(board.pixels, board.grid))[0] == 0


def test_ground_of_one_colour_is_no_kind_of_pieces_that_join() -> None:
    board = synthetic_blocks.draw(3010606)
    assert faults(board, sort_blocks(board.pixels, board.grid))[0] == 0


def test_cells_cut_in_wrong_places_are_not_told() -> None:
    pixels = screen([LEFT])[0]
    for by in (0.3, 0.5, 0.7):
        grid = Grid(90 + 40 * by, 70 + 38 * by, 40, 38, 11, 5)
        found = by_joining(grid, cells_of(pixels, grid))
        assert found is None or (found[0].kind < 0).mean() > (np.array([list(line) for line in LEFT]) == ".").mean()


def test_pieces_on_ground_with_a_grain_are_found_in_a_frame_with_one() -> None:
    pixels, (x, y) = wooden(LEFT)
    found = first_sight_blocks(pixels, (12, 6))
    assert found is not None
    assert abs(found.grid.x - x) < 3
    assert abs(found.grid.y - y) < 3
    told = letters(found.kind, LEFT)
    assert all(len(one - {str(UNSURE)}) == 1 for one in told.values())
    assert told["."] == {str(EMPTY)}
    assert len({min(one - {str(UNSURE)}) for one in told.values()}) == len(told)


def test_two_fields_of_joined_pieces_are_found_with_the_cross_for_none() -> None:
    pixels, corners = screen([LEFT, RIGHT])
    found = first_sight_blocks(pixels)
    assert found is not None
    boards = [found, *found.twins]
    assert len(boards) == 2
    for board, field, (x, y) in zip(boards, (LEFT, RIGHT), corners, strict=True):
        assert board.kind.shape == (12, 6)
        assert abs(board.grid.x - x) < 4
        assert abs(board.grid.y - y) < 4
        told = letters(board.kind, field)
        assert all(len(one) == 1 for one in told.values())
        assert told["."] == {str(EMPTY)}
