"""A well on plain ground in which pairs fall that nobody steers: what is learned of it while they pile up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pytest

from bot.frame import Pixels
from bot.vision.blocks.first import first_sight
from calibration.discover import in_the_way, over_a_picture
from calibration.moving import moving_grid
from calibration.spot import learned
from tests.sweep import sweep

LEFT, TOP = 260, 70
COLOURS: Final = {"r": (40, 40, 230), "g": (40, 220, 60), "b": (230, 60, 40), "y": (30, 220, 230)}
PAIRS: Final = ("rb", "yg", "rr", "gb")


def well(board: Sequence[str], cell: int = 40, rim: int = 1) -> Pixels:
    """A dark well on a light page, whose blocks leave a dark `rim` of their cells and have four tones each."""
    rows, columns = len(board), len(board[0])
    pixels = np.full((TOP + rows * cell + 50, LEFT + columns * cell + 90, 3), 238, np.uint8)
    pixels[TOP - 2 : TOP + rows * cell + 2, LEFT - 2 : LEFT + columns * cell + 2] = 51
    pixels[TOP : TOP + rows * cell, LEFT : LEFT + columns * cell] = 17
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            if label != ".":
                y, x, half = TOP + row * cell, LEFT + column * cell, cell // 2
                for part, share in enumerate((0.45, 0.25, 0.2, 0.0)):
                    top, left = y + part // 2 * half, x + part % 2 * half
                    tone = np.array(COLOURS[label]) * (1 - share) + 255 * share
                    pixels[top : top + half, left : left + half] = tone
                pixels[y : y + cell, x : x + rim] = pixels[y : y + cell, x + cell - rim : x + cell] = 17
                pixels[y : y + rim, x : x + cell] = pixels[y + cell - rim : y + cell, x : x + cell] = 17
    return pixels


def piled(looks: int, start: int = 0, column: int = 3, rows: int = 12, columns: int = 6) -> list[Pixels]:
    """Pictures of pairs that fall by a row from one to the next, one onto the other."""
    boards, lying = list[list[str]](), 0
    for pair in PAIRS:
        for top in range(rows - lying - 1):
            stack = "".join(PAIRS)[:lying][::-1]
            upright = ["."] * (rows - lying) + list(stack)
            upright[top], upright[top + 1] = pair[1], pair[0]
            boards.append(["." * column + one + "." * (columns - column - 1) for one in upright])
        lying += 2
    return [well(board) for board in boards[start : start + looks]]


@pytest.mark.parametrize("start", range(0, 24, 3))
def test_where_pairs_land_while_they_are_watched_the_cells_are_told(start: int) -> None:
    grid = moving_grid(piled(7, start))
    assert grid is not None
    assert (grid.x, grid.y, grid.pitch_x, grid.pitch_y) == pytest.approx((LEFT, TOP, 40, 40), abs=0.5)
    assert (grid.rows, grid.columns) == (12, 6)


def beside_each_other(looks: int) -> tuple[list[Pixels], int]:
    """Pictures in which pairs fall over two boards side by side, and how wide one of them is."""
    mine, theirs = piled(looks, 2), piled(looks, 7, column=1)
    return [np.hstack(pair) for pair in zip(mine, theirs, strict=True)], mine[0].shape[1]


@pytest.mark.parametrize("which", ["left", "right"])
def test_of_two_boards_over_which_pairs_fall_the_one_that_is_meant_is_told(which: str) -> None:
    pictures, width = beside_each_other(8)
    assert moving_grid(pictures) is None
    grid = moving_grid(pictures, which)
    assert grid is not None
    assert (grid.x, grid.y) == pytest.approx((LEFT + (width if which == "right" else 0), TOP), abs=0.5)
    assert (grid.rows, grid.columns) == (12, 6)


def masonry(pixels: Pixels) -> Pixels:
    """The same well on bricks, with a light line every eighth of a cell, and upright ones between them."""
    out = pixels.copy()
    inside = out[TOP : TOP + 480, LEFT : LEFT + 240]
    bare = (inside == 17).all(2)
    rows = np.arange(480)[:, None] // 5
    columns = (np.arange(240)[None, :] + rows // 2 * 17) // 3 % 12
    light = (rows % 2 == 1) | (columns == 0)
    inside[bare & light] = (60, 110, 160)
    inside[bare & ~light] = (10, 60, 110)
    return out


@pytest.mark.parametrize("start", [2, 6])
def test_lines_of_bricks_are_no_floor(start: int) -> None:
    grid = moving_grid([masonry(one) for one in piled(9, start)])
    assert grid is not None
    assert (grid.x, grid.y) == pytest.approx((LEFT, TOP), abs=1)
    assert (grid.rows, grid.columns) == (12, 6)


def test_blocks_that_fill_their_cells_on_plain_ground_are_learned_from_what_moves() -> None:
    draft = over_a_picture(piled(8, 6), game="puyo")
    assert draft is not None
    assert in_the_way(draft) == ""
    assert draft.behind is None
    shown = draft.position().board
    assert {(row, column) for row, line in enumerate(shown) for column, one in enumerate(line) if one != "."} == {
        (6, 3),
        (7, 3),
    }


@pytest.mark.parametrize("lying", [8, 10])
def test_blocks_in_one_column_do_not_tell_how_far_columns_are_apart_but_their_frame_does(lying: int) -> None:
    board = ["......"] * (12 - lying) + [f"...{one}.." for one in "rbygrbyrgb"[:lying]]
    found = first_sight(well(board))
    assert not isinstance(found, str), found
    assert (found.grid.x, found.grid.pitch_x) == pytest.approx((LEFT, 40), abs=0.3)


STACK = ("r......g", "rb....gg", "ybg..ryb", "gyr.bygr", "rygbbrgy", "ybrygbrb")


@pytest.mark.parametrize("rows", sweep([14, 10, 8]))
def test_a_field_of_another_size_asks_for_its_own_house_rules(rows: int) -> None:
    board = ("........",) * (rows - len(STACK)) + STACK
    spot = learned([well(board, 32, 2)], "puyo", assuming=True)
    seen = spot.board({})
    assert seen is not None
    assert (seen.game.columns, seen.game.visible) == (8, rows)  # type: ignore[attr-defined]
    assert spot.board({"columns": 7}) is None
