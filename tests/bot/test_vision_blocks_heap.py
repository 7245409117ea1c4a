"""What lies on top of all else is ground, and what there is most of by far may be."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.heap import hanging
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE

SURE, LIKELY, NONE = 2.0, 1.0, 0.0
HOLES = ("........", "....e...", "e...f...", "a.ece...", "c.ebe...", "d.cag..f", ".fbedbed", "caegade.", "aaac..eb",
         "ef.cgcdc", "eeadbe.e")  # fmt: skip
TOSSED = ("ab.cd.ab", ".c.d.b.a", "b..a..c.", ".d..c..b", "a.b..d.c", "..c.a...", "d.a.b.c.", ".b..d..a")
INKS = {"a": (40, 200, 60), "b": (210, 60, 40), "c": (40, 60, 220), "d": (30, 200, 220), "e": (180, 120, 230),
        "f": (200, 180, 40), "g": (60, 140, 230)}  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (("......", "......", "#.....", "##..#.", "###.##", "######"), SURE),
        (("######", "##.###", "#..###", "...#.#", "......", "......"), LIKELY),
        (("......", "......", "#.#...", "##..#.", "#.#.##", "###.#."), NONE),
        (("......", "......", "......", "#.#...", "##.##.", "#.#.##", "###.#."), LIKELY),
        (("....", "#...", "####"), NONE),
        (("#.#.#.", ".#.##.", "..#..#", "#.##.#", ".#.#.#", "##.#.#"), NONE),
        (("......", "######", "######", "#.####", "######", "######"), LIKELY),
    ],
)
def test_evidence_of_lying_on_top(rows: tuple[str, ...], says: float) -> None:
    assert hanging(np.array([[sign == "." for sign in row] for row in rows])) == says


def ruled(rows: tuple[str, ...]) -> tuple[Pixels, Grid]:
    """Flat blocks within pink lines, and black cells, on a page of another colour."""
    grid = Grid(90, 70, 34, 34, len(rows), len(rows[0]))
    pixels = np.full((480, 480, 3), (205, 236, 232), np.uint8)
    pixels[50 : 90 + 34 * len(rows), 70 : 110 + 34 * len(rows[0])] = (178, 154, 205)
    for (row, column), sign in np.ndenumerate(np.array([list(line) for line in rows])):
        x, y = 90 + 34 * column, 70 + 34 * row
        pixels[y + 1 : y + 33, x + 1 : x + 33] = INKS.get(str(sign), (0, 0, 0))
    return pixels, grid


def test_what_fills_the_topmost_rows_is_ground_among_blocks_that_hang_too() -> None:
    pixels, grid = ruled(HOLES)
    empty = np.array([list(row) for row in HOLES]) == "."
    assert ((sort_blocks(pixels, grid).kind == EMPTY) == empty).all()


def test_what_there_is_most_of_by_far_is_no_kind_beyond_question() -> None:
    pixels, grid = ruled(TOSSED)
    most = np.array([list(row) for row in TOSSED]) == "."
    kind = sort_blocks(pixels, grid).kind
    assert (kind[most] == UNSURE).all() or (kind[most] == EMPTY).all()
    assert (kind[~most] >= 0).mean() > 0.9
