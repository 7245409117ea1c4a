"""Positions drawn on paper, and hints drawn over a board."""

from __future__ import annotations

import numpy as np

from bot.grid import Grid
from bot.vision.pointing import BECAUSE, LINE, NEW, draw_hint, draw_marks
from bot.vision.sheet import PAPER, PITCH, draw_position, shade
from engine.api import Position
from engine.moves import Mark, Tap

POSITION = Position({"rows": ("1 1", "2a", "0"), "cols": ("1", "1a", "1a", "1"), "board": ("#..#", "xaa.", "xxxx")})


def test_a_sheet_has_room_for_the_clues_and_a_cell_for_each_label() -> None:
    pixels, grid = draw_position(POSITION)
    assert (grid.rows, grid.columns) == (3, 4)
    assert grid.x > PITCH
    middles = {cell: grid.centre(cell) for cell in ((0, 0), (0, 1), (1, 1))}
    dark, blank, coloured = (pixels[round(p.y) - 8, round(p.x) - 8] for p in middles.values())
    assert dark.max() < 60
    assert tuple(blank) == PAPER
    assert tuple(coloured) == shade("a")


def test_a_sheet_of_clues_alone_is_blank_and_a_board_alone_has_no_clues() -> None:
    _, grid = draw_position(Position({"rows": ("1", "0"), "cols": ("1", "0", "0")}))
    assert (grid.rows, grid.columns) == (2, 3)
    _, plain = draw_position(Position({"board": ("AB", "CD")}))
    assert plain.x < PITCH


def test_a_hint_colours_its_line_frames_its_reasons_and_marks_what_follows() -> None:
    pixels = np.full((120, 160, 3), 200, np.uint8)
    _, grid = draw_position(POSITION)
    grid = type(grid)(0, 0, 40, 40, 3, 4)
    where = [(1, column) for column in range(4)]
    drawn = draw_hint(pixels, grid, where, [(1, 0)], [Mark((1, 1), (1, 2), "#"), Mark((1, 3), (1, 3), "x")])
    assert tuple(drawn[20, 20]) == (200, 200, 200)
    assert drawn[60, 4].tolist() == list(BECAUSE)
    assert tuple(drawn[60, 60]) == tuple(drawn[60, 100]) == NEW
    assert int(drawn[46, 130, 0]) < 200 - (200 - LINE[0]) // 4
    assert (pixels == 200).all()


def test_marks_keep_black_among_colours_and_other_moves_get_a_frame() -> None:
    pixels = np.full((40, 120, 3), 255, np.uint8)
    _, grid = draw_position(POSITION)
    grid = type(grid)(0, 0, 40, 40, 1, 3)
    drawn = draw_marks(pixels, grid, [Mark((0, 0), (0, 0), "#"), Mark((0, 1), (0, 1), "a"), Tap((0, 2))])
    assert drawn[20, 20].max() < 60
    assert tuple(drawn[20, 60]) == shade("a")
    assert tuple(drawn[20, 100]) == (255, 255, 255)
    assert (drawn[:, 80:] != 255).any()


def test_marks_have_the_colours_of_their_letters_where_these_are_known() -> None:
    pixels, grid = np.full((60, 60, 3), 255, np.uint8), Grid(0, 0, 30, 30, 2, 2)
    drawn = draw_marks(pixels, grid, [Mark((0, 0), (0, 0), "a"), Mark((1, 1), (1, 1), "#")], {"a": (203, 192, 255)})
    assert drawn[15, 15].tolist() == [203, 192, 255]
    assert drawn[45, 45].max() < 40
