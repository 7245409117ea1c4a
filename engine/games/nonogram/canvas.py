"""A picture as the cells of a puzzle, and what is changed in it so that the puzzle has one solution."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.nonogram.hints import suppose
from engine.games.nonogram.hints.desk import Desk
from engine.games.nonogram.rules import BLACK, State, runs_of
from engine.generator import Picture
from engine.moves import Cell
from engine.paints import letters, name
from engine.position import EMPTY

Board = NDArray[np.int64]
"""(rows, columns): 0 is empty, from 1 on the colours in the order of their letters."""
Floats = NDArray[np.float64]

LIGHT: Final = (0.299, 0.587, 0.114)
"""How much red, green and blue count for brightness."""
NEAR: Final = 24
"""Changes that are looked at before the best of them is made."""
SHARE: Final = 8
"""One cell out of so many is changed at the most."""
STEPS: Final = 32
"""Shades of each of the three colours that are told apart when a picture is sorted by colours."""
ROUNDS: Final = 20
"""Times that the colours of a picture are sorted again."""


@dataclass(frozen=True, eq=False)
class Canvas:
    """The cells of a picture."""

    board: Board
    cost: Floats
    """(rows, columns, labels): how much a cell would have to be another one for this label; 0 for its own."""
    colours: str = BLACK
    """The letter of each colour."""


def puzzle_of(board: Board | NDArray[np.bool_] | Sequence[str], colours: str = BLACK) -> State:
    """The puzzle whose solution is a picture: numbers of colours, cells that are filled, or rows of text."""
    signs = np.array([EMPTY, *colours])
    lines = (
        tuple("".join(row) for row in signs[board.astype(np.int64)]) if isinstance(board, np.ndarray) else tuple(board)
    )
    columns = tuple("".join(cells) for cells in zip(*lines, strict=True))
    blank = (EMPTY * len(columns),) * len(lines)
    return State(tuple(map(runs_of, lines)), tuple(map(runs_of, columns)), blank)


def canvases(picture: Picture, columns: int, rows: int, colours: int) -> Iterator[Canvas]:
    """The ways to make cells of a picture, the best first; none where it shows one shade only. What is lightest stays
    empty.
    """
    pixels = np.asarray(picture, np.float64)
    if colours > 1:
        yield from _in_colours(pixels, columns, rows, colours)
        return
    dark = np.round(_scaled(1 - pixels @ np.array(LIGHT), columns, rows), 9)
    if np.ptp(dark) > 0:
        for threshold in _thresholds(dark):
            board = (dark > threshold).astype(np.int64)
            cost = np.zeros((*dark.shape, 2))
            np.put_along_axis(cost, 1 - board[..., None], np.abs(dark - threshold)[..., None], 2)
            yield Canvas(board, cost)


def solvable(
    canvas: Canvas, rng: random.Random, budget: Budget, say: Callable[[str], None]
) -> tuple[Board, list[Cell]] | None:
    """The cells with as few of them changed, the least likely ones first, as it takes for lines to lead to the end; and
    which were changed. None where the budget came first, or too much would have to change.
    """
    board = canvas.board.copy()
    changed: list[Cell] = []
    undecided = _undecided(board, canvas.colours)
    while undecided:
        if budget.spent:
            return None
        budget.spend(1)
        say(f"{len(undecided)} cells are undecided")
        near = sorted(
            (float(canvas.cost[cell][label]), rng.random(), cell, label)
            for cell in sorted(_around(undecided, board))
            for label in _other_labels(board, cell)
            if cell not in changed
        )
        best: tuple[int, Cell, int] | None = None
        for *_, cell, label in near[:NEAR]:
            before = board[cell]
            board[cell] = label
            left = len(_undecided(board, canvas.colours))
            board[cell] = before
            if best is None or left < best[0]:
                best = (left, cell, label)
        if best is None or len(changed) > board.size // SHARE:
            return None
        _, cell, label = best
        board[cell] = label
        changed.append(cell)
        undecided = _undecided(board, canvas.colours)
    return board, changed


def told(changed: Sequence[Cell], board: Board, colours: str) -> tuple[str, ...]:
    """What was changed, counted from 1 as in every sentence; nothing where nothing was."""
    if not changed:
        return ()

    def now(label: int) -> str:
        return "empty" if not label else "filled" if colours == BLACK else name(colours[label - 1])

    cells = ", ".join(
        f"row {row + 1} column {column + 1} (now {now(int(board[row, column]))})" for row, column in sorted(changed)
    )
    many = "1 cell was" if len(changed) == 1 else f"{len(changed)} cells were"
    return (f"{many} changed so that there is one solution: {cells}.",)


def _undecided(board: Board, colours: str) -> list[Cell]:
    """The cells that lines leave open."""
    end = suppose.follow(Desk(puzzle_of(board, colours)))
    return [
        (row, column) for row, cells in enumerate(end.cells) for column, label in enumerate(cells) if label == EMPTY
    ]


def _around(cells: Sequence[Cell], board: Board) -> set[Cell]:
    """Cells and their neighbours."""
    rows, columns = board.shape
    near = {(row + down, column + right) for row, column in cells for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return {(row, column) for row, column in near if 0 <= row < rows and 0 <= column < columns}


def _other_labels(board: Board, cell: Cell) -> list[int]:
    """What a cell may be changed to: empty, filled, or of the colour of a neighbour."""
    row, column = cell
    beside = board[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return sorted({0, int(board[cell] == 0), *beside.ravel().tolist()} - {int(board[cell])})


def _scaled(values: Floats, columns: int, rows: int) -> Floats:
    """Values (h, w, …) of pixels at the size of the puzzle: means over the parts that a cell covers."""
    for axis, count in ((0, rows), (1, columns)):
        edges = np.linspace(0, values.shape[axis], count + 1)
        total = np.concatenate([np.zeros_like(values.take([0], axis)), np.cumsum(values, axis)], axis)
        whole = np.minimum(edges.astype(int), values.shape[axis] - 1)
        part = (edges - whole).reshape([-1 if k == axis else 1 for k in range(values.ndim)])
        at = total.take(whole, axis) + values.take(whole, axis) * part
        values = np.diff(at, axis=axis) / (values.shape[axis] / count)
    return values


def _thresholds(dark: Floats) -> Iterator[float]:
    """Where to part dark from light: first where the two are farthest apart (Otsu), then around it."""
    shades = np.unique(dark)
    middles = (shades[1:] + shades[:-1]) / 2

    def apart(at: float) -> float:
        low, high = dark[dark <= at], dark[dark > at]
        return float(len(low) * len(high) * (high.mean() - low.mean()) ** 2)

    best = max(middles.tolist(), key=apart)
    yield best
    around = np.quantile(middles, [0.4, 0.5, 0.6, 0.3, 0.7, 0.2, 0.8])
    yield from (float(at) for at in dict.fromkeys(around.tolist()) if at != best)


def _in_colours(pixels: Floats, columns: int, rows: int, colours: int) -> Iterator[Canvas]:
    """Each cell in the colour that most of its pixels have."""
    middles, kind = _sorted_by_colour(pixels, colours + 1)
    share = _scaled(np.eye(len(middles))[kind], columns, rows)
    board = share.argmax(2)
    seen = [label for label in range(len(middles)) if label == 0 or (board == label).any()]
    if len(seen) < 2:
        return
    share = share[:, :, seen]
    names = letters([(float(red), float(green), float(blue)) for red, green, blue in middles[seen[1:]]])
    yield Canvas(share.argmax(2), share.max(2, keepdims=True) - share, names)


def _sorted_by_colour(pixels: Floats, count: int) -> tuple[Floats, Board]:
    """So many colours (n, 3) as a picture is best drawn with, the lightest first, and the one of each pixel (h, w).
    Fewer where it has fewer. Lloyd's k-means over a histogram, begun with colours far from each other.
    """
    coarse, where, weight = np.unique(
        np.round(pixels.reshape(-1, 3) * (STEPS - 1)).astype(np.int64), axis=0, return_inverse=True, return_counts=True
    )
    shades = coarse / (STEPS - 1)
    middles = shades[[weight.argmax()]]
    while len(middles) < count:
        apart = weight * ((shades[:, None] - middles) ** 2).sum(2).min(1)
        if not apart.any():
            break
        middles = np.concatenate([middles, shades[[apart.argmax()]]])
    for _ in range(ROUNDS):
        kind = ((shades[:, None] - middles) ** 2).sum(2).argmin(1)
        total = np.bincount(kind, weight, len(middles))
        sums = np.stack([np.bincount(kind, weight * shades[:, k], len(middles)) for k in range(3)], 1)
        middles = np.where(total[:, None] > 0, sums / np.maximum(total, 1)[:, None], middles)
    order = np.argsort(-(middles @ np.array(LIGHT)), kind="stable")
    kind = ((shades[:, None] - middles[order]) ** 2).sum(2).argmin(1)
    return middles[order], kind[where.ravel()].reshape(pixels.shape[:2])
