"""The board inside a table whose clues stand in cells of their own, as large as those of the board.

The corner between the clues of the rows and those of the columns is bare, and next to the board there is a number in
nearly every cell of a clue; or the cells of the clues have a shade of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.vision.clues.bands import ANY, Sides
from bot.vision.clues.bank import Bank
from bot.vision.clues.glyph import features, tile
from bot.vision.clues.ink import FAINTEST
from bot.vision.clues.lines import FEWEST, Ruled
from bot.vision.clues.pieces import STRANGE

MOST: Final = 3
"""Boards that are tried."""
INSET: Final = 0.1
"""Part of a cell on each side that its lines may reach into."""
BARE: Final = 0.25
"""Contrast in a cell that holds nothing, as a share of what there is in others."""
SMALL: Final = 0.16
"""Height of a number at least, as a part of its cell."""
LEAST: Final = 6
"""And in pixels."""
ACROSS: Final = 0.95
"""Share of the width, or the height, of a cell along which a line through it is drawn."""
NUMBERED: Final = 0.3
"""Share of the clues that must have a number next to the board."""
FULL: Final = 0.8
"""Share of a line of the table that holds numbers from which it is no line of the board."""
OWN: Final = 2.0
"""More than any share of lines with a number next to the board: clues in cells of a shade of their own tell it best."""
FARTHEST: Final = 20
"""Cells beside a board in which its clues stand at the most."""
LEVEL: Final = 6.0
"""Grey levels by which the ground of cells of one shade differs at the most."""
LINED: Final = 0.6
"""Share of the cells that have all their lines, unless those of clues have a shade of their own; and how surely."""
OF_ONE: Final = 0.97
"""Share of the cells of the board that have none of the shades of the clues' cells."""

Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]
Floats = NDArray[np.float32]


def boards_within(pixels: Pixels, ruled: Ruled, bank: Bank) -> Iterator[tuple[Ruled, Sides]]:
    """The boards that a table with clues in its own outer rows and columns may hold, the likelier first; and on which
    sides their clues are, in cells with lines around them or of a shade of their own.
    """
    digit, bare, ground = contents(pixels, ruled, bank)
    shade, lined = shades(ground), ruled.score >= LINED * digit.size
    tried = []
    for up, back in product((False, True), repeat=2):
        order = slice(None, None, -1 if up else 1), slice(None, None, -1 if back else 1)
        for top, left, share in _corners(digit[order], bare[order], shade[order]):
            if (up and not top) or (back and not left):
                continue
            if share < OWN and not (lined or _lined(ruled.sides[order], top, left)):
                continue
            # Beyond the clues the corner is no longer bare. Those to the left and above come before others.
            tried.append((bool(top and left), share, top + left, not up, not back, top, left))
    grid = ruled.grid
    for _, share, _, first, before, top, left in sorted(tried, reverse=True)[:MOST]:
        rows = slice(top, grid.rows) if first else slice(0, grid.rows - top)
        columns = slice(left, grid.columns) if before else slice(0, grid.columns - left)
        sides = (not before,) if left else ANY, (not first,) if top else ANY
        board = replace(ruled, grid=grid.part(rows, columns), sides=ruled.sides[rows, columns])
        if share >= OWN:
            board = replace(board, reach=_reach(pixels, board, not before, not first, ground, (top, left)))
        yield board, sides


def _reach(
    pixels: Pixels, board: Ruled, after: bool, below: bool, ground: Floats, clues: tuple[int, int]
) -> tuple[float, float]:
    """Pixels beside the rows and the columns of a board in which its clues stand: as far as all cells beside it have
    one of the shades that those of a table (rows, columns, 3) have, of which so many rows and columns are `clues`.
    """
    grid, (top, left) = board.grid, clues
    rows = slice(0, top) if not below else slice(len(ground) - top, None)
    columns = slice(0, left) if not after else slice(ground.shape[1] - left, None)
    known = np.concatenate([ground[rows].reshape(-1, 3), ground[:, columns].reshape(-1, 3)])

    def more(count: int, upright: bool, beyond: bool) -> int:
        lines = grid.columns if upright else grid.rows
        for at in range(count, FARTHEST):
            place = (grid.rows if upright else grid.columns) + at if beyond else -1 - at
            cells = [grid.cell((place, line) if upright else (line, place)) for line in range(lines)]
            seen = [_inside(pixels, cell, board.line) for cell in cells]
            if any(not part.size for part in seen):
                return at
            tones = np.stack([np.median(part.reshape(-1, 3), 0) for part in seen])
            if (np.abs(tones[:, None] - known).max(2).min(1) > LEVEL).any():
                return at
        return FARTHEST

    return more(left, False, after) * grid.pitch_x, more(top, True, below) * grid.pitch_y


def _corners(digit: Ints, bare: Bools, shade: Ints) -> Iterator[tuple[int, int, float]]:
    """How many rows and columns may hold the clues of columns and of rows, when these come first; and the share of
    lines with a number next to the board, or more than all where the shade of the cells tells it.
    """
    number = digit >= 0
    rows, columns = number.shape
    for top in range(rows - FEWEST + 1):
        for left in range(columns - FEWEST + 1):
            # The smaller one of the two bare parts is the corner.
            larger = (rows - top) * (columns - left) >= top * left
            begins = top and left and shade[top, left] not in {shade[top - 1, left], shade[top, left - 1]}
            if larger and begins and _shaded(number, shade, top, left):
                yield top, left, OWN
            if not (top or left) or not bare[:top, :left].all():
                continue
            shares = [float(number[top - 1, left:].mean())] if top else []
            shares += [float(number[top:, left - 1].mean())] if left else []
            # A line that is full of numbers is of clues, too.
            first = (number[top, left:] if top else number[:0], number[top:, left] if left else number[:0])
            if min(shares) >= NUMBERED and not any(line.size and line.mean() >= FULL for line in first):
                yield top, left, round(min(shares), 1)
            elif _from_outside(digit, top, left):
                yield top, left, round(min(float(number[0, left:].mean()), float(number[top:, 0].mean())), 1)


def _lined(sides: Floats, top: int, left: int) -> bool:
    """Whether the cells of clues have lines around them, and some in each row and column of the board: between filled
    cells none is seen.
    """
    of_clues = np.concatenate([sides[:top, left:].ravel(), sides[top:, :left].ravel()])
    board = sides[top:, left:] >= LINED
    return bool(of_clues.mean() >= LINED and board.any(0).all() and board.any(1).all())


def _from_outside(digit: Ints, top: int, left: int) -> bool:
    """Whether the clues of nearly all columns and rows begin at the outer edge of the table, none has a gap, and the
    longest ones reach as far as the board, on which there is no number, or one only: dots that cross cells out look
    like a 0.
    """
    number, board = digit >= 0, digit[top:, left:]
    bands = number[:top, left:], number[top:, :left].T
    return (
        bool(top and left)
        and len(np.unique(board[board >= 0])) <= 1
        and all(band[0].mean() >= FULL and band[-1].any() and not (band[1:] & ~band[:-1]).any() for band in bands)
    )


def _shaded(number: Bools, shade: Ints, top: int, left: int) -> bool:
    """Whether the cells of the clues have shades that those of the board have not, and nearly all lines have clues.
    What is drawn in the corner between them does not matter: some programs show the finished picture there.
    """
    clued = number[:top, left:].any(0), number[top:, :left].any(1)
    if min(lines.mean() for lines in clued) < FULL:
        return False
    of_clues = np.zeros(int(shade.max()) + 1, np.bool_)
    of_clues[shade[:top, left:]] = of_clues[shade[top:, :left]] = True
    return bool(of_clues[shade[top:, left:]].mean() <= 1 - OF_ONE)


def shades(ground: Floats) -> Ints:
    """(rows, columns), a number for the colour of each cell, (…, 3), the same for those that are of one shade."""
    colours = ground.reshape(-1, 3)
    shade = np.full(len(colours), -1)
    for number, colour in enumerate(colours):
        if shade[number] < 0:
            shade[(shade < 0) & (np.abs(colours - colour).max(1) <= LEVEL)] = number
    return shade.reshape(ground.shape[:2])


def contents(pixels: Pixels, ruled: Ruled, bank: Bank) -> tuple[Ints, Bools, Floats]:
    """(rows, columns) each: a digit of the number that a cell holds, -1 where it holds none; whether it is bare; and
    (…, 3) the colour of its ground.
    """
    grid = ruled.grid
    digit = np.full((grid.rows, grid.columns), -1)
    bare = np.zeros((grid.rows, grid.columns), np.bool_)
    ground = np.zeros((grid.rows, grid.columns, 3), np.float32)
    inks = {}
    for row in range(grid.rows):
        for column in range(grid.columns):
            part = _inside(pixels, grid.cell((row, column)), ruled.line)
            if part.size:
                soft = np.asarray(cv2.blur(part, (3, 3)), np.float32)
                ground[row, column] = np.median(soft.reshape(-1, 3), 0)
                inks[row, column] = np.abs(soft - ground[row, column]).max(2)
    strong = max(2 * FAINTEST, BARE * float(np.percentile([ink.max() for ink in inks.values()], 90))) if inks else 0.0
    tiles, places = [], []
    for place, drawn in inks.items():
        ink = _unlined(drawn, strong)
        if float(ink.max()) < strong:
            bare[place] = True
            continue
        _, _, stats, _ = cv2.connectedComponentsWithStats((ink > 0.4 * ink.max()).astype(np.uint8), connectivity=8)
        for left, top, w, h, _ in stats[1:]:
            if h >= max(LEAST, SMALL * grid.pitch_y) and 0.1 <= w / h <= 1.2:
                tiles.append(tile(np.pad(ink[top : top + h, left : left + w], 1)))
                places.append(place)
    if tiles:
        named = bank.name(features(np.stack(tiles)))
        for place, distance, what in zip(places, named.distance, named.digit, strict=True):
            digit[place] = what if distance < STRANGE else digit[place]
    return digit, bare, ground


def _inside(pixels: Pixels, box: Box, line: float) -> Pixels:
    """What a picture shows in a cell without its lines; nothing where it lies beyond."""
    dx, dy = INSET * box.w + line, INSET * box.h + line
    low, high = max(0, round(box.y + dy)), max(0, round(box.y + box.h - dy))
    return pixels[low:high, max(0, round(box.x + dx)) : max(0, round(box.x + box.w - dx))]


def _unlined(ink: Floats, strong: float) -> Floats:
    """The ink of a cell (h, w) without straight lines from side to side, which bound a table and are no number."""
    drawn = ink > strong
    lines = (drawn.mean(1) >= ACROSS)[:, None] | (drawn.mean(0) >= ACROSS)[None]
    near = cv2.dilate(lines.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(near, np.float32(0), ink)
