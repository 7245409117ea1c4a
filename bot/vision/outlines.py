"""Drawing moves that are made of cells beside each other: an outline around them, so that what lies in it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.annotate import DARK, LATER, SUB, Colour, badge, colour_of, with_room
from engine.moves import Cell, Move, Steered, Swap

NARROW: Final = 0.08
"""How far inside its cells an outline runs, in cells; as much more for every one that it would lie on."""
NESTED: Final = 3
"""Outlines that lie in each other; what is nested deeper begins again at the edge."""
BADGE: Final = 0.17
"""Radius of a number, in cells: it lies where the corners of cells meet, and hides no figure."""


def draw_moves(pixels: Pixels, grid: Grid, moves: Sequence[tuple[Move, Sequence[Cell]]], now: int) -> Pixels:
    """A copy of the picture (height, width, 3) with an outline around the cells of every move, its number in a corner.

    A swap has an arrow between its two cells, a pair that is steered a ring where its axis comes to lie. The first
    `now` moves are those of the plan; others, which are meant for when the game has gone on, are drawn faintly.
    """
    canvas, grid = with_room(np.ascontiguousarray(pixels[:, :, :3]), grid, [cells for _, cells in moves])
    numbered = list(zip(range(len(moves)), moves, _depths([cells for _, cells in moves]), strict=True))
    plain = canvas.copy()
    for number, (move, cells), depth in reversed(numbered[now:]):
        _outline(canvas, grid, move, cells, colour_of(number), depth)
    canvas = np.asarray(cv2.addWeighted(plain, 1 - LATER, canvas, LATER, 0), np.uint8)
    for number, (move, cells), depth in reversed(numbered[:now]):
        _outline(canvas, grid, move, cells, colour_of(number), depth)
    taken = set[tuple[int, int]]()
    size = min(grid.pitch_x, grid.pitch_y)
    for number, (_, cells), _ in numbered:
        # What comes later would hide what comes first.
        if place := next((one for one in _corners(cells) if _meeting(*one) not in taken), None):
            taken.add(_meeting(*place))
            badge(canvas, grid, *place, str(number + 1), colour_of(number), max(6.0, size * BADGE), inside=0)
    return canvas


def _depths(groups: Sequence[Sequence[Cell]]) -> Iterator[int]:
    """How many outlines of before each one would lie on."""
    for number, cells in enumerate(groups):
        yield sum(not set(cells).isdisjoint(other) for other in groups[:number]) % NESTED


def _meeting(cell: Cell, corner: tuple[int, int]) -> tuple[int, int]:
    """The point at which the cells around a corner meet: the row and the column after it."""
    right, down = corner
    return cell[0] + down, cell[1] + right


def _corners(cells: Sequence[Cell]) -> Iterator[tuple[Cell, tuple[int, int]]]:
    """Where the number of a move may stand, the best place first: a cell, and right or left, below or above in it."""
    order = sorted(set(cells))
    for down in (0, 1):
        for right, ends in ((0, order), (1, order[::-1])):
            for cell in ends:
                yield cell, (right, down)


def _outline(canvas: Pixels, grid: Grid, move: Move, cells: Sequence[Cell], colour: Colour, depth: int) -> None:
    """Around the cells of one move, light on a dark edge, and how it is made."""
    if not cells:
        return
    size = min(grid.pitch_x, grid.pitch_y)
    wide = max(2, round(size / 18))
    mask = np.zeros(canvas.shape[:2], np.uint8)
    for cell in cells:
        x, y, w, h = grid.cell(cell)
        cv2.rectangle(mask, (round(x), round(y)), (round(x + w), round(y + h)), 255, -1)
    inside = 2 * round(NARROW * (1 + depth) * size) + 1
    # Beyond the picture there is nothing either: an outline closes at its edge.
    mask = np.asarray(
        cv2.erode(mask, np.ones((inside, inside), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    )
    edges = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    for shade, width in ((DARK, wide + 2), (colour, wide)):
        cv2.drawContours(canvas, edges, -1, shade, width, cv2.LINE_AA)
        if isinstance(move, Swap):
            _arrow(canvas, grid, move, shade, width, size)
        elif isinstance(move, Steered):
            centre = grid.centre(cells[0])
            middle = (round(centre.x * (1 << SUB)), round(centre.y * (1 << SUB)))
            cv2.circle(canvas, middle, round(0.14 * size * (1 << SUB)), shade, width, cv2.LINE_AA, SUB)


def _arrow(canvas: Pixels, grid: Grid, swap: Swap, colour: Colour, width: int, size: float) -> None:
    """Short and with two heads, over the edge that the cells share."""
    left, right = (grid.centre(cell) for cell in swap.cells)
    x, y, half, head = (left.x + right.x) / 2, (left.y + right.y) / 2, 0.2 * size, 0.09 * size
    strokes = [
        np.array([(x - half, y), (x + half, y)]),
        *(
            np.array([(x + way * (half - head), y - head), (x + way * half, y), (x + way * (half - head), y + head)])
            for way in (-1, 1)
        ),
    ]
    places = [np.round(stroke * (1 << SUB)).astype(np.int32) for stroke in strokes]
    cv2.polylines(canvas, places, False, colour, width, cv2.LINE_AA, SUB)
