"""How far a board reaches above what lies on it is taken for two beside each other alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.frame import Pixels
from calibration.draft import Draft
from calibration.reach import as_high
from calibration.shot import EMPTY, Shot
from calibration.sorting import sort_cells
from tests.bot.synthetic_blocks import Wish
from tests.bot.synthetic_blocks import draw as drawn

WISH = Wish("panel", "plain", "stack", size=(12, 6), kinds=4, framed=False, damage=False, lines=False)


@pytest.fixture
def halves() -> tuple[Draft, Shot]:
    """A board of twelve rows, the first of them empty, and what another one shows of its lower eleven beside it."""
    heap = drawn(1, WISH)
    pixels: Pixels = np.hstack([heap.pixels, heap.pixels])
    draft = Draft((sort_cells(pixels, heap.grid, "blocks"),), tuple("abcd"), ("",) * 4, "blocks")
    beside = replace(heap.grid, x=heap.grid.x + heap.pixels.shape[1])
    lower = replace(beside, y=beside.cell((1, 0)).y, rows=11)
    return draft, sort_cells(pixels, lower, "blocks")


def test_a_board_beside_another_gets_the_same_empty_rows_above(halves: tuple[Draft, Shot]) -> None:
    draft, twin = halves
    higher = as_high(twin, draft, pairs=False)
    assert higher is not None
    assert higher.grid.rows == 12
    assert higher.grid.y == pytest.approx(draft.shots[0].grid.y)
    assert (higher.kind[0] == EMPTY).all()
    assert (higher.kind[1:] == twin.kind).all()
    assert higher.margins.shape == higher.marked.shape == higher.kind.shape


def test_a_board_as_high_is_left_as_it_is_and_a_higher_one_left_out(halves: tuple[Draft, Shot]) -> None:
    draft, twin = halves
    low = replace(draft, shots=(sort_cells(twin.pixels, twin.grid, "blocks"),))
    assert as_high(twin, low, pairs=False) is twin
    assert as_high(draft.shots[0], low, pairs=False) is None


def test_where_anything_lies_above_there_are_no_empty_rows(halves: tuple[Draft, Shot]) -> None:
    draft, twin = halves
    lower = replace(twin.grid, y=twin.grid.cell((3, 0)).y, rows=8)
    assert as_high(sort_cells(twin.pixels, lower, "blocks"), draft, pairs=False) is None
