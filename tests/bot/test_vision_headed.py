"""Boards whose pages show headings and buttons in step with them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.vision.tiles.headed import core

BOARD = ["ABCDEF", "FGHIJA", "BJIHGC", "DKLLKE"]


def kinds(lines: list[str]) -> NDArray[np.int64]:
    """Kinds by letter; `.` for a gap."""
    return np.array([[-1 if sign == "." else ord(sign) - ord("A") for sign in line] for line in lines])


@pytest.mark.parametrize("heading", [["..Q..."], ["QQRSQQ", "TUVWXY"], ["......", "RSTTTR"]])
def test_rows_above_that_spoil_the_pairs_and_share_no_kind_are_left_out(heading: list[str]) -> None:
    page = kinds([*heading, *BOARD])
    rows = slice(len(heading), len(heading) + 4)
    assert core(page) == (rows, slice(0, 6))
    assert core(page.T) == (slice(0, 6), rows)
    assert core(page[::-1]) == (slice(0, 4), slice(0, 6))


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["QQRR..", *BOARD], id="even, so it may be a part of the board"),
        pytest.param(["Q....A", *BOARD], id="a kind of the board"),
        pytest.param(["Q.....", "ABCABC", "DEDEFF"], id="few kinds, even by chance"),
        pytest.param(["QRSTUV", "WXYZQ.", "ABCDEF", "FEDCBA"], id="as large as the board"),
    ],
)
def test_what_may_be_a_part_of_the_board_stays(lines: list[str]) -> None:
    assert core(kinds(lines)) is None
