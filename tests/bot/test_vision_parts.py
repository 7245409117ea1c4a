"""Kinds, cells, grids and drawn plans, each by itself."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.grid import Grid
from bot.layouts import known_layouts
from bot.solve import read_picture
from bot.vision.annotate import draw_plan
from bot.vision.cells import CELL_H, CELL_W, cut
from bot.vision.finding import locate
from bot.vision.picture import load
from bot.vision.tiles import kinds
from bot.vision.tiles.board import FLOOR
from engine.api import Limit
from engine.moves import Swap
from tests.bot.synthetic_tiles import draw

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_cells_lie_where_the_grid_says_at_a_fractional_pitch() -> None:
    pixels = np.zeros((200, 300, 3), np.uint8)
    grid = Grid(20.25, 30.5, 24.48, 38.02, 3, 9)
    box = grid.cell((1, 6))
    cv2.rectangle(
        pixels, (round(box.x), round(box.y)), (round(box.x + box.w) - 1, round(box.y + box.h) - 1), (255,) * 3, -1
    )
    bright = cut(pixels, grid).mean((2, 3, 4))
    assert bright.shape == (3, 9)
    assert bright[1, 6] > 240
    bright[1, 6] = 0
    assert bright.max() < 12


def test_same_shape_in_another_colour_is_another_kind() -> None:
    rng = np.random.default_rng(3)
    cells = []
    for colour in ((30, 30, 200), (200, 60, 30), (40, 160, 40)):
        for sign in "XO":
            face = np.full((CELL_H, CELL_W, 3), 230, np.uint8)
            cv2.putText(face, sign, (3, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA)
            cells += [np.clip(face + rng.normal(0, 2, face.shape), 0, 255) for _ in range(4)]
    found = kinds.group(kinds.features(np.array(cells, np.float32)))
    assert found.kind.tolist() == [k for k in range(6) for _ in range(4)]
    assert not found.odd
    assert found.margins.min() > 0.5


def test_a_tile_in_another_light_goes_back_to_its_kind() -> None:
    drawn = draw(3, rows=4, columns=8, gone=0.0)
    cells = cut(drawn.pixels, drawn.grid).reshape(-1, CELL_H, CELL_W, 3)
    cells[5] = cells[5] * 0.75 + np.array([10, 60, 60])
    signs = [sign for row in drawn.board for sign in row]
    found = kinds.mend(kinds.group(kinds.features(cells)), kinds.outlines(cells))
    assert not found.odd
    assert found.lit.tolist() == [i == 5 for i in range(len(cells))]
    twin = next(i for i, sign in enumerate(signs) if sign == signs[5] and i != 5)
    assert found.kind[5] == found.kind[twin]


def test_of_a_single_kind_nothing_is_mended() -> None:
    cells = np.random.default_rng(3).uniform(0, 255, (1, CELL_H, CELL_W, 3)).astype(np.float32)
    found = kinds.group(kinds.features(cells))
    assert kinds.mend(found, kinds.outlines(cells)).kind.tolist() == [0]


def ladder(rungs: int) -> NDArray[np.float32]:
    """A tile with a frame, and so many short rungs in it."""
    cell = np.full((CELL_H, CELL_W, 3), 232, np.uint8)
    cv2.rectangle(cell, (4, 4), (CELL_W - 5, CELL_H - 5), (40, 40, 40), 2)
    for rung in range(rungs):
        y = CELL_H // 4 + rung * CELL_H // 6
        cell[y : y + 2, CELL_W // 2 - 2 : CELL_W // 2 + 2] = (30, 120, 30)
    return cell.astype(np.float32)


def test_a_tile_in_another_light_is_told_from_kinds_that_differ_in_a_stroke() -> None:
    counts = [4, 3, 4, 4, 3, 3, 3, 4, 2, 2]
    cells = np.stack([ladder(count) for count in counts])
    cells[0] = cells[0] * 0.8 + np.array([0, 40, 40])
    found = kinds.mend(kinds.group(kinds.features(cells)), kinds.outlines(cells))
    assert found.kind.tolist() == [0, 1, 0, 0, 1, 1, 1, 0, 2, 2]
    assert np.flatnonzero(found.lit).tolist() == [0]
    assert found.margins[0] > FLOOR


@pytest.mark.parametrize("seed", [12, 18])
def test_the_pitch_is_found_to_a_quarter_of_a_pixel(seed: int) -> None:
    drawn = draw(seed, gone=0.0)
    found = next(locate.lattices(drawn.pixels)).grid
    assert found.pitch_x == pytest.approx(drawn.grid.pitch_x, abs=0.25)
    assert found.pitch_y == pytest.approx(drawn.grid.pitch_y, abs=0.25)


def test_a_plan_is_drawn_on_a_copy_with_room_for_lines_outside() -> None:
    picture = np.full((60, 100, 3), 90, np.uint8)
    grid = Grid(2, 2, 24, 28, 2, 4)
    drawn = draw_plan(picture, grid, [[(0, 0), (-1, 0), (-1, 3), (0, 3)], [(1, 1), (1, 2)]], [(1, 3)])
    assert (picture == 90).all()
    assert drawn.shape[0] > 60 and drawn.shape[2] == 3
    assert (drawn != 90).any(2).mean() > 0.1


def test_moves_at_one_cell_have_their_numbers_beside_each_other() -> None:
    picture, grid = np.full((60, 150, 3), 90, np.uint8), Grid(2, 2, 36, 36, 1, 4)
    one, two = ((0, 0), (0, 1)), ((0, 1), (0, 2))
    both, first = draw_plan(picture, grid, [one, two]), draw_plan(picture, grid, [one])
    assert (both[2:10, 58:74] == first[2:10, 58:74]).all(), "the first stays"
    assert (first[2:10, 43:54] == 90).all() and (both[2:10, 43:54] != 90).any(2).mean() > 0.5, (
        "the second lies beside it"
    )


def test_every_swap_of_an_answer_is_drawn() -> None:
    picture = load(FIXTURES / "paneldepon" / "arcade-panels" / "screens" / "puzzle-101.png")
    board = read_picture(picture, list(known_layouts("paneldepon")), {})
    plan = board.plan(Limit())
    assert len(plan.moves) == 5
    assert board.traces(plan) == [move.cells for move in plan.moves if isinstance(move, Swap)]
