"""A nonogram whose place is known: what of it changed from frame to frame, and whether something lies over it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.vision.backdrop import without_backdrop
from bot.vision.channels import largest
from bot.vision.clues import cells
from bot.vision.clues.bands import Band, read_band
from bot.vision.clues.bank import bank
from bot.vision.clues.cells import Bools, Floats, Looks, sort
from bot.vision.clues.clue import FLOOR, Clue, read_clues
from bot.vision.clues.ink import FAINTEST, Piece
from bot.vision.clues.lines import SEEN, Ruled
from bot.vision.clues.marks import CROSSED, Anchors
from bot.vision.clues.puzzle import Puzzle, compose
from bot.vision.clues.recall import Letters, still, unsure
from bot.vision.clues.reground import reground
from bot.vision.clues.strips import strip_of
from bot.vision.clues.struck import struck, without_done
from bot.vision.clues.veil import veiled
from engine.position import EMPTY, UNKNOWN, Position

Slices = tuple[slice, slice]

RIM: Final = 0.2
"""How much the line along a side of a cell may change, as a share of the strongest contrast."""
SHAPED: Final = 0.85
"""How like, 1 at most, what changed about a digit is its strokes from which only their colour is another."""
KNOWN: Final = 0.9
"""Share of its clues by which a puzzle is known again at another place."""
AWAY: Final = 0.2
"""Cells by which a side of a board must lie elsewhere, from which it is at another place."""
SIDES: Final = 3
"""Sides of a cell whose lines are gone, from which something lies over it."""


@dataclass(eq=False)
class Track:
    """A nonogram that is being followed."""

    size: tuple[int, int]
    """Of the frame."""
    puzzle: Puzzle
    board: Slices
    """Where the cells lie, in pixels."""
    bands: tuple[Slices, Slices]
    """Where the clues beside the rows and above the columns lie."""
    shown: tuple[Pixels, Pixels, Pixels]
    """What these three showed last."""
    looks: Looks
    anchors: Anchors
    reading: Reading

    @classmethod
    def of(cls, frame: Frame, puzzle: Puzzle, looks: Looks, anchors: Anchors, reading: Reading) -> Track:
        """A puzzle that was just read."""
        grid, line = puzzle.ruled.grid, puzzle.ruled.line + 1
        box = grid.box
        rows = _span(box.y - line, box.y + box.h + line, frame.size[1])
        columns = _span(box.x - line, box.x + box.w + line, frame.size[0])
        left = rows, _beside(puzzle.left, box.x - line, box.x + box.w + line, frame.size[0])
        above = _beside(puzzle.above, box.y - line, box.y + box.h + line, frame.size[1]), columns
        shown = tuple(frame.pixels[part].copy() for part in ((rows, columns), left, above))
        return cls(frame.size, puzzle, (rows, columns), (left, above), shown, looks, anchors, reading)  # type: ignore[arg-type]


def _span(low: float, high: float, most: int) -> slice:
    return slice(max(0, int(low)), min(most, int(np.ceil(high))))


def _beside(band: Band, begin: float, end: float, most: int) -> slice:
    """Where a band lies along the picture, beside a board that goes from `begin` to `end`."""
    return _span(end, band.begin + band.height, most) if band.after else _span(band.begin - band.height, begin, most)


def follow(frame: Frame, track: Track) -> Reading | None:
    """What the frame shows of a puzzle at a known place; None where it may show another, or none."""
    start = time.perf_counter()
    now = tuple(frame.pixels[part] for part in (track.board, *track.bands))
    same = [np.array_equal(new, old) for new, old in zip(now, track.shown, strict=True)]
    if all(same):
        return replace(track.reading, time=frame.time, seconds={"cells": time.perf_counter() - start})
    looks, changed = track.looks, None
    if not same[0]:
        changed = _changed(now[0], track.shown[0], track)
        if changed.any():
            looks = cells.measure_part(frame.pixels, track.puzzle.ruled.grid, changed, looks)
            if _overlaid(looks, track, changed):
                return None
    reading, anchors = compose(frame, track.puzzle, looks, track.anchors)
    assert reading.position is not None
    for upright, kept in enumerate(same[1:]):
        if not kept and not _same_clues(frame, track, bool(upright), reading.position.board):
            return None
    several = changed is not None and cv2.erode(changed.astype(np.uint8), np.ones((2, 2), np.uint8), borderValue=0)
    puzzle = track.puzzle
    if np.any(several) and veiled(
        frame.pixels, puzzle.ruled, looks, reading.position.board, puzzle.contrast, puzzle.ink
    ):
        return None
    track.looks, track.anchors, track.reading = looks, anchors, reading
    track.shown = now[0].copy(), now[1].copy(), now[2].copy()
    reading.seconds["cells"] = time.perf_counter() - start
    return replace(reading)


def _changed(now: Pixels, before: Pixels, track: Track) -> Bools:
    """(rows, columns): cells whose pixels are not what they were."""
    grid = track.puzzle.ruled.grid
    stir = largest(np.asarray(cv2.absdiff(now, before), np.uint8))
    tall = np.flatnonzero(cv2.reduce(stir, 1, cv2.REDUCE_MAX))
    wide = np.flatnonzero(cv2.reduce(stir, 0, cv2.REDUCE_MAX))
    changed = np.zeros((grid.rows, grid.columns), np.bool_)
    if not len(tall):
        return changed
    top, left = int(tall[0]), int(wide[0])
    y, x = np.nonzero(np.asarray(stir)[top : int(tall[-1]) + 1, left : int(wide[-1]) + 1])
    rows, columns = track.board
    row = np.floor((y + top + rows.start + 0.5 - grid.y) / grid.pitch_y).astype(int)
    column = np.floor((x + left + columns.start + 0.5 - grid.x) / grid.pitch_x).astype(int)
    inside = (row >= 0) & (row < grid.rows) & (column >= 0) & (column < grid.columns)
    changed[row[inside], column[inside]] = True
    return changed


def _overlaid(looks: Looks, track: Track, changed: Bools) -> bool:
    """Whether lines around cells that changed are gone: then it is no longer the cells that are seen."""
    within = RIM * max(track.puzzle.contrast, 40.0)
    off = np.abs(looks.rim - track.looks.rim).max(3) > within
    gone = changed & (off.sum(2) >= SIDES) & ~_framed(looks, within)
    gone[gone] = ~_like_others(looks, track.looks, gone, within)
    lying = cv2.erode(gone.astype(np.uint8), np.ones((2, 2), np.uint8), borderValue=0)
    return bool(lying.any())


def _framed(looks: Looks, within: float) -> Bools:
    """(rows, columns): cells with a line of one colour along all sides, which is not what they are filled with: what is
    done, some programs put into a frame.
    """
    alike = np.ptp(looks.rim, axis=2).max(2) <= within / 2
    return np.asarray(alike & (np.abs(looks.rim.mean(2) - looks.colour).max(2) > within))


def _like_others(looks: Looks, before: Looks, where: Bools, within: float) -> Bools:
    """(n,): which cells of `where` look, lines around them included, as another one did already: as many marks that
    come at once do.
    """

    def seen(of: Looks, cells: Bools) -> Floats:
        parts = (of.colour[cells], of.rim[cells].reshape(-1, 12))
        return np.concatenate(parts, 1)

    fresh = seen(looks, where)
    step = max(within / 4, 1.0)
    known = np.unique(np.round(seen(before, np.ones_like(where)) / step), axis=0) * step
    return np.array([bool((np.abs(known - cell).max(1) <= within).any()) for cell in fresh], np.bool_)


def _same_clues(frame: Frame, track: Track, upright: bool, board: Sequence[str]) -> bool:
    """Whether clues whose pixels changed still say what they did; only their colour may be another. Numbers whose runs
    the `board` shows may look as they will.
    """
    puzzle = track.puzzle
    clues: tuple[Clue, ...] = puzzle.cols if upright else puzzle.rows
    band: Band = puzzle.above if upright else puzzle.left
    place, before = track.bands[upright], track.shown[1 + upright]
    marked = ["".join(column) for column in zip(*board, strict=True)] if upright else board
    lines = [line.replace(CROSSED, EMPTY) for line in marked]
    fresh = []
    for line in range(len(clues)):
        rows, columns = strip_of(puzzle.ruled, line, upright, frame.size, band.after)
        part = (
            slice(max(rows.start, place[0].start), min(rows.stop, place[0].stop)),
            slice(max(columns.start, place[1].start), min(columns.stop, place[1].stop)),
        )
        own = tuple(slice(p.start - q.start, p.stop - q.start) for p, q in zip(part, place, strict=True))
        shown = [digit.glyph for digit in band.digits if digit.line == line]
        corner = part[0].start, part[1].start
        stir: Floats = _recoloured(frame.pixels[part], before[own], corner, shown)
        rule = puzzle.upright if upright else puzzle.rule
        told = struck(clues[line], lines[line], band, line, rule, stir, corner) if stir.any() else True
        if not told and not reground(frame.pixels[part], before[own], corner, shown):
            fresh.append(line)
    if not fresh:
        return True
    pixels = np.ascontiguousarray(frame.pixels[:, :, :3])
    again = read_band(pixels, puzzle.ruled, upright, bank(), fresh, band)
    said = read_clues(again, fresh, puzzle.upright if upright else puzzle.rule)
    # Alone a digit is told less surely than with all that look like it; and one that the program just greyed is faint.
    other = [
        said[line]
        for line in fresh
        if not (_agree(said[line], clues[line]) or without_done(said[line], clues[line], lines[line]))
    ]
    return all(clue.margin < FLOOR and clue.known for clue in other) and 2 * len(other) <= len(fresh) + 1


def _recoloured(now: Pixels, before: Pixels, corner: tuple[int, int], digits: Sequence[Piece]) -> Floats:
    """(rows, columns): by how much each pixel of a strip, whose first is `corner` (y, x), changed; 0 also where what
    changed has the shape of digits that still stand there.
    """
    stir: Floats = np.asarray(cv2.absdiff(now, before), np.float32)[..., :3].max(2)
    for digit in digits:
        rows, columns = (
            slice(max(0, int(at) - 1 - start), max(0, int(at) + 1 - start + int(long)))
            for at, long, start in zip((digit.box.y, digit.box.x), (digit.box.h, digit.box.w), corner, strict=True)
        )
        changed = stir[rows, columns]
        if changed.shape != digit.ink.shape or not changed.any():
            continue
        strokes, parts = digit.ink - digit.ink.mean(), changed - changed.mean()
        ink, ground = (now[rows, columns, :3][where].mean(0) for where in (strokes > 0, digit.ink == digit.ink.min()))
        alike = float((strokes * parts).sum()) / float(np.linalg.norm(strokes) * np.linalg.norm(parts) + 1)
        if alike >= SHAPED and np.abs(ink - ground).max() > FAINTEST:
            changed[:] = 0
    return stir


def _agree(said: Clue, known: Clue) -> bool:
    """Whether a clue that was read again may be the one that is known."""
    return said.text == known.plain or known.margin < FLOOR or known.plain in said.others


def hidden(ruled: Ruled, board: Sequence[str], signs: cells.Bools) -> bool:
    """Whether cells that lie together have no lines around them: something lies over them. Filled cells may have run
    into one, and the `signs` (rows, columns) that are drawn in cells, their ground with them, may reach over lines.
    """
    empty = np.array([[cell in EMPTY + CROSSED for cell in row] for row in board])
    usual = float(np.median(ruled.sides[empty])) if empty.any() else 1.0
    beside = cv2.dilate(signs.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))) > 0
    bare = empty & (ruled.sides < SEEN * usual) & ~beside
    lying = cv2.erode(bare.astype(np.uint8), np.ones((2, 3), np.uint8), borderValue=0)
    return bool(lying.any())


def beside_cover(frame: Frame, track: Track) -> Reading:
    """What is still to be seen of a puzzle when something lies over its cells or clues: cells that are as they were,
    those that look as others did, and those between their lines that only now show something and that touch no cell
    without; the rest is `?`.
    """
    grid = track.puzzle.ruled.grid
    looks = cells.measure(np.ascontiguousarray(frame.pixels[:, :, :3]), grid)
    changed = _changed(frame.pixels[track.board], track.shown[0], track)
    within = RIM * max(track.puzzle.contrast, 40.0)
    under = changed & (np.abs(looks.rim - track.looks.rim).max(3) > within).any(2)
    under[under] = ~_like_others(looks, track.looks, under, within)
    under = changed & (cv2.dilate(under.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0) > 0)
    reading, _ = compose(frame, track.puzzle, track.looks.put(changed & ~under, looks), track.anchors)
    assert reading.position is not None
    before = track.reading.position
    assert before is not None
    board = np.where(under, UNKNOWN, _letters(reading.position.board))
    under |= unsure(looks, board, _letters(before.board), track.puzzle.contrast)
    return covered(frame, _with_unknown(reading, board, under))


def moved(found: Track, known: Track) -> Track | None:
    """A known puzzle where it was found again under something, at another place or in another size, with what was read
    of it before; None where it lies as it did, or where it is another one.
    """
    if _as_before(found.puzzle.ruled.grid, known.puzzle.ruled.grid) or not _same_puzzle(found, known):
        return None
    puzzle = replace(found.puzzle, rows=known.puzzle.rows, cols=known.puzzle.cols)
    return replace(found, puzzle=puzzle, reading=known.reading)


def recalled(frame: Frame, reading: Reading, found: Track, known: Track) -> tuple[Reading, Track]:
    """What was read of a puzzle that was found anew; where it is the known one, by what its cells were before: marks
    do not change into others all at once, though a page may darken them all. Cells that changed into what looks like
    no other mark lie under something.
    """
    before = known.reading.position
    if before is None or not _same_puzzle(found, known):
        return reading, found
    contrast = found.puzzle.contrast
    anchors = still(sort(found.looks, contrast), before.board)
    again, learnt = compose(frame, found.puzzle, found.looks, anchors) if anchors else (reading, found.anchors)
    assert again.position is not None
    board = _letters(again.position.board)
    under = unsure(found.looks, board, _letters(before.board), contrast)
    if reading.sight is Sight.COVERED or under.any():
        again = covered(frame, _with_unknown(again, board, under))
    again.seconds.update(reading.seconds)
    return again, replace(found, reading=again, anchors=learnt)


def _letters(board: Sequence[str]) -> Letters:
    return np.array([list(row) for row in board])


def _with_unknown(reading: Reading, board: Letters, under: Bools) -> Reading:
    """A reading with this board, and without the cells that lie under something."""
    assert reading.position is not None
    shown = tuple("".join(row) for row in np.where(under, UNKNOWN, board))
    return replace(reading, position=Position({**reading.position.blocks, "board": shown}))


def _same_puzzle(found: Track, known: Track) -> bool:
    """Whether most clues of two puzzles are the same."""
    here, there = found.puzzle, known.puzzle
    pairs = [(here.rows, there.rows), (here.cols, there.cols)]
    if any(len(seen) != len(clues) for seen, clues in pairs):
        return False
    same = [
        clue.plain in (one.text, *one.others) for seen, clues in pairs for one, clue in zip(seen, clues, strict=True)
    ]
    return sum(same) >= KNOWN * len(same)


def _as_before(here: Grid, there: Grid) -> bool:
    """Whether two grids lie so much alike that each cell of one is seen in the same cell of the other."""
    one, other = here.box, there.box
    sides = (
        one.x - other.x,
        one.y - other.y,
        one.x + one.w - other.x - other.w,
        one.y + one.h - other.y - other.h,
    )
    return max(map(abs, sides)) < AWAY * min(there.pitch_x, there.pitch_y)


def before_backdrop(frame: Frame, track: Track) -> Frame:
    """The frame as it would be without the even sheet that a dialog lies on, where there is one."""
    freed = without_backdrop(frame.pixels, (track.board, *track.bands), track.shown)
    return frame if freed is None else replace(frame, pixels=freed)


def in_part(reading: Reading) -> bool:
    """Whether some cells are hidden and others are not."""
    assert reading.position is not None
    cells_seen = "".join(reading.position.board)
    return 0 < cells_seen.count(UNKNOWN) < len(cells_seen)


def clues_stirred(frame: Frame, track: Track) -> bool:
    """Whether something of what the clues show changed."""
    return not all(
        np.array_equal(frame.pixels[part], old) for part, old in zip(track.bands, track.shown[1:], strict=True)
    )


def covered(frame: Frame, reading: Reading, expected: str = "the board where it was") -> Reading:
    """The reading of a puzzle whose cells or clues are not to be seen now; `expected` was this."""
    why = (
        f"Expected {expected}, found something else over its cells or clues: take away what lies over it, "
        "or wait until it is gone."
    )
    return replace(reading, time=frame.time, sight=Sight.COVERED, why=why, guesses=(), seconds={})
