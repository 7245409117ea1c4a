"""Reads any board of tiles (Shisen-sho and its kin) from any picture, without templates and without labels.

First sight: find the grid, tell tiles from gaps, sort the tiles into kinds. From then on the grid is tracked: only cells
that changed are looked at, and what they show is compared with the kinds that are known.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Doubt, Reading, Sight
from bot.vision import kinds, locate, presence
from bot.vision.cells import cut
from engine.position import EMPTY, UNKNOWN, Position

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

GUESSES: Final = 6
"""Lattices that are looked at closely before the best is taken."""
FLOOR: Final = 0.12
"""A cell with a smaller margin is not told but doubted."""
GAP: Final = 1.5
"""Kinds must differ this many times more than tiles of one kind do."""
FEWEST: Final = 6
"""Tiles from which a grid can be found at first sight."""
NONE: Final = -1
UNSURE: Final = -2


@dataclass(eq=False)
class Sorted:
    """A board at first sight."""

    grid: Grid
    presence: presence.Presence
    kind: Ints
    """(rows, columns), NONE for a gap, UNSURE for what could not be told."""
    margins: Floats
    grouping: kinds.Grouping
    quality: float


@dataclass(eq=False)
class Bank:
    """What the kinds look like, for as long as the reader lives."""

    looks: list[Floats] = field(default_factory=list)
    """For each kind the mean of its features."""
    outlines: list[Floats] = field(default_factory=list)
    same: float = 0.0
    """How far tiles of one kind lie apart, as mean squared difference."""
    different: float = 0.0
    """How far the two most similar kinds lie apart."""


class TileReader:
    """Reads the board of a game of tiles.

    `sizes` are the (rows, columns) that boards of the game are known to have; a board of another size is still read.
    """

    def __init__(self, sizes: Sequence[tuple[int, int]] = ()) -> None:
        self._sizes = tuple(sizes)
        self._bank = Bank()
        self._reading: Reading | None = None
        self._region: Pixels | None = None
        self._kind: Ints = np.zeros((0, 0), np.int64)

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        start = time.perf_counter()
        pixels = frame.pixels
        if blank(pixels):
            return _lost(frame, "Expected a board, found a picture of one colour: the capture failed; try another.")
        reading = self._first(frame)
        reading.seconds["total"] = time.perf_counter() - start
        return reading

    def _first(self, frame: Frame) -> Reading:
        """Read a board that was not seen before."""
        start = time.perf_counter()
        best: Sorted | None = None
        pixels = np.ascontiguousarray(frame.pixels[:, :, :3])
        for lattice in itertools.islice(locate.lattices(pixels), GUESSES):
            found = look(pixels, lattice)
            if found and (best is None or found.quality > best.quality):
                best = found
                if good(found):
                    break
        if best is None:
            return _lost(frame, "Expected a board of tiles, found none; show the whole board, uncovered.")
        seconds = {"locate": time.perf_counter() - start}
        kind = best.kind
        labels = np.array([*kinds.LABELS[: max(0, kind.max()) + 1], UNKNOWN, EMPTY])
        text = labels[np.where(kind == NONE, -1, np.where(kind == UNSURE, -2, kind))]
        doubts = tuple(
            Doubt("board", int(r), int(c), float(best.margins[r, c])) for r, c in np.argwhere(kind == UNSURE)
        )
        why = ""
        if best.grouping.odd:
            why = f"Expected every kind an even number of times, found {len(best.grouping.odd)} kinds that are odd."
        elif doubts:
            why = f"{len(doubts)} cells could not be told."
        position = Position({"board": tuple("".join(row) for row in text)})
        sight = Sight.DOUBT if why else Sight.CLEAR
        return Reading(frame.time, sight, frame.size, position, best.grid, best.margins, doubts, why, seconds)


def good(found: Sorted) -> bool:
    """Whether a board is so well borne out that no other guess needs a look."""
    return found.quality > 2 and found.grouping.gap > GAP and not found.grouping.odd and found.kind.max() >= 4


def blank(pixels: Pixels) -> bool:
    """Whether the picture shows next to nothing."""
    sample = pixels[::8, ::8, :3]
    return sample.size == 0 or int(np.ptp(sample.reshape(-1, 3), axis=0).max()) < 8


def look(pixels: Pixels, lattice: locate.Lattice) -> Sorted | None:
    """The board on a lattice: tiles, gaps and kinds; None where it is none."""
    grid, seed = locate.refine(pixels, lattice.grid), lattice.tiles
    for _ in range(3):
        ringed = Grid(
            grid.x - grid.pitch_x, grid.y - grid.pitch_y, grid.pitch_x, grid.pitch_y, grid.rows + 2, grid.columns + 2
        )
        cells = cut(pixels, ringed)
        learnt = presence.learn(cells, np.pad(seed, 1))
        if learnt is None:
            return None
        share = learnt[1]
        tiles = share < 0.5 - FLOOR / 2
        if tiles.sum() < FEWEST:
            return None
        rows, columns = np.flatnonzero(tiles.any(1)), np.flatnonzero(tiles.any(0))
        window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        grid = Grid(
            ringed.x + columns[0] * grid.pitch_x, ringed.y + rows[0] * grid.pitch_y,
            grid.pitch_x, grid.pitch_y, int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1,
        )  # fmt: skip
        if tiles[window].shape == seed.shape and (tiles[window] == seed).all():
            break
        seed = tiles[window]
    share, cells, tiles = share[window], cells[window], tiles[window]
    unsure = (share >= 0.5 - FLOOR / 2) & (share < 0.5 + FLOOR / 2)
    features = kinds.features(cells[tiles])
    grouping = kinds.group(features)
    if grouping.kind.max() >= len(kinds.LABELS):
        return None
    kind = np.where(unsure, UNSURE, NONE)
    kind[tiles] = grouping.kind
    if _split(kind):
        return None
    margins = np.abs(2 * share - 1)
    margins[tiles] = np.minimum(margins[tiles], grouping.margins)
    twins = np.bincount(grouping.kind)
    quality = (
        float((twins[twins % 2 == 0]).sum() / len(grouping.kind))
        * (1 - twins.max() / len(grouping.kind))
        * min(float(np.log(grouping.gap)), 1.5)
        * float(np.log(len(grouping.kind)))
    )
    return Sorted(grid, learnt[0], kind, margins, grouping, quality)


def _split(kind: Ints) -> bool:
    """Whether cells are halves or thirds of tiles: then no kind stands in rows (or columns) of both sorts."""
    rows, columns = np.nonzero(kind >= 0)
    found = kind[kind >= 0]
    for place, extent in ((rows, kind.shape[0]), (columns, kind.shape[1])):
        for parts in (2, 3):
            together = len(np.unique(found * parts + place % parts))
            several = int((np.bincount(found) > 1).sum())
            if extent >= 2 * parts and several >= 4 and together == len(np.unique(found)):
                return True
    return False


def _lost(frame: Frame, why: str) -> Reading:
    return Reading(frame.time, Sight.LOST, frame.size, why=why)
