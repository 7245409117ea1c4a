"""Reads a board of full and empty cells in any colours, the pieces beside it as shapes, and the points in digits.

Nothing is learned beforehand. The cells are the patches that lie on a grid; what a full one looks like is told by the
pieces, what an empty one looks like by the ground around the board and between its cells.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Doubt, Reading, Sight
from bot.vision.counter import read_number
from bot.vision.shapes.board import cut_off, find_board
from bot.vision.shapes.patches import find_patches
from bot.vision.shapes.pieces import CELLS as PIECE
from bot.vision.shapes.pieces import Piece, find_pieces, unexplained
from engine.position import EMPTY, UNKNOWN, Position

FILLED: Final = "#"
GROUND: Final = 0.4
"""Distance from the ground, as a share of the pieces' distance from it, up to which a cell is empty..."""
CLEAR: Final = 0.55
"""...and from which it is full."""
MANY: Final = 6
"""So many cells of a look that neither ground nor pieces explain are empty ones: fewer may be picked or lit."""
ALIKE: Final = 14.0
"""Grey levels by which cells of one look differ at the most."""
MIDDLE: Final = 0.44
"""Side of the part of a cell that is looked at, in cells."""
PIECES: Final = 2
"""Pieces that are shown at the most."""
DIGITS: Final = (8, 90)
"""Height of the points' digits in pixels."""
INK: Final = 24
"""Grey levels among neighbours from which something may be written there."""

PLAIN: Final = 0.25
"""Share of the empty cells of a board that have no mark, at the least, where others have."""
MARKED: Final = (3, 0.08)
"""Empty cells that have a mark in their middle from which these are none of this game, and the share of that middle by
which it has more drawn on it than empty cells usually have: a pointer lies over one or two."""

Floats = NDArray[np.float32]


class ShapeReader:
    """Reads a board of cells and the pieces beside it. It remembers the board and the last picture."""

    def __init__(self) -> None:
        self._last: tuple[Pixels, Reading] | None = None
        self._seen: tuple[int, int] | None = None
        """Size of the frame in which a board was read."""
        self._board: tuple[str, ...] = ()
        """As it was last seen clearly."""

    @classmethod
    def of(cls, layout: Layout) -> ShapeReader:
        """The reader for a layout, which needs to say nothing."""
        return cls()

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        if self._last is not None and _same(self._last[0], frame.pixels):
            return replace(self._last[1], time=frame.time, seconds={})
        start = time.perf_counter()
        reading = replace(self._read(frame), seconds={"locate": time.perf_counter() - start})
        if reading.position is not None:
            self._seen = frame.size
        self._last = frame.pixels.copy(), reading
        return reading

    def _read(self, frame: Frame) -> Reading:
        patches = find_patches(frame.pixels)
        board = find_board(patches.every)
        if board is None:
            return self._nothing(frame, "Expected a board of equal square cells, found none.")
        grid = board[0]
        if (side := cut_off(patches.every, *board)) is not None:
            return self._nothing(frame, f"Expected the whole board, found it cut off at its {side}: show all of it.")
        pieces = find_pieces(patches, grid)
        if not 1 <= len(pieces) <= PIECES:
            return self._nothing(
                frame, f"Expected one or two pieces of five cells beside the board, found {len(pieces)}."
            )
        if len(pieces) == 1 and (other := unexplained(patches, grid, pieces[0])):
            where = f"{other.box.x:.0f},{other.box.y:.0f}"
            return self._nothing(frame, f"Expected a second piece at {where}, found no figure of five cells there.")
        rows, margins = _cells(frame.pixels, grid, pieces)
        rows = _unmarked(self._picked(rows), patches.slopes, grid)
        blocks = {"board": rows, "next": tuple(map(str, pieces))}
        score = _score(frame.pixels, patches.slopes, [grid.box, *(piece.box for piece in pieces)])
        if score is not None:
            blocks["score"] = (score,)
        doubts = tuple(
            Doubt("board", r, c, float(margins[r, c]))
            for r, line in enumerate(rows)
            for c, label in enumerate(line)
            if label == UNKNOWN
        )
        why = ""
        if doubts:
            first = f"{doubts[0].row},{doubts[0].col}"
            why = f"Expected full and empty cells, found {len(doubts)} that look like neither (the first at {first})."
        sight = Sight.DOUBT if doubts else Sight.CLEAR
        return Reading(frame.time, sight, frame.size, Position(blocks), grid, margins, doubts, why)

    def _picked(self, rows: tuple[str, ...]) -> tuple[str, ...]:
        """The board, in which a few cells of another look are full ones that are picked or lit: when a piece is taken,
        more cells change.
        """
        before, now = "".join(self._board), "".join(rows)
        changed = [(a, b) for a, b in zip(before, now, strict=False) if a != b]
        if len(before) == len(now) and len(changed) < PIECE and all(pair == (FILLED, UNKNOWN) for pair in changed):
            rows = self._board
        if UNKNOWN not in "".join(rows):
            self._board = rows
        return rows

    def _nothing(self, frame: Frame, why: str) -> Reading:
        covered = self._seen == frame.size
        return Reading(frame.time, Sight.COVERED if covered else Sight.LOST, frame.size, why=why)


def _same(a: Pixels, b: Pixels) -> bool:
    return a.shape == b.shape and a.dtype == b.dtype and not cv2.norm(a, b, cv2.NORM_INF)


def _cells(pixels: Pixels, grid: Grid, pieces: list[Piece]) -> tuple[tuple[str, ...], Floats]:
    """The board as text, and the margin of each cell, (rows, columns)."""
    looks = np.array(
        [[_middle(pixels, grid.cell((r, c))) for c in range(grid.columns)] for r in range(grid.rows)], np.float32
    )
    grounds = np.array(_grounds(pixels, grid), np.float32)
    full = np.array([piece.colour for piece in pieces], np.float32)
    contrast = max(1.0, float(_apart(full, grounds[:1]).min()))
    from_ground = np.stack([_apart(looks, ground) for ground in grounds]).min(0)
    from_pieces = np.stack([_apart(looks, colour) for colour in full]).min(0)
    share = from_ground / contrast
    labels = np.where(share <= GROUND, EMPTY, np.where(share >= CLEAR, FILLED, UNKNOWN))
    labels[from_pieces <= ALIKE] = FILLED
    margins = np.clip(np.abs(share - (GROUND + CLEAR) / 2) * 2, 0, 1)
    _explain(labels, looks, from_pieces)
    return tuple("".join(row) for row in labels), margins.astype(np.float32)


def _unmarked(rows: tuple[str, ...], slopes: NDArray[np.uint8], grid: Grid) -> tuple[str, ...]:
    """The board, in which empty cells are in doubt that have a mark on them while others have none: that they are empty
    is said by somebody there, as in a nonogram.
    """
    empty = np.array([list(row) for row in rows]) == EMPTY
    if not empty.any():
        return rows
    drawn = np.array(
        [[_drawn(slopes, grid.cell((r, c))) for c in range(grid.columns)] for r in range(grid.rows)], np.float32
    )
    fewest, more = MARKED
    marked = empty & (drawn > np.quantile(drawn[empty], PLAIN) + more)
    if marked.sum() < fewest:
        return rows
    return tuple(
        "".join(UNKNOWN if mark else label for label, mark in zip(row, marks, strict=True))
        for row, marks in zip(rows, marked.tolist(), strict=True)
    )


def _drawn(slopes: NDArray[np.uint8], box: Box) -> float:
    """The share of the middle of a cell on which something is drawn."""
    x, y = box.centre
    w, h = box.w * MIDDLE / 2, box.h * MIDDLE / 2
    part = slopes[max(0, round(y - h)) : round(y + h) + 1, max(0, round(x - w)) : round(x + w) + 1]
    return float((part > INK).mean()) if part.size else 0.0


def _explain(labels: NDArray[np.str_], looks: Floats, from_pieces: Floats) -> None:
    """Where empty cells have a look of their own: of the looks of cells that are far from ground and pieces, the one
    that many have is empty, if there are cells like the pieces and none like the ground.
    """
    like_pieces = from_pieces <= 2 * ALIKE
    if (labels == EMPTY).any() or not like_pieces.any() or like_pieces.all():
        return
    strange = looks[~like_pieces]
    alike = _apart(strange, np.median(strange, axis=0)) <= ALIKE
    labels[~like_pieces] = np.where(alike, EMPTY if alike.sum() >= MANY else UNKNOWN, UNKNOWN)


def _apart(a: Floats, b: Floats) -> Floats:
    """The largest difference in a channel, (...)."""
    return np.asarray(np.abs(a - b).max(-1), np.float32)


def _middle(pixels: Pixels, box: Box) -> Floats:
    """The colour in the middle of a cell."""
    x, y = box.centre
    w, h = box.w * MIDDLE / 2, box.h * MIDDLE / 2
    part = pixels[max(0, round(y - h)) : round(y + h) + 1, max(0, round(x - w)) : round(x + w) + 1, :3]
    return np.asarray(np.median(part.reshape(-1, 3), axis=0), np.float32)


def _grounds(pixels: Pixels, grid: Grid) -> list[Floats]:
    """The colour around the board, and the one between its cells."""
    box, pitch = grid.box, grid.pitch_x
    out = [
        _at(pixels, x, y)
        for n in range(1, 2 * max(grid.rows, grid.columns))
        for x, y in (
            (box.x - 0.5 * pitch, box.y + n * pitch / 2),
            (box.x + box.w + 0.5 * pitch, box.y + n * pitch / 2),
        )
        if y < box.y + box.h
    ]
    between = [
        _at(pixels, grid.x + column * grid.pitch_x, grid.y + row * grid.pitch_y)
        for row in range(1, grid.rows)
        for column in range(1, grid.columns)
    ]
    return [np.median(out, axis=0).astype(np.float32), np.median(between, axis=0).astype(np.float32)]


def _at(pixels: Pixels, x: float, y: float) -> Floats:
    row, column = min(max(round(y), 0), pixels.shape[0] - 1), min(max(round(x), 0), pixels.shape[1] - 1)
    return pixels[row, column, :3].astype(np.float32)


def _score(pixels: Pixels, slopes: NDArray[np.uint8], taken: list[Box]) -> str | None:
    """The plain number that is written largest beside board and pieces; None where there is none."""
    picture = np.ascontiguousarray(pixels[:, :, :3])
    ink = (slopes > INK).astype(np.uint8)
    for box in taken:
        pad = 3
        x0, y0 = max(0, round(box.x) - pad), max(0, round(box.y) - pad)
        ink[y0 : round(box.y + box.h) + pad, x0 : round(box.x + box.w) + pad] = 0
    joined = cv2.dilate(ink, np.ones((1, 13), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    boxes = sorted(
        (tuple(int(n) for n in row[:4]) for row in stats[1:] if DIGITS[0] <= row[3] <= DIGITS[1]),
        key=lambda box: -box[3],
    )
    for x, y, w, h in boxes[:12]:
        pad = max(2, h // 6)
        strip = picture[max(0, y - pad) : y + h + pad, max(0, x - pad) : x + w + pad]
        text, _ = read_number(np.ascontiguousarray(strip))
        if UNKNOWN not in text:
            return text
    return None
