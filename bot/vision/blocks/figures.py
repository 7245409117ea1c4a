"""Cells taken for ground that show a figure, as thin blocks of nearly its colour do: where it recurs (without what
changes slowly and what runs through from side to side, ground is hardly ever twice the same but in a row or column),
and where the ground is plain.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import SIDE, middle
from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

RIM: Final = 2
"""Pixels of a cut cell left out on each side, where neighbours shine in."""
SHOWN: Final = 3.5
"""Grey levels by which a figure stands out at least; of 600 boards what recurred on empty cells had 2.1 at most."""
MORE: Final = 1.4
"""How many times as much as empty cells usually show."""
SAME: Final = 0.8
"""Correlation from which two cells show one figure; no two pieces of cloth had more than 0.6."""
OFTEN: Final = 2
"""How many others show it as well; one is enough where it shows PLAINLY."""
PLAINLY: Final = 6.0
"""Grey levels by which it stands out then…"""
VERY: Final = 0.95
"""… and the correlation."""
LIVELY: Final = 2.0
"""Grey levels that empty cells usually show, without what changes slowly, on a ground with pictures on it."""
HOLES: Final = (4, 0.5, 0.2)
"""Empty cells, the share of them with something above, and the share that need not show it, where all show a figure."""
PLAIN: Final = (0.8, 1.0)
"""A share of empty cells that differ by so many grey levels in the mean where the ground is plain…"""
FREE: Final = 12.0
"""… and grey levels by which a figure stands out of such ground."""


def figures(
    cells: Cells,
    empty: Bools,
    open_: Bools,
    least: float = SHOWN,
    plainly: float = PLAINLY,
    usual: float = MORE,
    very: float = VERY,
) -> Bools:
    """(rows, columns), the `empty` ones of the cells (rows, columns, SIDE, SIDE, 3) that show what OFTEN others show,
    of these and the `open_` ones, one of them in another row and another column, and more than empty ones usually do.
    It stands out by so many grey levels at `least`, `plainly` by so many, and so many times as much as is `usual`. What
    does plainly, twice as much as that, need be shown but by one other, that is `very` like it.
    """
    found = np.zeros(empty.shape, np.bool_)
    some = empty | open_
    if not empty.any() or some.sum() < 2:
        return found
    bare = empty[some]
    figure, shown = _drawn(cells[some])
    more = usual * float(middle(shown[bare]))
    agree = figure @ figure.T
    agree[shown <= max(least, more)] = 0
    agree[:, shown <= max(least, more)] = 0
    np.fill_diagonal(agree, 0)
    places = np.argwhere(some)
    elsewhere = np.where((places[:, None] != places).all(2), agree, 0).max(1)
    often = (agree > SAME).sum(1) >= OFTEN
    stands_out = shown > max(plainly, 2 * more)
    found[some] = bare & ((often & (elsewhere > SAME)) | (stands_out & (elsewhere > very)))
    return found


def lively(cells: Cells, empty: Bools) -> bool:
    """Whether the `empty` ones of the cells (rows, columns, SIDE, SIDE, 3) usually show so much that no shadows of what
    lies beside them stand out.
    """
    return bool(empty.any()) and float(middle(_drawn(cells[empty])[1])) >= LIVELY


def alone(cells: Cells, empty: Bools) -> Bools:
    """(rows, columns), the `empty` ones of the cells (rows, columns, SIDE, SIDE, 3) in which a figure stands free on
    ground that is plain or slopes evenly, half as wide and high as a cell at least: a single thin block of nearly the
    ground's colour. Text runs on into the next cell, or is lower, and what shines in from blocks does so at the sides.
    """
    found = np.zeros(empty.shape, np.bool_)
    if not empty.any():
        return found
    bare = cells[empty]
    away = strongest(np.abs(bare - middle(bare)))
    if not _plain(away):
        away = strongest(np.abs(_level(bare)))
    if not _plain(away):
        return found
    shown = np.asarray(away > FREE)
    inside = shown[:, 1:-1, 1:-1]
    large = np.minimum(inside.any(1).sum(1), inside.any(2).sum(1)) >= SIDE // 2
    found[empty] = large & (shown.sum((1, 2)) == inside.sum((1, 2)))
    return found


def _plain(away: Floats) -> bool:
    """Whether most cells show one colour, by how far (n, SIDE, SIDE) their pixels are from it."""
    return float(np.quantile(away.mean((1, 2)), PLAIN[0])) <= PLAIN[1]


def _level(cells: Cells) -> Floats:
    """The cells (n, SIDE, SIDE, 3) without the slope of each, about its usual colour."""
    flat = cells.reshape(len(cells), -1, 3)
    flat = flat - _SLOPES @ (_SLOPES.T @ flat)
    return (flat - middle(flat, 1)[:, None]).reshape(cells.shape)


def _drawn(cells: Cells) -> tuple[Floats, Floats]:
    """The figure in each of some cells (n, SIDE, SIDE, 3), as rows of length 1, and its strength in grey levels."""
    soft = np.stack([cv2.blur(cell, (3, 3)) for cell in cells])
    rest = soft[:, RIM:-RIM, RIM:-RIM].reshape(len(cells), -1, 3)
    rest -= _NO_FIGURE @ (_NO_FIGURE.T @ rest)
    figure = rest.reshape(len(cells), -1)
    return figure / (np.linalg.norm(figure, axis=1, keepdims=True) + 1e-6), figure.std(1)


def holes(cells: Cells, empty: Bools) -> Bools:
    """(rows, columns), the `empty` ones of the cells (rows, columns, SIDE, SIDE, 3), all or none: nearly all show one
    figure, and most have something above them, which would fall if they were empty. They may be a kind of nearly the
    ground's colour on a full board.
    """
    above = np.logical_or.accumulate(~empty, 0)
    if np.count_nonzero(empty) < HOLES[0] or (above & empty).sum() <= HOLES[1] * empty.sum():
        return np.zeros_like(empty)
    figure, shown = _drawn(cells[empty])
    mean = figure.mean(0)
    agree = figure @ mean / (np.linalg.norm(mean) + 1e-6)
    one = float(np.quantile(agree, HOLES[2])) > SAME and float(middle(shown)) > SHOWN
    return empty if one else np.zeros_like(empty)


def _no_figure() -> Floats:
    """(pixels, terms), what is no figure, each at right angles to the others: what changes slowly over a cell, a plane
    or a parabola, and stripes from side to side.
    """
    side = SIDE - 2 * RIM
    y, x = (2 * np.mgrid[:side, :side] / (side - 1) - 1).reshape(2, -1)
    lines = np.eye(side)
    across, down = np.repeat(lines, side, 0), np.tile(lines, (side, 1))
    terms = np.concatenate([across, down[:, 1:], (x * y)[:, None]], 1)
    return np.asarray(np.linalg.qr(terms)[0], np.float32)


_NO_FIGURE: Final = _no_figure()
_SLOPES: Final = np.asarray(np.linalg.qr(2 * np.mgrid[:SIDE, :SIDE].reshape(2, -1).T - SIDE + 1)[0], np.float32)
"""(pixels, 2), what changes evenly over a cell, down and across."""
