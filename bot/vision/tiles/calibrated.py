"""Reads a board of tiles that was calibrated: by its place and by the samples of its kinds, so that labels stay.

Where the board is not found by its place (the program shows one of another size), it is looked for as any board is, and
its tiles must be known by the samples all the same.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property
from typing import Final

import numpy as np

from bot.frame import Frame
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Reading, Sight
from bot.vision.cells import Cells, cut
from bot.vision.place.cellfit import fitted
from bot.vision.place.cellkinds import NOTHING, Fit
from bot.vision.place.finder import Finder
from bot.vision.samples import load_samples
from bot.vision.tiles import presence
from bot.vision.tiles.bank import Told
from bot.vision.tiles.board import FLOOR, NONE, UNSURE, Sorted, good
from bot.vision.tiles.equals import Ints, by_equals, fresh_kinds
from bot.vision.tiles.faces import MOST, Faces
from bot.vision.tiles.look import GROUND
from bot.vision.tiles.middle import Middle
from bot.vision.tiles.pairs import settled
from bot.vision.tiles.plausible import block
from bot.vision.tiles.reader import TileReader, compose, lost, matching_of
from bot.vision.tiles.refusal import why_not
from bot.vision.tiles.sight import first_sight
from bot.vision.tiles.track import Track, region_of
from bot.vision.tiles.whole import whole

KNOWN: Final = 0.9
"""Share of the tiles that must be known by the samples where the place does not say where they lie."""
ASIDE: Final = 0.2
"""Cells by which it may lie aside then."""
NEW: Final = 0.3
"""Margin of a tile of a kind that no sample shows."""


class _Look:
    """A frame in which the board is looked for, since when, and what whoever knows no tile sees in it."""

    def __init__(self, frame: Frame) -> None:
        self._start = time.perf_counter()
        self.frame = frame
        self.pixels = np.ascontiguousarray(frame.pixels[:, :, :3])

    @property
    def seconds(self) -> float:
        """How long the look has taken."""
        return time.perf_counter() - self._start

    @cached_property
    def sight(self) -> Sorted | None:
        """The board as whoever knows no tile sees it; None where such a one sees none."""
        return first_sight(self.pixels)

    def on(self, grid: Grid) -> Sorted | None:
        """The same on a grid with which it is in step, of which it may be a part, with what lies around that in doubt;
        None where there is no such board.
        """
        board = self.sight
        if board is None:
            return None
        across, down = (board.grid.x - grid.x) / grid.pitch_x, (board.grid.y - grid.y) / grid.pitch_y
        left, top = round(across), round(down)
        right, below = grid.columns - left - board.grid.columns, grid.rows - top - board.grid.rows
        if max(abs(across - left), abs(down - top)) >= ASIDE or min(left, top, right, below) < 0:
            return None
        room = (top, below), (left, right)
        kind = np.pad(board.kind, room, constant_values=UNSURE)
        return replace(board, grid=grid, kind=kind, margins=np.pad(board.margins, room))


class CalibratedTiles(TileReader):
    """Reads the board of one calibrated program, at any place, size and scale."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout.sizes, load_samples(layout), matching_of(layout))
        self._finder = Finder(layout)
        self._middle = Middle.of(layout)
        self._astray = False
        """Whether most tiles of the board that is followed went at once."""

    @classmethod
    def of(cls, layout: Layout) -> CalibratedTiles:
        """The reader for a layout that was learned from a picture. Raises LayoutError."""
        return cls(layout)

    def _find(self, frame: Frame) -> Reading:
        self._track = None
        look = _Look(frame)
        found = self._finder.find(look.pixels)
        if found is not None and found.cells is not None:
            return self._whole(look, found.cells)
        if look.sight is None:
            reason = why_not(look.pixels)
            return Reading(frame.time, reason.sight, frame.size, why=reason.why)
        board = whole(look.pixels, look.sight, self._sizes)
        tiles = board.kind >= 0
        fit = fitted(self._finder.kinds, look.pixels, board.grid, full=tiles)
        if fit is None or fit.told[tiles].mean() < KNOWN:
            return lost(frame, "Expected the board that was calibrated, found tiles of other kinds: show the game.")
        seen = self._finder.around(look.pixels, fit)
        if seen is not None and seen.cells is not None:
            return self._whole(look, seen.cells)
        likely = self._finder.likeliest(look.pixels, fit) if self._part(fit.grid) else None
        if likely is not None:
            place = self._middle.placed(look.pixels, likely, self._finder.kinds)
            if place is not None and place.told and place.fit.full == fit.full:
                return self._placed(look, place.fit)
        reading = self._placed(look, fit, board.kind)
        if reading.sight is not Sight.CLEAR or tiles.all() or not self._part(board.grid):
            return reading
        return self._doubtful(reading, f"tiles on {board.grid.columns}x{board.grid.rows} and no sign")

    def _whole(self, look: _Look, fit: Fit) -> Reading:
        """Read the whole board, if nothing speaks against it that this is where it lies."""
        place = self._middle.placed(look.pixels, fit, self._finder.kinds)
        if place is not None:
            return self._placed(look, place.fit)
        return self._doubtful(self._placed(look, fit), "signs that contradict each other")

    def _doubtful(self, reading: Reading, found: str) -> Reading:
        """The same reading of a board of which only the outer lines are in doubt."""
        self._track = None
        place = self._finder.place
        why = (
            f"Expected a board of {place.columns}x{place.rows}, found {found} of how many empty rows and columns there "
            "are around the tiles: show all of the window, or calibrate on this board."
        )
        return replace(reading, sight=Sight.DOUBT, why=why)

    def _part(self, grid: Grid) -> bool:
        """Whether what was found may be a part of the calibrated board, and is not known to be a board of its own."""
        place, size = self._finder.place, (grid.rows, grid.columns)
        smaller = size != (place.rows, place.columns) and grid.rows <= place.rows and grid.columns <= place.columns
        return smaller and size not in self._sizes

    def _placed(self, look: _Look, fit: Fit, groups: Ints | None = None) -> Reading:
        """Read a board whose grid is known and whose cells were compared with the samples; `groups` (rows, columns) are
        kinds of tiles sorted without samples, by which those that no sample shows get labels of their own.
        """
        frame, grid = look.frame, fit.grid
        wide = cut(look.pixels, grid.wider(1))
        cells = wide[1:-1, 1:-1]
        tiles = fit.told & (fit.number != NOTHING)
        kind = np.where(tiles, fit.number, np.where(fit.told, NONE, UNSURE))
        margins = np.where(fit.told, np.maximum(fit.margins, FLOOR), 0).astype(np.float32)
        told = Told(kind, margins, tiles & fit.marked, np.zeros_like(tiles))
        learnt = presence.learn(wide, np.pad(tiles, 1)) if tiles.sum() > 1 else None
        if learnt is None:
            return compose(frame, grid, told, {"locate": look.seconds}, self._letters)
        plain = tiles & ~fit.marked
        self._bank.learn(cells[plain], fit.number[plain])
        share = learnt[1][1:-1, 1:-1]
        open_ = kind == UNSURE
        if open_.any():
            told = told.updated(open_, self._bank.tell(cells[open_], learnt[0]))
            gap = open_ & (told.kind == UNSURE) & (share > GROUND)
            told.kind[gap], told.margins[gap] = NONE, (2 * share - 1)[gap]
            told = unmarked(told)
            if (told.kind == UNSURE).any() and (sight := look.on(grid)) is not None:
                told = _by_equals(told, sight, fit)
                self._bare(sight, told)
            if not block(told.kind == UNSURE):
                told = settled(told, counts=self._counts)
        if groups is not None:
            self._name(cells, groups, told, fit)
        reading = compose(frame, grid, told, {"locate": look.seconds}, self._letters)
        if reading.sight is not Sight.COVERED:
            region, faces = region_of(grid, frame.size), Faces(grid.rows, grid.columns)
            sure = (told.kind >= 0) & ~told.marked & (told.margins >= FLOOR)
            faces.keep(sure, cells[sure], told.kind[sure])
            shown = frame.pixels[region].copy()
            self._track = Track(frame.size, grid, learnt[0], region, shown, cells.copy(), told, faces, reading)
        return reading

    def _bare(self, sight: Sorted, told: Told) -> None:
        """Give up as gaps what whoever knows no tile sees as such: the first picture may have shown none, and signs
        around the board instead of ground.
        """
        open_ = told.kind == UNSURE
        asked = ~open_ & (sight.kind != UNSURE)
        if ((sight.kind >= 0) == (told.kind >= 0))[asked].all():
            gap = open_ & (sight.kind == NONE)
            told.kind[gap], told.margins[gap] = NONE, sight.margins[gap]

    def _name(self, cells: Cells, groups: Ints, told: Told, fit: Fit) -> None:
        """Give tiles of a kind that no sample shows the next number. What they resemble most must be on the board for
        sure: else they may be that kind, badly seen.
        """
        taken = np.isin(fit.number, np.unique(fit.number[fit.told]))
        for of in fresh_kinds((told.kind == UNSURE) & taken, groups):
            if len(self._bank) < len(self._letters) - 2:
                told.kind[of], told.margins[of] = len(self._bank), NEW
                self._bank.know(cells[of])

    def _follow(self, frame: Frame, track: Track) -> Reading:
        before = track.told
        reading = super()._follow(frame, track)
        if track.told is not before:
            self._astray = not _kept(before, track.told)
        moved = self._astray and reading.sight is not Sight.CLEAR and not self._finder.stays(frame.pixels)
        if moved and (again := self._elsewhere(frame)) is not None:
            return again
        return reading

    def _elsewhere(self, frame: Frame) -> Reading | None:
        """The board at another place of the frame, if it is there beyond doubt."""
        found = self._finder.find(frame.pixels)
        if found is None or found.cells is None:
            return None
        self._track = None
        return replace(self._find(frame), time=frame.time)


def _by_equals(told: Told, sight: Sorted, fit: Fit) -> Told:
    """What tiles in doubt are by those that are equal to them, where such tiles are told for sure."""
    if not good(sight):
        return told
    kind = by_equals(told.kind, sight.kind, fit.number)
    fresh = kind != told.kind
    return told._replace(kind=kind, margins=np.where(fresh, np.float32(NEW), told.margins), marked=told.marked & ~fresh)


def _kept(before: Told, now: Told) -> bool:
    """Whether most tiles of a board are still where they were: then it lies there, whatever is in doubt beside them."""
    tiles = before.kind >= 0
    return bool(tiles.any() and (now.kind == before.kind)[tiles].mean() > MOST)


def unmarked(told: Told) -> Told:
    """The same without the marks of kinds that are marked wherever they are, if several are: games light one kind, or
    single tiles, and what all tiles of several show is how they look at this size.
    """
    tiles = told.kind >= 0
    times = np.bincount(told.kind[tiles], minlength=1)
    marked = np.bincount(told.kind[tiles & told.marked], minlength=len(times))
    wholly = (times > 0) & (marked == times)
    if wholly.sum() < 2:
        return told
    return told._replace(marked=told.marked & ~(tiles & wholly[np.where(tiles, told.kind, 0)]))
