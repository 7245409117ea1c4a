"""Reads any board of tiles (Shisen-sho and its kin) from any picture, without templates and without labels.

First sight: find the grid, tell tiles from gaps, sort the tiles into kinds. From then on the grid is tracked: only
cells that changed are looked at, and what they show is compared with the kinds that are known.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Doubt, Reading, Sight
from bot.vision.backdrop import without_backdrop
from bot.vision.cells import Cells, cut, cut_one, cut_some
from bot.vision.samples import Sample, load_samples
from bot.vision.tiles.alike import alike, said_of
from bot.vision.tiles.bank import Bank, Told
from bot.vision.tiles.board import FLOOR, LIKELY, NONE, UNSURE, Sorted, good, sure, unmatched
from bot.vision.tiles.board import told as told_apart
from bot.vision.tiles.edge import cut_off
from bot.vision.tiles.faces import Faces
from bot.vision.tiles.kinds import LABELS
from bot.vision.tiles.pairs import completed, divided, odd, settled, unpaired
from bot.vision.tiles.plausible import block
from bot.vision.tiles.refusal import why_not
from bot.vision.tiles.sight import first_sight, near
from bot.vision.tiles.track import Track, region_of
from bot.vision.tiles.trimmed import untrimmed
from bot.vision.tiles.walls import WALLED, ringed, stays
from bot.vision.tiles.whole import whole
from engine.api import game_names, load_game
from engine.moves import show_cell
from engine.player import Matching
from engine.position import EMPTY, UNKNOWN, Position

PASSING: Final = 0.15
"""Seconds after which a board that was covered as a whole is looked for elsewhere: panels come and go, and a search of
the whole picture takes as long."""
FAITHFUL: Final = 0.5
"""Margin at the least of a tile that looks as it did when it was read."""
STANDS: Final = 0.3
"""Seconds after which what a tile left behind is no flash of it any more, but ground not seen yet."""
AFRESH: Final = 1.0
"""Seconds after which a board in doubt that stands still is looked at as if for the first time."""
DIMMED: Final = 0.9
"""Share of the cells that change when a page is darkened behind its dialog."""
NAMED: Final = 3
"""Cells at the most that a sentence names."""
ALOOF: Final = (
    "Expected one board, found {count} more tiles in step with it, beyond empty rows or columns: it may be one board "
    "or two; say where yours lies with --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
)
"""What is asked where tiles stand apart."""
DIVIDED: Final = (
    "Expected one board, found tiles on both sides of an empty line, as good as every kind an even number of times on "
    "either: it may be one board or two; say where yours lies with --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
)
"""What is asked where one board would hardly look so."""
FITS: Final = "say which fit one another though they differ, with --rule groups=AB,CD (`banmen read` shows labels), or "
"""What helps where tiles have no equal."""


class TileReader:
    """Reads the board of a game of tiles.

    `sizes` are the (rows, columns) that boards of the game are known to have: of a game in the middle, more
    is known then than the part that tiles are left in. A board of another size is still read.
    `samples` give kinds that are known their labels; the others get those that are left, in order of appearance.
    `matching` says which labels fit one another though they differ, if some do.
    """

    def __init__(
        self,
        sizes: Sequence[tuple[int, int]] = (),
        samples: Sequence[Sample] = (),
        matching: Matching | None = None,
    ) -> None:
        self._sizes = tuple(sizes)
        self._bank = Bank()
        labels = list(dict.fromkeys(one.label for one in samples if one.label != EMPTY))
        for label in labels:
            mine = [one for one in samples if one.label == label]
            plain = [one for one in mine if not one.marked] or mine
            self._bank.know(np.stack([cut_one(one.pixels) for one in plain]))
        free = [label for label in LABELS if label not in labels]
        self._letters = np.array([*labels, *free, UNKNOWN, EMPTY])
        """Kind to label; UNSURE and NONE count from the end."""
        named, first = [*labels, *free], {"": -1}
        counted = [matching.kind(label) if matching else label for label in named]
        self._counts = np.array([first.setdefault(what, number) for number, what in enumerate(counted)])
        """Kind to the first kind that it fits, -1 where it fits none and need not."""
        self._track: Track | None = None
        self._searched: tuple[Pixels, Reading] | None = None
        """The last picture in which a board had to be searched, and what came of it."""
        self._behind: tuple[Pixels, Reading | None] | None = None
        """The last picture in which nearly all cells changed at once, and what of it was seen through a sheet."""
        self._hidden: float | None = None
        """When most of the followed board changed into something else, until it is looked for elsewhere."""

    @classmethod
    def of(cls, layout: Layout) -> TileReader:
        """The reader for a layout. Raises LayoutError."""
        return cls(layout.sizes, load_samples(layout), matching_of(layout))

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        start = time.perf_counter()
        track = self._track
        here = track is not None and track.size == frame.size
        if blank(frame.pixels) and not (track and here and track.cleared(frame.pixels)):
            return lost(frame, "Expected a board, found a picture of one colour: the capture failed; try another.")
        reading = self._follow(frame, track) if track and here else self._search(frame)
        reading.seconds["total"] = time.perf_counter() - start
        return reading

    def _search(self, frame: Frame) -> Reading:
        """Find the board; a picture that stands still is searched once."""
        last = self._searched
        if last and np.array_equal(last[0], frame.pixels):
            return replace(last[1], time=frame.time, seconds={})
        reading = self._find(frame)
        self._searched = frame.pixels.copy(), reading
        return reading

    def _find(self, frame: Frame) -> Reading:
        """Read a board that was not seen before, or not at this size."""
        start = time.perf_counter()
        pixels = np.ascontiguousarray(frame.pixels[:, :, :3])
        found = first_sight(pixels)
        if found is None:
            reason = why_not(pixels)
            return Reading(frame.time, reason.sight, frame.size, why=reason.why)
        trimmed = untrimmed(pixels, found)
        found = whole(pixels, trimmed or found, self._sizes)
        alone = unmatched(found)
        told = self._bank.adopt(found, alone=alone)
        if not block(told.kind == UNSURE):
            told = settled(told, counts=self._counts)
        told = completed(told, found.cells, self._bank, self._counts)
        reading = compose(frame, found.grid, told, {"locate": time.perf_counter() - start}, self._letters)
        reading = replace(reading, notes=self._notes(pixels, found, told))
        clip = None if trimmed else cut_off(pixels, found)
        if clip:
            return replace(reading, sight=Sight.COVERED, why=f"Expected the whole board, found it {clip}")
        borne = alone or good(found)
        if reading.sight is not Sight.CLEAR or not good(found) or found.second:
            reason = why_not(pixels)
            if reason.sight is Sight.COVERED:
                return replace(reading, sight=reason.sight, why=reason.why)
        if reading.sight is Sight.COVERED:  # nothing but doubt: no board was seen here before that something could hide
            reading = replace(reading, sight=Sight.DOUBT, why=_untold(reading.doubts))
        if reading.sight is Sight.DOUBT and found.aloof:
            reading = replace(reading, why=ALOOF.format(count=len(reading.doubts)))
        if reading.sight is Sight.CLEAR and (why := self._unproved(found, told, borne)):
            reading = replace(reading, sight=Sight.DOUBT, why=why)
        if good(found) or (alone and reading.sight is Sight.CLEAR):
            region = region_of(found.grid, frame.size)
            shown = frame.pixels[region].copy()
            faces = Faces(found.grid.rows, found.grid.columns)
            sure = (told.kind >= 0) & ~told.marked & (told.margins >= FLOOR)
            cells = cut(frame.pixels, found.grid)
            faces.keep(sure, cells[sure], told.kind[sure])
            self._track = Track(frame.size, found.grid, found.presence, region, shown, cells, told, faces, reading)
        return reading

    def _notes(self, pixels: Pixels, found: Sorted, told: Told) -> tuple[str, ...]:
        """What a person should know of a board at first sight: what on it may be no tiles, and what lies beside it."""
        staying = stays(found, told, self._counts, self._letters)
        others = alike(pixels, found.grid)[:1]
        return (*staying, *((WALLED,) if ringed(pixels, found) else ()), *(said_of(found.grid, one) for one in others))

    def _unproved(self, found: Sorted, told: Told, borne: bool) -> str:
        """Why a board at first sight that looks right cannot be trusted; empty where it can."""
        if (unequal := odd(told.kind, self._counts)).any():
            numbers = np.flatnonzero(unequal)
            of = (np.argwhere(self._counts[told.kind] == number) for number in numbers[:NAMED])
            cells = ", ".join(show_cell(tuple(where[0].tolist())) for where in of)
            fits = FITS * unmatched(found)
            return (
                f"Expected every kind of tile an even number of times, found {len(numbers)} that are not (such as at "
                f"{cells}): {fits}wait until the board stands still, and show all of it."
            )
        if (found.grid.rows, found.grid.columns) not in self._sizes and divided(told.kind, self._counts):
            return DIVIDED
        if borne:
            return ""
        grouping = found.grouping
        if grouping.odd or grouping.strained:
            return (
                "Expected tiles of one kind to be equal, found some that are only alike: wait until nothing moves, or "
                "show the board larger."
            )
        if found.quality <= LIKELY and told_apart(found):
            return (
                "Expected a board of tiles, found too few equal ones to be sure that it is one: show the whole board."
            )
        return (
            f"Expected kinds of tiles that are easy to tell apart, found some only {grouping.gap:.1f} times farther "
            "apart than equal tiles: show the board larger."
        )

    def _follow(self, frame: Frame, track: Track) -> Reading:
        """Read a board whose place is known: look at what changed."""
        start = time.perf_counter()
        now = frame.pixels[track.region]
        changed = track.changed(now)
        if not changed.any():
            if self._hidden is not None and frame.time - self._hidden >= PASSING:
                self._hidden = None
                if again := self._elsewhere(frame):
                    return again
            if track.reading.sight is Sight.DOUBT and (told := self._stood(track, track.told, now, frame.time)):
                track.told = track.sure = told
                track.reading = compose(frame, track.grid, told, {}, self._letters)
            if track.reading.sight is Sight.DOUBT and (again := self._afresh(frame, track)):
                return again
            return replace(track.reading, time=frame.time, seconds={"cells": time.perf_counter() - start})
        cells = cut_some(frame.pixels, track.grid, changed)
        darkened = np.count_nonzero(changed) >= DIMMED * changed.size and not track.faces.as_read(changed, cells)
        if darkened and (behind := self._through_sheet(frame, track)):
            return behind
        # What is drawn over a gap may appear little by little, and is no look of it.
        if (over := changed & (track.told.kind == NONE) & (frame.time - track.stirred >= STANDS)).any():
            track.faces.keep_gaps(over, track.looks[over])
        track.stirred[changed] = frame.time
        track.asked = False
        fresh, untouched = self._tell(cells, changed, track)
        told = track.told.updated(changed, fresh)
        if (untold := changed & (told.kind == UNSURE)).any():
            track.open(untold, now, frame.time)
        covered = block(told.kind == UNSURE)
        if covered:
            under = changed & _under(told.kind == UNSURE)
            under[changed] &= ~untouched
            told.kind[under], told.margins[under], told.marked[under] = UNSURE, 0, False
        if not covered:
            told = settled(told, counts=self._counts)
            told = self._stood(track, told, now, frame.time) or told
        seen = _without(told, unpaired(told, track.sure, self._counts))
        covered = block(seen.kind == UNSURE)
        self._hidden = frame.time if covered and (changed.mean() > 0.5 or self._hidden is not None) else None
        reading = compose(frame, track.grid, seen, {"cells": time.perf_counter() - start}, self._letters)
        track.follow(now, changed, cells)
        track.told, track.reading = told, reading
        if reading.sight is Sight.CLEAR:
            track.clear(told)
        return reading

    def _through_sheet(self, frame: Frame, track: Track) -> Reading | None:
        """A board over which an even sheet came, as pages are darkened behind a dialog: what is seen of it through the
        sheet. None where there is no such sheet.
        """
        last = self._behind
        if not (last and np.array_equal(last[0], frame.pixels[track.region])):
            freed = without_backdrop(frame.pixels, (track.region,), (track.plain,))
            reading = None
            if freed is not None:
                known = replace(track, faces=deepcopy(track.faces))  # what is seen so teaches nothing
                told, changed = known.told, known.changed(freed[known.region])
                if changed.any():
                    fresh, _ = self._tell(cut_some(freed, known.grid, changed), changed, known)
                    told = told.updated(changed, fresh)
                reading = compose(frame, known.grid, told, {}, self._letters)
                if reading.sight is not Sight.COVERED:
                    why = "Expected a board in plain view, found it behind an even sheet: close what came over it."
                    reading = replace(reading, sight=Sight.COVERED, why=why)
            self._behind = last = frame.pixels[track.region].copy(), reading
        return replace(last[1], time=frame.time) if last[1] else None

    def _tell(self, cells: Cells, changed: NDArray[np.bool_], track: Track) -> tuple[Told, NDArray[np.bool_]]:
        """What changed cells hold: the tile that was there, if its middle is as it was, else what the bank says; and
        which of them hold the tile that was there.
        """
        same, still, framed, dyed, vanished, partly, empty, before = track.faces.known(changed, cells)
        if empty.any():  # the face of a blank tile may look like ground: its sides are all that there was of it
            empty[empty] = track.presence.bare(cells[empty])
            same, still, framed = np.where(empty, NONE, same), still & ~empty, framed & ~empty
        track.vanished[changed] = vanished
        kind, margins, marked, bare = same.copy(), np.full(len(same), FAITHFUL, np.float32), framed.copy(), ~still
        new = ~still
        if new.any():
            kind[new], margins[new], marked[new], bare[new] = self._bank.tell(cells[new], track.presence)
        under = partly & (kind == NONE)
        kind[under], margins[under] = UNSURE, 0
        kind[before], margins[before], marked[before] = NONE, FAITHFUL, False
        # Tiles that differ in a stroke are nearly the same: what is only alike must be borne out by the bank.
        old = still | ((same >= 0) & ((kind == same) | (dyed & (kind == UNSURE))))
        usual = (kind >= 0) & ~marked & (margins >= FLOOR)
        sure = usual & ~(old & (framed | dyed))
        kind, marked = np.where(old, same, kind), np.where(old, framed | dyed, marked & (kind >= 0))
        margins = np.where(old, np.maximum(margins, FAITHFUL), margins).astype(np.float32)
        edged, fresh, gone = still & ~framed, sure & new, kind == NONE
        if edged.any():
            track.faces.edge(_named(changed, edged), cells[edged])
        if fresh.any():
            track.faces.keep(_named(changed, fresh), cells[fresh], kind[fresh])
        if gone.any():
            track.faces.forget(_named(changed, gone))
        return Told(kind, margins, marked, bare & ~old & vanished), old

    def _stood(self, track: Track, told: Told, now: Pixels, time: float) -> Told | None:
        """What cells hold, where those that could not be told have stood still for long enough: gaps, or tiles that are
        nearly like others. None where that cannot be. What the region shows `now` is what these gaps look like, and
        those beside them that open later.
        """
        untold = told.kind == UNSURE
        if time - track.since < STANDS or not untold.any():
            return None
        shown, likely, marked = track.cells(now, untold), np.full(untold.shape, -1), told.marked.copy()
        likely[untold], moved = self._bank.likeliest(shown)
        marked[untold] = moved & (likely[untold] >= 0)
        hidden = untold & (likely < 0) & (track.faces.kind < 0) & (track.sure.kind >= 0)
        if hidden.sum() == 1:  # what was never seen plainly, under a badge, say, is what it was if all adds up so
            likely[hidden], marked[hidden] = track.sure.kind[hidden], True
        open_ = told._replace(bare=told.bare | track.vanished, marked=marked)
        waited = settled(open_, likely, self._counts)
        if (waited.kind == UNSURE).any() and hidden.sum() == 1:
            likely[hidden], marked[hidden] = -1, False
            waited = settled(open_, likely, self._counts)
        if (waited.kind == UNSURE).any():
            return None
        gaps = waited.kind[untold] == NONE
        if gaps.any():
            track.faces.keep_gaps(untold & (waited.kind == NONE), shown[gaps])
            track.presence = track.presence.knowing(shown[gaps])
        usual = ~gaps & ~moved & ~marked[untold]
        if usual.any():
            track.faces.keep(untold & (waited.kind >= 0) & ~marked, shown[usual], waited.kind[untold][usual])
        return waited

    def _afresh(self, frame: Frame, track: Track) -> Reading | None:
        """The board as it is told at first sight, where a doubt stays though it stands still; None where that leaves
        something open, too, or was asked since it changed, or it does not lie where it is.
        """
        if track.asked or frame.time - track.since < AFRESH:
            return None
        track.asked = True
        found = first_sight(np.ascontiguousarray(frame.pixels[:, :, :3]), guesses=1)
        if found is None or not sure(found) or not near(found.grid, track.grid):
            return None
        reading = self._find(frame)
        if reading.sight is not Sight.CLEAR:
            self._track = track
            return None
        return reading

    def _elsewhere(self, frame: Frame) -> Reading | None:
        """The board at another place of the frame, if it is there beyond doubt."""
        found = first_sight(np.ascontiguousarray(frame.pixels[:, :, :3]), guesses=1)
        if found is None or not good(found):
            return None
        self._track = None
        return self._find(frame)


def _without(told: Told, hidden: NDArray[np.bool_]) -> Told:
    """The same with cells in doubt that something lies over."""
    kind, margins = np.where(hidden, UNSURE, told.kind), np.where(hidden, np.float32(0), told.margins)
    return told._replace(kind=kind, margins=margins) if hidden.any() else told


def compose(frame: Frame, grid: Grid, told: Told, seconds: dict[str, float], letters: NDArray[np.str_]) -> Reading:
    """A reading of what was told of every cell."""
    kind = np.where((told.margins < FLOOR) & (told.kind >= 0), UNSURE, told.kind)
    unsure = kind == UNSURE
    # A row of letters that lie side by side is a word already.
    blocks = {"board": tuple(letters[kind].view(f"U{kind.shape[1]}").ravel().tolist())}
    marked = told.marked & (kind >= 0)
    if marked.any():
        blocks["marked"] = tuple(show_cell((int(r), int(c))) for r, c in np.argwhere(marked))
    where = np.argwhere(unsure).tolist() if unsure.any() else ()
    doubts = tuple(Doubt("board", r, c, float(told.margins[r, c])) for r, c in where)
    sight, why = Sight.CLEAR, ""
    if doubts and block(unsure):
        rows, columns = np.flatnonzero(unsure.any(1)), np.flatnonzero(unsure.any(0))
        sight = Sight.COVERED
        why = (
            f"Expected tiles or gaps, found something else over rows {rows[0]} to {rows[-1]} and columns {columns[0]} "
            f"to {columns[-1]}: take away what lies over the board, or wait until it is gone."
        )
    elif doubts:
        first = doubts[0]
        sight = Sight.DOUBT
        picked = "let go of that tile if it is picked, " if len(doubts) == 1 else ""
        why = (
            f"Expected a tile or a gap in every cell, found {len(doubts)} that look like neither (the first at "
            f"{first.row},{first.col}): wait until the board stands still, {picked}or show it larger."
        )
    return Reading(frame.time, sight, frame.size, Position(blocks), grid, told.margins, doubts, why, seconds)


def _untold(doubts: Sequence[Doubt]) -> str:
    """The sentence for cells of a board at first sight that could not be told."""
    rows, columns = sorted(doubt.row for doubt in doubts), sorted(doubt.col for doubt in doubts)
    return (
        f"Expected a tile or a gap in every cell, found {len(doubts)} that look like neither, in rows {rows[0]} to "
        f"{rows[-1]} and columns {columns[0]} to {columns[-1]}: show the board larger, or on a plainer ground."
    )


def _named(where: NDArray[np.bool_], which: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(rows, columns), those of the cells that `where` names for which `which`, an entry for each, holds."""
    named = where.copy()
    named[where] = which
    return named


def _under(unsure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(rows, columns), cells that lie under a cover: the rectangle of all that could not be told."""
    under = np.zeros_like(unsure)
    rows, columns = np.flatnonzero(unsure.any(1)), np.flatnonzero(unsure.any(0))
    under[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    return under


def matching_of(layout: Layout) -> Matching | None:
    """Which tiles of a layout's game fit one another; None where that is not asked of its game. Raises BadRule."""
    game = load_game(layout.game, **layout.rules) if layout.game in game_names() else None
    return game if isinstance(game, Matching) else None


def blank(pixels: Pixels) -> bool:
    """Whether the picture shows next to nothing."""
    glance = pixels[pixels.shape[0] // 2, ::8, 1]
    if glance.size and int(glance.max()) - int(glance.min()) >= 8:
        return False
    sample = pixels[::8, ::8, :3]
    return sample.size == 0 or int(np.ptp(sample.reshape(-1, 3), axis=0).max()) < 8


def lost(frame: Frame, why: str) -> Reading:
    """A reading of a frame without a board."""
    return Reading(frame.time, Sight.LOST, frame.size, why=why)
