"""Figures of one ink: told by the shape of their ink, wherever in a pixel they are drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.inks import by_ink
from bot.vision.blocks.look import SIDE, cells_of, looks
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE
from tests.bot.compare import renamed

HEAP = (
    ".......", "....a..", "....abb", "c...dbc", "c..ba.d", "cdacbca", "cbcddba", "bbadaca", "ccabacd", "adcaabb",
    "acabbbc", "daacbbb", "ccbbcdc",
)  # fmt: skip
FULL = tuple("".join("abcd"[(3 * y + 5 * x + x * y + y // 3) % 4] for x in range(8)) for y in range(8))
FINE = 8
"""How many times as large a page is drawn before it is averaged."""


def figure(kind: str, side: int) -> NDArray[np.uint8]:
    """(side, side), 255 where there is ink: rays and a dome upon a stem, which differ little, a heart and a ring."""
    ink = np.zeros((side, side), np.uint8)
    mid, r, thin = side // 2, round(0.3 * side), max(1, side // 22)
    if kind == "c":
        for turn in range(8):
            way = np.array([np.cos(turn * np.pi / 4), np.sin(turn * np.pi / 4)])
            cv2.line(ink, tuple((mid + 0.6 * r * way).astype(int)), tuple((mid + r * way).astype(int)), 255, thin)
        cv2.circle(ink, (mid, mid), round(0.42 * r), 255, -1)
    elif kind == "b":
        cv2.ellipse(ink, (mid, mid), (round(0.8 * r), round(0.55 * r)), 0, 180, 360, 255, -1)
        cv2.line(ink, (mid, mid), (mid, mid + r), 255, thin)
    elif kind == "a":
        for x in (-1, 1):
            cv2.circle(ink, (mid + x * r // 2, mid - r // 3), r // 2, 255, -1)
        points = [(mid - round(0.95 * r), mid), (mid + round(0.95 * r), mid), (mid, mid + r)]
        cv2.fillConvexPoly(ink, np.array(points, np.int32), 255)
    else:
        cv2.circle(ink, (mid, mid), round(0.7 * r), 255, max(1, side // 8))
    return ink


def page(rows: tuple[str, ...], pitch: float, chequered: bool = False, aside: float = 0.0) -> tuple[Pixels, Grid]:
    """(h, w, 3), a board of dark figures upon pale blocks, or upon two pale greys in turn, at any fraction of a pixel;
    figures in even rows are drawn `aside`, in pixels.
    """
    x, y = 60.3, 50.6
    grid = Grid(x, y, pitch, pitch, len(rows), len(rows[0]))
    size = round((y + len(rows) * pitch + 60) * FINE), round((x + len(rows[0]) * pitch + 200) * FINE)
    large = np.full((*size, 3), (206, 190, 196), np.uint8)
    side = round(pitch * FINE)
    for (row, column), sign in np.ndenumerate(np.array([list(line) for line in rows])):
        left, top = round((x + column * pitch) * FINE), round((y + row * pitch) * FINE)
        cell = large[top : top + side, left : left + side]
        cell[:] = 236 if sign == "." or (chequered and (row + column) % 2) else 214
        if sign != ".":
            cell[: FINE // 2] = cell[:, : FINE // 2] = 236
            down = round(aside * FINE * (row % 2 == 0))
            cell[np.roll(figure(str(sign), side), down, 0) > 0] = (30, 20, 16)
    small = cv2.resize(large, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), grid


def told(pixels: Pixels, grid: Grid) -> list[str]:
    """The board on a known grid, `?` where it is in doubt."""
    signs = {EMPTY: ".", UNSURE: "?"}
    kind = sort_blocks(pixels, grid).kind
    return ["".join(signs.get(int(k), chr(ord("a") + int(k))) for k in row) for row in kind]


@pytest.mark.parametrize("pitch", [24.4, 28.77, 33.0, 46.37])
def test_figures_that_differ_little_are_told_apart_at_any_fraction_of_a_pixel(pitch: float) -> None:
    assert renamed(told(*page(HEAP, pitch))) == renamed(HEAP)


@pytest.mark.parametrize("taken", ["bc", "abcd"])
def test_figures_that_were_taken_for_one_kind_are_parted(taken: str) -> None:
    pixels, grid = page(HEAP, 28.77)
    rows = looks(cells_of(pixels, grid).reshape(-1, SIDE, SIDE, 3))
    first = np.array([-1 if sign == "." else 0 if sign in taken else ord(sign) for sign in "".join(HEAP)])
    kind, clear = by_ink(grid, rows, first)
    width = len(HEAP[0])
    signs = "".join("." if k < 0 else chr(ord("a") + int(k)) for k in kind)
    assert renamed([signs[at : at + width] for at in range(0, len(signs), width)]) == renamed(HEAP)
    assert clear > 1


def test_blocks_of_several_colours_are_no_figures_of_one_ink() -> None:
    pixels, grid = page(HEAP, 28.77)
    for row, column in np.argwhere(np.array([list(line) for line in HEAP]) == "a"):
        box = grid.cell((int(row), int(column)))
        x, y = round(box.x) + 1, round(box.y) + 1
        pixels[y : y + 27, x : x + 27] = (40, 60, 220)
    rows = looks(cells_of(pixels, grid).reshape(-1, SIDE, SIDE, 3))
    kind = np.array([-1 if sign == "." else ord(sign) for sign in "".join(HEAP)])
    same, clear = by_ink(grid, rows, kind)
    assert clear == 0
    assert (same == kind).all()


def test_figures_are_the_same_on_both_colours_of_a_chequered_board() -> None:
    assert renamed(told(*page(FULL, 30.62, chequered=True))) == renamed(FULL)


def test_figures_that_are_drawn_aside_in_some_rows_are_the_same() -> None:
    assert renamed(told(*page(HEAP, 28.77, aside=0.6))) == renamed(HEAP)


def test_a_spoilt_figure_is_in_doubt() -> None:
    pixels, grid = page(HEAP, 33.0)
    box = grid.cell((9, 2))
    middle = round(box.x + box.w / 2), round(box.y + box.h / 2)
    cv2.circle(pixels, middle, 6, (30, 20, 16), -1)
    assert told(pixels, grid)[9][2] == "?"
