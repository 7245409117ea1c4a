"""Kinds that lie as no tiles of a deal do."""

from __future__ import annotations

import numpy as np
import pytest

from bot.vision.tiles.plausible import beside, echoed, split

HALVES = ("AABCCD", "EEFGGH", "IIJIKK", "LLMLNN", "OPQROO")
"""Upper and lower halves of the tiles of two rows, and the upper ones of a row that a window cuts off."""
DEALT = ("AABCCD", "EEFGHG", "IIJIKK", "LLMLNN")
FEW = ("ABCD.E", "FGHI.J", "ABAC.B", "DEDF.E")


def numbered(board: tuple[str, ...]) -> np.ndarray:
    return np.array([["ABCDEFGHIJKLMNOPQR".find(label) for label in line] for line in board])


@pytest.mark.parametrize(("board", "halves"), [(HALVES, True), (DEALT, False), (FEW, False)])
def test_rows_that_repeat_the_one_above_in_other_kinds_are_halves(board: tuple[str, ...], halves: bool) -> None:
    assert echoed(numbered(board)) == halves
    assert echoed(numbered(board).T) == halves


def test_kinds_that_keep_to_every_other_row_are_halves_unless_most_tiles_do() -> None:
    halves = numbered(("ABCDEF", "GHIJKL", "BADCFE", "HGJILK", "CEAFBD", "IKGLHJ"))
    assert split(halves)
    maze = np.full((8, 16), -1)
    maze[::2] = np.random.default_rng(1).permutation(np.repeat(np.arange(32), 2)).reshape(4, 16)
    assert not split(maze)


@pytest.mark.parametrize(("first", "untouched"), [("A", True), (".", False)])
def test_two_pairs_beyond_a_board_that_is_full_are_its_next_ones(first: str, untouched: bool) -> None:
    """Of a board that is being played they may be what is left."""
    board = (f"{first}BCDEF...GG", "FEDCBA...HH", "ABCDEF.....", f"FEDCB{first}.....")
    assert (beside(numbered(board)) is not None) == untouched
