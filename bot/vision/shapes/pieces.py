"""The pieces beside a board: figures of equal square cells, drawn cell by cell or as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Box
from bot.grid import Grid
from bot.vision.shapes.patches import Patch, Patches
from engine.moves import Cell

CELLS: Final = 5
"""Cells of a piece."""
NEAR: Final = 1.45
"""Sides from one cell's middle to the next one's at the most."""
SAME: Final = 0.15
"""By how much cells of one piece may differ in size, as a share."""
COLOURS: Final = 24.0
"""By how much their colours may, in grey levels."""
LARGER: Final = 1.08
"""How much larger the cells of the current piece are, if they are."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A figure beside the board."""

    box: Box
    pitch: float
    """Side of its cells in pixels."""
    cells: tuple[Cell, ...]
    colour: NDArray[np.float32]

    def __str__(self) -> str:
        rows, columns = (1 + max(cell[axis] for cell in self.cells) for axis in (0, 1))
        return "/".join("".join("#" if (r, c) in self.cells else "." for c in range(columns)) for r in range(rows))


def find_pieces(patches: Patches, board: Grid) -> list[Piece]:
    """The pieces outside the board, the current one first: the one with the larger cells, or else the one that comes
    first from above, or from the left where they stand side by side.
    """
    inner = board.box
    outside = [
        patch
        for patch in patches.every
        if not inner.contains(patch.centre) and patch.side <= max(inner.w, inner.h) * 0.7
    ]
    squares = [patch for patch in outside if patch.square]
    found = [*_in_cells(squares), *_in_one(patches, outside)]
    return sorted(found, key=_Order)


def unexplained(patches: Patches, board: Grid, piece: Piece) -> Patch | None:
    """A patch beside the board that has the piece's colour and is no part of it: of another piece, or of this one."""
    return next(
        (
            patch
            for patch in patches.every
            if patch.side < 3 * piece.pitch
            and not board.box.contains(patch.centre)
            and not piece.box.contains(patch.centre)
            and float(np.abs(patch.colour - piece.colour).max()) < COLOURS / 3
        ),
        None,
    )


class _Order:
    """Sorts pieces: larger cells first, then from above, then from the left."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece

    def __lt__(self, other: _Order) -> bool:
        a, b = self.piece, other.piece
        if not 1 / LARGER < a.pitch / b.pitch < LARGER:
            return a.pitch > b.pitch
        above = a.box.y + a.box.h <= b.box.y or b.box.y + b.box.h <= a.box.y
        return a.box.y < b.box.y if above else a.box.x < b.box.x


def _in_cells(squares: Sequence[Patch]) -> Iterator[Piece]:
    """Figures of five cells that are drawn one by one."""
    left = list(squares)
    while left:
        group = [left.pop()]
        for one in group:
            joined = [patch for patch in left if _joined(one, patch)]
            left = [patch for patch in left if patch not in joined]
            group += joined
        if len(group) == CELLS and (piece := _figure(group)) is not None:
            yield piece


def _joined(a: Patch, b: Patch) -> bool:
    if abs(a.side - b.side) > SAME * max(a.side, b.side) or float(np.abs(a.colour - b.colour).max()) > COLOURS:
        return False
    x, y = abs(a.centre.x - b.centre.x), abs(a.centre.y - b.centre.y)
    side = max(a.side, b.side)
    return min(x, y) < 0.2 * side and 0.9 * side < max(x, y) < NEAR * side


def _figure(group: Sequence[Patch]) -> Piece | None:
    """Five joined cells as a piece; None where they do not lie on a grid."""
    centres = np.array([patch.centre for patch in group])
    steps = np.abs(centres[:, None] - centres[None]).reshape(-1, 2)
    side = float(np.median([patch.side for patch in group]))
    pitch = float(np.median(steps[(steps > 0.8 * side) & (steps < NEAR * side)]))
    first = centres.min(0)
    places = (centres - first) / pitch
    if np.abs(places - np.round(places)).max() > 0.15:
        return None
    cells = tuple(sorted((int(y), int(x)) for x, y in np.round(places)))
    high, wide = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    box = Box(first[0] - pitch / 2, first[1] - pitch / 2, wide * pitch, high * pitch)
    colour = np.median([patch.colour for patch in group], axis=0).astype(np.float32)
    return Piece(box, pitch, cells, colour) if len(set(cells)) == CELLS else None


def _in_one(patches: Patches, outside: Sequence[Patch]) -> Iterator[Piece]:
    """Figures of five cells that are drawn as one patch."""
    for patch in outside:
        box = patch.box
        for high, wide in product(range(1, CELLS + 1), repeat=2):
            side = (box.w / wide + box.h / high) / 2
            if side < 5 or abs(box.w / wide - box.h / high) > 0.12 * side or abs(patch.area / side**2 - CELLS) > 0.6:
                continue
            x, y, w, h = (int(n) for n in box)
            mask = patches.names[y : y + h, x : x + w] == patch.number
            shares = np.array(
                [[part.mean() for part in np.array_split(row, wide, 1)] for row in np.array_split(mask, high, 0)]
            )
            if ((shares > 0.15) & (shares < 0.85)).any() or (shares > 0.5).sum() != CELLS:
                continue
            cells = tuple((int(r), int(c)) for r, c in np.argwhere(shares > 0.5))
            yield Piece(box, side, cells, patch.colour)
