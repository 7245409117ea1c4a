"""A board that fills its window: no line is drawn where the window ends, and nothing around it tells where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.layouts import load_layout
from bot.reading import Reading, Sight
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.spot import learned as learned_board
from calibration.write import save
from tests.sweep import sweep

COLOURS = {"a": (60, 190, 50), "b": (190, 120, 40), "c": (40, 40, 200), "d": (40, 200, 210), "e": (190, 50, 180)}
HEAP = (*("......",) * 8, "..a...", ".ba..a", "cbddea", "ddceee")
RESTING = (*("......",) * 7, ".a....", ".a....", "cb....", "cb...b", "dde.ec")


def window(board: Sequence[str], pitch: int = 40, lines: bool = True, aside: float = 0.0) -> Pixels:
    """A window that shows a board and nothing else; pieces without another one above or below lie `aside`, in cells."""
    rows, columns = len(board), len(board[0])
    pixels = np.zeros((rows * pitch, columns * pitch, 3), np.uint8)
    for n in range(rows if lines else 0):
        pixels[n * pitch] = 50
    for n in range(columns if lines else 0):
        pixels[:, n * pitch] = 50
    for row, labels in enumerate(board):
        for column, label in enumerate(labels):
            if label != ".":
                on_its_way = aside if row + 1 < rows and board[row + 1][column] == "." else 0.0
                _piece(pixels, row + on_its_way, column, pitch, COLOURS[label])
    return pixels


def _piece(pixels: Pixels, row: float, column: int, pitch: int, colour: tuple[int, int, int]) -> None:
    x, y = column * pitch, round(row * pitch)
    cv2.rectangle(pixels, (x + 1, y + 1), (x + pitch - 2, y + pitch - 2), colour, -1)
    for eye in (0.3, 0.65):
        cv2.circle(pixels, (x + round(eye * pitch), y + pitch // 2), pitch // 9, (255, 255, 255), -1)


def named(board: Sequence[str]) -> tuple[str, ...]:
    """The board with its kinds in the order of appearance."""
    names = {".": "."}
    for label in "".join(board):
        names.setdefault(label, chr(96 + len(names)))
    return tuple("".join(names[label] for label in row) for row in board)


@pytest.mark.parametrize(("pitch", "board"), sweep([23, 40, 61], [HEAP, RESTING]))
def test_the_last_row_and_column_are_seen_though_no_line_bounds_them(board: tuple[str, ...], pitch: int) -> None:
    assert discover([window(board, pitch)]).position().board == named(board)


@pytest.mark.parametrize("kept", [0.3, 0.6])
def test_cells_that_the_window_cuts_off_are_no_column(kept: float) -> None:
    whole = window(HEAP, 40)
    draft = discover([whole[:, : round((5 + kept) * 40)]])
    assert draft.shots[0].grid.columns == 5


def test_a_piece_between_two_rows_is_no_kind_of_its_own() -> None:
    falling = [row if number != 2 else "...b.." for number, row in enumerate(HEAP)]
    board = discover([window(falling, aside=0.2)]).position().board
    assert board[2] == "...?.." or board[2:4] == ("...?..", "...?..")
    assert named(board[4:]) == named(HEAP[4:])


def read(folder: Path, pixels: Pixels) -> Reading:
    return make_reader(load_layout(folder)).read(Frame(pixels, 0.0))


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filling") / "puyo" / "filling"
    save(discover([window(HEAP)], game="puyo"), folder, title="For a test")
    return folder


@pytest.mark.parametrize("pitch", [40, 31, 64])
def test_a_learned_one_is_read_at_every_size_of_its_window(learned: Path, pitch: int) -> None:
    board = ["......"] * 9 + ["c....b", "ad...b", "aadcee"]
    reading = read(learned, window(board, pitch))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert named(reading.position.board) == named(board)


def test_a_learned_one_is_known_when_it_is_nearly_empty_by_its_lines(learned: Path) -> None:
    board = ["......"] * 10 + [".d....", ".d...."]
    assert read(learned, window(board)).sight is Sight.CLEAR
    assert read(learned, window(board, lines=False)).sight is Sight.LOST


def test_another_program_in_a_window_of_that_size_is_not_taken_for_it(learned: Path) -> None:
    rng = np.random.default_rng(5)
    pixels = np.full((480, 240, 3), 20, np.uint8)
    for _ in range(40):
        corner = tuple(int(v) for v in rng.integers(0, (240, 480)))
        cv2.putText(pixels, "word", corner, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (220, 220, 220), 1, cv2.LINE_AA)
    assert read(learned, pixels).sight is Sight.LOST


def test_a_nearly_empty_one_is_read_whose_outer_lines_the_window_hides(tmp_path: Path) -> None:
    """Lines are drawn between cells: at the left and at the top, but not where the window ends."""
    first = window(("......", "..ab..", *("......",) * 10), 40)
    first[first.max(2) == 0] = 238  # pale ground, on which half a line is seen
    folder = tmp_path / "puyo" / "pale"
    save(replace(learned_board([first], "puyo", assuming=True).draft, game="puyo"), folder, title="For a test")
    later = window((*("......",) * 10, "...a..", "..ab.."), 40)
    later[later.max(2) == 0] = 238
    for shown in (first, later):
        reading = read(folder, shown)
        assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board[-2:] == ("...a..", "..ab..")
