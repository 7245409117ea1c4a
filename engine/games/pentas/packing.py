"""Boards and pieces as words for the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.games.pentas.rules import EMPTY, FILLED, PIECES, Board, House, placements
from engine.moves import Cell

LETTERS = "".join(PIECES)
WORD = 64
"""Cells that fit a word."""


@dataclass(frozen=True, eq=False)
class Tables:
    """Every placement on a board of one size."""

    masks: NDArray[np.uint64]
    starts: NDArray[np.int64]
    shape: NDArray[np.int64]
    cells: tuple[tuple[Cell, ...], ...]
    """The cells of each placement."""


@cache
def tables(columns: int, rows: int, reflections: bool) -> Tables:
    """The placements on a board of at most 64 cells."""
    board, house = (FILLED * columns,) * rows, House(reflections=reflections)
    cells = [list(placements(board, piece, house)) for piece in PIECES]
    starts = np.cumsum([0, *map(len, cells)])
    every = tuple(one for piece in cells for one in piece)
    masks = [sum(1 << (row * columns + column) for row, column in one) for one in every]
    return Tables(np.array(masks, np.uint64), starts.astype(np.int64), np.array([columns, rows]), every)


def fits_word(board: Board) -> bool:
    """Whether a board has few enough cells for a word."""
    return len(board) * len(board[0]) <= WORD


def word(board: Board) -> np.uint64:
    """A board as a word."""
    marks = "".join(board)
    return np.uint64(sum(1 << n for n, mark in enumerate(marks) if mark == FILLED))


def unpacked(board: int, columns: int, rows: int) -> Board:
    """A word as a board."""
    marks = "".join(FILLED if board >> n & 1 else EMPTY for n in range(columns * rows))
    return tuple(marks[n : n + columns] for n in range(0, columns * rows, columns))


def cells_of(mask: int, columns: int) -> tuple[Cell, ...]:
    """The cells of a placement's word, row by row."""
    return tuple((n // columns, n % columns) for n in range(WORD) if mask >> n & 1)
