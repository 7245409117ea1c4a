"""Reads the board of a game of few kinds, where equal neighbours may merge and half of the board may be empty.

At first sight kinds are sorted without knowing any; a layout's samples give them their labels. From then on the grid
is followed: single pixels of every cell tell what changed, and mostly what it changed to; only cells in doubt are cut
out and compared. Where the stack scrolls, row r of the position lies `scroll` of a cell above row r of the grid.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Reading, Sight
from bot.reason import Reason
from bot.vision.blocks.aloft import pair_aloft
from bot.vision.blocks.common import SEVERAL
from bot.vision.blocks.composing import compose, several
from bot.vision.blocks.first import first_sight, first_sight_blocks
from bot.vision.blocks.known import Known, Told
from bot.vision.blocks.lit import Light
from bot.vision.blocks.look import cells_of, looks
from bot.vision.blocks.points import Points
from bot.vision.blocks.rising import height, risen, settled, snapped
from bot.vision.blocks.scrolling import Strips
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.blocks.track import Track, higher
from bot.vision.samples import load_samples
from bot.vision.tiles.kinds import LABELS
from bot.vision.tiles.reader import blank
from engine.moves import Cell
from engine.position import UNKNOWN

__all__ = ["EMPTY", "UNSURE", "BlockReader", "Sorting", "first_sight_blocks", "sort_blocks"]

PHASES: Final = 16
"""Parts of a cell by which a scrolled stack is looked for."""
FINE: Final = 1 / 64
NEAR: Final = 0.2
"""The parts by which its height is told at last, and how far around where its cells are told…"""
LEVEL: Final = 0.995
"""… as surely, by their margins."""
EDGES: Final = 0.8
"""Share of the strongest edges that others between rows have that are as good."""
LETTERS: Final = sorted(LABELS, key=lambda label: not label.islower())
"""Labels of kinds in order of appearance; small letters first, for a capital says that a block is about to vanish."""
ASKEW: Final = 0.1
BROKEN: Final = 0.34
"""Share of all cells that cannot be told, or of those that are not empty, from which the stack may lie elsewhere than
it is thought to…"""
AGAIN: Final = 0.5
"""… which is asked again after so many seconds, though it was not seen to rise."""
DRIFT: Final = 0.25
"""Parts of a cell for which a rise is followed by pixels before the cells are asked in a moment at which it pauses…"""
FAR: Final = 1.0
"""… or at once: where it rises all cells are looked at anyway, and to ask them takes as long again."""
STANDS: Final = 0.1
"""Seconds after which they are asked once it stands: many blocks that bounce together look like a stack that rises."""
AWAY: Final = 0.3
"""Seconds for which a stack that moves may be lost, or seen in a light that hides some of it, before more is tried."""
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

    def pair(self, pixels: Pixels, grid: Grid, cells: Sequence[Cell]) -> str | None:
        """The labels of the pair that touches these cells of a board, the lower or left piece first, whatever part of a
        cell it has fallen by; None where they are not plain.
        """
        known = self._known
        if known is None:
            return None

        def tell(grids: Sequence[Grid]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
            return known.nearly(np.concatenate([_rows(pixels, one) for one in grids]))

        found = pair_aloft(tell, grid, cells)
        return None if found is None else "".join(str(self._letters[number]) for number in found)

    def _find(self, frame: Frame) -> Reading:
        """Read a board that was not seen before, or not at this place."""
        start = time.perf_counter()
        kept, self._track = self._track.light if self._track is not None else None, None
        pixels = np.ascontiguousarray(frame.pixels[:, :, :3])
        why: Reason | None = None
        if self.finder is not None:
            place = self.finder.find(pixels)
            if place is None:
                return not_there(frame)
            grid = place.grid
            sorting = None if self._known else sort_blocks(pixels, grid)
        else:
            found = first_sight(pixels, self._size)
            if isinstance(found, str):
                return _lost(frame, found)
            sorting = found
            if sorting.twins and self._known is None:
                return several(frame, sorting, self._letters, time.perf_counter() - start)
            grid, why = sorting.grid, SEVERAL if sorting.twins else sorting.why
        scroll, light = 0.0, Light.same(grid.rows * grid.columns)
        if self._known is None and sorting is not None:
            told = Told(sorting.kind.ravel(), sorting.margins.ravel(), sorting.marked.ravel())
            if (sorting.kind >= 0).any():
                self._known = Known.of_sorting(pixels, sorting)
        else:
            assert self._known is not None
            told, light, scroll = self._told(pixels, grid, kept)
        points = Points(grid, frame.pixels.shape).move(round(scroll * grid.pitch_y))
        shown = points.take(frame.pixels)
        points.learn(shown, told)
        reading = self._composed(frame, grid, told, scroll, why, {"locate": time.perf_counter() - start})
        if (told.kind == UNSURE).mean() < LOST_SHARE:
            self._track = Track(frame.size, grid, scroll, points, shown, told, light, reading, why, settled=scroll)
            if self._scrolls:
                self._track.strips = Strips(grid, frame.pixels.shape)
                self._track.lines = self._track.strips.take(frame.pixels)
        return reading

    def _told(self, pixels: Pixels, grid: Grid, light: Light | None) -> tuple[Told, Light, float]:
        """What the cells of a board that is not followed hold, the light that they are seen in, and the part of a cell
        that the stack has risen. In `light`, in which it was seen before, if they are told in it.
        """
        assert self._known is not None
        known, shape = self._known, (grid.rows, grid.columns)
        scroll = self._risen(pixels, grid) if self._scrolls else 0.0
        rows = _rows(pixels, risen(grid, scroll))
        if light is not None:
            told = known.settle(rows, known.tell(rows, light), shape, light, np.arange(len(rows)))
            if (told.kind == UNSURE).mean() <= ASKEW:
                return told, light, scroll
        light = Light.same(len(rows))
        if self._scrolls and not ((told := known.tell(rows, light)).kind == UNSURE).any():
            return told, light, scroll
        return *known.look(rows, shape), scroll

    def _risen(self, pixels: Pixels, grid: Grid) -> float:
        """The part of a cell that a stack has risen, by how surely all its cells are told."""
        assert self._known is not None
        known = self._known
        tried: dict[float, Told] = {}

        def best(steps: Sequence[float]) -> float:
            for step in steps:
                if step not in tried:
                    tried[step] = known.tell(_rows(pixels, risen(grid, step)))
            return max(tried, key=weight)

        def weight(step: float) -> float:
            # The top row says as little of how far the stack has risen as the frame leaves of it to be seen.
            margins, unsure = tried[step].margins, tried[step].kind[grid.columns :] == UNSURE
            own = float(margins[grid.columns :].sum() + (1 - step) * margins[: grid.columns].sum())
            return own - float(np.count_nonzero(unsure))

        scroll = best([i / PHASES for i in range(PHASES)])
        if (tried[scroll].kind[grid.columns :] == UNSURE).any():
            scroll = best([(i + 0.5) / PHASES for i in range(PHASES)])  # crisp blocks are told nowhere else
        for width in (1 / (2 * PHASES), 1 / (4 * PHASES), 1 / (8 * PHASES)):
            scroll = best([max(0.0, scroll - width), min(1 - 1 / 64, scroll + width)])
        return snapped(self._sharpest(pixels, grid, scroll), grid.pitch_y)

    def _sharpest(self, pixels: Pixels, grid: Grid, scroll: float) -> float:
        """Of the heights next to one at which all cells are told as they are there, and no less surely, that at which
        most edges lie between rows, in the middle where blocks have two of them, with a gap between: flat blocks are
        told wherever most of a cell is one of them.
        """
        assert self._known is not None
        known, below = self._known, slice(grid.columns, None)
        here = known.tell(_rows(pixels, risen(grid, scroll)))
        least = LEVEL * float(here.margins[below].sum())

        def same(step: float) -> bool:
            if not 0 <= step < 1:
                return False
            there = known.tell(_rows(pixels, risen(grid, step)))
            alike = (there.kind[below] == here.kind[below]).all()
            return bool(alike) and float(there.margins[below].sum()) >= least

        level = [scroll]
        for way in (-1, 1):
            steps = (scroll + way * number * FINE for number in range(1, round(NEAR / FINE) + 1))
            level += takewhile(same, steps)
        edges = _between(pixels, grid)
        # At rest the upper edges of gaps between blocks lie above what a stack can have risen.
        level += [-step for step in level] if min(level) < FINE else []
        strong = {step: edges(step) for step in level}
        most = EDGES * max(strong.values())
        ends = [step for step, edge in strong.items() if edge >= most]
        return max(0.0, (min(ends) + max(ends)) / 2)

    def _follow(self, frame: Frame, track: Track) -> Reading:
        """Read a board whose place is known: look at what changed."""
        start = time.perf_counter()
        shown = track.points.take(frame.pixels)
        stir = shown != track.shown
        if not stir.any():
            return replace(track.reading, time=frame.time, seconds={"cells": time.perf_counter() - start})
        before, changed = track.told, np.flatnonzero(stir.any(tuple(range(1, stir.ndim))))
        if self._scrolls:
            lifted, rows = track.lifted, self._rise(frame, track)
            if rows or track.lifted != lifted:
                shown, changed = track.points.move(track.lifted).take(frame.pixels), np.arange(len(shown))
                before = higher(before, rows * track.grid.columns)
        told = self._tell(frame.pixels, track, shown, before, changed)
        if self._scrolls and self._askew(frame.pixels, track, told, frame.time):
            shown = track.points.move(track.lifted).take(frame.pixels)
            told = self._tell(frame.pixels, track, shown, before, np.arange(len(shown)))
        told = self._relit(frame, track, told)
        spent = {"cells": time.perf_counter() - start}
        track.reading = self._composed(frame, track.grid, told, track.scroll, track.why, spent)
        track.shown, track.told = shown, told
        return self._kept(frame, track)

    def _kept(self, frame: Frame, track: Track) -> Reading:
        """The reading of a board that is being followed; of the whole picture where it is lost."""
        if (track.told.kind == UNSURE).mean() < LOST_SHARE:
            track.lost = None
            return track.reading
        if track.lost is None:
            track.lost = frame.time
        # What rises, flashes and falls may hide it for a moment.
        if self._scrolls and frame.time - track.lost < AWAY:
            return track.reading
        return self._find(frame)

    def _relit(self, frame: Frame, track: Track, told: Told) -> Told:
        """What all cells hold, in the samples' own light where that leaves fewer open: another one may have been
        measured while all was in motion.
        """
        if self._known is None or track.light.own or UNSURE not in told.kind or frame.time - track.lit < AWAY:
            return told
        track.lit, own = frame.time, Light.same(len(told.kind))
        rows, shape = _rows(frame.pixels, track.place), (track.grid.rows, track.grid.columns)
        again = self._known.settle(rows, self._known.tell(rows, own), shape, own, np.arange(len(rows)))
        if (again.kind == UNSURE).sum() >= (told.kind == UNSURE).sum():
            return told
        track.light = own
        return again

    def _askew(self, pixels: Pixels, track: Track, told: Told, time: float) -> bool:
        """Whether so many cells cannot be told because the stack has risen farther or less far than was thought: then
        it is known better now.
        """
        if self._known is None or (track.sure and time - track.asked < AGAIN):
            return False
        open_, filled = np.count_nonzero(told.kind == UNSURE), np.count_nonzero(told.kind != EMPTY)
        if open_ <= min(ASKEW * len(told.kind), BROKEN * filled):
            return False
        lifted = track.lifted
        track.scroll = height(self._known, pixels, track.grid, track.scroll, track.light)
        track.sure, track.settled, track.asked = True, track.scroll, time
        return track.lifted != lifted

    def _tell(
        self, pixels: Pixels, track: Track, shown: NDArray[np.generic], before: Told, changed: NDArray[np.int64]
    ) -> Told:
        """What all cells hold if those that `changed` now show this; `before` is what they held."""
        still = len(changed) < len(shown)
        fresh = track.points.tell(shown[changed] if still else shown)
        kind, margins, marked = before.kind.copy(), before.margins.copy(), before.marked.copy()
        kind[changed], margins[changed], marked[changed] = fresh
        told = Told(kind, margins, marked)
        if UNSURE in fresh.kind:
            open_ = changed[fresh.kind == UNSURE]
            return self._again(pixels, track, shown, told, open_, (before.kind[open_] != EMPTY) | still)
        return told

    def _again(
        self,
        pixels: Pixels,
        track: Track,
        shown: NDArray[np.generic],
        told: Told,
        open_: NDArray[np.int64],
        held: NDArray[np.bool_],
    ) -> Told:
        """The same with the cells told, by all their pixels, that single ones leave open; where they are `held`, only
        one that shows ground everywhere is empty.
        """
        if self._known is None:
            return told
        grid, rows = track.grid, _rows_around(pixels, track.place, open_)
        kind, margins, marked = told
        kind[open_], margins[open_], marked[open_] = self._known.tell(rows[open_], track.light.at(open_))
        told = self._known.settle(rows, told, (grid.rows, grid.columns), track.light, open_)
        left = open_[held & (told.kind[open_] == EMPTY)]
        half = left[self._known.halved(rows[left], track.light.at(left))]
        told.kind[half], told.margins[half] = UNSURE, 0
        track.points.learn(shown[open_], Told(told.kind[open_], told.margins[open_], told.marked[open_]))
        return told

    def _rise(self, frame: Frame, track: Track) -> int:
        """Follow a stack that may have risen; by how many whole rows it has."""
        assert track.strips is not None
        assert track.lines is not None
        grid, lines = track.grid, track.strips.take(frame.pixels)
        rise = track.strips.rise(track.lines, lines, (track.told.kind >= 0).reshape(grid.rows, -1), track.scroll)
        far = track.scroll
        if rise != 0:  # a stack that creeps rises by less than can be told from one look to the next, but it adds up
            track.lines = lines
        if rise is None:
            track.sure = False
        elif rise:
            far += rise / grid.pitch_y
            track.scroll, track.rose, track.sure = snapped(far, grid.pitch_y), frame.time, False
        drift = abs(track.scroll - track.settled)
        due = drift > FAR or (rise == 0 and (frame.time - track.rose > STANDS or drift > DRIFT))
        if self._known is not None and rise is not None and not track.sure and due:
            exact = settled(self._known, frame.pixels, grid, track.scroll, track.light)
            far += (exact - track.scroll + 0.5) % 1.0 - 0.5
            track.scroll, track.settled, track.sure = exact, exact, True
        return round(far - track.scroll)

    def _composed(
        self, frame: Frame, grid: Grid, told: Told, scroll: float, why: Reason | None, seconds: dict[str, float]
    ) -> Reading:
        """A reading of what was told of every cell."""
        bare = self.finder is None or self._known is None or self._known.bare
        return compose(frame, grid, told, self._letters, why, seconds, scroll if self._scrolls else None, bare)


def _between(pixels: Pixels, grid: Grid) -> Callable[[float], float]:
    """How strong the edges between the rows of a board are that has risen by a part of a cell, in grey levels."""
    left, right = max(0, round(grid.x)), round(grid.x + grid.box.w)
    steps = np.abs(np.diff(pixels[:, left:right, :3].astype(np.float32), axis=0)).max(2).mean(1)

    def edges(part: float) -> float:
        at = np.round(grid.y + (np.arange(1, grid.rows) - part) * grid.pitch_y).astype(int) - 1
        return float(steps[at[(at >= 0) & (at < len(steps))]].mean())

    return edges


def _rows(pixels: Pixels, grid: Grid) -> NDArray[np.float32]:
    cells = cells_of(pixels, grid)
    return looks(cells.reshape(-1, *cells.shape[2:]))


def _rows_around(pixels: Pixels, grid: Grid, cells: NDArray[np.int64]) -> NDArray[np.float32]:
    """The looks of all cells, as far as they are some cells or lie beside one of them; nothing elsewhere."""
    first, last = int(cells.min()) // grid.columns - 1, int(cells.max()) // grid.columns + 2
    first, last = max(0, first), min(grid.rows, last)
    part = replace(grid, y=grid.y + first * grid.pitch_y, rows=last - first)
    return np.pad(_rows(pixels, part), ((first * grid.columns, (grid.rows - last) * grid.columns), (0, 0)))


def not_there(frame: Frame) -> Reading:
    """What is read of a picture without the board at the place where it was calibrated."""
    return _lost(
        frame,
        "Expected the board where it was calibrated, found other surroundings: show the game, or learn it again with "
        "`banmen calibrate` if it looks otherwise now.",
    )


def _lost(frame: Frame, why: str) -> Reading:
    return Reading(frame.time, Sight.LOST, frame.size, why=why)
