"""One nonogram in a picture: its grid, its clues and its cells, read together and checked against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.frame import Frame, Pixels
from bot.reading import Doubt, Reading, Sight
from bot.vision.clues import cells, marks
from bot.vision.clues.bands import Band, read_band
from bot.vision.clues.bank import Bank
from bot.vision.clues.cells import Floats, Looks
from bot.vision.clues.clue import FLOOR, Clue, read_clues, read_rows
from bot.vision.clues.lines import Ruled
from bot.vision.clues.marks import Anchors, Ink
from engine.doubt import Guess
from engine.position import Position

ROWS: Final = "rows"
COLS: Final = "cols"


@dataclass(frozen=True, eq=False)
class Puzzle:
    """What is known of a nonogram besides its cells."""

    ruled: Ruled
    left: Band
    above: Band
    rows: tuple[Clue, ...]
    cols: tuple[Clue, ...]
    at: float
    """The border between digits of one number and numbers."""
    ink: Ink
    contrast: float
    """How far digits stand out from their ground."""


def read_puzzle(pixels: Pixels, ruled: Ruled, bank: Bank) -> Puzzle | None:
    """The clues beside a grid; None where none stand there."""
    left, above = (read_band(pixels, ruled, upright, bank) for upright in (False, True))
    if not left.digits or not above.digits:
        return None
    cols = tuple(read_clues(above, range(ruled.grid.columns), True, 0).values())
    said, at = read_rows(left, range(ruled.grid.rows), ruled.grid.columns, sum(clue.total for clue in cols))
    rows = tuple(said.values())
    ink, ground = _colours(pixels, left)
    contrast = float(np.median([digit.glyph.contrast for digit in left.digits]))
    totals = (np.array([clue.total for clue in clues]) for clues in (rows, cols))
    return Puzzle(ruled, left, above, rows, cols, at, Ink(ink, ground, *totals), contrast)


def _colours(pixels: Pixels, band: Band) -> tuple[Floats, Floats]:
    """The usual colours of the digits and of what they stand on."""
    ink = np.median([digit.glyph.colour for digit in band.digits], 0)
    boxes = [digit.glyph.box for digit in band.digits]
    sides = [
        pixels[int(box.y) : int(box.y + box.h), max(0, int(box.x) - 2) : max(1, int(box.x) - 1)].reshape(-1, 3)
        for box in boxes
    ]
    return np.asarray(ink, np.float32), np.asarray(np.median(np.concatenate(sides), 0), np.float32)


def compose(frame: Frame, puzzle: Puzzle, looks: Looks, anchors: Anchors) -> tuple[Reading, Anchors]:
    """The reading of a puzzle whose cells look so, and what the looks mean from now on."""
    groups = cells.sort(looks, puzzle.contrast)
    meant = marks.meaning(groups, puzzle.ink, anchors)
    board = marks.text(groups, meant.labels)
    guesses = [_guess(ROWS, line, clue) for line, clue in enumerate(puzzle.rows) if clue.margin < FLOOR]
    guesses += [_guess(COLS, line, clue) for line, clue in enumerate(puzzle.cols) if clue.margin < FLOOR]
    doubts = tuple(Doubt(guess.block, guess.row or 0, 0, guess.margin) for guess in guesses)
    why = _named(guesses) if guesses else _disagree(puzzle.rows, puzzle.cols)
    if meant.others:
        texts = ("\n".join(marks.text(groups, labels)) for labels in (meant.labels, *meant.others))
        guesses.append(Guess("board", None, tuple(texts), meant.margin))
    blocks = {ROWS: tuple(clue.text for clue in puzzle.rows), COLS: tuple(clue.text for clue in puzzle.cols)}
    grid = puzzle.ruled.grid
    reading = Reading(
        frame.time,
        Sight.DOUBT if why else Sight.CLEAR,
        frame.size,
        Position({**blocks, "board": board}),
        grid,
        np.full((grid.rows, grid.columns), max(meant.margin, FLOOR), np.float32),
        doubts,
        why,
        guesses=tuple(guesses),
    )
    if meant.others:
        return reading, anchors
    return reading, [*anchors, *(one for one in marks.anchors_of(groups, meant.labels) if not _among(one[0], anchors))]


def _among(colour: Floats, anchors: Anchors) -> bool:
    return any(float(np.abs(known - colour).max()) < 4 for known, _ in anchors)


def _guess(block: str, line: int, clue: Clue) -> Guess:
    return Guess(block, line, (clue.text, *clue.others), clue.margin)


def _named(guesses: Sequence[Guess]) -> str:
    """The sentence for clues that could not be told."""
    first = guesses[0]
    line = f"{'row' if first.block == ROWS else 'column'} {first.row}"
    more = f" and {len(guesses) - 1} more" if len(guesses) > 1 else ""
    return (
        f"Expected clues that are easy to tell, found that of {line}{more} may be another than "
        f"{first.texts[0]}: show the board larger."
    )


def _disagree(rows: Sequence[Clue], cols: Sequence[Clue]) -> str:
    """Why the clues cannot be right, where they cannot: rows and columns fill as many cells."""
    across, down = (sum(clue.total for clue in clues) for clues in (rows, cols))
    if across == down:
        return ""
    return (
        f"Expected the clues of the rows and of the columns to fill as many cells, found {across} and {down}: "
        "one was misread, so show the board larger."
    )
