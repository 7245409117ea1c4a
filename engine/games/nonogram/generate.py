"""New puzzles with one solution: from chance or from a picture, in black and white or in colours, of a wanted size and
grade.

A puzzle that the techniques lead through to the end has one solution, because no technique guesses; so grading a
puzzle proves it. Only puzzles beyond all techniques are left to the search.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.api import Limit, Proof
from engine.budget import Budget
from engine.games.nonogram import search
from engine.games.nonogram.canvas import Board, Canvas, canvases, puzzle_of, solvable, told
from engine.games.nonogram.grade import BANDS, grade
from engine.games.nonogram.hints import suppose
from engine.games.nonogram.hints.desk import Desk
from engine.games.nonogram.rules import BLACK, LARGEST, State, show
from engine.generator import Made, NoPuzzleError, Picture, Wish
from engine.moves import Cell
from engine.paints import LETTERS
from engine.position import EMPTY, Position
from engine.teacher import Grade

__all__ = ["GRADES", "drawn", "generate", "puzzle_of"]

GRADES: Final = tuple(name for name, _ in BANDS)
USUAL: Final = 15
"""Rows and columns where none are asked for."""
SMALLEST: Final = 2
LONGEST_SIDE: Final = 30
"""Rows or columns of the longer side of a picture where no size is asked for."""
DRAWS: Final = 100_000
"""Boards that are drawn at the most."""
TELL_EVERY: Final = 25
PATCHES: Final = 1.3
"""How smooth the patches of colour are that chance paints."""


def generate(wish: Wish, limit: Limit) -> Made:
    """A puzzle as wished. Raises NoPuzzleError."""
    if wish.grade is not None and wish.grade not in GRADES:
        raise NoPuzzleError(f"The grades are {', '.join(GRADES)}; {wish.grade!r} is none of them.")
    columns, rows = _size(wish)
    for side in (columns, rows):
        if not SMALLEST <= side <= LARGEST:
            raise NoPuzzleError(f"A nonogram has {SMALLEST} to {LARGEST} rows and columns, not {columns}x{rows}.")
    colours = 1 if wish.colours is None else wish.colours
    if not 1 <= colours <= len(LETTERS):
        raise NoPuzzleError(f"A nonogram has 1 to {len(LETTERS)} colours, not {colours}; 1 is black and white.")
    budget = Budget(limit)
    if wish.picture is not None:
        return _from_picture(wish.picture, columns, rows, colours, wish, budget)
    return _from_chance(columns, rows, colours, wish, budget)


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


def _from_chance(columns: int, rows: int, colours: int, wish: Wish, budget: Budget) -> Made:
    """Draw boards, smooth for easy grades and rough for hard ones, until one has the grade."""
    rng = np.random.default_rng(wish.seed)
    best: str | None = None
    names = BLACK if colours == 1 else LETTERS[:colours]
    for draw in range(DRAWS):
        if budget.spent:
            break
        budget.spend(1)
        if draw % TELL_EVERY == TELL_EVERY - 1:
            wish.say(f"{draw + 1} boards drawn" + (f", the last graded {best}" if best else ""))
        board = painted(rng, drawn(rng, columns, rows, wish.grade), colours)
        if len(np.unique(board[board > 0])) < colours:
            continue
        state = puzzle_of(board, names)
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
    if wanted == graded.band and search.decide(state, budget).proof is Proof.UNIQUE:
        return graded
    return None


def drawn(rng: np.random.Generator, columns: int, rows: int, wanted: str | None) -> NDArray[np.bool_]:
    """A random board. Smooth patches make long runs, which are easy to place; rough ones do not."""
    rough = {None: (0.5, 1.5), "easy": (1.0, 2.5), "medium": (0.7, 1.6), "hard": (0.4, 1.2), "expert": (0.3, 1.0)}
    low, high = rough.get(wanted, (0.0, 0.7))
    sigma = rng.uniform(low, high)
    noise = _patches(rng, columns, rows, sigma)
    density = rng.uniform(0.45, 0.65)
    filled = noise > np.quantile(noise, 1 - density)
    return np.asarray(filled, np.bool_)


def painted(rng: np.random.Generator, board: NDArray[np.bool_], colours: int) -> Board:
    """A board with patches of so many colours on what is filled."""
    if colours == 1:
        return board.astype(np.int64)
    rows, columns = board.shape
    strength = np.stack([_patches(rng, columns, rows, PATCHES) for _ in range(colours)])
    return np.where(board, 1 + strength.argmax(0), 0)


def _patches(rng: np.random.Generator, columns: int, rows: int, sigma: float) -> NDArray[np.float64]:
    """Noise (rows, columns), smoothed."""
    noise = rng.random((rows, columns))
    if sigma > 0:
        reach = np.arange(-4, 5)
        kernel = np.exp(-(reach**2) / (2 * max(sigma, 0.05) ** 2))
        for axis in (0, 1):
            noise = np.apply_along_axis(_smoothed, axis, noise, kernel)
    return noise


def _smoothed(values: NDArray[np.float64], kernel: NDArray[np.float64]) -> NDArray[np.float64]:
    """A weighted mean of the neighbours that are there."""
    half = len(kernel) // 2
    weights = np.convolve(np.ones_like(values), kernel)[half:-half]
    return np.asarray(np.convolve(values, kernel)[half:-half] / weights, np.float64)


def _from_picture(picture: Picture, columns: int, rows: int, colours: int, wish: Wish, budget: Budget) -> Made:
    """The picture, changed in as few cells as it takes to have one solution, and the wanted grade where that can be had
    with another threshold between dark and light.
    """
    seen: list[Grade] = []
    blank = True
    for canvas in canvases(picture, columns, rows, colours):
        blank = False
        for board, changed in _versions(canvas, wish, budget):
            state = puzzle_of(board, canvas.colours)
            graded = _graded(state, wish.grade if wish.grade == GRADES[-1] else "master", budget)
            if graded is None:
                continue
            seen.append(graded)
            if wish.grade in (None, graded.band):
                return _made(state, graded, (*_fewer(canvas, colours), *told(changed, board, canvas.colours)))
        if budget.spent:
            break
    if blank:
        raise NoPuzzleError("The picture is all of one shade; there is nothing to draw.")
    if seen:
        bands = ", ".join(dict.fromkeys(found.band for found in seen))
        raise NoPuzzleError(f"The picture makes puzzles at {columns}x{rows}, but they are {bands}, not {wish.grade}.")
    raise NoPuzzleError(f"The picture could not be made into a puzzle of {columns}x{rows} with one solution in time.")


def _versions(canvas: Canvas, wish: Wish, budget: Budget) -> Iterator[tuple[Board, list[Cell]]]:
    """The picture as it is, then, where lines alone do not solve it, changed so that they do."""
    yield canvas.board, []
    made = solvable(canvas, random.Random(wish.seed), budget, wish.say)
    if made is not None and made[1]:
        yield made


def _fewer(canvas: Canvas, colours: int) -> tuple[str, ...]:
    """That a picture has fewer colours than were asked for, where that is so."""
    found = len(canvas.colours)
    if found >= colours:
        return ()
    return (f"The picture has {found} colour{'s' * (found != 1)} besides its ground at this size, not {colours}.",)


def _made(state: State, graded: Grade, notes: tuple[str, ...]) -> Made:
    position = show(state)
    blocks = {"grade": (graded.band,), **position.blocks}
    return Made(Position(blocks), (f"Grade: {graded}.", *notes))
