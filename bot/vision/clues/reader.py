"""Reads a nonogram off any screen: finds the grid, reads the clues beside it, and tells what the cells hold."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.reading import Doubt, Reading, Sight
from bot.vision.clues import cells, lines
from bot.vision.clues.bands import Band, read_band
from bot.vision.clues.bank import bank
from bot.vision.clues.clue import FLOOR, Clue, border_of, read_clues
from bot.vision.clues.lines import Ruled
from engine.position import Position


class ClueReader:
    """Reads the board and the clues of a nonogram."""

    @classmethod
    def of(cls, layout: Layout) -> ClueReader:
        """The reader for a layout."""
        return cls()

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        start = time.perf_counter()
        pixels = np.ascontiguousarray(frame.pixels[:, :, :3])
        best: Reading | None = None
        for ruled in lines.find(pixels):
            reading = self._read(frame, pixels, ruled)
            if reading is not None and (best is None or reading.sight is Sight.CLEAR):
                best = reading
            if best is not None and best.sight is Sight.CLEAR:
                break
        if best is None:
            why = "Expected a grid of cells with clues to the left of it and above it, found none: show all of it."
            best = Reading(frame.time, Sight.LOST, frame.size, why=why)
        best.seconds["total"] = time.perf_counter() - start
        return best

    def _read(self, frame: Frame, pixels: Pixels, ruled: Ruled) -> Reading | None:
        """The nonogram on a grid; None where no clues stand beside it."""
        known = bank()
        left, above = (read_band(pixels, ruled, upright, known) for upright in (False, True))
        if not left.digits or not above.digits:
            return None
        grid = ruled.grid
        at = border_of(left)
        rows = read_clues(left, grid.rows, False, grid.columns, at)
        cols = read_clues(above, grid.columns, True, grid.rows, at)
        strength = float(np.median([digit.glyph.contrast for digit in left.digits]))
        looks = cells.looks(pixels, grid, strength)
        ink, ground = colours_of(pixels, left)
        shown = cells.board(looks, cells.named(looks, ink, ground))
        position = Position({"rows": tuple(c.text for c in rows), "cols": tuple(c.text for c in cols), "board": shown})
        margins = np.ones((grid.rows, grid.columns), np.float32)
        doubts = tuple(
            Doubt(name, line, 0, clue.margin)
            for name, clues in (("rows", rows), ("cols", cols))
            for line, clue in enumerate(clues)
            if clue.margin < FLOOR
        )
        sight, why = (Sight.DOUBT, _named(doubts)) if doubts else (Sight.CLEAR, "")
        off = _disagree(rows, cols)
        if off and sight is Sight.CLEAR:
            sight, why = Sight.DOUBT, off
        return Reading(frame.time, sight, frame.size, position, grid, margins, doubts, why)


def colours_of(pixels: Pixels, band: Band) -> tuple[np.ndarray, np.ndarray]:
    """The usual colours of the digits and of what they stand on."""
    ink = np.median([digit.glyph.colour for digit in band.digits], 0)
    boxes = [digit.glyph.box for digit in band.digits]
    parts = [
        pixels[int(box.y) : int(box.y + box.h), max(0, int(box.x) - 2) : max(1, int(box.x) - 1)].reshape(-1, 3)
        for box in boxes
    ]
    ground = np.median(np.concatenate(parts), 0)
    return ink.astype(np.float32), ground.astype(np.float32)


def _named(doubts: Sequence[Doubt]) -> str:
    """The sentence for clues that could not be told."""
    first = doubts[0]
    line = f"{'row' if first.block == 'rows' else 'column'} {first.row}"
    more = f" and {len(doubts) - 1} more" if len(doubts) > 1 else ""
    return f"Expected clues that are easy to tell, found one of {line}{more} that may be another: show it larger."


def _disagree(rows: Sequence[Clue], cols: Sequence[Clue]) -> str:
    """Why the clues cannot be right, where they cannot: rows and columns fill as many cells."""
    across, down = (sum(int(word) for clue in clues for word in clue.text.split()) for clues in (rows, cols))
    if across == down:
        return ""
    return f"Expected rows and columns to fill as many cells, found {across} and {down}: a clue was misread."
