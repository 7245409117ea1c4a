"""Boards of coloured cells that are found where cells repeat, and lie as they were measured there."""

from __future__ import annotations

import pytest

from bot.reason import About
from bot.vision.blocks.first import first_sight
from calibration.single import board_of
from calibration.sorting import Found
from tests.synthetic import APART, TUNED, Part, Truth, draw, spec_of


def seen(seed: int, part: Part) -> tuple[Found, Truth]:
    """What is seen of a drawn board of coloured cells, and the truth."""
    pixels, truth = draw(spec_of(seed, part, "stack"))
    found = board_of(pixels, None, None, None, None, None)
    assert found is not None
    return found, truth


def told(found: Found) -> list[str]:
    """The board, its kinds named in the order in which they appear."""
    names: dict[int, str] = {}
    rows = found.shot.kind.tolist()
    return ["".join("." if kind < 0 else names.setdefault(kind, chr(65 + len(names))) for kind in row) for row in rows]


def renamed(board: tuple[str, ...]) -> list[str]:
    """A board from its first to its last row with a cell, named in the same way."""
    names: dict[str, str] = {}
    rows = [row for row in board if set(row) != {"."}]
    return [
        "".join(sign if sign == "." else names.setdefault(sign, chr(65 + len(names))) for sign in row) for row in rows
    ]


def test_blocks_that_no_search_for_their_size_finds_are_found_where_cells_repeat() -> None:
    """Bevelled ones of 19 by 18 pixels, on a blurred ground."""
    found, truth = seen(210034, TUNED)
    assert told(found) == renamed(truth.board)


def test_flat_blocks_lie_as_far_apart_as_their_edges() -> None:
    found, truth = seen(211030, TUNED)
    grid = found.shot.grid
    assert told(found) == renamed(truth.board)
    assert grid.pitch_x == pytest.approx(truth.seen.pitch_x, abs=0.1)
    assert grid.pitch_y == pytest.approx(truth.seen.pitch_y, abs=0.1)


def test_the_board_is_read_and_not_its_picture_in_small() -> None:
    pixels, truth = draw(spec_of(212011, TUNED, "stack"))
    found = first_sight(pixels)
    assert not isinstance(found, str)
    assert found.grid.pitch_x == pytest.approx(truth.seen.pitch_x, abs=0.25)
    assert (found.grid.rows, found.grid.columns) == (truth.seen.rows, truth.seen.columns)


def test_two_boards_in_step_are_not_one_with_a_gap() -> None:
    found, truth = seen(211024, APART)
    assert found.about == {About.WHICH}
    assert told(found) == renamed(truth.board)
    assert len(found.shot.twins) == 1
