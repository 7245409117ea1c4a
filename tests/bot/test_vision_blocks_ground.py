"""What is no ground: cells that hold up blocks; and kinds that are one kind over other ground."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.blocks.behind import behind, hollow
from bot.vision.blocks.look import SIDE, looks, unbroken
from bot.vision.blocks.reader import BlockReader, sort_blocks
from bot.vision.blocks.spread import Ground
from bot.vision.blocks.support import propped
from bot.vision.cells import Cells
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Wish, draw
from tests.bot.test_vision_blocks import faults

BOARD = (".......", ".......", ".a.....", ".b..a..", ".?.abb.", "ab?bab.")
COLOURS = {".": (90, 60, 40), "a": (30, 40, 220), "b": (220, 60, 30), "?": (40, 220, 230)}


def ground_of(board: tuple[str, ...]) -> Ground:
    kind = np.array([list(row) for row in board])
    return Ground(kind == ".", kind == "?", np.ones(kind.shape, np.float32))


def cells_of(board: tuple[str, ...]) -> Cells:
    flat = np.array([[COLOURS[label] for label in row] for row in board], np.float32)
    return np.ascontiguousarray(np.broadcast_to(flat[:, :, None, None], (*flat.shape[:2], SIDE, SIDE, 3)))


def still_open(board: tuple[str, ...], cells: Cells) -> list[list[int]]:
    found = propped(ground_of(board), looks(cells.reshape(-1, SIDE, SIDE, 3)))
    return np.argwhere(found.open).tolist()


def test_a_cell_that_holds_up_a_block_is_no_ground() -> None:
    assert still_open(BOARD, cells_of(BOARD)) == [[5, 2]]


def test_where_one_block_hangs_another_may() -> None:
    board = (".......", ".....a.", *BOARD[2:])
    assert still_open(board, cells_of(board)) == [[4, 1], [5, 2]]


def test_what_lets_the_ground_shine_through_is_no_support() -> None:
    cells = cells_of(BOARD)
    cells[4, 1, 4:12] = COLOURS["."]
    assert still_open(BOARD, cells) == [[4, 1], [5, 2]]


def test_a_figure_over_other_ground_may_be_the_same_figure() -> None:
    board = ("........", "........", "abababab", "babababc")
    kind = np.array([[".abc".index(label) - 1 for label in row] for row in board])
    cells = np.zeros((*kind.shape, SIDE, SIDE, 3), np.float32)
    cells[:, :4], cells[:, 4:] = (90, 60, 40), (40, 110, 90)
    cells[0], cells[3, 7] = (120, 120, 200), (120, 120, 200)
    for row, column in np.argwhere(kind >= 0).tolist():
        figure = np.s_[5:11, 3:13] if board[row][column] == "a" else np.s_[3:13, 5:11]
        cells[row, column][figure] = (20, 20, 250) if board[row][column] == "a" else (240, 240, 20)
    assert np.argwhere(behind(cells, kind)).tolist() == [[3, 7]]
    cells[3, 7][3:13, 5:11] = (20, 20, 250)
    assert not behind(cells, kind).any()


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (973_028, "a single flat block of nearly the ground's colour"),
        (973_094, "thin gems over ground in waves"),
        (995_142, "thin gems, of which half are their rims, over ground in waves"),
        (955_022, "a gem over other ground than all others"),
        (980_058, "signs on a grid that lies a little beside them"),
        (1_300_026, "two flat blocks of one colour, over a photograph that shows it nowhere twice"),
        (1_334_083, "bands of ground between bevelled blocks, whose edges shine into them"),
        (1_340_023, "bare ground of the colour of thin gems"),
    ],
)
def test_no_cell_is_told_wrong(seed: int, what: str) -> None:
    drawn = draw(seed)
    reading = BlockReader().read(Frame(drawn.pixels, 0.0))
    right = reading.position is not None and renamed(reading.position.board) == renamed(drawn.board)
    assert right or reading.sight is not Sight.CLEAR, what


def test_blocks_that_alternate_here_and_there_are_no_ground_that_does() -> None:
    drawn = draw(3_000_703)
    assert faults(drawn, sort_blocks(drawn.pixels, drawn.grid))[0] == 0


def test_what_hangs_from_the_ceiling_is_no_ground_where_the_ground_has_many_looks() -> None:
    drawn = draw(2_182_556)
    assert faults(drawn, sort_blocks(drawn.pixels, drawn.grid))[0] == 0


def test_doubt_of_the_ground_is_kept_where_nothing_is_known() -> None:
    ground = ground_of(BOARD)
    nothing = replace(ground, empty=np.zeros_like(ground.empty))
    assert propped(nothing, looks(cells_of(BOARD).reshape(-1, SIDE, SIDE, 3))) is nothing


@pytest.mark.parametrize(
    ("seed", "ground", "what"),
    [
        (1_401_030, "photo", "a single cell of a photograph, like no other of it"),
        (1_401_132, "photo", "single flat blocks, plainer than the photograph behind them"),
        (1_401_003, "photo", "a flat block within the photograph, parted from it on all sides"),
        (1_402_029, "waves", "a cell of ground of several looks, between flat blocks and the frame"),
        (1_402_137, "waves", "a band of ground that is hardly seen around the board, and runs on from cell to cell"),
    ],
)
def test_flat_blocks_are_not_mixed_up_with_ground_of_many_looks(seed: int, ground: str, what: str) -> None:
    drawn = draw(seed, Wish(skin="flat", ground=ground))
    assert faults(drawn, sort_blocks(drawn.pixels, drawn.grid))[0] == 0, what


def test_cells_of_a_kind_without_its_figure_are_doubted() -> None:
    kind = np.array([[0, 0, 0], [1, 1, 0]])
    cells = np.full((2, 3, SIDE, SIDE, 3), 90, np.float32)
    cells[kind == 0, 4:12:2] = (20, 20, 220)
    assert not hollow(cells, kind).any()
    cells[0, 2] = 90
    assert np.argwhere(hollow(cells, kind)).tolist() == [[0, 2]]


def test_a_border_is_unbroken_where_one_colour_goes_on_without_a_line() -> None:
    cells = np.full((1, 4, SIDE, SIDE, 3), 90, np.float32)
    cells[0, 1, :, -1:] = 40
    cells[0, 3, : SIDE // 2] = 130
    assert unbroken(cells)[0][0].tolist() == pytest.approx([1.0, 0.0, 0.5], abs=0.1)
