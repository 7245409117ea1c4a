"""Kinds that lie as no tiles of a deal do."""

from __future__ import annotations

import numpy as np
import pytest

from bot.vision.tiles.plausible import echoed

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
