"""Learns what no sample shows while a board is read: a piece that nobody knows has come to rest, and stays.

A program is first seen at the start of its game, when few of its pieces have come. What only hangs in the air, moves
or flashes teaches nothing. What looks much like one kind and like no other is that kind in another state, as pieces of
one colour that join are. The same pictures at the same times teach the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Reading
from bot.vision.blocks.ghost import Eraser
from bot.vision.blocks.known import Known
from bot.vision.blocks.look import areas, looks, one_cell
from bot.vision.blocks.reader import LETTERS, BlockReader, Finder, Place
from bot.vision.blocks.tone import OTHER_HUE, hues_apart
from bot.vision.channels import chroma
from bot.vision.falling import CURRENT, PAIR, hanging, may_be_pair
from bot.vision.samples import Sample, crop, load_samples
from engine.api import load_game
from engine.moves import Cell
from engine.player import Littered
from engine.position import EMPTY, UNKNOWN, Position

RESTS: Final = 1.0
"""Seconds for which a piece must show the very same before it is taken for one that lies still: some fall by half a row
at a time.
"""
STAYS: Final = 3.0
"""Seconds for a piece of a stack that rises: matches are shown for a second or two before they vanish."""
STEADY: Final = 0.12
"""Share of the area in which it may look otherwise meanwhile: it moves by parts of a pixel."""
LOOKS: Final = 3
"""Looks in which it must."""
FAR: Final = 0.8
"""Share of the area in which the two kinds that differ least do, in which a new one must differ from all: joints and
shut eyes change up to 0.55 of a cell of FloboPuyo, two kinds there and in the arcade at least 0.65."""
TOGETHER: Final = 4
"""Looks that nobody knows at once, at most: where there are more, something lies over the board."""
MOST: Final = 8
"""Kinds that games of blocks have at most."""
STATE: Final = 0.62
"""Share of the area in which a piece differs from all other kinds in which it may differ from its own: two kinds of one
program differ nearly all over, joined and single pieces of one in up to 0.55 of a cell."""
ANOTHER: Final = 0.3
"""Share of the area in which a new kind of another hue must differ plainly from all others."""
COLOURS: Final = 3
"""Kinds from which one that is far greyer is none of the colours."""
GREY: Final = 0.4
"""How much of the least chroma of them it has at the most."""
STATES: Final = 24
"""Samples of one kind, at most."""


@dataclass
class _Strange:
    """A cell that nobody knows."""

    shown: Pixels
    since: float
    """When it showed this first, or was asked last."""
    looks: int = 1
    """In how many looks since then."""


@dataclass(frozen=True)
class _Held:
    """The place of a board that is read already, for a new reader."""

    grid: Grid


class _HeldFinder:
    """Finds a board where it was just now."""

    def __init__(self, grid: Grid) -> None:
        self._held = _Held(grid)

    def find(self, pixels: Pixels) -> Place | None:
        """Where the board lies."""
        return self._held


class LearningBlocks:
    """Reads the board of a game of few kinds by a layout, and learns those that the layout does not show."""

    def __init__(self, layout: Layout) -> None:
        """Raises LayoutError where the samples of the layout cannot be used."""
        self._layout, self._samples = layout, list(load_samples(layout))
        self._labels = [kind.label for kind in layout.board.kinds if kind.label != EMPTY]
        self._reader = BlockReader.of(layout)
        self._given = False
        self.barred: frozenset[Cell] = frozenset()
        """Cells that teach no new kind."""
        self.shown: Pixels | None = None
        """What the program shows, where the pictures that are read show one tone instead of what lies behind it."""
        self._strange: dict[Cell, _Strange] = {}
        """Cells that nobody knows."""
        game = load_game(layout.game, **layout.rules) if layout.board.falls else None
        self._inert = game.inert if isinstance(game, Littered) else ""
        """The label of pieces that never go by themselves; empty where the game has none."""
        self._eraser = Eraser()

    @property
    def finder(self) -> Finder | None:
        """Finds the place where it was calibrated; one that was given stays, whatever is learned."""
        return self._reader.finder

    @finder.setter
    def finder(self, given: Finder | None) -> None:
        self._reader.finder, self._given = given, True

    @classmethod
    def of(cls, layout: Layout) -> LearningBlocks:
        """The reader for a layout. Raises LayoutError."""
        return cls(layout)

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        reading = self._learned(frame)
        return self._with_pair(frame, reading) if self._layout.board.falls else reading

    def _with_pair(self, frame: Frame, reading: Reading) -> Reading:
        """A reading with the pair that hangs between two rows, where it is told nowhere but at its own height."""
        position, grid = reading.position, reading.grid
        if position is None or grid is None or not reading.doubts:
            return reading
        cells = hanging(position.board)
        if not may_be_pair(cells) or not reading.unknown & set(cells):
            return reading
        pair = self._reader.pair(frame.pixels, grid, cells)
        return reading if pair is None else replace(reading, position=Position({**position.blocks, CURRENT: (pair,)}))

    def _learned(self, frame: Frame) -> Reading:
        """Read one frame, and learn from it."""
        reading = self._bare(frame, self._reader.read(frame))
        if reading.position is not None and reading.grid is not None and self._coloured(reading.position.board):
            self._samples = self._renamed()
            return self._bare(frame, self._read_again(frame, reading.grid))
        cells = _lying_strange(reading) if reading.doubts else ()
        if reading.grid is None or not (rested := self._rested(frame, reading.grid, cells)):
            return reading
        if fresh := self._fresh(rested):
            self._samples += fresh
            return self._bare(frame, self._read_again(frame, reading.grid))
        return reading

    def _rested(self, frame: Frame, grid: Grid, cells: Sequence[Cell]) -> dict[Cell, Pixels]:
        """What those of these cells show that have lain still for long enough, and were not asked since."""
        rises = self._layout.board.scrolls
        now = {cell: _Strange(crop(frame.pixels, grid, cell), frame.time) for cell in cells}
        for cell, one in now.items():
            before = self._strange.get(cell)
            if before is not None and (_stays if rises else np.array_equal)(one.shown, before.shown):
                one.since, one.looks = before.since, before.looks + 1
        self._strange = now
        least = STAYS if rises else RESTS
        rested = {
            cell: one.shown for cell, one in now.items() if one.looks >= LOOKS and frame.time - one.since >= least
        }
        for cell in rested:
            now[cell].since, now[cell].looks = frame.time, 1
        return rested

    def _bare(self, frame: Frame, reading: Reading) -> Reading:
        """A reading without the faint copies of a pair that falls."""
        if not self._layout.board.falls:
            return reading
        return self._eraser.bare(reading, frame.pixels if self.shown is None else self.shown)

    def _fresh(self, shown: Mapping[Cell, Pixels]) -> list[Sample]:
        """What pieces that lie still teach: known kinds in another state, or else a new kind."""
        states = [Sample(label, False, one) for one in shown.values() if (label := self._state(one)) is not None]
        if states:
            return states
        fresh: list[Sample] = []
        for new in _unlike([one for cell, one in shown.items() if cell not in self.barred]):
            if len(self._labels) < MOST and self._new(new, fresh):
                self._labels.append(self._inert if self._inert and self._grey(new) else self._letter())
                fresh.append(Sample(self._labels[-1], False, new))
        return fresh

    def _letter(self) -> str:
        """The label of the next kind."""
        return next(letter for letter in LETTERS if letter not in self._labels)

    def _grey(self, shown: Pixels) -> bool:
        """Whether a piece is far greyer than all kinds, so that it is none of the colours that may go."""
        if self._inert in self._labels or len(self._labels) < COLOURS:
            return False
        others = [_chroma(one.pixels) for one in self._samples if one.label != EMPTY]
        return _chroma(shown) < GREY * min(others)

    def _coloured(self, board: Sequence[str]) -> bool:
        """Whether what was taken for no colour hangs in the air beside a piece of one: then it is one, too."""
        if self._inert not in self._labels:
            return False
        pair = hanging(board)
        told = {board[row][column] for row, column in pair} - {UNKNOWN}
        return may_be_pair(pair) and len(pair) == PAIR == len(told) and self._inert in told

    def _renamed(self) -> list[Sample]:
        """The samples, with a letter for the kind that was taken for no colour."""
        was, now = self._inert, self._letter()
        self._labels[self._labels.index(was)] = now
        self._inert = ""
        return [replace(one, label=now) if one.label == was else one for one in self._samples]

    def _state(self, shown: Pixels) -> str | None:
        """The kind that a cell shows in a state that no sample does; None where that is not plain."""
        look, known = looks(one_cell(shown)[None]), looks(np.stack([one_cell(one.pixels) for one in self._samples]))
        away = areas(look, known)[0]
        of = np.array([one.label for one in self._samples])
        nearest = {label: float(away[of == label].min()) for label in dict.fromkeys(of.tolist())}
        label = min(nearest, key=nearest.__getitem__)
        others = [far for other, far in nearest.items() if other != label]
        if label == EMPTY or not others or np.count_nonzero(of == label) >= STATES:
            return None
        if hues_apart(look[0], known[of == label]).min() > OTHER_HUE:
            return None
        return label if nearest[label] <= STATE * min(others) else None

    def _new(self, shown: Pixels, fresh: Sequence[Sample]) -> bool:
        """Whether a cell looks so unlike all kinds, the empty cell and those that are `fresh` among them, that it is
        none of them.
        """
        samples = [*self._samples, *fresh]
        rows = looks(np.stack([one_cell(sample.pixels) for sample in samples]))
        kind = np.array([[EMPTY, *self._labels].index(sample.label) for sample in samples])
        apart = areas(rows, rows)
        other = kind[:, None] != kind[None]
        look = looks(one_cell(shown)[None])
        away = areas(look, rows)[0]
        least = np.where(hues_apart(look[0], rows) > OTHER_HUE, ANOTHER, FAR * apart[other].min(initial=1))
        return bool(other.any() and (away >= least).all())

    def _read_again(self, frame: Frame, grid: Grid) -> Reading:
        """Read a frame with what was just learned."""
        known = Known.of_samples(self._samples, self._labels)
        finder = self.finder
        if finder is not None and not self._given:
            from bot.vision.place.finder import Finder as Calibrated

            finder = Calibrated(self._layout, self._samples)
        size = grid.rows, grid.columns
        if self._layout.board.scrolls:
            self._reader = BlockReader(known, self._labels, finder=finder, size=size, scrolls=True)
            return self._reader.read(frame)
        self._reader = BlockReader(known, self._labels, finder=_HeldFinder(grid), size=size)
        reading = self._reader.read(frame)
        self._reader.finder = finder
        return reading


def _unlike(shown: Sequence[Pixels]) -> list[Pixels]:
    """One of each look of some cells; none where there are more than TOGETHER."""
    if not shown:
        return []
    rows = looks(np.stack([one_cell(one) for one in shown]))
    apart, chosen = areas(rows, rows), list[int]()
    for number in range(len(shown)):
        if all(apart[number, other] > STEADY for other in chosen):
            chosen.append(number)
    return [shown[number] for number in chosen] if len(chosen) <= TOGETHER else []


def _chroma(pixels: Pixels) -> float:
    """How far the channels of a cell lie apart in its middle, in grey levels, on the average."""
    high, wide = (side // 4 for side in pixels.shape[:2])
    return float(chroma(pixels[high : pixels.shape[0] - high, wide : pixels.shape[1] - wide]).mean())


def _lying_strange(reading: Reading) -> tuple[Cell, ...]:
    """The cells of a board that nobody knows, where they lie, and at most a pair hangs in the air."""
    if reading.position is None:
        return ()
    board = reading.position.board
    in_the_air = hanging(board)
    if not may_be_pair(in_the_air):
        return ()
    return tuple(
        (row, column)
        for row, line in enumerate(board)
        for column, label in enumerate(line)
        if label == UNKNOWN and (row, column) not in in_the_air
    )


def _stays(one: Pixels, other: Pixels) -> bool:
    """Whether a cell shows nearly the same."""
    now, before = (looks(one_cell(shown)[None]) for shown in (one, other))
    return bool(areas(now, before).max() <= STEADY)
