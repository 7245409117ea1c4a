"""Reads a nonogram off any screen: finds the grid, reads the clues beside it, and tells what the cells hold.

From then on the place is known: only cells whose pixels changed are looked at again, and clues only where their
pixels did.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from math import log2
from typing import Final

import numpy as np

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.reading import Reading, Sight
from bot.vision.clues import cells, follow, lines
from bot.vision.clues.bands import ANY, Sides
from bot.vision.clues.bank import Bank, bank
from bot.vision.clues.clue import NONE
from bot.vision.clues.follow import Track
from bot.vision.clues.framed import to_the_frame
from bot.vision.clues.grain import grainy, smoothed
from bot.vision.clues.heading import below_heading
from bot.vision.clues.lines import Ruled, between, to_the_end, to_the_filled
from bot.vision.clues.marks import Anchors, taught
from bot.vision.clues.pictures import pictures
from bot.vision.clues.pieces import PLAINLY
from bot.vision.clues.puzzle import Puzzle, beyond, compose, contradiction, cut_off, read_puzzle
from bot.vision.clues.rims import without_rims
from bot.vision.clues.strips import Strips
from bot.vision.clues.tilt import straightened, tilt, tilted
from bot.vision.clues.veil import blank, veiled
from bot.vision.clues.within import boards_within
from bot.vision.once import each_once_per_picture
from bot.vision.samples import load_samples

TABLE: Final = 0.35
"""Share of cells whose lines are all there from which a grid may be a table with clues in it: between filled cells none
is seen.
"""
MOSTLY: Final = 0.6
"""Share of what stands beside a board that is such, at the least, where something lies over it."""
HIGHER: Final = 2.0
"""How many times as high as those of the rows the digits of the columns may be, or the other way round."""
SLIM: Final = 2.0
"""Pixels by which the frame is wider than the lines from which it may be none."""
DIALOG: Final = 1.0
"""Seconds for which a board that is partly hidden is not looked for elsewhere."""


class ClueReader:
    """Reads the board and the clues of a nonogram."""

    def __init__(self, taught: Anchors = ()) -> None:
        """`taught` are what plain cells of the program are known to mean beforehand."""
        self._taught = taught
        self._track: Track | None = None
        self._searched: tuple[Pixels, Reading] | None = None
        """The last picture in which a board had to be searched, and what came of it."""
        self._hidden_since: float | None = None
        """Since when a part of the board is not to be seen."""
        self._moved: Track | None = None
        """The same puzzle at the place where it was last seen under something; only to tell what is still to be seen of
        it, never to play from.
        """

    @classmethod
    def of(cls, layout: Layout) -> ClueReader:
        """The reader for a layout; its samples, if it has any, tell what plain cells mean. Raises LayoutError."""
        return cls(taught(load_samples(layout)))

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        start = time.perf_counter()
        track = self._track
        if track is not None and track.size == frame.size:
            reading = follow.follow(frame, track)
            if reading is None:
                reading = self._again(frame, track)
            else:
                self._hidden_since = self._moved = None
        else:
            self._moved = None
            reading = self._search(frame)
        reading.seconds["total"] = time.perf_counter() - start
        return reading

    def _search(self, frame: Frame) -> Reading:
        """Find the board; a picture that stands still is searched once."""
        last = self._searched
        if last and np.array_equal(last[0], frame.pixels):
            return replace(last[1], time=frame.time, seconds={})
        reading, self._track = find(frame, self._taught)
        self._searched = frame.pixels.copy(), reading
        return reading

    def _again(self, frame: Frame, track: Track) -> Reading:
        """The board at another place, or another puzzle at the same; where there is none, it is covered. Where some of
        its cells and clues are hidden, that is all there is to be said for a moment: dialogs come and go.
        """
        known = self._moved or track
        beside = follow.beside_cover(follow.before_backdrop(frame, known), known)
        self._hidden_since = frame.time if self._hidden_since is None else self._hidden_since
        dialog = follow.in_part(beside) and follow.clues_stirred(frame, track)
        if dialog and frame.time - self._hidden_since < DIALOG:
            return beside
        last = self._searched
        if last and np.array_equal(last[0], frame.pixels):
            return replace(last[1], time=frame.time, seconds={})
        reading, found = find(frame, track.anchors)
        if found is not None:
            reading, found = follow.recalled(frame, reading, found, track)
        if found is not None and reading.sight is Sight.CLEAR:
            self._track, self._moved = found, None
        elif found is not None and (moved := follow.moved(found, known)) is not None:
            self._moved, reading = moved, follow.beside_cover(frame, moved)
        else:
            reading = beside
        self._searched = frame.pixels.copy(), reading
        return reading


def find(frame: Frame, anchors: Anchors = ()) -> tuple[Reading, Track | None]:
    """The nonogram in a frame that was not seen before, and what is needed to follow it. `anchors` are what plain
    cells of this program are known to mean: without an undecided cell beside it, a crossed one may look like one. A
    photograph is put straight and freed of its grain; it is not followed.
    """
    start = time.perf_counter()
    lean = tilt(frame.pixels)
    straight = replace(frame, pixels=straightened(frame.pixels, lean)) if lean else frame
    best = _best(straight, anchors)
    photograph = bool(lean)
    if (best is None or best[0].sight is not Sight.CLEAR) and grainy(straight.pixels):
        again = _best(replace(straight, pixels=smoothed(straight.pixels)), anchors)
        if again is not None and (best is None or again[0].sight is Sight.CLEAR):
            best, photograph = again, True
    spent = {"locate": time.perf_counter() - start}
    if best is None:
        why = "Expected a grid of cells with clues beside and above or below it, found none: show all of it."
        return Reading(frame.time, Sight.LOST, frame.size, why=why, seconds=spent), None
    reading, track = best
    reading.seconds.update(spent)
    if not photograph:
        return reading, track
    assert reading.grid is not None
    return replace(reading, grid=tilted(reading.grid, lean, frame.size)), None


def _best(frame: Frame, anchors: Anchors) -> tuple[Reading, Track] | None:
    """The nonogram in a frame whose lines stand straight."""
    pixels = np.ascontiguousarray(frame.pixels[:, :, :3])
    best: tuple[Reading, Track] | None = None
    # A puzzle whose clues are in order is preferred; then one that nothing lies over; then one twice as large; then one
    # of which less is in doubt.
    most = (False, False, -1, 0)
    for puzzle in _puzzles(pixels):
        ruled = puzzle.ruled
        looks = cells.measure(pixels, ruled.grid)
        reading, learnt = compose(frame, puzzle, looks, anchors)
        if reading.sight is Sight.CLEAR and (clip := beyond(pixels, puzzle)) is not None:
            assert reading.position is not None
            reading = cut_off(frame, puzzle, reading.position.board, clip)
        plain = reading.sight is Sight.CLEAR
        assert reading.position is not None
        board = reading.position.board
        over = veiled(pixels, ruled, looks, board, puzzle.contrast, puzzle.ink)
        signs = cells.signs(looks, pixels, ruled.grid, puzzle.contrast)
        if over or follow.hidden(ruled, board, signs) or blank(looks, board, puzzle.contrast, puzzle.ink):
            if not _mostly_told(puzzle):
                continue
            reading = follow.covered(frame, reading, "a board with nothing over it")
            plain &= _clued_to_the_end(puzzle)  # else it may be a smaller one with ground beside it
        doubted = reading.sight is Sight.DOUBT
        worth = plain, doubted, int(log2(ruled.grid.rows * ruled.grid.columns)), -len(reading.doubts)
        if worth > most:
            most = worth
            best = reading, Track.of(frame, puzzle, looks, learnt, reading)
        if plain:
            break
    return best


def _clued_to_the_end(puzzle: Puzzle) -> bool:
    """Whether clues stand beside the outer rows and columns."""
    sides = ((puzzle.left, puzzle.ruled.grid.rows), (puzzle.above, puzzle.ruled.grid.columns))
    return all({0, lines - 1} <= {digit.line for digit in band.digits} for band, lines in sides)


def _mostly_told(puzzle: Puzzle) -> bool:
    """Whether most clues on each side are told, by what plainly are digits, as high on both: else they may be none,
    and nothing lies over what is no board.
    """
    plain = all(float((band.named.distance < PLAINLY).mean()) >= MOSTLY for band in (puzzle.left, puzzle.above))
    low, high = sorted((puzzle.left.height, puzzle.above.height))
    told = all(2 * sum(clue.known for clue in clues) > len(clues) for clues in (puzzle.rows, puzzle.cols))
    return told and plain and high <= HIGHER * low


@each_once_per_picture
def _puzzles(pixels: Pixels) -> Iterator[Puzzle]:
    """The nonograms of a picture, the likelier first."""
    known = bank()
    for ruled in lines.find(pixels):
        if pictures(pixels, ruled.grid):
            continue
        for grown in (to_the_end, to_the_filled, between, to_the_frame):
            whole = grown(pixels, ruled)
            if whole is not None:
                yield from (puzzle for puzzle in _read(pixels, whole, known) if _ends_with(puzzle, ruled))
        # What stands close to the board may have been taken for a part of a wide frame.
        slim = [replace(ruled, frame=ruled.line)] if ruled.frame > ruled.line + SLIM else []
        for frame in (ruled, *slim):
            for puzzle in _read(pixels, frame, known):
                part = without_rims(pixels, puzzle, known)
                within = part and read_puzzle(pixels, part, known, table=puzzle.left.table)
                if within or part is None or not any(part.clear):  # with a strip it is none
                    yield within or puzzle
        lined = ruled.score / (ruled.grid.rows * ruled.grid.columns)
        if lined < TABLE:
            continue
        for part, sides in boards_within(pixels, ruled, known):
            yield from _read(pixels, part, known, sides)


def _ends_with(puzzle: Puzzle, ruled: Ruled) -> bool:
    """Whether a puzzle begins or ends with lines that a grid lacks: they have clues, without which these would not add
    up.
    """
    own, grid = ruled.grid, puzzle.ruled.grid
    top, left = round((own.y - grid.y) / grid.pitch_y), round((own.x - grid.x) / grid.pitch_x)
    rows = *puzzle.rows[:top], *puzzle.rows[top + own.rows :]
    more = *rows, *puzzle.cols[:left], *puzzle.cols[left + own.columns :]
    return all(clue.text != NONE for clue in more) and not contradiction(puzzle)


def _read(pixels: Pixels, ruled: Ruled, known: Bank, sides: Sides = (ANY, ANY)) -> Iterator[Puzzle]:
    """The nonogram on a grid, by all that stands beside it; then without what stands behind its table, and without a
    heading.
    """
    strips = Strips(pixels, ruled)
    for table in (False, True):
        puzzle = read_puzzle(pixels, ruled, known, sides, table=table, strips=strips)
        if puzzle is not None:
            yield puzzle
    below = below_heading(ruled, strips, known) if False in sides[1] else None
    headed = below and read_puzzle(pixels, below, known, (sides[0], (False,)), strips=strips)
    if headed:
        yield headed
