"""Reads the board of a game of few kinds, where equal neighbours may merge and half of the board may be empty.

At first sight kinds are sorted without knowing any; a layout's samples give them their labels. From then on the grid
is followed: single pixels of every cell tell what changed, and mostly what it changed to; only cells in doubt are cut
out and compared. Where the stack scrolls, row r of the position lies `scroll` of a cell above row r of the grid.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Doubt, Reading, Sight
from bot.vision.blocks.find import first_sight_blocks
from bot.vision.blocks.known import Known, Told
from bot.vision.blocks.lit import Light
from bot.vision.blocks.look import cells_of, looks
from bot.vision.blocks.points import Points
from bot.vision.blocks.scrolling import Strips
from bot.vision.blocks.sort import EMPTY, UNSURE, Sorting, sort_blocks
from bot.vision.samples import load_samples
from bot.vision.tiles.kinds import LABELS
from bot.vision.tiles.reader import blank, block
from engine.moves import show_cell
from engine.position import UNKNOWN, Position

__all__ = ["EMPTY", "UNSURE", "BlockReader", "Sorting", "first_sight_blocks", "sort_blocks"]

PHASES: Final = 16
"""Parts of a cell by which a scrolled stack is looked for."""
LETTERS: Final = sorted(LABELS, key=lambda label: not label.islower())
"""Labels of kinds in order of appearance; small letters first, for a capital says that a block is about to vanish."""
ASKEW: Final = 0.1
"""Share of cells that cannot be told from which the stack may lie elsewhere than it is thought to."""
ADRIFT: Final = (1 / 8, 1 / 16)
"""Parts of a cell by which a stack may be seen to have risen too far or not far enough."""
AS_WELL: Final = 0.9
"""Part of the margins that a stack keeps that has risen as far as is thought."""
LOST_SHARE: Final = 0.5
"""Share of cells that cannot be told from which the board is looked for anew."""


class Place(Protocol):
    """Where a board lies in a picture."""

    @property
    def grid(self) -> Grid:
        """Its cells."""


class Finder(Protocol):
    """Finds a calibrated board in a picture."""

    def find(self, pixels: Pixels) -> Place | None:
        """Where it lies; None where that is not sure."""


@dataclass(eq=False)
class Track:
    """A board that is being followed."""

    size: tuple[int, int]
    grid: Grid
    """Where the board's frame lies."""
    scroll: float
    points: Points
    shown: NDArray[np.generic]
    told: Told
    light: Light
    reading: Reading
    why: str = ""
    strips: Strips | None = None
    """Of a stack that scrolls: by them it is seen how far it has risen since `lines`."""
    lines: NDArray[np.int16] | None = None

    @property
    def place(self) -> Grid:
        """Where its cells lie, as far as the stack has risen."""
        return _risen(self.grid, self.scroll) if self.scroll else self.grid


class BlockReader:
    """Reads the board of a game of few kinds.

    `known` holds the looks of the kinds called `labels`; without it kinds get labels in order of appearance.
    `size` (rows, columns) is the board's where it is known, `finder` finds the place where it was calibrated.
    """

    def __init__(
        self,
        known: Known | None = None,
        labels: Sequence[str] = LETTERS,
        *,
        finder: Finder | None = None,
        size: tuple[int, int] | None = None,
        scrolls: bool = False,
    ) -> None:
        self._known, self._size, self._scrolls = known, size, scrolls
        self.finder = finder
        """Finds the place where it was calibrated."""
        self._letters = np.array([*labels, UNKNOWN, "."], "<U1")
        self._track: Track | None = None

    @classmethod
    def of(cls, layout: Layout) -> BlockReader:
        """The reader for a layout. Raises LayoutError where its samples cannot be used."""
        samples, place = load_samples(layout), layout.board.place
        labels = [kind.label for kind in layout.board.kinds if kind.label != "."]
        known = Known.of_samples(samples, labels) if samples else None
        finder = None
        if place and place.surroundings:
            from bot.vision.place.finder import Finder as Calibrated

            finder = Calibrated(layout, samples)
        size = (place.rows, place.columns) if place else (layout.sizes[0] if len(layout.sizes) == 1 else None)
        return cls(known, labels or LETTERS, finder=finder, size=size, scrolls=layout.board.scrolls)

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        start = time.perf_counter()
        track = self._track
        if track is not None and track.size == frame.size:
            reading = self._follow(frame, track)
        elif blank(frame.pixels):
            return _lost(frame, "Expected a board, found a picture of one colour: the capture failed; try another.")
        else:
            reading = self._find(frame)
        reading.seconds["total"] = time.perf_counter() - start
        return reading

    def _find(self, frame: Frame) -> Reading:
        """Read a board that was not seen before, or not at this place."""
        start = time.perf_counter()
        self._track = None
        pixels = np.ascontiguousarray(frame.pixels[:, :, :3])
        why = ""
        if self.finder is not None:
            place = self.finder.find(pixels)
            if place is None:
                return _lost(
                    frame, "Expected the board where it was calibrated, found other surroundings: show the game."
                )
            grid = place.grid
            sorting = None if self._known else sort_blocks(pixels, grid)
        else:
            sorting = first_sight_blocks(pixels, self._size)
            if sorting is None:
                return _lost(
                    frame,
                    "Expected a board of blocks, found no cells of few kinds side by side: show more of the game.",
                )
            grid, why = sorting.grid, sorting.why
            if sorting.boards > 1:
                why = f"Expected one board, found {sorting.boards} alike and read the left one: calibrate a layout."
        scroll, light = 0.0, Light.same(grid.rows * grid.columns)
        if self._known is None and sorting is not None:
            told = Told(sorting.kind.ravel(), sorting.margins.ravel(), sorting.marked.ravel())
            if (sorting.kind >= 0).any():
                self._known = Known.of_sorting(pixels, sorting)
        else:
            assert self._known is not None
            told, light, scroll = self._told(pixels, grid, None, light)
        points = Points(_risen(grid, scroll), frame.pixels.shape)
        shown = points.take(frame.pixels)
        points.learn(shown, told)
        reading = self._compose(frame, grid, told, scroll, why, {"locate": time.perf_counter() - start})
        if (told.kind == UNSURE).mean() < LOST_SHARE:
            self._track = Track(frame.size, grid, scroll, points, shown, told, light, reading, why)
            if self._scrolls:
                self._track.strips = Strips(grid, frame.pixels.shape)
                self._track.lines = self._track.strips.take(frame.pixels)
        return reading

    def _told(
        self, pixels: Pixels, grid: Grid, near: float | None, light: Light, before: Told | None = None
    ) -> tuple[Told, Light, float]:
        """What the cells hold, the light that they are seen in, and the part of a cell that the stack has risen, which
        is `near`, where that was seen, if the cells are then told nearly as well as `before`.
        """
        assert self._known is not None
        known, shape = self._known, (grid.rows, grid.columns)
        if not self._scrolls:
            return *known.look(_rows(pixels, grid), shape), 0.0
        tried: dict[float, Told] = {}

        def best(steps: Sequence[float]) -> float:
            for step in steps:
                if step not in tried:
                    tried[step] = known.tell(_rows(pixels, _risen(grid, step)), light)
            return max(tried, key=lambda step: weight(tried[step], step))

        def weight(told: Told, step: float) -> float:
            # The top row says as little of how far the stack has risen as the frame leaves of it to be seen.
            top, rest = told.margins[: grid.columns], told.margins[grid.columns :]
            return float(rest.sum() + (1 - step) * top.sum())

        phase = best([near] if near is not None else [i / PHASES for i in range(PHASES)])
        if near is None and (tried[phase].kind[grid.columns :] == UNSURE).any():
            phase = best([(i + 0.5) / PHASES for i in range(PHASES)])  # crisp blocks are told nowhere else
        kept = AS_WELL * weight(before, phase) if before is not None else float("inf")
        if near is not None and weight(tried[phase], phase) >= kept:
            if (tried[phase].kind == UNSURE).mean() > ASKEW:
                # Told as badly as before: how far it has risen may have been wrong then, too.
                phase = best([(near + way * aside) % 1.0 for aside in ADRIFT for way in (-1, 1)])
            if phase == near:
                return tried[phase], light, phase
        if near is not None and (tried[phase].kind == UNSURE).mean() > ASKEW:
            phase = best([i / PHASES for i in range(PHASES)])
        for width in (1 / (2 * PHASES), 1 / (4 * PHASES), 1 / (8 * PHASES)):
            phase = best([max(0.0, phase - width), min(1 - 1 / 64, phase + width)])
        if near is None and (tried[phase].kind == UNSURE).any():
            return *known.look(_rows(pixels, _risen(grid, phase)), shape), phase
        return tried[phase], light, phase

    def _follow(self, frame: Frame, track: Track) -> Reading:
        """Read a board whose place is known: look at what changed."""
        start = time.perf_counter()
        shown = track.points.take(frame.pixels)
        stir = shown != track.shown
        if not stir.any():
            return replace(track.reading, time=frame.time, seconds={"cells": time.perf_counter() - start})
        if self._scrolls and (found := self._scrolled(frame, track, start)) is not None:
            return found
        changed = np.flatnonzero(stir.any(tuple(range(1, stir.ndim))))
        fresh = track.points.tell(shown[changed] if len(changed) < len(shown) else shown)
        kind, margins, marked = track.told.kind.copy(), track.told.margins.copy(), track.told.marked.copy()
        kind[changed], margins[changed], marked[changed] = fresh
        told = Told(kind, margins, marked)
        if UNSURE in fresh.kind:
            told = self._again(frame.pixels, track, shown, told, changed[fresh.kind == UNSURE])
            if (told.kind == UNSURE).mean() >= LOST_SHARE:
                return self._find(frame)
        spent = {"cells": time.perf_counter() - start}
        track.reading = self._compose(frame, track.grid, told, track.scroll, track.why, spent)
        track.shown, track.told = shown, told
        return track.reading

    def _again(
        self, pixels: Pixels, track: Track, shown: NDArray[np.generic], told: Told, open_: NDArray[np.int64]
    ) -> Told:
        """The same with the cells told, by all their pixels, that single ones leave open."""
        if self._known is None:
            return told
        grid, rows = track.grid, _rows(pixels, track.place)
        kind, margins, marked = told
        kind[open_], margins[open_], marked[open_] = self._known.tell(rows[open_], track.light.at(open_))
        told = self._known.settle(rows, told, (grid.rows, grid.columns), track.light, open_)
        track.points.learn(shown[open_], Told(told.kind[open_], told.margins[open_], told.marked[open_]))
        return told

    def _scrolled(self, frame: Frame, track: Track, start: float) -> Reading | None:
        """Read a stack that may have risen since; None where it has not, and its cells are where they were."""
        assert track.strips is not None
        assert track.lines is not None
        lines, full = track.strips.take(frame.pixels), (track.told.kind >= 0).reshape(track.grid.rows, -1)
        rise = track.strips.rise(track.lines, lines, full, track.scroll)
        track.lines = lines
        if rise == 0 and (track.told.kind == UNSURE).mean() <= ASKEW:
            return None
        near = None if rise is None else (track.scroll + rise / track.grid.pitch_y) % 1.0
        told, track.light, scroll = self._told(frame.pixels, track.grid, near, track.light, track.told)
        if (told.kind == UNSURE).mean() >= LOST_SHARE:
            return self._find(frame)
        track.points = Points(_risen(track.grid, scroll), frame.pixels.shape)
        track.shown, track.told, track.scroll = track.points.take(frame.pixels), told, scroll
        track.reading = self._compose(
            frame, track.grid, told, scroll, track.why, {"cells": time.perf_counter() - start}
        )
        return track.reading

    def _compose(
        self, frame: Frame, grid: Grid, told: Told, scroll: float, why: str, seconds: dict[str, float]
    ) -> Reading:
        """A reading of what was told of every cell."""
        shape = (grid.rows, grid.columns)
        # A row of letters is a text.
        lines = tuple(self._letters[told.kind].view(f"<U{grid.columns}").tolist())
        blocks = {"board": lines}
        if np.count_nonzero(told.marked):
            cells = np.argwhere(told.marked.reshape(shape))
            blocks["marked"] = tuple(show_cell((int(r), int(c))) for r, c in cells)
        if self._scrolls:
            blocks["scroll"] = (f"{scroll:.3f}",)
        margins = told.margins.reshape(shape)
        doubts: tuple[Doubt, ...] = ()
        unsure = (told.kind == UNSURE).reshape(shape)
        if np.count_nonzero(unsure):
            doubts = tuple(Doubt("board", int(r), int(c), float(margins[r, c])) for r, c in np.argwhere(unsure))
        sight = Sight.DOUBT if doubts or why else Sight.CLEAR
        if doubts and block(unsure):
            rows, columns = np.flatnonzero(unsure.any(1)), np.flatnonzero(unsure.any(0))
            sight = Sight.COVERED
            why = (
                f"Expected blocks or empty cells, found something else over rows {rows[0]} to {rows[-1]} and columns "
                f"{columns[0]} to {columns[-1]}: take away what lies over the board, or wait until it is gone."
            )
        elif doubts and not why:
            first = doubts[0]
            why = (
                f"Expected a known block or an empty cell everywhere, found {len(doubts)} that are neither (the first "
                f"at {first.row},{first.col}): wait until the board stands still, or show it larger."
            )
        place = _risen(grid, scroll) if scroll else grid
        return Reading(frame.time, sight, frame.size, Position(blocks), place, margins, doubts, why, seconds)


def _rows(pixels: Pixels, grid: Grid) -> NDArray[np.float32]:
    cells = cells_of(pixels, grid)
    return looks(cells.reshape(-1, *cells.shape[2:]))


def _risen(grid: Grid, scroll: float) -> Grid:
    """The grid of a stack that has risen by part of a cell."""
    return replace(grid, y=grid.y - scroll * grid.pitch_y)


def _lost(frame: Frame, why: str) -> Reading:
    return Reading(frame.time, Sight.LOST, frame.size, why=why)
