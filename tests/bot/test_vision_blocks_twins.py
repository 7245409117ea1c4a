"""Boards like each other in one picture, whose cells one grid may fit, with ground between them that looks empty."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame
from bot.grid import Grid
from bot.vision.blocks.reader import BlockReader
from bot.vision.blocks.sort import EMPTY, Sorting, sort_blocks
from bot.vision.blocks.twins import halves
from tests.bot.compare import renamed, trimmed
from tests.synthetic import APART, TUNED, Part, draw, spec_of


@pytest.mark.parametrize(
    ("part", "seed", "what"),
    [
        (TUNED, 8230, "full, on nearly one grid"),
        (TUNED, 8155, "full, on no common grid"),
        (TUNED, 8248, "heaps"),
        (APART, 8209, "heaps of which one is higher"),
        (APART, 8243, "full, over clouds"),
        (APART, 8115, "full, and a preview beside them"),
    ],
)
def test_two_boards_beside_each_other_are_told_apart(part: Part, seed: int, what: str) -> None:
    pixels, drawn = draw(spec_of(seed, part, "stack"))
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert reading.position is not None, what
    assert "found 2 alike" in reading.why, what
    assert drawn.twin is not None
    boards = {renamed(trimmed(board)) for board in (drawn.board, drawn.twin.board)}
    assert renamed(trimmed(reading.position.board)) in boards, what


def sorting_of(*rows: str) -> Sorting:
    """A sorting that tells these rows, of blocks of one colour a letter."""
    inks = {
        label: np.array(ink) for label, ink in zip(".ab", ((40, 40, 40), (60, 60, 220), (70, 200, 70)), strict=True)
    }
    pixels = np.kron(np.array([[inks[label] for label in row] for row in rows]), np.ones((20, 20, 1))).astype(np.uint8)
    found = sort_blocks(pixels, Grid(0, 0, 20, 20, len(rows), len(rows[0])))
    kind = np.array([[".ab".index(label) - 1 for label in row] for row in rows])
    return Sorting(**{**vars(found), "kind": np.where(kind < 0, EMPTY, kind)})


def test_boards_of_one_width_are_parted_where_columns_between_them_are_empty() -> None:
    parts = halves(sorting_of(".......b.", "abab.baba", "baba.abbb"))
    assert [(part.grid.x, part.grid.columns, part.cells.sum()) for part in parts] == [(0, 4, 8), (100, 4, 9)]


@pytest.mark.parametrize(
    "rows",
    [
        ("abab.bab", "baba.abb"),
        ("aba.bab", "bab.abb"),
        ("abab....", "baba...."),
        ("ab.ba.ab", "ba.ab.ab"),
    ],
)
def test_no_board_is_parted_into_others_of_another_width_or_tiny_ones(rows: tuple[str, ...]) -> None:
    assert halves(sorting_of(*rows)) == []
