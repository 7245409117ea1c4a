"""New puzzles with one solution: from chance or from a picture, of a wanted size and grade.

A puzzle that the techniques lead through to the end has one solution, because no technique guesses; so grading a
puzzle proves it. Only puzzles beyond all techniques are left to the search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.api import Limit
from engine.budget import Budget
from engine.games.nonogram import search
from engine.games.nonogram.grade import BANDS, grade
from engine.games.nonogram.hints import suppose
from engine.games.nonogram.hints.desk import Desk
from engine.games.nonogram.rules import BLACK, LARGEST, State, runs_of, show
from engine.generator import Darkness, Made, NoPuzzleError, Wish
from engine.moves import Cell
from engine.position import EMPTY, Position
from engine.teacher import Grade

GRADES: Final = tuple(name for name, _ in BANDS)
USUAL: Final = 15
"""Rows and columns where none are asked for."""
SMALLEST: Final = 2
LONGEST_SIDE: Final = 30
"""Rows or columns of the longer side of a picture where no size is asked for."""
DRAWS: Final = 100_000
"""Boards that are drawn at the most."""
TELL_EVERY: Final = 25

Board = NDArray[np.bool_]


def generate(wish: Wish, limit: Limit) -> Made:
    """A puzzle as wished. Raises NoPuzzleError."""
    if wish.grade is not None and wish.grade not in GRADES:
        raise NoPuzzleError(f"The grades are {', '.join(GRADES)}; {wish.grade!r} is none of them.")
    columns, rows = _size(wish)
    for side in (columns, rows):
        if not SMALLEST <= side <= LARGEST:
            raise NoPuzzleError(f"A nonogram has {SMALLEST} to {LARGEST} rows and columns, not {columns}x{rows}.")
    budget = Budget(limit)
    if wish.picture is not None:
        return _from_picture(wish.picture, columns, rows, wish, budget)
    return _from_chance(columns, rows, wish, budget)


def puzzle_of(board: Board | Sequence[str]) -> State:
    """The puzzle whose solution is a picture: cells that are filled, or rows of text."""
    lines = (
        tuple("".join(BLACK if cell else EMPTY for cell in row) for row in board)
        if isinstance(board, np.ndarray)
        else tuple(board)
    )
    columns = tuple("".join(cells) for cells in zip(*lines, strict=True))
    blank = (EMPTY * len(columns),) * len(lines)
    return State(tuple(map(runs_of, lines)), tuple(map(runs_of, columns)), blank)


def _size(wish: Wish) -> tuple[int, int]:
    """Columns and rows: as asked, or after the picture's shape."""
    if wish.columns is not None and wish.rows is not None:
        return wish.columns, wish.rows
    if wish.picture is None:
        return wish.columns or wish.rows or USUAL, wish.rows or wish.columns or USUAL
    height, width = len(wish.picture), len(wish.picture[0])
    if wish.columns is not None:
        return wish.columns, max(SMALLEST, round(wish.columns * height / width))
    if wish.rows is not None:
        return max(SMALLEST, round(wish.rows * width / height)), wish.rows
    scale = min(1.0, LONGEST_SIDE / max(height, width))
    return max(SMALLEST, round(width * scale)), max(SMALLEST, round(height * scale))


def _from_chance(columns: int, rows: int, wish: Wish, budget: Budget) -> Made:
    """Draw boards, smooth for easy grades and rough for hard ones, until one has the grade."""
    rng = np.random.default_rng(wish.seed)
    best: str | None = None
    for draw in range(DRAWS):
        if budget.spent:
            break
        budget.spend(1)
        if draw % TELL_EVERY == TELL_EVERY - 1:
            wish.say(f"{draw + 1} boards drawn" + (f", the last graded {best}" if best else ""))
        state = puzzle_of(drawn(rng, columns, rows, wish.grade))
        graded = _graded(state, wish.grade, budget)
        if graded is None:
            continue
        best = graded.band
        if wish.grade in (None, best):
            return _made(state, graded, ())
    what = f"of the grade {wish.grade} " if wish.grade else ""
    hint = f"; the last that had one solution was {best}" if best else ""
    raise NoPuzzleError(
        f"No {columns}x{rows} puzzle {what}was found within the limit{hint}. Another size may have one."
    )


def _graded(state: State, wanted: str | None, budget: Budget) -> Grade | None:
    """The grade of a puzzle with one solution; None where it has several, or is out of the question."""
    left = replace(budget.limit, nodes=None)
    if left.seconds is not None:
        left = Limit(seconds=max(0.0, left.seconds - budget.seconds))
    if GRADES.index(wanted or "expert") < GRADES.index("master"):
        end = suppose.follow(Desk(state))
        if end.dead is not None or any(EMPTY in row for row in end.cells):
            return None
    graded = grade(state, left)
    if graded.band != GRADES[-1]:
        return graded
    if wanted == graded.band and search.decide(state, budget).proof == "unique":
        return graded
    return None


def drawn(rng: np.random.Generator, columns: int, rows: int, wanted: str | None) -> Board:
    """A random board. Smooth patches make long runs, which are easy to place; rough ones do not."""
    rough = {None: (0.5, 1.5), "easy": (1.0, 2.5), "medium": (0.7, 1.6), "hard": (0.4, 1.2), "expert": (0.3, 1.0)}
    low, high = rough.get(wanted, (0.0, 0.7))
    sigma = rng.uniform(low, high)
    noise = rng.random((rows, columns))
    if sigma > 0:
        reach = np.arange(-4, 5)
        kernel = np.exp(-(reach**2) / (2 * max(sigma, 0.05) ** 2))
        for axis in (0, 1):
            noise = np.apply_along_axis(_smoothed, axis, noise, kernel)
    density = rng.uniform(0.45, 0.65)
    filled = noise > np.quantile(noise, 1 - density)
    return np.asarray(filled, np.bool_)


def _smoothed(values: NDArray[np.float64], kernel: NDArray[np.float64]) -> NDArray[np.float64]:
    """A weighted mean of the neighbours that are there."""
    half = len(kernel) // 2
    weights = np.convolve(np.ones_like(values), kernel)[half:-half]
    return np.asarray(np.convolve(values, kernel)[half:-half] / weights, np.float64)


def _from_picture(picture: Darkness, columns: int, rows: int, wish: Wish, budget: Budget) -> Made:
    """The picture in black and white, changed in as few cells as it takes to have one solution, and the wanted grade
    where that can be had with another threshold.
    """
    dark = _scaled(np.asarray(picture, np.float64), columns, rows)
    if float(dark.max() - dark.min()) <= 0.0:
        raise NoPuzzleError("The picture is all of one shade; there is nothing to draw.")
    seen: list[Grade] = []
    for threshold in _thresholds(dark):
        if budget.spent:
            break
        for board, changed in _versions(dark, threshold, wish, budget):
            state = puzzle_of(board)
            graded = _graded(state, wish.grade if wish.grade == GRADES[-1] else "master", budget)
            if graded is None:
                continue
            seen.append(graded)
            if wish.grade in (None, graded.band):
                return _made(state, graded, _told(changed, dark > threshold))
    if seen:
        bands = ", ".join(dict.fromkeys(found.band for found in seen))
        raise NoPuzzleError(f"The picture makes puzzles at {columns}x{rows}, but they are {bands}, not {wish.grade}.")
    raise NoPuzzleError(f"The picture could not be made into a puzzle of {columns}x{rows} with one solution in time.")


def _versions(
    dark: NDArray[np.float64], threshold: float, wish: Wish, budget: Budget
) -> Iterator[tuple[Board, list[Cell]]]:
    """The picture as it is, then, where lines alone do not solve it, changed so that they do."""
    wish.say(f"threshold {threshold:.2f}")
    board: Board = np.asarray(dark > threshold, np.bool_)
    yield board, []
    if _undecided(board):
        made, changed = _made_unique(dark, threshold, random.Random(wish.seed), budget, wish.say)
        if made is not None:
            yield made, changed


def _scaled(dark: NDArray[np.float64], columns: int, rows: int) -> NDArray[np.float64]:
    """The picture at the size of the puzzle: means over the parts that a cell covers."""
    for axis, count in ((0, rows), (1, columns)):
        edges = np.linspace(0, dark.shape[axis], count + 1)
        total = np.concatenate([np.zeros_like(dark.take([0], axis)), np.cumsum(dark, axis)], axis)
        whole = np.minimum(edges.astype(int), dark.shape[axis] - 1)
        part = (edges - whole).reshape((-1, 1) if axis == 0 else (1, -1))
        at = total.take(whole, axis) + dark.take(whole, axis) * part
        dark = np.diff(at, axis=axis) / (dark.shape[axis] / count)
    return dark


def _thresholds(dark: NDArray[np.float64]) -> Iterator[float]:
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


def _made_unique(
    dark: NDArray[np.float64], threshold: float, rng: random.Random, budget: Budget, say: Callable[[str], None]
) -> tuple[Board | None, list[Cell]]:
    """Change cells, those nearest to the threshold first, until lines lead to the end; and the cells that were changed.
    None where the budget came first.
    """
    board: Board = np.asarray(dark > threshold, np.bool_)
    doubt = np.abs(dark - threshold)
    changed: list[Cell] = []
    undecided = _undecided(board)
    while undecided:
        if budget.spent:
            return None, changed
        budget.spend(1)
        say(f"{len(undecided)} cells are undecided")
        near = sorted(_around(undecided, board), key=lambda cell: (doubt[cell], rng.random()))[:24]
        best: tuple[int, Cell] | None = None
        for cell in near:
            if cell in changed:
                continue
            board[cell] ^= True
            left = len(_undecided(board))
            board[cell] ^= True
            if best is None or left < best[0]:
                best = (left, cell)
        if best is None or len(changed) > board.size // 8:
            return None, changed
        board[best[1]] ^= True
        changed.append(best[1])
        undecided = _undecided(board)
    return board, changed


def _undecided(board: Board) -> list[Cell]:
    """The cells that lines leave open."""
    desk = Desk(puzzle_of(board))
    end = suppose.follow(desk)
    return [
        (row, column) for row, cells in enumerate(end.cells) for column, label in enumerate(cells) if label == EMPTY
    ]


def _around(cells: Sequence[Cell], board: Board) -> set[Cell]:
    """Cells and their neighbours."""
    rows, columns = board.shape
    near = {(row + down, column + right) for row, column in cells for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return {(row, column) for row, column in near if 0 <= row < rows and 0 <= column < columns}


def _told(changed: Sequence[Cell], drawn: Board) -> tuple[str, ...]:
    """What was changed, counted from 1 as in every sentence."""
    if not changed:
        return ()
    cells = ", ".join(
        f"row {row + 1} column {column + 1} ({'now empty' if drawn[row, column] else 'now filled'})"
        for row, column in sorted(changed)
    )
    many = "1 cell was" if len(changed) == 1 else f"{len(changed)} cells were"
    return (f"{many} changed so that there is one solution: {cells}.",)


def _made(state: State, graded: Grade, notes: tuple[str, ...]) -> Made:
    position = show(state)
    blocks = {"grade": (graded.band,), **position.blocks}
    return Made(Position(blocks), (f"Grade: {graded}.", *notes))
