"""The place where a pair would come to lie, which many programs show by faint copies of its pieces: nothing lies there.

A faint copy is a mixture of the ground and of the piece, the same at every pixel, or a figure of its own in the piece's
colour, such as a disc or a ring, that shows less of it on the whole. It is told from pieces by the pair itself, whose
two pieces hang above it in the same order, and by nothing else: no sample of it is needed, and no colour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np

from bot.frame import Pixels
from bot.reading import Reading
from bot.vision.blocks.look import Floats, looks, one_cell
from bot.vision.falling import bare_at
from bot.vision.samples import crop
from engine.moves import Cell
from engine.position import EMPTY, Position

Look: TypeAlias = Callable[[Cell], Floats]
"""What a cell shows, an array of the same shape for every cell."""

FAINT: Final = (0.08, 0.7)
"""Part of a piece that its copy shows, at the least and at the most."""
GROUNDS: Final = 3
"""Empty cells beside a copy that tell what the ground looks like."""
DRAWN: Final = 8.0
"""Grey levels, in the mean, by which a piece differs from the ground at the least."""
OTHERWISE: Final = 0.25
"""Part of what the copy adds to the ground by which it may differ from that mixture, in the mean, …"""
NOISE: Final = 1.0
"""… and grey levels besides."""
TINTED: Final = 0.45
"""Part of a piece's colour, in the mean of a cell, that a copy of another figure shows at the most: of four programs
they show 0.19 to 0.27, and pieces half of each other's and more."""
ASIDE: Final = 0.36
"""Part of what such a copy adds to the ground by which its colour may be another: 0.03 to 0.33 in these programs, where
copies of a red and a yellow piece are 0.41 from each other's."""
EVENLY: Final = 0.15
"""How much more of one piece than of the other is shown, at the most."""


class Ghosts:
    """Finds faint copies of the pair that falls over a board."""

    def __init__(self) -> None:
        self._seen = False
        """Whether a whole pair of copies was seen: then one that is half hidden is believed, too."""

    def find(self, board: Sequence[str], look: Look) -> list[Cell]:
        """The cells of a board that show only where a pair would come to lie."""
        columns = [[(row, x) for row in range(len(board)) if board[row][x] != EMPTY] for x in range(len(board[0]))]
        shown = _Shown(board, look)
        found = [cell for cells in columns for cell in self._upright(cells, shown)]
        for left, right in pairwise(columns):
            found += self._beside(left, right, shown)
        return found

    def _upright(self, cells: Sequence[Cell], shown: _Shown) -> list[Cell]:
        """The copies below an upright pair, of the filled cells of a column from the top."""
        whole = len(cells) >= 4 and _touch(*cells[:2]) and _touch(*cells[2:4])
        if whole and _even([shown.part(cells[2], cells[0]), shown.part(cells[3], cells[1])]):
            self._seen = True
            return list(cells[2:4])
        if _entering(cells):
            lower = shown.part(cells[2], cells[0])
            if not self._seen and lower:  # the colour of the upper piece is one that lies somewhere
                self._seen = any(_even([lower, shown.part(cells[1], piece)]) for piece in shown.filled)
            return list(cells[1:3]) if self._seen and lower else []
        if not self._seen or len(cells) < 3 or not _touch(*cells[:2]):
            return []
        # The lower piece may hide a copy, and one may be too faint to be seen at all.
        return [cell for cell in cells[2:3] if shown.part(cell, cells[1]) or shown.part(cell, cells[0])]

    def _beside(self, left: Sequence[Cell], right: Sequence[Cell], shown: _Shown) -> list[Cell]:
        """The copies below a pair side by side, of the filled cells of two columns from the top."""
        if min(len(left), len(right)) < 2 or left[0][0] != right[0][0]:
            return []
        copies = [(side[1], shown.part(side[1], side[0])) for side in (left, right)]
        self._seen |= _even([part for _, part in copies])
        return [cell for cell, part in copies if part] if self._seen else []


def unseen(board: Sequence[str], look: Look) -> list[Cell]:
    """Two cells on top of what lies that may be copies of a pair that has not come in yet: both show the same small
    part of what some others show.
    """
    shown = _Shown(board, look)
    tops = [next((row, x) for row in range(len(board)) if board[row][x] != EMPTY) for x in _used(board)]
    pairs = [(top, (top[0] + 1, top[1])) for top in tops if top[0] + 1 < len(board)]
    pairs += [(one, other) for one, other in pairwise(tops) if one[0] == other[0] and one[1] + 1 == other[1]]
    for pair in pairs:
        others = [piece for piece in shown.filled if piece not in pair]
        parts = [[part for piece in others if 0 < (part := shown.part(cell, piece)) <= TINTED] for cell in pair]
        if any(_even([one, other]) for one in parts[0] for other in parts[1]):
            return list(pair)
    return []


def _used(board: Sequence[str]) -> list[int]:
    """The columns in which anything lies."""
    return [x for x in range(len(board[0])) if any(row[x] != EMPTY for row in board)]


class Eraser:
    """Takes faint copies out of readings of one board."""

    def __init__(self) -> None:
        self._ghosts = Ghosts()
        self._last: tuple[Position | None, frozenset[Cell]] = (None, frozenset())
        """The position that was read last, and which of its cells show a copy."""

    def bare(self, reading: Reading, pixels: Pixels) -> Reading:
        """The reading without them; `pixels` (h, w, 3 or 4) are what the program shows."""
        position, grid = reading.position, reading.grid
        if position is None or grid is None:
            return reading
        if position is not self._last[0]:

            @cache
            def look(cell: Cell) -> Floats:
                return np.asarray(looks(one_cell(crop(pixels, grid, cell))[None])[0])

            self._last = position, frozenset(self._ghosts.find(position.board, look))
        ghosts = self._last[1]
        return reading.emptied(bare_at(position, ghosts), ghosts) if ghosts else reading


class _Shown:
    """What the cells of a board show."""

    def __init__(self, board: Sequence[str], look: Look) -> None:
        self._look = look
        cells = [(r, c) for r, row in enumerate(board) for c in range(len(row))]
        self._bare = [(r, c) for r, c in cells if board[r][c] == EMPTY]
        self.filled = [(r, c) for r, c in cells if board[r][c] != EMPTY]
        """The cells that are not empty, from the top."""

    def part(self, copy: Cell, piece: Cell) -> float:
        """The part of a piece that a cell shows over the ground; 0 where it is no faint copy of it."""
        bare = sorted(self._bare, key=lambda one: abs(one[0] - copy[0]) + abs(one[1] - copy[1]))[:GROUNDS]
        if not bare:
            return 0.0
        ground = np.median([self._look(cell) for cell in bare], axis=0)  # one may hold a copy that nobody saw
        whole, faint = self._look(piece) - ground, self._look(copy) - ground
        size = float(np.abs(whole).mean())
        if size < DRAWN:
            return 0.0
        part = float((whole * faint).sum() / (whole * whole).sum())
        if not FAINT[0] <= part <= FAINT[1]:
            return _tint(whole, faint)
        off = float(np.abs(faint - part * whole).mean())
        return part if off <= OTHERWISE * part * size + NOISE else _tint(whole, faint)


def _tint(whole: Floats, faint: Floats) -> float:
    """The part of a piece's colour that a cell shows in the mean, both without the ground, whatever its figure; 0 where
    it is another colour, or as much of it as a piece shows.
    """
    piece, copy = (values.reshape(-1, 3).mean(0) for values in (whole, faint))
    size = float((piece * piece).sum())
    part = float((piece * copy).sum()) / size if size > 0 else 0.0
    if not FAINT[0] <= part <= TINTED:
        return 0.0
    return part if float(np.linalg.norm(copy - part * piece)) <= ASIDE * part * size**0.5 else 0.0


def _touch(upper: Cell, lower: Cell) -> bool:
    """Whether one cell of a column lies on the other."""
    return lower[0] == upper[0] + 1


def _entering(cells: Sequence[Cell]) -> bool:
    """Whether the highest piece of a column may be the lower one of a pair whose upper one has not come down yet, above
    two cells that may show copies.
    """
    return len(cells) >= 3 and cells[0][0] == 0 and not _touch(*cells[:2]) and _touch(*cells[1:3])


def _even(parts: Sequence[float]) -> bool:
    """Whether copies show the same part of their pieces."""
    return min(parts) > 0 and max(parts) - min(parts) <= EVENLY
