"""Boards of blocks as pages lay them out: gaps between cells and none beside them, padding, thick borders."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.vision.blocks.core import without_walls
from bot.vision.blocks.plausible import striped
from bot.vision.blocks.reader import BlockReader
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.blocks.support import bearing
from bot.vision.blocks.worth import Board as Found
from bot.vision.blocks.worth import rather
from tests.bot.compare import renamed

HEAP = ("......", "......", "......", "......", "......", ".d....", ".bbc..", "bcdadd", "cdabca", "dcaddb", "aacbdd")
INKS = {"a": (200, 60, 230), "b": (230, 200, 40), "c": (40, 210, 240), "d": (230, 90, 40)}


@dataclass(frozen=True)
class Board:
    """How a page draws its board: sizes in pixels."""

    rows: tuple[str, ...] = HEAP
    size: int = 42
    gap: int = 0
    padding: int = 0
    border: int = 0
    wall: tuple[int, int, int] = (33, 67, 101)
    ground: tuple[int, int, int] = (46, 30, 30)
    figures: bool = True
    slots: bool = False
    """Whether empty cells are drawn a little lighter."""

    @property
    def inset(self) -> int:
        """Pixels from the corner of the border to the first cell."""
        return self.border + self.padding

    def drawn(self) -> Pixels:
        """(h, w, 3), the board within its border."""
        pitch = self.size + self.gap
        height, width = (2 * self.inset + count * pitch - self.gap for count in (len(self.rows), len(self.rows[0])))
        pixels = np.full((height, width, 3), self.ground, np.uint8)
        cv2.rectangle(pixels, (0, 0), (width - 1, height - 1), self.wall, 2 * self.border - 1) if self.border else None
        for row, line in enumerate(self.rows):
            for column, label in enumerate(line):
                x, y = self.inset + column * pitch, self.inset + row * pitch
                if label == "." and self.slots:
                    pixels[y : y + self.size, x : x + self.size] = [part + 16 for part in self.ground]
                if label != ".":
                    pixels[y : y + self.size, x : x + self.size] = INKS[label]
                    if self.figures:
                        self._sign(pixels, label, x, y)
        return pixels

    def _sign(self, pixels: Pixels, label: str, x: int, y: int) -> None:
        scale = self.size / 42
        at = x + round(11 * scale), y + round(31 * scale)
        cv2.putText(pixels, label.upper(), at, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), 2, cv2.LINE_AA)


def page(*boards: tuple[Board, int, int], ground: tuple[int, int, int] = (245, 245, 245)) -> Reading:
    """What is told of a page with boards at some places (left, top)."""
    return laid(np.full((900, 1000, 3), ground, np.uint8), *boards)


def laid(pixels: Pixels, *boards: tuple[Board, int, int]) -> Reading:
    """What is told of a picture after boards were laid into it."""
    for board, left, top in boards:
        drawn = board.drawn()
        pixels[top : top + drawn.shape[0], left : left + drawn.shape[1]] = drawn
    return BlockReader().read(Frame(pixels, 0.0))


@pytest.mark.parametrize("gap", [1, 2, 4])
def test_gaps_between_cells_belong_to_their_pitch_though_none_is_beside_the_outermost(gap: int) -> None:
    reading = page((Board(gap=gap), 300, 60))
    assert reading.sight is Sight.CLEAR
    assert reading.grid is not None
    assert (reading.grid.pitch_x, reading.grid.pitch_y) == pytest.approx((42 + gap, 42 + gap), abs=0.1)


def test_a_wall_beside_padding_is_no_column_of_blocks() -> None:
    heap = ("......",) * 6 + (".....d", "..bdba", "dbcbdc", "baddbb", "dcbdca", "bdccab", "cbbdab")
    board = Board(heap, size=45, padding=10, border=10, ground=(221, 221, 221), figures=False)
    reading = page((board, 300, 20), ground=(255, 255, 255))
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(heap)


@pytest.mark.parametrize("rows", [HEAP, (*HEAP[:3], "d....b", *HEAP[6:]), (*HEAP[:6], ".b....", "aabc..", "dcab..")])
def test_a_board_reaches_as_far_as_its_empty_cells_are_drawn(rows: tuple[str, ...]) -> None:
    reading = page((Board(rows, size=44, gap=5, slots=True), 30, 160), ground=(0, 0, 0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(rows)


@pytest.mark.parametrize("turn", [0, 45, 90, 135])
def test_a_striped_page_hides_no_board(turn: int) -> None:
    y, x = np.mgrid[:900, :1000]
    along = x * np.cos(np.radians(turn)) + y * np.sin(np.radians(turn))
    stripes = np.where(along % 40 < 20, 238, 136).astype(np.uint8)
    reading = laid(np.repeat(stripes[..., None], 3, 2), (Board(gap=2, border=3), 300, 60))
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(HEAP)


def test_cells_of_a_screen_with_twice_as_many_pixels_are_as_large_as_they_look() -> None:
    picture = np.full((1800, 2560, 3), 245, np.uint8)
    reading = laid(picture, (Board(size=122, gap=6, padding=12, border=6), 800, 100))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(HEAP)
    assert reading.grid is not None
    assert reading.grid.pitch_x == pytest.approx(128, abs=0.2)


def test_a_column_of_one_kind_that_no_other_shows_is_a_wall_also_where_some_of_it_is_in_doubt() -> None:
    heap = np.array(["abcd".find(label) for row in HEAP for label in row]).reshape(-1, 6)
    beside = np.full((11, 1), 4)
    beside[3] = UNSURE
    inner = without_walls(board_of(Grid(0, 0, 40, 40, 11, 7), np.hstack([heap, beside]), 20.0).sorting)
    assert inner is not None
    assert (inner[0].rows, inner[0].columns) == (6, 6)
    assert without_walls(board_of(Grid(0, 0, 40, 40, 11, 6), heap, 20.0).sorting) is None


def test_slanting_stripes_within_a_board_are_no_kinds() -> None:
    stripes = np.add.outer(np.arange(12), np.arange(6)) % 9
    found = board_of(Grid(0, 0, 40, 40, 12, 6), stripes, 20.0).sorting
    assert striped(found)
    heap = np.array(["abcd".find(label) for row in HEAP for label in row]).reshape(-1, 6)
    assert not striped(board_of(Grid(0, 0, 40, 40, 11, 6), heap, 20.0).sorting)


def test_kinds_that_hardly_differ_are_not_told() -> None:
    inks = {"a": (22, 20, 20), "b": (34, 30, 28), "c": (28, 40, 30), "d": (30, 28, 44)}
    picture = np.zeros((700, 500, 3), np.uint8)
    for row, line in enumerate(HEAP[7:] * 3):
        for column, label in enumerate(line):
            cv2.circle(picture, (100 + 40 * column, 100 + 40 * row), 15, inks[label], -1, cv2.LINE_AA)
    sorting = sort_blocks(picture, Grid(80, 80, 40, 40, 12, 6))
    assert (sorting.kind == UNSURE).all()


def test_of_two_boards_beyond_question_the_larger_is_told_whichever_has_more_blocks() -> None:
    few, many = np.full((12, 6), -1), np.full((12, 6), -1)
    few[8:], many[2:] = np.arange(24).reshape(4, 6) % 5, np.arange(60).reshape(10, 6) % 5
    large = board_of(Grid(40, 40, 50, 50, 12, 6), few, 24.0)
    small = board_of(Grid(500, 40, 18, 18, 12, 6), many, 31.0)
    assert rather(large, small)
    assert not rather(small, large)
    within = board_of(Grid(60, 60, 18, 18, 12, 6), many, 31.0)
    assert rather(within, large)


def board_of(grid: Grid, kind: NDArray[np.int64], worth: float) -> Found:
    """A board that was found there, with so much that speaks for it."""
    shape = kind.shape
    return Found(worth, Sorting(grid, kind, np.ones(shape, np.float32), np.zeros(shape, np.bool_), 3.0))


def test_an_empty_cell_of_another_look_that_bears_a_block_may_be_one() -> None:
    looks = np.full((8, 6, 40), 250, np.float32)
    empty = np.ones((8, 6), np.bool_)
    empty[5:, 1:4] = False
    looks[5:, 1:4] = 120
    empty[7, 2] = empty[6, 3] = empty[5, 1] = True
    looks[7, 2] = looks[5, 1] = 60
    looks[6, 3] = 245
    odd = bearing(np.repeat(looks.reshape(48, 40), 3, 1), empty, ~empty)
    assert np.argwhere(odd).tolist() == [[5, 1], [7, 2]]


def test_lines_around_empty_cells_are_no_figure_of_theirs() -> None:
    """Ground of a colour that nothing around the board has, between lines."""
    board = Board(size=44, ground=(70, 62, 66), border=6, wall=(150, 190, 80))
    drawn = board.drawn()
    for row, column in np.argwhere(np.array([list(row) for row in HEAP]) == "."):
        x, y = board.border + column * 44, board.border + row * 44
        cv2.rectangle(drawn, (x, y), (x + 43, y + 43), (150, 142, 146), 1)
    pixels = np.full((700, 700, 3), (48, 40, 44), np.uint8)
    pixels[60 : 60 + drawn.shape[0], 200 : 200 + drawn.shape[1]] = drawn
    sorting = sort_blocks(pixels, Grid(206, 66, 44, 44, len(HEAP), len(HEAP[0])))
    assert ((sorting.kind == EMPTY) == (np.array([list(row) for row in HEAP]) == ".")).all()


GAUDY = ((230, 220, 40), (60, 90, 240), (40, 230, 120), (220, 50, 160), (60, 180, 250), (240, 120, 40))


def ruled(rows: tuple[str, ...]) -> Pixels:
    """A page with a board that nothing bounds but the lines around its empty cells, 41 pixels apart."""
    pixels = np.full((600, 800, 3), (46, 26, 32), np.uint8)
    for (row, column), label in np.ndenumerate(np.array([list(row) for row in rows])):
        x, y = 204 + column * 41, 185 + row * 41
        if label == ".":
            cv2.rectangle(pixels, (x, y), (x + 40, y + 40), (70, 50, 90), 1)
        else:
            cv2.rectangle(pixels, (x + 1, y + 1), (x + 39, y + 39), GAUDY["abcdef".index(label)], -1)
    return pixels


PART = ("........", "........", "......c.", ".d..e.c.", ".b..c.bb", ".a..aeaa")
HALVES = ("......", "......", ".....f", ".....b", ".bc..d", ".fee.f")


@pytest.mark.parametrize(("rows", "what"), [(PART, "four columns of eight"), (HALVES, "half as large cells")])
def test_what_lies_between_lines_of_empty_cells_is_no_whole_board(rows: tuple[str, ...], what: str) -> None:
    reading = BlockReader().read(Frame(ruled(rows), 0.0))
    right = reading.position is not None and renamed(reading.position.board) == renamed(rows)
    assert right or reading.sight is not Sight.CLEAR, what


@pytest.mark.parametrize(
    "rows",
    [
        ("..........",) * 3 + ("..d..f.fa.", "d.f.cfdba.", "e.e.bafea.", "ebb.aefabe"),
        ("........",) * 3 + ("f...a..b", "c..ffc.a", "b.deeb.e", "d.cbbcaf"),
    ],
)
def test_lines_of_empty_cells_that_meet_are_no_corner_of_a_frame(rows: tuple[str, ...]) -> None:
    reading = BlockReader().read(Frame(ruled(rows), 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(rows)
